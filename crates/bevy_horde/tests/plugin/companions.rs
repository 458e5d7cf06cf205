//! Agents that keep a place by others: beside, behind, between, hidden from them, and in a queue.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::{HideState, QueueState};
use bevy_horde::perception::SteeringQuery;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// Body radius 0.5, speed 5, force 15.
fn agent() -> SteeringAgent {
    SteeringAgent::default()
}

/// An agent without behaviors, which coasts along x at this speed.
fn mover(app: &mut App, place: Vec2, speed: f32) -> Entity {
    let body = (at(place.x, place.y), moving(speed, 0.0), agent());
    spawn(app, body)
}

#[test]
fn a_wingman_keeps_its_place_without_a_lag_and_stops_with_its_leader() {
    for hertz in [20.0, 60.0, 144.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let leader = mover(&mut app, Vec2::ZERO, 3.0);
        let offset = vec2(-2.0, 3.0);
        let wingman = OffsetPursue::new(leader, offset);
        let wingman = spawn(&mut app, (at(-9.0, -4.0), agent(), wingman));
        run(&mut app, (8.0 * hertz) as usize);
        assert_close(place(&app, wingman), place(&app, leader) + offset, 0.01);
        app.world_mut().entity_mut(leader).insert(moving(0.0, 0.0));
        let mut overshot = 0.0_f32;
        for _ in 0..(3.0 * hertz) as usize {
            app.update();
            let beyond = place(&app, wingman) - place(&app, leader) - offset;
            overshot = overshot.max(beyond.length());
        }
        // It stops within the way of braking from 3 at 0.6 of 15: 3^2 / (2 * 9) = 0.5 units.
        assert!(overshot < 0.5, "{overshot} at {hertz}");
        assert_close(place(&app, wingman), place(&app, leader) + offset, 0.01);
    }
}

#[test]
fn a_wingman_turns_with_its_leader() {
    let mut app = app();
    let leader = spawn(&mut app, (at(4.0, 0.0), agent()));
    let wingman = OffsetPursue::new(leader, vec2(-3.0, 0.0));
    let wingman = spawn(&mut app, (at(0.0, 0.0), agent(), wingman));
    app.world_mut()
        .entity_mut(leader)
        .insert(Seek::new(vec2(4.0, 50.0)));
    run(&mut app, 300);
    let behind = place(&app, leader) - vec2(0.0, 3.0);
    assert_close(place(&app, wingman), behind, 0.2);
}

#[test]
fn a_follower_stays_behind_and_steps_out_of_the_way_once() {
    let mut app = app();
    let leader = mover(&mut app, Vec2::ZERO, 2.0);
    let follower = FollowLeader {
        distance: Length::World(3.0),
        ..FollowLeader::new(leader)
    };
    // The second follower stands in the way of the leader.
    let behind = spawn(&mut app, (at(-8.0, 1.0), agent(), follower));
    let ahead = spawn(&mut app, (at(4.0, 0.1), agent(), follower));
    let mut turns = 0;
    let (mut side, mut nearest) = (0.0_f32, f32::INFINITY);
    for _ in 0..240 {
        app.update();
        let offset = place(&app, ahead) - place(&app, leader);
        nearest = nearest.min(offset.length());
        let moved = velocity(&app, ahead).y;
        if offset.x > 0.0 && moved.abs() > 0.1 {
            turns += usize::from(moved * side < 0.0);
            side = moved;
        }
    }
    // The agent stepped aside, to one side only, and the leader passed it without a touch.
    assert!(nearest > 1.0, "{nearest}");
    assert!(turns <= 1, "{turns}");
    assert!(place(&app, ahead).x < place(&app, leader).x);
    run(&mut app, 240);
    let place_behind = place(&app, leader) - vec2(3.0, 0.0);
    assert_close(place(&app, behind), place_behind, 1.2);
}

