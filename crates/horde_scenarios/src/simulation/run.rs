//! One run of one scenario.

use super::walkers::Walker;
use super::wrapping::WrappingGround;
use super::{Variant, cast, stage};
use crate::frame::{Frame, Sample};
use crate::scenario::{AfterArrival, End, Errand, Layout, Pose};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use serde::Serialize;

/// How a run ended.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Whether it was done before its time was up.
    pub is_done: bool,
    /// Seconds that were simulated.
    pub seconds: f64,
}

/// Runs a scenario to its end, and shows `watch` the start and the end of every tick, in the coordinates of the file.
pub fn simulate(layout: &Layout, variant: Variant, mut watch: impl FnMut(&Frame<'_>)) -> Outcome {
    let pose = variant.pose;
    let posed = layout.posed(pose);
    let mut app = stage::build(variant);
    if let Some(size) = layout.wraps {
        app.insert_resource(WrappingGround { size, pose });
    }
    let cast = cast::spawn(app.world_mut(), &posed, variant.model);
    let mut looks = app
        .world_mut()
        .query::<(&Transform, &Velocity, Option<&Walker>)>();
    let mut samples: Vec<Sample> = layout.errands.iter().map(first_sample).collect();
    // The clock stands still in the first update.
    app.update();
    look(app.world(), &cast, &mut looks, pose, &mut samples);
    watch(&Frame {
        time: 0.0,
        tick: 0.0,
        agents: &samples,
    });
    let rate = f64::from(variant.rate);
    let ticks = (layout.end.latest() * rate).ceil() as u64;
    for number in 1..=ticks {
        app.update();
        look(app.world(), &cast, &mut looks, pose, &mut samples);
        if layout.arrival.then == AfterArrival::Leave {
            send_away(app.world_mut(), &cast, &layout.errands, &mut samples);
        }
        let time = number as f64 / rate;
        watch(&Frame {
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

/// Somebody who stands is where it wants to be from the start.
fn first_sample(errand: &Errand) -> Sample {
    Sample {
        has_arrived: matches!(errand, Errand::Stand),
        is_present: true,
        ..default()
    }
}

fn look(
    world: &World,
    cast: &[Entity],
    looks: &mut QueryState<(&Transform, &Velocity, Option<&Walker>)>,
    pose: Pose,
    samples: &mut [Sample],
) {
    for (entity, sample) in cast.iter().zip(samples) {
        let Ok((transform, velocity, walker)) = looks.get(world, *entity) else {
            continue;
        };
        sample.position = pose.place_in_file(transform.translation.truncate());
        sample.velocity = pose.velocity_in_file(velocity.0.truncate());
        sample.has_arrived |= walker.is_some_and(|walker| walker.itinerary.is_done());
    }
}

fn send_away(world: &mut World, cast: &[Entity], errands: &[Errand], samples: &mut [Sample]) {
    for ((entity, errand), sample) in cast.iter().zip(errands).zip(samples) {
        let leaves = matches!(errand, Errand::Walk { .. }) && sample.has_arrived;
        if leaves && sample.is_present {
            world.despawn(*entity);
            sample.is_present = false;
            sample.velocity = Vec2::ZERO;
        }
    }
}

fn is_done(layout: &Layout, samples: &[Sample]) -> bool {
    let everybody = || layout.errands.iter().zip(samples);
    let is_there = |(errand, sample): (&Errand, &Sample)| {
        sample.has_arrived || !matches!(errand, Errand::Walk { .. })
    };
    matches!(layout.end, End::EveryoneArrived { .. }) && everybody().all(is_there)
}

#[cfg(test)]
mod tests;
