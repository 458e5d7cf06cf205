//! The random number generator.

use bevy::prelude::*;
use core::f32::consts::TAU;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random number generator.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Any whole number.
    pub fn seed(&mut self) -> u64 {
        self.0.random()
    }

    /// A number from `low` to `high`, uniform.
    pub fn number(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.0.random::<f32>()
    }

    /// A number from `low` to `high`, uniform in its logarithm.
    pub fn magnitude(&mut self, low: f32, high: f32) -> f32 {
        self.number(low.ln(), high.ln()).exp()
    }

    /// A whole number below `count`; 0 if `count` is 0.
    pub fn whole(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }

    /// A whole number from `low` to `high`, small ones more often.
    pub fn few(&mut self, low: usize, high: usize) -> usize {
        let drawn = self.magnitude(low as f32 + 0.5, high as f32 + 0.99);
        (drawn as usize).clamp(low, high)
    }

    /// True with probability `1 / count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.whole(count) == 0
    }

    /// One of the values.
    pub fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.whole(values.len())].clone()
    }

    /// A unit vector.
    pub fn direction(&mut self) -> Vec2 {
        Vec2::from_angle(self.number(0.0, TAU))
    }

    /// A point in a square with this half side.
    pub fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.number(-reach, reach), self.number(-reach, reach))
    }

    /// A point in a disc.
    pub fn in_disc(&mut self, radius: f32) -> Vec2 {
        self.direction() * radius * self.number(0.0, 1.0).sqrt()
    }
}
