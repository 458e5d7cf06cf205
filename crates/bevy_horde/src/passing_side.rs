//! The side that breaks ties.

use crate::space::MovementSpace;
use bevy::prelude::*;
use horde_kernel::math::vector::Side;

/// The side to which agents turn when nothing else decides.
///
/// These come first:
///
/// 1. a side that is set;
/// 2. the side on which an agent has begun to pass;
/// 3. the shorter way;
/// 4. the side to which the agent already heads.
///
/// In oncoming traffic the passing side comes before the shorter way. Agents remember no side of
/// other agents.
///
/// Head-on agents step to this side. An agent goes round an obstacle dead ahead on this side.
///
/// A resource; live-editable, and
/// [`SteeringPlugin::with_passing_side`](crate::SteeringPlugin::with_passing_side) sets it at the
/// start. The default is [`Right`](Self::Right), as people on foot do in most places. All agents
/// need the same side, or they block each other.
///
/// [`Whiskers`](crate::behaviors::Whiskers) and [`FollowWall`](crate::behaviors::FollowWall) go
/// along a wall and do not pass it. They keep a wall that is straight ahead *on* this side, so the
/// agent turns to the other side. Of two equal whiskers or walls, the one on this side counts.
///
/// A mirrored scene with the other side runs mirrored.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default)]
pub enum PassingSide {
    /// Agents keep to the right: each turns to its own right, and has the other on its left.
    #[default]
    Right,
    /// Agents keep to the left: each turns to its own left, and has the other on its right.
    Left,
}

impl PassingSide {
    /// The side, in the coordinates of the plane.
    pub(crate) fn side(self, space: MovementSpace) -> Side {
        space.side(match self {
            Self::Right => Side::Right,
            Self::Left => Side::Left,
        })
    }
}
