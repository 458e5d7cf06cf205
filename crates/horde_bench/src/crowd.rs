//! The crowds that are measured.

use bevy::app::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::{FRAC_PI_2, PI};
use core::time::Duration;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Ticks a second.
const RATE: f32 = 60.0;
/// Body radius, world units.
const BODY_RADIUS: f32 = 0.5;
/// Largest speed, world units per second.
const MAX_SPEED: f32 = 5.0;
/// How far the rules of a flock look, world units.
const FLOCK_RANGE: f32 = 5.0;
/// How far a zombie looks: twelve radii, as agent avoidance does by default.
const ZOMBIE_RANGE: f32 = 6.0;

/// The one schedule of a measured app.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

/// What the agents of a crowd do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Duty {
    /// Separation, alignment and cohesion, each with a view and a weight of its own for every agent.
    Flock,
    /// Seek, flock, 64 obstacles, agent avoidance and solidity.
    Zombie,
}

/// A crowd.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub duty: Duty,
    pub agents: usize,
    /// Mean number of others in view range.
    pub neighbors: f32,
    /// `Perception::max_neighbors`.
    pub most_neighbors: u32,
}

/// A crowd in an app whose only schedule is a tick.
pub struct MeasuredApp(App);

impl MeasuredApp {
    /// A crowd, spawned, on so many threads.
    pub fn new(crowd: &Crowd, threads: usize) -> Self {
        let exactly = |count: usize| TaskPoolThreadAssignmentPolicy {
            min_threads: count,
            max_threads: count,
            percent: 1.0,
            on_thread_spawn: None,
            on_thread_destroy: None,
        };
        let mut app = App::new();
        app.add_plugins((
            TaskPoolPlugin {
                task_pool_options: TaskPoolOptions {
                    io: exactly(1),
                    async_compute: exactly(1),
                    compute: exactly(threads),
                    ..default()
                },
            },
            SteeringPlugin::new(Tick),
        ))
        .init_resource::<Time>();
        spawn(app.world_mut(), crowd);
        app.finish();
        app.cleanup();
        Self(app)
    }

    /// Runs one tick.
    pub fn tick(&mut self) {
        let world = self.0.world_mut();
        world
            .resource_mut::<Time>()
            .advance_by(Duration::from_secs_f32(1.0 / RATE));
        world.run_schedule(Tick);
    }
}

fn spawn(world: &mut World, crowd: &Crowd) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let range = match crowd.duty {
        Duty::Flock => FLOCK_RANGE,
        Duty::Zombie => ZOMBIE_RANGE,
    };
    let area = crowd.agents as f32 * PI * range * range / crowd.neighbors;
    let half = area.sqrt() / 2.0;
    let target = world
        .spawn(Transform::from_xyz(0.3 * half, 0.2 * half, 0.0))
        .id();
    for _ in 0..crowd.agents {
        let mut place = || random.random_range(-half..half);
        let transform = Transform::from_xyz(place(), place(), 0.0);
        let heading = Vec2::from_angle(random.random_range(-PI..PI)).extend(0.0);
        let body = (
            transform,
            Velocity(heading * (0.5 * MAX_SPEED)),
            Perception {
                max_neighbors: crowd.most_neighbors,
                ..default()
            },
        );
        let agent = SteeringAgent::new(BODY_RADIUS, MAX_SPEED);
        match crowd.duty {
            Duty::Flock => {
                let mut view =
                    || View::custom(Length::World(range), random.random_range(FRAC_PI_2..PI));
                let views = [view(), view(), view()];
                let mut weight = || random.random_range(0.5..1.5);
                let flock = Flock {
                    separation: Separation {
                        view: views[0],
                        weight: weight(),
                    },
                    alignment: Alignment {
                        view: views[1],
                        weight: weight(),
                    },
                    cohesion: Cohesion {
                        view: views[2],
                        weight: weight(),
                    },
                    ..default()
                };
                world.spawn((body, agent.without_solidity(), flock));
            }
            Duty::Zombie => {
                world.spawn((
                    body,
                    agent,
                    Seek::entity(target),
                    Flock::default(),
                    AvoidObstacles::default(),
                    AvoidAgents::default(),
                ));
            }
        }
    }
    if crowd.duty == Duty::Zombie {
        for _ in 0..64 {
            let mut place = || random.random_range(-half..half);
            let transform = Transform::from_xyz(place(), place(), 0.0);
            world.spawn((transform, Obstacle::circle(random.random_range(1.0..4.0))));
        }
    }
}
