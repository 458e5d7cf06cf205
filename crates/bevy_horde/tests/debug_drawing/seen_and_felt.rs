//! The trace of a tick: whiskers, blocked bearings, the chosen bearing and sight lines.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{DebugAgent, DebugLayer, draw_trace};
use bevy_horde::prelude::*;
use bevy_horde::trace::{BlockedBearings, SightLine, SteeringTrace};

/// The drawing of the first tick of an agent of radius 1 at the origin, with its heading along +x.
fn drawing_of_felt(wall: Option<f32>) -> Recorder {
    let mut app = app(MovementSpace::Xy);
    if let Some(x) = wall {
        app.world_mut()
            .spawn(Obstacle::segment(Vec2::new(x, -50.0), Vec2::new(x, 50.0)));
    }
    let whiskers = Whiskers {
        min_length: Length::World(20.0),
        ..Whiskers::new(1)
    };
    let entity = app
        .world_mut()
        .spawn((
            SteeringAgent::new(1.0, 5.0),
            whiskers,
            SteeringTrace::default(),
        ))
        .id();
    app.update();
    let trace = app
        .world()
        .get::<SteeringTrace>(entity)
        .expect("the agent has a trace");
    drawing_of_trace(trace)
}

#[test]
fn a_whisker_without_contact_has_its_full_length() {
    let recorder = drawing_of_felt(None);
    let [way] = &recorder.lines(DebugLayer::Feelers)[..] else {
        panic!("expected one feeler");
    };
    // The feeler is as wide as the body, 20 long, with a round front.
    assert_close(way[0], Vec2::new(0.0, -1.0));
    assert_close(way[1], Vec2::new(20.0, -1.0));
    assert_close(way[way.len() - 1], Vec2::new(0.0, 1.0));
    let front = way.iter().map(|point| point.x).fold(0.0, f32::max);
    assert_near(front, 21.0, 1e-3);
    assert_eq!(recorder.points(DebugLayer::Hits), []);
}

#[test]
fn a_whisker_ends_at_the_wall_and_marks_its_contact() {
    let recorder = drawing_of_felt(Some(10.0));
    let way = recorder.points(DebugLayer::Feelers);
    let front = way.iter().map(|point| point.x).fold(0.0, f32::max);
    assert_near(front, 10.0, 1e-3);
    assert_close(way[1], Vec2::new(9.0, -1.0));
    let [ring, normal] = &recorder.lines(DebugLayer::Hits)[..] else {
        panic!("expected a ring and a normal");
    };
    let touch = Vec2::new(10.0, 0.0);
    for point in ring {
        assert_near(point.distance(touch), 0.25, 1e-3);
    }
    // The normal is three quarters of the body radius long.
    assert_close(normal[0], touch);
    assert_close(normal[1], Vec2::new(9.25, 0.0));
}

#[test]
fn blocked_bearings_are_arcs_at_the_distance_of_the_obstacle() {
    let (sine, cosine) = (0.5, 0.75_f32.sqrt());
    let blocked = |right: Vec2, left: Vec2, distance: f32| {
        let recorder = drawing_of_trace(&SteeringTrace {
            blocked: vec![BlockedBearings {
                right,
                left,
                distance,
            }],
            ..default()
        });
        recorder.points(DebugLayer::BlockedBearings)
    };
    // The agent is at (1, 2). The arc covers 30 degrees to each side, at distance 10.
    let place = Vec2::new(1.0, 2.0);
    let (right, left) = (Vec2::new(cosine, -sine), Vec2::new(cosine, sine));
    let arc = blocked(right, left, 10.0);
    assert_close(arc[0], place + 10.0 * right);
    assert_close(arc[arc.len() - 1], place + 10.0 * left);
    assert_close(arc[arc.len() / 2], Vec2::new(11.0, 2.0));
    for point in &arc {
        assert_near(point.distance(place), 10.0, 1e-4);
    }
    // A half turn also goes from the right to the left.
    let arc = blocked(Vec2::NEG_Y, Vec2::Y, 10.0);
    assert_close(arc[arc.len() / 2], Vec2::new(11.0, 2.0));
    // No arc is nearer than the edge of the body.
    for point in blocked(right, left, 0.0) {
        assert_near(point.distance(place), 1.0, 1e-4);
    }
}

