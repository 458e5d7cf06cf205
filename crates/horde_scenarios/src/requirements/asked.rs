//! What is asked: by the suite, of every run, and by a scenario file, of its own.

use serde::{Deserialize, Serialize};

/// The part of all agent-seconds that agents may spend deep in each other: less than one in a thousand.
pub const LARGEST_DEEP_SHARE: f64 = 0.001;

/// Changes of sign of the velocity, for each agent-minute, of which there must be fewer.
pub const MOST_SIGN_CHANGES: f64 = 1.0;

/// What the runs of one scenario must reach, beside what the suite asks of every run.
///
/// Nothing by default. What the suite asks of every run cannot be loosened in a file.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Whether everybody who has a goal must reach the last one.
    pub everyone_arrives: bool,
    /// By when the last must have arrived, seconds.
    pub done_within: Option<f64>,
}

impl Requirements {
    /// The first thing that is wrong with them: the field, what it is, and what is legal.
    pub fn find_fault(&self) -> Option<String> {
        let limit = self.done_within?;
        let is_legal = limit.is_finite() && limit > 0.0;
        (!is_legal).then(|| {
            format!("requires.done_within is {limit}, and must be a number of seconds above 0")
        })
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
}
