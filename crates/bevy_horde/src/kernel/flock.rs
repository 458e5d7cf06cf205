//! Separation, alignment and cohesion.
//!
//! The sums run over neighbours in the order in which the caller gives them; a fixed order gives bit-identical sums.

use super::lanes::{Lanes, Vectors};
use super::vector::direction_and_length;
use bevy::math::Vec2;
use pulp::Simd;

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

/// The opposite of that push for several at once, toward the neighbours: what is taken away need not be turned round.
/// `distance` is the length of `offset`; not for those that coincide.
///
/// `closeness` is 1 over the separation distance.
#[inline(always)]
pub fn separation_pulls<S: Simd>(
    offset: Vectors<S>,
    distance: Lanes<S>,
    closeness: Lanes<S>,
) -> Vectors<S> {
    let nearness = (distance.like(1.0) - distance * closeness).max(distance.like(0.0));
    offset * (nearness * nearness / distance)
}

/// The separation force from the sum of the pushes: bounded by `max_force` however many neighbours push.
pub fn separation(push_sum: Vec2, max_force: f32) -> Vec2 {
    separations(Vectors::one(push_sum), Lanes::one(max_force)).only()
}

/// See [`separation`].
#[inline(always)]
pub fn separations<S: Simd>(push_sum: Vectors<S>, max_force: Lanes<S>) -> Vectors<S> {
    push_sum.truncate(max_force.like(1.0)) * max_force
}

/// The alignment force toward the mean velocity of the flockmates; at most `max_force`.
pub fn alignment(mean_velocity: Vec2, velocity: Vec2, max_speed: f32, max_force: f32) -> Vec2 {
    let (mean_velocity, velocity) = (Vectors::one(mean_velocity), Vectors::one(velocity));
    let (max_speed, max_force) = (Lanes::one(max_speed), Lanes::one(max_force));
    alignments(mean_velocity, velocity, max_speed, max_force).only()
}

/// See [`alignment`].
#[inline(always)]
pub fn alignments<S: Simd>(
    mean_velocity: Vectors<S>,
    velocity: Vectors<S>,
    max_speed: Lanes<S>,
    max_force: Lanes<S>,
) -> Vectors<S> {
    let one = max_speed.like(1.0);
    let moves = max_speed.is_above(max_speed.like(0.0));
    let missing = ((mean_velocity - velocity) / moves.select(max_speed, one)).truncate(one);
    moves.keep_vectors(missing * max_force)
}

/// The cohesion force toward the centre of the flockmates, which lies at `centre_offset`.
///
/// It grows with the distance and reaches `max_force` at the edge of the view, so that it vanishes at the centre
/// instead of flipping there.
pub fn cohesion(centre_offset: Vec2, view_range: f32, max_force: f32) -> Vec2 {
    let (view_range, max_force) = (Lanes::one(view_range), Lanes::one(max_force));
    cohesions(Vectors::one(centre_offset), view_range, max_force).only()
}

