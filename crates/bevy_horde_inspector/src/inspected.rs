//! The agent whose settings the panel edits.

use bevy::prelude::*;

/// The agent with individually edited settings.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InspectedAgent(pub Option<Entity>);
