//! A crowd in an app with one tick as its only schedule.

use super::Crowd;
use super::member::TICK;
use super::spawn::spawn;
use bevy::app::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy};
use bevy::ecs::schedule::{ScheduleLabel, Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// The only schedule of a measured app.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

/// The executor of the systems of a tick.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Executor {
    /// Bevy's default, like in a game.
    #[default]
    Default,
    /// Bevy's single-threaded executor, without a task per system.
    SingleThreaded,
}

/// A crowd in an app with one tick as its only schedule.
pub struct MeasuredApp(App);

impl MeasuredApp {
    /// An app without agents. Only the first app of a process sets the number of threads: Bevy's
    /// task pools are global.
    pub fn empty(threads: usize, executor: Executor) -> Self {
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
        if executor == Executor::SingleThreaded {
            let mut schedules = app.world_mut().resource_mut::<Schedules>();
            for (_, schedule) in schedules.iter_mut() {
                schedule.set_executor(SingleThreadedExecutor::new());
            }
        }
        app.finish();
        app.cleanup();
        Self(app)
    }

    /// A crowd on this many threads, with Bevy's default executor.
    pub fn new(crowd: &Crowd, threads: usize) -> Self {
        let mut app = Self::empty(threads, Executor::Default);
        app.spawn(crowd);
        app
    }

    /// Spawns a crowd.
    pub fn spawn(&mut self, crowd: &Crowd) {
        spawn(self.0.world_mut(), crowd);
    }

    /// Runs one tick.
    pub fn tick(&mut self) {
        let world = self.0.world_mut();
        world
            .resource_mut::<Time>()
            .advance_by(Duration::from_secs_f32(TICK));
        world.run_schedule(Tick);
    }

    /// The positions of the agents.
    pub fn positions(&mut self) -> Vec<Vec2> {
        let world = self.0.world_mut();
        let mut agents = world.query_filtered::<&Transform, With<SteeringAgent>>();
        let positions = agents
            .iter(world)
            .map(|transform| transform.translation.truncate());
        positions.collect()
    }

    /// The sizes of the first agent's components, bytes, largest first.
    pub fn component_sizes(&mut self) -> Vec<usize> {
        let world = self.0.world_mut();
        let mut agents = world.query_filtered::<Entity, With<SteeringAgent>>();
        let first = agents.iter(world).next();
        let Some(infos) = first.and_then(|agent| world.inspect_entity(agent).ok()) else {
            return Vec::new();
        };
        let mut sizes: Vec<usize> = infos.map(|info| info.layout().size()).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.0.world()
    }

    /// The world, for changes.
    pub fn world_mut(&mut self) -> &mut World {
        self.0.world_mut()
    }
}
