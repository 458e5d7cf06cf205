//! Who sees whom past obstacles, and what becomes of those out of sight.

mod hidden_targets;
mod neighbors;
mod repeatable;
mod settings;
mod slow_twin;

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::agent_id::AgentId;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

/// Sees neighbours only in sight, and makes this of a hidden target.
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

/// What the agent was asked to do in the last tick, nothing included.
fn opinion(app: &App, agent: Entity) -> Option<Vec2> {
    has_opinion(app, agent).then(|| force(app, agent))
}
