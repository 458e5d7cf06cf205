//! One run of one scenario.

use super::walkers::Walker;
use super::wrapping::WrappingGround;
use super::{Variant, agents, app};
use crate::frame::{Frame, Sample};
use crate::scenario::{AfterArrival, End, Layout, Symmetry, Task};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use serde::Serialize;

/// The end of a run.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Whether it ended in time.
    pub is_done: bool,
    /// Simulated seconds.
    pub seconds: f64,
}

/// Runs a scenario to its end. Calls `observe` with a frame at the start and after every tick, in
/// the coordinates of the file.
pub fn simulate(layout: &Layout, variant: Variant, mut observe: impl FnMut(&Frame<'_>)) -> Outcome {
    let symmetry = variant.symmetry;
    let transformed = layout.transformed(symmetry);
    let mut app = app::build(variant);
    if let Some(size) = layout.wraps {
        app.insert_resource(WrappingGround { size, symmetry });
    }
    let agents = agents::spawn(app.world_mut(), &transformed, variant.model);
    let mut query = app
        .world_mut()
        .query::<(&Transform, &Velocity, Option<&Walker>)>();
    let mut samples: Vec<Sample> = layout.tasks.iter().map(first_sample).collect();
    // Time does not advance in the first update.
    app.update();
    read_samples(app.world(), &agents, &mut query, symmetry, &mut samples);
    observe(&Frame {
        time: 0.0,
        tick: 0.0,
        agents: &samples,
    });
    let rate = f64::from(variant.rate);
    let ticks = (layout.end.latest() * rate).ceil() as u64;
    for number in 1..=ticks {
        app.update();
        read_samples(app.world(), &agents, &mut query, symmetry, &mut samples);
        if layout.arrival.then == AfterArrival::Leave {
            remove_arrived(app.world_mut(), &agents, &layout.tasks, &mut samples);
        }
        let time = number as f64 / rate;
        observe(&Frame {
            time,
            tick: 1.0 / rate,
            agents: &samples,
        });
        if is_done(layout, &samples) {
            return Outcome {
                is_done: true,
                seconds: time,
            };
        }
    }
    Outcome {
        is_done: matches!(layout.end, End::After(_)),
        seconds: ticks as f64 / rate,
    }
}

/// An agent without a goal has arrived from the start.
pub(crate) fn first_sample(task: &Task) -> Sample {
    Sample {
        has_arrived: matches!(task, Task::Stand),
        is_present: true,
        ..default()
    }
}

fn read_samples(
    world: &World,
    agents: &[Entity],
    query: &mut QueryState<(&Transform, &Velocity, Option<&Walker>)>,
    symmetry: Symmetry,
    samples: &mut [Sample],
) {
    for (entity, sample) in agents.iter().zip(samples) {
        let Ok((transform, velocity, walker)) = query.get(world, *entity) else {
            continue;
        };
        sample.position = symmetry.position_in_file(transform.translation.truncate());
        sample.velocity = symmetry.velocity_in_file(velocity.0.truncate());
        sample.has_arrived |= walker.is_some_and(|walker| walker.waypoint_path.is_done());
    }
}

fn remove_arrived(world: &mut World, agents: &[Entity], tasks: &[Task], samples: &mut [Sample]) {
    for ((entity, task), sample) in agents.iter().zip(tasks).zip(samples) {
        let leaves = matches!(task, Task::Walk { .. }) && sample.has_arrived;
        if leaves && sample.is_present {
            world.despawn(*entity);
            sample.is_present = false;
            sample.velocity = Vec2::ZERO;
        }
    }
}

/// Whether a scenario is over before its time, for all walkers have arrived.
pub(crate) fn is_done(layout: &Layout, samples: &[Sample]) -> bool {
    let agents = || layout.tasks.iter().zip(samples);
    let is_there =
        |(task, sample): (&Task, &Sample)| sample.has_arrived || !matches!(task, Task::Walk { .. });
    matches!(layout.end, End::AllArrived { .. }) && agents().all(is_there)
}

#[cfg(test)]
mod tests;
