//! Agents as flat arrays, by row while the system reads them.

use crate::agent_id::AgentId;
use crate::tables::columns;
use bevy::prelude::*;
use core::ops::Range;
use horde_kernel::step::agent::Agent;
use horde_kernel::step::crowd::{Rows, Summary};

columns! {
    /// A part of the rows, to be written.
    pub(super) struct RowsMut<'a> {
        pub(super) entities: &'a mut [Entity],
        pub(super) ids: &'a mut [u64],
        pub(super) agents: &'a mut [Agent],
        pub(super) settings: &'a mut [u32],
        pub(super) remainders: &'a mut [Vec2],
    }
}

/// What is known of a batch of rows.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) summary: Summary,
    /// Whether the rows are in the order of the stable ids.
    pub(super) is_in_order: bool,
    /// The first and the last agent of the batch.
    pub(super) ends: Option<(Key, Key)>,
}

/// The key that agents are sorted by.
pub(super) type Key = (u64, Entity);

impl<'a> RowsMut<'a> {
    pub(super) fn new(entities: &'a mut [Entity], rows: &'a mut Rows) -> Self {
        Self {
            entities,
            ids: &mut rows.ids,
            agents: &mut rows.agents,
            settings: &mut rows.settings,
            remainders: &mut rows.remainders,
        }
    }

    /// Writes the identity of the agents in these rows.
    #[inline(always)]
    pub(super) fn identify(&mut self, rows: Range<usize>, ids: &[AgentId], entities: &[Entity]) {
        let (known_ids, known) = (&mut self.ids[rows.clone()], &mut self.entities[rows]);
        let all = known_ids.iter().zip(&*known).zip(ids.iter().zip(entities));
        // Most rows keep their agents. Comparing first saves the writes back to memory.
        let are_known = all.fold(true, |are, ((known_id, known), (id, entity))| {
            are & (*known_id == id.0) & (known == entity)
        });
        if !are_known {
            let all = known_ids.iter_mut().zip(known);
            for ((known_id, known), (id, entity)) in all.zip(ids.iter().zip(entities)) {
                (*known_id, *known) = (id.0, *entity);
            }
        }
    }

    /// Splits off the first `length` rows; `None` when there are fewer.
    pub(super) fn split_off(&mut self, length: usize) -> Option<Self> {
        Some(Self {
            entities: self.entities.split_off_mut(..length)?,
            ids: self.ids.split_off_mut(..length)?,
            agents: self.agents.split_off_mut(..length)?,
            settings: self.settings.split_off_mut(..length)?,
            remainders: self.remainders.split_off_mut(..length)?,
        })
    }
}
