//! The forces of the rules about neighbors, agent by agent.

use bevy::prelude::*;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use horde_kernel::avoidance::force::AvoidanceForce;
use horde_kernel::avoidance::velocity_constraint::VelocityConstraint;

/// The forces of the rules about neighbors in this tick.
///
/// Written in [`SteeringSystems::Behave`](crate::SteeringSystems::Behave), in the order of the
/// cells. The other behaviors' forces are written in the order of the tables.
///
/// The forces are indexed by slot. They are atomic, because several threads write them, in no order
/// of slots. No system reads them meanwhile.
#[derive(Resource, Default)]
pub(crate) struct NeighborForces {
    /// The force of separation, alignment and cohesion;
    /// [`NO_FORCE`](horde_kernel::flocking::rules::NO_FORCE) where none of them has one.
    flocking: Vec<[AtomicU32; 2]>,
    avoidance: Vec<PackedAvoidance>,
    /// The number of entries of `flocking` in use in this tick; later entries are stale.
    flocking_count: usize,
    avoidance_count: usize,
    constraints: Vec<Vec<VelocityConstraint>>,
}

/// The avoidance of one agent, as it lies in memory.
#[derive(Default)]
struct PackedAvoidance {
    force: [AtomicU32; 2],
    push_strength: AtomicU32,
    /// The number of constraints and, in the lowest bit, whether there is a force.
    constraint_count: AtomicU32,
    task: AtomicU32,
    first_constraint: AtomicU32,
}

const HAS_FORCE: u32 = 1;
const CONSTRAINT_COUNT_SHIFT: u32 = 1;

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
    /// one list of constraints for each task. Avoidance is kept only if any agent `avoids`.
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
        if self.constraints.len() < tasks {
            self.constraints.resize_with(tasks, default);
        }
        let sink = ForceSink {
            flocking: &self.flocking,
            avoidance: &self.avoidance,
        };
        (sink, &mut self.constraints[..tasks])
    }

    /// Returns the forces of this tick.
    pub(crate) fn read(&self) -> ForceSource<'_> {
        ForceSource {
            flocking: &self.flocking[..self.flocking_count],
            avoidance: &self.avoidance[..self.avoidance_count],
            constraints: &self.constraints,
        }
    }
}

/// The forces of this tick.
#[derive(Clone, Copy)]
pub(crate) struct ForceSource<'a> {
    flocking: &'a [[AtomicU32; 2]],
    avoidance: &'a [PackedAvoidance],
    constraints: &'a [Vec<VelocityConstraint>],
}

impl<'a> ForceSource<'a> {
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

    /// The force of avoidance on the agent in a slot.
    #[inline(always)]
    pub(crate) fn avoidance(&self, slot: usize) -> Option<Vec2> {
        let avoidance = self.avoidance.get(slot)?;
        let has_force = avoidance.constraint_count.load(Relaxed) & HAS_FORCE != 0;
        has_force.then(|| unpacked(&avoidance.force))
    }

    /// How much the agent in a slot keeps of its velocity when others push it back, 0 to 1.
    #[inline(always)]
    pub(crate) fn push_strength(&self, slot: usize) -> f32 {
        let avoidance = self.avoidance.get(slot);
        avoidance.map_or(0.0, |avoidance| {
            f32::from_bits(avoidance.push_strength.load(Relaxed))
        })
    }

    /// The constraints of the velocity of the agent in a slot toward its neighbors.
    #[inline(always)]
    pub(crate) fn constraints(&self, slot: usize) -> &'a [VelocityConstraint] {
        let Some(avoidance) = self.avoidance.get(slot) else {
            return &[];
        };
        let count = (avoidance.constraint_count.load(Relaxed) >> CONSTRAINT_COUNT_SHIFT) as usize;
        if count == 0 {
            return &[];
        }
        let first = avoidance.first_constraint.load(Relaxed) as usize;
        &self.constraints[avoidance.task.load(Relaxed) as usize][first..first + count]
    }
}

