//! Finds the nearest position where a body fits.
//!
//! Arcs and straight lines bound the blocked area. The free position nearest to a point is the
//! projection of the point onto an arc or a line, or a crossing of two of them. So a test of all
//! these candidates is exact. The function tests crossings among the nearest `MOST_CROSSED` arcs
//! and lines only. All arithmetic is in double precision.

use crate::obstacles::edge::Edge;
use crate::obstacles::sweep::direction_and_length_exactly;
use glam::DVec2;

/// The number of nearest arcs and lines that the function tests for crossings.
const MOST_CROSSED: usize = 32;

/// An edge that blocks bodies, with the distance that their centers keep from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Barrier {
    /// The edge.
    pub edge: Edge,
    /// The distance that the center of the body keeps: the sum of both radii and the gap.
    pub clearance: f64,
    /// Whether the inside of a shape lies to the left of the edge. That side has no straight bound.
    pub is_filled: bool,
}

/// Part of the boundary of the blocked area.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// A circle: its center and radius.
    Arc(DVec2, f64),
    /// A straight line: its two ends.
    Line(DVec2, DVec2),
}

impl Barrier {
    /// The distance from `point` to the blocked area; negative inside it.
    #[inline]
    pub fn distance(&self, point: DVec2) -> f64 {
        let (start, end) = (self.edge.start.as_dvec2(), self.edge.end.as_dvec2());
        nearest_on_line(start, end, point).distance(point) - self.clearance
    }

    fn bounds(&self) -> [Option<Bound>; 4] {
        let (start, end) = (self.edge.start.as_dvec2(), self.edge.end.as_dvec2());
        let radius = self.clearance;
        let arc = |center: DVec2| Some(Bound::Arc(center, radius));
        let Some((along, _)) = direction_and_length_exactly(end - start) else {
            return [arc(start), None, None, None];
        };
        let aside = along.perp() * radius;
        let beside = |offset: DVec2| Some(Bound::Line(start + offset, end + offset));
        let inner = beside(aside).filter(|_| !self.is_filled);
        [inner, beside(-aside), arc(start), arc(end)]
    }
}

impl Bound {
    /// The point nearest to `point`; `None` beyond the ends of a line, where an arc is nearer.
    fn projection(&self, point: DVec2) -> Option<DVec2> {
        match *self {
            Self::Arc(center, radius) => Some(nearest_on_arc(center, radius, point)),
            Self::Line(start, end) => {
                let along = end - start;
                let part = (point - start).dot(along) / along.length_squared();
                (0.0..=1.0).contains(&part).then(|| start + along * part)
            }
        }
    }

    fn distance_squared(&self, point: DVec2) -> f64 {
        let nearest = match *self {
            Self::Arc(center, radius) => nearest_on_arc(center, radius, point),
            Self::Line(start, end) => nearest_on_line(start, end, point),
        };
        nearest.distance_squared(point)
    }

    fn crossings(&self, other: &Self) -> [Option<DVec2>; 2] {
        match (*self, *other) {
            (Self::Arc(center, radius), Self::Arc(other, other_radius)) => {
                cross_arcs((center, radius), (other, other_radius))
            }
            (Self::Line(start, end), Self::Line(other, other_end)) => {
                [cross_lines((start, end), (other, other_end)), None]
            }
            (Self::Arc(center, radius), Self::Line(start, end))
            | (Self::Line(start, end), Self::Arc(center, radius)) => {
                cross_line_and_arc((start, end), (center, radius))
            }
        }
    }
}

/// The position nearest to `point` that `is_free` accepts among the candidates, or `None`.
///
/// `barriers` holds all relevant edges. `is_free` tells whether a body fits at a position, with
/// some tolerance, because the candidates lie exactly at the clearance.
pub fn nearest_free_position(
    point: DVec2,
    barriers: &[Barrier],
    is_free: impl Fn(DVec2) -> bool,
) -> Option<DVec2> {
    let mut bounds: Vec<(f64, Bound)> = Vec::new();
    let mut best: Option<(f64, DVec2)> = None;
    let mut consider = |candidate: DVec2| {
        let distance = candidate.distance_squared(point);
        let nearer = best.is_none_or(|(least, _)| distance < least);
        if nearer && candidate.is_finite() && is_free(candidate) {
            best = Some((distance, candidate));
        }
    };
    for barrier in barriers {
        for bound in barrier.bounds().into_iter().flatten() {
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

/// The nearest point of the circle. At the center, all are equally near, and the point along `+x`
/// counts.
fn nearest_on_arc(center: DVec2, radius: f64, point: DVec2) -> DVec2 {
    let outward = direction_and_length_exactly(point - center).map_or(DVec2::X, |(along, _)| along);
    center + outward * radius
}

fn nearest_on_line(start: DVec2, end: DVec2, point: DVec2) -> DVec2 {
    let along = end - start;
    let part = (point - start).dot(along) / along.length_squared();
    // For a line without length, `part` is NaN and fails the comparison.
    if part > 0.0 {
        start + along * part.min(1.0)
    } else {
        start
    }
}

/// The crossings of two circles.
fn cross_arcs(first: (DVec2, f64), second: (DVec2, f64)) -> [Option<DVec2>; 2] {
    let Some((along, distance)) = direction_and_length_exactly(second.0 - first.0) else {
        return [None, None];
    };
    let middle = (distance * distance + first.1 * first.1 - second.1 * second.1) / (2.0 * distance);
    on_both_sides(first.0 + along * middle, along.perp(), first.1, middle)
}

fn cross_lines(first: (DVec2, DVec2), second: (DVec2, DVec2)) -> Option<DVec2> {
    let (own, other) = (first.1 - first.0, second.1 - second.0);
    let part = (second.0 - first.0).perp_dot(other) / own.perp_dot(other);
    part.is_finite().then(|| first.0 + own * part)
}

fn cross_line_and_arc(line: (DVec2, DVec2), arc: (DVec2, f64)) -> [Option<DVec2>; 2] {
    let Some((along, _)) = direction_and_length_exactly(line.1 - line.0) else {
        return [None, None];
    };
    let foot = line.0 + along * (arc.0 - line.0).dot(along);
    on_both_sides(foot, along, arc.1, foot.distance(arc.0))
}

/// The ends of a chord of a circle of `radius`. The middle of the chord is at `foot`, `height` from
/// the center.
fn on_both_sides(foot: DVec2, along: DVec2, radius: f64, height: f64) -> [Option<DVec2>; 2] {
    let half_chord_squared = radius * radius - height * height;
    if half_chord_squared < 0.0 {
        return [None, None];
    }
    let half_chord = along * half_chord_squared.sqrt();
    [Some(foot + half_chord), Some(foot - half_chord)]
}

#[cfg(test)]
mod tests;
