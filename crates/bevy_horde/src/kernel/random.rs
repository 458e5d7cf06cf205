//! Random numbers that are a pure function of a seed, an agent and a tick.
//!
//! A stream shared by all agents makes every agent's numbers depend on who else exists and on the order in which they
//! are visited. Here each agent draws from a generator of its own, made afresh for each tick.

use bevy::math::{Vec2, ops};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The generator of one agent for one tick.
pub fn agent_stream(seed: u64, agent: u64, tick: u64) -> SplitMix64 {
    // Each word passes through the generator once, so that neighbouring ids and ticks share no pattern.
    let mut mixed = seed;
    for word in [agent, tick] {
        let mut generator = SplitMix64::seed_from_u64(mixed ^ word.rotate_left(32));
        mixed = generator.random::<u64>() ^ word;
    }
    SplitMix64::seed_from_u64(mixed)
}

/// A number with mean 0 and variance 1, evenly spread over `-sqrt(3)..sqrt(3)`.
pub fn unit_variance(stream: &mut SplitMix64) -> f32 {
    let half_width = ops::sqrt(3.0);
    stream.random_range(-half_width..half_width)
}

/// The direction in which agent `own` leaves agent `other` when both stand on the same spot: opposite for the two of
/// them, and the same at every tick.
pub fn parting_direction(own: u64, other: u64) -> Vec2 {
    let (lower, higher) = (own.min(other), own.max(other));
    let mut stream = agent_stream(lower, higher, 0);
    let angle = stream.random_range(0.0..core::f32::consts::TAU);
    let direction = Vec2::new(ops::cos(angle), ops::sin(angle));
    if own < other { direction } else { -direction }
}
