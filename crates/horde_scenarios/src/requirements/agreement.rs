//! How much runs of a scenario differ between tick rates and between symmetries.

use super::run::{Run, standard_run};
use crate::metrics::Measures;

/// The largest difference of the mean arrival between tick rates, as a share of that at the rate of
/// the standard run. With at most two agents it also limits the last arrival.
pub const RATE_TOLERANCE: f64 = 0.05;

/// The largest relative difference of the mean arrival between symmetries, with at most two agents.
pub const PAIR_SYMMETRY_TOLERANCE: f64 = 0.01;

/// The largest relative difference of the mean arrival of a crowd between symmetries. The smallest
/// rounding difference changes the ways in a crowd. Single runs of a bottleneck vary by 5 %, so two
/// means of three runs differ by 8 % once in twenty times.
pub const CROWD_SYMMETRY_TOLERANCE: f64 = 0.08;

/// The largest relative difference of the mean nearest-neighbor distance of flocks, between rates
/// and between symmetries. A flock of twenty splits into a random number of parts among circular
/// obstacles.
pub const FLOCK_TOLERANCE: f64 = 0.25;

/// The tolerance between symmetries for this number of agents.
pub fn symmetry_tolerance(agents: usize) -> f64 {
    if agents <= 2 {
        PAIR_SYMMETRY_TOLERANCE
    } else {
        CROWD_SYMMETRY_TOLERANCE
    }
}

/// The largest relative difference between the runs at other rates and at the standard rate.
///
/// It compares the mean arrival, and with at most two agents also the last arrival. If no agent has
/// goals, it compares the nearest-neighbor distance. `None` if there is nothing to compare.
///
/// Each rate counts with the mean over its symmetries. Which way one agent of a crowd is pushed is
/// random, and the mean reduces this influence.
pub fn rate_spread(runs: &[Run]) -> Option<f64> {
    spread(
        runs,
        |run| run.rate,
        |measures| {
            // The last arrival in a crowd depends on a single agent.
            let last = measures.arrivals.last.filter(|_| measures.agents <= 2);
            [measures.arrivals.mean, last]
        },
    )
}

/// The largest relative difference between the runs in other symmetries and in the standard one,
/// each with the mean over its rates. It compares the mean arrival, or the nearest-neighbor
/// distance if no agent has goals. `None` if there is nothing to compare.
pub fn symmetry_spread(runs: &[Run]) -> Option<f64> {
    spread(
        runs,
        |run| run.symmetry,
        |measures| [measures.arrivals.mean, None],
    )
}

/// Whether no agent has a goal.
pub(super) fn no_agent_has_goals(measures: &Measures) -> bool {
    measures.arrivals.expected == 0
}

fn spread<Group: PartialEq>(
    runs: &[Run],
    group: impl Fn(&Run) -> Group,
    arrivals: impl Fn(&Measures) -> [Option<f64>; 2],
) -> Option<f64> {
    let standard = standard_run(runs)?;
    let is_flock = no_agent_has_goals(&standard.measures);
    let numbers = |run: &Run| match is_flock {
        true => [run.measures.flock.map(|flock| flock.nearest_neighbor), None],
        false => arrivals(&run.measures),
    };
    let means = |of: &Run| {
        let alike = || {
            runs.iter()
                .filter(|run| group(run) == group(of))
                .map(numbers)
        };
        [0, 1].map(|which| mean(alike().map(|numbers| numbers[which])))
    };
    let own = means(standard);
    let others = runs.iter().filter(|run| group(run) != group(standard));
    let differences = others.flat_map(|other| {
        let pairs = own.into_iter().zip(means(other));
        pairs.filter_map(|(own, other)| difference(own, other))
    });
    differences.reduce(f64::max)
}

/// The mean of the numbers; infinite if only some runs have a number, `None` if no run has one.
fn mean(numbers: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let all: Vec<Option<f64>> = numbers.collect();
    let numbers: Vec<f64> = all.iter().copied().flatten().collect();
    if !numbers.is_empty() && numbers.len() < all.len() {
        return Some(f64::INFINITY);
    }
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The difference relative to `own`. Infinite if only one of the two has a number, or if a number
/// is infinite; `None` if neither has a number.
fn difference(own: Option<f64>, other: Option<f64>) -> Option<f64> {
    match (own, other) {
        (None, None) => None,
        (Some(own), Some(other)) if own == other && own.is_finite() => Some(0.0),
        (Some(own), Some(other)) if own.is_finite() && other.is_finite() => {
            Some((other - own).abs() / own.abs())
        }
        _ => Some(f64::INFINITY),
    }
}
