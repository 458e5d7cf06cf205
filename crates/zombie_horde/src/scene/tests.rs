mod formations;

use super::*;
use crate::simulation::SimulationPlugin;
use bevy::time::TimeUpdateStrategy;
use std::time::Instant;

/// A scene before its first tick.
fn scene(settings: SceneSettings) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimulationPlugin { settings }))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// How many times each agent has reached an end of its way after `seconds` simulated seconds,
/// ordered by id.
fn arrivals(name: SceneName, seconds: u32) -> Vec<u32> {
    let mut app = scene(SceneSettings::new(name));
    for _ in 0..60 * seconds {
        app.update();
    }
    let world = app.world_mut();
    let mut walkers = world.query::<(&AgentId, &Patrol)>();
    let mut walkers: Vec<_> = walkers
        .iter(world)
        .map(|(id, patrol)| (*id, patrol.arrivals))
        .collect();
    walkers.sort_unstable();
    walkers.into_iter().map(|(_, arrivals)| arrivals).collect()
}

#[test]
fn every_walker_passes_a_wall_with_one_whisker_and_with_three() {
    let arrivals = arrivals(SceneName::Wall, 60);
    assert_eq!(arrivals.len(), 6);
    assert!(
        arrivals.iter().all(|arrivals| *arrivals >= 6),
        "{arrivals:?}"
    );
}

#[test]
fn every_walker_comes_out_of_a_dead_end() {
    let arrivals = arrivals(SceneName::CulDeSac, 90);
    assert_eq!(arrivals.len(), 16);
    assert!(
        arrivals.iter().all(|arrivals| *arrivals >= 2),
        "{arrivals:?}"
    );
}

#[test]
fn every_walker_goes_around_a_long_wall() {
    let arrivals = arrivals(SceneName::LongWall, 90);
    assert_eq!(arrivals.len(), 10);
    assert!(
        arrivals.iter().all(|arrivals| *arrivals >= 2),
        "{arrivals:?}"
    );
}

#[test]
fn every_scene_has_the_requested_agents_outside_of_obstacles() {
    for name in SceneName::ALL {
        for agents in [1, 7, 130] {
            let settings = SceneSettings {
                agents,
                ..SceneSettings::new(name)
            };
            let mut app = scene(settings);
            let world = app.world_mut();
            let mut bodies = world.query_filtered::<(&SteeringAgent, &Transform), With<Look>>();
            assert_eq!(bodies.iter(world).count(), agents as usize, "{name:?}");
            let bodies: Vec<_> = bodies
                .iter(world)
                .map(|(agent, transform)| (agent.body_radius, transform.translation.truncate()))
                .collect();
            // Flocks are scattered everywhere; an agent that starts in an obstacle comes out of it.
            if name.name().starts_with("flock") {
                continue;
            }
            let mut obstacles = world.query::<(&Obstacle, &Transform)>();
            for (obstacle, transform) in obstacles.iter(world) {
                let placed = crate::obstacle_art::Placed::of(obstacle, transform).expect("a shape");
                for (radius, position) in &bodies {
                    assert!(placed.gap(*position) > radius - 1.0, "{name:?}: {position}");
                }
            }
        }
    }
}

/// Half a million positions take seconds with an index, and minutes when each search visits all
/// discs.
#[test]
fn a_huge_horde_is_laid_out_fast() {
    for lay_out in [zombies::spawn, graveyard::spawn] {
        let mut world = World::new();
        let start = Instant::now();
        let random = &mut SceneRandom::seed_from_u64(0);
        lay_out(&mut world.commands(), 500_000, false, random);
        let seconds = start.elapsed().as_secs_f32();
        assert!(seconds < 5.0, "{seconds}");
    }
}

#[test]
fn a_restarting_walker_returns_to_its_start() {
    let mut app = scene(SceneSettings {
        agents: 1,
        ..SceneSettings::new(SceneName::CrossingSight)
    });
    let world = app.world_mut();
    let mut walkers = world.query::<(&mut Transform, &Patrol)>();
    let (mut transform, patrol) = walkers.single_mut(world).expect("one walker");
    let [start, goal] = patrol.ends;
    transform.translation = goal.extend(1.0);
    app.update();
    let world = app.world_mut();
    let mut walkers = world.query::<(&Transform, &Patrol, &Seek)>();
    let (transform, patrol, seek) = walkers.single(world).expect("one walker");
    assert!(transform.translation.truncate().distance(start) < 10.0);
    assert_eq!((patrol.arrivals, patrol.target()), (1, goal));
    assert_eq!(seek.target, goal.into());
}

#[test]
fn cells_lie_side_by_side_about_the_origin() {
    let (arena, cells) = Arena::of_cells(2, Vec2::new(1280.0, 360.0));
    assert_eq!(arena.half_size, Vec2::new(640.0, 360.0));
    assert_eq!(cells, [Vec2::new(0.0, 180.0), Vec2::new(0.0, -180.0)]);
    let (arena, cells) = Arena::of_cells(4, Vec2::new(1600.0, 900.0));
    assert_eq!(arena.half_size, Vec2::new(1600.0, 900.0));
    assert_eq!(cells[0], Vec2::new(-800.0, 450.0));
    assert_eq!(cells[3], Vec2::new(800.0, -450.0));
}

#[test]
fn zombies_go_by_field_or_by_what_they_see_and_those_of_the_maze_by_field() {
    for (name, by_field) in [
        (SceneName::Zombies, false),
        (SceneName::Zombies, true),
        (SceneName::Graveyard, false),
        (SceneName::Graveyard, true),
        (SceneName::Maze, false),
    ] {
        let mut app = scene(SceneSettings {
            agents: 9,
            by_field,
            ..SceneSettings::new(name)
        });
        let world = app.world_mut();
        let mut zombies = world.query::<(Has<FollowField>, Has<Seek>, Has<AvoidObstacles>)>();
        let zombies = zombies.iter(world).filter(|has| has.0 || has.1);
        let has_field = by_field || name == SceneName::Maze;
        let expected = vec![(has_field, !has_field, !has_field); 9];
        assert_eq!(zombies.collect::<Vec<_>>(), expected, "{name:?}");
    }
}

/// Zombies that have waited stray, and the bait jumps, so the horde never comes to rest.
#[test]
fn the_horde_keeps_moving_for_five_minutes() {
    for name in [SceneName::Zombies, SceneName::Graveyard] {
        let mut app = scene(SceneSettings {
            agents: 200,
            hz: 30,
            ..SceneSettings::new(name)
        });
        let places = |app: &mut App| -> Vec<Vec2> {
            let world = app.world_mut();
            let mut zombies = world.query_filtered::<&Transform, With<SteeringAgent>>();
            let places = zombies.iter(world);
            places
                .map(|transform| transform.translation.truncate())
                .collect()
        };
        for minute in 1..=5 {
            for _ in 0..40 * 30 {
                app.update();
            }
            let before = places(&mut app);
            for _ in 0..20 * 30 {
                app.update();
            }
            let pairs = before.iter().zip(places(&mut app));
            let moved = pairs
                .filter(|(before, now)| before.distance(*now) > 200.0)
                .count();
            assert!(moved > 66, "{name:?}, minute {minute}: {moved} of 200");
        }
    }
}
