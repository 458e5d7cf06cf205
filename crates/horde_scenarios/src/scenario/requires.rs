//! Requirements that a scenario file adds to those of every run.

use super::legal::above_zero;
use super::{End, Scenario};
use serde::Deserialize;

/// The requirements on the runs of one scenario.
///
/// None by default. A file cannot relax the requirements of every run.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Whether all agents with goals must reach the last one.
    pub all_arrive: bool,
    /// The time limit for the last arrival, seconds.
    pub done_within: Option<f64>,
}

impl Requirements {
    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self) -> Option<String> {
        above_zero("requires.done_within", self.done_within?)
    }
}

impl Scenario {
    /// The requirements of its fields and of its end: a scenario that ends when all have arrived
    /// requires all arrivals.
    pub fn requirements(&self) -> Requirements {
        let waits = matches!(self.ends, End::AllArrived { .. });
        Requirements {
            all_arrive: self.requires.all_arrive || waits,
            ..self.requires
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Requirements;

    #[test]
    fn a_limit_is_a_time() {
        let error = |limit| {
            Requirements {
                done_within: limit,
                ..Requirements::default()
            }
            .find_error()
        };
        assert_eq!(error(None), None);
        assert_eq!(error(Some(700.0)), None);
        for illegal in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(
                error(Some(illegal))
                    .is_some_and(|error| error.starts_with("requires.done_within is"))
            );
        }
    }

    #[test]
    fn requirements_may_be_empty_and_reject_unknown_fields() {
        let read = |text| ron::from_str::<Requirements>(text);
        assert_eq!(read("()"), Ok(Requirements::default()));
        assert_eq!(
            read("(all_arrive: true, done_within: Some(100))"),
            Ok(Requirements {
                all_arrive: true,
                done_within: Some(100.0),
            })
        );
        assert!(read("(all_wait: true)").is_err());
    }
}
