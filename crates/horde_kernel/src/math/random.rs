//! Random numbers that are a pure function of a seed, an agent and a tick.
//!
//! With one stream for all agents, an agent's numbers would depend on the other agents and on their
//! order. Here each agent draws from its own generator, which is made anew for each tick.

use crate::math::vector::Vector;
use glam::Vec2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Returns the generator of one agent for one tick.
#[inline(always)]
pub fn agent_stream(seed: u64, agent: u64, tick: u64) -> SplitMix64 {
    // Each word passes through the generator once, so that adjacent ids and ticks share no pattern.
    let mut mixed = seed;
    for word in [agent, tick] {
        let mut generator = SplitMix64::seed_from_u64(mixed ^ word.rotate_left(32));
        mixed = generator.random::<u64>() ^ word;
    }
    SplitMix64::seed_from_u64(mixed)
}

/// Draws a number with mean 0 and variance 1, evenly spread over `-sqrt(3)..sqrt(3)`.
#[inline(always)]
pub fn unit_variance(stream: &mut SplitMix64) -> f32 {
    let half_width = f32::sqrt(3.0);
    stream.random_range(-half_width..half_width)
}

/// Returns an agent's own direction, the same at every tick.
#[inline]
pub fn own_direction(agent: u64) -> Vec2 {
    tie_break_direction(agent, agent)
}

/// Returns the direction in which agent `own` leaves a coincident agent `other`. The two directions
/// are opposite, and the same at every tick.
#[inline]
pub fn tie_break_direction<V: Vector>(own: u64, other: u64) -> V {
    let (lower, higher) = (own.min(other), own.max(other));
    let mut stream = agent_stream(lower, higher, 0);
    let direction = V::draw_direction(&mut stream);
    if own < other { direction } else { -direction }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    fn draw(seed: u64, agent: u64, tick: u64) -> f32 {
        unit_variance(&mut agent_stream(seed, agent, tick))
    }

    /// Returns mean and variance of many numbers.
    fn moments(numbers: impl Iterator<Item = f32>) -> (f64, f64) {
        let numbers: Vec<f64> = numbers.map(f64::from).collect();
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let variance = numbers
            .iter()
            .map(|number| (number - mean).powi(2))
            .sum::<f64>()
            / count;
        (mean, variance)
    }

    /// Returns the correlation of pairs of numbers, each with mean 0 and variance 1.
    fn correlation(pairs: impl Iterator<Item = (f32, f32)>) -> f64 {
        let products: Vec<f64> = pairs.map(|(a, b)| f64::from(a) * f64::from(b)).collect();
        products.iter().sum::<f64>() / products.len() as f64
    }

    #[test]
    fn the_same_agent_draws_the_same_at_the_same_tick() {
        let (mut one, mut other) = (agent_stream(7, 11, 13), agent_stream(7, 11, 13));
        for _ in 0..100 {
            assert_eq!(unit_variance(&mut one), unit_variance(&mut other));
        }
    }

    #[test]
    fn the_numbers_are_the_same_in_every_release() {
        // Saved games and replays depend on them.
        let stream = &mut agent_stream(1, 2, 3);
        let numbers: Vec<u64> = (0..2).map(|_| stream.random::<u64>()).collect();
        assert_eq!(
            numbers,
            [7_794_856_436_128_030_978_u64, 5_178_414_408_338_984_003]
        );
    }

    #[test]
    fn every_agent_tick_and_seed_has_different_numbers() {
        let mut firsts = Vec::new();
        for seed in 0..12_u64 {
            for agent in 0..30_u64 {
                for tick in 0..30_u64 {
                    firsts.push(agent_stream(seed, agent, tick).random::<u64>());
                }
            }
        }
        let count = firsts.len();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), count);
    }

    #[test]
    fn the_draws_of_one_agent_have_mean_zero_and_variance_one() {
        // The mean of 10 000 draws has a spread of 1 / 100.
        for agent in [0, 1, 999, u64::MAX] {
            let (mean, variance) = moments((0..10_000).map(|tick| draw(42, agent, tick)));
            assert!(mean.abs() < 0.04, "{mean}");
            assert!((variance - 1.0).abs() < 0.04, "{variance}");
        }
    }

    #[test]
    fn the_draws_of_one_tick_have_mean_zero_and_variance_one() {
        for tick in [0, 1, 999, u64::MAX] {
            let (mean, variance) = moments((0..10_000).map(|agent| draw(42, agent, tick)));
            assert!(mean.abs() < 0.04, "{mean}");
            assert!((variance - 1.0).abs() < 0.04, "{variance}");
        }
    }

    #[test]
    fn adjacent_agents_ticks_and_seeds_do_not_resemble_each_other() {
        let many = 0..10_000_u64;
        for (what, found) in [
            (
                "tick",
                correlation(many.clone().map(|n| (draw(5, 3, n), draw(5, 3, n + 1)))),
            ),
            (
                "agent",
                correlation(many.clone().map(|n| (draw(5, n, 3), draw(5, n + 1, 3)))),
            ),
            (
                "seed",
                correlation(many.clone().map(|n| (draw(n, 3, 5), draw(n + 1, 3, 5)))),
            ),
            (
                "agent and tick",
                correlation(many.map(|n| (draw(5, n, n + 1), draw(5, n + 1, n)))),
            ),
        ] {
            // The spread of the estimate is 1 / 100.
            assert!(found.abs() < 0.04, "{what}: {found}");
        }
    }

    #[test]
    fn tie_break_directions_spread_over_the_whole_turn() {
        let mut quadrants = [0; 4];
        for own in 0..40_u64 {
            for other in own + 1..40 {
                let direction: Vec2 = tie_break_direction(own, other);
                quadrants[usize::from(direction.x > 0.0) + 2 * usize::from(direction.y > 0.0)] += 1;
            }
        }
        // There are 780 pairs, 195 in each quadrant, give or take four times 12.
        assert!(
            quadrants.iter().all(|count| (147..243).contains(count)),
            "{quadrants:?}"
        );
    }

    #[test]
    fn tie_break_directions_in_space_spread_over_the_whole_sphere() {
        let mut octants = [0; 8];
        for own in 0..80_u64 {
            for other in own + 1..80 {
                let direction: Vec3 = tie_break_direction(own, other);
                let signs = direction.to_array().map(|number| usize::from(number > 0.0));
                octants[signs[0] + 2 * signs[1] + 4 * signs[2]] += 1;
            }
        }
        // There are 3 160 pairs, 395 in each octant, give or take four times 19.
        assert!(
            octants.iter().all(|count| (319..471).contains(count)),
            "{octants:?}"
        );
    }

    proptest! {
        #[test]
        fn draws_stay_within_the_square_root_of_three(seed in any::<u64>(), agent in any::<u64>(), tick in any::<u64>()) {
            prop_assert!(draw(seed, agent, tick).abs() <= 1.732_051);
        }

        #[test]
        fn two_agents_leave_in_opposite_directions(own in any::<u64>(), other in any::<u64>()) {
            prop_assume!(own != other);
            let direction: Vec2 = tie_break_direction(own, other);
            prop_assert_eq!(direction, -tie_break_direction::<Vec2>(other, own));
            prop_assert!((direction.length() - 1.0).abs() < 1e-5);
            let in_space: Vec3 = tie_break_direction(own, other);
            prop_assert_eq!(in_space, -tie_break_direction::<Vec3>(other, own));
            prop_assert!((in_space.length() - 1.0).abs() < 1e-5);
        }
    }
}