#[test]
fn a_guard_stays_between_two_that_move() {
    let mut app = app();
    let (charge, threat) = (
        mover(&mut app, Vec2::ZERO, 1.0),
        mover(&mut app, vec2(8.0, 6.0), 2.0),
    );
    let middle = spawn(
        &mut app,
        (at(0.0, -9.0), agent(), Interpose::new(charge, threat)),
    );
    let near = Interpose {
        part: 0.25,
        ..Interpose::new(charge, threat)
    };
    let near = spawn(&mut app, (at(0.0, -6.0), agent(), near));
    run(&mut app, 400);
    let between = |part: f32| place(&app, charge).lerp(place(&app, threat), part);
    assert_close(place(&app, middle), between(0.5), 0.02);
    assert_close(place(&app, near), between(0.25), 0.02);
    // Without one of the two agents, `Interpose` adds nothing.
    app.world_mut().despawn(threat);
    app.update();
    assert!(!has_contribution(&app, middle));
}

/// Whether the straight line between two entities is free.
fn sees(app: &mut App, from: Entity, to: Entity) -> bool {
    let (from, to) = (place(app, from), place(app, to));
    app.world_mut()
        .run_system_cached_with(
            |In((from, to)): In<(Vec2, Vec2)>, query: SteeringQuery| query.line_of_sight(from, to),
            (from, to),
        )
        .unwrap()
}

#[test]
fn an_agent_hides_behind_any_shape() {
    let shapes = [
        Obstacle::circle(2.0),
        Obstacle::rectangle(4.0, 0.5),
        Obstacle::segment(vec2(-6.0, 1.0), vec2(6.0, -1.0)),
        Obstacle::polyline([vec2(-3.0, -3.0), vec2(0.0, 0.0), vec2(3.0, -3.0)]),
    ];
    for obstacle in shapes {
        let mut app = app();
        let threat = spawn(&mut app, at(0.0, 12.0));
        spawn(&mut app, (at(0.0, 0.0), obstacle.clone()));
        let hidden = (
            at(7.0, 6.0),
            agent(),
            AvoidObstacles::default(),
            Hide::new(threat),
        );
        let hidden = spawn(&mut app, hidden);
        // Too far from the threat to matter.
        let calm = Hide {
            range: 20.0,
            ..Hide::new(threat)
        };
        let calm = spawn(&mut app, (at(0.0, -30.0), agent(), calm));
        run(&mut app, 420);
        let place = get::<HideState>(&app, hidden).place;
        assert!(
            !sees(&mut app, threat, hidden),
            "{place:?} {:?}",
            obstacle.shape
        );
        assert!(velocity(&app, hidden).length() < 0.01);
        assert!(!has_contribution(&app, calm));
        // The threat is now on the other side, and the agent gets out of its sight again.
        app.world_mut().entity_mut(threat).insert(at(1.0, -12.0));
        run(&mut app, 420);
        let place = get::<HideState>(&app, hidden).place;
        assert!(
            !sees(&mut app, threat, hidden),
            "{place:?} {:?}",
            obstacle.shape
        );
    }
}

#[test]
fn an_agent_does_not_run_to_a_place_where_the_threat_is_first() {
    let mut app = app();
    let threat = spawn(&mut app, at(0.0, 0.0));
    // The nearer stone is beyond the threat.
    spawn(&mut app, (at(2.0, 0.0), Obstacle::circle(1.0)));
    spawn(&mut app, (at(-16.0, 0.0), Obstacle::circle(1.0)));
    let hidden = (at(-5.0, 0.0), agent(), Hide::new(threat));
    let hidden = spawn(&mut app, hidden);
    app.update();
    let place = get::<HideState>(&app, hidden).place.unwrap();
    assert_close(place, vec2(-17.75, 0.0), 0.1);
}

#[test]
fn two_narrow_obstacles_do_not_hide_the_middle_of_a_body() {
    let mut app = app();
    let threat = spawn(&mut app, at(0.0, 0.0));
    // They hide the sides of a body of radius 0.5 at (10, 0), and a gap of 0.3 is between them.
    for y in [-0.25, 0.25] {
        spawn(&mut app, (at(5.0, y), Obstacle::circle(0.1)));
    }
    spawn(&mut app, (at(10.0, 6.0), Obstacle::circle(2.0)));
    let known = HideState {
        place: Some(vec2(10.0, 0.0)),
    };
    let hidden = (at(10.0, 0.0), agent(), Hide::new(threat), known);
    let hidden = spawn(&mut app, hidden);
    app.update();
    let place = get::<HideState>(&app, hidden).place.unwrap();
    assert!(place.distance(vec2(10.0, 6.0)) < 4.0, "{place}");
}

