//! Each behavior acts when its documentation says so, and has the documented effect.

mod agents_in_the_way;
mod behind_doors;
mod chases;
mod contain;
mod detour_traces;
mod detours;
mod enclosed;
mod follow_wall;
mod follow_wall_around_shapes;
mod goals_among_obstacles;
mod groups;
mod hiding_places;
mod obstacles_in_the_way;
mod own_places;
mod passing_side;
mod right_of_way;
mod settled;
mod settling;
mod single;
mod waiting;

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::DetourState;
use bevy_horde::prelude::*;

/// Body radius 0.5, speed 5, force 15.
fn agent() -> SteeringAgent {
    SteeringAgent::default()
}

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// The force on a single agent in its first tick; `None` if the behavior is inactive.
fn first_force(velocity: Vec2, behavior: impl Bundle) -> Option<Vec2> {
    let mut app = app();
    let agent = spawn(
        &mut app,
        (agent(), moving(velocity.x, velocity.y), behavior),
    );
    app.update();
    has_contribution(&app, agent).then(|| force(&app, agent))
}

/// The least distance between the body and the edge of a circle during `ticks`.
fn least_clearance(app: &mut App, agent: Entity, circle: (Vec2, f32), ticks: usize) -> f32 {
    let radius = get::<SteeringAgent>(app, agent).body_radius;
    let mut least = f32::INFINITY;
    for _ in 0..ticks {
        app.update();
        least = least.min(place(app, agent).distance(circle.0) - circle.1 - radius);
    }
    least
}
