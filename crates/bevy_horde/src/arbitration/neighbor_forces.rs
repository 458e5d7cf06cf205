//! The forces of the rules about neighbors, agent by agent.

use crate::math::velocity_constraint::VelocityConstraint;
use bevy::prelude::*;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The forces of the rules about neighbors in this tick.
///
/// Written in [`SteeringSystems::Behave`](crate::SteeringSystems::Behave), in the order of the
/// cells. The other behaviors' forces are written in the order of the tables.
///
/// By slot and atomic: the search writes from several threads, and knows slots and not the order of
/// the tables. No system reads while it writes.
#[derive(Resource, Default)]
pub(crate) struct NeighborForces {
    /// The force of separation, alignment and cohesion; [`NO_FORCE`] where none of them has one.
    flocking: Vec<[AtomicU32; 2]>,
    avoidance: Vec<PackedAvoidance>,
    /// How many of the two count in this tick; entries behind them are unused.
    flocking_count: usize,
    avoidance_count: usize,
    limits: Vec<Vec<VelocityConstraint>>,
}

/// The avoidance of one agent, as it lies in memory.
#[derive(Default)]
struct PackedAvoidance {
    force: [AtomicU32; 2],
    push_strength: AtomicU32,
    /// The number of limits and, in the lowest bit, whether there is a force.
    limit_count: AtomicU32,
    task: AtomicU32,
    first_limit: AtomicU32,
}

const HAS_FORCE: u32 = 1;
const LIMIT_COUNT_SHIFT: u32 = 1;
/// Means "no force" where an option has no space.
pub(crate) const NO_FORCE: Vec2 = Vec2::NAN;

/// The avoidance of one agent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct AvoidanceForce {
    pub(crate) force: Option<Vec2>,
    /// How much it keeps of its velocity when others push it back, 0 to 1.
    pub(crate) push_strength: f32,
    pub(crate) limits: LimitRange,
}

/// The range of an agent's own limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LimitRange {
    pub(crate) task: u32,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// The output of the rules: forces by slot.
#[derive(Clone, Copy)]
pub(crate) struct ForceSink<'a> {
    flocking: &'a [[AtomicU32; 2]],
    avoidance: &'a [PackedAvoidance],
}

impl NeighborForces {
    /// Clears all forces.
    pub(crate) fn clear(&mut self) {
        (self.flocking_count, self.avoidance_count) = (0, 0);
    }

    /// Starts a tick. Returns the output, in which the caller sets the forces of every agent, and
    /// the limits by task. Avoidance is kept only if any agent `avoids`.
    pub(crate) fn start(
        &mut self,
        agents: usize,
        tasks: usize,
        avoids: bool,
    ) -> (ForceSink<'_>, &mut [Vec<VelocityConstraint>]) {
        self.flocking_count = agents;
        self.avoidance_count = if avoids { agents } else { 0 };
        self.flocking.resize_with(agents, default);
        self.avoidance.resize_with(self.avoidance_count, default);
        if self.limits.len() < tasks {
            self.limits.resize_with(tasks, default);
        }
        let sink = ForceSink {
            flocking: &self.flocking,
            avoidance: &self.avoidance,
        };
        (sink, &mut self.limits[..tasks])
    }

    /// Returns the forces of this tick.
    pub(crate) fn read(&self) -> ForceSource<'_> {
        ForceSource {
            flocking: &self.flocking[..self.flocking_count],
            avoidance: &self.avoidance[..self.avoidance_count],
        }
    }

    /// The limits on an agent's speed toward its neighbors.
    #[inline(always)]
    pub(crate) fn limits(&self, range: LimitRange) -> &[VelocityConstraint] {
        if range.count == 0 {
            return &[];
        }
        let first = range.first as usize;
        &self.limits[range.task as usize][first..first + range.count as usize]
    }
}

/// The forces of this tick.
#[derive(Clone, Copy)]
pub(crate) struct ForceSource<'a> {
    flocking: &'a [[AtomicU32; 2]],
    avoidance: &'a [PackedAvoidance],
}

impl ForceSource<'_> {
    /// Whether separation, alignment or cohesion may have forces in this tick.
    pub(crate) fn has_flocking(&self) -> bool {
        !self.flocking.is_empty()
    }

    /// Whether avoidance may have forces in this tick.
    pub(crate) fn has_avoidance(&self) -> bool {
        !self.avoidance.is_empty()
    }

    /// The force of separation, alignment and cohesion on the agent in a slot.
    #[inline(always)]
    pub(crate) fn flocking(&self, slot: usize) -> Option<Vec2> {
        let force = self.flocking.get(slot).map(unpacked);
        force.filter(|force| !force.x.is_nan())
    }

    /// The avoidance of the agent in a slot.
    #[inline(always)]
    pub(crate) fn avoidance(&self, slot: usize) -> AvoidanceForce {
        let avoidance = self.avoidance.get(slot);
        avoidance.map_or_else(default, PackedAvoidance::unpack)
    }
}

