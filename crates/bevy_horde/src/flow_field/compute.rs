//! The system that computes flow fields.

use super::component::FlowField;
use super::kept::DiscardedCosts;
use super::slow_bodies::slow_bodies;
use super::state::FlowFieldState;
use crate::obstacle::ObstacleIndex;
use crate::parents::Parents;
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::space::MovementSpace;
use crate::target::Target;
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use core::cell::OnceCell;

/// Brings all costs to what a load has put into the fields.
pub(crate) fn restore_costs(mut fields: Query<&mut FlowFieldState>) {
    for mut state in &mut fields {
        state.restore_costs();
    }
}

/// Computes some cells of every flow field.
pub(crate) fn compute_flow_fields(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    transforms: Query<(&Transform, Option<&ChildOf>)>,
    parents: Parents,
    agents: Query<(&AgentState, Option<&Settled>)>,
    // Output
    mut discarded: ResMut<DiscardedCosts>,
    mut fields: Query<(Entity, Ref<FlowField>, &mut FlowFieldState)>,
) {
    // Collected only if a field asks, and once for all fields.
    let bodies = OnceCell::new();
    for (entity, settings, mut state) in &mut fields {
        let check = warnings.of(entity, "FlowField");
        let place = |target: Target| match target {
            Target::Entity(entity) => {
                let Ok((own, parent)) = transforms.get(entity) else {
                    check.gone("goals", entity);
                    return None;
                };
                let place = parent.map(|parent| parents.in_world(own, parent));
                let transform = place.as_ref().unwrap_or(own);
                Some(space.to_plane(transform.translation))
            }
            Target::NearestOf(_) => {
                check.unusable(
                    "goals",
                    "have the nearest of a group, but a field is at no place; it is left out; \
                     set an entity or a place",
                );
                None
            }
            Target::Point(_) | Target::PlanePoint(_) => target.fixed_place(*space),
        };
        let goals = settings.goals.iter();
        let goals = goals.filter_map(|goal| {
            let goal = goal.resolve(place)?;
            if goal.resolved().is_none() {
                check.unusable(
                    "goals",
                    "are not all finite, with a size of at least 0; one is left out",
                );
                return None;
            }
            Some(goal)
        });
        let goals = goals.collect();
        // Not `is_changed`: the field may have been hidden from the last run of this system.
        let made_from = Some(settings.last_changed());
        if state.made_from != made_from {
            state.set_settings(&settings, check);
            state.made_from = made_from;
        }
        state.adopt_costs(&mut discarded);
        state.advance(goals, &obstacles, time.delta_secs(), || {
            bodies.get_or_init(|| slow_bodies(agents.iter()))
        });
    }
}

/// Costs that no field has taken over by now fit none.
pub(crate) fn forget_discarded_costs(mut discarded: ResMut<DiscardedCosts>) {
    discarded.0.clear();
}
