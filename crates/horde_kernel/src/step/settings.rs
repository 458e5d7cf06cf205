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
/// So many records are kept even for few agents.
const FEWEST_RECORDS: usize = 64;

/// The settings of all agents. The kinds of agents in a game are few, so their records stay in the
/// fastest memory.
#[derive(Debug)]
pub struct SharedSettings {
    /// The first record has no rule.
    records: Vec<NeighborSettings>,
    generation: u16,
}

impl Default for SharedSettings {
    fn default() -> Self {
        Self {
            records: vec![NeighborSettings::default()],
            generation: 1,
        }
    }
}

impl SharedSettings {
    /// Returns the number of the record with these settings, a new one if none of the latest is
    /// equal.
    pub fn share(&mut self, settings: &NeighborSettings) -> u32 {
        let latest = self.records.len().saturating_sub(KINDS_AT_ONCE);
        let known = self.records[latest..].iter();
        let known = known.rev().position(|known| known == settings);
        let number = match known {
            Some(back) => self.records.len() - 1 - back,
            None => {
                self.records.push(*settings);
                self.records.len() - 1
            }
        };
        number as u32
    }

    /// Returns the record with this number. Number 0, and a number without a record, have no rule.
    #[inline(always)]
    pub fn get(&self, number: u32) -> &NeighborSettings {
        self.records
            .get(number as usize)
            .unwrap_or(&self.records[0])
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
        self.generation = self.generation.wrapping_add(1);
    }
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
        assert_eq!(*shared.get(2), kind(4));
        // A record that does not exist has no rule.
        assert_eq!(*shared.get(9), NeighborSettings::default());
        assert_eq!(shared.get(9).range(), 0.0);
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
