//! Runs a scenario with a rival.

use super::{Crowd, Rival};
use crate::barrier::Barrier;
use crate::frame::{Frame, Sample};
use crate::scenario::{AfterArrival, Layout, Task, Waypoint};
use crate::simulation::{Outcome, WaypointPath, appearing, first_sample, play};
use bevy::math::Vec2;

/// Whether rivals can walk a layout: every agent walks, circulates or stands, and the ground does
/// not wrap. Flocks and hunters have no fixed goals.
pub fn can_walk(layout: &Layout) -> bool {
    let has_goals = |task: &Task| !matches!(task, Task::Hunt { .. } | Task::Flock { .. });
    layout.wraps.is_none() && layout.tasks.iter().all(has_goals)
}

/// Runs a scenario to its end, at a rate in hertz. Calls `observe` with a frame at the start and
/// after every tick. Agents that hunt or flock stand.
pub fn walk(
    layout: &Layout,
    rival: &mut dyn Rival,
    rate: u32,
    observe: impl FnMut(&Frame<'_>),
) -> Outcome {
    let tick = 1.0 / rate as f32;
    let mut paths: Vec<WaypointPath> = (0..layout.tasks.len())
        .map(|number| path(layout, number))
        .collect();
    let mut samples: Vec<Sample> = layout.tasks.iter().map(first_sample).collect();
    let mut appeared = vec![false; samples.len()];
    appear(layout, 0.0, &mut appeared, &mut samples);
    let mut barriers = layout.barriers.clone();
    let move_all = |begin: f64, samples: &mut [Sample]| {
        appear(layout, begin, &mut appeared, samples);
        barriers.truncate(layout.barriers.len());
        let there = layout.doors.iter().filter(|door| door.is_there(begin));
        barriers.extend(there.map(|door| door.shape.clone()));
        step(layout, &barriers, rival, tick, &mut paths, samples);
    };
    play(layout, rate, &mut samples, move_all, observe)
}

/// Puts agents at their starts when their time has come.
fn appear(layout: &Layout, time: f64, appeared: &mut [bool], samples: &mut [Sample]) {
    for number in appearing(layout, time, appeared, samples) {
        appeared[number] = true;
        samples[number].is_present = true;
        samples[number].position = layout.participants[number].start;
    }
}

fn path(layout: &Layout, number: usize) -> WaypointPath {
    let participant = &layout.participants[number];
    let radius = participant.radius;
    match &layout.tasks[number] {
        Task::Walk { waypoints } => {
            WaypointPath::new(waypoints.clone(), layout.arrival.within, radius)
        }
        Task::Circulate { path, within } => WaypointPath::endless(path, *within, radius),
        Task::Stand | Task::Hunt { .. } | Task::Flock { .. } => {
            WaypointPath::new(vec![Waypoint::Position(participant.start)], 0.0, radius)
        }
    }
}

/// Asks the rival for velocities, and moves all agents by them.
fn step(
    layout: &Layout,
    barriers: &[Barrier],
    rival: &mut dyn Rival,
    tick: f32,
    paths: &mut [WaypointPath],
    samples: &mut [Sample],
) {
    let present: Vec<usize> = (0..samples.len())
        .filter(|number| samples[*number].is_present)
        .collect();
    let of = |get: &dyn Fn(usize) -> Vec2| -> Vec<Vec2> {
        present.iter().map(|number| get(*number)).collect()
    };
    let numbers = |get: &dyn Fn(usize) -> f32| -> Vec<f32> {
        present.iter().map(|number| get(*number)).collect()
    };
    let velocities = rival.velocities(&Crowd {
        positions: &of(&|number| samples[number].position),
        velocities: &of(&|number| samples[number].velocity),
        goals: &of(&|number| paths[number].aim(samples[number].position)),
        radii: &numbers(&|number| layout.participants[number].radius),
        speeds: &numbers(&|number| layout.participants[number].speed),
        barriers,
        tick,
    });
    for (number, velocity) in present.into_iter().zip(velocities) {
        let (sample, path) = (&mut samples[number], &mut paths[number]);
        let from = sample.position;
        sample.velocity = velocity;
        sample.position += velocity * tick;
        path.walk(from, sample.position);
        sample.goals_reached = path.reached();
        sample.has_arrived |= path.is_done();
        let leaves = layout.arrival.then == AfterArrival::Leave;
        if leaves && sample.has_arrived && matches!(layout.tasks[number], Task::Walk { .. }) {
            sample.is_present = false;
            sample.velocity = Vec2::ZERO;
        }
    }
}
