//! The random walk of a heading.

use super::pursuit::Ability;
use bevy::math::{Vec2, ops};

/// The angle of the walk after one tick.
///
/// The step is `rate * sqrt(dt)`, so that the spread after a second is `rate` radians whatever the tick: a step in
/// proportion to `dt`, or a fixed one per frame, makes a crowd calmer or wilder as the frame rate changes. `unit_noise`
/// has mean 0 and variance 1.
pub fn walk_angle(angle: f32, rate: f32, tick: f32, unit_noise: f32) -> f32 {
    let moved = angle + rate * ops::sqrt(tick.max(0.0)) * unit_noise;
    // Folding keeps the angle small however long the walk lasts.
    moved - core::f32::consts::TAU * ops::round(moved / core::f32::consts::TAU)
}

/// The force toward a point on a circle ahead of the body, at `angle` on that circle.
///
/// `spread` is the circle's radius over its distance: 0 goes straight, 1 lets the body turn as far as to its side, more
/// lets it turn back.
pub fn wander(ability: &Ability, velocity: Vec2, heading: Vec2, angle: f32, spread: f32) -> Vec2 {
    let on_circle = heading.rotate(Vec2::new(ops::cos(angle), ops::sin(angle)));
    let toward = super::vector::direction(heading + on_circle * spread).unwrap_or(heading);
    ability.force_toward_velocity(velocity, toward * ability.max_speed)
}
