//! One run of one scenario.

use super::obstacles::obstacle;
use super::walkers::Walker;
use super::wrapping::WrappingGround;
use super::{Variant, agents, app};
use crate::barrier::Door;
use crate::frame::{Frame, Sample};
use crate::scenario::{AfterArrival, End, Layout, Symmetry, Task};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use serde::Serialize;

/// The end of a run.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Whether it ended as planned: `false` if it ran out of time before all walkers had arrived.
    pub is_done: bool,
    /// Simulated seconds.
    pub seconds: f64,
}

/// Runs a scenario to its end. Calls `observe` with a frame at the start and after every tick, in
/// the coordinates of the file.
pub fn simulate(layout: &Layout, variant: Variant, observe: impl FnMut(&Frame<'_>)) -> Outcome {
    let symmetry = variant.symmetry;
    let transformed = layout.transformed(symmetry);
    let mut app = app::build(variant);
    if let Some(size) = layout.wraps {
        app.insert_resource(WrappingGround { size, symmetry });
    }
    let world = app.world_mut();
    for barrier in &transformed.barriers {
        world.spawn(obstacle(barrier));
    }
    let mut doors = vec![None; layout.doors.len()];
    move_doors(world, &transformed.doors, 0.0, &mut doors);
    let targets = agents::spawn_targets(world, &transformed);
    let guides = agents::spawn_guides(world, &transformed);
    let mut agents = vec![None; layout.tasks.len()];
    let mut query = app
        .world_mut()
        .query::<(&Transform, &Velocity, Option<&Walker>)>();
    let mut samples: Vec<Sample> = layout.tasks.iter().map(first_sample).collect();
    let appear =
        |world: &mut World, time, agents: &mut [Option<Entity>], samples: &mut [Sample]| {
            let appeared: Vec<bool> = agents.iter().map(Option::is_some).collect();
            for number in appearing(layout, time, &appeared, samples) {
                let spawned = agents::spawn(world, &transformed, number, (&targets, &guides));
                agents[number] = Some(spawned);
                samples[number].is_present = true;
                samples[number].position = layout.participants[number].start;
            }
        };
    appear(app.world_mut(), 0.0, &mut agents, &mut samples);
    // Time does not advance in the first update.
    app.update();
    read_samples(app.world(), &agents, &mut query, symmetry, &mut samples);
    let step = |begin: f64, samples: &mut [Sample]| {
        move_doors(app.world_mut(), &transformed.doors, begin, &mut doors);
        appear(app.world_mut(), begin, &mut agents, samples);
        app.update();
        read_samples(app.world(), &agents, &mut query, symmetry, samples);
        if layout.arrival.then == AfterArrival::Leave {
            remove_arrived(app.world_mut(), &agents, &layout.tasks, samples);
        }
    };
    play(layout, variant.rate, &mut samples, step, observe)
}

/// Runs the ticks of a layout to its end, at a rate in hertz.
///
/// Calls `step` with the time at which a tick begins, seconds, and `observe` with a frame at the
/// start and after every tick.
pub(crate) fn play(
    layout: &Layout,
    rate: u32,
    samples: &mut [Sample],
    mut step: impl FnMut(f64, &mut [Sample]),
    mut observe: impl FnMut(&Frame<'_>),
) -> Outcome {
    observe(&Frame {
        time: 0.0,
        tick: 0.0,
        agents: samples,
    });
    let rate = f64::from(rate);
    let ticks = (layout.end.latest() * rate).ceil() as u64;
    for number in 1..=ticks {
        step((number - 1) as f64 / rate, samples);
        let time = number as f64 / rate;
        observe(&Frame {
            time,
            tick: 1.0 / rate,
            agents: samples,
        });
        if is_done(layout, samples) {
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

/// The sample before the first tick: an agent that stands has arrived from the start.
pub(crate) fn first_sample(task: &Task) -> Sample {
    Sample {
        has_arrived: matches!(task, Task::Stand),
        ..default()
    }
}

/// The agents that appear at this time: their time has come, and their start is free. If two starts
/// overlap, the second agent waits.
pub(crate) fn appearing(
    layout: &Layout,
    time: f64,
    appeared: &[bool],
    samples: &[Sample],
) -> Vec<usize> {
    let mut bodies: Vec<(Vec2, f32)> = Vec::new();
    let mut appearing = Vec::new();
    for (number, participant) in layout.participants.iter().enumerate() {
        if appeared[number] || participant.appears > time {
            continue;
        }
        // Agents that appear at time 0 were placed with room.
        if participant.appears > 0.0 {
            if bodies.is_empty() {
                let others = layout.participants.iter().zip(samples);
                let others = others.filter(|(_, sample)| sample.is_present);
                bodies.extend(others.map(|(other, sample)| (sample.position, other.radius)));
            }
            let has_room = |(position, radius): &(Vec2, f32)| {
                position.distance(participant.start) > radius + participant.radius
            };
            if !bodies.iter().all(has_room) {
                continue;
            }
            bodies.push((participant.start, participant.radius));
        }
        appearing.push(number);
    }
    appearing
}

/// Spawns the doors that are there at this time, and despawns the others.
fn move_doors(world: &mut World, doors: &[Door], time: f64, spawned: &mut [Option<Entity>]) {
    for (door, spawned) in doors.iter().zip(spawned) {
        match (door.is_there(time), *spawned) {
            (true, None) => *spawned = Some(world.spawn(obstacle(&door.shape)).id()),
            (false, Some(entity)) => {
                world.despawn(entity);
                *spawned = None;
            }
            _ => {}
        }
    }
}

fn read_samples(
    world: &World,
    agents: &[Option<Entity>],
    query: &mut QueryState<(&Transform, &Velocity, Option<&Walker>)>,
    symmetry: Symmetry,
    samples: &mut [Sample],
) {
    for (entity, sample) in agents.iter().zip(samples) {
        let Some(Ok((transform, velocity, walker))) = entity.map(|entity| query.get(world, entity))
        else {
            continue;
        };
        sample.position = symmetry.position_in_file(transform.translation.truncate());
        sample.velocity = symmetry.velocity_in_file(velocity.0.truncate());
        sample.goals_reached = walker.map_or(0, |walker| walker.waypoint_path.reached());
        sample.has_arrived |= walker.is_some_and(|walker| walker.waypoint_path.is_done());
    }
}

fn remove_arrived(
    world: &mut World,
    agents: &[Option<Entity>],
    tasks: &[Task],
    samples: &mut [Sample],
) {
    for ((entity, task), sample) in agents.iter().zip(tasks).zip(samples) {
        let leaves = matches!(task, Task::Walk { .. }) && sample.has_arrived;
        if let Some(entity) = entity.filter(|_| leaves && sample.is_present) {
            world.despawn(entity);
            sample.is_present = false;
            sample.velocity = Vec2::ZERO;
        }
    }
}

/// Whether a scenario is over before its time, because all walkers have arrived.
pub(crate) fn is_done(layout: &Layout, samples: &[Sample]) -> bool {
    let agents = || layout.tasks.iter().zip(samples);
    let is_there =
        |(task, sample): (&Task, &Sample)| sample.has_arrived || !matches!(task, Task::Walk { .. });
    matches!(layout.end, End::AllArrived { .. }) && agents().all(is_there)
}

#[cfg(test)]
mod tests;
