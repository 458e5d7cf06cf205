//! Checks the way around groups of edges.

use super::*;

/// The way around the first of some edges, from straight ahead along x, in degrees.
fn way_degrees(edges: &[Edge], clearance: f32, side: Side) -> Option<f32> {
    let blocked = seen(edges, clearance, 100.0);
    way_round(Vec2::X, &blocked, 0, side).map(|way| degrees(way.bearing))
}

fn assert_way(edges: &[Edge], clearance: f32, side: Side, expected: f32) {
    let way = way_degrees(edges, clearance, side).unwrap();
    assert!((way - expected).abs() < 0.01, "{way} instead of {expected}");
}

#[test]
fn one_obstacle_is_passed_along_its_tangent() {
    let blocked = seen(&[pillar(5.0, 0.0)], 3.0, 100.0);
    let left = way_round(Vec2::X, &blocked, 0, Side::Left).unwrap();
    assert!(close(left.bearing, Vec2::new(0.8, 0.6), 1e-6));
    // 0.6 / (0.6 + 0.8) of a quarter turn.
    assert!((left.turn - 0.6 / 1.4).abs() < 1e-6);
    let right = way_round(Vec2::X, &blocked, 0, Side::Right).unwrap();
    assert!(close(right.bearing, Vec2::new(0.8, -0.6), 1e-6));
    assert_eq!(right.turn, left.turn);
}

#[test]
fn two_pillars_with_a_wide_gap_are_separate() {
    let near = pillar(5.0, 0.0);
    // asin(0.75 / 5) = 8.63 degrees.
    assert_way(&[near], 0.75, Side::Right, -8.63);
    // The other pillar is sqrt(26) = 5.1 away, where 1.5 is needed.
    assert_way(&[near, pillar(10.0, -1.0)], 0.75, Side::Right, -8.63);
    // sqrt(2) away, so both are one silhouette. atan(1 / 6) = 9.46, asin(0.75 / sqrt(37)) = 7.08.
    assert_way(&[near, pillar(6.0, -1.0)], 0.75, Side::Right, -16.54);
    // On the other side, nothing changes.
    assert_way(&[near, pillar(6.0, -1.0)], 0.75, Side::Left, 8.63);
    // 2.2 away, and so separate, although the other pillar is the nearer one.
    assert_way(&[near, pillar(2.9, -0.5)], 0.75, Side::Right, -8.63);
}

#[test]
fn a_chain_of_obstacles_is_one() {
    // Five pillars in a row across the way, 1.4 apart where 1.5 is needed, and one more beyond a
    // wide gap.
    let mut row: Vec<Edge> = (0..5)
        .map(|number| pillar(4.0, 1.4 * number as f32))
        .collect();
    row.push(pillar(4.0, 9.0));
    // The fifth at 5.6: atan(1.4) = 54.46 and asin(0.75 / 6.882) = 6.26.
    assert_way(&row, 0.75, Side::Left, 60.72);
    // In any order.
    row[1..].reverse();
    assert_way(&row, 0.75, Side::Left, 60.72);
    assert_way(
        &row,
        0.75,
        Side::Right,
        -(0.75_f32 / 4.0).asin().to_degrees(),
    );
}

#[test]
fn the_way_out_of_a_cul_de_sac_is_its_mouth() {
    // The back is 3 ahead, and the arms are 2 to the sides and end 3 behind.
    let walls = [
        edge((3.0, -2.0), (3.0, 2.0)),
        edge((3.0, 2.0), (-3.0, 2.0)),
        edge((-3.0, -2.0), (3.0, -2.0)),
    ];
    // The end of the left arm is at 180 - 33.69 degrees. The way is asin(0.5 / sqrt(13)) = 7.97
    // past it.
    assert_way(&walls, 0.5, Side::Left, 154.28);
    assert_way(&walls, 0.5, Side::Right, -154.28);
    // A mouth of 1.2: its lip ends at 168.69 degrees. The way is asin(0.5 / 3.059) = 9.41 past it.
    let lips = |half: f32| {
        let mut walls = walls.to_vec();
        walls.extend([
            edge((-3.0, 2.0), (-3.0, half)),
            edge((-3.0, -2.0), (-3.0, -half)),
        ]);
        walls
    };
    assert_way(&lips(0.6), 0.5, Side::Left, 178.10);
    assert_way(&lips(0.6), 0.5, Side::Right, -178.10);
    // A mouth of 0.8 is narrower than the body, so there is no way out.
    for side in [Side::Left, Side::Right] {
        assert_eq!(way_degrees(&lips(0.4), 0.5, side), None);
    }
}

#[test]
fn only_a_ring_with_a_wide_door_has_a_way_out() {
    for side in [Side::Left, Side::Right] {
        let ring = |start: f32, end: f32| way_degrees(&arc(3.0, start, end), 0.5, side);
        // The first edge is straight ahead.
        assert_eq!(ring(-1.0, 359.0), None);
        // A door of 15 degrees is 0.78 wide, where 1 is needed. A door of 40 degrees is 2.05 wide.
        // On each side, the clearance takes asin(0.5 / 3) = 9.59 degrees of it.
        assert_eq!(ring(-1.0, 344.0), None);
        let expected = match side {
            Side::Left => 319.0 + 9.59 - 360.0,
            Side::Right => -1.0 - 9.59,
        };
        let way = ring(-1.0, 319.0).unwrap();
        assert!((way - expected).abs() < 0.02, "{way} instead of {expected}");
    }
}

proptest! {
    #[test]
    fn the_way_left_is_the_way_right_in_a_mirror(
        others in prop::collection::vec(edges(10.0), 0..10),
        ahead in (2.0_f32..8.0, -0.3_f32..0.3),
        clearance in 0.3_f32..1.0,
        sight in 9.0_f32..40.0,
    ) {
        let mut walls = vec![pillar(ahead.0, ahead.1)];
        walls.extend(others);
        let mirrored_walls: Vec<Edge> = walls.iter().map(|wall| changed(wall, mirrored)).collect();
        let plain = seen(&walls, clearance, sight);
        let other = seen(&mirrored_walls, clearance, sight);
        let left = way_round(Vec2::X, &plain, 0, Side::Left);
        let right = way_round(Vec2::X, &other, 0, Side::Right);
        // A mirror along the axis changes signs only. Exclude walls through the body, which have a
        // fixed left side.
        prop_assume!(walls.iter().all(|wall| wall.nearest(Vec2::ZERO).length() > 1e-3));
        prop_assert_eq!(left.is_some(), right.is_some());
        if let (Some(left), Some(right)) = (left, right) {
            prop_assert!(close(mirrored(left.bearing), right.bearing, 1e-5));
            prop_assert!((left.turn - right.turn).abs() < 1e-5);
        }
    }

    #[test]
    fn every_result_is_finite_at_every_scale(
        walls in prop::collection::vec((wild_vectors(), wild_vectors()), 1..6),
        position in wild_vectors(),
        clearance in wild_sizes(),
        sight in wild_sizes(),
        base in headings(),
    ) {
        let blocked: Vec<Blocked> = walls
            .iter()
            .filter_map(|(start, end)| Blocked::new(position, Edge { start: *start, end: *end }, clearance, sight))
            .collect();
        for first in 0..blocked.len() {
            prop_assert!(blocked[first].left.is_finite() && blocked[first].right.is_finite());
            for side in [Side::Left, Side::Right] {
                if let Some(way) = way_round(base, &blocked, first, side) {
                    prop_assert!(way.bearing.is_finite() && (0.0..=4.0).contains(&way.turn));
                }
            }
        }
    }
}