/// See [`cohesion`].
#[inline(always)]
pub fn cohesions<S: Simd>(
    centre_offset: Vectors<S>,
    view_range: Lanes<S>,
    max_force: Lanes<S>,
) -> Vectors<S> {
    let one = view_range.like(1.0);
    let sees = view_range.is_above(view_range.like(0.0));
    // Nobody is divided by nothing: to shorten what comes of that takes long.
    let part = (centre_offset / sees.select(view_range, one)).truncate(one);
    sees.keep_vectors(part * max_force)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::test_inputs::{
        angles, close, turned, vectors, wild_numbers, wild_sizes, wild_vectors,
    };
    use proptest::prelude::*;

    fn no_parting() -> Vec2 {
        panic!("only coincident bodies part")
    }

    #[test]
    fn separation_falls_with_the_square_of_the_nearness() {
        let strength = |distance: f32| separation_push(Vec2::new(distance, 0.0), 4.0, no_parting);
        // (1 - d / 4)^2, away from the neighbour.
        assert_eq!(strength(1.0), Vec2::new(-0.5625, 0.0));
        assert_eq!(strength(2.0), Vec2::new(-0.25, 0.0));
        assert_eq!(strength(3.0), Vec2::new(-0.0625, 0.0));
        assert_eq!(strength(4.0).length(), 0.0);
        assert_eq!(strength(5.0).length(), 0.0);
    }

    #[test]
    fn coincident_bodies_part_with_full_strength() {
        let parted = separation_push(Vec2::ZERO, 4.0, || Vec2::new(0.6, 0.8));
        assert_eq!(parted, Vec2::new(0.6, 0.8));
        assert_eq!(separation_push(Vec2::NAN, 4.0, || Vec2::X), Vec2::X);
    }

    #[test]
    fn a_separation_distance_of_zero_pushes_nobody() {
        assert_eq!(separation_push(Vec2::X, 0.0, no_parting).length(), 0.0);
    }

    #[test]
    fn a_crowd_pushes_no_harder_than_the_force_allows() {
        // Half a push is half the force; a thousand pushes are all of it.
        assert_eq!(separation(Vec2::new(0.0, 0.5), 8.0), Vec2::new(0.0, 4.0));
        assert!(close(
            separation(Vec2::new(600.0, 800.0), 8.0),
            Vec2::new(4.8, 6.4),
            1e-4
        ));
    }

    #[test]
    fn alignment_asks_for_the_missing_velocity() {
        // At rest among some that go at full speed: the whole force; at half of it: half.
        assert_eq!(
            alignment(Vec2::new(5.0, 0.0), Vec2::ZERO, 5.0, 15.0),
            Vec2::new(15.0, 0.0)
        );
        assert_eq!(
            alignment(Vec2::new(0.0, 2.5), Vec2::ZERO, 5.0, 15.0),
            Vec2::new(0.0, 7.5)
        );
        assert_eq!(alignment(Vec2::X, Vec2::X, 5.0, 15.0), Vec2::ZERO);
        // Against the stream: twice as much would be needed, and all there is is given.
        assert_eq!(
            alignment(Vec2::new(5.0, 0.0), Vec2::new(-5.0, 0.0), 5.0, 15.0),
            Vec2::new(15.0, 0.0)
        );
        assert_eq!(alignment(Vec2::X, Vec2::ZERO, 0.0, 15.0), Vec2::ZERO);
    }

    #[test]
    fn cohesion_vanishes_at_the_centre_and_is_whole_at_the_edge_of_the_view() {
        assert_eq!(cohesion(Vec2::ZERO, 10.0, 15.0), Vec2::ZERO);
        assert!(close(
            cohesion(Vec2::new(2.0, 0.0), 10.0, 15.0),
            Vec2::new(3.0, 0.0),
            1e-5
        ));
        assert!(close(
            cohesion(Vec2::new(0.0, -10.0), 10.0, 15.0),
            Vec2::new(0.0, -15.0),
            1e-5
        ));
        assert!(close(
            cohesion(Vec2::new(0.0, -20.0), 10.0, 15.0),
            Vec2::new(0.0, -15.0),
            1e-5
        ));
        assert_eq!(cohesion(Vec2::X, 0.0, 15.0), Vec2::ZERO);
    }

    proptest! {
        #[test]
        fn pulls_of_several_are_against_the_pushes_of_each(offset in vectors(10.0), distance in 0.1_f32..15.0) {
            prop_assume!(offset.length() > 1e-3);
            let length = Lanes::one(offset.length());
            let pull = separation_pulls(Vectors::one(offset), length, Lanes::one(1.0 / distance)).only();
            prop_assert!(close(-pull, separation_push(offset, distance, no_parting), 1e-6));
        }

        #[test]
        fn pushes_of_a_pair_are_opposite(offset in vectors(10.0), distance in 0.1_f32..15.0) {
            let own = separation_push(offset, distance, || Vec2::X);
            let other = separation_push(-offset, distance, || Vec2::NEG_X);
            prop_assert_eq!(own, -other);
            prop_assert!(own.dot(offset) <= 0.0);
        }

        #[test]
        fn a_push_never_grows_with_the_distance(
            offset in vectors(10.0),
            farther in 1.0_f32..3.0,
            distance in 0.1_f32..15.0,
        ) {
            let near = separation_push(offset, distance, || Vec2::X).length();
            let far = separation_push(offset * farther, distance, || Vec2::X).length();
            prop_assert!(far <= near + 1e-6 && near <= 1.0 + 1e-6);
        }

        #[test]
        fn a_push_has_no_step_anywhere(direction in angles(), at in 0.0_f32..1.2, distance in 0.1_f32..15.0) {
            // The slope of (1 - x)^2 is at most 2.
            let strength = |part: f32| {
                separation_push(Vec2::from_angle(direction) * (part * distance), distance, || Vec2::X).length()
            };
            prop_assert!((strength(at + 0.01) - strength(at + 0.001)).abs() <= 2.0 * 0.009 + 1e-4);
        }

        #[test]
        fn every_rule_turns_with_the_scene(
            first in vectors(10.0),
            second in vectors(10.0),
            angle in angles(),
        ) {
            let (first_turned, second_turned) = (turned(first, angle), turned(second, angle));
            prop_assume!(first.length() > 1e-3);
            let both = [
                (
                    separation_push(first, 8.0, no_parting),
                    separation_push(first_turned, 8.0, no_parting),
                ),
                (separation(first, 3.0), separation(first_turned, 3.0)),
                (
                    alignment(first, second, 5.0, 3.0),
                    alignment(first_turned, second_turned, 5.0, 3.0),
                ),
                (cohesion(first, 9.0, 3.0), cohesion(first_turned, 9.0, 3.0)),
            ];
            for (plain, other) in both {
                prop_assert!(close(turned(plain, angle), other, 1e-4));
            }
        }

        #[test]
        fn every_rule_is_finite_and_bounded_at_every_scale(
            first in wild_vectors(),
            second in wild_vectors(),
            size in wild_numbers(),
            force in wild_sizes(),
        ) {
            prop_assert!(separation_push(first, size.abs(), || Vec2::X).length() <= 1.0 + 1e-5);
            for answer in [
                separation(first, force),
                alignment(first, second, size, force),
                cohesion(first, size, force),
            ] {
                prop_assert!(answer.length() <= force * (1.0 + 1e-5));
            }
        }
    }
}
