//! Threats and forces by arithmetic, and bodies that pass obstacles at several rates.

use super::*;
use crate::kernel::combine::prioritised;
use crate::kernel::motion::accelerate;
use crate::kernel::pursuit::{Ability, seek};
use crate::kernel::test_inputs::{
    angles, close, headings, mirrored, turned, vectors, wild_sizes, wild_vectors,
};
use crate::kernel::vector::truncate;
use proptest::prelude::*;

/// At the origin, heading along x, half a unit to each side, 10 units ahead.
const AHEAD: Corridor = Corridor {
    position: Vec2::ZERO,
    heading: Vec2::X,
    speed: 0.0,
    half_width: 0.5,
    look_ahead: 10.0,
    goal_distance: f32::INFINITY,
};

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle {
        center: Vec2::new(x, y),
        radius,
    }
}

fn corridors() -> impl Strategy<Value = Corridor> {
    (
        vectors(20.0),
        headings(),
        0.0_f32..10.0,
        0.1_f32..2.0,
        0.5_f32..20.0,
    )
        .prop_map(
            |(position, heading, speed, half_width, look_ahead)| Corridor {
                position,
                heading,
                speed,
                half_width,
                look_ahead,
                goal_distance: f32::INFINITY,
            },
        )
}

fn circles() -> impl Strategy<Value = Circle> {
    (vectors(20.0), 0.1_f32..6.0).prop_map(|(center, radius)| Circle { center, radius })
}

#[test]
fn an_obstacle_ahead_threatens_where_the_corridor_enters_it() {
    // 6 - (1 + 0.5).
    let threat = AHEAD.threat(&circle(6.0, 0.0, 1.0)).unwrap();
    assert_eq!(
        threat,
        CircleThreat {
            entry: 4.5,
            to_center: Vec2::new(6.0, 0.0),
            clearance: 1.5
        }
    );
    // 0.9 to the side: half chord sqrt(2.25 - 0.81) = 1.2.
    let threat = AHEAD.threat(&circle(6.0, 0.9, 1.0)).unwrap();
    assert!((threat.entry - 4.8).abs() < 1e-5);
}

#[test]
fn what_the_corridor_passes_is_no_threat() {
    // The sum of radius and half width is 1.5.
    assert!(AHEAD.threat(&circle(6.0, 1.49, 1.0)).is_some());
    assert!(AHEAD.threat(&circle(6.0, 1.5, 1.0)).is_none());
    assert!(AHEAD.threat(&circle(6.0, -1.51, 1.0)).is_none());
}

#[test]
fn what_lies_behind_is_no_threat_but_what_one_stands_in_is() {
    assert!(AHEAD.threat(&circle(-1.6, 0.0, 1.0)).is_none());
    assert!(AHEAD.threat(&circle(-40.0, 0.0, 1.0)).is_none());
    let within = AHEAD.threat(&circle(-1.4, 0.0, 1.0)).unwrap();
    assert_eq!(within.entry, 0.0);
}

#[test]
fn only_what_is_near_enough_and_before_the_goal_is_a_threat() {
    assert!(AHEAD.threat(&circle(11.4, 0.0, 1.0)).is_some());
    assert!(AHEAD.threat(&circle(11.6, 0.0, 1.0)).is_none());
    let to_goal = Corridor {
        goal_distance: 4.0,
        ..AHEAD
    };
    assert!(to_goal.threat(&circle(5.4, 0.0, 1.0)).is_some());
    assert!(to_goal.threat(&circle(5.6, 0.0, 1.0)).is_none());
}

#[test]
fn the_side_is_the_remembered_one_then_away_then_the_goals_then_the_left() {
    let side = |y: f32, remembered, goal: Option<Vec2>| {
        let threat = AHEAD.threat(&circle(6.0, y, 1.0)).unwrap();
        AHEAD.passing_side(&threat, remembered, goal)
    };
    let left_goal = Some(Vec2::new(20.0, 3.0));
    let right_goal = Some(Vec2::new(20.0, -3.0));
    assert_eq!(side(0.4, None, left_goal), Side::Right);
    assert_eq!(side(-0.4, None, right_goal), Side::Left);
    assert_eq!(side(0.4, Some(Side::Left), right_goal), Side::Left);
    assert_eq!(side(0.0, None, left_goal), Side::Left);
    assert_eq!(side(0.0, None, right_goal), Side::Right);
    assert_eq!(side(0.0, None, Some(Vec2::new(20.0, 0.0))), Side::Left);
    assert_eq!(side(0.0, None, None), Side::Left);
    // A thousandth of the clearance 1.5 is dead centre.
    assert_eq!(side(0.001, None, left_goal), Side::Left);
}

