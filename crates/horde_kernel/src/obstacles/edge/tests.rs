//! Checks edges by arithmetic, against small steps, and against sampling.

mod blocks;
mod casts;
mod places;
mod scenes;

use super::*;
use crate::test_inputs::{
    angles, changed, close, distance_to_segment, edges, headings, mirrored, turned, vectors,
    wild_sizes, wild_vectors,
};
use core::f32::consts::TAU;
use proptest::prelude::*;

fn edge(start: (f32, f32), end: (f32, f32)) -> Edge {
    Edge {
        start: start.into(),
        end: end.into(),
    }
}

/// An edge from (2, -3) to (2, 5).
fn upright() -> Edge {
    edge((2.0, -3.0), (2.0, 5.0))
}

fn distance(edge: &Edge, point: Vec2) -> f32 {
    distance_to_segment(point, edge.start, edge.end) as f32
}

#[test]
fn edges_touch_where_they_share_a_point() {
    let flat = edge((0.0, 0.0), (4.0, 0.0));
    // Edges that cross, start on the edge, start at its end, overlap beyond its end, or lie on it.
    for (start, end) in [
        ((1.0, -1.0), (2.0, 1.0)),
        ((1.0, 0.0), (1.0, 3.0)),
        ((4.0, 0.0), (5.0, 1.0)),
        ((3.0, 0.0), (9.0, 0.0)),
        ((1.0, 0.0), (2.0, 0.0)),
        ((2.0, 0.0), (2.0, 0.0)),
    ] {
        let other = edge(start, end);
        assert!(flat.touches(&other) && other.touches(&flat), "{other:?}");
    }
    // Edges beside the flat edge, beyond its end on the same line, and pointing toward it.
    for (start, end) in [
        ((1.0, 1e-30), (2.0, 1e-30)),
        ((4.000_001, 0.0), (9.0, 0.0)),
        ((2.0, 3.0), (2.0, 1e-20)),
        ((5.0, 0.0), (5.0, 0.0)),
    ] {
        let other = edge(start, end);
        assert!(!flat.touches(&other) && !other.touches(&flat), "{other:?}");
    }
}

#[test]
fn edges_that_nearly_touch_do_not() {
    // The sides of teeth, 48 millionths apart and 0.06 to 0.46 long.
    let side = |number: f32| {
        let x = number * 2.4e-5 - 0.038;
        edge((x, -0.0402733), (x + 2.4e-5, 0.02 + 1e-3 * number))
    };
    for number in 0..200 {
        let number = number as f32 * 2.0;
        assert!(!side(number).touches(&side(number + 2.0)));
    }
}

proptest! {
    #[test]
    fn edges_touch_where_their_distance_is_zero(
        points in proptest::array::uniform4((-4..5_i32, -4..5_i32)),
    ) {
        // On small integers, the test for crossing is exact in single precision.
        let [a, b, c, d] = points.map(|(x, y)| (x as f32, y as f32));
        let (one, other) = (edge(a, b), edge(c, d));
        let apart = one.distance_to(&other);
        prop_assert_eq!(one.touches(&other), apart < 1e-5, "{}", apart);
    }
}

#[test]
fn a_round_polygon_has_few_straight_runs() {
    let corner = |number: u16| Vec2::from_angle(f32::from(number) * TAU / 5000.0) * 10.0;
    let edges: Vec<Edge> = (0..5000)
        .map(|number| Edge {
            start: corner(number),
            end: corner((number + 1) % 5000),
        })
        .collect();
    // A chord strays from a circle by angle^2 / 8 radii. The bound is pi times as much.
    let runs = straight_runs(&edges, 0.01).count();
    assert!((110..150).contains(&runs), "{runs}");
    // A zigzag has none, and neither have edges that do not follow each other.
    let zigzag: Vec<Edge> = (0..10_u8)
        .map(|number| {
            let at = |number: u8| Vec2::new(f32::from(number), f32::from(number % 2));
            Edge {
                start: at(number),
                end: at(number + 1),
            }
        })
        .collect();
    assert_eq!(straight_runs(&zigzag, 0.1).count(), 10);
    let apart = [edges[0], edges[2]];
    assert_eq!(straight_runs(&apart, 1.0).count(), 2);
}

proptest! {
    #[test]
    fn a_straight_run_stays_near_its_chord(
        start in vectors(10.0),
        steps in prop::collection::vec((-1.0_f32..1.0, 0.01_f32..1.0), 1..60),
        sharp in 0.01_f32..1.5,
        tolerance in 0.001_f32..0.5,
    ) {
        let (mut place, mut heading) = (start, 0.0_f32);
        let edges: Vec<Edge> = steps
            .iter()
            .map(|(turn, length)| {
                heading += turn * sharp;
                let edge = Edge { start: place, end: place + Vec2::from_angle(heading) * *length };
                place = edge.end;
                edge
            })
            .collect();
        let mut next = 0;
        for run in straight_runs(&edges, tolerance) {
            prop_assert_eq!(run.start, next);
            next = run.end;
            let chord = Edge { start: edges[run.start].start, end: edges[run.end - 1].end };
            for edge in &edges[run] {
                let strays = chord.nearest(edge.end).distance(edge.end);
                prop_assert!(strays <= tolerance + 1e-5, "{strays}");
            }
        }
        prop_assert_eq!(next, edges.len());
    }
}
