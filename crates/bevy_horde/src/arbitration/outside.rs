//! Contributions that a game writes outside of the stage for them.

use super::SteeringContributions;
use crate::tables::{any_changed, rows_at_once};
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Warns once, about one agent, of contributions that were there before the tick began.
pub(crate) fn name_written_outside(
    // Inputs
    warnings: Res<InputWarnings>,
    agents: Query<(Entity, Ref<SteeringContributions>)>,
    // Local
    mut is_named: Local<bool>,
) {
    if *is_named {
        return;
    }
    let tables = agents.contiguous_iter();
    for (entities, contributions) in tables.expect("contributions lie in tables") {
        for mut rows in rows_at_once(entities.len()) {
            // What was written in the last tick has been combined and cleared.
            if any_changed(&contributions, rows.clone())
                && let Some(row) = rows.find(|row| contributions[*row].has_opinion())
            {
                let check = warnings.of(entities[row], "SteeringContributions");
                check.unusable(
                    "add",
                    "was called outside of SteeringSystems::Behave; each call counts once, in the next tick, however many frames \
                     or ticks there are; add the system to that set, in the plugin's schedule",
                );
                *is_named = true;
                return;
            }
        }
    }
}
