//! Silhouettes by arithmetic, and against casting along very many bearings.

use super::*;
use crate::kernel::random::agent_stream;
use crate::kernel::test_inputs::{
    changed, close, edges, headings, mirrored, vectors, wild_sizes, wild_vectors,
};
use core::f32::consts::TAU;
use proptest::prelude::*;
use rand::RngExt;

/// Tenths of a degree of a full turn.
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

/// Bearings of edges seen from the origin.
fn seen(edges: &[Edge], clearance: f32, sight: f32) -> Vec<Blocked> {
    edges
        .iter()
        .filter_map(|edge| Blocked::new(Vec2::ZERO, *edge, clearance, sight))
        .collect()
}

fn degrees(bearing: Vec2) -> f32 {
    bearing.to_angle().to_degrees()
}

/// The way round the first of some edges, from straight ahead along x, in degrees.
fn way_degrees(edges: &[Edge], clearance: f32, side: Side) -> Option<f32> {
    let blocked = seen(edges, clearance, 100.0);
    way_round(Vec2::ZERO, Vec2::X, &blocked, 0, side).map(|way| degrees(way.bearing))
}

fn assert_way(edges: &[Edge], clearance: f32, side: Side, expected: f32) {
    let way = way_degrees(edges, clearance, side).unwrap();
    assert!((way - expected).abs() < 0.01, "{way} instead of {expected}");
}

/// The edges of a ring of `radius` about the origin, from `start` to `end` degrees.
fn arc(radius: f32, start: f32, end: f32) -> Vec<Edge> {
    let at = |part: i16| {
        Vec2::from_angle((start + (end - start) * f32::from(part) / 24.0).to_radians()) * radius
    };
    (0..24)
        .map(|part| Edge {
            start: at(part),
            end: at(part + 1),
        })
        .collect()
}

#[test]
fn a_disc_blocks_what_lies_between_its_tangents() {
    // 5 away with a clearance of 3: the tangents are 4 long.
    let blocked = Blocked::new(Vec2::new(1.0, 2.0), pillar(6.0, 2.0), 3.0, 100.0).unwrap();
    assert!(close(blocked.left, Vec2::new(0.8, 0.6), 1e-6));
    assert!(close(blocked.right, Vec2::new(0.8, -0.6), 1e-6));
    for side in [Side::Left, Side::Right] {
        assert!((blocked.reach(side) - 4.0).abs() < 1e-5);
    }
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
fn an_edge_blocks_what_lies_between_the_tangents_of_its_ends() {
    // From (4, -3) to (4, 3) without clearance: its ends are 5 away.
    for wall in [edge((4.0, -3.0), (4.0, 3.0)), edge((4.0, 3.0), (4.0, -3.0))] {
        let blocked = Blocked::new(Vec2::ZERO, wall, 0.0, 100.0).unwrap();
        assert!(close(blocked.left, Vec2::new(0.8, 0.6), 1e-6));
        assert!(close(blocked.right, Vec2::new(0.8, -0.6), 1e-6));
        assert_eq!(blocked.reach(Side::Left), 5.0);
        // With a clearance of 1.4 the tangents turn by asin(0.28) more, to 36.87 + 16.26 degrees, and are 4.8 long.
        let blocked = Blocked::new(Vec2::ZERO, wall, 1.4, 100.0).unwrap();
        assert!((degrees(blocked.left) - 53.13).abs() < 0.01);
        assert!((degrees(blocked.right) + 53.13).abs() < 0.01);
        assert!((blocked.reach(Side::Right) - 4.8).abs() < 1e-5);
    }
    // Seen from its end it is the disc about the nearer end: 5 away, 3 to each side.
    let endwise = Blocked::new(Vec2::ZERO, edge((5.0, 0.0), (9.0, 0.0)), 3.0, 100.0).unwrap();
    assert!(close(endwise.left, Vec2::new(0.8, 0.6), 1e-6));
    assert!(close(endwise.right, Vec2::new(0.8, -0.6), 1e-6));
}

#[test]
fn a_wall_is_seen_as_far_as_the_sight_reaches() {
    let long = edge((3.0, -100.0), (3.0, 100.0));
    // 3 away and 5 far: 4 to each side.
    let blocked = Blocked::new(Vec2::ZERO, long, 0.0, 5.0).unwrap();
    assert!(close(blocked.left, Vec2::new(0.6, 0.8), 1e-6));
    assert!(close(blocked.right, Vec2::new(0.6, -0.8), 1e-6));
    // The whole of it is kept.
    assert_eq!(blocked.edge, long);
    // A sight of 3.6 and a clearance of 1.4: the same 4, and asin(0.28) more to each side of 53.13 degrees.
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
            // Between the tenths of a degree, so that none lies on the border.
            let bearing = Vec2::from_angle((sample as f32 + 0.37) * TAU / SAMPLES as f32);
            blocks += usize::from(blocked.blocks(bearing));
            assert_eq!(
                blocked.blocks(bearing),
                bearing.dot(outward) < 0.0,
                "{bearing}"
            );
        }
        assert_eq!(blocks, SAMPLES / 2);
        assert_eq!(
            (blocked.reach(Side::Left), blocked.reach(Side::Right)),
            (0.0, 0.0)
        );
    }
    // Right on it, the half that leads against the way out; a point has one too.
    let on_it = Blocked::new(Vec2::ZERO, wall, 1.0, 50.0).unwrap();
    assert!(on_it.blocks(Vec2::X) && !on_it.blocks(Vec2::NEG_X));
    let on_a_point = Blocked::new(Vec2::ONE, pillar(1.0, 1.0), 1.0, 50.0).unwrap();
    assert!(on_a_point.blocks(Vec2::X) && !on_a_point.blocks(Vec2::NEG_X));
}

