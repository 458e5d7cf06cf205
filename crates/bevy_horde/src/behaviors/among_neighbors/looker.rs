//! The part of an agent that the search for neighbors reads.

use crate::flocking::FlockRules;
use crate::perception::{AgentState, FollowsState, Observer, Perception};
use bevy::prelude::*;

/// The search's data of an agent: one cache line. The default does not search.
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
#[repr(align(64))]
pub struct NeighborQuery {
    /// Written when the rules' components change; all else at the start of every tick.
    pub(super) rules: FlockRules,
    observer: Observer,
}

const _: () = assert!(size_of::<NeighborQuery>() == 64, "one cache line");

/// The bit of [`Observer::most_neighbors`] for an agent that needs its neighbors in sight.
const NEEDS_SIGHT: u32 = 1 << 31;

impl NeighborQuery {
    /// The largest range of its flocking rules in this tick.
    #[inline(always)]
    pub(super) fn range(&self) -> f32 {
        if self.most_neighbors() > 0 {
            self.rules.range()
        } else {
            0.0
        }
    }

    /// The groups that count in all of its rules.
    #[inline(always)]
    pub(super) fn groups(&self) -> u32 {
        self.observer.filters & self.rules.flockmates
    }

    /// Its search settings in this tick.
    #[inline(always)]
    pub(super) fn observer(&self) -> Observer {
        Observer {
            most_neighbors: self.most_neighbors(),
            ..self.observer
        }
    }

    /// The number of neighbors that count.
    #[inline(always)]
    pub(super) fn most_neighbors(&self) -> u32 {
        self.observer.most_neighbors & !NEEDS_SIGHT
    }

    /// Whether neighbors must be in sight.
    #[inline(always)]
    pub(super) fn needs_sight(&self) -> bool {
        self.observer.most_neighbors & NEEDS_SIGHT != 0
    }
}

impl FollowsState for NeighborQuery {
    #[inline]
    fn update(&mut self, perception: &Perception, state: &AgentState) {
        let observer = Observer::new(perception, state);
        let needs_sight = if state.needs_sight { NEEDS_SIGHT } else { 0 };
        let most_neighbors = observer.most_neighbors.min(NEEDS_SIGHT - 1) | needs_sight;
        self.observer = Observer {
            most_neighbors,
            ..observer
        };
    }
}
