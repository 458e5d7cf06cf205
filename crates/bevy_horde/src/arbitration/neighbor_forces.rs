//! What the rules about neighbours ask for, agent by agent.

use crate::kernel::velocity_limit::VelocityLimit;
use bevy::prelude::*;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What the rules about neighbours ask for in this tick.
///
/// Written in [`SteeringSystems::Behave`](crate::SteeringSystems::Behave), in the order of the cells; apart from the other
/// behaviours' forces, which are written in the order of the tables.
#[derive(Resource, Default)]
pub(crate) struct NeighborForces {
    /// By slot; atomic, for whoever writes knows slots and not the order of the tables. Nobody reads while they are written.
    forces: Vec<PackedForce>,
    limits: Vec<Vec<VelocityLimit>>,
    /// Whether nobody asks for anything.
    is_empty: bool,
}

/// A force as it lies in memory.
#[derive(Default)]
#[repr(align(32))]
struct PackedForce {
    society: [AtomicU32; 2],
    avoidance: [AtomicU32; 2],
    presses_on: AtomicU32,
    flags: AtomicU32,
    chunk: AtomicU32,
    first_limit: AtomicU32,
}

const HAS_SOCIETY: u32 = 1;
const HAS_AVOIDANCE: u32 = 2;
/// The number of limits stands above the flags.
const LIMIT_COUNT_SHIFT: u32 = 2;

/// What one agent's rules about neighbours ask for.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct NeighborForce {
    pub(crate) society: Option<Vec2>,
    pub(crate) avoidance: Option<Vec2>,
    /// How much it presses on when others push it back, 0 to 1.
    pub(crate) presses_on: f32,
    pub(crate) limits: LimitRange,
}

/// Which limits are an agent's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LimitRange {
    pub(crate) chunk: u32,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// Where forces go.
#[derive(Clone, Copy)]
pub(crate) struct ForceSink<'a>(&'a [PackedForce]);

impl NeighborForces {
    /// Nobody asks for anything.
    pub(crate) fn clear(&mut self) {
        self.is_empty = true;
    }

    /// Where the forces of so many agents go, every one of which has to be set, and their limits, by chunk.
    pub(crate) fn start(
        &mut self,
        agents: usize,
        chunks: usize,
    ) -> (ForceSink<'_>, &mut [Vec<VelocityLimit>]) {
        self.is_empty = false;
        self.forces.resize_with(agents, default);
        if self.limits.len() < chunks {
            self.limits.resize_with(chunks, default);
        }
        (ForceSink(&self.forces), &mut self.limits[..chunks])
    }

    /// What the agent in a slot asks for.
    pub(crate) fn of(&self, slot: usize) -> NeighborForce {
        match self.forces.get(slot) {
            Some(force) if !self.is_empty => force.unpack(),
            _ => NeighborForce::default(),
        }
    }

    /// How fast an agent may close in on its neighbours.
    pub(crate) fn limits(&self, range: LimitRange) -> &[VelocityLimit] {
        if range.count == 0 {
            return &[];
        }
        let first = range.first as usize;
        &self.limits[range.chunk as usize][first..first + range.count as usize]
    }
}

impl ForceSink<'_> {
    /// Sets what the agent in a slot asks for.
    pub(crate) fn set(&self, slot: u32, force: &NeighborForce) {
        let packed = &self.0[slot as usize];
        let flag = |force: Option<Vec2>, flag: u32| if force.is_some() { flag } else { 0 };
        let flags = flag(force.society, HAS_SOCIETY)
            | flag(force.avoidance, HAS_AVOIDANCE)
            | force.limits.count << LIMIT_COUNT_SHIFT;
        let (society, avoidance) = (
            force.society.unwrap_or_default(),
            force.avoidance.unwrap_or_default(),
        );
        packed.society[0].store(society.x.to_bits(), Relaxed);
        packed.society[1].store(society.y.to_bits(), Relaxed);
        packed.avoidance[0].store(avoidance.x.to_bits(), Relaxed);
        packed.avoidance[1].store(avoidance.y.to_bits(), Relaxed);
        packed.presses_on.store(force.presses_on.to_bits(), Relaxed);
        packed.flags.store(flags, Relaxed);
        packed.chunk.store(force.limits.chunk, Relaxed);
        packed.first_limit.store(force.limits.first, Relaxed);
    }
}

impl PackedForce {
    fn unpack(&self) -> NeighborForce {
        let flags = self.flags.load(Relaxed);
        let number = |bits: &AtomicU32| f32::from_bits(bits.load(Relaxed));
        let force = |packed: &[AtomicU32; 2], flag: u32| {
            (flags & flag != 0).then(|| Vec2::new(number(&packed[0]), number(&packed[1])))
        };
        NeighborForce {
            society: force(&self.society, HAS_SOCIETY),
            avoidance: force(&self.avoidance, HAS_AVOIDANCE),
            presses_on: number(&self.presses_on),
            limits: LimitRange {
                chunk: self.chunk.load(Relaxed),
                first: self.first_limit.load(Relaxed),
                count: flags >> LIMIT_COUNT_SHIFT,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_read_back() {
        let mut forces = NeighborForces::default();
        let force = NeighborForce {
            society: Some(Vec2::new(1.5, -2.5)),
            avoidance: None,
            presses_on: 0.25,
            limits: LimitRange {
                chunk: 1,
                first: 2,
                count: 3,
            },
        };
        let (sink, limits) = forces.start(2, 2);
        limits[1].extend((0..9).map(|most| VelocityLimit {
            toward: Vec2::X,
            most: most as f32,
        }));
        sink.set(1, &force);
        sink.set(0, &NeighborForce::default());
        assert_eq!(forces.of(1), force);
        assert_eq!(forces.of(0), NeighborForce::default());
        let kept = forces.limits(force.limits).iter().map(|limit| limit.most);
        assert_eq!(kept.collect::<Vec<_>>(), [2.0, 3.0, 4.0]);
        assert!(forces.limits(forces.of(0).limits).is_empty());
        // Beyond the last, and when nobody asks, there is nothing.
        assert_eq!(forces.of(2), NeighborForce::default());
        forces.clear();
        assert_eq!(forces.of(1), NeighborForce::default());
    }
}
