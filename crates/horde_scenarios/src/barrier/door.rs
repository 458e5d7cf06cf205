//! Obstacles that are there for a part of the run.

use super::Barrier;
use serde::Deserialize;

/// An obstacle that appears, vanishes, or both: a door that opens or closes.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// The obstacle.
    pub shape: Barrier,
    /// Time at which it appears, seconds.
    #[serde(default)]
    pub from: f64,
    /// Time at which it vanishes, seconds; `None` if it stays.
    #[serde(default)]
    pub until: Option<f64>,
}

impl Door {
    /// Whether the obstacle is there at this time, seconds.
    pub fn is_there(&self, time: f64) -> bool {
        time >= self.from && self.until.is_none_or(|until| time < until)
    }
}

#[cfg(test)]
mod tests {
    use super::Door;

    #[test]
    fn a_door_is_there_between_its_times() {
        let door = |times: &str| -> Door {
            let text = format!("(shape: Circle(center: (0, 0), radius: 1){times})");
            crate::command::file::parse(&text).expect("a door")
        };
        let there = |times: &str| [0.0, 4.9, 5.0, 9.0].map(|time| door(times).is_there(time));
        assert_eq!(there(""), [true; 4]);
        assert_eq!(there(", until: 5"), [true, true, false, false]);
        assert_eq!(there(", from: 5"), [false, false, true, true]);
        assert_eq!(there(", from: 1, until: 5"), [false, true, false, false]);
    }
}
