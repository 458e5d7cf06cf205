//! Checks sweeps by arithmetic and against small steps in double precision.

use super::*;
use crate::test_inputs::{edges, headings, vectors};
use glam::Vec2;
use proptest::prelude::*;

fn edge(start: (f32, f32), end: (f32, f32)) -> Edge {
    Edge {
        start: start.into(),
        end: end.into(),
    }
}

fn seen(edge: &Edge, from: (f64, f64)) -> RelativeEdge {
    RelativeEdge::new(edge, from.into())
}

/// From (2, -3) to (2, 5).
fn upright() -> Edge {
    edge((2.0, -3.0), (2.0, 5.0))
}

/// The distance from a point to an edge by another formula, the projection clamped to the edge.
fn slow_distance(edge: &Edge, point: DVec2) -> f64 {
    let (start, end) = (edge.start.as_dvec2(), edge.end.as_dvec2());
    let part = (point - start).dot(end - start) / (end - start).length_squared();
    let part = if part.is_nan() {
        0.0
    } else {
        part.clamp(0.0, 1.0)
    };
    point.distance(start + (end - start) * part)
}

#[test]
fn a_separation_is_the_distance_and_direction_from_the_nearest_point() {
    let beside = seen(&upright(), (-1.0, 1.0)).separation();
    assert_eq!((beside.distance, beside.normal), (3.0, DVec2::NEG_X));
    // A 3-4-5 triangle beyond the upper end.
    let beyond = seen(&upright(), (5.0, 9.0)).separation();
    assert_eq!(beyond.distance, 5.0);
    assert!(beyond.normal.distance(DVec2::new(0.6, 0.8)) < 1e-15);
    // On the edge, to the left of its upward direction; on a point, zero.
    let on = seen(&upright(), (2.0, 0.0)).separation();
    assert_eq!((on.distance, on.normal), (0.0, DVec2::NEG_X));
    let point = seen(&edge((1.0, 1.0), (1.0, 1.0)), (1.0, 1.0)).separation();
    assert_eq!((point.distance, point.normal), (0.0, DVec2::ZERO));
}

#[test]
fn the_interval_within_reach_is_as_long_as_the_surface_is_thick() {
    // A wall at x = 2 with a reach of 0.5: from 1.5 to 2.5.
    let interval = seen(&upright(), (0.0, 0.0)).interval_within(DVec2::X, 0.5);
    assert_eq!(interval, Some((1.5, 2.5)));
    // Behind, with a negative sign.
    let interval = seen(&upright(), (4.0, 0.0)).interval_within(DVec2::X, 0.5);
    assert_eq!(interval, Some((-2.5, -1.5)));
    // Along the wall: from 0.5 before one end to 0.5 behind the other.
    let interval = seen(&upright(), (2.0, -9.0)).interval_within(DVec2::Y, 0.5);
    assert_eq!(interval, Some((5.5, 14.5)));
    // A point 0.3 to the side: half a chord of 0.4.
    let point = edge((10.0, 0.3), (10.0, 0.3));
    let (first, last) = seen(&point, (0.0, 0.0))
        .interval_within(DVec2::X, 0.5)
        .unwrap();
    assert!((first - 9.6).abs() < 1e-7 && (last - 10.4).abs() < 1e-7);
    assert_eq!(
        seen(&point, (0.0, 1.0)).interval_within(DVec2::X, 0.5),
        None
    );
}

#[test]
fn a_body_in_contact_may_leave_and_slide_but_not_go_deeper() {
    for distance in [0.5, 0.3, 0.01] {
        let touching = seen(&upright(), (2.0 - distance, 1.0));
        let block = |x: f64, y: f64| touching.block(DVec2::new(x, y), 9.0, 0.5, 1e-9);
        assert_eq!(block(-1.0, 0.0), None);
        assert_eq!(block(0.0, 1.0), None);
        // Even a ten-thousandth into the edge: after a thousand units, the body would be a tenth
        // inside.
        for into in [1.0, 0.1, 1e-4, 1e-9] {
            let hit = block(into, (1.0_f64 - into * into).sqrt()).expect("the edge stops the body");
            assert_eq!((hit.distance, hit.normal), (0.0, DVec2::NEG_X));
        }
    }
}

