//! Going along a wall at a distance.
//!
//! The wall that decides counts as the flat surface that touches it at its nearest point. The body
//! goes along that surface, turned toward it or away from it in proportion to the error of the gap.

use super::vector::Side;
use bevy::math::{Vec2, ops};

/// The largest turn from the way along a wall toward it or away from it, radians.
const LARGEST_TURN: f32 = 1.0;
/// By this factor a gap that is too small is corrected sooner than one that is too large.
const HASTE: f32 = 6.0;
/// Cosine of the largest turn round an outer corner that begins before the body is there: a little
/// more than square.
const SHARPEST_LEAD: f32 = -0.2;
/// Headings that leave less than this of their length along a surface lead straight at it.
const STRAIGHT_AT: f32 = 1e-3;

/// A wall, as the flat surface that it is to a body beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surface {
    /// A place on it.
    pub point: Vec2,
    /// The unit normal, toward the body.
    pub normal: Vec2,
}

impl Surface {
    /// The unit vector along the surface for a body that keeps it on `side`.
    pub fn along(&self, side: Side) -> Vec2 {
        side.of(self.normal)
    }

    /// The distance of `position` from the surface, negative behind it.
    pub fn height(&self, position: Vec2) -> f32 {
        (position - self.point).dot(self.normal)
    }

    /// The side on which a body that heads along `heading` has the surface; straight at it, the
    /// `hand`.
    pub fn side_for(&self, heading: Vec2, passing_side: Side) -> Side {
        Side::containing(self.normal, heading, STRAIGHT_AT).unwrap_or(passing_side)
    }

    /// Where a body will be after `time` when it does not go into the surface.
    pub fn place_after(&self, position: Vec2, velocity: Vec2, time: f32) -> Vec2 {
        let sinking = velocity.dot(self.normal).min(0.0);
        position + (velocity - self.normal * sinking) * time
    }
}

/// How a wall is followed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WallFollowing {
    /// The hand on which the wall is.
    pub side: Side,
    /// The distance to keep from the center of the body to the surface, world units.
    pub clearance: f32,
    /// How far ahead the gap is reckoned, seconds.
    pub horizon: f32,
    /// The length of way on which an error of the gap is corrected, world units.
    pub mending_distance: f32,
}

impl WallFollowing {
    /// The direction to go, for a body that has `surface` beside it and wants to go along the unit
    /// vector `along`.
    ///
    /// The error of the gap is the one after `horizon` at this velocity. So a body that can turn
    /// its velocity within that time corrects it without swinging.
    pub fn direction(
        &self,
        surface: &Surface,
        along: Vec2,
        position: Vec2,
        velocity: Vec2,
    ) -> Vec2 {
        let coming = surface.height(position) + velocity.dot(surface.normal) * self.horizon;
        let error = coming - self.clearance;
        let haste = if error < 0.0 { HASTE } else { 1.0 };
        let turn = (haste * error / self.mending_distance).clamp(-LARGEST_TURN, LARGEST_TURN);
        let (sine, cosine) = (ops::sin(turn), ops::cos(turn));
        self.side.of(along) * sine + along * cosine
    }

    /// The way along a wall that bends. `ahead` is the way along it where the body will soon be.
    ///
    /// Only a turn toward the wall begins ahead of its place. A turn off the wall follows from the
    /// wall in front.
    pub fn led(&self, along: Vec2, ahead: Vec2) -> Vec2 {
        let is_toward_wall = self.side.of(along).dot(ahead) > 0.0;
        if is_toward_wall && along.dot(ahead) > SHARPEST_LEAD {
            ahead
        } else {
            along
        }
    }
}

#[cfg(test)]
mod tests;
