//! Obstacles as they are measured against: plain geometry in double precision, apart from the plugin's own.

use bevy::math::Vec2;

/// An obstacle in its place, metres.
#[derive(Clone, PartialEq, Debug)]
pub enum Barrier {
    /// A disc.
    Circle {
        /// Its middle.
        center: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A wall along points, thin.
    Polyline {
        /// At least two, in order.
        points: Vec<Vec2>,
        /// Whether the last is joined to the first. The inside stays free.
        closed: bool,
    },
    /// A filled polygon, convex or not.
    Polygon {
        /// At least three, in order, either way round.
        points: Vec<Vec2>,
    },
    /// Everything within a distance of a segment.
    Capsule {
        /// One end of the segment.
        from: Vec2,
        /// The other end.
        to: Vec2,
        /// The distance.
        radius: f32,
    },
}
