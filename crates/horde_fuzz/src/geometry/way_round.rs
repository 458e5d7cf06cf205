//! A lower bound for the length of the shortest way around a shape.

use super::{Shape, crosses};
use bevy::math::DVec2;

/// All pairs of this many first corners of a convex shape are tried as ends of a wall inside it.
const MOST_CORNERS: usize = 12;

/// Lower bounds of ways around shapes.
pub trait WayRound {
    /// A lower bound for the length of all ways between two points that avoid the shape, world
    /// units.
    ///
    /// The bound is the distance if the straight way is free, and infinite if there is no way.
    /// Neither point may be in a filled or round shape, and both must be farther from the edges
    /// than rounding errors.
    fn way_round(&self, from: DVec2, to: DVec2) -> f64;
}

impl WayRound for Shape {
    fn way_round(&self, from: DVec2, to: DVec2) -> f64 {
        let straight = from.distance(to);
        if self.radius > 0.0 {
            return self
                .spines(from, to)
                .map(|spine| past_ends(spine, from, to))
                .fold(straight, f64::max);
        }
        let crossings = self.crossings(from, to);
        if crossings == 0 {
            return straight;
        }
        if self.is_closed {
            // No way leads between the inside and the outside of a ring.
            if crossings % 2 == 1 {
                return f64::INFINITY;
            }
            let corners = &self.edges[..self.edges.len().min(MOST_CORNERS)];
            let edges = self.edges.iter().copied();
            let chords = corners
                .iter()
                .flat_map(|[start, _]| corners.iter().map(move |[end, _]| [*start, *end]))
                .filter(|_| self.fill == super::Fill::Filled && self.is_convex());
            return edges
                .chain(chords)
                .map(|wall| past_ends(wall, from, to))
                .fold(straight, f64::max);
        }
        let whole = match (self.edges.first(), self.edges.last(), crossings % 2) {
            (Some(first), Some(last), 1) => {
                let by = |end: DVec2| from.distance(end) + end.distance(to);
                by(first[0]).min(by(last[1]))
            }
            _ => straight,
        };
        let edges = self.edges.iter();
        edges
            .map(|edge| past_ends(*edge, from, to))
            .fold(whole, f64::max)
    }
}

/// The length of the way past the nearer end of a wall; 0 if the straight way does not cross it.
fn past_ends([start, end]: [DVec2; 2], from: DVec2, to: DVec2) -> f64 {
    if !crosses([start, end], from, to) {
        return 0.0;
    }
    let by = |end: DVec2| from.distance(end) + end.distance(to);
    by(start).min(by(end))
}

impl Shape {
    /// Walls inside a round shape: its axis, and cross-sections at both ends.
    fn spines(&self, from: DVec2, to: DVec2) -> impl Iterator<Item = [DVec2; 2]> + use<> {
        let [start, end] = self.edges[0];
        let radius = self.radius;
        let across = (to - from).normalize_or_zero().perp() * radius;
        let along = (end - start).normalize_or_zero() * radius;
        [
            [start - across, start + across],
            [end - across, end + across],
            [start - along, end + along],
        ]
        .into_iter()
    }

    fn is_convex(&self) -> bool {
        let edges = self.edges.iter().zip(self.edges.iter().cycle().skip(1));
        let turns = edges.map(|(first, next)| (first[1] - first[0]).perp_dot(next[1] - next[0]));
        let (mut left, mut right) = (false, false);
        for turn in turns {
            left |= turn > 0.0;
            right |= turn < 0.0;
        }
        left != right
    }
}
