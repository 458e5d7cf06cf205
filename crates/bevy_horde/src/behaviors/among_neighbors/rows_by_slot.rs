//! The search's data of all agents, by slot.

use super::records_by_slot::SearchingAgent;
use crate::arbitration::BehaviorForces;
use crate::flocking::ResolvedRules;
use crate::perception::{AgentIndex, AgentState, Perception};
use crate::tables::FEW_TABLES;
use bevy::prelude::*;
use smallvec::SmallVec;

/// The search's data of an agent.
#[derive(Clone, Copy)]
pub(super) struct Searcher<'a> {
    pub(super) state: &'a AgentState,
    pub(super) perception: &'a Perception,
    pub(super) rules: &'a ResolvedRules,
    /// Whether the agent has settled: its flock does not move it.
    pub(super) is_settled: bool,
}

impl Searcher<'_> {
    /// The largest range of the agent's rules, world units; 0 if it does not search in this tick.
    #[inline(always)]
    pub(super) fn range(&self) -> f32 {
        if self.state.looks_round(self.perception) {
            self.state.search_range
        } else {
            0.0
        }
    }

    /// The groups of neighbors that count in all rules of the agent.
    #[inline(always)]
    pub(super) fn groups(&self) -> u32 {
        self.perception.filters & self.rules.flockmates
    }
}

/// The columns of a table, all of the same length.
type SearchColumns<'a> = (
    &'a [Entity],
    &'a [AgentState],
    &'a [Perception],
    &'a [ResolvedRules],
    Option<&'a [BehaviorForces]>,
);

/// The tables of all agents that are not hidden.
pub(super) fn search_tables<'a>(
    agents: &'a Query<SearchingAgent>,
) -> SmallVec<[SearchColumns<'a>; FEW_TABLES]> {
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    let columns = tables.map(|(entities, states, perceptions, _, forces, _, rules)| {
        (entities, states, perceptions, rules, forces)
    });
    columns.collect()
}

/// The search's data of all agents, by slot.
pub(super) struct Searchers<'a> {
    tables: &'a [SearchColumns<'a>],
    /// The table and the row of each slot; empty if agents lie in the order of their slots.
    rows: &'a [(u32, u32)],
}

impl<'a> Searchers<'a> {
    /// The data of all agents in the index. `rows` is reusable memory.
    pub(super) fn new(
        tables: &'a [SearchColumns<'a>],
        index: &AgentIndex,
        rows: &'a mut Vec<(u32, u32)>,
    ) -> Self {
        rows.clear();
        // A game's commands may have moved an agent to another table since it was indexed. Compare
        // the entities.
        let mut expected = index.entities();
        let is_in_order = tables.len() <= FEW_TABLES
            && index.is_in_order()
            && tables.iter().all(|(entities, ..)| {
                let own = expected.split_off(..entities.len());
                own.is_some_and(|own| own == *entities)
            })
            && expected.is_empty();
        if !is_in_order {
            rows.resize(index.len(), (u32::MAX, 0));
            for (table, (entities, states, ..)) in (0..).zip(tables) {
                for (row, (entity, state)) in (0..).zip(entities.iter().zip(*states)) {
                    if let Some(slot) = index.slot_of(*entity, state) {
                        rows[slot] = (table, row);
                    }
                }
            }
        }
        Self { tables, rows }
    }

    /// The agent in a slot; `None` when it is gone.
    #[inline(always)]
    pub(super) fn of(&self, slot: u32) -> Option<Searcher<'a>> {
        let mut row = slot as usize;
        let mut tables = self.tables;
        if let Some((table, its_row)) = self.rows.get(row) {
            (tables, row) = (tables.get(*table as usize..)?, *its_row as usize);
        }
        for (_, states, perceptions, rules, forces) in tables {
            if let Some(state) = states.get(row) {
                return Some(Searcher {
                    state,
                    perception: &perceptions[row],
                    rules: &rules[row],
                    is_settled: forces.is_some_and(|forces| forces[row].is_settled),
                });
            }
            row -= states.len();
        }
        None
    }
}
