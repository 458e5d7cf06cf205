//! Slow geometry in double precision, for checks. It shares no code with the plugin's kernels.

mod place;
mod shape;
mod way_round;

pub use place::placed;
pub use shape::{Fill, Shape};
pub use way_round::WayRound;

use bevy::math::DVec2;

/// The rounding error of single precision in the distance between a body at `place` and `shape`,
/// world units.
///
/// Four units in the last place of the largest number in the distance: a coordinate of the body or
/// of a corner, or the shape's radius. The size of the body adds no tolerance.
pub fn tolerance(place: DVec2, shape: &Shape) -> f64 {
    4.0 * f64::from(f32::EPSILON) * place.abs().max_element().max(shape.magnitude)
}

/// The point of a segment that is nearest to `point`.
pub fn nearest_on([start, end]: [DVec2; 2], point: DVec2) -> DVec2 {
    let along = end - start;
    let length_squared = along.length_squared();
    if length_squared > 0.0 {
        start + along * ((point - start).dot(along) / length_squared).clamp(0.0, 1.0)
    } else {
        start
    }
}

/// Whether two segments cross. A point on the line of a segment counts as left of it.
pub fn crosses([start, end]: [DVec2; 2], from: DVec2, to: DVec2) -> bool {
    let (edge, way) = (end - start, to - from);
    let side = |point: DVec2| edge.perp_dot(point - start) >= 0.0;
    let end_side = |point: DVec2| way.perp_dot(point - from) >= 0.0;
    side(from) != side(to) && end_side(start) != end_side(end)
}

#[cfg(test)]
mod tests;
