//! One, three and seven whiskers before walls, boxes, capsules and corners, at several tick rates.

use crate::harness::{app_with, at, place, run, velocity};
use bevy::prelude::*;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;

/// Ticks per second.
const RATES: [u32; 3] = [30, 60, 240];
/// Numbers of whiskers.
const COUNTS: [u32; 3] = [1, 3, 7];

/// The body radius and the maximum speed of a person, in meters.
const BODY_RADIUS: f32 = 0.3;
const SPEED: f32 = 1.3;
/// A walker within this distance of its goal has arrived.
const ARRIVED: f32 = 0.3;

/// The record of a walk.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// Seconds until the goal; `None` if the walker did not reach it.
    time: Option<f32>,
    /// The least distance between the body and an obstacle; negative inside.
    gap: f32,
    /// The sum of all turns of the velocity, in degrees.
    turned: f32,
    end: Vec2,
}

/// An app with these obstacles, at `rate` ticks per second.
fn app(rate: u32, obstacles: &[Obstacle]) -> App {
    let mut app = app_with(SteeringPlugin::default(), f64::from(rate));
    app.world_mut().spawn_batch(obstacles.to_vec());
    app
}

fn spawn_walker(app: &mut App, from: Vec2, mind: impl Bundle) -> Entity {
    let body = SteeringAgent::new(BODY_RADIUS, SPEED);
    let walker = (at(from.x, from.y), body, mind);
    app.world_mut().spawn(walker).id()
}

/// Records a walk to `goal`, for at most `seconds`.
fn watch(app: &mut App, walker: Entity, rate: u32, goal: Vec2, seconds: f32) -> Walk {
    let mut walk = Walk {
        time: None,
        gap: f32::INFINITY,
        turned: 0.0,
        end: place(app, walker),
    };
    for tick in 0..(seconds * rate as f32) as u32 {
        let before = velocity(app, walker);
        app.update();
        let now = velocity(app, walker);
        walk.end = place(app, walker);
        assert!(walk.end.is_finite() && now.is_finite(), "{walk:?} {now}");
        // At a very low speed, rounding decides the direction.
        if before.length().min(now.length()) > 0.1 * SPEED {
            walk.turned += before.angle_to(now).abs().to_degrees();
        }
        for obstacle in app.world().resource::<ObstacleIndex>().obstacles() {
            let gap = obstacle.shape.signed_distance(walk.end) - BODY_RADIUS;
            walk.gap = walk.gap.min(gap);
        }
        if walk.end.distance(goal) < ARRIVED {
            walk.time = Some(tick as f32 / rate as f32);
            break;
        }
    }
    walk
}

/// A walk from the origin to `goal`.
fn walk(rate: u32, count: u32, obstacles: &[Obstacle], goal: Vec2, seconds: f32) -> Walk {
    let mut app = app(rate, obstacles);
    let walker = spawn_walker(
        &mut app,
        Vec2::ZERO,
        (Seek::new(goal), Whiskers::new(count)),
    );
    watch(&mut app, walker, rate, goal, seconds)
}

/// A wall of this length across the way at x = 4.
fn wall(length: f32) -> Obstacle {
    Obstacle::segment(vec2(4.0, -0.5 * length), vec2(4.0, 0.5 * length))
}

fn diamond() -> Obstacle {
    Obstacle::polygon([
        vec2(3.0, 0.0),
        vec2(5.0, -2.0),
        vec2(7.0, 0.0),
        vec2(5.0, 2.0),
    ])
}

fn house() -> Obstacle {
    Obstacle::polygon([
        vec2(3.0, -2.0),
        vec2(7.0, -2.0),
        vec2(7.0, 2.0),
        vec2(3.0, 2.0),
    ])
}

fn silo() -> Obstacle {
    let corner = |number: usize| vec2(5.0, 0.0) + 2.0 * Vec2::from_angle(number as f32 * 0.2618);
    Obstacle::polygon((0..24).map(corner))
}

fn capsule() -> Obstacle {
    Obstacle::capsule(vec2(4.0, -3.0), vec2(4.0, 3.0), 0.5)
}

#[test]
fn walkers_go_around_any_obstacle_straight_before_the_goal() {
    // Each row: name, shape, goal, and the time limit. The limit is the way at 1.3 m/s, plus a
    // third.
    let shapes = [
        ("wall", wall(3.0), 8.0, 9.0),
        // 7.2 from the start to the end of the wall, and 7.2 from there to the goal.
        ("long wall", wall(12.0), 8.0, 15.0),
        ("corner of a box", diamond(), 10.0, 10.5),
        ("side of a box", house(), 10.0, 11.5),
        ("polygon", silo(), 10.0, 10.5),
        ("capsule", capsule(), 10.0, 12.5),
        (
            "disc",
            Obstacle::capsule(vec2(5.0, 0.0), vec2(5.0, 1e-3), 2.0),
            10.0,
            10.5,
        ),
    ];
    for (name, shape, goal, seconds) in shapes {
        for count in COUNTS {
            for rate in RATES {
                let obstacles = core::slice::from_ref(&shape);
                let walk = walk(rate, count, obstacles, vec2(goal, 0.0), 60.0);
                let label = format!("{name}, {count} whiskers, {rate} Hz: {walk:?}");
                assert!(walk.time.is_some_and(|time| time < seconds), "{label}");
                assert!(walk.gap > 0.0, "{label}");
                // The way around takes some 250 degrees of turning. A trembling walker turns by
                // thousands.
                assert!(walk.turned < 300.0, "{label}");
            }
        }
    }
}

