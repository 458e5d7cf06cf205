//! The results of moves, for the end of the tick.

use super::clearance_cache::ClearanceCache;
use bevy::prelude::*;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The end of a solid body's move in this tick, in steering coordinates.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Motion {
    pub(super) position: Vec2,
    pub(super) velocity: Vec2,
    /// The direction of a standing body; with a limited turn rate it turns on the spot to go back.
    pub(super) heading: Vec2,
    /// The rounding error of the position.
    pub(super) remainder: Vec2,
    /// Free space around the body.
    pub(super) open: ClearanceCache,
    /// Whether it overlaps an obstacle without a way out.
    pub(super) is_squeezed: bool,
}

/// The motions of solid bodies by slot; empty where no agent is solid.
///
/// By slot, because agents that are not solid need no memory for it. Atomic, because tasks write in
/// the order of the tables. No system reads while it writes.
#[derive(Default)]
pub(super) struct Motions(Vec<[AtomicU32; 13]>);

impl Motions {
    /// Makes room for `count` slots. The free space of a slot stays known, even if it has another
    /// agent now: nothing in it depends on the agent.
    pub(super) fn start(&mut self, count: usize) {
        self.0.resize_with(count, default);
    }

    /// The motion of the agent in a slot.
    #[inline(always)]
    pub(super) fn get(&self, slot: usize) -> Motion {
        let Some(words) = self.0.get(slot) else {
            return Motion::default();
        };
        let word = |number: usize| words[number].load(Relaxed);
        let vector = |x: usize| Vec2::new(f32::from_bits(word(x)), f32::from_bits(word(x + 1)));
        Motion {
            position: vector(0),
            velocity: vector(2),
            heading: vector(4),
            remainder: vector(6),
            open: ClearanceCache {
                center: vector(8),
                radius: f32::from_bits(word(10)),
                update_count: word(11),
            },
            is_squeezed: word(12) != 0,
        }
    }

    /// Sets the motion of the agent in a slot.
    #[inline(always)]
    pub(super) fn set(&self, slot: usize, motion: &Motion) {
        let Some(words) = self.0.get(slot) else {
            return;
        };
        let vectors = [
            motion.position,
            motion.velocity,
            motion.heading,
            motion.remainder,
            motion.open.center,
        ];
        for (words, vector) in words.chunks_exact(2).zip(vectors) {
            words[0].store(vector.x.to_bits(), Relaxed);
            words[1].store(vector.y.to_bits(), Relaxed);
        }
        words[10].store(motion.open.radius.to_bits(), Relaxed);
        words[11].store(motion.open.update_count, Relaxed);
        words[12].store(u32::from(motion.is_squeezed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_are_read_back_by_slot() {
        let motion = Motion {
            position: Vec2::new(1.0, -2.0),
            velocity: Vec2::new(3.0, 4.5),
            heading: Vec2::Y,
            remainder: Vec2::new(1e-7, -0.0),
            open: ClearanceCache {
                center: Vec2::new(5.0, 6.0),
                radius: 7.0,
                update_count: 8,
            },
            is_squeezed: true,
        };
        let mut motions = Motions::default();
        motions.start(2);
        motions.set(1, &motion);
        assert_eq!(
            [0, 1].map(|slot| motions.get(slot)),
            [Motion::default(), motion]
        );
        // Beyond the last slot there are none.
        motions.set(2, &motion);
        assert_eq!(motions.get(2), Motion::default());
        motions.start(1);
        assert_eq!(motions.get(1), Motion::default());
    }
}
