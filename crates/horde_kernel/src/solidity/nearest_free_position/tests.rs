//! Checks the nearest free position by arithmetic and against many candidates.

use super::*;
use crate::obstacles::outline::Outline;
use crate::test_inputs::{close, vectors, wild_sizes, wild_vectors};
use core::f32::consts::TAU;
use glam::Vec2;
use proptest::prelude::*;

/// The tolerated overlap, because the candidates lie exactly at the clearance.
const TOLERANCE: f32 = 1e-3;

fn wall(start: (f32, f32), end: (f32, f32)) -> Outline {
    let edge = Edge {
        start: start.into(),
        end: end.into(),
    };
    Outline::of_edge(edge, 0.0)
}

fn disc(x: f32, y: f32, radius: f32) -> Outline {
    Outline::disc(Vec2::new(x, y), radius)
}

fn polygon(corners: &[(f32, f32)]) -> Outline {
    let corners: Vec<Vec2> = corners.iter().map(|corner| Vec2::from(*corner)).collect();
    Outline::polygon(&corners).unwrap()
}

fn barriers(shapes: &[Outline], clearance: f32) -> Vec<Barrier> {
    let barriers_of = |shape: &Outline| {
        let (reach, is_filled) = (f64::from(clearance + shape.radius()), shape.is_filled());
        let edges = shape.edges().to_vec();
        edges.into_iter().map(move |edge| Barrier {
            edge,
            clearance: reach,
            is_filled,
        })
    };
    shapes.iter().flat_map(barriers_of).collect()
}

/// The free distance at `place` beyond the clearance; negative in the blocked area.
fn room(shapes: &[Outline], clearance: f32, place: Vec2) -> f32 {
    shapes
        .iter()
        .map(|shape| shape.signed_distance(place) - clearance)
        .fold(f32::INFINITY, f32::min)
}

fn nearest_free(shapes: &[Outline], clearance: f32, x: f32, y: f32) -> Option<Vec2> {
    let point = DVec2::new(x.into(), y.into());
    let place = nearest_free_position(point, &barriers(shapes, clearance), |place| {
        room(shapes, clearance, place.as_vec2()) >= -TOLERANCE
    });
    place.map(|place| place.as_vec2())
}

fn assert_free_place(shapes: &[Outline], clearance: f32, from: (f32, f32), expected: (f32, f32)) {
    let free = nearest_free(shapes, clearance, from.0, from.1).unwrap();
    assert!(
        close(free, expected.into(), 1e-4),
        "{free} instead of {expected:?}"
    );
}

#[test]
fn out_of_one_disc_the_way_is_straight() {
    assert_free_place(&[disc(0.0, 0.0, 2.5)], 0.5, (1.0, 0.0), (3.0, 0.0));
    // A 3-4-5 triangle.
    assert_free_place(&[disc(0.0, 0.0, 4.5)], 0.5, (-0.3, 0.4), (-3.0, 4.0));
    // A repeated disc changes nothing.
    assert_free_place(
        &[disc(0.0, 0.0, 2.5), disc(0.0, 0.0, 2.5)],
        0.5,
        (1.0, 0.0),
        (3.0, 0.0),
    );
}

#[test]
fn without_barriers_there_is_no_result() {
    assert_eq!(nearest_free(&[], 0.5, 1.0, 2.0), None);
    // Where no position is free, there is no result either.
    let barriers = barriers(&[disc(0.0, 0.0, 2.5)], 0.5);
    assert_eq!(nearest_free_position(DVec2::X, &barriers, |_| false), None);
}

#[test]
fn between_two_discs_the_nearest_position_is_a_crossing() {
    // Radius 5, centers 6 apart: they cross 4 above and below the middle.
    let pair = [disc(-3.0, 0.0, 4.5), disc(3.0, 0.0, 4.5)];
    assert_free_place(&pair, 0.5, (0.0, 1.0), (0.0, 4.0));
    assert_free_place(&pair, 0.5, (0.0, -0.1), (0.0, -4.0));
}

