//! The neighbor queries of all agents, by slot.

use super::NeighborQuery;
use super::reading::SearchingAgent;
use crate::perception::AgentIndex;
use crate::tables::FEW_TABLES;
use bevy::prelude::*;

/// The neighbor queries of all agents, by slot: table by table where rows are slots, else one table
/// of copies.
pub(super) struct NeighborQueries<'a>([&'a [NeighborQuery]; FEW_TABLES]);

impl<'a> NeighborQueries<'a> {
    /// The queries of all agents in the index. `copies` is reusable memory.
    pub(super) fn new(
        agents: &'a Query<SearchingAgent>,
        index: &AgentIndex,
        copies: &'a mut Vec<NeighborQuery>,
    ) -> Self {
        if let Some(tables) = tables_in_order(agents, index) {
            return Self(tables);
        }
        copies.clear();
        copies.resize(index.len(), NeighborQuery::default());
        for (entity, state, looker, ..) in agents {
            if let Some(slot) = index.slot_of(entity, state) {
                copies[slot] = *looker;
            }
        }
        let mut tables: [&[NeighborQuery]; FEW_TABLES] = [&[]; FEW_TABLES];
        tables[0] = copies;
        Self(tables)
    }

    /// The agent in a slot.
    #[inline(always)]
    pub(super) fn of(&self, slot: u32) -> &'a NeighborQuery {
        let mut row = slot as usize;
        let mut tables = self.0.iter();
        loop {
            let table = tables.next().expect("every slot is some table's row");
            match table.get(row) {
                Some(looker) => return looker,
                None => row -= table.len(),
            }
        }
    }
}

/// The tables, if they are few and their rows are the slots. A game's commands may have moved an
/// agent to another table since it was indexed: the entities tell.
fn tables_in_order<'a>(
    agents: &'a Query<SearchingAgent>,
    index: &AgentIndex,
) -> Option<[&'a [NeighborQuery]; FEW_TABLES]> {
    if !index.is_in_order() {
        return None;
    }
    let mut expected = index.entities();
    let mut in_order: [&[NeighborQuery]; FEW_TABLES] = [&[]; FEW_TABLES];
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    let tables = tables.filter(|(.., is_hidden)| !is_hidden);
    for (number, (entities, _, lookers, ..)) in tables.enumerate() {
        let (own, later) = expected.split_at_checked(entities.len())?;
        if own != entities {
            return None;
        }
        expected = later;
        *in_order.get_mut(number)? = lookers;
    }
    expected.is_empty().then_some(in_order)
}
