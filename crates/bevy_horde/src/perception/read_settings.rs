//! Checks the settings in `SteeringAgent` and `Facing` when they have changed.

use super::state::AgentState;
use crate::agent::{Facing, SpeedFactor, SteeringAgent};
use crate::tables::{ColumnMut, ColumnRef, ROWS_AT_ONCE, Version, Versioned, rows_at_once};
use crate::validation::SteeringWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::prelude::*;
use horde_kernel::motion::integrate::STANDING_SPEED;
use horde_kernel::step::agent::Agent;

/// The settings that were checked last: their version, and whether there was a `SpeedFactor`, and
/// a `Facing`.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SettingsVersion(Version, (bool, bool));

/// Checks the settings of agents that have changed since the last check. A state counts as changed
/// when the radius or the largest speed differs, because rules are resolved with these two.
pub(crate) fn read_settings(
    // Inputs
    warnings: Res<SteeringWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        Ref<SteeringAgent>,
        Option<Ref<SpeedFactor>>,
        Option<Ref<Facing>>,
        &mut SettingsVersion,
        &mut AgentState,
    )>,
) {
    let tables = agents.contiguous_iter_mut();
    for (entities, settings, factors, facings, known, states) in
        tables.expect("every component lies in tables")
    {
        let settings = ColumnRef::new(settings);
        let factors = factors.map(ColumnRef::new);
        let facings = facings.map(ColumnRef::new);
        let has = (factors.is_some(), facings.is_some());
        let (known, _) = ContiguousMut::bypass_change_detection_split(known);
        let mut states = ColumnMut::new(states);
        let mut states = states.column();
        for rows in rows_at_once(entities.len()) {
            let mut versions = [0; ROWS_AT_ONCE];
            settings.add_versions(rows.clone(), &mut versions);
            factors.add_versions(rows.clone(), &mut versions);
            facings.add_versions(rows.clone(), &mut versions);
            states.add_versions(rows.clone(), &mut versions);
            let pairs = known[rows.clone()].iter().zip(&versions);
            // No early end: hardly any row changes.
            if pairs.fold(true, |are, (known, version)| {
                are & (known.0 == *version) & (known.1 == has)
            }) {
                continue;
            }
            for (row, version) in rows.zip(versions) {
                if known[row] == SettingsVersion(version, has) {
                    continue;
                }
                let before = *states.get(row);
                let factor = factors.as_ref().map(|factors| factors.get(row));
                let facing = facings.as_ref().map(|facings| *facings.get(row));
                let settings_of_row = (settings.get(row), factor, facing.unwrap_or_default());
                let state = checked(entities[row], settings_of_row, &warnings, before);
                let is_same =
                    (state.body_radius, state.max_speed) == (before.body_radius, before.max_speed);
                if is_same {
                    *states.get_mut(row).bypass_change_detection() = state;
                } else {
                    *states.get_mut(row) = state;
                }
                let mut version = [0; ROWS_AT_ONCE];
                settings.add_versions(row..row + 1, &mut version);
                factors.add_versions(row..row + 1, &mut version);
                facings.add_versions(row..row + 1, &mut version);
                states.add_versions(row..row + 1, &mut version);
                known[row] = SettingsVersion(version[0], has);
            }
        }
    }
}

fn checked(
    entity: Entity,
    (agent, factor, facing): (&SteeringAgent, Option<&SpeedFactor>, Facing),
    warnings: &SteeringWarnings,
    before: AgentState,
) -> AgentState {
    let factor = factor.map_or(1.0, |factor| {
        let check = warnings.of(entity, "SpeedFactor");
        check.at_least_zero("0", factor.0, 1.0)
    });
    // At most the largest number, or the product could be infinite.
    let times_factor = |number: f32| (number * factor).min(f32::MAX);
    let check = warnings.of(entity, "SteeringAgent");
    let max_speed = check.at_least_zero("max_speed", agent.max_speed, 0.0);
    let facing_check = warnings.of(entity, "Facing");
    let slow = facing_check.part("slow_speed", facing.slow_speed, Facing::DEFAULT.slow_speed);
    AgentState(Agent {
        body_radius: check.at_least_zero("body_radius", agent.body_radius, 0.0),
        max_speed: times_factor(max_speed),
        slow_part: (slow.max(STANDING_SPEED) * f32::from(u16::MAX)) as u16,
        max_force: times_factor(check.at_least_zero("max_force", agent.max_force, 0.0)),
        mass: check.above_zero("mass", agent.mass, 1.0),
        max_turn_rate: check.at_least_zero_or_infinite(
            "max_turn_rate",
            agent.max_turn_rate,
            f32::INFINITY,
        ),
        solid: agent.solid,
        combine: agent.combine,
        ..before.0
    })
}
