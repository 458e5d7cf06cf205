//! Lines of sight past obstacles: hidden neighbors and hidden targets.

mod hidden_targets;
mod last_seen;
mod many_members;
mod neighbors;
mod repeatable;
mod settings;
mod slow_reference;
mod view_of_targets;

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::agent_id::AgentId;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

/// The line of sight of an agent that perceives only neighbors in sight, and treats a hidden target
/// as `hidden_target` says.
fn sees(hidden_target: HiddenTarget) -> LineOfSight {
    LineOfSight {
        hidden_target,
        ..default()
    }
}

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// A wall across the x axis at `x`, ten units to each side.
fn wall_at(app: &mut App, x: f32) -> Entity {
    let wall = Obstacle::segment(Vec2::new(x, -10.0), Vec2::new(x, 10.0));
    spawn(app, wall)
}

/// The force of the last tick; `None` if no behavior was active.
fn steering_force(app: &App, agent: Entity) -> Option<Vec2> {
    has_contribution(app, agent).then(|| force(app, agent))
}
