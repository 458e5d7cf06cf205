//! The hand to which everybody turns when nothing else decides.

use crate::kernel::vector::Side;
use bevy::prelude::*;

/// The hand to which everybody turns when nothing else decides: on which side head-on agents pass, and on which an
/// obstacle dead ahead is gone round.
///
/// A resource; live-editable. Default [`Right`](Self::Right), as people on foot do in most places. All agents need the same
/// one, or they step into each other's way. `Whiskers` and `FollowWall`, which meet walls and no agents, turn to the left whatever
/// it is.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default)]
pub enum PassingHand {
    /// Everybody turns to the right, and passes others on their left.
    #[default]
    Right,
    /// Everybody turns to the left: a mirror image.
    Left,
}

impl PassingHand {
    pub(crate) fn side(self) -> Side {
        match self {
            Self::Right => Side::Right,
            Self::Left => Side::Left,
        }
    }
}
