//! The nearest place where a body fits.
//!
//! What keeps a body out is bounded by arcs and straight lines. The free place nearest to a point is either the projection
//! of the point onto one of them or a place where two of them cross, so trying those is exact, up to so many of the nearest
//! whose crossings are tried.

use super::circle::Circle;
use super::edge::Edge;
use super::vector::{direction, direction_and_length, left};
use bevy::math::{Vec2, ops};

/// Crossings are looked for among so many of the nearest arcs and lines.
const MOST_CROSSED: usize = 32;

/// An edge that keeps bodies out, with how far from it their centres have to stay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Barrier {
    /// The edge.
    pub edge: Edge,
    /// What the centre of the body has to keep: the radii of both, and the gap.
    pub clearance: f32,
    /// Whether what lies to the left of the edge is the inside of a shape, where nobody is to be sent.
    pub is_filled: bool,
}

/// Part of the boundary of what keeps bodies out.
#[derive(Clone, Copy, Debug)]
enum Bound {
    Arc(Circle),
    Line(Edge),
}

impl Bound {
    /// The point of it nearest to `point`; `None` where that is the end of a line, which an arc covers.
    fn projection(&self, point: Vec2) -> Option<Vec2> {
        match self {
            Self::Arc(circle) => Some(circle.nearest_edge(point).0),
            Self::Line(line) => {
                let along = line.end - line.start;
                let part = (point - line.start).dot(along) / along.length_squared();
                (0.0..=1.0)
                    .contains(&part)
                    .then(|| line.start + along * part)
            }
        }
    }

    fn distance_squared(&self, point: Vec2) -> f32 {
        let nearest = match self {
            Self::Arc(circle) => circle.nearest_edge(point).0,
            Self::Line(line) => line.nearest(point),
        };
        nearest.distance_squared(point)
    }

    fn crossings(&self, other: &Self) -> [Option<Vec2>; 2] {
        match (self, other) {
            (Self::Arc(first), Self::Arc(second)) => cross_circles(first, second),
            (Self::Line(first), Self::Line(second)) => [cross_lines(first, second), None],
            (Self::Arc(circle), Self::Line(line)) | (Self::Line(line), Self::Arc(circle)) => {
                cross_line_and_circle(line, circle)
            }
        }
    }
}

/// The place nearest to `point` that `is_free` accepts among those where a body just fits; `None` when there is none.
///
/// `barriers` are all the edges that matter; `is_free` says whether a body may stand somewhere, with some tolerance, for
/// the candidates lie right at the clearance.
pub fn nearest_free_place(
    point: Vec2,
    barriers: &[Barrier],
    is_free: impl Fn(Vec2) -> bool,
) -> Option<Vec2> {
    let mut bounds: Vec<(f32, Bound)> = Vec::new();
    let mut best: Option<(f32, Vec2)> = None;
    let mut consider = |candidate: Vec2| {
        let distance = candidate.distance_squared(point);
        let nearer = best.is_none_or(|(least, _)| distance < least);
        if nearer && candidate.is_finite() && is_free(candidate) {
            best = Some((distance, candidate));
        }
    };
    for barrier in barriers {
        for bound in bounds_of(barrier).into_iter().flatten() {
            if let Some(projection) = bound.projection(point) {
                consider(projection);
            }
            bounds.push((bound.distance_squared(point), bound));
        }
    }
    bounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    bounds.truncate(MOST_CROSSED);
    for (number, (_, bound)) in bounds.iter().enumerate() {
        for (_, other) in &bounds[number + 1..] {
            for crossing in bound.crossings(other).into_iter().flatten() {
                consider(crossing);
            }
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn bounds_of(barrier: &Barrier) -> [Option<Bound>; 4] {
    let Barrier {
        edge,
        clearance,
        is_filled,
    } = *barrier;
    let arc = |center: Vec2| {
        Some(Bound::Arc(Circle {
            center,
            radius: clearance,
        }))
    };
    let Some(along) = direction(edge.end - edge.start) else {
        return [arc(edge.start), None, None, None];
    };
    let beside = |offset: Vec2| {
        Some(Bound::Line(Edge {
            start: edge.start + offset,
            end: edge.end + offset,
        }))
    };
    let aside = left(along) * clearance;
    let inner = if is_filled { None } else { beside(aside) };
    [inner, beside(-aside), arc(edge.start), arc(edge.end)]
}

/// The two points where the edges of two circles cross.
fn cross_circles(first: &Circle, second: &Circle) -> [Option<Vec2>; 2] {
    let between = second.center - first.center;
    let Some((along, distance)) = direction_and_length(between) else {
        return [None, None];
    };
    let middle = (distance * distance + first.radius * first.radius
        - second.radius * second.radius)
        / (2.0 * distance);
    let half_chord_squared = first.radius * first.radius - middle * middle;
    if half_chord_squared < 0.0 {
        return [None, None];
    }
    let half_chord = left(along) * ops::sqrt(half_chord_squared);
    let foot = first.center + along * middle;
    [Some(foot + half_chord), Some(foot - half_chord)]
}

fn cross_lines(first: &Edge, second: &Edge) -> Option<Vec2> {
    let (own, other) = (first.end - first.start, second.end - second.start);
    let part = (second.start - first.start).perp_dot(other) / own.perp_dot(other);
    part.is_finite().then(|| first.start + own * part)
}

fn cross_line_and_circle(line: &Edge, circle: &Circle) -> [Option<Vec2>; 2] {
    let Some(along) = direction(line.end - line.start) else {
        return [None, None];
    };
    let foot = line.start + along * (circle.center - line.start).dot(along);
    let half_chord_squared = circle.radius * circle.radius - foot.distance_squared(circle.center);
    if half_chord_squared < 0.0 {
        return [None, None];
    }
    let half_chord = along * ops::sqrt(half_chord_squared);
    [Some(foot + half_chord), Some(foot - half_chord)]
}

#[cfg(test)]
mod tests;
