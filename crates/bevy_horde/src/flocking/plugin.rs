//! The types of the flocking rules; their system is `steer_among_neighbors`.

use super::{Alignment, Cohesion, Flock, FlockRules, Separation};
use crate::agent::require;
use bevy::prelude::*;

/// Adds the flocking rules.
pub(crate) struct FlockingPlugin;

impl Plugin for FlockingPlugin {
    fn build(&self, app: &mut App) {
        require::<FlockRules>(app);
        app.register_type::<(Separation, Alignment, Cohesion, Flock)>();
    }
}