impl ForceSink<'_> {
    /// Sets the force of separation, alignment and cohesion on the agent in a slot, or
    /// [`NO_FORCE`](horde_kernel::flocking::rules::NO_FORCE).
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
        let constraints = avoidance.constraints;
        let has_force = if avoidance.force.is_some() {
            HAS_FORCE
        } else {
            0
        };
        pack(&self.force, avoidance.force.unwrap_or_default());
        self.push_strength
            .store(avoidance.push_strength.to_bits(), Relaxed);
        self.constraint_count.store(
            constraints.count << CONSTRAINT_COUNT_SHIFT | has_force,
            Relaxed,
        );
        self.task.store(constraints.task, Relaxed);
        self.first_constraint.store(constraints.first, Relaxed);
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
    use horde_kernel::avoidance::force::ConstraintRange;
    use horde_kernel::flocking::rules::NO_FORCE;

    const FLOCKING: Vec2 = Vec2::new(1.5, -2.5);
    const AVOIDANCE: AvoidanceForce = AvoidanceForce {
        force: Some(Vec2::new(-0.5, 4.0)),
        push_strength: 0.25,
        constraints: ConstraintRange {
            task: 1,
            first: 2,
            count: 3,
        },
    };

    /// The results for the agent in a slot: both forces, the push strength and the speeds of the
    /// constraints.
    type Results = (Option<Vec2>, Option<Vec2>, f32, Vec<f32>);
    const NOTHING: Results = (None, None, 0.0, Vec::new());

    fn results(forces: &NeighborForces, slot: usize) -> Results {
        let source = forces.read();
        let (flocking, avoidance) = (source.flocking(slot), source.avoidance(slot));
        let constraints = source
            .constraints(slot)
            .iter()
            .map(|constraint| constraint.max_speed);
        let push_strength = source.push_strength(slot);
        (flocking, avoidance, push_strength, constraints.collect())
    }

    #[test]
    fn forces_are_read_back() {
        let mut forces = NeighborForces::default();
        let only_constraints = AvoidanceForce {
            force: None,
            ..AVOIDANCE
        };
        let without_constraints = AvoidanceForce {
            constraints: ConstraintRange::default(),
            ..AVOIDANCE
        };
        let (sink, constraints) = forces.start(4, 2, true);
        constraints[1].extend((0..9).map(|max_speed| VelocityConstraint {
            toward: Vec2::X,
            max_speed: max_speed as f32,
        }));
        sink.set_flocking(3, NO_FORCE);
        sink.set_avoidance(3, &without_constraints);
        sink.set_flocking(2, FLOCKING);
        sink.set_avoidance(2, &AVOIDANCE);
        sink.set_flocking(1, NO_FORCE);
        sink.set_avoidance(1, &only_constraints);
        sink.set_flocking(0, NO_FORCE);
        sink.set_avoidance(0, &AvoidanceForce::default());
        let constraints = || vec![2.0, 3.0, 4.0];
        assert_eq!(results(&forces, 3), (None, AVOIDANCE.force, 0.25, vec![]));
        assert_eq!(
            results(&forces, 2),
            (Some(FLOCKING), AVOIDANCE.force, 0.25, constraints())
        );
        assert_eq!(results(&forces, 1), (None, None, 0.25, constraints()));
        assert_eq!(results(&forces, 0), NOTHING);
        // Beyond the last slot, and after a clear, there are no forces.
        assert_eq!(results(&forces, 4), NOTHING);
        forces.clear();
        assert_eq!(results(&forces, 2), NOTHING);
    }

    #[test]
    fn where_no_agent_avoids_others_nothing_of_it_is_kept() {
        let mut forces = NeighborForces::default();
        // In the tick before, the agent avoided others.
        let (sink, _) = forces.start(1, 1, true);
        sink.set_avoidance(0, &AVOIDANCE);
        forces.clear();
        let (sink, _) = forces.start(1, 1, false);
        sink.set_flocking(0, FLOCKING);
        sink.set_avoidance(0, &AVOIDANCE);
        let flocking_alone = (Some(FLOCKING), None, 0.0, vec![]);
        assert_eq!(results(&forces, 0), flocking_alone);
    }
}
