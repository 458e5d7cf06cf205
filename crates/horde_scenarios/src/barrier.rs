//! Obstacles as files write them and as runs are measured against them: every shape that the plugin has, each in its place,
//! in geometry apart from the plugin's own.

use crate::segment::Segment;
use bevy::math::{DVec2, Vec2};
use serde::Deserialize;

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

/// An obstacle in its place, metres.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields, rename = "Obstacle")]
pub enum Barrier {
    /// A disc.
    Circle {
        /// Its middle.
        center: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A straight wall, thin.
    Segment {
        /// One end.
        from: Vec2,
        /// The other end.
        to: Vec2,
    },
    /// A wall along points, thin.
    Polyline {
        /// At least two, in order.
        points: Vec<Vec2>,
        /// Whether the last is joined to the first. The inside stays free.
        #[serde(default)]
        closed: bool,
    },
    /// A box.
    Rectangle {
        /// Its middle.
        center: Vec2,
        /// Width and height.
        size: Vec2,
        /// Turned to the left by so many degrees.
        #[serde(default)]
        turned: f32,
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

impl Barrier {
    /// Distance from `place` to the surface, metres; below 0 inside a filled one. A wall has no inside.
    pub fn signed_distance(&self, place: DVec2) -> f64 {
        match self {
            Self::Circle { center, radius } => {
                place.distance(center.as_dvec2()) - f64::from(*radius)
            }
            Self::Capsule { from, to, radius } => {
                Segment::between(*from, *to).distance(place) - f64::from(*radius)
            }
            Self::Segment { from, to } => Segment::between(*from, *to).distance(place),
            Self::Polyline { points, closed } => distance_to_edges(points, *closed, place),
            Self::Rectangle {
                center,
                size,
                turned,
            } => {
                let beside = turn(-turned).rotate(place - center.as_dvec2()).abs();
                let beyond = beside - size.as_dvec2() / 2.0;
                beyond.max(DVec2::ZERO).length() + beyond.max_element().min(0.0)
            }
            Self::Polygon { points } => {
                let distance = distance_to_edges(points, true, place);
                // Even-odd rule.
                let right = edges(points, true).filter(|edge| edge.is_right_of(place));
                if right.count() % 2 == 1 {
                    -distance
                } else {
                    distance
                }
            }
        }
    }

    /// Whether the straight way from one place to another goes through a thin wall: a body may jump one between ticks.
    ///
    /// Filled barriers have no need of it: who is inside is seen there.
    pub fn is_crossed(&self, from: DVec2, to: DVec2) -> bool {
        let way = Segment::new(from, to);
        match self {
            Self::Segment { from, to } => Segment::between(*from, *to).crosses(&way),
            Self::Polyline { points, closed } => {
                edges(points, *closed).any(|edge| edge.crosses(&way))
            }
            Self::Circle { .. }
            | Self::Rectangle { .. }
            | Self::Polygon { .. }
            | Self::Capsule { .. } => false,
        }
    }

    /// The corners of the smallest upright box around it: least and largest coordinates, metres.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let margin = match self {
            Self::Circle { radius, .. } | Self::Capsule { radius, .. } => f64::from(*radius),
            _ => 0.0,
        };
        let places = self.places();
        let least = places.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let most = places.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        (least - margin, most + margin)
    }

    /// The places that lay it out, metres: its corners in order, its ends, or its middle.
    pub fn places(&self) -> Vec<DVec2> {
        let all = |points: &[Vec2]| points.iter().map(|place| place.as_dvec2()).collect();
        match self {
            Self::Circle { center, .. } => all(&[*center]),
            Self::Segment { from, to } | Self::Capsule { from, to, .. } => all(&[*from, *to]),
            Self::Polyline { points, .. } | Self::Polygon { points } => all(points),
            Self::Rectangle {
                center,
                size,
                turned,
            } => {
                let signs = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
                let corner = |part: (f64, f64)| {
                    let beside = DVec2::from(part) * size.as_dvec2();
                    center.as_dvec2() + turn(*turned).rotate(beside)
                };
                signs.map(corner).to_vec()
            }
        }
    }
}

/// Which way `x` points after a turn to the left.
fn turn(degrees: f32) -> DVec2 {
    DVec2::from_angle(f64::from(degrees).to_radians())
}

/// The edges along points; the last joins the ends when the line is closed.
fn edges(points: &[Vec2], closed: bool) -> impl Iterator<Item = Segment> + '_ {
    let count = if closed {
        points.len()
    } else {
        points.len().saturating_sub(1)
    };
    (0..count).map(|index| {
        let next = (index + 1) % points.len();
        Segment::between(points[index], points[next])
    })
}

fn distance_to_edges(points: &[Vec2], closed: bool, place: DVec2) -> f64 {
    let distances = edges(points, closed).map(|edge| edge.distance(place));
    distances.fold(f64::INFINITY, f64::min)
}
