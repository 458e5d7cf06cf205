//! The kernel alone, without an app, gives the bits of the plugin.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::perception::View;
use bevy_horde::prelude::*;
use bevy_horde::{SteeringCrowdsPlugin, SteeringPlugins};
use core::f32::consts::PI;
use core::time::Duration;
use horde_kernel::avoidance::rule::AvoidanceRule;
use horde_kernel::flocking::rule::FlockRule;
use horde_kernel::flocking::rules::FlockRules;
use horde_kernel::obstacles::index::Obstacles;
use horde_kernel::obstacles::outline::Outline;
use horde_kernel::obstacles::placed::{ObstacleId, PlacedObstacle};
use horde_kernel::search::view::ViewCone;
use horde_kernel::step::agent::Agent;
use horde_kernel::step::crowd::Crowd;
use horde_kernel::step::goal::Goal;
use horde_kernel::step::intent::Intent;
use horde_kernel::step::settings::NeighborSettings;
use horde_kernel::step::{Step, Surroundings, step};

const GOAL: Vec2 = Vec2::new(12.0, 1.0);
const WALL: [Vec2; 2] = [Vec2::new(4.0, -2.0), Vec2::new(4.0, 2.0)];
const TICKS: usize = 90;

/// Three dozen places, some of them so near that bodies overlap.
fn places() -> impl Iterator<Item = Vec2> {
    (0..36_u16).map(|number| {
        let (row, column) = (f32::from(number / 6), f32::from(number % 6));
        Vec2::new(row * 0.93 - 3.0, column * 1.1 - 3.0)
    })
}

fn by_the_plugin() -> Vec<[u32; 4]> {
    let parts = SteeringPlugins::default().build();
    let mut app = app_with(parts.disable::<SteeringCrowdsPlugin>(), 60.0);
    let wall = Obstacle::segment(WALL[0], WALL[1]);
    app.world_mut().spawn((Transform::default(), wall));
    let view = View::custom(Length::World(3.0), PI);
    let flock = Flock {
        separation: Separation { view, weight: 1.5 },
        alignment: Alignment { view, weight: 0.5 },
        cohesion: Cohesion { view, weight: 0.0 },
        ..default()
    };
    let agents: Vec<Entity> = places()
        .map(|place| {
            let agent = (
                SteeringAgent::new(0.5, 3.0),
                at(place.x, place.y),
                flock,
                AvoidAgents::default(),
                Seek::new(GOAL),
            );
            app.world_mut().spawn(agent).id()
        })
        .collect();
    run(&mut app, TICKS);
    let numbers = agents.iter().map(|agent| {
        let (place, velocity) = (place(&app, *agent), velocity(&app, *agent));
        [place.x, place.y, velocity.x, velocity.y].map(f32::to_bits)
    });
    numbers.collect()
}

fn by_the_kernel() -> Vec<[u32; 4]> {
    let mut obstacles = Obstacles::default();
    let wall = Outline::wall(&WALL, false).expect("it has a length");
    obstacles.put(PlacedObstacle::of_shape(ObstacleId(0), wall));
    obstacles.finish_update();
    let rule = |weight: f32| FlockRule {
        view: ViewCone::new(if weight > 0.0 { 3.0 } else { 0.0 }, -1.0),
        weight,
    };
    let settings = NeighborSettings {
        flock: FlockRules {
            separation: rule(1.5),
            alignment: rule(0.5),
            cohesion: rule(0.0),
            flockmates: u32::MAX,
        },
        avoidance: Some(AvoidanceRule::usual(0.5, 3.0)),
        filters: u32::MAX,
        max_neighbors: 16,
        needs_sight: false,
    };
    let mut crowd = Crowd::default();
    for (id, place) in (0..).zip(places()) {
        crowd.add(id, Agent::new(place, 0.5, 3.0), &settings);
    }
    let (mut work, tick) = (Step::default(), Duration::from_secs_f64(1.0 / 60.0));
    let tick = tick.as_secs_f32();
    for number in 1..=TICKS as u64 {
        let agents = crowd.rows.agents.iter();
        let intents = agents.map(|agent| Intent::toward(Goal::seek(agent, tick, GOAL)));
        let intents: Vec<Intent> = intents.collect();
        let surroundings = Surroundings::new(&obstacles, tick, number);
        step(&mut crowd, &mut work, &*intents, &surroundings);
    }
    let numbers = crowd.rows.agents.iter().map(|agent| {
        let (place, velocity) = (agent.position, agent.velocity);
        [place.x, place.y, velocity.x, velocity.y].map(f32::to_bits)
    });
    numbers.collect()
}

#[test]
fn the_kernel_alone_gives_the_bits_of_the_plugin() {
    let (plugin, kernel) = (by_the_plugin(), by_the_kernel());
    let moved = places().zip(&plugin);
    let far = moved.filter(|(place, now)| (f32::from_bits(now[0]) - place.x).abs() > 2.0);
    assert!(far.count() > 10, "they move");
    assert_eq!(plugin, kernel);
}
