//! The app of a run: steering, a clock, and nothing else.

use super::Variant;
use super::moving_target::move_targets;
use super::walkers::move_walkers;
use super::wrapping::wrap_around;
use crate::scenario::Symmetry;
use bevy::app::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy};
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy_horde::prelude::*;
use core::time::Duration;

/// An app without entities. Every update but the first is one tick.
pub(super) fn build(variant: Variant) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin {
            task_pool_options: one_thread(),
        },
        TimePlugin,
        SteeringPlugin::new(FixedUpdate).with_passing_side(passing_side(variant.symmetry)),
    ))
    .insert_resource(Time::<Fixed>::from_hz(variant.rate.into()))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
    .add_systems(
        FixedUpdate,
        (
            move_targets.before(SteeringSystems::Perceive),
            (wrap_around, move_walkers)
                .chain()
                .after(SteeringSystems::Locomote),
        ),
    );
    app.world_mut()
        .resource_mut::<Time<Virtual>>()
        .set_max_delta(Duration::MAX);
    // Runs are parallel to each other, so threads within a run would only wait.
    let mut schedules = app.world_mut().resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app.finish();
    app.cleanup();
    app
}

/// A mirrored layout needs the other passing side.
fn passing_side(symmetry: Symmetry) -> PassingSide {
    if symmetry == Symmetry::Mirrored {
        PassingSide::Left
    } else {
        PassingSide::Right
    }
}

fn one_thread() -> TaskPoolOptions {
    let one = TaskPoolThreadAssignmentPolicy {
        min_threads: 1,
        max_threads: 1,
        percent: 1.0,
        on_thread_spawn: None,
        on_thread_destroy: None,
    };
    TaskPoolOptions {
        io: one.clone(),
        async_compute: one.clone(),
        compute: one,
        ..default()
    }
}
