//! Places on paths and the ways to them, with the arithmetic written out.

use super::*;
use proptest::prelude::*;

fn line(points: &[(f32, f32)], is_closed: bool) -> Polyline {
    let points: Vec<Vec2> = points.iter().map(|point| Vec2::from(*point)).collect();
    Polyline::new(&points, is_closed).unwrap()
}

fn walk(line: &Polyline, half_width: f32) -> Walk<'_> {
    Walk {
        line,
        is_backward: false,
        half_width,
    }
}

fn place(segment: usize, along: f32) -> PathPlace {
    PathPlace { segment, along }
}

/// Follows the lead in small steps until the end or `most` steps. Returns the positions.
fn walk_along(walk: &Walk, start: Vec2, ahead: f32, most: usize) -> Vec<Vec2> {
    let mut position = start;
    let mut at = walk.nearest(position, 0.0);
    let mut positions = vec![position];
    for _ in 0..most {
        at = walk.advance(at, position);
        let lead = walk.lead(at, position, ahead);
        if lead.is_end && lead.position.distance(position) < 0.05 {
            break;
        }
        position += lead.toward * 0.05;
        positions.push(position);
    }
    positions
}

fn distance_to(line: &Polyline, position: Vec2) -> f32 {
    let walk = walk(line, 1.0);
    let distances = (0..walk.segments()).map(|number| walk.nearest_on(number, position).1);
    distances.fold(f32::INFINITY, f32::min)
}

#[test]
fn a_line_leaves_out_repeated_points_and_refuses_what_is_not_finite() {
    let repeated = line(&[(0.0, 0.0), (0.0, 0.0), (3.0, 4.0), (3.0, 4.0)], false);
    assert_eq!(repeated.points.len(), 2);
    assert_eq!(repeated.length, 5.0);
    let ring = line(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 0.0)], true);
    assert_eq!(ring.points.len(), 3);
    assert!((ring.length - 4.0 - 8.0_f32.sqrt()).abs() < 1e-6);
    assert_eq!(Polyline::new(&[], false), None);
    assert_eq!(Polyline::new(&[Vec2::X, Vec2::NAN], false), None);
    assert_eq!(
        Polyline::new(&[Vec2::ZERO, Vec2::MAX, -Vec2::MAX], false),
        None
    );
    assert!(!Polyline::new(&[Vec2::X; 3], true).unwrap().is_closed());
}

#[test]
fn distances_count_from_the_beginning_of_the_walk() {
    let path = line(&[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)], false);
    let forward = walk(&path, 1.0);
    assert_eq!(forward.distance_along(place(1, 1.0)), 5.0);
    assert_eq!(forward.remaining(place(1, 1.0)), 2.0);
    assert_eq!(forward.position(place(1, 1.0)), Vec2::new(4.0, 1.0));
    let backward = Walk {
        is_backward: true,
        ..forward
    };
    assert_eq!(backward.distance_along(place(1, 1.0)), 4.0);
    assert_eq!(backward.position(place(1, 1.0)), Vec2::new(3.0, 0.0));
    assert_eq!(backward.end(), Vec2::ZERO);
    let ring = line(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], true);
    let backward = Walk {
        is_backward: true,
        ..walk(&ring, 1.0)
    };
    // From (0, 4) through (4, 4), (4, 0) and (0, 0).
    assert_eq!(backward.distance_along(place(3, 1.0)), 13.0);
    assert_eq!(backward.position(place(3, 1.0)), Vec2::new(0.0, 1.0));
    assert_eq!(backward.remaining(place(3, 1.0)), 3.0);
}

#[test]
fn a_body_beside_the_line_heads_for_the_place_ahead_as_far_beside_it() {
    let path = line(&[(0.0, 0.0), (20.0, 0.0)], false);
    let lead = walk(&path, 2.0).lead(place(0, 3.0), Vec2::new(3.0, 1.5), 4.0);
    assert_eq!((lead.position, lead.toward), (Vec2::new(7.0, 1.5), Vec2::X));
    // A body outside of the corridor heads for its border.
    let lead = walk(&path, 2.0).lead(place(0, 3.0), Vec2::new(3.0, 5.0), 4.0);
    assert_eq!(lead.position, Vec2::new(7.0, 2.0));
    assert!(!lead.is_end);
    let lead = walk(&path, 2.0).lead(place(0, 17.0), Vec2::new(17.0, 0.0), 4.0);
    assert_eq!((lead.position, lead.is_end), (Vec2::new(20.0, 0.0), true));
}

