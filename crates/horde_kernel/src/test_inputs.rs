//! Input strategies and helpers of several tests.

use crate::obstacles::circle::{CastHit, Circle};
use crate::obstacles::edge::Edge;
use glam::{DVec2, Vec2};
use proptest::prelude::*;

/// Points in the square from `-extent` to `extent`.
pub fn vectors(extent: f32) -> impl Strategy<Value = Vec2> {
    (-extent..extent, -extent..extent).prop_map(|(x, y)| Vec2::new(x, y))
}

/// Angles of a full turn.
pub fn angles() -> impl Strategy<Value = f32> {
    -core::f32::consts::PI..core::f32::consts::PI
}

/// Unit vectors in every direction.
pub fn headings() -> impl Strategy<Value = Vec2> {
    angles().prop_map(Vec2::from_angle)
}

/// Numbers of every magnitude from 1e-12 to 1e12, of either sign, and zero.
pub fn wild_numbers() -> impl Strategy<Value = f32> {
    prop_oneof![
        1 => Just(0.0_f32),
        9 => (-12.0_f32..12.0, any::<bool>()).prop_map(|(magnitude, negative)| {
            let size = 10.0_f32.powf(magnitude);
            if negative { -size } else { size }
        }),
    ]
}

/// The absolute values of [`wild_numbers`].
pub fn wild_sizes() -> impl Strategy<Value = f32> {
    wild_numbers().prop_map(f32::abs)
}

/// Vectors with coordinates of every magnitude.
pub fn wild_vectors() -> impl Strategy<Value = Vec2> {
    (wild_numbers(), wild_numbers()).prop_map(|(x, y)| Vec2::new(x, y))
}

/// `vector` turned by `angle` radians.
pub fn turned(vector: Vec2, angle: f32) -> Vec2 {
    Vec2::from_angle(angle).rotate(vector)
}

/// `vector` mirrored at the x axis.
pub fn mirrored(vector: Vec2) -> Vec2 {
    Vec2::new(vector.x, -vector.y)
}

/// Whether two vectors differ by at most `tolerance`.
pub fn close(first: Vec2, second: Vec2, tolerance: f32) -> bool {
    first.distance(second) <= tolerance
}

/// Edges with ends in the square from `-extent` to `extent`; one in ten is a point.
pub fn edges(extent: f32) -> impl Strategy<Value = Edge> {
    (vectors(extent), vectors(extent), 0..10).prop_map(|(start, end, number)| Edge {
        start,
        end: if number == 0 { start } else { end },
    })
}

/// `edge` with `change` applied to both ends.
pub fn changed(edge: &Edge, change: impl Fn(Vec2) -> Vec2) -> Edge {
    Edge {
        start: change(edge.start),
        end: change(edge.end),
    }
}

/// The distance from a point to a segment, in double precision.
pub fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f64 {
    let wide = |vector: Vec2| DVec2::new(vector.x.into(), vector.y.into());
    let (point, from, to) = (wide(point), wide(from), wide(to));
    let path = to - from;
    let part = if path.length_squared() > 0.0 {
        ((point - from).dot(path) / path.length_squared()).clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance(from + path * part)
}

/// The first contact of a moving circle of `moving_radius` with `circle`.
pub fn cast_circle(
    circle: &Circle,
    from: Vec2,
    heading: Vec2,
    length: f32,
    moving_radius: f32,
) -> Option<CastHit> {
    let radius = circle.radius + moving_radius;
    Circle { radius, ..*circle }.cast(from, heading, length)
}

/// The signed distance from `point` to `circle`; negative inside.
pub fn signed_distance(circle: &Circle, point: Vec2) -> f32 {
    circle.center.distance(point) - circle.radius
}
