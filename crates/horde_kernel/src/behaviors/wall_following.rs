//! Moves along a wall at a distance.
//!
//! The tangent plane at the nearest point approximates the wall. The body moves along that plane.
//! It turns toward the plane or away from it in proportion to the error of the gap.

use crate::math::portable::unit_at;
use crate::math::vector::Side;
use crate::obstacles::side::{HEAD_ON, SidePreferences, choose_side};
use glam::Vec2;

/// The largest turn from the wall direction toward the wall or away from it, radians.
const LARGEST_TURN: f32 = 1.0;
/// The correction gain of a gap that is too small, relative to one that is too large.
const TOO_NEAR_GAIN: f32 = 6.0;
/// Cosine of the largest turn around an outer corner that a body starts before the corner; slightly
/// more than a right angle.
const SHARPEST_LEAD: f32 = -0.2;

/// A wall, as the plane that approximates it near the body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surface {
    /// A point on the plane.
    pub point: Vec2,
    /// The unit normal, toward the body.
    pub normal: Vec2,
}

impl Surface {
    /// The unit vector along the surface for a body that keeps it on `side`.
    #[inline]
    pub fn along(&self, side: Side) -> Vec2 {
        side.of(self.normal)
    }

    /// The distance of `position` from the surface, negative behind it.
    #[inline]
    pub fn height(&self, position: Vec2) -> f32 {
        (position - self.point).dot(self.normal)
    }

    /// The side on which a body that moves along `heading` keeps the surface: see [`choose_side`].
    #[inline]
    pub fn side_for(&self, heading: Vec2, preferences: &SidePreferences) -> Side {
        let preferences = SidePreferences {
            heading: Side::containing(self.normal, heading, HEAD_ON),
            ..*preferences
        };
        choose_side(&preferences, None, None)
    }

    /// The position of a body after `time` seconds if it does not enter the surface.
    #[inline]
    pub fn place_after(&self, position: Vec2, velocity: Vec2, time: f32) -> Vec2 {
        let sinking = velocity.dot(self.normal).min(0.0);
        position + (velocity - self.normal * sinking) * time
    }
}

/// The parameters of wall following.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WallFollowing {
    /// The side of the body where the wall is.
    pub side: Side,
    /// The distance to keep from the center of the body to the surface, world units.
    pub clearance: f32,
    /// The prediction time of the gap, seconds.
    pub horizon: f32,
    /// The distance over which the body corrects an error of the gap, world units.
    pub correction_distance: f32,
}

impl WallFollowing {
    /// The direction of motion for a body beside `surface` that moves along the unit vector
    /// `along`.
    ///
    /// The error of the gap is predicted for the time `horizon` at this velocity. So a body that
    /// can turn within that time corrects the error without oscillation.
    #[inline]
    pub fn direction(
        &self,
        surface: &Surface,
        along: Vec2,
        position: Vec2,
        velocity: Vec2,
    ) -> Vec2 {
        let coming = surface.height(position) + velocity.dot(surface.normal) * self.horizon;
        let error = coming - self.clearance;
        let gain = if error < 0.0 { TOO_NEAR_GAIN } else { 1.0 };
        let turn = (gain * error / self.correction_distance).clamp(-LARGEST_TURN, LARGEST_TURN);
        let turned = unit_at(turn);
        self.side.of(along) * turned.y + along * turned.x
    }

    /// The direction along a wall that bends. `ahead` is the wall direction at the predicted
    /// position.
    ///
    /// Only a turn toward the wall starts early, up to slightly more than a right angle. A turn
    /// away from the wall follows from the wall in front.
    #[inline]
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
