//! The trace of a detour: the blocked bearings, the chosen bearing and the feelers.

use super::goals_among_obstacles::{side, walker, wall_at};
use super::*;
use crate::random_scenes::Dice;
use bevy_horde::trace::{Reason, SteeringTrace};

#[test]
fn the_trace_holds_blocked_bearings_the_chosen_bearing_and_feelers() {
    let mut app = app();
    spawn(&mut app, (at(6.0, 0.5), Obstacle::circle(1.0)));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    app.update();
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!(trace.goal, Some(vec2(20.0, 0.0)));
    let [blocked] = trace.blocked[..] else {
        panic!("{:?}", trace.blocked);
    };
    // The disc of radius 1 + 0.5 + 0.175 is at distance sqrt(6^2 + 0.5^2) = 6.0208.
    // Its tangents are asin(0.27820) = 0.28192 to either side of atan(0.5 / 6) = 0.08314.
    assert_close(blocked.left, Vec2::from_angle(0.08314 + 0.28192), 1e-4);
    assert_close(blocked.right, Vec2::from_angle(0.08314 - 0.28192), 1e-4);
    // The distance is measured to the center: the middle line of a disc is a point.
    assert_near(blocked.distance, 6.0208, 1e-3);
    // The right bearing is the smaller turn.
    assert_close(trace.bearing.unwrap(), blocked.right, 1e-3);
    let [feeler] = trace.feelers[..] else {
        panic!("{:?}", trace.feelers);
    };
    // The feeler covers 1.5 s at speed 5, as wide as the body and its margin.
    assert_eq!((feeler.from, feeler.to), (Vec2::ZERO, vec2(7.5, 0.0)));
    assert_near(feeler.radius, 0.675, 1e-6);
    let (met, normal) = feeler.hit.expect("the disc is ahead");
    assert_near(met.distance(vec2(6.0, 0.5)), 1.675, 1e-4);
    assert_close(normal, (met - vec2(6.0, 0.5)) / 1.675, 1e-4);
}

#[test]
fn a_free_way_records_no_bearings() {
    let mut app = app();
    spawn(&mut app, (at(6.0, 9.0), Obstacle::circle(1.0)));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    app.update();
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!((trace.bearing, trace.blocked.len()), (None, 0));
    assert_eq!(trace.feelers.len(), 1);
    assert_eq!(trace.feelers[0].hit, None);
    assert_eq!(trace.tier(Tier::Avoidance), Vec2::ZERO);
}

#[test]
fn only_agents_with_a_trace_record_one() {
    let mut app = app();
    spawn(&mut app, wall_at(8.0));
    let mind = (AvoidObstacles::default(), Seek::new(vec2(20.0, 0.0)));
    let untraced = spawn(&mut app, (agent(), moving(5.0, 0.0), mind));
    let traced = spawn(&mut app, (agent(), moving(5.0, 0.0), at(0.0, 40.0), mind));
    app.world_mut()
        .entity_mut(traced)
        .insert(SteeringTrace::default());
    app.update();
    assert!(app.world().get::<SteeringTrace>(untraced).is_none());
    assert!(get::<SteeringTrace>(&app, traced).goal.is_some());
}

#[test]
fn a_trace_does_not_change_the_motion() {
    let walk = |has_trace: bool| {
        let mut app = app();
        spawn(&mut app, wall_at(8.0));
        let agent = walker(&mut app, vec2(20.0, 0.0));
        if !has_trace {
            app.world_mut().entity_mut(agent).remove::<SteeringTrace>();
        }
        run(&mut app, 120);
        bits(&app, agent)
    };
    assert_eq!(walk(true), walk(false));
}

#[test]
fn a_trace_does_not_change_the_motion_among_random_obstacles() {
    // Without a trace, an agent with free ways does not look at obstacles one by one.
    let walk = |seed: u64, is_traced: bool| {
        let mut dice = Dice::new(seed);
        let mut app = app();
        for _ in 0..12 {
            let (shape, placement) = (dice.shape(3.0), dice.placement(25.0));
            let transform = placement.transform(MovementSpace::Xy);
            spawn(&mut app, (Obstacle::new(shape), transform));
        }
        let agents: Vec<Entity> = (0..30)
            .map(|_| {
                let (start, velocity) = (dice.point(25.0), dice.direction() * 4.0);
                let mind = AvoidObstacles::default();
                let start = (at(start.x, start.y), moving(velocity.x, velocity.y));
                let agent = spawn(&mut app, (agent(), start, mind));
                let mut entity = app.world_mut().entity_mut(agent);
                if !dice.one_in(3) {
                    entity.insert(Seek::new(dice.point(25.0)));
                }
                if is_traced {
                    entity.insert(SteeringTrace::default());
                }
                agent
            })
            .collect();
        let (mut states, mut free) = (Vec::new(), 0);
        for _ in 0..200 {
            app.update();
            for agent in &agents {
                free += u32::from(!side(&app, *agent).is_passing);
                states.push((bits(&app, *agent), side(&app, *agent)));
            }
        }
        (states, free)
    };
    for seed in 0..8 {
        let ((traced, free), (untraced, _)) = (walk(seed, true), walk(seed, false));
        assert!(traced == untraced, "seed {seed}");
        assert!((1000..5900).contains(&free), "{free} free ways");
    }
}

#[test]
fn a_trace_holds_one_tick_only() {
    let mut app = app();
    let wall = spawn(&mut app, wall_at(8.0));
    let agent = walker(&mut app, vec2(20.0, 0.0));
    run(&mut app, 5);
    let trace = get::<SteeringTrace>(&app, agent);
    assert_eq!((trace.blocked.len(), trace.feelers.len()), (1, 1));
    app.world_mut().despawn(wall);
    app.world_mut().entity_mut(agent).remove::<Arrive>();
    app.world_mut().entity_mut(agent).remove::<AvoidObstacles>();
    app.update();
    let idle = SteeringTrace {
        reasons: vec![Reason::NoBehavior],
        ..default()
    };
    assert_eq!(*get::<SteeringTrace>(&app, agent), idle);
}
