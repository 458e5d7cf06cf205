//! The system that updates the index.

use super::ObstacleState;
use super::component::Obstacle;
use super::index::{ObstacleIndex, Update};
use super::shape::{Flaw, described};
use crate::agent::{SteeringAgent, Velocity};
use crate::parents::Parents;
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::validation::SteeringWarnings;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

/// Whether there are obstacles, or were in the last tick.
pub(crate) fn obstacles_matter(
    all: Query<(), (With<Obstacle>, With<Transform>)>,
    index: Res<ObstacleIndex>,
) -> bool {
    !index.is_empty() || !all.is_empty()
}

/// Updates the index with obstacles that have appeared, changed, moved or gone.
pub(crate) fn index_obstacles(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    tick: Res<SteeringTick>,
    agents: Query<(), (With<SteeringAgent>, Allow<Disabled>)>,
    warnings: Res<SteeringWarnings>,
    parents: Parents,
    // Output
    mut index: ResMut<ObstacleIndex>,
    mut obstacles: ParamSet<(
        Query<(
            Entity,
            Ref<Obstacle>,
            Ref<Transform>,
            Option<Ref<ChildOf>>,
            Option<Ref<Velocity>>,
            Has<SteeringAgent>,
            Option<&mut ObstacleState>,
        )>,
        Query<&mut ObstacleState, Allow<Disabled>>,
    )>,
) {
    // Obstacles loaded before the first agent count as the oldest.
    let tick = if agents.is_empty() { 0 } else { tick.0 };
    let is_space_changed = space.is_changed();
    let mut all = obstacles.p0();
    // An obstacle that has come to rest changes nothing that tells of it.
    index.update_moving(|entity| {
        let Ok((.., velocity, is_agent, state)) = all.get_mut(entity) else {
            return Vec2::ZERO;
        };
        let velocity = velocity.filter(|_| !is_agent);
        let velocity = velocity.map_or(Vec2::ZERO, |velocity| in_plane(&velocity, *space));
        if let Some(mut state) = state {
            state.bypass_change_detection().velocity = velocity;
        }
        velocity
    });
    let mut visited = 0;
    for (entity, obstacle, transform, parent, velocity, is_agent, mut state) in &mut all {
        let update = index.visit(visited, entity, parent.is_some());
        let is_reshaped = update == Update::New || obstacle.is_changed();
        visited += 1;
        let is_carried = |parent: &Ref<ChildOf>| parent.is_changed() || parents.have_moved(parent);
        let has_new_place = transform.is_changed()
            || update == Update::WithoutParent
            || parent.as_ref().is_some_and(is_carried);
        let has_new_velocity = velocity.as_ref().is_some_and(Ref::is_changed);
        if !(is_reshaped || is_space_changed || has_new_place || has_new_velocity) {
            continue;
        }
        let place = parent.map(|parent| parents.in_world(&transform, &parent));
        let transform = place.as_ref().unwrap_or(&transform);
        let moved = (state.as_ref()).map_or(Vec2::ZERO, |state| state.moved_to(transform, *space));
        let standing_since = state.as_mut().map_or(0, |state| {
            let state = state.bypass_change_detection();
            state.set(&obstacle, is_reshaped, transform, *space, tick);
            state.standing_since
        });
        let flaw = index.put(
            entity,
            &obstacle,
            transform,
            *space,
            is_reshaped,
            standing_since,
        );
        if let Some(flaw) = flaw {
            report(entity, &obstacle, flaw, &warnings);
        }
        let velocity = match velocity {
            // Agents avoid an agent as an agent, not by a step aside.
            _ if is_agent => Vec2::ZERO,
            Some(velocity) => in_plane(&velocity, *space),
            // An obstacle that goes farther than its own length has been put elsewhere.
            None if moved.length() <= index.extent(entity) => moved / time.delta_secs(),
            None => Vec2::ZERO,
        };
        index.set_velocity(entity, velocity);
        if let Some(mut state) = state {
            state.bypass_change_detection().velocity = velocity;
        }
    }
    let gone = index.forget_gone(visited, |entity| all.contains(entity));
    for entity in gone {
        if let Ok(mut state) = obstacles.p1().get_mut(entity) {
            *state = ObstacleState::default();
        }
    }
    index.finish_update();
}

/// The velocity in the plane; zero for one that is not finite.
fn in_plane(velocity: &Velocity, space: MovementSpace) -> Vec2 {
    let velocity = space.to_plane(velocity.0);
    if velocity.is_finite() {
        velocity
    } else {
        Vec2::ZERO
    }
}

#[cold]
fn report(entity: Entity, obstacle: &Obstacle, flaw: Flaw, warnings: &SteeringWarnings) {
    let check = warnings.of(entity, "Obstacle");
    match flaw {
        Flaw::TouchesItself => check.unusable(
            "shape.points",
            "touch or cross themselves, so that there is no certain inside; they are taken for a wall along them",
        ),
        Flaw::RepeatsPoints => {
            check.unusable("shape.points", "repeat; the repetitions are left out");
        }
        Flaw::IsUnusable => check.unusable(
            "shape",
            format_args!(
                "is {}, which is not finite or has no extent where it stands; it is ignored",
                described(&obstacle.shape)
            ),
        ),
    }
}