impl ForceSink<'_> {
    /// Sets the force of separation, alignment and cohesion on the agent in a slot, or
    /// [`NO_FORCE`].
    #[inline(always)]
    pub(crate) fn set_flocking(&self, slot: u32, force: Vec2) {
        pack(&self.flocking[slot as usize], force);
    }

    /// Sets the avoidance of the agent in a slot.
    #[inline(always)]
    pub(crate) fn set_avoidance(&self, slot: u32, avoidance: &AvoidanceForce) {
        if let Some(packed) = self.avoidance.get(slot as usize) {
            packed.set(avoidance);
        }
    }
}

impl PackedAvoidance {
    #[inline(always)]
    fn set(&self, avoidance: &AvoidanceForce) {
        let limits = avoidance.limits;
        let has_force = if avoidance.force.is_some() {
            HAS_FORCE
        } else {
            0
        };
        pack(&self.force, avoidance.force.unwrap_or_default());
        self.push_strength
            .store(avoidance.push_strength.to_bits(), Relaxed);
        self.limit_count
            .store(limits.count << LIMIT_COUNT_SHIFT | has_force, Relaxed);
        self.task.store(limits.task, Relaxed);
        self.first_limit.store(limits.first, Relaxed);
    }

    #[inline(always)]
    fn unpack(&self) -> AvoidanceForce {
        let count = self.limit_count.load(Relaxed);
        AvoidanceForce {
            force: (count & HAS_FORCE != 0).then(|| unpacked(&self.force)),
            push_strength: f32::from_bits(self.push_strength.load(Relaxed)),
            limits: LimitRange {
                task: self.task.load(Relaxed),
                first: self.first_limit.load(Relaxed),
                count: count >> LIMIT_COUNT_SHIFT,
            },
        }
    }
}

#[inline(always)]
fn pack(packed: &[AtomicU32; 2], vector: Vec2) {
    packed[0].store(vector.x.to_bits(), Relaxed);
    packed[1].store(vector.y.to_bits(), Relaxed);
}

#[inline(always)]
fn unpacked(packed: &[AtomicU32; 2]) -> Vec2 {
    let [x, y] = packed.each_ref().map(|bits| bits.load(Relaxed));
    Vec2::new(f32::from_bits(x), f32::from_bits(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOCKING: Vec2 = Vec2::new(1.5, -2.5);
    const AVOIDANCE: AvoidanceForce = AvoidanceForce {
        force: Some(Vec2::new(-0.5, 4.0)),
        push_strength: 0.25,
        limits: LimitRange {
            task: 1,
            first: 2,
            count: 3,
        },
    };

    /// The forces on the agent in a slot.
    fn asked(forces: &NeighborForces, slot: usize) -> (Option<Vec2>, AvoidanceForce) {
        let source = forces.read();
        (source.flocking(slot), source.avoidance(slot))
    }

    #[test]
    fn forces_are_read_back() {
        let mut forces = NeighborForces::default();
        let only_limits = AvoidanceForce {
            force: None,
            ..AVOIDANCE
        };
        let (sink, limits) = forces.start(3, 2, true);
        limits[1].extend((0..9).map(|most| VelocityConstraint {
            toward: Vec2::X,
            most: most as f32,
        }));
        sink.set_flocking(2, FLOCKING);
        sink.set_avoidance(2, &AVOIDANCE);
        sink.set_flocking(1, NO_FORCE);
        sink.set_avoidance(1, &only_limits);
        sink.set_flocking(0, NO_FORCE);
        sink.set_avoidance(0, &AvoidanceForce::default());
        assert_eq!(asked(&forces, 2), (Some(FLOCKING), AVOIDANCE));
        let nothing = (None, AvoidanceForce::default());
        assert_eq!(asked(&forces, 1), (None, only_limits));
        assert_eq!(asked(&forces, 0), nothing);
        let kept = forces.limits(only_limits.limits).iter();
        assert_eq!(
            kept.map(|limit| limit.most).collect::<Vec<_>>(),
            [2.0, 3.0, 4.0]
        );
        assert!(forces.limits(LimitRange::default()).is_empty());
        // Beyond the last slot, and after a clear, there are no forces.
        assert_eq!(asked(&forces, 3), nothing);
        forces.clear();
        assert_eq!(asked(&forces, 2), nothing);
    }

    #[test]
    fn where_no_agent_avoids_others_nothing_of_it_is_kept() {
        let mut forces = NeighborForces::default();
        // An agent avoided in the tick before.
        let (sink, _) = forces.start(1, 1, true);
        sink.set_avoidance(0, &AVOIDANCE);
        forces.clear();
        let (sink, _) = forces.start(1, 1, false);
        sink.set_flocking(0, FLOCKING);
        sink.set_avoidance(0, &AVOIDANCE);
        let flocking_alone = (Some(FLOCKING), AvoidanceForce::default());
        assert_eq!(asked(&forces, 0), flocking_alone);
    }
}
