//! The types of the flocking rules; their system is `steer_among_neighbors`.

use super::FlockRules;
use super::components::Flock;
use crate::agent::require;
use bevy::prelude::*;

/// Adds the flocking rules.
pub(crate) struct FlockingPlugin;

impl Plugin for FlockingPlugin {
    fn build(&self, app: &mut App) {
        require::<FlockRules>(app);
        // With it the components of its rules, which are its fields.
        app.register_type::<Flock>();
    }
}