#[test]
fn turns_grow_from_none_to_four_quarters() {
    let turn = |angle: f32, side| {
        turn_between(Vec2::Y, Vec2::from_angle((90.0 + angle).to_radians()), side)
    };
    for (angle, expected) in [
        (0.0, 0.0),
        (45.0, 0.5),
        (90.0, 1.0),
        (135.0, 1.5),
        (180.0, 2.0),
        (270.0, 3.0),
        (315.0, 3.5),
    ] {
        assert!((turn(angle, Side::Left) - expected).abs() < 1e-5 || expected == 0.0);
        assert!((turn(-angle, Side::Right) - expected).abs() < 1e-5 || expected == 0.0);
    }
    for tenth in 1..3599_i16 {
        let (less, more) = (f32::from(tenth) * 0.1, f32::from(tenth + 1) * 0.1);
        assert!(turn(less, Side::Left) < turn(more, Side::Left), "{less}");
        assert!(
            turn(-less, Side::Right) < turn(-more, Side::Right),
            "{less}"
        );
    }
    assert_eq!(turn_between(Vec2::Y, Vec2::Y, Side::Left), 0.0);
    assert_eq!(turn_between(Vec2::Y, Vec2::ZERO, Side::Left), 0.0);
}

#[test]
fn one_obstacle_is_passed_along_its_tangent() {
    let blocked = seen(&[pillar(5.0, 0.0)], 3.0, 100.0);
    let left = way_round(Vec2::ZERO, Vec2::X, &blocked, 0, Side::Left).unwrap();
    assert!(close(left.bearing, Vec2::new(0.8, 0.6), 1e-6));
    // 0.6 / (0.6 + 0.8) of a quarter.
    assert!((left.turn - 0.6 / 1.4).abs() < 1e-6);
    let right = way_round(Vec2::ZERO, Vec2::X, &blocked, 0, Side::Right).unwrap();
    assert!(close(right.bearing, Vec2::new(0.8, -0.6), 1e-6));
    assert_eq!(right.turn, left.turn);
}

