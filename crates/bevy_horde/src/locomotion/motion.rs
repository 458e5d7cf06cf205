//! The results of moves, for the end of the tick.

use bevy::prelude::*;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use horde_kernel::solidity::advance::Motion;
use horde_kernel::solidity::clearance_cache::ClearanceCache;

/// The motions of solid bodies by slot; empty where no agent is solid.
///
/// An array and no component, so that crowds without solid agents need no memory for it. Atomic,
/// because tasks write in the order of the tables. No two tasks use one slot while they write.
#[derive(Default)]
pub(super) struct Motions(Vec<PackedMotion>);

type PackedMotion = [AtomicU32; 13];

impl Motions {
    /// Resizes the memory to `count` slots. The free space of a slot stays known even if another
    /// agent has the slot now: it does not depend on the agent, and a dead end names its agent.
    pub(super) fn start(&mut self, count: usize) {
        self.0.resize_with(count, default);
    }

    /// The motion of the agent in a slot.
    #[inline(always)]
    pub(super) fn get(&self, slot: usize) -> Motion {
        self.0.get(slot).map_or_else(default, |words| Motion {
            position: vector(words, 0),
            velocity: vector(words, 2),
            heading: vector(words, 4),
            remainder: vector(words, 6),
            open: open(words),
            is_squeezed: is_squeezed(words),
        })
    }

    /// The position of [`get`](Self::get) alone.
    // The compiler never leaves out an atomic load, so each caller reads only what it needs.
    #[inline(always)]
    pub(super) fn position(&self, slot: usize) -> Vec2 {
        self.0
            .get(slot)
            .map_or(Vec2::ZERO, |words| vector(words, 0))
    }

    /// The free space of [`get`](Self::get) alone.
    #[inline(always)]
    pub(super) fn open(&self, slot: usize) -> ClearanceCache {
        self.0.get(slot).map_or_else(default, open)
    }

    /// Whether the body in a slot is squeezed.
    pub(super) fn is_squeezed(&self, slot: usize) -> bool {
        self.0.get(slot).is_some_and(is_squeezed)
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
        words[11].store(motion.open.stamp, Relaxed);
        words[12].store(u32::from(motion.is_squeezed), Relaxed);
    }
}

#[inline(always)]
fn vector(words: &PackedMotion, x: usize) -> Vec2 {
    let number = |number: usize| f32::from_bits(words[number].load(Relaxed));
    Vec2::new(number(x), number(x + 1))
}

#[inline(always)]
fn open(words: &PackedMotion) -> ClearanceCache {
    ClearanceCache {
        center: vector(words, 8),
        radius: f32::from_bits(words[10].load(Relaxed)),
        stamp: words[11].load(Relaxed),
    }
}

fn is_squeezed(words: &PackedMotion) -> bool {
    words[12].load(Relaxed) != 0
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
                stamp: 8,
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
        assert_eq!(motions.position(1), motion.position);
        assert_eq!(motions.open(1), motion.open);
        assert_eq!([0, 1].map(|slot| motions.is_squeezed(slot)), [false, true]);
        // Beyond the last slot there are no motions.
        motions.set(2, &motion);
        assert_eq!(motions.get(2), Motion::default());
        assert_eq!(motions.position(2), Vec2::ZERO);
        assert_eq!(motions.open(2), ClearanceCache::default());
        assert!(!motions.is_squeezed(2));
        motions.start(1);
        assert_eq!(motions.get(1), Motion::default());
    }
}
