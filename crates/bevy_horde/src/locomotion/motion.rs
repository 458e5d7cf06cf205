//! What a move hands on to the end of the tick.

use super::open_disc::OpenDisc;
use bevy::prelude::*;

/// Where a solid body is going to be at the end of the tick, in steering coordinates.
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
pub struct Motion {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    /// Where the body looks while it stands: one whose turns are limited turns on the spot to go back.
    pub(crate) heading: Vec2,
    /// What the position has lost to rounding.
    pub(crate) remainder: Vec2,
    /// Where no obstacle is in its way.
    pub(super) open: OpenDisc,
}

/// How much of its velocity a body keeps when another pushes it back, 0 to 1.
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
pub struct Pressing(pub(crate) f32);
