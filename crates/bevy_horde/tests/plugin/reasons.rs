//! A trace says why an agent stands, or is slower than it wants.

use crate::harness::{app, at, get, run};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};

fn spawn(app: &mut App, place: Vec2, behavior: impl Bundle) -> Entity {
    let body = SteeringAgent::new(0.5, 4.0);
    let agent = (
        at(place.x, place.y),
        body,
        SteeringTrace::default(),
        behavior,
    );
    app.world_mut().spawn(agent).id()
}

fn reasons(app: &App, agent: Entity) -> Vec<Reason> {
    get::<SteeringTrace>(app, agent).reasons.clone()
}

/// The reasons of an agent in the next ticks.
fn reasons_of_ticks(app: &mut App, agent: Entity, ticks: usize) -> Vec<Reason> {
    let of_tick = |_| {
        app.update();
        reasons(app, agent)
    };
    (0..ticks).flat_map(of_tick).collect()
}

fn room(app: &mut App, center: Vec2) {
    let corners = [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)];
    let walls = Obstacle::closed_polyline(corners.map(Vec2::from));
    app.world_mut().spawn((at(center.x, center.y), walls));
}

#[test]
fn an_agent_on_its_way_has_no_reason() {
    let mut app = app();
    let goal = vec2(90.0, 0.0);
    let agent = spawn(
        &mut app,
        Vec2::ZERO,
        (Arrive::new(goal), AvoidAgents::default()),
    );
    run(&mut app, 30);
    assert_eq!(reasons(&app, agent), []);
}

#[test]
fn an_agent_at_its_goal_has_settled_there() {
    let mut app = app();
    let agent = spawn(&mut app, Vec2::ZERO, Arrive::new(vec2(3.0, 0.0)));
    run(&mut app, 240);
    let place = get::<Settled>(&app, agent).spot;
    assert!(reasons(&app, agent).contains(&Reason::Settled { place }));
    assert!(place.distance(vec2(3.0, 0.0)) < 0.3);
}

#[test]
fn an_agent_in_a_closed_room_has_no_way() {
    let mut app = app();
    room(&mut app, Vec2::ZERO);
    let behaviors = (Arrive::new(vec2(20.0, 0.0)), AvoidObstacles::default());
    let agent = spawn(&mut app, Vec2::ZERO, behaviors);
    run(&mut app, 240);
    let found = reasons(&app, agent);
    let nearest = found.iter().find_map(|reason| match reason {
        Reason::NoWay { nearest } => *nearest,
        _ => None,
    });
    let nearest = nearest.unwrap_or_else(|| panic!("{found:?}"));
    // The body of radius 0.5 reaches x = 2.5.
    assert!(nearest.distance(vec2(2.5, 0.0)) < 1.0, "{nearest}");
    // Its memory stays, but counts no more.
    app.world_mut().entity_mut(agent).remove::<AvoidObstacles>();
    run(&mut app, 2);
    let found = reasons(&app, agent);
    let has_no_way = |reason: &Reason| matches!(reason, Reason::NoWay { .. });
    assert!(!found.iter().any(has_no_way), "{found:?}");
}

#[test]
fn an_agent_waits_for_its_field() {
    let mut app = app();
    let slow = FlowField {
        cells_per_tick: 64,
        ..FlowField::new(Rect::new(0.0, 0.0, 60.0, 60.0)).to(vec2(50.0, 50.0))
    };
    let field = app.world_mut().spawn(slow).id();
    let agent = spawn(&mut app, vec2(5.0, 5.0), FollowField::new(field));
    run(&mut app, 3);
    assert!(reasons(&app, agent).contains(&Reason::WaitsForField { field }));
    run(&mut app, 300);
    assert!(get::<FlowFieldState>(&app, field).is_ready());
    assert_eq!(reasons(&app, agent), []);
    // While costs for another goal are computed, the old ones serve.
    let mut settings = app.world_mut().get_mut::<FlowField>(field).unwrap();
    settings.goals = vec![FieldGoal::from(vec2(5.0, 50.0))];
    run(&mut app, 2);
    assert!(!get::<FlowFieldState>(&app, field).is_ready());
    assert_eq!(reasons(&app, agent), []);
}

