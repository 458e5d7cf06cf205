//! The outcome of a measurement.

use serde::{Deserialize, Serialize};

/// The outcome of a measurement.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Time of each tick, nanoseconds.
    pub ticks: Vec<f64>,
    /// Mean number of neighbors in view range, before and after the measured ticks.
    pub neighbors: f64,
    /// Allocations of each tick, including reallocations.
    pub allocations: Vec<u64>,
    /// The sizes of an agent's components, bytes. Empty for a baseline.
    pub component_sizes: Vec<usize>,
    /// Growth of the heap during the warm-up, after all agents were spawned, bytes.
    pub held_bytes: f64,
    /// The largest resident memory until the end of the warm-up, bytes; `None` if the system does
    /// not report it.
    pub peak_bytes: Option<f64>,
}

impl Outcome {
    /// Joins several rounds: all ticks and allocations, the largest peak if every round has one,
    /// the component sizes of the first round, and the means of the rest.
    pub fn of_rounds(rounds: &[Self]) -> Self {
        let mean =
            |of: fn(&Self) -> f64| rounds.iter().map(of).sum::<f64>() / rounds.len().max(1) as f64;
        let peaks: Option<Vec<f64>> = rounds.iter().map(|round| round.peak_bytes).collect();
        Self {
            ticks: rounds
                .iter()
                .flat_map(|round| &round.ticks)
                .copied()
                .collect(),
            neighbors: mean(|round| round.neighbors),
            allocations: rounds
                .iter()
                .flat_map(|round| &round.allocations)
                .copied()
                .collect(),
            component_sizes: rounds
                .first()
                .map_or_else(Vec::new, |round| round.component_sizes.clone()),
            held_bytes: mean(|round| round.held_bytes),
            peak_bytes: peaks.map(|peaks| peaks.into_iter().fold(0.0, f64::max)),
        }
    }

    /// The size of an agent's components, bytes.
    pub fn component_bytes(&self) -> usize {
        self.component_sizes.iter().sum()
    }

    /// The median tick, nanoseconds.
    pub fn median_tick(&self) -> Option<f64> {
        quantile(&self.ticks, 0.5)
    }

    /// The first and the third quartile of the ticks, nanoseconds.
    pub fn middle_half(&self) -> Option<[f64; 2]> {
        Some([quantile(&self.ticks, 0.25)?, quantile(&self.ticks, 0.75)?])
    }

    /// The shortest tick, nanoseconds.
    pub fn best_tick(&self) -> Option<f64> {
        quantile(&self.ticks, 0.0)
    }

    /// Mean allocations per tick.
    pub fn mean_allocations(&self) -> Option<f64> {
        let total: u64 = self.allocations.iter().sum();
        (!self.allocations.is_empty()).then(|| total as f64 / self.allocations.len() as f64)
    }
}

/// The quantile of the values, interpolated.
fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part * sorted.len().checked_sub(1)? as f64;
    let (low, high) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    Some(low + (high - low) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::{Outcome, quantile};

    #[test]
    fn quantiles_lie_where_they_should() {
        let values = [40.0, 10.0, 30.0, 20.0];
        assert_eq!(quantile(&values, 0.0), Some(10.0));
        assert_eq!(quantile(&values, 0.5), Some(25.0));
        assert_eq!(quantile(&values, 0.25), Some(17.5));
        assert_eq!(quantile(&values, 1.0), Some(40.0));
        assert_eq!(quantile(&[7.0], 0.75), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn one_slow_tick_does_not_move_the_median() {
        let outcome = Outcome {
            ticks: vec![10.0, 11.0, 9000.0, 12.0, 9.0],
            ..Outcome::default()
        };
        assert_eq!(outcome.median_tick(), Some(11.0));
        assert_eq!(outcome.middle_half(), Some([10.0, 12.0]));
        assert_eq!(outcome.best_tick(), Some(9.0));
    }

    #[test]
    fn rounds_are_joined() {
        let round = |tick: f64, peak: Option<f64>| Outcome {
            ticks: vec![tick],
            neighbors: tick,
            allocations: vec![tick as u64, 0],
            component_sizes: vec![8, 4],
            held_bytes: 2.0 * tick,
            peak_bytes: peak,
        };
        let both = Outcome::of_rounds(&[round(4.0, Some(7.0)), round(2.0, Some(9.0))]);
        assert_eq!(both.ticks, [4.0, 2.0]);
        assert_eq!((both.neighbors, both.held_bytes), (3.0, 6.0));
        assert_eq!(both.component_bytes(), 12);
        assert_eq!(both.mean_allocations(), Some(1.5));
        assert_eq!(both.peak_bytes, Some(9.0));
        let untold = Outcome::of_rounds(&[round(4.0, Some(7.0)), round(2.0, None)]);
        assert_eq!(untold.peak_bytes, None);
        assert_eq!(Outcome::default().mean_allocations(), None);
    }
}
