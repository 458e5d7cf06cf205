//! Outlines: geometry of lists of corners.

use bevy::math::ops;
use bevy::prelude::*;
use core::f32::consts::{PI, TAU};

/// Number of edges of a half circle.
const HALF_CIRCLE: usize = 14;

/// The unit vector at an angle from the right, counterclockwise.
pub(super) fn toward(angle: f32) -> Vec2 {
    Vec2::new(ops::cos(angle), ops::sin(angle))
}

/// A circle, counterclockwise.
pub(super) fn circle(center: Vec2, radius: f32) -> Vec<Vec2> {
    let count = 2 * HALF_CIRCLE;
    let corner = |corner: usize| center + radius * toward(TAU * corner as f32 / count as f32);
    (0..count).map(corner).collect()
}

/// A capsule, counterclockwise.
pub(super) fn capsule(start: Vec2, end: Vec2, radius: f32) -> Vec<Vec2> {
    let along = (end - start).try_normalize().unwrap_or(Vec2::X);
    let right = ops::atan2(along.y, along.x) - PI / 2.0;
    let cap = |center: Vec2, first: f32| {
        (0..=HALF_CIRCLE).map(move |corner| {
            center + radius * toward(first + PI * corner as f32 / HALF_CIRCLE as f32)
        })
    };
    cap(end, right).chain(cap(start, right + PI)).collect()
}

/// The signed area: positive for counterclockwise corners.
fn area(corners: &[Vec2]) -> f32 {
    edges(corners)
        .map(|(from, to)| from.perp_dot(to))
        .sum::<f32>()
        / 2.0
}

/// Every edge of a closed outline.
pub(super) fn edges(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}

/// The same outline, counterclockwise.
pub(super) fn counterclockwise(corners: &[Vec2]) -> Vec<Vec2> {
    let mut corners = corners.to_vec();
    if area(&corners) < 0.0 {
        corners.reverse();
    }
    corners
}

/// The same points without consecutive repeats.
pub(super) fn without_repeats(points: &[Vec2], closed: bool) -> Vec<Vec2> {
    let mut points = points.to_vec();
    points.dedup();
    while closed && points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// Moves every edge inward, or outward if `depth` is negative. The corners follow.
pub(super) fn inset(corners: &[Vec2], depth: f32) -> Vec<Vec2> {
    let count = corners.len();
    let inward = |corner: usize| {
        let edge = corners[(corner + 1) % count] - corners[corner % count];
        edge.perp().normalize_or_zero()
    };
    (0..count)
        .map(|corner| {
            let (before, after) = (inward(corner + count - 1), inward(corner));
            // Without a minimum, a very sharp corner would move very far.
            let spread = (1.0 + before.dot(after)).max(0.35);
            corners[corner] + (before + after) * (depth / spread)
        })
        .collect()
}

/// How far the edges can move inward before one of them vanishes; at most `most`.
pub(super) fn depth_of(corners: &[Vec2], most: f32) -> f32 {
    const STEPS: u32 = 24;
    let keeps_its_edges = |depth: f32| {
        let inner = inset(corners, depth);
        edges(corners)
            .zip(edges(&inner))
            .all(|((from, to), (inner_from, inner_to))| {
                (to - from).dot(inner_to - inner_from) > 0.0
            })
    };
    let depths = (1..=STEPS).map(|step| most * step as f32 / STEPS as f32);
    depths
        .take_while(|depth| keeps_its_edges(*depth))
        .last()
        .unwrap_or(0.0)
}

/// The same outline with its corners cut round.
pub(super) fn rounded(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    let count = corners.len();
    (0..count)
        .flat_map(|corner| {
            let here = corners[corner];
            let cut = |other: Vec2| {
                let way = other - here;
                let length = way.length();
                here + way.normalize_or_zero() * radius.min(0.45 * length)
            };
            let first = cut(corners[(corner + count - 1) % count]);
            let last = cut(corners[(corner + 1) % count]);
            let middle = here.lerp(first.midpoint(last), 0.42);
            [first, middle, last]
        })
        .collect()
}

/// A box along a line, counterclockwise.
pub(super) fn along(from: Vec2, to: Vec2, half_width: f32) -> Vec<Vec2> {
    let left = (to - from).perp().normalize_or_zero() * half_width;
    vec![from - left, to - left, to + left, from + left]
}

/// Whether a position is inside an outline.
pub(super) fn contains(corners: &[Vec2], position: Vec2) -> bool {
    let crossings = edges(corners).filter(|(from, to)| {
        (from.y > position.y) != (to.y > position.y)
            && position.x < from.x + (position.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossings.count() % 2 == 1
}

/// The distance from a position to the nearest edge along the points.
pub(super) fn distance_to_line(points: &[Vec2], closed: bool, position: Vec2) -> f32 {
    let count = points.len().saturating_sub(usize::from(!closed));
    let distances = edges(points).take(count).map(|(from, to)| {
        let way = to - from;
        let length_squared = way.length_squared().max(f32::MIN_POSITIVE);
        let part = ((position - from).dot(way) / length_squared).clamp(0.0, 1.0);
        (from + way * part).distance(position)
    });
    distances.fold(f32::INFINITY, f32::min)
}

/// The bounding box.
pub(super) fn bounds(corners: &[Vec2]) -> Rect {
    let low = corners.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    Rect {
        min: low,
        max: high,
    }
}
