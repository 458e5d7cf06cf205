//! The settings of agents about their neighbors. Agents with equal settings share one record.

use crate::avoidance::rule::AvoidanceRule;
use crate::flocking::rules::FlockRules;
use crate::step::agent::Agent;

/// The settings of an agent about its neighbors, checked and in world units.
///
/// By default it perceives every group, at most 16 neighbors, and has no rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NeighborSettings {
    /// Separation, alignment and cohesion.
    pub flock: FlockRules,
    /// How it avoids others; `None` without the rule.
    pub avoidance: Option<AvoidanceRule>,
    /// The groups that it perceives, one bit each.
    pub filters: u32,
    /// The largest number of neighbors that count.
    pub max_neighbors: u32,
    /// Whether its neighbors must be in sight.
    pub needs_sight: bool,
}

impl Default for NeighborSettings {
    fn default() -> Self {
        Self {
            flock: FlockRules {
                flockmates: u32::MAX,
                ..FlockRules::default()
            },
            avoidance: None,
            filters: u32::MAX,
            max_neighbors: 16,
            needs_sight: false,
        }
    }
}

impl NeighborSettings {
    /// Sets the settings of an agent that are copied into its state.
    pub fn apply(&self, agent: &mut Agent) {
        agent.search_range = self.range();
        agent.avoids = self.avoidance.is_some();
    }

    /// The largest range of its rules, world units; 0 without such rules.
    pub fn range(&self) -> f32 {
        let avoidance = self.avoidance.map_or(0.0, |rule| rule.range);
        self.flock.range().max(avoidance)
    }
}

/// Settings that are equal to none of this many before them are stored anew.
const KINDS_AT_ONCE: usize = 16;
/// The number of the rule of avoidance in a record without one.
const NO_RULE: u32 = u32::MAX;
/// So many records are kept even for few agents.
const FEWEST_RECORDS: usize = 64;

/// The part of the settings that a search reads. Access is random, so it is one cache line.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct SearchSettings {
    /// Separation, alignment and cohesion.
    pub flock: FlockRules,
    /// The groups that the agent perceives, one bit each.
    pub filters: u32,
    /// The largest number of neighbors that count.
    pub max_neighbors: u32,
    /// Whether its neighbors must be in sight.
    pub needs_sight: bool,
    /// The number of the rule of avoidance; [`NO_RULE`] without one.
    avoidance: u32,
}

const _: () = assert!(size_of::<SearchSettings>() == 64, "one cache line");

/// The settings of all agents. The kinds of agents in a game are few, so their records stay in the
/// fastest memory.
#[derive(Debug)]
pub struct SharedSettings {
    /// The first record has no rule.
    records: Vec<SearchSettings>,
    avoidance: Vec<AvoidanceRule>,
    generation: u16,
}

impl Default for SharedSettings {
    fn default() -> Self {
        let mut shared = Self {
            records: Vec::new(),
            avoidance: Vec::new(),
            generation: 1,
        };
        shared.share(&NeighborSettings::default());
        shared
    }
}

impl SharedSettings {
    /// Returns the number of the record with these settings, a new one if none of the latest is
    /// equal.
    pub fn share(&mut self, settings: &NeighborSettings) -> u32 {
        let record = SearchSettings {
            flock: settings.flock,
            filters: settings.filters,
            max_neighbors: settings.max_neighbors,
            needs_sight: settings.needs_sight,
            avoidance: (settings.avoidance)
                .map_or(NO_RULE, |rule| share(&mut self.avoidance, rule)),
        };
        share(&mut self.records, record)
    }

    /// Returns what a search reads of the record with this number. Number 0, and a number without a
    /// record, have no rule.
    #[inline(always)]
    pub fn get(&self, number: u32) -> &SearchSettings {
        self.records
            .get(number as usize)
            .unwrap_or(&self.records[0])
    }

    /// Returns the rule of avoidance in the record with this number.
    #[inline(always)]
    pub fn avoidance(&self, number: u32) -> Option<&AvoidanceRule> {
        let rule = self.get(number).avoidance;
        (rule != NO_RULE).then(|| &self.avoidance[rule as usize])
    }

    /// Returns the settings in the record with this number.
    pub fn settings(&self, number: u32) -> NeighborSettings {
        let record = self.get(number);
        NeighborSettings {
            flock: record.flock,
            avoidance: self.avoidance(number).copied(),
            filters: record.filters,
            max_neighbors: record.max_neighbors,
            needs_sight: record.needs_sight,
        }
    }

    /// Whether so many records belong to no agent any more that all agents should share anew.
    pub fn is_stale(&self, agents: usize) -> bool {
        self.records.len() > 2 * agents + FEWEST_RECORDS
    }

    /// How often all records were forgotten, plus 1. Numbers of another generation have no meaning.
    pub fn generation(&self) -> u16 {
        self.generation
    }

    /// Forgets all records.
    pub fn clear(&mut self) {
        self.records.truncate(1);
        self.avoidance.clear();
        self.generation = self.generation.wrapping_add(1);
    }
}

/// Returns the number of an equal entry among the latest, or adds the entry.
fn share<T: PartialEq>(entries: &mut Vec<T>, entry: T) -> u32 {
    let latest = entries.len().saturating_sub(KINDS_AT_ONCE);
    let known = entries[latest..].iter().rposition(|known| *known == entry);
    let number = known.map_or(entries.len(), |number| latest + number);
    if number == entries.len() {
        entries.push(entry);
    }
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(filters: u32) -> NeighborSettings {
        NeighborSettings {
            filters,
            ..NeighborSettings::default()
        }
    }

    #[test]
    fn equal_settings_share_a_record() {
        let mut shared = SharedSettings::default();
        let numbers = [3, 4, 3, 5, 4].map(|filters| shared.share(&kind(filters)));
        assert_eq!(numbers, [1, 2, 1, 3, 2]);
        assert_eq!(shared.settings(2), kind(4));
        // A record that does not exist has no rule.
        assert_eq!(shared.settings(9), NeighborSettings::default());
        assert_eq!(shared.avoidance(9), None);
    }

    #[test]
    fn records_share_rules_of_avoidance() {
        let mut shared = SharedSettings::default();
        let avoids = |filters, radius| NeighborSettings {
            avoidance: Some(AvoidanceRule::usual(radius, 2.0)),
            ..kind(filters)
        };
        let kinds = [avoids(3, 0.5), avoids(4, 0.5), kind(5), avoids(5, 0.7)];
        let numbers = kinds.map(|settings| shared.share(&settings));
        assert_eq!(numbers, [1, 2, 3, 4]);
        assert_eq!(shared.avoidance.len(), 2);
        for (number, settings) in numbers.into_iter().zip(kinds) {
            assert_eq!(shared.settings(number), settings);
            assert_eq!(shared.avoidance(number).copied(), settings.avoidance);
        }
    }

    #[test]
    fn records_of_many_kinds_are_stored_anew_until_they_are_stale() {
        let mut shared = SharedSettings::default();
        for round in 0..2 {
            for filters in 1..=40 {
                assert_eq!(shared.share(&kind(filters)), round * 40 + filters);
            }
        }
        // 81 records are more than two for each of 8 agents and 64 more, but not of 9.
        assert!(shared.is_stale(8) && !shared.is_stale(9));
        shared.clear();
        assert_eq!((shared.share(&kind(7)), shared.generation()), (1, 2));
    }
}
