//! Obstacles as they are measured against: plain geometry in double precision, apart from the plugin's own.

use bevy::math::{DVec2, Vec2};

#[cfg(test)]
mod tests;

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

impl Barrier {
    /// Distance from `point` to the surface, metres; below 0 inside a filled one. A polyline has no inside.
    pub fn signed_distance(&self, point: DVec2) -> f64 {
        match self {
            Self::Circle { center, radius } => {
                point.distance(center.as_dvec2()) - f64::from(*radius)
            }
            Self::Capsule { from, to, radius } => {
                distance_to_segment(point, from.as_dvec2(), to.as_dvec2()) - f64::from(*radius)
            }
            Self::Polyline { points, closed } => distance_to_edges(point, points, *closed),
            Self::Polygon { points } => {
                let distance = distance_to_edges(point, points, true);
                if contains(points, point) {
                    -distance
                } else {
                    distance
                }
            }
        }
    }

    /// Whether the straight way from one point to another goes through a thin wall: a body may jump one between ticks.
    ///
    /// Filled barriers have no need of it: who is inside is seen there.
    pub fn is_crossed(&self, from: DVec2, to: DVec2) -> bool {
        match self {
            Self::Polyline { points, closed } => {
                edges(points, *closed).any(|(start, end)| cross(from, to, start, end))
            }
            Self::Circle { .. } | Self::Polygon { .. } | Self::Capsule { .. } => false,
        }
    }

    /// The corners of the smallest upright box around it: least and largest coordinates, metres.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let around = |points: &[Vec2], margin: f32| {
            let margin = DVec2::splat(margin.into());
            let least = points
                .iter()
                .fold(DVec2::INFINITY, |least, point| least.min(point.as_dvec2()));
            let most = points.iter().fold(DVec2::NEG_INFINITY, |most, point| {
                most.max(point.as_dvec2())
            });
            (least - margin, most + margin)
        };
        match self {
            Self::Circle { center, radius } => around(&[*center], *radius),
            Self::Capsule { from, to, radius } => around(&[*from, *to], *radius),
            Self::Polyline { points, .. } | Self::Polygon { points } => around(points, 0.0),
        }
    }
}

/// The edges along points; the last joins the ends when the line is closed.
fn edges(points: &[Vec2], closed: bool) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let count = if closed {
        points.len()
    } else {
        points.len().saturating_sub(1)
    };
    (0..count).map(|index| {
        let next = (index + 1) % points.len();
        (points[index].as_dvec2(), points[next].as_dvec2())
    })
}

fn distance_to_edges(point: DVec2, points: &[Vec2], closed: bool) -> f64 {
    edges(points, closed)
        .map(|(from, to)| distance_to_segment(point, from, to))
        .fold(f64::INFINITY, f64::min)
}

fn distance_to_segment(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let square = along.length_squared();
    let part = if square > 0.0 {
        ((point - from).dot(along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance(from + along * part)
}

/// Even-odd rule.
fn contains(points: &[Vec2], point: DVec2) -> bool {
    let crossings = edges(points, true).filter(|(from, to)| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossings.count() % 2 == 1
}

/// Whether two segments cross each other in their inside.
fn cross(from: DVec2, to: DVec2, start: DVec2, end: DVec2) -> bool {
    let side = |of: DVec2, from: DVec2, to: DVec2| (to - from).perp_dot(of - from);
    side(from, start, end) * side(to, start, end) < 0.0
        && side(start, from, to) * side(end, from, to) < 0.0
}
