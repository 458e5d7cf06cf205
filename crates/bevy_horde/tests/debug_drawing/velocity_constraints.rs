//! The upper bounds on the approach speed of an agent.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{DebugAgent, DebugLayer, draw_trace};
use bevy_horde::prelude::*;
use bevy_horde::trace::{ApproachLimit, SteeringTrace};

/// The bars of an agent of radius 1 at (1, 2). Its maximum speed, 5, is 8 long.
fn bars(limits: &[ApproachLimit], agent: &DebugAgent) -> Vec<Vec<Vec2>> {
    let trace = SteeringTrace {
        approach_limits: limits.to_vec(),
        ..default()
    };
    let mut recorder = Recorder::default();
    draw_trace(&mut recorder, MovementSpace::Xy, agent, &trace);
    recorder.lines(DebugLayer::VelocityConstraints)
}

fn limit(toward: Vec2, max_speed: f32, speed: f32) -> ApproachLimit {
    ApproachLimit {
        neighbor: Entity::PLACEHOLDER,
        toward,
        max_speed,
        unlimited_speed: speed,
        speed,
    }
}

#[test]
fn a_limit_is_a_bar_across_the_way_at_the_allowed_speed() {
    // 2.5 of 5 is 4 of 8 above (1, 2). The bar is as wide as the body radius.
    let ahead = limit(Vec2::Y, 2.5, 2.5);
    // The agent retreats from a neighbor on the right at 2.5: 4 to the left of (1, 2).
    let retreat = limit(Vec2::X, -2.5, -2.5);
    let drawn = bars(&[ahead, retreat], &agent());
    assert_eq!(
        drawn,
        [
            [Vec2::new(1.5, 6.0), Vec2::new(0.5, 6.0)],
            [Vec2::new(-3.0, 1.5), Vec2::new(-3.0, 2.5)],
        ]
    );
}

#[test]
fn only_active_or_nearly_active_limits_are_drawn() {
    // Nearly active means within a tenth of the maximum speed, 0.5.
    for (max_speed, speed, is_drawn) in [
        (2.0, 2.0, true),
        (2.0, 3.0, true),
        (2.0, 1.6, true),
        (2.0, 1.4, false),
        (0.0, 0.0, true),
        (-1.0, -1.0, true),
        (-1.0, -1.6, false),
        (9.0, 5.0, false),
    ] {
        let drawn = bars(&[limit(Vec2::X, max_speed, speed)], &agent());
        assert_eq!(!drawn.is_empty(), is_drawn, "{speed} of {max_speed}");
    }
}

#[test]
fn without_a_scale_there_are_no_bars() {
    let binding = [limit(Vec2::X, 1.0, 1.0)];
    assert_eq!(bars(&binding, &agent()).len(), 1);
    for unscaled in [
        DebugAgent {
            max_speed: 0.0,
            ..agent()
        },
        DebugAgent {
            arrow_length: 0.0,
            ..agent()
        },
    ] {
        assert!(bars(&binding, &unscaled).is_empty());
    }
}

/// A traced agent of radius 0.5 that moves along +x at its preferred speed of 5.
fn walker(app: &mut App, braking_time: f32) -> Entity {
    let avoid = AvoidAgents {
        braking_time,
        ..default()
    };
    let mind = (Seek::new(Vec3::X * 1000.0), avoid);
    let body = (SteeringAgent::default(), Velocity(Vec3::X * 5.0));
    let walker = (body, mind, SteeringTrace::default());
    app.world_mut().spawn(walker).id()
}

/// An idle agent that avoids no other agent.
fn stander(app: &mut App, radius: f32, x: f32, y: f32) -> Entity {
    let place = Transform::from_xyz(x, y, 0.0);
    app.world_mut()
        .spawn((place, SteeringAgent::new(radius, 5.0)))
        .id()
}

fn limits(app: &App, entity: Entity) -> &Vec<ApproachLimit> {
    let trace = app.world().get::<SteeringTrace>(entity);
    &trace.expect("the agent has a trace").approach_limits
}

#[test]
fn an_agent_near_another_shows_its_limit_and_its_speed() {
    let mut app = app(MovementSpace::Xy);
    let walker = walker(&mut app, 0.5);
    stander(&mut app, 0.5, 1.5, 0.0);
    app.update();
    let [limit] = &limits(&app, walker)[..] else {
        panic!("{:?}", limits(&app, walker));
    };
    assert_eq!(limit.toward, Vec2::X);
    // The gap of 0.5, less a twentieth of a radius, closes within half a second: 0.475 / 0.5.
    assert_near(limit.max_speed, 0.95, 1e-4);
    // In 1/60 s, the maximum force of 15 reduces the speed of 5 by 0.25.
    let velocity = app
        .world()
        .get::<Velocity>(walker)
        .expect("the agent has a velocity");
    assert_near(limit.speed, velocity.0.x, 1e-4);
    assert_near(limit.speed, 4.75, 1e-4);
}

#[test]
fn a_single_agent_or_one_that_only_steps_aside_shows_none() {
    let mut app = app(MovementSpace::Xy);
    let other = walker(&mut app, 0.0);
    stander(&mut app, 0.5, 1.5, 0.0);
    app.update();
    assert_eq!(limits(&app, other), &[]);
    app.world_mut().entity_mut(other).despawn();
    let alone = walker(&mut app, 0.5);
    app.world_mut()
        .entity_mut(alone)
        .insert(Transform::from_xyz(0.0, 500.0, 0.0));
    app.update();
    assert_eq!(limits(&app, alone), &[]);
}

#[test]
fn limits_of_the_last_tick_are_cleared_and_their_allocation_is_reused() {
    let mut app = app(MovementSpace::Xy);
    let walker = walker(&mut app, 0.5);
    let crowd: Vec<Entity> = (-4..=4)
        .map(|y| stander(&mut app, 0.02, 2.0, 0.05 * y as f32))
        .collect();
    app.update();
    // Nine agents are near. The agent keeps eight limits.
    assert_eq!(limits(&app, walker).len(), 8);
    let memory = limits(&app, walker).as_ptr();
    for _ in 0..5 {
        app.update();
        assert_eq!(limits(&app, walker).len(), 8);
        assert_eq!(limits(&app, walker).as_ptr(), memory);
    }
    for entity in crowd {
        app.world_mut().entity_mut(entity).despawn();
    }
    app.update();
    assert_eq!(limits(&app, walker), &[]);
    assert!(limits(&app, walker).capacity() >= 8);
}