#[test]
fn the_chosen_bearing_is_an_arrow() {
    let trace = SteeringTrace {
        bearing: Some(Vec2::Y),
        ..default()
    };
    let arrow = drawing_of_trace(&trace).arrow(DebugLayer::ChosenBearing);
    assert_eq!(arrow, (Vec2::new(1.0, 2.0), Vec2::new(1.0, 10.0)));
}

#[test]
fn an_agent_before_an_obstacle_shows_the_blocked_bearings_and_its_choice() {
    let mut app = app(MovementSpace::Xy);
    app.world_mut()
        .spawn((Obstacle::circle(4.0), Transform::from_xyz(12.0, 0.5, 0.0)));
    let agent = SteeringAgent::new(1.0, 5.0);
    let entity = app
        .world_mut()
        .spawn((
            agent,
            Seek::new(Vec3::new(30.0, 0.0, 0.0)),
            AvoidObstacles::default(),
            SteeringTrace::default(),
        ))
        .id();
    app.update();
    let trace = app
        .world()
        .get::<SteeringTrace>(entity)
        .expect("the agent has a trace");
    let drawn = DebugAgent::new(
        MovementSpace::Xy,
        Vec3::ZERO,
        &Heading(Vec3::X),
        &agent,
        Length::Radii(4.0),
    );
    let mut recorder = Recorder::default();
    draw_trace(&mut recorder, MovementSpace::Xy, &drawn, trace);
    let arc = recorder.points(DebugLayer::BlockedBearings);
    let distance = Vec2::new(12.0, 0.5).length();
    for point in &arc {
        assert_near(point.length(), distance, 1e-3);
    }
    // A disc of radius 4 with a clearance of 1.35 at distance 12.0104. It blocks asin(5.35 /
    // 12.0104) to each side of atan(0.5 / 12).
    let to_side = (5.35 / distance).asin();
    let middle = (0.5_f32 / 12.0).atan();
    assert_near(arc[0].to_angle(), middle - to_side, 1e-3);
    assert_near(arc[arc.len() - 1].to_angle(), middle + to_side, 1e-3);
    // The center is on the left, so the way to the right is shorter.
    let (_, bearing) = recorder.arrow(DebugLayer::ChosenBearing);
    assert_near(bearing.to_angle(), middle - to_side, 0.01);
    assert_near(bearing.length(), 4.0, 1e-4);
    let goal = recorder.points(DebugLayer::Goal);
    assert_eq!(goal, [Vec2::ZERO, Vec2::new(30.0, 0.0)]);
}

#[test]
fn sight_lines_are_clear_or_blocked() {
    let [from, seen, hidden] = [
        Vec2::new(1.0, 2.0),
        Vec2::new(9.0, 2.0),
        Vec2::new(1.0, 8.0),
    ];
    let recorder = drawing_of_trace(&SteeringTrace {
        sight_lines: vec![
            SightLine {
                from,
                to: seen,
                is_clear: true,
            },
            SightLine {
                from,
                to: hidden,
                is_clear: false,
            },
        ],
        ..default()
    });
    assert_eq!(recorder.points(DebugLayer::ClearSight), [from, seen]);
    assert_eq!(recorder.points(DebugLayer::BlockedSight), [from, hidden]);
}

#[test]
fn a_disabled_agent_shows_nothing_of_a_tick() {
    let mut app = app(MovementSpace::Xy);
    let [disabled, able] = [0.0, 40.0].map(|y| {
        app.world_mut()
            .spawn((
                Transform::from_xyz(0.0, y, 0.0),
                SteeringAgent::new(1.0, 5.0),
                Whiskers::default(),
                Seek::new(Vec3::new(100.0, 0.0, 0.0)),
                SteeringTrace::default(),
            ))
            .id()
    });
    app.update();
    // The trace of an earlier tick is gone too.
    app.world_mut()
        .entity_mut(disabled)
        .insert(SteeringDisabled);
    app.update();
    let drawing = |entity| {
        let trace = app
            .world()
            .get::<SteeringTrace>(entity)
            .expect("the agent has a trace");
        drawing_of_trace(trace).drawn.len()
    };
    assert_eq!(drawing(disabled), 0);
    // Three feelers, a goal, and the arrow of the goal tier.
    assert_eq!(drawing(able), 3 + 1 + 2);
}
