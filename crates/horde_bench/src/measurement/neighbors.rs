//! Counts the agents that are really in view range.

use crate::baselines::Tree;
use bevy::math::Vec2;

/// The largest number of sampled agents, evenly chosen.
const MAX_SAMPLED: usize = 4_000;

/// Mean number of other agents within `range`.
pub(super) fn mean_neighbors(positions: &[Vec2], range: f32) -> f64 {
    let tree = Tree::new(positions.iter().copied());
    let step = positions.len().div_ceil(MAX_SAMPLED).max(1);
    let (mut asked, mut seen) = (0_u64, 0_u64);
    for position in positions.iter().step_by(step) {
        asked += 1;
        tree.visit_within(*position, range, |_| seen += 1);
    }
    // Each agent has found itself.
    (seen - asked) as f64 / asked.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::mean_neighbors;
    use bevy::math::Vec2;

    #[test]
    fn no_agent_is_its_own_neighbor() {
        // In a row at distances of 1: both ends have one neighbor within 1.5, the other eight have
        // two.
        let row: Vec<Vec2> = (0..10_u8)
            .map(|number| Vec2::new(f32::from(number), 3.0))
            .collect();
        assert_eq!(mean_neighbors(&row, 1.5), 1.8);
        assert_eq!(mean_neighbors(&row, 0.5), 0.0);
        assert_eq!(mean_neighbors(&[], 1.0), 0.0);
    }

    #[test]
    fn a_sample_of_many_is_enough() {
        let row: Vec<Vec2> = (0..20_000_u16)
            .map(|number| Vec2::new(f32::from(number), 0.0))
            .collect();
        assert!((mean_neighbors(&row, 2.5) - 4.0).abs() < 0.01);
    }
}