#[test]
fn a_corner_is_cut_within_the_corridor_and_no_farther() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], false);
    for half_width in [0.2, 1.0, 2.5] {
        let walk = walk(&path, half_width);
        let positions = walk_along(&walk, Vec2::ZERO, 6.0, 1_000);
        assert!(positions.last().unwrap().distance(Vec2::new(10.0, 10.0)) < 0.1);
        let farthest = positions.iter().map(|place| distance_to(&path, *place));
        let farthest = farthest.fold(0.0, f32::max);
        assert!(farthest <= half_width + 0.06, "{farthest} of {half_width}");
        // The body cuts the corner: its way is shorter than the line.
        let length = 0.05 * positions.len() as f32;
        assert!(length < 20.0 - 0.4 * half_width, "{length} at {half_width}");
    }
}

#[test]
fn a_path_that_doubles_back_is_walked_to_its_tip() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0), (0.0, 0.0)], false);
    let positions = walk_along(&walk(&path, 0.1), Vec2::ZERO, 3.0, 1_000);
    let tip = positions.iter().map(|place| place.x).fold(0.0, f32::max);
    assert!(tip >= 9.85, "{tip}");
    assert!(positions.last().unwrap().x < 0.1);
    let length = 0.05 * positions.len() as f32;
    assert!((19.5..20.5).contains(&length), "{length}");
}

#[test]
fn a_path_that_crosses_itself_is_walked_in_order() {
    let path = line(
        &[
            (0.0, 0.0),
            (10.0, 0.0),
            (10.0, 10.0),
            (5.0, 10.0),
            (5.0, -10.0),
        ],
        false,
    );
    let positions = walk_along(&walk(&path, 0.3), Vec2::ZERO, 2.0, 2_000);
    assert!(positions.last().unwrap().distance(Vec2::new(5.0, -10.0)) < 0.1);
    let length = 0.05 * positions.len() as f32;
    assert!((43.0..45.5).contains(&length), "{length}");
}

#[test]
fn a_body_that_was_pushed_off_goes_on_and_does_not_have_to_touch_the_points() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], false);
    let walk = walk(&path, 0.1);
    // 3 units from both segments, on the inside of the corner.
    let positions = walk_along(&walk, Vec2::new(7.0, 3.0), 6.0, 1_000);
    let nearest = positions
        .iter()
        .map(|place| place.distance(Vec2::new(10.0, 0.0)));
    assert!(nearest.fold(f32::INFINITY, f32::min) > 0.5);
    assert!(positions.last().unwrap().distance(walk.end()) < 0.1);
    // A body pushed back along the path gets an earlier place.
    let back = walk.advance(place(1, 1.0), Vec2::new(9.0, 0.0));
    assert_eq!(back, place(0, 9.0));
}

#[test]
fn points_that_lie_within_the_corridor_of_each_other_do_not_hold_a_body() {
    // The last segment crosses the first one.
    let points = [(0.0, 0.0), (2.0, 0.0), (0.543, -1.37), (-0.4525, 5.1732)];
    let path = line(&points, false);
    let walk = walk(&path, 1.399);
    let positions = walk_along(&walk, Vec2::ZERO, 5.779, 4_000);
    assert!(positions.last().unwrap().distance(walk.end()) < 0.1);
}

#[test]
fn one_point_is_an_end() {
    let path = line(&[(3.0, 4.0)], false);
    let walk = walk(&path, 1.0);
    let lead = walk.lead(walk.nearest(Vec2::ZERO, 0.0), Vec2::ZERO, 1.0);
    assert_eq!((lead.position, lead.is_end), (Vec2::new(3.0, 4.0), true));
    assert!((lead.toward.x - 0.6).abs() < 1e-6);
    assert!(walk.holds(place(0, 0.0)) && walk.is_last(place(0, 0.0)));
}

