//! Casts against a circle.

use bevy::math::{Vec2, ops};

/// A circle in steering space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Circle {
    /// The centre.
    pub center: Vec2,
    /// The radius, world units.
    pub radius: f32,
}

impl Circle {
    /// The distance from `point` to the circle's edge; negative inside.
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        self.center.distance(point) - self.radius
    }

    /// The point of the circle's edge that is nearest to `point`, and the outward normal there.
    ///
    /// From the very centre every direction is as near; the answer is then along `+x`.
    pub fn nearest_edge(&self, point: Vec2) -> (Vec2, Vec2) {
        let normal = super::vector::direction(point - self.center).unwrap_or(Vec2::X);
        (self.center + normal * self.radius, normal)
    }

    /// The circle grown by `margin` on all sides.
    pub fn inflated(&self, margin: f32) -> Self {
        Self {
            center: self.center,
            radius: self.radius + margin,
        }
    }

    /// How far along the unit vector `heading` a point at `from` enters this circle, at most `length`.
    ///
    /// `Some(0.0)` when it starts inside; `None` when the way is free, also when the circle lies behind.
    pub fn entry(&self, from: Vec2, heading: Vec2, length: f32) -> Option<f32> {
        let to_center = self.center - from;
        let outside = to_center.length_squared() - self.radius * self.radius;
        if outside <= 0.0 {
            return Some(0.0);
        }
        let along = to_center.dot(heading);
        if along <= 0.0 {
            return None;
        }
        let lateral = heading.perp_dot(to_center);
        let half_chord_squared = self.radius * self.radius - lateral * lateral;
        if half_chord_squared < 0.0 {
            return None;
        }
        let entry = (along - ops::sqrt(half_chord_squared)).max(0.0);
        (entry <= length).then_some(entry)
    }
}

/// Where a cast meets a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CastHit {
    /// Distance travelled until the meeting, world units.
    pub distance: f32,
    /// The outward unit normal of the surface at the meeting.
    pub normal: Vec2,
}

/// Where a circle of `moving_radius` that moves from `from` along the unit vector `heading` first touches `circle`.
///
/// A radius of zero casts a thin segment. A start inside answers distance 0 and the direct way out.
pub fn cast_circle(
    circle: &Circle,
    from: Vec2,
    heading: Vec2,
    length: f32,
    moving_radius: f32,
) -> Option<CastHit> {
    let grown = circle.inflated(moving_radius);
    let distance = grown.entry(from, heading, length)?;
    let touch = from + heading * distance;
    let normal = super::vector::direction(touch - circle.center).unwrap_or(-heading);
    Some(CastHit { distance, normal })
}