#[test]
fn the_center_of_a_disc_has_a_way_out() {
    assert_free_place(&[disc(1.0, 1.0, 1.5)], 0.5, (1.0, 1.0), (3.0, 1.0));
    // The way out along x is blocked; all others are equally near.
    let pair = [disc(0.0, 0.0, 1.5), disc(2.5, 0.0, 0.5)];
    let free = nearest_free(&pair, 0.5, 0.0, 0.0).unwrap();
    assert!((free.length() - 2.0).abs() < 1e-4);
    assert!(room(&pair, 0.5, free) >= -TOLERANCE);
}

#[test]
fn the_way_out_of_a_wall_is_to_the_nearer_side() {
    let wall = [wall((0.0, 0.0), (4.0, 0.0))];
    assert_free_place(&wall, 0.5, (1.0, 0.2), (1.0, 0.5));
    assert_free_place(&wall, 0.5, (1.0, -0.2), (1.0, -0.5));
    // Beyond its end, straight out of the round cap: (0.18, 0.24) is 0.3 from the end.
    assert_free_place(&wall, 0.5, (4.18, 0.24), (4.3, 0.4));
    // On the wall both sides are equally near. At its end, every outward direction is as near.
    let free = nearest_free(&wall, 0.5, 1.0, 0.0).unwrap();
    assert!(close(free.abs(), Vec2::new(1.0, 0.5), 1e-5));
    let free = nearest_free(&wall, 0.5, 4.0, 0.0).unwrap();
    assert!((free.distance(Vec2::new(4.0, 0.0)) - 0.5).abs() < 1e-5);
}

#[test]
fn in_an_inner_corner_the_nearest_position_touches_both_walls() {
    let corner = [wall((0.0, 0.0), (9.0, 0.0)), wall((0.0, 0.0), (0.0, 9.0))];
    assert_free_place(&corner, 1.0, (0.5, 0.4), (1.0, 1.0));
    // Near one wall only.
    assert_free_place(&corner, 1.0, (3.0, 0.4), (3.0, 1.0));
    // A disc before a wall: 2 from the center (0, 1.5) and 1 above the wall: sqrt(4 - 0.25).
    let niche = [wall((-9.0, 0.0), (9.0, 0.0)), disc(0.0, 1.5, 1.0)];
    assert_free_place(&niche, 1.0, (1.5, 0.7), (3.75_f32.sqrt(), 1.0));
}

