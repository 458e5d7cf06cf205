//! Fills data that is indexed by slot, table by table.

use super::AgentState;
use crate::parallel::Cost;
use crate::simd_level::SimdLevel;
use crate::tables::{Columns, FirstRow, for_each_batch};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Calls `fill` with every batch of every table and the matching part of `targets`.
///
/// `targets` are indexed by slot. Rows are slots if the tables hold the agents in the order of
/// their ids. Returns `false` if rows are not slots; then the filled data is invalid. A game's
/// commands may have moved an agent to another table since the index was made. `fill` has to be
/// inlined, or it is compiled without the wider instructions.
#[inline(always)]
pub(crate) fn fill_by_slot<'a, C: Columns, T: Send>(
    // Inputs
    simd_level: SimdLevel,
    tables: impl Iterator<Item = (&'a [AgentState], C)>,
    // Output
    mut targets: &mut [T],
    fill: impl Fn(&[AgentState], C::Batch, &mut [T]) + Send + Sync,
) -> bool
where
    C::Batch: Send,
{
    let count = targets.len();
    let is_misplaced = AtomicBool::new(false);
    let mut first_row = 0;
    let batches = tables.map_while(|(states, columns)| {
        let rows = states.len();
        let Some(own) = targets.split_off_mut(..rows) else {
            is_misplaced.store(true, Relaxed);
            return None;
        };
        first_row += rows;
        Some((states, columns, FirstRow(first_row - rows), own))
    });
    for_each_batch(
        simd_level,
        Cost::Low,
        batches,
        #[inline(always)]
        |(states, columns, first_row, own)| {
            let is_slot = |(row, state): (usize, &AgentState)| state.slot() == Some(row);
            if !(first_row.0..).zip(states).all(is_slot) {
                is_misplaced.store(true, Relaxed);
            }
            fill(states, columns, own);
        },
    );
    first_row == count && !is_misplaced.into_inner()
}
