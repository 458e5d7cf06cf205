//! Separation, alignment and cohesion.
//!
//! The sums run over neighbours in the order in which the caller gives them; a fixed order gives bit-identical sums.

use super::vector::{direction_and_length, truncate};
use bevy::math::Vec2;

/// The push away from one neighbour, of length 0 to 1.
///
/// It is 1 where the two coincide and falls to zero at the separation distance as `(1 - d/D)^2`, without a step there.
/// The published `D/d` jumps from nothing to full strength at the edge, which chatters, and is infinite at `d = 0`.
/// `parting` is the direction to take when the two coincide; it must be opposite for the two of them.
pub fn separation_push(
    offset: Vec2,
    separation_distance: f32,
    parting: impl FnOnce() -> Vec2,
) -> Vec2 {
    match direction_and_length(offset) {
        Some((toward, distance)) => {
            let nearness = (1.0 - distance / separation_distance).max(0.0);
            -toward * (nearness * nearness)
        }
        None => parting(),
    }
}

/// The separation force from the sum of the pushes: bounded by `max_force` however many neighbours push.
pub fn separation(push_sum: Vec2, max_force: f32) -> Vec2 {
    truncate(push_sum, 1.0) * max_force
}

/// The alignment force toward the mean velocity of the flockmates; at most `max_force`.
pub fn alignment(mean_velocity: Vec2, velocity: Vec2, max_speed: f32, max_force: f32) -> Vec2 {
    if max_speed > 0.0 {
        truncate((mean_velocity - velocity) / max_speed, 1.0) * max_force
    } else {
        Vec2::ZERO
    }
}

/// The cohesion force toward the centre of the flockmates, which lies at `centre_offset`.
///
/// It grows with the distance and reaches `max_force` at the edge of the view, so that it vanishes at the centre
/// instead of flipping there.
pub fn cohesion(centre_offset: Vec2, view_range: f32, max_force: f32) -> Vec2 {
    if view_range > 0.0 {
        truncate(centre_offset / view_range, 1.0) * max_force
    } else {
        Vec2::ZERO
    }
}
