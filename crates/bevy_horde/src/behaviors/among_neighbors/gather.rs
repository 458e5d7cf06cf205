//! The rules' data of all agents, gathered from their components.

use super::NeighborSearch;
use super::columns::SearchColumns;
use crate::parallel::Cost;
use crate::perception::{AgentIndex, BySlot};
use crate::simd_level::SimdLevel;
use crate::tables::for_each_batch;

impl NeighborSearch {
    /// Gathers the rules' data of all agents: by slot, and what every pair reads by rank.
    pub(super) fn gather(&mut self, gathering: &Gathering, has_chases: bool) {
        let Gathering { index, tick, .. } = *gathering;
        gathering.by_slot(
            index.avoids(),
            #[inline(always)]
            |columns, row| columns.avoidance_record(row, tick),
            &mut self.avoidance_records,
        );
        gathering.by_rank(
            &self.avoidance_records,
            |record| record.shared_avoidance_state,
            &mut self.shared_avoidance_states,
        );
        gathering.by_slot(
            has_chases,
            #[inline(always)]
            |columns, row| columns.chase(row, index),
            &mut self.chases_by_slot,
        );
        gathering.by_rank(&self.chases_by_slot, |chase| *chase, &mut self.chases);
    }
}

/// The agents whose data is gathered.
pub(super) struct Gathering<'a> {
    pub(super) agents: &'a BySlot<'a, SearchColumns<'a>>,
    pub(super) index: &'a AgentIndex,
    pub(super) simd_level: SimdLevel,
    pub(super) tick: f32,
}

impl Gathering<'_> {
    /// Reads a record of every agent, by slot; none unless `is_needed`. Agents that have been
    /// despawned or hidden get the default.
    #[inline(always)]
    fn by_slot<T: Default + Send>(
        &self,
        is_needed: bool,
        read: impl Fn(&SearchColumns, usize) -> T + Send + Sync,
        by_slot: &mut Vec<T>,
    ) {
        let count = if is_needed { self.index.len() } else { 0 };
        by_slot.resize_with(count, T::default);
        self.agents.fill(self.simd_level, by_slot, read);
    }

    /// Puts a part of every record into the order of the cells.
    fn by_rank<T: Sync, U: Copy + Default + Send>(
        &self,
        by_slot: &[T],
        part: impl Fn(&T) -> U + Send + Sync,
        by_rank: &mut Vec<U>,
    ) {
        by_rank.resize(by_slot.len(), U::default());
        let bodies = &self.index.bodies()[..by_slot.len()];
        for_each_batch(
            self.simd_level,
            Cost::Low,
            core::iter::once((bodies, &mut **by_rank)),
            #[inline(always)]
            |(bodies, parts)| {
                for (body, sorted) in bodies.iter().zip(parts) {
                    *sorted = part(&by_slot[body.slot as usize]);
                }
            },
        );
    }
}
