//! How far runs of the same scenario at other rates and in other poses are from the standard one.

use super::run::{Run, standard_run};
use crate::metrics::Measures;

/// The largest difference of the mean arrival between tick rates, and where there are at most two agents of the last one,
/// as a part of the standard run's.
pub const RATE_TOLERANCE: f64 = 0.05;

/// The same for the mean arrival between poses, where there are at most two agents.
pub const PAIR_POSE_TOLERANCE: f64 = 0.01;

/// The same for the mean arrival between poses of a crowd, whose ways part after the smallest difference of rounding: single
/// runs of a bottleneck scatter by 5 %, so that two means of three are 8 % apart once in twenty times.
pub const CROWD_POSE_TOLERANCE: f64 = 0.08;

/// The largest difference of the mean nearest-neighbour distance of flocks, between rates and between poses: into how many
/// parts a flock of twenty falls among circles is chance.
pub const FLOCK_TOLERANCE: f64 = 0.25;

/// How much the poses of so many agents may differ.
pub fn pose_tolerance(agents: usize) -> f64 {
    if agents <= 2 {
        PAIR_POSE_TOLERANCE
    } else {
        CROWD_POSE_TOLERANCE
    }
}

/// How far the runs at other rates are from those at the standard one: the largest relative difference of the mean arrival
/// (of two agents also of the last), or of the nearest-neighbour distance where nobody arrives. None when there is nothing
/// to compare.
///
/// Each rate stands with the mean over its poses: which way one agent of a crowd is pushed is chance, and the more runs the
/// less of it.
pub fn rate_spread(runs: &[Run]) -> Option<f64> {
    spread(
        runs,
        |run| run.rate,
        |measures| {
            // The last one of a crowd is one agent's luck.
            let last = measures.arrivals.last.filter(|_| measures.agents <= 2);
            [measures.arrivals.mean, last]
        },
    )
}

/// How far the runs in other poses are from those in the standard one, each with the mean over its rates: the largest
/// relative difference of the mean arrival, or of the nearest-neighbour distance where nobody arrives. None when there is
/// nothing to compare.
pub fn pose_spread(runs: &[Run]) -> Option<f64> {
    spread(
        runs,
        |run| run.pose,
        |measures| [measures.arrivals.mean, None],
    )
}

/// Whether there are no arrivals to compare.
pub(super) fn nobody_is_to_arrive(measures: &Measures) -> bool {
    measures.arrivals.expected == 0
}

fn spread<Group: PartialEq>(
    runs: &[Run],
    group: impl Fn(&Run) -> Group,
    arrivals: impl Fn(&Measures) -> [Option<f64>; 2],
) -> Option<f64> {
    let standard = standard_run(runs)?;
    let is_flock = nobody_is_to_arrive(&standard.measures);
    let numbers = |run: &Run| match is_flock {
        true => [
            run.measures.flock.map(|flock| flock.nearest_neighbour),
            None,
        ],
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

/// Infinite when there is a number in one run and none in another, none when there is none in any.
fn mean(numbers: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let all: Vec<Option<f64>> = numbers.collect();
    let numbers: Vec<f64> = all.iter().copied().flatten().collect();
    if !numbers.is_empty() && numbers.len() < all.len() {
        return Some(f64::INFINITY);
    }
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Infinite when only one of the two has the number at all.
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
