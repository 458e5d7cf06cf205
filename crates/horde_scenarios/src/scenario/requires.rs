//! What a scenario file asks of its own runs, beside what the suite asks of every run.

use super::legal::above_zero;
use super::{End, Scenario};
use serde::Deserialize;

/// What the runs of one scenario must reach.
///
/// Nothing by default. What the suite asks of every run cannot be loosened in a file.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Whether everybody who has a goal must reach the last one.
    pub everyone_arrives: bool,
    /// By when the last must have arrived, seconds.
    pub done_within: Option<f64>,
}

impl Requirements {
    /// The first thing that is wrong with them: the field, what it is, and what is legal.
    pub(super) fn find_fault(&self) -> Option<String> {
        above_zero("requires.done_within", self.done_within?)
    }
}

impl Scenario {
    /// What it asks for in its fields, and by its end: one that waits for everybody has failed when somebody does not come.
    pub fn requirements(&self) -> Requirements {
        let waits = matches!(self.ends, End::EveryoneArrived { .. });
        Requirements {
            everyone_arrives: self.requires.everyone_arrives || waits,
            ..self.requires
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Requirements;

    #[test]
    fn a_limit_is_a_time() {
        let fault = |limit| {
            Requirements {
                done_within: limit,
                ..Requirements::default()
            }
            .find_fault()
        };
        assert_eq!(fault(None), None);
        assert_eq!(fault(Some(700.0)), None);
        for illegal in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(
                fault(Some(illegal))
                    .is_some_and(|fault| fault.starts_with("requires.done_within is"))
            );
        }
    }

    #[test]
    fn a_file_may_ask_for_nothing_and_not_for_the_unknown() {
        let read = |text| ron::from_str::<Requirements>(text);
        assert_eq!(read("()"), Ok(Requirements::default()));
        assert_eq!(
            read("(everyone_arrives: true, done_within: Some(100))"),
            Ok(Requirements {
                everyone_arrives: true,
                done_within: Some(100.0),
            })
        );
        assert!(read("(everyone_waits: true)").is_err());
    }
}