#[test]
fn the_force_lies_across_and_grows_as_the_entry_comes_nearer() {
    let force = |distance: f32| {
        let threat = AHEAD.threat(&circle(distance, 0.0, 1.0)).unwrap();
        AHEAD.avoidance(&threat, Side::Left, 8.0, 8.0)
    };
    // 1 - entry / 10 of 8, standing still: no brake.
    assert!(close(force(11.5), Vec2::ZERO, 1e-5));
    assert!(close(force(6.5), Vec2::new(0.0, 4.0), 1e-5));
    assert!(close(force(4.0), Vec2::new(0.0, 6.0), 1e-5));
}

#[test]
fn a_body_that_can_no_longer_stop_brakes_too() {
    // Stopping from 6 with 4 takes 36 / 8 = 4.5; the entry is at 3: a third of the brake, and 0.7 of the turn.
    let fast = Corridor {
        speed: 6.0,
        ..AHEAD
    };
    let threat = fast.threat(&circle(4.5, 0.0, 1.0)).unwrap();
    let force = fast.avoidance(&threat, Side::Right, 12.0, 4.0);
    assert!(close(force, Vec2::new(-4.0, -8.4), 1e-4));
    // Met at a slant, 0.9 of 1.5 to the side: squareness sqrt(1 - 0.36) = 0.8, entry 4.2 - 1.2 = 3.
    let threat = fast.threat(&circle(4.2, 0.9, 1.0)).unwrap();
    let force = fast.avoidance(&threat, Side::Right, 12.0, 4.0);
    assert!(close(force, Vec2::new(-3.2, -8.4), 1e-4), "{force}");
    // With room to stop there is no brake.
    let threat = fast.threat(&circle(6.5, 0.0, 1.0)).unwrap();
    assert!(fast.avoidance(&threat, Side::Right, 12.0, 4.0).x.abs() < 1e-5);
}

#[test]
fn a_body_in_the_clearance_is_pushed_straight_out() {
    // 1.2 behind the body: out is forward, and there is nothing to turn for.
    let threat = AHEAD.threat(&circle(-1.2, 0.0, 1.0)).unwrap();
    let force = AHEAD.avoidance(&threat, Side::Left, 8.0, 8.0);
    assert!(close(force, Vec2::new(8.0, 0.0), 1e-4));
    // At its very centre: to the side.
    let threat = AHEAD.threat(&circle(0.0, 0.0, 1.0)).unwrap();
    let force = AHEAD.avoidance(&threat, Side::Left, 8.0, 8.0);
    assert!(close(force, Vec2::new(0.0, 8.0), 1e-4));
}

#[test]
fn a_body_without_look_ahead_or_acceleration_stays_finite() {
    let blind = Corridor {
        look_ahead: 0.0,
        speed: 3.0,
        ..AHEAD
    };
    let threat = blind.threat(&circle(1.0, 0.0, 1.0)).unwrap();
    assert!(blind.avoidance(&threat, Side::Left, 8.0, 0.0).is_finite());
    assert!(blind.avoidance(&threat, Side::Left, 0.0, 0.0).is_finite());
    assert!(blind.threat(&circle(5.0, 0.0, 1.0)).is_none());
}