#[test]
fn a_ring_is_walked_round_and_round() {
    let ring = line(&[(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)], true);
    for is_backward in [false, true] {
        let walk = Walk {
            is_backward,
            ..walk(&ring, 0.3)
        };
        let positions = walk_along(&walk, Vec2::new(4.0, 0.0), 2.0, 2_000);
        assert_eq!(positions.len(), 2_001);
        let turned: f32 = positions
            .windows(2)
            .map(|step| (step[0] - Vec2::splat(4.0)).angle_to(step[1] - Vec2::splat(4.0)))
            .sum();
        let rounds = turned / core::f32::consts::TAU;
        // The walk is 100 units long, and a round about 30.
        assert!((3.1..3.5).contains(&rounds.abs()), "{rounds}");
        assert_eq!(rounds < 0.0, is_backward);
    }
}

proptest! {
    /// In any corridor a body comes to the end, and stays in the corridor.
    #[test]
    fn a_body_comes_to_the_end_within_the_corridor(
        steps in prop::collection::vec((-1.0_f32..1.0, 2.0_f32..12.0), 1..8),
        half_width in 0.1_f32..1.5,
        ahead in 0.5_f32..8.0,
    ) {
        let mut points = vec![Vec2::ZERO];
        let mut bearing = 0.0;
        for (turn, length) in steps {
            bearing += 3.0 * turn;
            points.push(*points.last().unwrap() + Vec2::from_angle(bearing) * length);
        }
        let path = Polyline::new(&points, false).unwrap();
        let walk = walk(&path, half_width);
        let positions = walk_along(&walk, Vec2::ZERO, ahead, 4_000);
        prop_assert!(positions.last().unwrap().distance(walk.end()) < 0.1);
        for position in &positions {
            let distance = distance_to(&path, *position);
            prop_assert!(distance <= half_width + 0.12, "{} of {}", distance, half_width);
        }
        prop_assert!(0.05 * positions.len() as f32 <= path.length + 1.0);
    }

    /// The nearest place is as near as that of a slow search.
    #[test]
    fn going_on_finds_the_nearest_place(
        points in prop::collection::vec((-20.0_f32..20.0, -20.0_f32..20.0), 2..9),
        x in -30.0_f32..30.0,
        y in -30.0_f32..30.0,
    ) {
        let points: Vec<Vec2> = points.into_iter().map(Vec2::from).collect();
        let path = Polyline::new(&points, false).unwrap();
        let walk = walk(&path, 1e-3);
        let position = Vec2::new(x, y);
        let nearest = walk.nearest(position, 0.0);
        let distance = walk.position(nearest).distance(position);
        prop_assert!(distance <= distance_to(&path, position) + 2e-3);
        // A body at the nearest place stays there.
        let at = walk.advance(nearest, position);
        prop_assert!(walk.position(at).distance(position) <= distance);
        prop_assert!((walk.distance_along(at) + walk.remaining(at) - path.length).abs() < 1e-3);
    }
}

/// The turning speed of a walker on a path, with an acceleration of 10.
fn turning_speed(walk: &Walk, position: (f32, f32), velocity: (f32, f32)) -> f32 {
    let position = Vec2::from(position);
    let walker = Walker {
        position,
        velocity: velocity.into(),
        acceleration: 10.0,
        turn_rate: f32::INFINITY,
        turns_back: false,
    };
    walk.turning_speed(walk.nearest(position, 0.0), &walker)
}

#[test]
fn the_speed_before_a_corner_fits_the_turn_into_the_corridor() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], false);
    let walk = walk(&path, 1.0);
    let is_near = |found: f32, wanted: f32| (found - wanted).abs() < 1e-4 * wanted;
    // 2 before the corner and 0.9 of the half width: a circle of radius 2.9, at sqrt(2.9 * 10).
    assert!(is_near(
        turning_speed(&walk, (8.0, 0.0), (5.0, 0.0)),
        29.0_f32.sqrt()
    ));
    // At the corner the radius is 0.9. Beyond the corridor, it is a quarter of the half width.
    assert!(is_near(turning_speed(&walk, (10.0, 0.0), (5.0, 0.0)), 3.0));
    assert!(is_near(
        turning_speed(&walk, (12.0, 3.0), (5.0, 0.0)),
        2.5_f32.sqrt()
    ));
    // In the middle of the turn, at 45 degrees, 0.5 inside of the second segment: the radius is 1.4
    // over 1 - cos 45 degrees = 0.292893.
    let wanted = (1.4 / 0.292_893 * 10.0_f32).sqrt();
    assert!(is_near(
        turning_speed(&walk, (9.5, 4.0), (1.0, 1.0)),
        wanted
    ));
    // Far from the corner, along the last segment and at rest, nothing limits the speed.
    assert_eq!(turning_speed(&walk, (0.0, 0.0), (5.0, 0.0)), f32::INFINITY);
    assert_eq!(turning_speed(&walk, (10.0, 5.0), (0.0, 5.0)), f32::INFINITY);
    assert_eq!(turning_speed(&walk, (8.0, 0.0), (0.0, 0.0)), f32::INFINITY);
}

