//! Bit-identical: for any number of threads, any spawn order, any entity layout, and after save and restore.

use crate::harness::*;
use bevy::app::TaskPoolOptions;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{PassingSide, WallMemory, WanderAngle, WhiskerMemory};
use bevy_horde::perception::LastSeen;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use bevy_horde::think_interval::ThinkMemory;
use std::process::Command;

/// Enough for threads to share what every agent passes through.
const CROWD: u64 = 2400;
/// Enough for them to share the search only.
const SMALL_CROWD: u64 = 700;
/// Enough for them to share every behaviour, which everybody has.
const BUSY_CROWD: u64 = 2050;
const BUSY_TICKS: usize = 6;
const TICKS: usize = 30;
/// Set for a child process: how many threads it computes with.
const THREADS: &str = "BEVY_HORDE_TEST_THREADS";

/// Components of the game's own that put agents into different tables.
#[derive(Component, Clone, Copy)]
struct Hat(#[expect(dead_code, reason = "only its being there matters")] u64);
#[derive(Component, Clone, Copy)]
struct Stick;

fn crowd_app() -> App {
    let threads = std::env::var(THREADS)
        .ok()
        .and_then(|count| count.parse().ok());
    let mut app = App::new();
    let options = threads.map_or_else(TaskPoolOptions::default, TaskPoolOptions::with_num_threads);
    app.add_plugins((
        MinimalPlugins.set(TaskPoolPlugin {
            task_pool_options: options,
        }),
        SteeringPlugin::default().with_seed(11),
    ))
    .insert_resource(Time::<Fixed>::from_hz(60.0))
    .insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    for number in 0..40 {
        let place = Vec2::from_angle(number as f32 * 2.4) * (3.0 + 6.0 * (number as f32).sqrt());
        app.world_mut().spawn((
            at(place.x, place.y),
            Obstacle::circle(0.5 + 0.05 * number as f32),
        ));
    }
    app
}

/// An agent that is made from its number alone. One in six belongs to a wave on one point.
fn spawn_agent(world: &mut World, number: u64) -> Entity {
    let agent = spawn_scattered_agent(world, number);
    if number % 6 == 5 {
        world.entity_mut(agent).insert(at(18.0, -21.0));
    }
    agent
}

/// The same without the wave.
fn spawn_scattered_agent(world: &mut World, number: u64) -> Entity {
    let spread = number as f32;
    // One in nine stands where another does, one in ten next to nothing beside it.
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
        agent.insert(ThinkInterval {
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

/// All agents' bits, by id.
fn result(app: &mut App) -> Vec<(u64, Vec<u32>)> {
    let mut agents = app.world_mut().query::<(Entity, &AgentId)>();
    let mut list: Vec<_> = agents
        .iter(app.world())
        .map(|(entity, id)| (id.0, entity))
        .collect();
    list.sort_unstable();
    list.into_iter()
        .map(|(id, entity)| (id, bits(app, entity)))
        .collect()
}

/// A short name for a result.
fn fingerprint(result: &[(u64, Vec<u32>)]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (id, bits) in result {
        for word in core::iter::once(*id).chain(bits.iter().map(|bit| u64::from(*bit))) {
            hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

fn reference() -> Vec<(u64, Vec<u32>)> {
    end_of(CROWD)
}

fn end_of(crowd: u64) -> Vec<(u64, Vec<u32>)> {
    let mut app = crowd_app();
    for number in 0..crowd {
        spawn_agent(app.world_mut(), number);
    }
    run(&mut app, TICKS);
    result(&mut app)
}

/// What becomes of agents that all have all behaviours.
fn end_of_the_busy() -> Vec<(u64, Vec<u32>)> {
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
            (Flock::default(), ThinkInterval { ticks: 2 }),
        );
        app.world_mut().entity_mut(agent).insert(everything);
    }
    run(&mut app, BUSY_TICKS);
    result(&mut app)
}

/// A short name for what becomes of all crowds, the large one of which has come to `large`.
fn fingerprints(large: &[(u64, Vec<u32>)]) -> String {
    let ends = [large, &end_of(SMALL_CROWD), &end_of_the_busy()];
    ends.map(|end| format!("{:016x}", fingerprint(end)))
        .concat()
}

#[test]
fn a_run_is_the_same_as_the_run_before() {
    let first = reference();
    // The child processes of the next test are read by this line.
    println!("fingerprint {}", fingerprints(&first));
    if std::env::var_os(THREADS).is_none() {
        assert_eq!(first, reference());
    }
    let moved = first
        .iter()
        .filter(|(_, bits)| f32::from_bits(bits[7]) != 0.0)
        .count();
    assert!(moved as u64 > CROWD * 9 / 10, "{moved}");
}

#[test]
fn the_instructions_of_the_processor_do_not_matter() {
    let end = |instructions: Instructions| {
        let mut app = crowd_app();
        app.insert_resource(instructions);
        for number in 0..CROWD {
            let agent = spawn_agent(app.world_mut(), number);
            // Both models, and searches that end with the nearest few.
            let model = match number % 3 {
                0 => AvoidanceModel::ClosestApproach,
                _ => AvoidanceModel::VelocityLimits,
            };
            let perception = Perception {
                max_neighbors: [3, 16, 200][number as usize % 3],
                ..default()
            };
            let mut agent = app.world_mut().entity_mut(agent);
            agent.insert((perception, AvoidAgents { model, ..default() }));
            let mut body = agent.get_mut::<SteeringAgent>().expect("it is one");
            body.solid = number % 7 != 2;
            if number.is_multiple_of(11) {
                body.max_turn_rate = 2.0;
            }
            if number.is_multiple_of(13) {
                body.combine = Combine::WeightedSum;
            }
        }
        run(&mut app, TICKS);
        result(&mut app)
    };
    assert!(end(Instructions::Plain) == end(Instructions::Detected));
}

/// Worlds a few cells wide, where a search that is shared wraps round sooner than one of an agent by itself.
#[test]
fn the_instructions_of_the_processor_do_not_matter_to_a_few() {
    let end = |instructions: Instructions, count: u64, first: u64| {
        let mut app = crowd_app();
        app.insert_resource(instructions);
        for number in first..first + count {
            let agent = spawn_agent(app.world_mut(), number);
            let far_seeing = Flock {
                cohesion: Cohesion {
                    view: View::all(Length::Radii(60.0)),
                    ..default()
                },
                ..default()
            };
            let mut agent = app.world_mut().entity_mut(agent);
            match number % 7 {
                0 => agent.insert(far_seeing),
                1 => agent.insert((Flock::default(), LineOfSight::default())),
                _ => agent.insert(Flock::default()),
            };
        }
        run(&mut app, TICKS);
        result(&mut app)
    };
    for count in [2, 5, 14, 30, 60] {
        for first in [0, 100, 400] {
            let (plain, detected) = (Instructions::Plain, Instructions::Detected);
            assert!(
                end(plain, count, first) == end(detected, count, first),
                "{count} agents from number {first} on"
            );
        }
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let child = |threads: &str| {
        let output = Command::new(std::env::current_exe().expect("this program has a path"))
            .args([
                "--exact",
                "determinism::a_run_is_the_same_as_the_run_before",
                "--nocapture",
            ])
            .env(THREADS, threads)
            .output()
            .expect("the test runs itself");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines()
            .find_map(|line| line.split("fingerprint ").nth(1))
            .unwrap_or_else(|| panic!("no fingerprint in {text}"))
            .trim()
            .to_owned()
    };
    let expected = fingerprints(&reference());
    for threads in ["1", "2", "4"] {
        assert_eq!(child(threads), expected, "{threads} threads");
    }
}

#[test]
fn systems_that_run_one_after_the_other_do_the_same() {
    let mut app = crowd_app();
    app.edit_schedule(FixedUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    for number in 0..CROWD {
        spawn_agent(app.world_mut(), number);
    }
    run(&mut app, TICKS);
    assert_eq!(result(&mut app), reference());
}

#[test]
fn the_spawn_order_does_not_matter() {
    let mut app = crowd_app();
    for number in (0..CROWD).rev() {
        // An order without any pattern: 1213 is prime to the number of agents.
        spawn_agent(app.world_mut(), number * 1213 % CROWD);
    }
    run(&mut app, TICKS);
    assert_eq!(result(&mut app), reference());
}

#[test]
fn the_layout_of_entities_does_not_matter() {
    let mut app = crowd_app();
    for number in 0..CROWD {
        let world = app.world_mut();
        if number % 7 == 0 {
            let gap = world.spawn(at(0.0, 0.0)).id();
            world.despawn(gap);
        }
        let agent = spawn_agent(world, number);
        if number % 3 == 0 {
            world.entity_mut(agent).insert(Hat(number));
        }
        if number % 5 == 1 {
            world.entity_mut(agent).insert(Stick);
        }
    }
    for tick in 0..TICKS {
        // In mid-run too: agents change tables.
        if tick % 10 == 5 {
            let mut hats = app.world_mut().query_filtered::<Entity, With<Hat>>();
            let some: Vec<_> = hats.iter(app.world()).step_by(2).collect();
            for agent in some {
                app.world_mut().entity_mut(agent).remove::<Hat>();
            }
        }
        app.update();
    }
    assert_eq!(result(&mut app), reference());
}

#[test]
fn agents_out_of_reach_do_not_matter() {
    let scattered_app = || {
        let mut app = crowd_app();
        for number in 0..CROWD {
            spawn_scattered_agent(app.world_mut(), number);
        }
        app
    };
    let mut alone = scattered_app();
    run(&mut alone, TICKS);
    let mut app = scattered_app();
    for number in 0..50 {
        let place = at(5000.0 + 3.0 * number as f32, -700.0);
        let far_sighted = Separation {
            view: View::all(Length::World(33.0)),
            weight: 1.0,
        };
        app.world_mut().spawn((
            AgentId(CROWD + number),
            place,
            SteeringAgent::new(2.0, 3.0),
            far_sighted,
        ));
    }
    app.world_mut()
        .spawn((at(5000.0, 900.0), Obstacle::circle(50.0)));
    run(&mut app, TICKS);
    let mut together = result(&mut app);
    together.truncate(CROWD as usize);
    assert_eq!(together, result(&mut alone));
}

#[test]
fn a_restored_game_continues_bit_for_bit() {
    let mut app = crowd_app();
    for number in 0..CROWD {
        spawn_agent(app.world_mut(), number);
    }
    run(&mut app, TICKS / 2);

    let mut restored = crowd_app();
    let tick = *app.world().resource::<SteeringTick>();
    let next = *app.world().resource::<NextAgentId>();
    let mut agents = app
        .world_mut()
        .query_filtered::<EntityRef, With<SteeringAgent>>();
    for agent in agents.iter(app.world()) {
        let mut copy = restored.world_mut().spawn_empty();
        macro_rules! copy {
            ($($component:ty),*) => {
                $(if let Some(component) = agent.get::<$component>() {
                    copy.insert(component.clone());
                })*
            };
        }
        copy!(
            AgentId,
            SteeringAgent,
            Transform,
            Velocity,
            PositionRemainder,
            Heading,
            Facing,
            ThinkInterval,
            ThinkMemory,
            Perception,
            Seek,
            Arrive,
            Wander,
            WanderAngle,
            Separation,
            Alignment,
            Cohesion,
            Flock,
            AvoidAgents,
            AvoidObstacles,
            Whiskers,
            PassingSide,
            WhiskerMemory,
            FollowWall,
            WallMemory,
            Contain,
            LineOfSight,
            LastSeen
        );
    }
    restored.insert_resource(tick).insert_resource(next);
    run(&mut restored, TICKS - TICKS / 2);
    assert_eq!(result(&mut restored), reference());
}
