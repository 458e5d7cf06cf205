//! Writes the decisions of agents, and clears what they wanted.

use super::CrowdStep;
use super::traces::{Tracing, record_body};
use crate::agent::Steering;
use crate::arbitration::{BehaviorForces, SteeringContributions};
use crate::perception::{AgentIndex, AgentState};
use crate::space::MovementSpace;
use crate::tables::Column;
use crate::trace::SteeringTrace;
use crate::update_interval::HeldDecision;
use bevy::prelude::*;
use horde_kernel::step::decide::Decision;
use horde_kernel::step::held::Held;

/// The accumulators of agents in rows side by side.
pub(super) type Forces<'a> = (
    Option<Column<'a, BehaviorForces>>,
    Option<Column<'a, SteeringContributions>>,
);

/// The results of the tick.
pub(super) struct Scatter<'a> {
    pub(super) index: &'a AgentIndex,
    pub(super) step: &'a CrowdStep,
    pub(super) tracing: Tracing<'a>,
    /// The length of the tick, seconds.
    pub(super) tick: f32,
    pub(super) space: MovementSpace,
}

impl Scatter<'_> {
    /// Writes the decisions of these agents.
    #[inline(always)]
    pub(super) fn write(
        &self,
        (entities, is_agent): (&[Entity], bool),
        states: &[AgentState],
        steering: Column<Steering>,
    ) {
        let agents = entities.iter().zip(states);
        for (mut steering, (entity, state)) in steering.values_mut().zip(agents) {
            let slot = self.index.slot_of(*entity, state);
            let slot = slot.filter(|_| is_agent && state.is_moving());
            match slot {
                Some(slot) => *steering = self.written(&self.step.decisions()[slot]),
                None => steering.set_if_neq(Steering::default()),
            }
        }
    }

    #[inline(always)]
    fn written(&self, decision: &Decision) -> Steering {
        let space = self.space;
        Steering {
            force: space.to_world(decision.force),
            desired_velocity: space.to_world(decision.velocity),
            has_contribution: decision.has_contribution,
            heads_for: decision.heads_for.map(|place| space.to_world(place)),
        }
    }

    /// Keeps the decisions of agents that do not update in every tick.
    pub(super) fn keep(
        &self,
        entities: &[Entity],
        states: &[AgentState],
        held: Column<HeldDecision>,
    ) {
        let agents = entities.iter().zip(states);
        for (mut held, (entity, state)) in held.values_mut().zip(agents) {
            let slot = self.index.slot_of(*entity, state);
            if let Some(slot) = slot.filter(|_| state.is_updating()) {
                let kept = Held::of(state, self.tick, &self.step.decisions()[slot]);
                *held = HeldDecision::new(&kept);
            }
        }
    }

    /// Records how agents came to their forces, and what happened to their bodies.
    pub(super) fn record(
        &self,
        agents: (&[Entity], bool),
        states: &[AgentState],
        forces: &Forces,
        mut traces: Column<SteeringTrace>,
    ) {
        for (row, state) in states.iter().enumerate() {
            let mut trace = traces.get_mut(row);
            self.tracing
                .record((agents.0[row], agents.1), state, (forces, row), &mut trace);
            let slot = self.index.slot_of(agents.0[row], state);
            if let Some(slot) = slot.filter(|_| state.is_moved()) {
                record_body(slot, self.step, &mut trace);
            }
        }
    }
}

/// Clears the accumulators that were written in this tick.
#[inline(always)]
pub(super) fn clear((own, user): Forces) {
    for own in own.into_iter().filter(Column::any_changed) {
        for mut forces in own.values_mut().filter(|forces| forces.is_changed()) {
            *forces.bypass_change_detection() = BehaviorForces::default();
        }
    }
    for user in user.into_iter().filter(Column::any_changed) {
        for mut added in user.values_mut() {
            if added.is_changed() && added.has_contribution() {
                added.clear();
            }
        }
    }
}
