//! A tick of a warm app allocates no heap memory.

use bevy::app::TaskPoolOptions;
use bevy::ecs::schedule::{ScheduleLabel, Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::time::Duration;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Tick;

/// An app that steers in `Tick`. It is single-threaded, because Bevy's tasks allocate memory too.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin {
            task_pool_options: TaskPoolOptions::with_num_threads(1),
        },
        SteeringPlugin::new(Tick),
    ));
    app.init_resource::<Time>();
    let mut schedules = app.world_mut().resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app.finish();
    app.cleanup();
    app
}

/// Spawns `count` agents on a grid, `apart` units from each other.
fn spawn_crowd<B: Bundle>(app: &mut App, count: usize, apart: f32, bundle: impl Fn() -> B) {
    let side = (count as f32).sqrt().ceil() as usize;
    for number in 0..count {
        let place = Vec2::new((number % side) as f32, (number / side) as f32) * apart;
        // The shift keeps any two agents from being exactly abreast.
        let shift = 0.1 * (number as f32).sin();
        let body = (
            Transform::from_xyz(place.x + shift, place.y - shift, 0.0),
            SteeringAgent::new(0.5, 4.0),
        );
        app.world_mut().spawn((body, bundle()));
    }
}

/// The allocations and reallocations of each tick after the warm-up.
fn allocations_of_warm_ticks(app: &mut App, warm_up: usize, ticks: usize) -> Vec<usize> {
    let mut tick = || {
        let world = app.world_mut();
        world
            .resource_mut::<Time>()
            .advance_by(Duration::from_secs_f32(1.0 / 60.0));
        let region = Region::new(ALLOCATOR);
        world.run_schedule(Tick);
        let change = region.change();
        change.allocations + change.reallocations
    };
    (0..warm_up).for_each(|_| {
        tick();
    });
    (0..ticks).map(|_| tick()).collect()
}

#[test]
fn a_warm_tick_allocates_nothing() {
    // One test for all crowds, because the count includes tests that run at the same time.
    // A crowd is warm once it has gathered: until then the lists of overlapping pairs grow.
    let mut zombies = app();
    let bait = zombies
        .world_mut()
        .spawn(Transform::from_xyz(24.0, 24.0, 0.0))
        .id();
    for number in 0..16 {
        let place = Vec2::new((number % 4) as f32, (number / 4) as f32) * 16.0 + 1.0;
        zombies.world_mut().spawn((
            Transform::from_xyz(place.x, place.y, 0.0),
            Obstacle::circle(2.0),
        ));
    }
    spawn_crowd(&mut zombies, 1_500, 1.3, || {
        (
            Seek::entity(bait),
            Flock::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        )
    });
    let counts = allocations_of_warm_ticks(&mut zombies, 900, 100);
    assert_eq!(counts, [0; 100], "zombies");

    let mut others = app();
    others
        .world_mut()
        .spawn(Obstacle::polyline([vec2(-5.0, -8.0), vec2(90.0, -8.0)]));
    spawn_crowd(&mut others, 400, 3.0, || {
        (
            Wander::default(),
            Flock::default(),
            AvoidAgents {
                braking_time: 0.0,
                ..default()
            },
            Whiskers::default(),
            LineOfSight::default(),
            UpdateInterval { ticks: 3 },
        )
    });
    spawn_crowd(&mut others, 200, 3.5, || {
        (
            FollowWall::default(),
            Separation::default(),
            Contain::rectangle(vec2(40.0, 40.0), vec2(120.0, 120.0)),
        )
    });
    let counts = allocations_of_warm_ticks(&mut others, 900, 100);
    assert_eq!(counts, [0; 100], "others");

    // The counter works: it counts an allocation.
    let region = Region::new(ALLOCATOR);
    let kept = std::hint::black_box(vec![1_u8; 100]);
    assert_eq!((region.change().allocations, kept.len()), (1, 100));
}
