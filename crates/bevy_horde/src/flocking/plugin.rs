//! Registers the types of the flocking rules; their system is `steer_among_neighbors`.

use super::ResolvedRules;
use super::components::Flock;
use crate::agent::require;
use bevy::prelude::*;

/// Adds the flocking rules.
pub(crate) struct FlockingPlugin;

impl Plugin for FlockingPlugin {
    fn build(&self, app: &mut App) {
        require::<ResolvedRules>(app);
        // This also registers the types of its fields, the components of the rules.
        app.register_type::<Flock>();
    }
}
