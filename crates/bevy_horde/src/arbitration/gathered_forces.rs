//! The forces of agents in rows side by side, collected from all behaviors.

use super::neighbor_forces::ForceSource;
use super::{BehaviorForces, SteeringContributions};
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{Column, ROWS_AT_ONCE};
use crate::tier::Tier;
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::prelude::*;
use horde_kernel::math::lanes::VectorColumn;
use horde_kernel::motion::combine::TIER_COUNT;

/// The forces of agents in rows side by side, row by row. Entries behind the last row are zero.
pub(super) struct GatheredForces {
    pub(super) tiers: [VectorColumn<ROWS_AT_ONCE>; TIER_COUNT],
    pub(super) has_contribution: [bool; ROWS_AT_ONCE],
    /// The places for which agents head.
    pub(super) heads_for: [Option<Vec2>; ROWS_AT_ONCE],
}

impl Default for GatheredForces {
    /// No forces.
    #[inline(always)]
    fn default() -> Self {
        Self {
            tiers: default(),
            has_contribution: [false; ROWS_AT_ONCE],
            heads_for: [None; ROWS_AT_ONCE],
        }
    }
}

impl GatheredForces {
    /// Takes and clears the forces of the plugin's own behaviors. Also takes the forces of the
    /// rules about neighbors.
    #[inline(always)]
    pub(super) fn take_builtin(
        &mut self,
        states: &[AgentState],
        among: ForceSource,
        mut own: Option<Column<BehaviorForces>>,
        mut traces: Option<&mut Column<SteeringTrace>>,
    ) {
        // One check of the change ticks tells that no behavior has contributed.
        let has_own = own.as_ref().is_some_and(Column::any_changed);
        if !has_own && !among.has_avoidance() {
            if among.has_flocking() {
                self.take_flocking(states, among);
            }
            return;
        }
        // In one loop, so that the memory accesses of different components overlap.
        for (number, state) in states.iter().enumerate() {
            let mut tiers = [Vec2::ZERO; TIER_COUNT];
            let mut has_contribution = false;
            if let Some(own) = &mut own
                && own.is_changed(number)
            {
                let mut forces = own.get_mut(number);
                let forces = forces.bypass_change_detection();
                if forces.has_contribution {
                    tiers = forces.sums();
                    has_contribution = true;
                    self.heads_for[number] = forces.heads_for;
                    if let Some(traces) = &mut traces {
                        traces.get_mut(number).goal = forces.goal.map(|goal| goal.position);
                    }
                }
                *forces = BehaviorForces::default();
            }
            if let Some(slot) = state.slot() {
                if let Some(force) = among.flocking(slot) {
                    tiers[Tier::Flocking as usize] += force;
                    has_contribution = true;
                }
                if let Some(force) = among.avoidance(slot) {
                    tiers[Tier::Avoidance as usize] += force;
                    has_contribution = true;
                }
            }
            for (column, tier) in self.tiers.iter_mut().zip(tiers) {
                column.set(number, tier);
            }
            self.has_contribution[number] = has_contribution;
        }
    }

    #[inline(always)]
    fn take_flocking(&mut self, states: &[AgentState], among: ForceSource) {
        let tier = &mut self.tiers[Tier::Flocking as usize];
        for (number, state) in states.iter().enumerate() {
            if let Some(force) = state.slot().and_then(|slot| among.flocking(slot)) {
                tier.set(number, tier.get(number) + force);
                self.has_contribution[number] = true;
            }
        }
    }