#[test]
fn the_speed_fits_the_way_on_which_a_body_can_brake() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0), (30.0, 2.0), (30.0, 12.0)], false);
    let walk = walk(&path, 1.0);
    let is_near = |found: f32, wanted: f32| (found - wanted).abs() < 1e-3 * wanted;
    // At the first corner the cosine is 20 / sqrt(404) = 0.995037, which allows a radius of more
    // than 0.9 / 0.004963 = 181. The last segment is at a right angle to the heading. It begins 8 +
    // sqrt(404) = 28.1 ahead along the path, and 28 ahead straight on: 28.9 is the lesser limit.
    let found = turning_speed(&walk, (2.0, 0.0), (15.0, 0.0));
    assert!(is_near(found, 28.9_f32.sqrt() * 10.0_f32.sqrt()), "{found}");
    // A segment beyond the corner limits the speed no more than the way to that segment.
    let zigzag = line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (20.0, 14.0)], false);
    let found = turning_speed(
        &super::Walk {
            line: &zigzag,
            ..walk
        },
        (8.0, 0.9),
        (5.0, 0.5),
    );
    assert!(found * found >= 10.0 * 2.0, "{found}");
}

#[test]
fn turn_rate_and_the_end_of_a_patrol_limit_the_speed() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0)], false);
    let walk = walk(&path, 1.0);
    let speed = |turn_rate: f32, turns_back: bool| {
        let walker = Walker {
            position: Vec2::new(8.0, 0.0),
            velocity: Vec2::new(5.0, 0.0),
            acceleration: 10.0,
            turn_rate,
            turns_back,
        };
        walk.turning_speed(place(0, 8.0), &walker)
    };
    assert_eq!(speed(1.0, false), f32::INFINITY);
    // 2 before the end and 0.9 of the half width: a radius of 2.9.
    assert!((speed(f32::INFINITY, true) - 29.0_f32.sqrt()).abs() < 1e-4);
    assert!((speed(1.0, true) - 2.9).abs() < 1e-4);
}

#[test]
fn a_turn_back_begins_with_a_right_angle() {
    let path = line(&[(0.0, 0.0), (10.0, 0.0), (0.0, 1.0)], false);
    let walk = walk(&path, 1.0);
    // 1 before the tip and 0.9 of the half width.
    let found = turning_speed(&walk, (9.0, 0.0), (5.0, 0.0));
    assert!((found - 19.0_f32.sqrt()).abs() < 1e-4, "{found}");
}

proptest! {
    #[test]
    fn a_mirrored_path_does_not_change_the_turning_speed(
        angle in -3.0_f32..3.0,
        along in 0.0_f32..10.0,
        aside in -1.0_f32..1.0,
        turned in -1.0_f32..1.0,
    ) {
        let speed = |sign: f32| {
            let (sine, cosine) = (sign * angle).sin_cos();
            let path = line(&[(0.0, 0.0), (10.0, 0.0), (10.0 + 20.0 * cosine, 20.0 * sine)], false);
            let velocity = (4.0 * turned.cos(), sign * 4.0 * turned.sin());
            turning_speed(&walk(&path, 1.0), (along, sign * aside), velocity)
        };
        let speeds = [speed(1.0), speed(-1.0)];
        prop_assert_eq!(speeds[0], speeds[1]);
        prop_assert!(speeds[0] > 0.0);
    }

    #[test]
    fn a_body_that_moves_along_the_path_is_not_limited(angle in -3.2_f32..3.2, aside in -3.0_f32..3.0) {
        let along = Vec2::from_angle(angle);
        let (corner, end) = (along * 100.0, along * 100.0 + left(along) * 50.0);
        let path = line(&[(0.0, 0.0), corner.into(), end.into()], false);
        let position = along * 10.0 + left(along) * aside;
        let found = turning_speed(&walk(&path, 1.0), position.into(), (5.0 * along).into());
        prop_assert!(found > 100.0, "{}", found);
    }
}