/// Walks past obstacles to a goal: the least distance of the body's edge to any of them, and the end.
fn walk_past(obstacles: &[Circle], start: Vec2, goal: Vec2, rate: u32) -> (f32, Vec2) {
    let tick = 1.0 / rate as f32;
    let ability = Ability {
        max_speed: 2.0,
        max_force: 6.0,
        max_acceleration: 6.0,
        tick,
    };
    let (radius, margin) = (0.3, 0.1);
    let (mut position, mut velocity) = (start, Vec2::ZERO);
    let mut heading = direction(goal - start).unwrap();
    let mut memory: Option<(usize, Side)> = None;
    let mut least = f32::INFINITY;
    for _ in 0..30 * rate {
        heading = direction(velocity).unwrap_or(heading);
        let offset = goal - position;
        if offset.length() < 0.5 {
            break;
        }
        let corridor = Corridor {
            position,
            heading,
            speed: velocity.length(),
            half_width: radius + margin,
            look_ahead: (1.5 * velocity.length()).max(0.6),
            goal_distance: offset.length(),
        };
        let worst = obstacles
            .iter()
            .enumerate()
            .filter_map(|(number, obstacle)| Some((number, corridor.threat(obstacle)?)))
            .min_by(|a, b| a.1.entry.total_cmp(&b.1.entry));
        let mut avoidance = Vec2::ZERO;
        memory = worst.map(|(number, threat)| {
            let remembered = memory
                .filter(|(last, _)| *last == number)
                .map(|(_, side)| side);
            let side = corridor.passing_side(&threat, remembered, Some(offset));
            avoidance =
                corridor.avoidance(&threat, side, ability.max_force, ability.max_acceleration);
            (number, side)
        });
        let goal_force = seek(&ability, velocity, offset).unwrap_or(Vec2::ZERO);
        let force = prioritised(&[avoidance, Vec2::ZERO, goal_force], ability.max_force);
        velocity = accelerate(velocity, force, ability.max_speed, tick);
        position += velocity * tick;
        for obstacle in obstacles {
            least = least.min(obstacle.signed_distance(position) - radius);
        }
    }
    (least, position)
}

#[test]
fn an_obstacle_is_passed_with_room_at_any_rate_dead_centre_too() {
    for rate in [30, 60, 240] {
        for lateral in [0.0, 1e-4, -0.01, 0.2, -0.6, 0.9] {
            for radius in [0.2, 1.0, 2.5] {
                let obstacle = circle(6.0, lateral, radius);
                let goal = Vec2::new(14.0, 0.0);
                let (least, end) = walk_past(&[obstacle], Vec2::ZERO, goal, rate);
                let case = format!("{rate} Hz, {lateral} aside, radius {radius}");
                assert!(least > 0.05, "{case}: came within {least}");
                assert!(end.distance(goal) < 0.6, "{case}: ended at {end}");
            }
        }
    }
}

#[test]
fn a_gap_between_two_obstacles_is_passed_when_the_body_fits() {
    // Half the gap is 0.41, as body and margin are, or 0.38, which leaves 0.08 of the margin's 0.1.
    for (half_gap, room) in [(0.41, 0.1), (0.38, 0.03)] {
        for rate in [30, 60, 240] {
            let pair = [
                circle(6.0, 1.0 + half_gap, 1.0),
                circle(6.0, -1.0 - half_gap, 1.0),
            ];
            let goal = Vec2::new(14.0, 0.0);
            let (least, end) = walk_past(&pair, Vec2::ZERO, goal, rate);
            assert!(least > room, "{half_gap} at {rate} Hz: came within {least}");
            assert!(
                end.distance(goal) < 0.6,
                "{half_gap} at {rate} Hz: ended at {end}"
            );
        }
    }
}

