//! The target of a figure.

use core::fmt;
use serde::Serialize;

/// The target of a figure, in the unit of its row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The target.
    pub value: f64,
    /// A goal that is harder than the target; `None` without one.
    pub goal: Option<f64>,
    /// Whether larger figures are better.
    pub more_is_better: bool,
}

impl Target {
    /// A figure that should be at most this large.
    pub const fn at_most(value: f64, goal: f64) -> Self {
        Self {
            value,
            goal: Some(goal),
            more_is_better: false,
        }
    }

    /// A figure that should be at least this large.
    pub const fn at_least(value: f64, goal: f64) -> Self {
        Self {
            value,
            goal: Some(goal),
            more_is_better: true,
        }
    }

    /// A figure that should be 0.
    pub const ZERO: Self = Self {
        value: 0.0,
        goal: None,
        more_is_better: false,
    };

    /// Compares a figure with the target.
    pub fn judge(&self, figure: f64) -> Verdict {
        let reaches = |mark: f64| match self.more_is_better {
            true => figure >= mark,
            false => figure <= mark,
        };
        match self.goal {
            _ if !reaches(self.value) => Verdict::Missed,
            Some(goal) if reaches(goal) => Verdict::GoalMet,
            _ => Verdict::Met,
        }
    }

    /// The figure relative to the target; `None` if the target is 0.
    pub fn ratio(&self, figure: f64) -> Option<f64> {
        (self.value > 0.0).then(|| figure / self.value)
    }
}

/// The result of comparing a figure with its target.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Worse than the target.
    Missed,
    /// As good as the target, or better.
    Met,
    /// As good as the goal, or better.
    #[serde(rename = "goal")]
    GoalMet,
}

impl fmt::Display for Verdict {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(match self {
            Self::Missed => "missed",
            Self::Met => "met",
            Self::GoalMet => "goal",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Target, Verdict};

    #[test]
    fn less_is_better_for_costs_and_more_for_speed_ups() {
        let cost = Target::at_most(110.0, 60.0);
        assert_eq!(cost.judge(110.1), Verdict::Missed);
        assert_eq!(cost.judge(110.0), Verdict::Met);
        assert_eq!(cost.judge(60.0), Verdict::GoalMet);
        assert_eq!(cost.ratio(220.0), Some(2.0));
        let speed_up = Target::at_least(1.7, 1.9);
        assert_eq!(speed_up.judge(1.69), Verdict::Missed);
        assert_eq!(speed_up.judge(1.7), Verdict::Met);
        assert_eq!(speed_up.judge(2.0), Verdict::GoalMet);
    }

    #[test]
    fn a_target_of_zero_allows_nothing() {
        assert_eq!(Target::ZERO.judge(0.0), Verdict::Met);
        assert_eq!(Target::ZERO.judge(0.01), Verdict::Missed);
        assert_eq!(Target::ZERO.ratio(3.0), None);
    }

    #[test]
    fn a_figure_that_is_nan_misses() {
        assert_eq!(Target::at_most(1.0, 0.5).judge(f64::NAN), Verdict::Missed);
        assert_eq!(Target::at_least(1.0, 2.0).judge(f64::NAN), Verdict::Missed);
    }
}
