//! The agent whose settings the panel edits.

use bevy::prelude::*;

/// The agent that the panel shows and edits alone; `None`: no agent.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InspectedAgent(pub Option<Entity>);
