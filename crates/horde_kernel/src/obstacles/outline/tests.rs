//! Checks outlines by arithmetic and against a test of every edge.

mod inside;
mod many_edges;
mod shapes;
mod touches_itself;

use super::*;
use crate::math::vector::left;
use crate::test_inputs::{close, distance_to_segment, headings, vectors, wild_vectors};
use core::f32::consts::TAU;
use proptest::prelude::*;

fn points(coordinates: &[(f32, f32)]) -> Vec<Vec2> {
    coordinates.iter().map(|place| Vec2::from(*place)).collect()
}

fn polygon(coordinates: &[(f32, f32)]) -> Outline {
    Outline::polygon(&points(coordinates)).unwrap()
}

fn wall(coordinates: &[(f32, f32)], closed: bool) -> Outline {
    Outline::wall(&points(coordinates), closed).unwrap()
}

/// A rectangle from the origin to (4, 2), counter-clockwise.
const OBLONG: [(f32, f32); 4] = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)];

/// Open to the right: arms 2 wide at the top and bottom, 6 by 6 in total.
const BRACKET: [(f32, f32); 8] = [
    (0.0, 0.0),
    (6.0, 0.0),
    (6.0, 2.0),
    (2.0, 2.0),
    (2.0, 4.0),
    (6.0, 4.0),
    (6.0, 6.0),
    (0.0, 6.0),
];

/// Two turns of a spiral band 2 wide, with a gap of 4.3 between the turns.
fn spiral() -> Vec<Vec2> {
    let at = |step: u32, width: f32| {
        let angle = step as f32 * TAU / 16.0;
        Vec2::from_angle(angle) * (1.0 + angle + width)
    };
    let outer = (0..=32).map(|step| at(step, 2.0));
    let inner = (0..=32).rev().map(|step| at(step, 0.0));
    outer.chain(inner).collect()
}

/// Corners at ascending or descending angles about a center, so no edge crosses another. Polygons
/// with equal radii are convex.
fn simple_polygons() -> impl Strategy<Value = Vec<Vec2>> {
    let radii = prop_oneof![
        prop::collection::vec(1.0_f32..10.0, 3..24),
        (1.0_f32..10.0, 3_usize..24).prop_map(|(radius, count)| vec![radius; count]),
    ];
    (radii, vectors(10.0), 0.0_f32..TAU, any::<bool>()).prop_map(
        |(radii, center, start, turned)| {
            let count = radii.len() as f32;
            let mut corners: Vec<Vec2> = (0..)
                .zip(&radii)
                .map(|(number, radius)| {
                    let angle = start + number as f32 * TAU / count;
                    center + Vec2::from_angle(angle) * *radius
                })
                .collect();
            if turned {
                corners.reverse();
            }
            corners
        },
    )
}

/// Whether a ray to the right crosses an odd number of sides, in double precision.
fn is_inside(corners: &[Vec2], point: Vec2) -> bool {
    let wide = |vector: Vec2| (f64::from(vector.x), f64::from(vector.y));
    let (x, y) = wide(point);
    let mut inside = false;
    for (number, corner) in corners.iter().enumerate() {
        let ((from_x, from_y), (to_x, to_y)) =
            (wide(*corner), wide(corners[(number + 1) % corners.len()]));
        if (from_y > y) != (to_y > y) {
            let crossing = from_x + (to_x - from_x) * (y - from_y) / (to_y - from_y);
            inside ^= x < crossing;
        }
    }
    inside
}

fn rim_distance(corners: &[Vec2], point: Vec2) -> f32 {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(from, to)| distance_to_segment(point, *from, *to))
        .fold(f64::INFINITY, f64::min) as f32
}
