//! The random walk of a heading.

use crate::behaviors::pursuit::MotionLimits;
use crate::math::portable::unit_at;
use crate::math::vector::direction;
use core::f32::consts::TAU;
use glam::Vec2;

/// `walk_angle` folds angles beyond this, radians, in double precision.
const FARTHEST_STEP: f32 = 1e4;

/// Returns the angle of the walk after one tick.
///
/// The step is `rate * sqrt(dt)`, so that the spread after a second is `rate` radians for any tick.
/// With a step in proportion to `dt`, or a fixed one per frame, a crowd would be calmer or wilder
/// at another frame rate. `unit_noise` has mean 0 and variance 1.
#[inline(always)]
pub fn walk_angle(angle: f32, rate: f32, tick: f32, unit_noise: f32) -> f32 {
    let moved = angle + rate * f32::sqrt(tick.max(0.0)) * unit_noise;
    if moved.abs() > FARTHEST_STEP || !moved.is_finite() {
        return walk_far(angle, rate, tick, unit_noise);
    }
    // Folding keeps the angle small however long the walk lasts.
    moved - TAU * f32::round(moved / TAU)
}

/// The case of [`walk_angle`] where single precision cannot resolve directions.
#[cold]
fn walk_far(angle: f32, rate: f32, tick: f32, unit_noise: f32) -> f32 {
    let step = f64::from(rate) * f64::from(tick.max(0.0)).sqrt() * f64::from(unit_noise);
    let turn = core::f64::consts::TAU;
    // The remainder is exact.
    let left = (f64::from(angle) + step) % turn;
    (left - turn * (left / turn).round()) as f32
}

