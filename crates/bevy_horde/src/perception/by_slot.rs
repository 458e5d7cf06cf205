//! The components of agents, found by slot.

use super::{AgentIndex, AgentState};
use crate::tables::FEW_TABLES;
use bevy::prelude::*;
use smallvec::SmallVec;

/// The agents of a table, their states, and the columns that are found.
pub(crate) type SlotTable<'a, C> = (&'a [Entity], &'a [AgentState], C);

/// The tables of a query.
pub(crate) type SlotTables<'a, C> = SmallVec<[SlotTable<'a, C>; FEW_TABLES]>;

/// The columns of a query's tables, found by the slots of agents.
pub(crate) struct BySlot<'a, C> {
    tables: &'a [SlotTable<'a, C>],
    /// The table and the row of each slot; empty if agents lie in the order of their slots.
    rows: &'a [(u32, u32)],
}

impl<'a, C> BySlot<'a, C> {
    /// The columns of these tables. `rows` is reusable memory.
    ///
    /// A game's commands may have moved agents to other tables since they were indexed.
    pub(crate) fn new(
        index: &AgentIndex,
        tables: &'a [SlotTable<'a, C>],
        rows: &'a mut Vec<(u32, u32)>,
    ) -> Self {
        rows.clear();
        let mut expected = index.entities();
        let is_in_order = tables.len() <= FEW_TABLES
            && tables.iter().all(|(entities, ..)| {
                let own = expected.split_off(..entities.len());
                own.is_some_and(|own| own == *entities)
            })
            && expected.is_empty();
        if !is_in_order {
            rows.resize(index.len(), (u32::MAX, 0));
            for (table, (entities, states, _)) in (0..).zip(tables) {
                for (row, (entity, state)) in (0..).zip(entities.iter().zip(*states)) {
                    if let Some(slot) = index.slot_of(*entity, state) {
                        rows[slot] = (table, row);
                    }
                }
            }
        }
        Self { tables, rows }
    }

    /// The columns and the row of the agent in a slot; `None` when it is gone.
    #[inline(always)]
    pub(crate) fn of(&self, slot: u32) -> Option<(&C, usize)> {
        let mut row = slot as usize;
        let mut tables = self.tables;
        if let Some((table, its_row)) = self.rows.get(row) {
            (tables, row) = (tables.get(*table as usize..)?, *its_row as usize);
        }
        for (entities, _, columns) in tables {
            if row < entities.len() {
                return Some((columns, row));
            }
            row -= entities.len();
        }
        None
    }

    /// Lists the slots of agents that are gone.
    pub(crate) fn find_gone(&self, index: &AgentIndex, gone: &mut Vec<usize>) {
        gone.clear();
        if !self.rows.is_empty() {
            let is_gone = |slot: &usize| self.of(*slot as u32).is_none();
            gone.extend((0..index.len()).filter(is_gone));
        }
    }
}
