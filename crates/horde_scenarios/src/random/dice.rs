//! Random draws. They use only arithmetic that rounds alike on every machine: no trigonometry.

use bevy::math::{Rect, Vec2};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random numbers of one scenario.
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The numbers of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from `least` to `most`.
    pub(super) fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.0.random::<f32>()
    }

    /// A whole number from `least` to `most`.
    pub(super) fn count(&mut self, least: usize, most: usize) -> usize {
        // The width of `usize` must not change the draws.
        self.0.random_range(least as u64..=most as u64) as usize
    }

    /// `true` with this probability, 0 to 1.
    pub(super) fn chance(&mut self, probability: f32) -> bool {
        self.0.random::<f32>() < probability
    }

    /// One of the items, all equally likely.
    pub(super) fn one_of<Item: Copy>(&mut self, items: &[Item]) -> Item {
        items[self.count(0, items.len() - 1)]
    }

    /// A position in a rectangle.
    pub(super) fn position(&mut self, area: Rect) -> Vec2 {
        let across = self.between(area.min.x, area.max.x);
        Vec2::new(across, self.between(area.min.y, area.max.y))
    }

    /// A unit vector.
    pub(super) fn direction(&mut self) -> Vec2 {
        loop {
            let vector = Vec2::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            let length = vector.length();
            if (0.1..=1.0).contains(&length) {
                return vector / length;
            }
        }
    }

    /// Puts items into a random order.
    pub(super) fn shuffle<Item>(&mut self, items: &mut [Item]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.count(0, last));
        }
    }
}
