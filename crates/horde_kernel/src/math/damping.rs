//! Velocities that decay exponentially.

use crate::math::angle::decayed;
use crate::math::vector::Vector;
use glam::Vec2;

/// The motion of one tick: the mean velocity, which gives the way, and the velocity at its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DampedMotion {
    /// The way of the tick divided by its length.
    pub mean: Vec2,
    /// The velocity at the end of the tick.
    pub end: Vec2,
    /// Whether the impulse ends within the tick.
    pub is_over: bool,
}

/// Less than this part of a tick is left by rounding, and is no time.
const ROUNDING: f32 = 1e-3;

/// The motion of a body in a tick of `tick` seconds, `time` seconds before the end of an impulse.
///
/// Until then the velocity decays as `exp(-damping t)`. The body makes the exact way of that, so
/// ticks of any length lead to one place. An impulse that ends within the tick leaves the body its
/// velocity, cut to `max_speed`, for the rest of the tick.
pub fn damp(velocity: Vec2, damping: f32, time: f32, max_speed: f32, tick: f32) -> DampedMotion {
    if tick.is_nan() || tick <= 0.0 {
        return DampedMotion {
            mean: velocity,
            end: velocity,
            is_over: false,
        };
    }
    let damped = time.clamp(0.0, tick);
    let (lost, share) = (decayed(damping * damped), damped / tick);
    let left = velocity * (1.0 - lost);
    let mean = velocity * (share * mean_part(damping * damped, lost));
    if time > tick * (1.0 + ROUNDING) {
        return DampedMotion {
            mean,
            end: left,
            is_over: false,
        };
    }
    let after = left.shorten(max_speed);
    DampedMotion {
        mean: mean + after * (1.0 - share),
        end: after,
        is_over: true,
    }
}

/// The mean of `exp(-x)` from 0 to `lifetimes`, of which `lost` is lost at the end.
fn mean_part(lifetimes: f32, lost: f32) -> f32 {
    /// Below this many lifetimes the quotient is `1 - lifetimes / 2` to the last bit.
    const FEW: f32 = 1e-4;
    if lifetimes > FEW {
        lost / lifetimes
    } else {
        1.0 - 0.5 * lifetimes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_the_integral_of_the_velocity() {
        // From 8 at 2 per second, in half a second: exp(-1) = 0.36788 is left, and the way is
        // 8 (1 - 0.36788) / 2 = 2.52848.
        let motion = damp(Vec2::new(8.0, 0.0), 2.0, 9.0, 1.0, 0.5);
        assert!((motion.end.x - 8.0 * 0.367_879_4).abs() < 1e-5);
        assert!((motion.mean.x * 0.5 - 2.528_482).abs() < 1e-5);
        // Without damping nothing is lost.
        let motion = damp(Vec2::new(8.0, 6.0), 0.0, 9.0, 1.0, 0.5);
        assert_eq!(motion.mean, Vec2::new(8.0, 6.0));
        assert_eq!(motion.end, Vec2::new(8.0, 6.0));
        assert!(!motion.is_over);
    }

    #[test]
    fn ticks_of_any_length_lead_to_one_place() {
        for damping in [0.0, 1e-3, 0.7, 4.0, 90.0] {
            let ways = [1, 3, 50, 400].map(|ticks| {
                let tick = 0.6 / ticks as f32;
                let (mut velocity, mut way, mut time) = (Vec2::new(12.0, -5.0), Vec2::ZERO, 0.45);
                for _ in 0..ticks {
                    let motion = damp(velocity, damping, time, 0.0, tick);
                    way += motion.mean * tick;
                    velocity = motion.end;
                    time -= tick;
                }
                way
            });
            for way in ways {
                assert!(way.distance(ways[0]) < 1e-3, "{ways:?} at {damping}");
            }
        }
    }

    #[test]
    fn an_impulse_that_ends_leaves_the_largest_speed() {
        // A quarter of the tick at 8, the rest at 2: the mean is 3.5.
        let motion = damp(Vec2::new(0.0, 8.0), 0.0, 0.25, 2.0, 1.0);
        assert_eq!((motion.mean.y, motion.end.y), (3.5, 2.0));
    }

    #[test]
    fn results_are_finite_for_any_numbers() {
        for number in [0.0, 1e-30, 1e30, f32::MAX] {
            for tick in [0.0, 1e-9, 0.02, 1e9] {
                let motion = damp(Vec2::new(1e19, -3.0), number, number, number, tick);
                assert!(motion.mean.is_finite() && motion.end.is_finite());
            }
        }
    }
}
