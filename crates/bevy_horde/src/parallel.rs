//! When a stage is worth threads.

use bevy::ecs::batching::BatchingStrategy;
use bevy::ecs::query::{IterQueryData, QueryFilter, QueryItem};
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;

/// Fewer agents than this are dealt with sooner by one thread than several can be woken.
pub(crate) const AGENTS_WORTH_THREADS: usize = 2_000;
/// The fewest agents that a task is made for.
const AGENTS_PER_TASK: usize = 1_000;

/// Whether work on so many agents is worth more than one thread, and there is more than one.
pub(crate) fn is_worth_threads(agents: usize) -> bool {
    agents >= AGENTS_WORTH_THREADS
        && ComputeTaskPool::try_get().is_some_and(|pool| pool.thread_num() > 1)
}

/// Calls `visit` for every agent of a query: on the threads of Bevy's compute pool when there are enough agents, else here.
pub(crate) fn for_each_agent<'w, 's, D: IterQueryData, F: QueryFilter>(
    agents: &'w mut Query<'_, 's, D, F>,
    visit: impl Fn(QueryItem<'w, 's, D>) + Send + Sync + Clone,
) {
    if is_query_worth_threads(agents) {
        agents
            .par_iter_mut()
            .batching_strategy(BatchingStrategy::new().min_batch_size(AGENTS_PER_TASK))
            .for_each(visit);
    } else {
        agents.iter_mut().for_each(visit);
    }
}

fn is_query_worth_threads<D: IterQueryData, F: QueryFilter>(agents: &Query<D, F>) -> bool {
    let (_, count) = agents.as_readonly().iter().size_hint();
    is_worth_threads(count.unwrap_or(usize::MAX))
}
