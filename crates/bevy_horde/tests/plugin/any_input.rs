//! Arbitrary values in components: no panic, no NaN, no lost agent and one warning. Other agents do
//! not change.

mod numbers;
mod places;
mod warnings;
mod worlds;

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::{WanderAngle, WhiskerState};
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};

/// An agent with every component that the tests here spoil.
fn spawn_complete_agent(world: &mut World, at: Transform, target: Entity) -> Entity {
    let velocity = moving(1.0, 0.5);
    let agent = world
        .spawn((
            at,
            velocity,
            SteeringAgent::new(0.5, 5.0),
            Heading(Vec3::X),
            Facing::default(),
            Perception::default(),
            (
                Seek::entity(target),
                Flee::new(Vec3::new(3.0, 4.0, 0.0)),
                Arrive::new(Vec2::new(7.0, 1.0)),
                Pursue::new(target),
                Evade::new(target).within(30.0),
                Wander::default(),
            ),
            (
                Flock::default(),
                AvoidAgents::default(),
                AvoidObstacles::default(),
                Whiskers::default(),
            ),
        ))
        .id();
    world.entity_mut(agent).insert((
        Separation::default(),
        Alignment::default(),
        Cohesion::default(),
    ));
    agent
}

struct Scene {
    app: App,
    victim: Entity,
    mates: Vec<Entity>,
    obstacle: Entity,
    others: Vec<Entity>,
}

/// A victim among mates and an obstacle, and a second such group out of its reach.
fn scene() -> Scene {
    let mut app = app();
    let world = app.world_mut();
    let far = 4000.0;
    let mut others = Vec::new();
    let target = world.spawn((at(far + 9.0, 3.0), moving(-1.0, 0.0))).id();
    for number in 0..12 {
        let place = at(far + number as f32 * 0.7, (number % 5) as f32 * 0.8);
        others.push(spawn_complete_agent(world, place, target));
    }
    world.spawn((at(far + 5.0, 5.0), Obstacle::circle(1.0)));
    let near_target = world.spawn((at(9.0, 3.0), moving(-1.0, 0.0))).id();
    let mates = (0..4)
        .map(|number| spawn_complete_agent(world, at(1.0 + number as f32, 0.9), near_target))
        .collect();
    let obstacle = world.spawn((at(3.0, 4.0), Obstacle::circle(1.0))).id();
    let victim = spawn_complete_agent(world, at(0.0, 0.0), near_target);
    Scene {
        app,
        victim,
        mates,
        obstacle,
        others,
    }
}

#[track_caller]
fn assert_finite(app: &App, agent: Entity, what: &str) {
    let transform = get::<Transform>(app, agent);
    assert!(transform.is_finite(), "{what}: {transform:?}");
    let velocity = get::<Velocity>(app, agent);
    assert!(velocity.0.is_finite(), "{what}: {velocity:?}");
    let heading = get::<Heading>(app, agent);
    assert!(heading.0.is_finite(), "{what}: {heading:?}");
    let steering = get::<Steering>(app, agent);
    assert!(
        steering.force.is_finite() && steering.desired_velocity.is_finite(),
        "{what}: {steering:?}"
    );
    if let Some(angle) = app.world().get::<WanderAngle>(agent) {
        assert!(angle.0.is_finite(), "{what}: {angle:?}");
    }
    if let Some(memory) = app.world().get::<WhiskerState>(agent) {
        assert!(memory.time_left.is_finite(), "{what}: {memory:?}");
    }
}

fn reported(app: &App) -> Vec<InvalidSetting> {
    app.world().resource::<SteeringWarnings>().reported()
}

fn others_bits(scene: &Scene) -> Vec<Vec<u32>> {
    scene
        .others
        .iter()
        .map(|other| bits(&scene.app, *other))
        .collect()
}
