//! Warnings about forces and goals that a game sets outside of the stage for them.

use super::{SteeringContributions, SteeringGoal};
use crate::perception::AgentState;
use crate::tables::{any_changed, rows_at_once};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;

/// A component that a game writes in a stage, and the plugin takes in the same tick.
pub(crate) trait Accumulator: Component {
    /// The name of the component, and that of the method that writes it.
    const NAMES: (&'static str, &'static str);
    /// The stage in which games write it.
    const STAGE: &'static str;

    fn has_contribution(&self) -> bool;
}

impl Accumulator for SteeringContributions {
    const NAMES: (&'static str, &'static str) = ("SteeringContributions", "add");
    const STAGE: &'static str = "SteeringSystems::Behave";

    fn has_contribution(&self) -> bool {
        self.has_contribution()
    }
}

impl Accumulator for SteeringGoal {
    const NAMES: (&'static str, &'static str) = ("SteeringGoal", "set");
    const STAGE: &'static str = "SteeringSystems::Goals";

    fn has_contribution(&self) -> bool {
        self.goal.is_some()
    }
}

/// Warns once, about one agent, of values written before the tick.
pub(crate) fn name_written_outside<A: Accumulator>(
    // Inputs
    warnings: Res<SteeringWarnings>,
    agents: Query<(Entity, Ref<A>), With<AgentState>>,
    // Local
    mut is_named: Local<bool>,
) {
    if *is_named {
        return;
    }
    let tables = agents.contiguous_iter();
    for (entities, written) in tables.expect("accumulators lie in tables") {
        for mut rows in rows_at_once(entities.len()) {
            // The last tick has cleared its values, so what is left was written since.
            if any_changed(&written, rows.clone())
                && let Some(row) = rows.find(|row| written[*row].has_contribution())
            {
                let (component, method) = A::NAMES;
                warnings.of(entities[row], component).unusable(
                    method,
                    format_args!(
                        "was called outside of {}; it counts once, in the next tick, however many frames or ticks there are; \
                         add the system to that set, in the plugin's schedule",
                        A::STAGE
                    ),
                );
                *is_named = true;
                return;
            }
        }
    }
}