#[test]
fn an_agent_hides_from_several_threats_and_keeps_its_choice() {
    let mut app = app();
    let threats =
        [vec2(0.0, 12.0), vec2(-12.0, 3.0)].map(|place| spawn(&mut app, at(place.x, place.y)));
    // A threat sees behind the first stone, but none sees behind the second.
    spawn(&mut app, (at(0.0, 4.0), Obstacle::circle(1.0)));
    spawn(&mut app, (at(5.0, -3.0), Obstacle::rectangle(3.0, 3.0)));
    let hide = Hide::from_all(threats.map(Target::from));
    let hidden = (at(1.0, 0.0), agent(), AvoidObstacles::default(), hide);
    let hidden = spawn(&mut app, hidden);
    let mut places = Vec::new();
    for _ in 0..420 {
        app.update();
        let place = get::<HideState>(&app, hidden).place;
        if places.last() != Some(&place) {
            places.push(place);
        }
    }
    for threat in threats {
        assert!(!sees(&mut app, threat, hidden));
    }
    assert!(places.len() <= 3, "{places:?}");
    // Without a threat there is nothing to hide from.
    for threat in threats {
        app.world_mut().despawn(threat);
    }
    app.update();
    assert!(!has_contribution(&app, hidden));
}

#[test]
fn a_queue_passes_a_doorway_in_the_order_of_arrival() {
    let mut app = app();
    for y in [-6.0, 6.0] {
        spawn(&mut app, (at(0.0, y), Obstacle::rectangle(0.5, 10.6)));
    }
    let start = |number: usize| {
        // The agents come from both sides of the doorway, each next agent farther off.
        let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
        vec2(-5.0 - 1.5 * number as f32, side * (1.0 + number as f32))
    };
    let agents: Vec<Entity> = (0..8)
        .map(|number| {
            let start = start(number);
            let avoid = (AvoidObstacles::default(), AvoidAgents::default());
            let goal = Seek::new(vec2(25.0, 0.0));
            let queue = Queue::at(vec2(0.0, 0.0));
            spawn(
                &mut app,
                (at(start.x, start.y), agent(), avoid, goal, queue),
            )
        })
        .collect();
    let (mut passed, mut joined) = (Vec::new(), Vec::new());
    for _ in 0..2_400 {
        app.update();
        for entity in &agents {
            if place(&app, *entity).x > 1.0 && !passed.contains(entity) {
                passed.push(*entity);
            }
            if get::<QueueState>(&app, *entity).joined.is_some() && !joined.contains(entity) {
                joined.push(*entity);
            }
        }
    }
    assert_eq!(passed.len(), 8);
    assert_eq!(joined.len(), 8);
    assert_eq!(passed, agents);
}

/// An agent at `(x, 0)` that queues at `doorway` and seeks a goal beyond it.
fn customer(app: &mut App, x: f32, doorway: Vec2) -> Entity {
    let queue = (Queue::at(doorway), Seek::new(vec2(25.0, 0.0)));
    spawn(app, (at(x, 0.0), SteeringAgent::new(0.5, 2.0), queue))
}

#[test]
fn an_agent_that_goes_to_another_doorway_joins_there_as_the_last() {
    let mut app = app();
    let changes = customer(&mut app, -6.0, Vec2::ZERO);
    run(&mut app, 10);
    let other = vec2(0.0, 3.0);
    let first = customer(&mut app, -3.0, other);
    app.update();
    app.world_mut()
        .entity_mut(changes)
        .insert((Queue::at(other), SteeringTrace::default()));
    app.update();
    let trace = get::<SteeringTrace>(&app, changes);
    assert!(trace.reasons.contains(&Reason::Queues { behind: first }));
    let joined = |agent| get::<QueueState>(&app, agent).joined.unwrap();
    assert!(joined(changes) > joined(first));
    // An agent that has passed a doorway joins the queue at the next.
    let mut app = self::app();
    let passes = customer(&mut app, 0.2, Vec2::ZERO);
    app.update();
    assert!(get::<QueueState>(&app, passes).has_passed);
    app.world_mut()
        .entity_mut(passes)
        .insert(Queue::at(vec2(4.0, 0.0)));
    app.update();
    let memory = get::<QueueState>(&app, passes);
    assert!(memory.joined.is_some() && !memory.has_passed);
}