/// Returns the force toward a point on a circle ahead of the body, at `angle` on that circle.
///
/// `spread` is the radius of the circle over its distance. With 0 the body moves straight ahead,
/// with 1 it turns up to its side, and above 1 it may turn back.
#[inline(always)]
pub fn wander(
    motion_limits: &MotionLimits,
    velocity: Vec2,
    heading: Vec2,
    angle: f32,
    spread: f32,
) -> Vec2 {
    let on_circle = heading.rotate(unit_at(angle));
    let toward = direction(heading + on_circle * spread).unwrap_or(heading);
    motion_limits.force_toward_velocity(velocity, toward * motion_limits.max_speed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::{agent_stream, unit_variance};
    use crate::test_inputs::{
        angles, close, headings, mirrored, turned, vectors, wild_numbers, wild_sizes,
    };
    use core::f32::consts::PI;
    use proptest::prelude::*;

    const NIMBLE: MotionLimits = MotionLimits {
        max_speed: 5.0,
        max_force: 15.0,
        max_acceleration: 15.0,
        tick: 1.0 / 60.0,
    };

    #[test]
    fn a_step_is_the_rate_times_the_root_of_the_tick() {
        // 0.5 + 2 * sqrt(0.25) * -0.3 = 0.2
        assert!((walk_angle(0.5, 2.0, 0.25, -0.3) - 0.2).abs() < 1e-6);
        assert_eq!(walk_angle(0.5, 2.0, 0.0, 1.0), 0.5);
        assert_eq!(walk_angle(0.5, 2.0, -1.0, 1.0), 0.5);
    }

    #[test]
    fn a_walk_of_any_rate_stays_within_half_a_turn() {
        for rate in [1e4, 1e6, 1e12, 1e30, f32::MAX] {
            for (tick, noise) in [(1.0 / 60.0, 1.7), (10.0, -1.7), (f32::MAX, 1.7), (1.0, 0.3)] {
                for angle in [0.0, 3.0, f32::MAX, f32::MIN] {
                    let walked = walk_angle(angle, rate, tick, noise);
                    assert!(
                        walked.abs() <= PI + 1e-4,
                        "{walked} after {rate} {tick} {noise}"
                    );
                }
            }
        }
        // Single precision cannot resolve these directions: 12345.6 - 1965 turns.
        let walked = walk_angle(0.0, 12_345.6, 1.0, 1.0);
        assert!(
            (f64::from(walked) - (f64::from(12_345.6_f32) - 1965.0 * core::f64::consts::TAU)).abs()
                < 1e-5
        );
    }

    #[test]
    fn a_walk_that_passes_a_turn_is_folded() {
        // 3 + 0.5 - 2 pi
        assert!((walk_angle(3.0, 1.0, 0.25, 1.0) - (3.5 - 2.0 * PI)).abs() < 1e-5);
    }

    /// Returns the spread of many walks after `seconds` at `rate` ticks a second.
    fn spread(rate: u32, walk_rate: f32, seconds: f32) -> f32 {
        let tick = 1.0 / rate as f32;
        let walkers = 2_000_u64;
        let ticks = (seconds * rate as f32) as u64;
        let squares: f32 = (0..walkers)
            .map(|walker| {
                let angle = (0..ticks).fold(0.0, |angle, number| {
                    let noise = unit_variance(&mut agent_stream(9, walker, number));
                    walk_angle(angle, walk_rate, tick, noise)
                });
                angle * angle
            })
            .sum();
        (squares / walkers as f32).sqrt()
    }

    #[test]
    fn walks_spread_equally_at_any_rate() {
        // After one second the spread is the rate, after four seconds twice the rate. 2000 walkers
        // show the spread to 1 in 60.
        for rate in [30, 60, 240] {
            let after_one = spread(rate, 0.7, 1.0);
            assert!(
                (after_one / 0.7 - 1.0).abs() < 0.07,
                "{after_one} at {rate}"
            );
        }
        let after_four = spread(60, 0.35, 4.0);
        assert!((after_four / 0.7 - 1.0).abs() < 0.07, "{after_four}");
    }

    #[test]
    fn a_wanderer_at_rest_accelerates_toward_its_circle_with_full_force() {
        // Angle 0: straight ahead, for any spread, with the whole force.
        let ahead = wander(&NIMBLE, Vec2::ZERO, Vec2::Y, 0.0, 0.8);
        assert!(close(ahead, Vec2::new(0.0, 15.0), 1e-3));
        // A quarter turn on a circle as large as its distance: 45 degrees to the left.
        let aside = wander(&NIMBLE, Vec2::ZERO, Vec2::X, 0.5 * PI, 1.0);
        assert!(close(aside, Vec2::new(10.6066, 10.6066), 1e-2));
        // Without spread: straight ahead at any angle.
        let straight = wander(&NIMBLE, Vec2::ZERO, Vec2::X, 2.0, 0.0);
        assert!(close(straight, Vec2::new(15.0, 0.0), 1e-3));
        // Behind, on a circle exactly that large: the point nearly coincides with the body, and
        // rounding decides the direction.
        let undecided = wander(&NIMBLE, Vec2::ZERO, Vec2::X, PI, 1.0);
        assert!((undecided.length() - 15.0).abs() < 1e-2);
    }

    proptest! {
        #[test]
        fn a_walk_stays_within_half_a_turn(angle in angles(), rate in 0.0_f32..100.0, tick in 0.0_f32..5.0, noise in -2.0_f32..2.0) {
            prop_assert!(walk_angle(angle, rate, tick, noise).abs() <= PI + 1e-4);
        }

        #[test]
        fn a_folded_walk_points_the_same_way(angle in angles(), rate in 0.0_f32..20.0, tick in 0.0_f32..5.0, noise in -2.0_f32..2.0) {
            let unfolded = Vec2::from_angle(angle + rate * tick.sqrt() * noise);
            prop_assert!(close(Vec2::from_angle(walk_angle(angle, rate, tick, noise)), unfolded, 1e-3));
        }

        #[test]
        fn a_wanderer_turns_no_farther_than_its_circle(heading in headings(), angle in angles(), spread in 0.0_f32..0.99) {
            let force = wander(&NIMBLE, Vec2::ZERO, heading, angle, spread);
            prop_assert!((force.length() - 15.0).abs() < 1e-2);
            // The limit is the tangent to the circle from the center of the body.
            prop_assert!(heading.angle_to(force).abs() <= spread.asin() + 1e-3);
        }

        #[test]
        fn wandering_turns_and_mirrors_with_the_scene(
            velocity in vectors(5.0),
            heading in headings(),
            angle in angles(),
            spread in 0.0_f32..0.9,
            turn in angles(),
        ) {
            let plain = wander(&NIMBLE, velocity, heading, angle, spread);
            let other = wander(&NIMBLE, turned(velocity, turn), turned(heading, turn), angle, spread);
            prop_assert!(close(turned(plain, turn), other, 1e-2));
            let other = wander(&NIMBLE, mirrored(velocity), mirrored(heading), -angle, spread);
            prop_assert!(close(mirrored(plain), other, 1e-2));
        }

        #[test]
        fn wandering_is_finite_at_every_scale(
            heading in headings(),
            angle in angles(),
            spread in wild_numbers(),
            rate in wild_sizes(),
            tick in wild_sizes(),
        ) {
            prop_assert!(wander(&NIMBLE, Vec2::ZERO, heading, angle, spread).is_finite());
            prop_assert!(walk_angle(angle, rate, tick, 1.0).is_finite());
        }
    }
}
