//! Agents of a query, on the threads of Bevy's compute pool.

use bevy::ecs::batching::BatchingStrategy;
use bevy::ecs::query::{IterQueryData, QueryFilter, QueryItem};
use bevy::prelude::*;

pub(crate) use horde_kernel::tasks::Cost;

/// The fewest agents of low cost in a task.
const AGENTS_PER_TASK: usize = 1_000;

/// Calls `visit` for every agent of a query, on the threads of Bevy's compute pool if the work is
/// worth them.
pub(crate) fn for_each_agent<'w, 's, D: IterQueryData, F: QueryFilter>(
    agents: &'w mut Query<'_, 's, D, F>,
    cost: Cost,
    visit: impl Fn(QueryItem<'w, 's, D>) + Send + Sync + Clone,
) {
    let (_, most) = agents.as_readonly().iter().size_hint();
    if cost.is_worth_threads(most.unwrap_or(usize::MAX)) {
        let fewest = AGENTS_PER_TASK / cost.factor();
        let batches = BatchingStrategy::new().min_batch_size(fewest);
        let agents = agents.par_iter_mut().batching_strategy(batches);
        agents.for_each(visit);
    } else {
        agents.iter_mut().for_each(visit);
    }
}
