//! Tiers of forces into one truncated force.

use super::vector::truncate;
use bevy::math::Vec2;

/// The number of tiers.
pub const TIER_COUNT: usize = 3;

/// Adds the tiers, first to last, and shortens the sum to `max_force`.
pub fn weighted_sum(tiers: &[Vec2; TIER_COUNT], max_force: f32) -> Vec2 {
    truncate(tiers.iter().copied().sum(), max_force)
}

/// Fills the budget `max_force` tier by tier: each takes what it asks for, the last one served what is left.
///
/// The budget is spent by length, so that the sum never exceeds it.
pub fn prioritised(tiers: &[Vec2; TIER_COUNT], max_force: f32) -> Vec2 {
    let mut force = Vec2::ZERO;
    let mut budget = max_force;
    for tier in tiers {
        if budget.is_nan() || budget <= 0.0 {
            break;
        }
        let granted = truncate(*tier, budget);
        force += granted;
        budget -= granted.length();
    }
    truncate(force, max_force)
}