#[test]
fn a_walker_turns_to_the_side_of_its_heading() {
    for count in COUNTS {
        for end in [-1.0, 1.0] {
            let mut app = app(60, &[wall(12.0)]);
            let goal = vec2(8.0, 2.0 * end);
            let mind = (Seek::new(goal), Whiskers::new(count));
            let walker = spawn_walker(&mut app, Vec2::ZERO, mind);
            run(&mut app, 6 * 60);
            let place = place(&app, walker);
            // Beyond the goal: a walker without whiskers slides along the wall up to the goal.
            assert!(place.y * end > 2.5, "{count} whiskers: {place}");
        }
    }
}

#[test]
fn a_patrol_along_walls_keeps_its_path() {
    // One wall beside the way, and one across it.
    let beside = Obstacle::segment(vec2(0.0, 0.8), vec2(12.0, 0.8));
    let across = Obstacle::segment(vec2(6.0, -6.0), vec2(6.0, 0.0));
    for count in COUNTS {
        for rate in RATES {
            let mut app = app(rate, &[beside.clone(), across.clone()]);
            let ends = [vec2(12.0, 0.0), vec2(0.0, 0.0)];
            let walker = spawn_walker(&mut app, ends[1], Whiskers::new(count));
            for leg in 0..4 {
                let goal = ends[leg % 2];
                app.world_mut().entity_mut(walker).insert(Seek::new(goal));
                let walk = watch(&mut app, walker, rate, goal, 60.0);
                let label = format!("{count} whiskers, {rate} Hz, leg {leg}: {walk:?}");
                assert!(walk.time.is_some_and(|time| time < 25.0), "{label}");
                assert!(walk.turned < 600.0, "{label}");
                assert!(walk.gap > -1e-3, "{label}");
            }
        }
    }
}

#[test]
fn walkers_leave_shallow_corners() {
    let v = Obstacle::polyline([vec2(1.0, 3.0), vec2(5.0, 0.0), vec2(1.0, -3.0)]);
    let l = Obstacle::polyline([vec2(0.0, 3.0), vec2(5.0, 3.0), vec2(5.0, -3.0)]);
    for (name, corner, goal) in [("V", v, vec2(10.0, 0.0)), ("L", l, vec2(8.0, 5.0))] {
        for count in COUNTS {
            for rate in RATES {
                let walk = walk(rate, count, core::slice::from_ref(&corner), goal, 60.0);
                let label = format!("{name}, {count} whiskers, {rate} Hz: {walk:?}");
                assert!(walk.time.is_some_and(|time| time < 20.0), "{label}");
                assert!(walk.gap > -1e-3, "{label}");
                assert!(walk.turned < 600.0, "{label}");
            }
        }
    }
}

#[test]
fn a_deep_dead_end_may_trap_a_walker_and_its_walls_hold() {
    let pocket = Obstacle::polyline([
        vec2(-6.0, 1.5),
        vec2(5.0, 1.5),
        vec2(5.0, -1.5),
        vec2(-6.0, -1.5),
    ]);
    for count in COUNTS {
        for rate in RATES {
            let goal = vec2(8.0, 0.0);
            let walk = walk(rate, count, core::slice::from_ref(&pocket), goal, 30.0);
            let label = format!("{count} whiskers, {rate} Hz: {walk:?}");
            assert!(walk.gap > -1e-3, "{label}");
            // A trapped walker turns back every few seconds.
            assert!(walk.turned < 30.0 * 180.0, "{label}");
        }
    }
}

#[test]
fn an_agent_reaches_a_goal_just_before_a_wall() {
    for goal in [vec2(3.5, 0.0), vec2(3.6, 1.0), vec2(3.3, -2.0)] {
        for count in COUNTS {
            for rate in RATES {
                let [with, without] = [vec![wall(12.0)], vec![]].map(|obstacles| {
                    let mut app = app(rate, &obstacles);
                    let mind = (Arrive::new(goal), Whiskers::new(count));
                    let walker = spawn_walker(&mut app, Vec2::ZERO, mind);
                    run(&mut app, 6 * rate as usize);
                    place(&app, walker)
                });
                let label = format!("{goal}, {count} whiskers, {rate} Hz: {with} {without}");
                assert!(with.distance(goal) < 0.01, "{label}");
                assert!(without.distance(goal) < 0.01, "{label}");
            }
        }
    }
}

#[test]
fn only_walkers_with_whiskers_go_around_the_wall() {
    let mut app = app(60, &[wall(6.0)]);
    let goal = |y: f32| vec2(8.0, y);
    let mind = |y: f32, count: u32| (Seek::new(goal(y)), Whiskers::new(count));
    let blind = spawn_walker(&mut app, vec2(0.0, -1.0), mind(-1.0, 0));
    let sensing = spawn_walker(&mut app, vec2(0.0, 1.0), mind(1.0, 1));
    let walk = watch(&mut app, sensing, 60, goal(1.0), 20.0);
    assert!(walk.time.is_some(), "{walk:?}");
    let place = place(&app, blind);
    assert!(
        place.distance(vec2(4.0 - BODY_RADIUS, -1.0)) < 0.01,
        "{place}"
    );
}
