//! Straight lines between corners.

use super::Corner;
use crate::math::vector::{Side, direction_and_length, left};
use glam::Vec2;

/// A straight line between two corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) start: Vec2,
    pub(super) bearing: Vec2,
    pub(super) length: f32,
}

/// The offset of a corner from a line that passes it on `side`, in radii, along the line's left
/// normal.
pub(super) fn sign(side: Option<Side>) -> f32 {
    match side {
        Some(Side::Left) => -1.0,
        Some(Side::Right) => 1.0,
        None => 0.0,
    }
}

/// The line that touches both circles and passes them on these sides; `None` if no line does.
pub(super) fn tangent(
    from: (Vec2, f32, Option<Side>),
    to: (Vec2, f32, Option<Side>),
) -> Option<Line> {
    let (toward, distance) = direction_and_length(to.0 - from.0)?;
    let offsets = [sign(from.2) * from.1, sign(to.2) * to.1];
    let across = (offsets[1] - offsets[0]) / distance;
    let along_squared = 1.0 - across * across;
    if along_squared.is_nan() || along_squared < 0.0 {
        return None;
    }
    let along = along_squared.sqrt();
    let bearing = toward * along - left(toward) * across;
    Some(Line {
        start: from.0 - left(bearing) * offsets[0],
        bearing,
        length: distance * along,
    })
}

/// The bearing and the distance from the origin to the point where a way passes a corner on `side`;
/// `None` from inside the corner's radius.
pub fn line_to_corner(corner: &Corner, side: Side) -> Option<(Vec2, f32)> {
    let line = tangent(
        (Vec2::ZERO, 0.0, None),
        (corner.center, corner.radius, Some(side)),
    )?;
    Some((line.bearing, line.length))
}
