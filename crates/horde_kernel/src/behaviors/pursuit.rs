//! Seek, flee, arrive, and where a moving target will be.
//!
//! A force follows from a change of velocity: `max_force * (desired - current) / max_speed`. At
//! rest a seek gives exactly the maximum force, at full speed none. The formula works at any scale.
//! An arrival that brakes uses the force that makes the change within one tick instead.

use crate::math::vector::{Vector, direction_and_length, truncate};
use glam::Vec2;

/// The limits of a body's motion. They scale every force.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MotionLimits {
    /// Largest speed, world units per second.
    pub max_speed: f32,
    /// Largest force, in mass times world units per second squared.
    pub max_force: f32,
    /// Largest acceleration: `max_force / mass`, world units per second squared.
    pub max_acceleration: f32,
    /// Length of the tick, seconds.
    pub tick: f32,
}

impl MotionLimits {
    /// Returns the force that turns the velocity `current` into `desired`, not truncated.
    ///
    /// The change takes `max_speed / max_acceleration` seconds, and never less than one tick. So a
    /// long tick reaches the desired velocity and does not overshoot it.
    #[inline]
    pub fn force_toward_velocity<V: Vector>(&self, current: V, desired: V) -> V {
        (desired - current) * self.force_per_change()
    }

    /// Returns the force for a change of velocity by 1, the factor of
    /// [`force_toward_velocity`](Self::force_toward_velocity).
    #[inline]
    pub fn force_per_change(&self) -> f32 {
        // The largest speed, or the speed that `max_force` adds in one tick if that is higher.
        let gained = self.max_speed.max(self.max_acceleration * self.tick);
        if gained > 0.0 && self.max_acceleration > 0.0 {
            self.max_force / gained
        } else {
            0.0
        }
    }

    /// Returns the force that turns the velocity `current` into `desired` within this tick, not
    /// truncated.
    #[inline]
    pub fn force_to_velocity_now<V: Vector>(&self, current: V, desired: V) -> V {
        if self.tick > 0.0 && self.max_acceleration > 0.0 {
            (desired - current) * (self.mass() / self.tick)
        } else {
            V::ZERO
        }
    }

    /// Returns the time from rest to the largest speed, seconds.
    #[inline]
    pub fn response_time(&self) -> f32 {
        if self.max_acceleration > 0.0 {
            self.max_speed / self.max_acceleration
        } else {
            0.0
        }
    }

    fn mass(&self) -> f32 {
        self.max_force / self.max_acceleration
    }
}

/// How soon a body takes on another velocity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Response {
    /// In the time in which it comes from rest to its largest speed: the usual force of steering.
    #[default]
    Usual,
    /// As usual, but with its largest force at most: a body that turns back does not outvote other
    /// goals.
    Capped,
    /// Within the tick, as far as its largest force suffices: for braking, and for standing still.
    WithinTick,
}

/// The velocity that a behavior steers for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SteeringOutput<V: Vector = Vec2> {
    /// The desired velocity, world units per second.
    pub desired: V,
    /// How soon the body takes it on.
    pub response: Response,
}

impl<V: Vector> SteeringOutput<V> {
    /// Returns the force that leads from `velocity` to the desired velocity, mass times world units
    /// per second squared.
    #[inline(always)]
    pub fn force(&self, motion_limits: &MotionLimits, velocity: V) -> V {
        match self.response {
            Response::Usual => motion_limits.force_toward_velocity(velocity, self.desired),
            Response::Capped => truncate(
                motion_limits.force_toward_velocity(velocity, self.desired),
                motion_limits.max_force,
            ),
            // Truncated here. Otherwise braking would outvote all other forces at any weight.
            Response::WithinTick => truncate(
                motion_limits.force_to_velocity_now(velocity, self.desired),
                motion_limits.max_force,
            ),
        }
    }
}

/// Steers for a target at `offset` at full speed; `None` when the body is already there, or when
/// `offset` is not finite.
///
/// The desired speed is at most the one that reaches the target in this tick. Else a body that has
/// swung to rest at the target would turn over in every tick.
#[inline]
pub fn seek<V: Vector>(motion_limits: &MotionLimits, offset: V) -> Option<SteeringOutput<V>> {
    let (toward, distance) = direction_and_length(offset)?;
    let desired = toward * motion_limits.max_speed.min(distance / motion_limits.tick);
    Some(SteeringOutput {
        desired,
        response: Response::Usual,
    })
}

/// Returns the force away from a threat at `offset`, at full speed.
///
/// `None` beyond `panic_distance`, and everywhere if that is 0. A body on top of the threat flees
/// along `heading`.
#[inline]
pub fn flee<V: Vector>(
    motion_limits: &MotionLimits,
    velocity: V,
    heading: V,
    offset: V,
    panic_distance: f32,
) -> Option<V> {
    let away = match direction_and_length(offset) {
        Some((_, distance)) if distance > panic_distance => return None,
        Some((toward, _)) => -toward,
        None if panic_distance > 0.0 => heading,
        None => return None,
    };
    Some(motion_limits.force_toward_velocity(velocity, away * motion_limits.max_speed))
}

