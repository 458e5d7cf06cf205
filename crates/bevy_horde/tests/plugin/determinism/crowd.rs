//! A crowd with every kind of agent, and its state after some ticks.

use crate::harness::*;
use crate::repeatable_runs::{app_on_threads, bits_by_id, fingerprint};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Enough agents for threads to share all work that every agent needs.
pub const CROWD: u64 = 2400;
/// Enough agents for threads to share the neighbor search and the avoidance of obstacles only.
const SMALL_CROWD: u64 = 700;
/// Enough agents for threads to share the work of each behavior: every agent has all of them.
const BUSY_CROWD: u64 = 2050;
const BUSY_TICKS: usize = 6;
pub const TICKS: usize = 30;

/// An app with forty round obstacles, without agents.
pub fn crowd_app() -> App {
    let mut app = app_on_threads(SteeringPlugin::default().with_seed(11));
    for number in 0..40 {
        let place = Vec2::from_angle(number as f32 * 2.4) * (3.0 + 6.0 * (number as f32).sqrt());
        app.world_mut().spawn((
            at(place.x, place.y),
            Obstacle::circle(0.5 + 0.05 * number as f32),
        ));
    }
    app
}

/// Spawns an agent that depends only on its number. One in six starts at the same point.
pub fn spawn_agent(world: &mut World, number: u64) -> Entity {
    let agent = spawn_scattered_agent(world, number);
    if number % 6 == 5 {
        world.entity_mut(agent).insert(at(18.0, -21.0));
    }
    agent
}

/// The same agent, without the common point.
pub fn spawn_scattered_agent(world: &mut World, number: u64) -> Entity {
    let spread = number as f32;
    // One agent in nine coincides with another, and one in ten almost does.
    let (twin, beside) = match number {
        number if number % 9 == 8 => (number - 1, 0.0),
        number if number % 10 == 9 => (number - 1, 3e-7),
        number => (number, 0.0),
    };
    let place = twin as f32;
    let place = Vec2::from_angle(place * 2.399_963) * (0.6 * place.sqrt());
    let place = place + Vec2::splat(beside);
    let way = Vec2::from_angle(spread * 1.3) * 2.0;
    let radius = 0.2 + 0.1 * (number % 4) as f32;
    let mut agent = world.spawn((
        AgentId(number),
        SteeringAgent::new(radius, 2.0 + (number % 5) as f32),
        at(place.x, place.y),
        moving(way.x, way.y),
        AvoidAgents::default(),
        AvoidObstacles::default(),
    ));
    if number % 5 == 3 {
        agent.insert(UpdateInterval {
            ticks: 2 + (number % 3) as u8,
        });
    }
    match number % 4 {
        0 => agent.insert((Seek::new(Vec2::new(30.0, 5.0)), Flock::default())),
        1 => agent.insert((Wander::default(), Separation::default(), Whiskers::new(3))),
        2 => {
            let view = View::wide(Length::World(1.0 + 0.37 * (number % 11) as f32));
            let cohesion = Cohesion { view, weight: 0.7 };
            agent.insert((
                Arrive::new(Vec2::new(-9.0, -9.0)),
                cohesion,
                Alignment::default(),
            ))
        }
        _ => agent.insert((Wander::default(), Flock::default())),
    };
    agent.id()
}

/// The state of the large crowd after all ticks.
pub fn reference() -> Vec<(u64, Vec<u32>)> {
    end_of(CROWD)
}

fn end_of(crowd: u64) -> Vec<(u64, Vec<u32>)> {
    let mut app = crowd_app();
    for number in 0..crowd {
        spawn_agent(app.world_mut(), number);
    }
    run(&mut app, TICKS);
    bits_by_id(&mut app)
}

/// The state of a crowd in which every agent has all of these behaviors.
fn end_of_busy_crowd() -> Vec<(u64, Vec<u32>)> {
    let mut app = crowd_app();
    for number in 0..BUSY_CROWD {
        let agent = spawn_agent(app.world_mut(), number);
        let everything = (
            (Seek::new(Vec2::new(30.0, 5.0)), Wander::default()),
            (
                Whiskers::new(3),
                FollowWall::default(),
                Contain::circle(Vec2::ZERO, 40.0),
            ),
            (Flock::default(), UpdateInterval { ticks: 2 }),
        );
        app.world_mut().entity_mut(agent).insert(everything);
    }
    run(&mut app, BUSY_TICKS);
    bits_by_id(&mut app)
}

/// The fingerprints of all crowds. `large` is the state of the large one.
pub fn fingerprints(large: &[(u64, Vec<u32>)]) -> String {
    let ends = [large, &end_of(SMALL_CROWD), &end_of_busy_crowd()];
    ends.map(fingerprint).concat()
}
