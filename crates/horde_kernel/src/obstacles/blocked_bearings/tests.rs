//! Checks the bearings that one edge blocks.

use super::*;
use crate::test_inputs::{close, edges, vectors};
use core::f32::consts::TAU;
use proptest::prelude::*;

/// The number of sampled bearings, one for each tenth of a degree.
const SAMPLES: usize = 3600;

fn edge(start: (f32, f32), end: (f32, f32)) -> Edge {
    Edge {
        start: start.into(),
        end: end.into(),
    }
}

fn pillar(x: f32, y: f32) -> Edge {
    edge((x, y), (x, y))
}

fn degrees(bearing: Vec2) -> f32 {
    bearing.to_angle().to_degrees()
}

#[test]
fn a_disc_blocks_the_bearings_between_its_tangents() {
    // 5 away with a clearance of 3: a triangle of 3, 4 and 5.
    let blocked = Blocked::new(Vec2::new(1.0, 2.0), pillar(6.0, 2.0), 3.0, 100.0).unwrap();
    assert!(close(blocked.left, Vec2::new(0.8, 0.6), 1e-6));
    assert!(close(blocked.right, Vec2::new(0.8, -0.6), 1e-6));
    for (bearing, blocks) in [
        (36.8_f32, true),
        (36.9, false),
        (0.0, true),
        (-36.8, true),
        (-36.9, false),
        (180.0, false),
    ] {
        let bearing = Vec2::from_angle(bearing.to_radians());
        assert_eq!(blocked.blocks(bearing), blocks, "{bearing}");
    }
}

#[test]
fn an_edge_blocks_the_bearings_between_its_outer_tangents() {
    // From (4, -3) to (4, 3) without clearance: its ends are 5 away.
    for wall in [edge((4.0, -3.0), (4.0, 3.0)), edge((4.0, 3.0), (4.0, -3.0))] {
        let blocked = Blocked::new(Vec2::ZERO, wall, 0.0, 100.0).unwrap();
        assert!(close(blocked.left, Vec2::new(0.8, 0.6), 1e-6));
        assert!(close(blocked.right, Vec2::new(0.8, -0.6), 1e-6));
        // With a clearance of 1.4, the tangents turn by asin(0.28) more, to 36.87 + 16.26 degrees.
        let blocked = Blocked::new(Vec2::ZERO, wall, 1.4, 100.0).unwrap();
        assert!((degrees(blocked.left) - 53.13).abs() < 0.01);
        assert!((degrees(blocked.right) + 53.13).abs() < 0.01);
    }
    // Seen from its end, an edge blocks like the disc about the nearer end: 5 away, 3 to each side.
    let endwise = Blocked::new(Vec2::ZERO, edge((5.0, 0.0), (9.0, 0.0)), 3.0, 100.0).unwrap();
    assert!(close(endwise.left, Vec2::new(0.8, 0.6), 1e-6));
    assert!(close(endwise.right, Vec2::new(0.8, -0.6), 1e-6));
}

#[test]
fn a_wall_blocks_within_the_sight_only() {
    let long = edge((3.0, -100.0), (3.0, 100.0));
    // 3 away with a sight of 5: 4 to each side.
    let blocked = Blocked::new(Vec2::ZERO, long, 0.0, 5.0).unwrap();
    assert!(close(blocked.left, Vec2::new(0.6, 0.8), 1e-6));
    assert!(close(blocked.right, Vec2::new(0.6, -0.8), 1e-6));
    // The whole edge is stored.
    assert_eq!(blocked.edge, long);
    // A sight of 3.6 and a clearance of 1.4: the same 4, and asin(0.28) more than 53.13 degrees on
    // each side.
    let blocked = Blocked::new(Vec2::ZERO, long, 1.4, 3.6).unwrap();
    assert!((degrees(blocked.left) - 69.39).abs() < 0.01);
    assert!((degrees(blocked.right) + 69.39).abs() < 0.01);
    assert_eq!(Blocked::new(Vec2::ZERO, long, 0.5, 2.4), None);
}

#[test]
fn within_the_clearance_half_of_all_bearings_are_blocked() {
    let wall = edge((0.0, -2.0), (0.0, 2.0));
    for (position, outward) in [
        (Vec2::new(0.5, 1.0), Vec2::X),
        (Vec2::new(-0.5, 0.0), Vec2::NEG_X),
        (Vec2::new(0.0, 2.9), Vec2::Y),
        (Vec2::new(0.3, -2.4), Vec2::new(0.6, -0.8)),
    ] {
        let blocked = Blocked::new(position, wall, 1.0, 50.0).unwrap();
        let mut blocks = 0;
        for sample in 0..SAMPLES {
            // Between the tenths of a degree, so that no bearing lies on the border.
            let bearing = Vec2::from_angle((sample as f32 + 0.37) * TAU / SAMPLES as f32);
            blocks += usize::from(blocked.blocks(bearing));
            assert_eq!(
                blocked.blocks(bearing),
                bearing.dot(outward) < 0.0,
                "{bearing}"
            );
        }
        assert_eq!(blocks, SAMPLES / 2);
    }
    // Exactly on the wall, the half against the way out is blocked. The same holds for a point.
    let on_it = Blocked::new(Vec2::ZERO, wall, 1.0, 50.0).unwrap();
    assert!(on_it.blocks(Vec2::X) && !on_it.blocks(Vec2::NEG_X));
    let on_a_point = Blocked::new(Vec2::ONE, pillar(1.0, 1.0), 1.0, 50.0).unwrap();
    assert!(on_a_point.blocks(Vec2::X) && !on_a_point.blocks(Vec2::NEG_X));
}

proptest! {
    #[test]
    fn blocked_bearings_agree_with_casts(
        edge in edges(15.0),
        position in vectors(15.0),
        clearance in 0.05_f32..3.0,
        sight in 0.5_f32..40.0,
        start in 0.0_f32..0.1,
    ) {
        let blocked = Blocked::new(position, edge, clearance, sight);
        let distance = edge.nearest(position).distance(position);
        prop_assume!((distance - clearance).abs() > 1e-2 && (distance - clearance - sight).abs() > 1e-3);
        prop_assert_eq!(blocked.is_some(), distance < clearance + sight);
        let Some(blocked) = blocked else { return Ok(()) };
        let part = edge.cropped(position, sight + clearance).unwrap();
        let outward = position - part.nearest(position);
        for sample in 0..360 {
            let bearing = Vec2::from_angle((sample as f32 + start).to_radians());
            let expected = if distance < clearance {
                bearing.dot(outward) < 0.0
            } else {
                part.cast(position, bearing, 200.0, clearance).is_some()
            };
            // On the border, rounding decides.
            let border = blocked.left.perp_dot(bearing).abs().min(blocked.right.perp_dot(bearing).abs());
            prop_assert!(blocked.blocks(bearing) == expected || border < 2e-3, "{bearing}");
        }
        prop_assert!((blocked.left.length() - 1.0).abs() < 1e-5 && (blocked.right.length() - 1.0).abs() < 1e-5);
        prop_assert!(!blocked.blocks(blocked.left) && !blocked.blocks(blocked.right));
    }
}