#[test]
fn an_agent_that_follows_a_field_without_a_way_knows_no_nearest_place() {
    let mut app = app();
    room(&mut app, vec2(0.0, 0.0));
    let area = Rect::new(-20.0, -20.0, 20.0, 20.0);
    let field = FlowField::new(area).to(vec2(0.0, 0.0));
    let field = app.world_mut().spawn(field).id();
    let agent = spawn(&mut app, vec2(10.0, 0.0), FollowField::new(field));
    run(&mut app, 120);
    let found = reasons(&app, agent);
    assert!(
        found.contains(&Reason::NoWay { nearest: None }),
        "{found:?}"
    );
}

#[test]
fn a_formation_has_reasons() {
    let mut app = app();
    let march = (
        Formation::new(FormationShape::Line),
        Arrive::new(vec2(90.0, 0.0)),
    );
    let leader = spawn(&mut app, Vec2::ZERO, march);
    let far = spawn(&mut app, vec2(-20.0, 9.0), InFormation(leader));
    let alone = spawn(&mut app, vec2(-40.0, 0.0), ());
    let lost = spawn(&mut app, vec2(-50.0, 0.0), InFormation(alone));
    run(&mut app, 30);
    let found = reasons(&app, far);
    let is_off =
        |reason: &Reason| matches!(reason, Reason::OffItsSlot { slot: 0, lag } if *lag > 5.0);
    assert!(found.iter().any(is_off), "{found:?}");
    let keeps_pace =
        |reason: &Reason| matches!(reason, Reason::KeepsPace { max_speed } if *max_speed < 4.0);
    let found = reasons_of_ticks(&mut app, leader, 60);
    assert!(found.iter().any(keeps_pace), "{found:?}");
    assert!(reasons(&app, lost).contains(&Reason::NoSlot));
    // A disabled member has no slot, but its leader has a formation.
    app.world_mut().entity_mut(far).insert(SteeringDisabled);
    run(&mut app, 2);
    assert_eq!(reasons(&app, far), [Reason::Disabled]);
}

#[test]
fn an_agent_behind_a_slow_one_is_held_up_by_it() {
    let mut app = app();
    let goal = vec2(90.0, 0.0);
    let slow = (at(3.0, 0.0), SteeringAgent::new(0.5, 0.5));
    let slow = app
        .world_mut()
        .spawn((slow, Arrive::new(goal), AvoidAgents::default()))
        .id();
    // Two walls leave no room to pass.
    for y in [-0.8, 0.8] {
        let wall = Obstacle::segment(vec2(-5.0, y), vec2(50.0, y));
        app.world_mut().spawn(wall);
    }
    let agent = spawn(
        &mut app,
        Vec2::ZERO,
        (Arrive::new(goal), AvoidAgents::default()),
    );
    run(&mut app, 180);
    let found = reasons(&app, agent);
    let is_held_up = |reason: &Reason| match reason {
        Reason::HeldUp {
            by,
            max_speed,
            unlimited_speed,
        } => *by == slow && max_speed < unlimited_speed,
        _ => false,
    };
    assert!(found.iter().any(is_held_up), "{found:?}");
}

#[test]
fn what_stops_a_body_is_a_reason() {
    let mut app = app();
    let wall = app
        .world_mut()
        .spawn((at(2.0, 0.0), Obstacle::rectangle(1.0, 9.0)))
        .id();
    let slides = spawn(&mut app, Vec2::ZERO, Seek::new(vec2(9.0, 3.0)));
    let pushed = [0.0, 0.6].map(|x| spawn(&mut app, vec2(x, 40.0), ()));
    let thrown = spawn(&mut app, vec2(0.0, 60.0), Impulse::new(Vec3::X * 3.0, 1.0));
    run(&mut app, 1);
    assert!(matches!(
        reasons(&app, pushed[0])[..],
        [Reason::NoBehavior, Reason::Pushed { distance }] if distance > 0.0
    ));
    assert_eq!(reasons(&app, thrown), [Reason::Thrown]);
    let along_wall = |reason: &Reason| match reason {
        Reason::Slides { obstacle, removed } => *obstacle == wall && *removed > 0.0,
        _ => false,
    };
    let found = reasons_of_ticks(&mut app, slides, 60);
    assert!(found.iter().any(along_wall), "{found:?}");
    // A room that is smaller than the body.
    let squeezed = spawn(&mut app, vec2(0.0, 80.0), ());
    let corners = [(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)];
    let tight = Obstacle::closed_polyline(corners.map(Vec2::from));
    app.world_mut().spawn((at(0.0, 80.0), tight));
    run(&mut app, 3);
    let found = reasons(&app, squeezed);
    assert!(found.contains(&Reason::Squeezed), "{found:?}");
}
