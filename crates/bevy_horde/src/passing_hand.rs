//! The hand to which everybody turns when nothing else decides.

use crate::kernel::vector::Side;
use bevy::prelude::*;

/// The hand to which everybody turns when nothing else decides: on which side head-on agents pass, and on which an
/// obstacle dead ahead is gone round.
///
/// A resource; live-editable. Default [`Right`](Self::Right), as people on foot do in most places. All agents need the same
/// one, or they step into each other's way. [`Whiskers`](crate::behaviors::Whiskers) and
/// [`FollowWall`](crate::behaviors::FollowWall) go along what they meet and do not pass it: they keep a wall that is straight
/// ahead *on* this hand, and so turn to the other one; of two whiskers or walls that are equal the one on this hand decides. A
/// scene in a mirror with the other hand runs mirrored.
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