#[test]
fn a_filled_polygon_is_left_outward_only() {
    let square = polygon(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
    for (from, out) in [
        ((5.0, 9.9), (5.0, 10.5)),
        ((5.0, 8.0), (5.0, 10.5)),
        ((0.5, 4.0), (-0.5, 4.0)),
        ((10.3, 2.0), (10.5, 2.0)),
        ((6.0, 0.1), (6.0, -0.5)),
    ] {
        assert_free_place(core::slice::from_ref(&square), 0.5, from, out);
    }
    // The inside of a ring of walls is free, and the nearer side of a wall is the inner one.
    assert_free_place(&[square.hollow()], 0.5, (5.0, 9.9), (5.0, 9.5));
}

#[test]
fn a_narrow_gap_is_not_free() {
    // 0.8 apart, where 1 is needed.
    let gap = [wall((0.0, 0.0), (4.0, 0.0)), wall((0.0, 0.8), (4.0, 0.8))];
    assert_free_place(&gap, 0.5, (1.0, 0.5), (1.0, 1.3));
    assert_free_place(&gap, 0.5, (1.0, 0.3), (1.0, -0.5));
    // Near the mouth, the way leads out of the gap: midway between both ends, and sqrt(0.25 - 0.16)
    // before them.
    assert_free_place(&gap, 0.5, (0.2, 0.4), (-0.3, 0.4));
    // A gap of 1.2 is wide enough.
    let wide = [wall((0.0, 0.0), (4.0, 0.0)), wall((0.0, 1.2), (4.0, 1.2))];
    assert_free_place(&wide, 0.5, (1.0, 0.3), (1.0, 0.5));
}

#[test]
fn many_barriers_have_a_free_position() {
    // A round tower of 60 sides, more than the crossing test covers.
    let corners: Vec<Vec2> = (0..60)
        .map(|number| Vec2::from_angle(number as f32 * TAU / 60.0) * 8.0)
        .collect();
    let tower = [Outline::polygon(&corners).unwrap()];
    for from in [
        Vec2::new(0.1, 0.0),
        Vec2::new(3.0, 2.0),
        Vec2::new(-7.5, 1.0),
    ] {
        let free = nearest_free(&tower, 0.5, from.x, from.y).unwrap();
        assert!(room(&tower, 0.5, free) >= -TOLERANCE);
        // The sides are between 8 cos(3 degrees) = 7.989 and 8 from the center.
        let most = 8.5 - from.length();
        assert!(
            (most - 0.02..=most + 1e-3).contains(&free.distance(from)),
            "{free}"
        );
    }
}

fn shapes() -> impl Strategy<Value = Outline> {
    prop_oneof![
        (vectors(12.0), 0.2_f32..4.0).prop_map(|(center, radius)| Outline::disc(center, radius)),
        (vectors(12.0), vectors(6.0), 0.0_f32..2.0).prop_map(|(start, along, radius)| {
            Outline::of_edge(
                Edge {
                    start,
                    end: start + along,
                },
                radius,
            )
        }),
        (vectors(12.0), prop::collection::vec(1.5_f32..6.0, 3..5)).prop_filter_map(
            "a polygon around its center",
            |(center, radii)| {
                let count = radii.len() as f32;
                let corners: Vec<Vec2> = (0..)
                    .zip(radii)
                    .map(|(number, radius)| {
                        center + Vec2::from_angle(number as f32 * TAU / count) * radius
                    })
                    .collect();
                Outline::polygon(&corners)
            }
        ),
    ]
}

proptest! {
    #[test]
    fn the_position_is_free_and_no_free_position_is_nearer(
        shapes in prop::collection::vec(shapes(), 1..5),
        (edge, part, aside) in (any::<usize>(), 0.0_f32..1.0, vectors(0.7)),
        depth in 0.0_f32..1.0,
        clearance in 0.1_f32..1.5,
    ) {
        // Too near to an edge of the first shape, or somewhere inside it.
        let first = &shapes[0];
        let edge = first.edges()[edge % first.edges().len()];
        let center = (first.bounds().min + first.bounds().max) * 0.5;
        let inward = if first.is_filled() { (center - edge.start) * depth } else { Vec2::ZERO };
        let point = edge.start.lerp(edge.end, part) + inward + aside * (clearance + first.radius());
        // Exclude free points, which need no search.
        prop_assume!(room(&shapes, clearance, point) < 0.0);
        let free = nearest_free(&shapes, clearance, point.x, point.y);
        // The plane is infinite and the shapes are not, so a free position exists.
        prop_assert!(free.is_some());
        let free = free.unwrap();
        prop_assert!(room(&shapes, clearance, free) >= -TOLERANCE);
        // Rings of positions about the point, up to the result: all nearer positions are blocked.
        let distance = free.distance(point) - 5.0 * TOLERANCE;
        for ring in 1..=40 {
            let nearer = distance * ring as f32 / 40.0;
            for spoke in 0..180 {
                let place = point + Vec2::from_angle(spoke as f32 * TAU / 180.0) * nearer;
                let taken = room(&shapes, clearance, place) < 0.0;
                prop_assert!(taken || distance <= 0.0, "{place} is free, and nearer than {free}");
            }
        }
    }

    #[test]
    fn every_position_is_finite_at_every_scale(
        walls in prop::collection::vec((wild_vectors(), wild_vectors(), wild_sizes(), any::<bool>()), 0..6),
        point in wild_vectors(),
    ) {
        let barriers: Vec<Barrier> = walls
            .into_iter()
            .map(|(start, end, clearance, is_filled)| Barrier {
                edge: Edge { start, end },
                clearance: clearance.into(),
                is_filled,
            })
            .collect();
        let found = nearest_free_position(point.as_dvec2(), &barriers, |_| true);
        prop_assert!(found.is_none_or(|place| place.is_finite()));
        prop_assert_eq!(found.is_none(), barriers.is_empty());
    }
}