#[test]
fn a_point_is_stopped_by_a_wall_from_both_sides_and_at_its_joints() {
    let walls = [edge((-3.0, 1.0), (1.0, 1.0)), edge((1.0, 1.0), (2.0, -7.0))];
    for (x, from, heading) in [
        (0.3, 5.0, DVec2::NEG_Y),
        (0.3, -5.0, DVec2::Y),
        (1.0, 6.0, DVec2::NEG_Y),
    ] {
        let hit = walls
            .iter()
            .filter_map(|wall| seen(wall, (x, from)).block(heading, 1e6, 0.0, 0.0));
        let least = hit.map(|hit| hit.distance).fold(f64::INFINITY, f64::min);
        assert!((least - (from - 1.0_f64).abs()).abs() < 1e-12, "{least}");
    }
}

proptest! {
    #[test]
    fn a_sweep_of_any_size_stops_where_it_first_touches(
        own in edges(15.0),
        shift in prop_oneof![Just(0.0_f32), Just(100.0), Just(1e5)],
        exponent in -6.0_f64..0.5,
        from in vectors(20.0),
        heading in headings(),
        length in 0.0_f64..60.0,
    ) {
        // Anywhere, as far as single-precision coordinates allow.
        let shift = Vec2::splat(shift);
        let own = Edge { start: own.start + shift, end: own.end + shift };
        let from = (from + shift).as_dvec2();
        let heading = heading.as_dvec2().normalize();
        let reach = 10.0_f64.powf(exponent);
        let edge = RelativeEdge::new(&own, from);
        prop_assume!(slow_distance(&own, from) > reach + 1e-9);
        let hit = edge.block(heading, length, reach, 1e-12);
        let free = hit.map_or(length, |hit| hit.distance);
        // Up to the contact the way is free, and there the disc touches.
        for sample in 0..=200 {
            let place = from + heading * (free * f64::from(sample) / 200.0);
            prop_assert!(slow_distance(&own, place) >= reach - 1e-9);
        }
        if let Some(hit) = hit {
            let touch = from + heading * hit.distance;
            prop_assert!((slow_distance(&own, touch) - reach).abs() < 1e-9);
            prop_assert!(hit.normal.dot(heading) < 0.0);
            prop_assert!((hit.normal.length() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_way_through_an_edge_is_never_missed(
        own in edges(15.0),
        part in 0.0_f64..=1.0,
        heading in headings(),
        before in 0.001_f64..1e6,
        reach in prop_oneof![Just(0.0_f64), 1e-9_f64..1.0],
    ) {
        let (start, end) = (own.start.as_dvec2(), own.end.as_dvec2());
        let heading = heading.as_dvec2().normalize();
        let from = start.lerp(end, part) - heading * before;
        prop_assume!(slow_distance(&own, from) > reach + 1e-6);
        // Exclude ways along the edge, where a point without a size has no side.
        let along = (end - start).normalize_or_zero();
        prop_assume!(along == DVec2::ZERO || along.perp_dot(heading).abs() > 1e-3);
        let is_met = RelativeEdge::new(&own, from)
            .block(heading, before + 1.0, reach.max(1e-9), 0.0)
            .is_some();
        prop_assert!(is_met);
    }

    #[test]
    fn a_free_way_from_contact_never_comes_nearer(
        own in edges(15.0),
        part in 0.0_f64..=1.0,
        aside in vectors(0.7),
        heading in headings(),
        length in 0.0_f64..1e4,
    ) {
        let from = own.start.as_dvec2().lerp(own.end.as_dvec2(), part) + aside.as_dvec2();
        let heading = heading.as_dvec2().normalize();
        let at_first = slow_distance(&own, from);
        let edge = RelativeEdge::new(&own, from);
        if edge.block(heading, length, 1.0, 0.0).is_none() {
            for sample in 0..=100 {
                let place = from + heading * (length * f64::from(sample) / 100.0);
                prop_assert!(slow_distance(&own, place) >= at_first - 1e-8);
            }
        }
    }
}
