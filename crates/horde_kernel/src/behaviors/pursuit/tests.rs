//! Checks seek, flee and interception by arithmetic, and arrival by simulation.

mod arrivals;
mod interceptions;
mod straight_ways;

use super::*;
use crate::math::vector::truncate;
use crate::motion::integrate::accelerate;
use crate::test_inputs::{angles, close, headings, turned, vectors, wild_sizes, wild_vectors};
use proptest::prelude::*;

/// The force of a seek.
fn seek(motion_limits: &MotionLimits, velocity: Vec2, offset: Vec2) -> Option<Vec2> {
    let steering = super::seek(motion_limits, offset)?;
    Some(steering.force(motion_limits, velocity))
}

fn arrive(motion_limits: &MotionLimits, velocity: Vec2, offset: Vec2, braking: &Braking) -> Vec2 {
    let steering = super::arrive(motion_limits, offset, Vec2::ZERO, braking);
    steering.force(motion_limits, velocity)
}

/// Reaches its full speed of 5 in a third of a second; mass 1.
const NIMBLE: MotionLimits = MotionLimits {
    max_speed: 5.0,
    max_force: 15.0,
    max_acceleration: 15.0,
    tick: 1.0 / 60.0,
};

const FIRM: Braking = Braking {
    effort: 0.6,
    slowing_distance: 0.0,
    tolerance: 0.0,
};

fn motion_limits() -> impl Strategy<Value = MotionLimits> {
    (0.1_f32..20.0, 0.5_f32..60.0, 0.1_f32..10.0, 1e-3_f32..5.0).prop_map(
        |(max_speed, max_acceleration, mass, tick)| MotionLimits {
            max_speed,
            max_force: max_acceleration * mass,
            max_acceleration,
            tick,
        },
    )
}
