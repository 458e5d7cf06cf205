//! A loaded game continues bit for bit, from any point in a frame between two ticks. Systems of the
//! game query agents and obstacles.

mod fields;
mod game;
mod saved;

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::obstacle::{ObstacleIndex, ObstacleState};
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;
use game::{Loader, PLACES, Saver, game, populate, state};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use saved::{load, save};

/// Ticks of a game that is saved.
const UPDATES: usize = 90;

/// Runs a game and saves it at each `wanted` update and point. Asserts that every save continues as
/// the game does.
fn assert_goes_on(game: fn() -> App, wanted: Vec<(usize, usize)>) {
    let mut app = game();
    populate(app.world_mut());
    app.world_mut().resource_mut::<Saver>().update = 0;
    app.world_mut().resource_mut::<Saver>().wanted = wanted.clone();
    run(&mut app, UPDATES);
    let expected = state(&mut app);
    assert!(expected.len() > 20);
    let saved = core::mem::take(&mut app.world_mut().resource_mut::<Saver>().saved);
    // Some of the wanted saves are the same.
    assert!(saved.len() > wanted.len() * 9 / 10, "{}", saved.len());
    let mut wrong = Vec::new();
    for (here, save) in saved {
        let mut restored = game();
        restored.insert_resource(Loader(here.1, save));
        run(&mut restored, UPDATES - here.0);
        if state(&mut restored) != expected {
            wrong.push(here);
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_game_that_is_saved_at_any_place_goes_on_bit_for_bit() {
    let mut chance = SplitMix64::seed_from_u64(5);
    // Before the first tick queries answer from what no component holds: see the page.
    let wanted = (0..120).map(|number| (chance.random_range(1..UPDATES - 4), number % PLACES));
    assert_goes_on(game, wanted.collect());
}

#[test]
fn queries_before_the_first_tick_equal_those_without_a_load() {
    let mut app = app();
    let answers = |app: &mut App| {
        use bevy::ecs::system::RunSystemOnce;
        app.world_mut()
            .run_system_once(|query: SteeringQuery| {
                let distances: Vec<f32> = query
                    .agents_within(Vec2::ZERO, 50.0)
                    .iter()
                    .map(|hit| hit.distance)
                    .collect();
                (
                    distances,
                    query.nearest_obstacle(Vec2::ZERO).map(|found| found.point),
                    query.line_of_sight(Vec2::ZERO, vec2(20.0, 0.0)),
                )
            })
            .unwrap()
    };
    let agents = [3.0, 7.0].map(|x| {
        let agent = (at(x, 4.0), SteeringAgent::default(), moving(1.0, 0.0));
        app.world_mut().spawn(agent).id()
    });
    app.world_mut().spawn((at(5.0, 0.0), Obstacle::circle(1.0)));
    run(&mut app, 3);
    // The plugin knows neither of the two new entities before the next tick.
    app.world_mut()
        .spawn((at(1.0, 1.0), SteeringAgent::default()));
    app.world_mut()
        .spawn((at(-2.0, 0.0), Obstacle::circle(1.0)));
    let mut obstacles = app.world_mut().query::<(&mut Transform, &mut Obstacle)>();
    for (mut transform, mut obstacle) in obstacles.iter_mut(app.world_mut()) {
        transform.translation.y += 30.0;
        *obstacle = Obstacle::circle(0.1);
    }
    app.world_mut().despawn(agents[1]);
    let expected = answers(&mut app);
    assert_eq!(expected.0.len(), 1);
    assert_eq!(expected.1, Some(vec2(4.0, 0.0)));
    assert!(!expected.2);
    let saved = save(app.world_mut());
    let mut restored = crate::harness::app();
    load(restored.world_mut(), &saved);
    assert_eq!(answers(&mut restored), expected);
    // A load over a game that has continued gives the same answers.
    run(&mut app, 5);
    load(app.world_mut(), &saved);
    assert_eq!(answers(&mut app), expected);
}

#[test]
fn entities_despawned_or_hidden_since_the_last_tick_are_not_found() {
    let mut app = app();
    let [agent, other] = [1.0, 2.0].map(|x| {
        let agent = (at(x, 0.0), SteeringAgent::default().non_solid());
        app.world_mut().spawn(agent).id()
    });
    let [wall, pond] = [5.0, 9.0].map(|x| {
        let disc = (at(x, 0.0), Obstacle::circle(1.0));
        app.world_mut().spawn(disc).id()
    });
    run(&mut app, 1);
    let found = |app: &mut App| {
        use bevy::ecs::system::RunSystemOnce;
        app.world_mut()
            .run_system_once(|query: SteeringQuery| {
                let near = query.agents_within(Vec2::ZERO, 50.0);
                let nearest = query.nearest_agents(Vec2::ZERO, 2);
                assert_eq!(near, nearest);
                let obstacle = query.nearest_obstacle(Vec2::ZERO);
                let ahead = query.first_obstacle(Vec2::ZERO, vec2(50.0, 0.0));
                assert_eq!(
                    obstacle.map(|found| found.entity),
                    ahead.map(|hit| hit.entity)
                );
                let sees = query.line_of_sight(Vec2::ZERO, vec2(50.0, 0.0));
                let near: Vec<Entity> = near.iter().map(|hit| hit.entity).collect();
                (near, obstacle.map(|found| found.entity), sees)
            })
            .unwrap()
    };
    assert_eq!(found(&mut app), (vec![agent, other], Some(wall), false));
    app.world_mut().despawn(agent);
    app.world_mut().entity_mut(wall).insert(Disabled);
    assert_eq!(found(&mut app), (vec![other], Some(pond), false));
    app.world_mut().entity_mut(other).insert(Disabled);
    app.world_mut().despawn(pond);
    assert_eq!(found(&mut app), (vec![], None, true));
    // The indexes leave these entities out from the next tick on.
    assert_eq!(app.world().resource::<AgentIndex>().len(), 2);
    run(&mut app, 1);
    assert!(app.world().resource::<AgentIndex>().is_empty());
    assert!(
        app.world()
            .resource::<ObstacleIndex>()
            .obstacles()
            .is_empty()
    );
    assert_eq!(*get::<ObstacleState>(&app, wall), ObstacleState::default());
}
