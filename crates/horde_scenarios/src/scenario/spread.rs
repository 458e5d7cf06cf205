//! Numbers of the agents of a group: one for all, drawn from a range, or one for each.

use super::legal::at_least;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

/// A number for each agent of a group.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(from = "Notation")]
pub enum Spread {
    /// The same for all.
    Same(f32),
    /// Drawn for each agent, evenly between the smallest and the largest.
    Range(f32, f32),
    /// One for each agent, in the order of the group.
    Each(Vec<f32>),
}

/// A spread as a file writes it.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number, or (smallest, largest), or Each([one for each agent])"
)]
enum Notation {
    Same(f32),
    Range(f32, f32),
    List(List),
}

#[derive(Deserialize)]
enum List {
    Each(Vec<f32>),
}

impl From<Notation> for Spread {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Same(number) => Self::Same(number),
            Notation::Range(smallest, largest) => Self::Range(smallest, largest),
            Notation::List(List::Each(numbers)) => Self::Each(numbers),
        }
    }
}

impl Spread {
    /// Draws the number of the agent of this rank in its group. The spread must be legal.
    pub(super) fn draw(&self, rank: usize, random: &mut Xoshiro256PlusPlus) -> f32 {
        match self {
            Self::Same(number) => *number,
            Self::Range(smallest, largest) if largest > smallest => {
                smallest + (largest - smallest) * random.random::<f32>()
            }
            Self::Range(smallest, _) => *smallest,
            Self::Each(numbers) => numbers[rank],
        }
    }

    /// The largest number.
    pub(super) fn largest(&self) -> f32 {
        match self {
            Self::Same(number) | Self::Range(_, number) => *number,
            Self::Each(numbers) => numbers.iter().copied().fold(0.0, f32::max),
        }
    }

    /// Describes the first error, for a group of this size; `find_error` checks one number.
    pub(super) fn find_error(
        &self,
        field: &str,
        agents: usize,
        find_error: impl Fn(&str, f32) -> Option<String>,
    ) -> Option<String> {
        match self {
            Self::Same(number) => find_error(field, *number),
            Self::Range(smallest, largest) => find_error(field, *smallest)
                .or_else(|| find_error(field, *largest))
                .or_else(|| {
                    let in_order = smallest <= largest;
                    (!in_order).then(|| format!("{field} must have the smallest first"))
                }),
            Self::Each(numbers) if numbers.len() != agents => Some(format!(
                "{field}: Each has {} numbers, and must have one for each of the {agents} agents",
                numbers.len()
            )),
            Self::Each(numbers) => numbers
                .iter()
                .enumerate()
                .find_map(|(rank, number)| find_error(&format!("{field}: Each[{rank}]"), *number)),
        }
    }
}

/// Describes a speed that is not 0 or more.
pub(super) fn speed(field: &str, number: f32) -> Option<String> {
    at_least(field, number, 0.0)
}

#[cfg(test)]
mod tests {
    use super::Spread;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_spread_is_a_number_or_a_range_or_a_list() {
        let read = |text| crate::command::file::parse::<Spread>(text);
        assert_eq!(read("0.5"), Ok(Spread::Same(0.5)));
        assert_eq!(read("2"), Ok(Spread::Same(2.0)));
        assert_eq!(read("(1, 2.5)"), Ok(Spread::Range(1.0, 2.5)));
        assert_eq!(read("Each([1, 2.5])"), Ok(Spread::Each(vec![1.0, 2.5])));
        let error = read("\"wide\"").expect_err("no number").problem;
        assert!(error.contains("(smallest, largest), or Each("), "{error}");
    }

    #[test]
    fn draws_are_in_the_range_or_from_the_list() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let range = Spread::Range(1.0, 2.0);
        let mut draw = |spread: &Spread| [0, 1, 2].map(|rank| spread.draw(rank, &mut random));
        let drawn = draw(&range);
        assert!(drawn.iter().all(|number| (1.0..=2.0).contains(number)));
        assert_ne!(drawn[0], drawn[1]);
        assert_eq!(draw(&Spread::Each(vec![3.0, 1.0, 2.0])), [3.0, 1.0, 2.0]);
        assert_eq!(draw(&Spread::Same(4.0)), [4.0; 3]);
    }
}
