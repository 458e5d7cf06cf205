//! Registers the types of avoidance; its systems are `steer_among_neighbors` and
//! `yield_right_of_way`.

use super::{AvoidAgents, YieldState};
use bevy::prelude::*;

/// Adds avoidance of agents.
pub(crate) struct AvoidancePlugin;

impl Plugin for AvoidancePlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<(AvoidAgents, YieldState)>();
    }
}
