//! An agent as it sees others.

use super::{AgentState, Perception};
use crate::kernel::view::ViewCone;
use bevy::prelude::*;

/// One rule of a flock: how far and wide it looks, and how much it counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct FlockRule {
    /// World units; 0 when it is off.
    pub(crate) range: f32,
    pub(crate) least_cosine: f32,
    pub(crate) weight: f32,
}

/// An agent's flock rules, resolved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct FlockRules {
    pub(crate) separation: FlockRule,
    pub(crate) alignment: FlockRule,
    pub(crate) cohesion: FlockRule,
    /// The groups that count for alignment and cohesion.
    pub(crate) flockmates: u32,
}

/// What the search for neighbours needs to know of an agent: as much as fits into what memory hands out at once.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct Looker {
    /// Written when the rules' components change; all else at the start of every tick.
    pub(crate) rules: FlockRules,
    pub(crate) heading: Vec2,
    pub(crate) max_speed: f32,
    pub(crate) max_force: f32,
    pub(crate) perceives: u32,
    /// 0 when it does not look round in this tick.
    most_neighbors: u32,
}

/// Stands in [`Looker::most_neighbors`] for an agent whose neighbours must be in sight.
const NEEDS_SIGHT: u32 = 1 << 31;

impl FlockRule {
    /// A rule that is off.
    pub(crate) const NONE: Self = Self {
        range: 0.0,
        least_cosine: 1.0,
        weight: 0.0,
    };

    /// A rule with its view and weight.
    pub(crate) fn new((cone, weight): (ViewCone, f32)) -> Self {
        Self {
            range: if weight > 0.0 { cone.range } else { 0.0 },
            least_cosine: cone.least_cosine(),
            weight,
        }
    }
}

impl FlockRules {
    /// No rule at all.
    pub(crate) const NONE: Self = Self {
        separation: FlockRule::NONE,
        alignment: FlockRule::NONE,
        cohesion: FlockRule::NONE,
        flockmates: 0,
    };

    /// The farthest that any of them looks.
    pub(crate) fn range(&self) -> f32 {
        // They are numbers: one instruction for each, where `max` has to look for those that are not.
        let farther = |one: f32, other: f32| if one > other { one } else { other };
        let nearby = farther(self.separation.range, self.alignment.range);
        farther(nearby, self.cohesion.range)
    }
}

impl Default for Looker {
    fn default() -> Self {
        Self::NONE
    }
}

impl Looker {
    /// One that does not look round.
    pub(crate) const NONE: Self = Self {
        rules: FlockRules::NONE,
        heading: Vec2::X,
        max_speed: 0.0,
        max_force: 0.0,
        perceives: 0,
        most_neighbors: 0,
    };

    /// Brings all but the rules up to date.
    #[inline]
    pub(super) fn update(&mut self, perception: &Perception, state: &AgentState) {
        let needs_sight = if state.needs_sight { NEEDS_SIGHT } else { 0 };
        let most_neighbors = if state.is_thinking() {
            perception.max_neighbors.min(NEEDS_SIGHT - 1)
        } else {
            0
        };
        *self = Self {
            rules: self.rules,
            heading: state.heading,
            max_speed: state.max_speed,
            max_force: state.max_force,
            perceives: perception.perceives,
            most_neighbors: most_neighbors | needs_sight,
        };
    }

    /// The farthest that any of its rules looks in this tick.
    pub(crate) fn range(&self) -> f32 {
        if self.most_neighbors() > 0 {
            self.rules.range()
        } else {
            0.0
        }
    }

    /// How many neighbours count.
    pub(crate) fn most_neighbors(&self) -> u32 {
        self.most_neighbors & !NEEDS_SIGHT
    }

    /// Whether neighbours must be in sight.
    pub(crate) fn needs_sight(&self) -> bool {
        self.most_neighbors & NEEDS_SIGHT != 0
    }
}