/// How an arrival brakes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Braking {
    /// The part of the largest acceleration that braking uses, 0 to 1. A lower value brakes earlier
    /// and more softly.
    pub effort: f32,
    /// Distance at which the body slows down at the latest, world units. With 0, `effort` alone
    /// decides.
    pub slowing_distance: f32,
    /// Distance at which the body has arrived and simply stops, world units.
    pub tolerance: f32,
}

impl Braking {
    /// The usual part of the largest acceleration.
    pub const EFFORT: f32 = 0.6;
    /// The usual tolerance, body radii.
    pub const TOLERANCE: f32 = 1e-3;

    /// The usual settings of a body with this radius.
    pub fn usual(body_radius: f32) -> Self {
        Self {
            effort: Self::EFFORT,
            slowing_distance: 0.0,
            tolerance: Self::TOLERANCE * body_radius,
        }
    }
}

/// Comes to rest exactly at a target at `offset`, or moves with a target that moves.
///
/// The desired speed is the greatest from which braking in whole ticks still stops in time. With
/// acceleration `a` and tick `dt`, a braking body loses `a dt` per tick. In `n` ticks, it covers
/// `a dt^2 n (n + 1) / 2`. The function solves this for `n`. Between two such distances, the speed
/// changes linearly. With a higher speed the last tick would have to lose more than `a dt`. The
/// body covers the last distance in one tick, so that the body does not oscillate about the target
/// at any step size.
///
/// For a target that keeps `target_velocity`, all of this holds relative to the target. The body
/// comes to rest relative to it and does not lag behind. If the target is faster than the body, its
/// velocity counts up to the body's largest speed.
#[inline(always)]
pub fn arrive<V: Vector>(
    motion_limits: &MotionLimits,
    offset: V,
    target_velocity: V,
    braking: &Braking,
) -> SteeringOutput<V> {
    let carried = truncate(target_velocity, motion_limits.max_speed);
    let is_carried = carried != V::ZERO;
    let mut seen_from_target = *motion_limits;
    if is_carried {
        // A target that approaches adds to the relative speed.
        seen_from_target.max_speed = (motion_limits.max_speed + carried.length()).min(f32::MAX);
    }
    let (toward, speed) = match direction_and_length(offset) {
        Some((toward, distance)) if distance > braking.tolerance => {
            (toward, arrival_speed(&seen_from_target, distance, braking))
        }
        _ => (V::ZERO, 0.0),
    };
    let mut desired = toward * speed;
    if is_carried {
        desired = truncate(desired + carried, motion_limits.max_speed);
    }
    // This compares speeds, not lengths of vectors, because rounding of lengths depends on the
    // direction.
    let response = if speed < seen_from_target.max_speed {
        Response::WithinTick
    } else {
        Response::Usual
    };
    SteeringOutput { desired, response }
}

/// Returns the greatest speed at `distance` from the target from which the body can still stop at
/// the target. The slowing distance and the largest speed limit it. It is 0 if the body cannot
/// brake.
#[inline(always)]
pub fn arrival_speed(motion_limits: &MotionLimits, distance: f32, braking: &Braking) -> f32 {
    let speed_lost_per_tick = motion_limits.max_acceleration * braking.effort * motion_limits.tick;
    if speed_lost_per_tick.is_nan() || speed_lost_per_tick <= 0.0 {
        return 0.0;
    }
    let ticks = f32::sqrt(0.25 + 2.0 * distance / (speed_lost_per_tick * motion_limits.tick)) - 0.5;
    let whole = f32::floor(ticks);
    let braked = speed_lost_per_tick * (whole * (whole + 1.0) * 0.5);
    let stopping = (distance / motion_limits.tick + braked) / (whole + 1.0);
    let slowing = if braking.slowing_distance > 0.0 {
        // The movement of the tick itself must not overshoot either.
        (motion_limits.max_speed * distance / braking.slowing_distance)
            .min(distance / motion_limits.tick)
    } else {
        f32::INFINITY
    };
    stopping.min(slowing).min(motion_limits.max_speed)
}

/// Returns the time until a pursuer at full speed meets a target at `offset` that keeps its
/// velocity, at most `horizon`, seconds.
///
/// The function solves `|offset + target_velocity t| = max_speed t`. Without a meeting the result
/// is `horizon`.
#[inline(always)]
pub fn interception_time<V: Vector>(
    offset: V,
    target_velocity: V,
    max_speed: f32,
    horizon: f32,
) -> f32 {
    let a = target_velocity.length_squared() - max_speed * max_speed;
    let half_b = offset.dot(target_velocity);
    let c = offset.length_squared();
    if c == 0.0 {
        return 0.0;
    }
    // `sum` has no cancellation, and `c / sum` is the other root: at nearly equal speeds `a` is
    // nearly zero.
    let root = f32::sqrt(half_b * half_b - a * c);
    let sum = -half_b - root.copysign(half_b);
    let longest = horizon.max(0.0);
    [sum / a, c / sum]
        .into_iter()
        .filter(|time| *time > 0.0)
        .fold(longest, f32::min)
}

#[cfg(test)]
mod tests;
