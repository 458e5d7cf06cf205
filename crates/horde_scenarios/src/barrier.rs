//! Obstacles in files and in measurements: every shape that the plugin has. The geometry is
//! independent of the plugin's own.

use crate::segment::Segment;
use bevy::math::{DVec2, Vec2};
use serde::Deserialize;

mod door;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

pub use door::Door;

/// An obstacle in world coordinates, meters.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields, rename = "Obstacle")]
pub enum Barrier {
    /// A disc.
    Circle {
        /// Its center.
        center: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A thin straight wall.
    Segment {
        /// One end.
        from: Vec2,
        /// The other end.
        to: Vec2,
    },
    /// A thin wall along points.
    Polyline {
        /// At least two points, in order.
        points: Vec<Vec2>,
        /// Whether the last point joins the first. The inside stays free.
        #[serde(default)]
        closed: bool,
    },
    /// A box.
    Rectangle {
        /// Its center.
        center: Vec2,
        /// Width and height.
        size: Vec2,
        /// Rotation to the left, degrees.
        #[serde(default)]
        turned: f32,
    },
    /// A filled polygon, convex or not.
    Polygon {
        /// At least three points, in order, clockwise or counterclockwise.
        points: Vec<Vec2>,
    },
    /// A capsule: everything within a distance of a segment.
    Capsule {
        /// One end of the segment.
        from: Vec2,
        /// The other end.
        to: Vec2,
        /// The distance, meters.
        radius: f32,
    },
}

impl Barrier {
    /// Distance from a position to the surface, meters; negative inside a filled shape. A wall has
    /// no inside.
    pub fn signed_distance(&self, position: DVec2) -> f64 {
        match self {
            Self::Circle { center, radius } => {
                position.distance(center.as_dvec2()) - f64::from(*radius)
            }
            Self::Capsule { from, to, radius } => {
                Segment::between(*from, *to).distance(position) - f64::from(*radius)
            }
            Self::Segment { from, to } => Segment::between(*from, *to).distance(position),
            Self::Polyline { points, closed } => distance_to_edges(points, *closed, position),
            Self::Rectangle {
                center,
                size,
                turned,
            } => {
                let beside = turn(-turned).rotate(position - center.as_dvec2()).abs();
                let beyond = beside - size.as_dvec2() / 2.0;
                beyond.max(DVec2::ZERO).length() + beyond.max_element().min(0.0)
            }
            Self::Polygon { points } => {
                let distance = distance_to_edges(points, true, position);
                // Even-odd rule.
                let right = edges(points, true).filter(|edge| edge.is_right_of(position));
                if right.count() % 2 == 1 {
                    -distance
                } else {
                    distance
                }
            }
        }
    }

    /// Whether the straight line between two positions crosses a thin wall: a body may jump over
    /// one between ticks. Filled shapes do not need this test.
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

    /// The nearest point of the surface, meters. For the center of a disc the result is one radius
    /// away along `x`, and for the axis of a capsule one radius beside it.
    pub fn nearest_on_surface(&self, position: DVec2) -> DVec2 {
        let about = |middle: DVec2, radius: f32, usual: DVec2| {
            let outward = (position - middle).try_normalize().unwrap_or(usual);
            middle + f64::from(radius) * outward
        };
        match self {
            Self::Circle { center, radius } => about(center.as_dvec2(), *radius, DVec2::X),
            Self::Capsule { from, to, radius } => {
                let beside = (*to - *from).as_dvec2().perp().try_normalize();
                let middle = Segment::between(*from, *to).nearest(position);
                about(middle, *radius, beside.unwrap_or(DVec2::X))
            }
            Self::Segment { .. }
            | Self::Polyline { .. }
            | Self::Polygon { .. }
            | Self::Rectangle { .. } => {
                let corners = self.positions();
                let is_open = matches!(
                    self,
                    Self::Segment { .. } | Self::Polyline { closed: false, .. }
                );
                let count = corners.len() - usize::from(is_open);
                let edges = (0..count).map(|number| {
                    Segment::new(corners[number], corners[(number + 1) % corners.len()])
                });
                let points = edges.map(|edge| edge.nearest(position));
                let nearest = points.min_by(|one, other| {
                    let [one, other] = [one, other].map(|point| point.distance(position));
                    one.total_cmp(&other)
                });
                nearest.unwrap_or(position)
            }
        }
    }

    /// Smallest distance from a straight way to the surface, meters: 0 or less if the way crosses
    /// the surface or begins inside.
    pub fn clearance(&self, from: DVec2, to: DVec2) -> f64 {
        let way = Segment::new(from, to);
        let to_edges = |points: &[Vec2], closed: bool| {
            let gaps = edges(points, closed).map(|edge| edge.gap(&way));
            gaps.fold(f64::INFINITY, f64::min)
        };
        match self {
            Self::Circle { center, radius } => way.distance(center.as_dvec2()) - f64::from(*radius),
            Self::Capsule { from, to, radius } => {
                Segment::between(*from, *to).gap(&way) - f64::from(*radius)
            }
            Self::Segment { from, to } => Segment::between(*from, *to).gap(&way),
            Self::Polyline { points, closed } => to_edges(points, *closed),
            Self::Polygon { points } => to_edges(points, true).min(self.signed_distance(from)),
            Self::Rectangle { .. } => {
                let corners = self.positions();
                let gaps = (0..4).map(|number| {
                    Segment::new(corners[number], corners[(number + 1) % 4]).gap(&way)
                });
                gaps.fold(self.signed_distance(from), f64::min)
            }
        }
    }

    /// The bounding box: smallest and largest coordinates, meters.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let margin = match self {
            Self::Circle { radius, .. } | Self::Capsule { radius, .. } => f64::from(*radius),
            _ => 0.0,
        };
        let positions = self.positions();
        let least = positions.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let most = positions
            .iter()
            .copied()
            .fold(DVec2::NEG_INFINITY, DVec2::max);
        (least - margin, most + margin)
    }

    /// The defining points, meters: the corners in order, the ends, or the center.
    pub fn positions(&self) -> Vec<DVec2> {
        let all = |points: &[Vec2]| points.iter().map(|position| position.as_dvec2()).collect();
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

/// The image of the `x` axis after a turn to the left.
fn turn(degrees: f32) -> DVec2 {
    DVec2::from_angle(f64::from(degrees).to_radians())
}

/// The edges along points; if closed, also from the last point to the first.
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

fn distance_to_edges(points: &[Vec2], closed: bool, position: DVec2) -> f64 {
    let distances = edges(points, closed).map(|edge| edge.distance(position));
    distances.fold(f64::INFINITY, f64::min)
}
