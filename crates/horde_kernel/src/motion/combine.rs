//! Combines tiers of forces into one truncated force.

use crate::math::lanes::{F32Lanes, VectorLanes};
use crate::math::vector::{Vector, truncate};
use pulp::Simd;

/// The number of tiers.
pub const TIER_COUNT: usize = 3;
/// The tier of avoidance, the first to be served.
pub const AVOIDANCE_TIER: usize = 0;
/// The tier of the flocking rules.
pub const FLOCKING_TIER: usize = 1;
/// The tier of goals.
pub const GOAL_TIER: usize = 2;

/// How an agent's contributions become one force of at most `max_force`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Combine {
    /// Adds all contributions times their weights, and truncates the sum once.
    WeightedSum,
    /// Adds the contributions tier by tier until `max_force` is used up: avoidance first, then
    /// flocking, then goals. If the first tiers need all of it, the agent ignores its goal. The
    /// default.
    #[default]
    Prioritized,
}

/// Adds the tiers, and truncates the sum to `max_force`.
#[inline]
pub fn weighted_sum<V: Vector>(tiers: &[V; TIER_COUNT], max_force: f32) -> V {
    truncate(tiers.iter().copied().sum(), max_force)
}

/// Combines the tiers in order until they exhaust the budget `max_force`.
///
/// Each tier takes its full length or what is left. The budget is counted by length, so the sum
/// never exceeds it.
#[inline(always)]
pub fn prioritized<S: Simd, L: VectorLanes<S>>(
    tiers: &[L; TIER_COUNT],
    max_force: F32Lanes<S>,
) -> L {
    let zero = max_force.splat_like(0.0);
    let mut force = L::splat(max_force.simd(), L::Vector::ZERO);
    let mut budget = max_force;
    for tier in tiers {
        let served = !tier.is_zero() & budget.is_above(zero);
        if served.any() {
            let granted = served.or_zero_vectors(tier.truncate(budget));
            force += granted;
            budget = budget - granted.length();
        }
    }
    force.truncate(max_force)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lanes::Vec2Lanes;
    use crate::test_inputs::{angles, close, turned, vectors, wild_sizes, wild_vectors};
    use glam::Vec2;
    use proptest::prelude::*;

    fn tiers() -> impl Strategy<Value = [Vec2; TIER_COUNT]> {
        [vectors(10.0), vectors(10.0), vectors(10.0)]
    }

    /// The slow reference: one agent, tier by tier.
    fn prioritized_slowly(tiers: &[Vec2; TIER_COUNT], max_force: f32) -> Vec2 {
        let mut force = Vec2::ZERO;
        let mut budget = max_force;
        for tier in tiers {
            if budget.is_nan() || budget <= 0.0 {
                break;
            }
            // Skips empty tiers: most agents have forces in one or two.
            if *tier == Vec2::ZERO {
                continue;
            }
            let granted = truncate(*tier, budget);
            force += granted;
            budget -= granted.length();
        }
        truncate(force, max_force)
    }

    #[test]
    fn a_weighted_sum_is_the_sum_shortened() {
        // (3, 0) + (0, 4) = (3, 4), 5 long.
        let tiers = [Vec2::new(3.0, 0.0), Vec2::new(0.0, 4.0), Vec2::ZERO];
        assert_eq!(weighted_sum(&tiers, 5.0), Vec2::new(3.0, 4.0));
        assert!(close(weighted_sum(&tiers, 2.5), Vec2::new(1.5, 2.0), 1e-6));
    }

    #[test]
    fn a_budget_is_spent_tier_by_tier() {
        // Of a budget of 8, the first tier takes 3, the second 4, and the third the remaining 1.
        let tiers = [
            Vec2::new(3.0, 0.0),
            Vec2::new(0.0, 4.0),
            Vec2::new(-2.0, 0.0),
        ];
        assert!(close(
            prioritized_slowly(&tiers, 8.0),
            Vec2::new(2.0, 4.0),
            1e-6
        ));
        assert!(close(
            prioritized_slowly(&tiers, 5.0),
            Vec2::new(3.0, 2.0),
            1e-6
        ));
        assert!(close(
            prioritized_slowly(&tiers, 2.0),
            Vec2::new(2.0, 0.0),
            1e-6
        ));
        assert_eq!(prioritized_slowly(&tiers, 100.0), Vec2::new(1.0, 4.0));
    }

    #[test]
    fn a_full_first_tier_leaves_nothing_and_an_empty_one_leaves_all() {
        let goal = Vec2::new(0.0, 9.0);
        assert_eq!(
            prioritized_slowly(&[Vec2::X * 5.0, Vec2::ZERO, goal], 5.0),
            Vec2::new(5.0, 0.0)
        );
        assert_eq!(
            prioritized_slowly(&[Vec2::ZERO, Vec2::ZERO, goal], 5.0),
            Vec2::new(0.0, 5.0)
        );
    }

    #[test]
    fn without_a_budget_there_is_no_force() {
        for limit in [0.0, -1.0, f32::NAN] {
            assert_eq!(
                prioritized_slowly(&[Vec2::X; TIER_COUNT], limit),
                Vec2::ZERO
            );
            assert_eq!(weighted_sum(&[Vec2::X; TIER_COUNT], limit), Vec2::ZERO);
        }
    }

    #[test]
    fn a_tier_that_is_not_finite_does_not_affect_the_others() {
        let tiers = [Vec2::NAN, Vec2::new(0.0, 2.0), Vec2::new(1.0, 0.0)];
        assert_eq!(prioritized_slowly(&tiers, 10.0), Vec2::new(1.0, 2.0));
        assert_eq!(weighted_sum(&tiers, 10.0), Vec2::ZERO);
    }

    proptest! {
        /// The results are equal bit for bit.
        #[test]
        fn lanes_combine_like_scalars(
            tiers in [wild_vectors(), wild_vectors(), wild_vectors()],
            asks in [proptest::bool::ANY; TIER_COUNT],
            max_force in wild_sizes(),
        ) {
            let tiers = core::array::from_fn(|tier| if asks[tier] { tiers[tier] } else { Vec2::ZERO });
            let bits = |vector: Vec2| vector.to_array().map(f32::to_bits);
            for max_force in [max_force, 0.0, -1.0, f32::NAN, f32::INFINITY] {
                let lanes = tiers.map(Vec2Lanes::from_scalar);
                let served = prioritized(&lanes, F32Lanes::from_scalar(max_force)).to_scalar();
                prop_assert_eq!(bits(served), bits(prioritized_slowly(&tiers, max_force)));
            }
        }

        #[test]
        fn neither_combination_exceeds_the_limit(
            first in wild_vectors(),
            second in wild_vectors(),
            third in wild_vectors(),
            limit in wild_sizes(),
        ) {
            for force in [
                weighted_sum(&[first, second, third], limit),
                prioritized_slowly(&[first, second, third], limit),
            ] {
                prop_assert!(force.is_finite());
                prop_assert!(force.length() <= limit * (1.0 + 1e-5) + 1e-9);
            }
        }

        #[test]
        fn within_the_budget_both_combinations_are_the_plain_sum(tiers in tiers()) {
            let sum: Vec2 = tiers.iter().copied().sum();
            prop_assert!(close(weighted_sum(&tiers, 1e3), sum, 1e-5));
            prop_assert!(close(prioritized_slowly(&tiers, 1e3), sum, 1e-5));
        }

        #[test]
        fn the_first_tier_gets_its_full_force(tiers in tiers(), limit in 0.1_f32..20.0) {
            let only_first = prioritized_slowly(&[tiers[0], Vec2::ZERO, Vec2::ZERO], limit);
            prop_assert!(close(only_first, truncate(tiers[0], limit), 1e-5));
            let rest = prioritized_slowly(&tiers, limit) - only_first;
            prop_assert!(rest.length() <= limit - only_first.length() + 1e-4);
        }

        #[test]
        fn both_combinations_turn_with_the_scene(tiers in tiers(), angle in angles(), limit in 0.1_f32..30.0) {
            let other = tiers.map(|tier| turned(tier, angle));
            prop_assert!(close(weighted_sum(&other, limit), turned(weighted_sum(&tiers, limit), angle), 1e-3));
            prop_assert!(close(prioritized_slowly(&other, limit), turned(prioritized_slowly(&tiers, limit), angle), 1e-3));
        }
    }
}