    /// Takes and clears the forces of the game's own behaviors.
    #[inline(always)]
    pub(super) fn take_user(
        &mut self,
        entities: &[Entity],
        user: Column<SteeringContributions>,
        space: MovementSpace,
        warnings: &SteeringWarnings,
        mut traces: Option<&mut Column<SteeringTrace>>,
    ) {
        if !user.any_changed() {
            return;
        }
        for (number, mut contributions) in user.values_mut().enumerate() {
            if !(contributions.is_changed() && contributions.has_contribution()) {
                continue;
            }
            let check = warnings.of(entities[number], "SteeringContributions");
            let added = contributions.tiers().map(|force| space.to_plane(force));
            if added.iter().all(|force| force.is_finite()) {
                for (tier, force) in self.tiers.iter_mut().zip(added) {
                    tier.set(number, tier.get(number) + force);
                }
                self.has_contribution[number] = true;
                if let Some(traces) = &mut traces {
                    record_contributions(check.component(), &added, &mut traces.get_mut(number));
                }
            } else {
                report_contributions(check);
            }
            contributions.clear();
        }
    }
}

#[cold]
fn report_contributions(check: FieldCheck) {
    check.unusable("tiers", "holds a force that is not finite; it is dropped");
}

#[cold]
fn record_contributions(name: &'static str, added: &[Vec2; TIER_COUNT], trace: &mut SteeringTrace) {
    for (tier, force) in [Tier::Avoidance, Tier::Flocking, Tier::Goal]
        .into_iter()
        .zip(added)
    {
        if *force != Vec2::ZERO {
            trace.add(name, tier, *force);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Goal, NeighborForces};
    use super::*;
    use crate::perception::Presence;
    use crate::tables::ColumnMut;
    use horde_kernel::avoidance::force::{AvoidanceForce, ConstraintRange};
    use horde_kernel::flocking::rules::NO_FORCE;

    const AVOIDANCE: AvoidanceForce = AvoidanceForce {
        force: Some(Vec2::new(-0.5, 4.0)),
        push_strength: 0.25,
        constraints: ConstraintRange {
            task: 0,
            first: 0,
            count: 0,
        },
    };

    /// Three agents: the first with a goal and flocking, the second with avoidance, the third
    /// without forces.
    fn gather() -> GatheredForces {
        let mut world = World::new();
        world.spawn_batch([(); 3].map(|()| BehaviorForces::default()));
        let mut take = IntoSystem::into_system(|mut own: Query<&mut BehaviorForces>| {
            if let Some(mut first) = own.iter_mut().next() {
                first.of("Test", None).head_for(Goal {
                    position: Vec2::X,
                    preferred_velocity: Vec2::Y,
                    force: Vec2::new(3.0, 0.0),
                    weight: 2.0,
                });
            }
            let mut among = NeighborForces::default();
            let (sink, _) = among.start(3, 1, true);
            sink.set_flocking(0, Vec2::new(1.0, 2.0));
            sink.set_avoidance(0, &AvoidanceForce::default());
            sink.set_flocking(1, NO_FORCE);
            sink.set_avoidance(1, &AVOIDANCE);
            sink.set_flocking(2, NO_FORCE);
            sink.set_avoidance(2, &AvoidanceForce::default());
            let states = [0, 1, 2].map(|slot| AgentState {
                slot,
                presence: Presence::Updating,
                ..default()
            });
            let mut gathered = GatheredForces::default();
            for column in own.contiguous_iter_mut().unwrap() {
                let mut written = ColumnMut::new(column);
                gathered.take_builtin(&states, among.read(), Some(written.column()), None);
            }
            let left = own.iter().filter(|forces| forces.has_contribution).count();
            assert_eq!(left, 0);
            gathered
        });
        take.initialize(&mut world);
        take.run((), &mut world).unwrap()
    }

    #[test]
    fn forces_are_gathered_by_tier() {
        let gathered = gather();
        let tiers = |number: usize| gathered.tiers.each_ref().map(|tier| tier.get(number));
        // A goal's force times its weight.
        let goal = Vec2::new(6.0, 0.0);
        assert_eq!(tiers(0), [Vec2::ZERO, Vec2::new(1.0, 2.0), goal]);
        assert_eq!(tiers(1), [Vec2::new(-0.5, 4.0), Vec2::ZERO, Vec2::ZERO]);
        assert_eq!(tiers(2), [Vec2::ZERO; TIER_COUNT]);
        assert_eq!(gathered.has_contribution[..3], [true, true, false]);
    }
}
