//! Bit-identical results for any number of threads, spawn order and layout, and after a restore.

mod crowd;
mod simd_level;

use crate::harness::*;
use crate::repeatable_runs::{bits_by_id, fingerprint_of_child, is_child};
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::behaviors::{DetourState, FollowWallState, WanderAngle, WhiskerState, YieldState};
use bevy_horde::perception::LastSeen;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use bevy_horde::update_interval::HeldDecision;
use crowd::*;

/// Components of the game that move agents to different tables.
#[derive(Component, Clone, Copy)]
struct Hat(#[expect(dead_code, reason = "only its presence matters")] u64);
#[derive(Component, Clone, Copy)]
struct Stick;

#[test]
fn a_run_is_the_same_as_the_run_before() {
    let first = reference();
    // The next test reads this line from its child processes.
    println!("fingerprint {}", fingerprints(&first));
    if !is_child() {
        assert_eq!(first, reference());
    }
    let moved = first
        .iter()
        .filter(|(_, bits)| f32::from_bits(bits[7]) != 0.0)
        .count();
    assert!(moved as u64 > CROWD * 9 / 10, "{moved}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let test = "determinism::a_run_is_the_same_as_the_run_before";
    let expected = fingerprints(&reference());
    for threads in ["1", "2", "4"] {
        assert_eq!(
            fingerprint_of_child(test, threads),
            expected,
            "{threads} threads"
        );
    }
}

#[test]
fn a_single_threaded_executor_gives_the_same_bits() {
    let mut app = crowd_app();
    app.edit_schedule(FixedUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    for number in 0..CROWD {
        spawn_agent(app.world_mut(), number);
    }
    run(&mut app, TICKS);
    assert_eq!(bits_by_id(&mut app), reference());
}

#[test]
fn results_do_not_depend_on_the_spawn_order() {
    let mut app = crowd_app();
    for number in (0..CROWD).rev() {
        // A scrambled order: 1213 is coprime to the number of agents.
        spawn_agent(app.world_mut(), number * 1213 % CROWD);
    }
    run(&mut app, TICKS);
    assert_eq!(bits_by_id(&mut app), reference());
}

#[test]
fn results_do_not_depend_on_the_layout_of_entities() {
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
        // Agents move between tables during the run too.
        if tick % 10 == 5 {
            let mut hats = app.world_mut().query_filtered::<Entity, With<Hat>>();
            let some: Vec<_> = hats.iter(app.world()).step_by(2).collect();
            for agent in some {
                app.world_mut().entity_mut(agent).remove::<Hat>();
            }
        }
        app.update();
    }
    assert_eq!(bits_by_id(&mut app), reference());
}

#[test]
fn results_do_not_depend_on_agents_out_of_reach() {
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
    let mut together = bits_by_id(&mut app);
    together.truncate(CROWD as usize);
    assert_eq!(together, bits_by_id(&mut alone));
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
            UpdateInterval,
            HeldDecision,
            Perception,
            Seek,
            Arrive,
            Gather,
            Settled,
            Wander,
            WanderAngle,
            Separation,
            Alignment,
            Cohesion,
            Flock,
            AvoidAgents,
            YieldState,
            AvoidObstacles,
            Whiskers,
            DetourState,
            WhiskerState,
            FollowWall,
            FollowWallState,
            Contain,
            LineOfSight,
            LastSeen
        );
    }
    restored.insert_resource(tick).insert_resource(next);
    run(&mut restored, TICKS - TICKS / 2);
    assert_eq!(bits_by_id(&mut restored), reference());
}
