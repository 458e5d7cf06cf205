//! What a move hands on to the end of the tick.

use super::open_disc::OpenDisc;
use crate::trace::SteeringTrace;
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
    /// Whether it overlaps an obstacle that it has no way out of.
    pub(crate) is_squeezed: bool,
}

/// How much of its velocity a body keeps when another pushes it back, 0 to 1.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[reflect(Component, Default)]
pub struct Pressing(pub(crate) f32);

/// Tells the traces which bodies are squeezed.
pub(crate) fn record_squeezed(mut agents: Query<(&Motion, &mut SteeringTrace)>) {
    for (motion, mut trace) in &mut agents {
        trace.is_squeezed = motion.is_squeezed;
    }
}
