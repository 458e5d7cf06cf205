//! Median, 95th percentile and maximum of times.

use serde::Serialize;

/// The percentile of [`Spread::p95`], as a fraction.
const SLOW: f64 = 0.95;

/// The distribution of a time over the ticks, milliseconds.
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    /// Half of the ticks took no longer than this.
    pub median: f64,
    /// 95 of 100 ticks took no longer than this.
    pub p95: f64,
    /// No tick took longer than this.
    pub worst: f64,
}

impl Spread {
    /// The distribution of these times; zeros if there are none.
    pub fn of(times: impl Iterator<Item = f32>) -> Self {
        let mut sorted: Vec<f32> = times.collect();
        sorted.sort_unstable_by(f32::total_cmp);
        // The smallest time that at least this share of the times does not exceed.
        let at = |part: f64| {
            let rank = (part * sorted.len() as f64).ceil() as usize;
            let time = sorted.get(rank.saturating_sub(1));
            time.copied().map_or(0.0, round_to_microseconds)
        };
        Self {
            median: at(0.5),
            p95: at(SLOW),
            worst: at(1.0),
        }
    }
}

/// Rounds to microseconds, so that the report stays readable.
fn round_to_microseconds(milliseconds: f32) -> f64 {
    (f64::from(milliseconds) * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_sorted_times() {
        let spread = Spread::of((1..=100).rev().map(|time| time as f32));
        assert_eq!(
            (spread.median, spread.p95, spread.worst),
            (50.0, 95.0, 100.0)
        );
    }

    #[test]
    fn few_samples_are_enough() {
        let three = Spread::of([3.0, 1.0, 2.0].into_iter());
        assert_eq!((three.median, three.p95, three.worst), (2.0, 3.0, 3.0));
        assert_eq!(Spread::of(std::iter::empty()), Spread::default());
    }
}