proptest! {
    #[test]
    fn a_threat_is_what_the_swept_corridor_meets(corridor in corridors(), obstacle in circles()) {
        let clearance = obstacle.radius + corridor.half_width;
        let inside = |along: f32, by: f32| {
            let point = corridor.position + corridor.heading * along;
            point.distance(obstacle.center) < clearance - by
        };
        let samples = 400;
        let sampled = (0..=samples)
            .map(|sample| corridor.look_ahead * sample as f32 / samples as f32)
            .find(|along| inside(*along, 1e-3));
        match corridor.threat(&obstacle) {
            None => prop_assert!(sampled.is_none(), "met at {sampled:?}"),
            Some(threat) => {
                prop_assert!((0.0..=corridor.look_ahead).contains(&threat.entry));
                prop_assert!(!inside(threat.entry * 0.99, 1e-3) || inside(0.0, 1e-3));
                // At the entry the corridor touches.
                prop_assert!(inside(threat.entry, -1e-3));
            }
        }
    }

    #[test]
    fn the_force_is_bounded_and_turns_away(
        corridor in corridors(),
        obstacle in circles(),
        max_force in 0.1_f32..30.0,
        mass in 0.1_f32..10.0,
    ) {
        if let Some(threat) = corridor.threat(&obstacle) {
            let side = corridor.passing_side(&threat, None, None);
            let force = corridor.avoidance(&threat, side, max_force, max_force / mass);
            // Straight out, and across and back at a right angle: 1 + sqrt(2) at most.
            prop_assert!(force.length() <= 2.415 * max_force);
            let across = force.dot(side.of(corridor.heading));
            prop_assert!(across >= -1e-3 * max_force);
            // Never faster into what lies ahead.
            if threat.to_center.dot(corridor.heading) > 0.0 {
                prop_assert!(force.dot(corridor.heading) <= 1e-3 * max_force);
            }
        }
    }

    #[test]
    fn avoidance_turns_and_mirrors_with_the_scene(
        corridor in corridors(),
        obstacle in circles(),
        angle in angles(),
    ) {
        let lateral = corridor.heading.perp_dot(obstacle.center - corridor.position);
        let clearance = obstacle.radius + corridor.half_width;
        // Away from the edges, where rounding decides.
        prop_assume!((lateral.abs() - clearance).abs() > 1e-2 && lateral.abs() > 1e-2);
        let force = |corridor: &Corridor, obstacle: &Circle| {
            let threat = corridor.threat(obstacle)?;
            let side = corridor.passing_side(&threat, None, None);
            Some((threat, corridor.avoidance(&threat, side, 9.0, 9.0)))
        };
        let plain = force(&corridor, &obstacle);
        let rotated = force(
            &Corridor { position: turned(corridor.position, angle), heading: turned(corridor.heading, angle), ..corridor },
            &Circle { center: turned(obstacle.center, angle), ..obstacle },
        );
        if let (Some((threat, plain)), Some((_, rotated))) = (plain, rotated) {
            let at_the_edge = (threat.to_center.length() - clearance).abs() < 1e-3
                || threat.to_center.dot(corridor.heading).abs() < 1e-3;
            prop_assert!(at_the_edge || close(turned(plain, angle), rotated, 0.05));
        }
        let reflected = force(
            &Corridor { position: mirrored(corridor.position), heading: mirrored(corridor.heading), ..corridor },
            &Circle { center: mirrored(obstacle.center), ..obstacle },
        );
        prop_assert_eq!(plain.map(|(_, force)| mirrored(force)), reflected.map(|(_, force)| force));
    }

    #[test]
    fn a_nearer_obstacle_turns_harder(y in -1.4_f32..1.4, near in 2.0_f32..5.0, farther in 0.1_f32..4.0) {
        let across = |x: f32| {
            let threat = AHEAD.threat(&circle(x, y, 1.0)).unwrap();
            AHEAD.avoidance(&threat, Side::Left, 5.0, 5.0).y
        };
        prop_assert!(across(near) > across(near + farther));
    }

    #[test]
    fn avoidance_is_finite_at_every_scale(
        position in wild_vectors(),
        center in wild_vectors(),
        heading in headings(),
        speed in wild_sizes(),
        radius in wild_sizes(),
        half_width in wild_sizes(),
        look_ahead in wild_sizes(),
        max_force in wild_sizes(),
    ) {
        let corridor = Corridor { position, heading, speed, half_width, look_ahead, goal_distance: f32::INFINITY };
        if let Some(threat) = corridor.threat(&Circle { center, radius }) {
            prop_assert!(threat.entry.is_finite());
            let side = corridor.passing_side(&threat, None, None);
            let force = corridor.avoidance(&threat, side, max_force, max_force);
            prop_assert!(force.is_finite());
            prop_assert_eq!(truncate(force, max_force).is_finite(), true);
        }
    }
}
