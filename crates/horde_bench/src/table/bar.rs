//! What a figure is held to.

use core::fmt;
use serde::Serialize;

/// What a figure is held to, in the unit of its row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// What is asked.
    pub bar: f64,
    /// What would be better still.
    pub stretch: Option<f64>,
    /// Whether more is better; otherwise less is.
    pub more_is_better: bool,
}

impl Bar {
    /// A figure that should be at most so large.
    pub const fn at_most(bar: f64, stretch: f64) -> Self {
        Self {
            bar,
            stretch: Some(stretch),
            more_is_better: false,
        }
    }

    /// A figure that should be at least so large.
    pub const fn at_least(bar: f64, stretch: f64) -> Self {
        Self {
            bar,
            stretch: Some(stretch),
            more_is_better: true,
        }
    }

    /// A figure that should be 0.
    pub const NONE_AT_ALL: Self = Self {
        bar: 0.0,
        stretch: None,
        more_is_better: false,
    };

    /// How a figure compares.
    pub fn judge(&self, figure: f64) -> Verdict {
        let reaches = |mark: f64| match self.more_is_better {
            true => figure >= mark,
            false => figure <= mark,
        };
        match self.stretch {
            _ if !reaches(self.bar) => Verdict::Missed,
            Some(stretch) if reaches(stretch) => Verdict::Stretched,
            _ => Verdict::Met,
        }
    }

    /// The figure in bars; none when the bar is 0.
    pub fn ratio(&self, figure: f64) -> Option<f64> {
        (self.bar > 0.0).then(|| figure / self.bar)
    }
}

/// How a figure compares with its bar.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Worse than the bar.
    Missed,
    /// As good as the bar or better.
    Met,
    /// As good as the stretch or better.
    #[serde(rename = "stretch")]
    Stretched,
}

impl fmt::Display for Verdict {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(match self {
            Self::Missed => "missed",
            Self::Met => "met",
            Self::Stretched => "stretch",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, Verdict};

    #[test]
    fn less_is_better_for_costs_and_more_for_speed_ups() {
        let cost = Bar::at_most(110.0, 60.0);
        assert_eq!(cost.judge(110.1), Verdict::Missed);
        assert_eq!(cost.judge(110.0), Verdict::Met);
        assert_eq!(cost.judge(60.0), Verdict::Stretched);
        assert_eq!(cost.ratio(220.0), Some(2.0));
        let speed_up = Bar::at_least(1.7, 1.9);
        assert_eq!(speed_up.judge(1.69), Verdict::Missed);
        assert_eq!(speed_up.judge(1.7), Verdict::Met);
        assert_eq!(speed_up.judge(2.0), Verdict::Stretched);
    }

    #[test]
    fn none_at_all_is_none() {
        assert_eq!(Bar::NONE_AT_ALL.judge(0.0), Verdict::Met);
        assert_eq!(Bar::NONE_AT_ALL.judge(0.01), Verdict::Missed);
        assert_eq!(Bar::NONE_AT_ALL.ratio(3.0), None);
    }

    #[test]
    fn a_figure_that_is_no_number_misses() {
        assert_eq!(Bar::at_most(1.0, 0.5).judge(f64::NAN), Verdict::Missed);
        assert_eq!(Bar::at_least(1.0, 2.0).judge(f64::NAN), Verdict::Missed);
    }
}
