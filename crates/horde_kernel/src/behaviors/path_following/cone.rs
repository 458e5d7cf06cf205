//! The cone of directions that pass the points of a path.

use super::Lead;
use crate::math::vector::{Side, direction_and_length};
use glam::Vec2;

/// The directions in which a body passes all points so far near enough.
#[derive(Default)]
pub(super) struct Cone {
    /// The right and the left bound, each with the place where it touches the disc of a point;
    /// `None` for all directions.
    sides: Option<[(Vec2, Vec2); 2]>,
    /// Whether the path turns left at the first of those points.
    turns_left: bool,
}

impl Cone {
    /// Excludes directions that pass a point at more than `passing`. Returns false, without a
    /// change, if none would be left. `turn` is the sine of the left turn of the path there.
    pub(super) fn narrow(&mut self, position: Vec2, point: Vec2, passing: f32, turn: f32) -> bool {
        let Some((toward, distance)) = direction_and_length(point - position) else {
            return true;
        };
        if distance <= passing {
            return true;
        }
        let sine = passing / distance;
        let cosine = f32::sqrt(1.0 - sine * sine);
        let tangent = |side: Side| {
            let direction = toward * cosine + side.of(toward) * sine;
            (direction, position + direction * (distance * cosine))
        };
        let [right, left] = [Side::Right, Side::Left].map(tangent);
        let Some([old_right, old_left]) = self.sides else {
            (self.sides, self.turns_left) = (Some([right, left]), turn >= 0.0);
            return true;
        };
        let is_behind = old_right.0.dot(toward) < 0.0 && old_left.0.dot(toward) < 0.0;
        if is_behind || old_right.0.perp_dot(left.0) < 0.0 || right.0.perp_dot(old_left.0) < 0.0 {
            return false;
        }
        let is_narrower = |new: Vec2, old: Vec2, sign: f32| sign * old.perp_dot(new) > 0.0;
        self.sides = Some([
            if is_narrower(right.0, old_right.0, 1.0) {
                right
            } else {
                old_right
            },
            if is_narrower(left.0, old_left.0, -1.0) {
                left
            } else {
                old_left
            },
        ]);
        true
    }

    /// The way to a target within the cone, or else along the nearer side of the cone.
    pub(super) fn lead(&self, position: Vec2, target: Vec2, along: Vec2, is_end: bool) -> Lead {
        let way = direction_and_length(target - position);
        let (toward, _) = way.unwrap_or((if is_end { Vec2::ZERO } else { along }, 0.0));
        let Some([right, left]) = self.sides else {
            return Lead {
                toward,
                position: target,
                is_end,
            };
        };
        let middle = right.0 + left.0;
        let is_ahead = toward.dot(middle) >= 0.0;
        let is_between = right.0.perp_dot(toward) >= 0.0 && toward.perp_dot(left.0) >= 0.0;
        if is_ahead && is_between {
            return Lead {
                toward,
                position: target,
                is_end,
            };
        }
        // For a target behind the body, the turn of the path decides.
        let is_on_left = if is_ahead {
            middle.perp_dot(toward) > 0.0
        } else {
            self.turns_left
        };
        let (toward, position) = if is_on_left { left } else { right };
        Lead {
            toward,
            position,
            is_end: false,
        }
    }
}
