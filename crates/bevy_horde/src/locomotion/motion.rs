//! The result of a move, for the end of the tick.

use super::clearance_cache::ClearanceCache;
use crate::perception::AgentState;
use bevy::prelude::*;

/// The end of a solid body's move in this tick, in steering coordinates.
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
pub struct Motion {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    /// The direction of a standing body; with a limited turn rate it turns on the spot to go back.
    pub(crate) heading: Vec2,
    /// The rounding error of the position.
    pub(crate) remainder: Vec2,
    /// Free space around the body.
    pub(super) open: ClearanceCache,
    /// Whether it overlaps an obstacle without a way out.
    pub(crate) is_squeezed: bool,
}

impl Motion {
    /// Whether the agent's body is squeezed in this tick. A body that did not move in this tick
    /// keeps the motion of an earlier one, which does not count.
    pub(crate) fn is_squeezed_now(&self, state: &AgentState) -> bool {
        self.is_squeezed && state.solid && state.is_moving()
    }
}
