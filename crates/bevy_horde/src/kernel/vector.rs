//! Vector helpers that never divide by zero and never let a non-finite number through.

use bevy::math::Vec2;

/// The shortest length that still has a direction; below it a vector is treated as zero.
pub const SHORTEST_LENGTH: f32 = 1e-9;

/// The direction of `vector` and its length, or `None` when it is too short to have one or is not finite.
///
/// Scales by the largest coordinate first, so that neither tiny nor huge vectors under- or overflow when squared.
pub fn direction_and_length(vector: Vec2) -> Option<(Vec2, f32)> {
    let largest = vector.abs().max_element();
    if !(SHORTEST_LENGTH..=f32::MAX).contains(&largest) {
        return None;
    }
    let scaled = vector / largest;
    let scaled_length = scaled.length();
    Some((scaled / scaled_length, scaled_length * largest))
}

/// The direction of `vector`, or `None` when it is too short to have one or is not finite.
pub fn direction(vector: Vec2) -> Option<Vec2> {
    direction_and_length(vector).map(|(direction, _)| direction)
}

/// `vector`, shortened to `limit` when it is longer. Its direction is kept.
///
/// A limit that is zero, negative or not a number gives zero; an infinite limit gives `vector` itself.
pub fn truncate(vector: Vec2, limit: f32) -> Vec2 {
    if limit.is_nan() || limit <= 0.0 {
        return Vec2::ZERO;
    }
    // Most vectors are far inside the limit and need no square root.
    if vector.length_squared() <= limit * limit {
        return vector;
    }
    match direction_and_length(vector) {
        Some((direction, length)) if length > limit => direction * limit,
        Some(_) => vector,
        None => Vec2::ZERO,
    }
}

/// `vector` turned a quarter turn counter-clockwise: its left-hand side.
pub fn left(vector: Vec2) -> Vec2 {
    Vec2::new(-vector.y, vector.x)
}

/// `vector` turned a quarter turn clockwise: its right-hand side.
pub fn right(vector: Vec2) -> Vec2 {
    Vec2::new(vector.y, -vector.x)
}

/// One of the two sides of a heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// Counter-clockwise of the heading.
    Left,
    /// Clockwise of the heading.
    Right,
}

impl Side {
    /// The unit vector that points to this side of `heading`.
    pub fn of(self, heading: Vec2) -> Vec2 {
        match self {
            Self::Left => left(heading),
            Self::Right => right(heading),
        }
    }

    /// The side of `heading` on which `offset` lies, or `None` when it lies on the line of the heading
    /// (within `tolerance`, a distance).
    pub fn containing(heading: Vec2, offset: Vec2, tolerance: f32) -> Option<Self> {
        let lateral = heading.perp_dot(offset);
        if lateral > tolerance {
            Some(Self::Left)
        } else if lateral < -tolerance {
            Some(Self::Right)
        } else {
            None
        }
    }
}