#[test]
fn two_pillars_are_two_while_there_is_room_between_them() {
    let near = pillar(5.0, 0.0);
    // asin(0.75 / 5) = 8.63 degrees.
    assert_way(&[near], 0.75, Side::Right, -8.63);
    // Behind the edge of it, sqrt(26) = 5.1 off: 1.5 are needed.
    assert_way(&[near, pillar(10.0, -1.0)], 0.75, Side::Right, -8.63);
    // sqrt(2) off: as one. atan(1 / 6) = 9.46, asin(0.75 / sqrt(37)) = 7.08.
    assert_way(&[near, pillar(6.0, -1.0)], 0.75, Side::Right, -16.54);
    // On the other side there is nothing more.
    assert_way(&[near, pillar(6.0, -1.0)], 0.75, Side::Left, 8.63);
    // 2.2 off, but before the place where the first is passed: atan(0.5 / 2.9) = 9.78, asin(0.75 / 2.943) = 14.77.
    assert_way(&[near, pillar(2.9, -0.5)], 0.75, Side::Right, -24.55);
}

#[test]
fn a_chain_of_obstacles_is_one() {
    // Five pillars in a row across the way, 1.4 apart where 1.5 are needed, and one more beyond a wide gap.
    let mut row: Vec<Edge> = (0..5)
        .map(|number| pillar(4.0, 1.4 * number as f32))
        .collect();
    row.push(pillar(4.0, 9.0));
    // The fifth at 5.6: atan(1.4) = 54.46 and asin(0.75 / 6.882) = 6.26.
    assert_way(&row, 0.75, Side::Left, 60.72);
    // In whatever order they come.
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
fn a_cul_de_sac_is_left_by_its_mouth() {
    // Its back 3 ahead, its arms 2 to the sides, ending 3 behind.
    let walls = [
        edge((3.0, -2.0), (3.0, 2.0)),
        edge((3.0, 2.0), (-3.0, 2.0)),
        edge((-3.0, -2.0), (3.0, -2.0)),
    ];
    // The end of the left arm at 180 - 33.69 degrees, and asin(0.5 / sqrt(13)) = 7.97 past it.
    assert_way(&walls, 0.5, Side::Left, 154.28);
    assert_way(&walls, 0.5, Side::Right, -154.28);
    // A mouth of 1.2: its lip ends at 168.69 degrees, and asin(0.5 / 3.059) = 9.41 past it.
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
    // Of 0.8 there is no way, though the end of one lip lies short of a full turn.
    for side in [Side::Left, Side::Right] {
        assert_eq!(way_degrees(&lips(0.4), 0.5, side), None);
    }
}

#[test]
fn a_closed_ring_has_no_way_out_and_one_with_a_door_has() {
    for side in [Side::Left, Side::Right] {
        let ring = |start: f32, end: f32| way_degrees(&arc(3.0, start, end), 0.5, side);
        // The first edge begins straight ahead.
        assert_eq!(ring(-1.0, 359.0), None);
        // A door of 15 degrees is 0.78 wide, where 1 is needed; of 40 degrees 2.05, less asin(0.5 / 3) = 9.59 on each side.
        assert_eq!(ring(-1.0, 344.0), None);
        let expected = match side {
            Side::Left => 319.0 + 9.59 - 360.0,
            Side::Right => -1.0 - 9.59,
        };
        let way = ring(-1.0, 319.0).unwrap();
        assert!((way - expected).abs() < 0.02, "{way} instead of {expected}");
    }
}

/// What [`way_round`] says, told from very many bearings: the number of the first free one, in tenths of a degree.
///
/// `Err` when anything that decides is too near to call.
fn sampled_way(
    base: Vec2,
    blocked: &[Blocked],
    sight: f32,
    first: usize,
    side: Side,
) -> Result<Option<usize>, ()> {
    let bearing = |sample: usize| {
        let angle = sample as f32 * TAU / SAMPLES as f32;
        let turned = if side == Side::Left { angle } else { -angle };
        Vec2::from_angle(turned).rotate(base)
    };
    let seen_part = |number: usize| {
        blocked[number]
            .edge
            .cropped(Vec2::ZERO, sight + blocked[number].clearance)
            .unwrap()
    };
    let stops = |number: usize, sample: usize| {
        let part = seen_part(number);
        part.cast(
            Vec2::ZERO,
            bearing(sample % SAMPLES),
            100.0,
            blocked[number].clearance,
        )
        .map(|hit| hit.distance)
    };
    let surely_stops = |number: usize, sample: usize| {
        let around =
            [sample + SAMPLES - 3, sample, sample + 3].map(|at| stops(number, at).is_some());
        if around[0] == around[1] && around[1] == around[2] {
            Ok(around[1])
        } else {
            Err(())
        }
    };
    let is_joined = |own: usize, other: usize| {
        let apart = blocked[own].edge.distance_to(&blocked[other].edge);
        let needed = blocked[own].clearance + blocked[other].clearance;
        if (apart - needed).abs() < 1e-3 {
            Err(())
        } else {
            Ok(apart < needed)
        }
    };
    // The end of an obstacle that stops `sample`, and how far away it is passed.
    let end_of = |number: usize, sample: usize| {
        let end = (sample..sample + SAMPLES)
            .find(|at| stops(number, *at).is_none())
            .unwrap();
        let part = seen_part(number);
        let tangent = |end: Vec2| {
            (end.length_squared() - blocked[number].clearance.powi(2))
                .max(0.0)
                .sqrt()
        };
        let aside = |end: Vec2| side.of(bearing(sample)).dot(end);
        let graze = side.of(bearing(end % SAMPLES));
        // The end that lies on the grazing bearing: the farther one across it.
        let passed = if graze.dot(part.start) > graze.dot(part.end) {
            part.start
        } else {
            part.end
        };
        if (graze.dot(part.start) - graze.dot(part.end)).abs() < 1e-2 && part.start != part.end
            || aside(passed).is_nan()
        {
            return Err(());
        }
        Ok((end, tangent(passed)))
    };
    let mut silhouette = vec![first];
    let (mut end, mut reach) = end_of(first, 0)?;
    loop {
        for part in &silhouette {
            // It meets its own other end.
            if end >= SAMPLES || surely_stops(*part, end + 4)? {
                return Ok(None);
            }
        }
        let mut added: Option<(usize, f32)> = None;
        let mut joining = Vec::new();
        for number in 0..blocked.len() {
            if silhouette.contains(&number) || !surely_stops(number, end)? {
                continue;
            }
            let before = stops(number, end).unwrap();
            if (before - reach).abs() < 0.1 {
                return Err(());
            }
            let mut joins = before < reach;
            for part in &silhouette {
                joins |= is_joined(*part, number)?;
            }
            if joins {
                joining.push(number);
                let (its_end, its_reach) = end_of(number, end)?;
                if added.is_none_or(|(farthest, _)| its_end > farthest) {
                    added = Some((its_end, its_reach));
                }
            }
        }
        silhouette.extend(joining);
        let Some((its_end, its_reach)) = added else {
            return Ok(Some(end));
        };
        (end, reach) = (its_end, its_reach);
    }
}

#[test]
fn the_way_round_agrees_with_very_many_bearings() {
    let (mut ways, mut closed, mut long) = (0, 0, 0);
    for number in 0..4_000 {
        let stream = &mut agent_stream(29, number, 0);
        let sight = if number % 2 == 0 { 30.0 } else { 6.0 };
        let clearance = stream.random_range(0.2..1.2_f32);
        let count = stream.random_range(1..16_u32);
        let mut edges: Vec<Edge> = (0..count)
            .map(|_| {
                let start = Vec2::new(
                    stream.random_range(-9.0..9.0_f32),
                    stream.random_range(-9.0..9.0_f32),
                );
                let along = Vec2::new(
                    stream.random_range(-6.0..6.0_f32),
                    stream.random_range(-6.0..6.0_f32),
                );
                Edge {
                    start,
                    end: start + along,
                }
            })
            // In contact rounding decides.
            .filter(|edge| edge.nearest(Vec2::ZERO).length() > 1.1 * clearance)
            .collect();
        // In every fourth scene a ring with doors of all widths.
        if number % 4 == 0 {
            let (radius, doors) = (
                stream.random_range(2.0..5.0_f32),
                stream.random_range(1..4_u32),
            );
            for door in 0..doors {
                let part = 360.0 / doors as f32;
                let width = stream.random_range(0.0..60.0_f32);
                edges.extend(arc(
                    radius,
                    part * door as f32,
                    part * (door + 1) as f32 - width,
                ));
            }
        }
        let base = Vec2::from_angle(stream.random_range(0.0..TAU));
        let blocked = seen(&edges, clearance, sight);
        let hit = |blocked: &Blocked| {
            let hit = blocked.edge.cast(Vec2::ZERO, base, sight, clearance)?;
            blocked.blocks(base).then_some(hit.distance)
        };
        let first = (0..blocked.len())
            .filter_map(|place| Some((hit(&blocked[place])?, place)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, first)) = first else { continue };
        for side in [Side::Left, Side::Right] {
            let Ok(expected) = sampled_way(base, &blocked, sight, first, side) else {
                continue;
            };
            let way = way_round(Vec2::ZERO, base, &blocked, first, side);
            let Some(expected) = expected else {
                assert_eq!(way, None, "scene {number}, {side:?}");
                closed += 1;
                continue;
            };
            let way = way.unwrap_or_else(|| {
                panic!("scene {number}, {side:?}: {} tenths expected", expected)
            });
            let turned = match side {
                Side::Left => base.angle_to(way.bearing),
                Side::Right => way.bearing.angle_to(base),
            };
            let tenths = turned.rem_euclid(TAU) * SAMPLES as f32 / TAU;
            let off = (tenths - expected as f32).abs();
            assert!(
                off < 3.0,
                "scene {number}, {side:?}: {tenths} tenths instead of {expected}"
            );
            assert!((way.turn - turn_between(base, way.bearing, side)).abs() < 1e-4);
            ways += 1;
            long += u32::from(expected > 900);
        }
    }
    assert!(
        ways > 1_000 && closed > 20 && long > 100,
        "{ways} ways, {closed} closed, {long} long"
    );
}

proptest! {
    #[test]
    fn what_is_blocked_agrees_with_casting(
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
            // On the border rounding decides.
            let border = blocked.left.perp_dot(bearing).abs().min(blocked.right.perp_dot(bearing).abs());
            prop_assert!(blocked.blocks(bearing) == expected || border < 2e-3, "{bearing}");
        }
        prop_assert!((blocked.left.length() - 1.0).abs() < 1e-5 && (blocked.right.length() - 1.0).abs() < 1e-5);
        prop_assert!(!blocked.blocks(blocked.left) && !blocked.blocks(blocked.right));
    }

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
        let left = way_round(Vec2::ZERO, Vec2::X, &plain, 0, Side::Left);
        let right = way_round(Vec2::ZERO, Vec2::X, &other, 0, Side::Right);
        // A mirror along the axis changes signs only; what touches from the start has its own left.
        prop_assume!(walls.iter().all(|wall| wall.nearest(Vec2::ZERO).length() > 1e-3));
        prop_assert_eq!(left.is_some(), right.is_some());
        if let (Some(left), Some(right)) = (left, right) {
            prop_assert!(close(mirrored(left.bearing), right.bearing, 1e-5));
            prop_assert!((left.turn - right.turn).abs() < 1e-5);
        }
    }

    #[test]
    fn every_answer_is_a_number_at_every_scale(
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
                if let Some(way) = way_round(position, base, &blocked, first, side) {
                    prop_assert!(way.bearing.is_finite() && (0.0..=4.0).contains(&way.turn));
                }
            }
        }
    }
}