#[test]
fn a_disabled_agent_keeps_its_place_in_a_queue() {
    let mut app = app();
    let passed = customer(&mut app, 0.2, Vec2::ZERO);
    let waits = customer(&mut app, -5.0, Vec2::ZERO);
    run(&mut app, 10);
    let memories = |app: &App| [passed, waits].map(|agent| *get::<QueueState>(app, agent));
    let before = memories(&app);
    assert!(before[0].has_passed && before[1].joined.is_some());
    for agent in [passed, waits] {
        app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    }
    run(&mut app, 3);
    for agent in [passed, waits] {
        app.world_mut()
            .entity_mut(agent)
            .remove::<SteeringDisabled>();
    }
    run(&mut app, 3);
    assert_eq!(memories(&app), before);
}

#[test]
fn no_agent_waits_in_a_queue_for_one_without_a_goal() {
    let mut app = app();
    let idle = customer(&mut app, -2.0, Vec2::ZERO);
    let later = customer(&mut app, -8.0, Vec2::ZERO);
    app.world_mut()
        .entity_mut(later)
        .insert(AvoidAgents::default());
    run(&mut app, 20);
    let mut idle = app.world_mut().entity_mut(idle);
    idle.remove::<Seek>()
        .insert((moving(0.0, 0.0), UpdateInterval { ticks: 4 }));
    run(&mut app, 900);
    assert!(place(&app, later).x > 5.0, "{}", place(&app, later));
}

#[test]
fn the_obstacle_of_a_threat_hides_no_agent_from_it() {
    let mut app = app();
    let tank = (at(0.0, 12.0), agent(), Obstacle::circle(2.0));
    let tank = spawn(&mut app, tank);
    spawn(&mut app, (at(0.0, 0.0), Obstacle::circle(2.0)));
    let hidden = (
        at(7.0, 6.0),
        agent(),
        AvoidObstacles::default(),
        Hide::new(tank),
    );
    let hidden = spawn(&mut app, hidden);
    run(&mut app, 420);
    assert!(place(&app, hidden).y < -2.0, "{}", place(&app, hidden));
    app.world_mut().entity_mut(tank).insert(at(1.0, -12.0));
    run(&mut app, 420);
    assert!(place(&app, hidden).y > 2.0, "{}", place(&app, hidden));
}

#[test]
fn a_leader_that_is_no_agent_any_more_leads_along_its_rotation() {
    let mut app = app();
    let leader = mover(&mut app, Vec2::ZERO, 1.0);
    let wingman = OffsetPursue::new(leader, vec2(-3.0, 0.0));
    let wingman = spawn(&mut app, (at(-3.0, 0.0), agent(), wingman));
    run(&mut app, 10);
    let turned = at(5.0, 0.0).with_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    app.world_mut()
        .entity_mut(leader)
        .remove::<(SteeringAgent, Velocity)>()
        .insert(turned);
    run(&mut app, 400);
    assert_close(place(&app, wingman), vec2(5.0, -3.0), 0.05);
}

#[test]
fn an_agent_with_an_obstacle_of_its_own_hides_and_stays() {
    let mut app = app();
    // A threat that is no agent.
    let threat = spawn(&mut app, (at(0.0, 12.0), Obstacle::circle(2.0)));
    spawn(&mut app, (at(0.0, 0.0), Obstacle::circle(2.0)));
    let hidden = (at(7.0, 6.0), agent(), AvoidObstacles::default());
    let hidden = (hidden, Hide::new(threat), Obstacle::circle(0.4));
    let hidden = spawn(&mut app, hidden);
    run(&mut app, 420);
    assert!(place(&app, hidden).y < -2.0, "{}", place(&app, hidden));
    assert!(velocity(&app, hidden).length() < 0.01);
    app.world_mut().entity_mut(threat).insert(at(1.0, -12.0));
    run(&mut app, 420);
    assert!(place(&app, hidden).y > 2.0, "{}", place(&app, hidden));
}
