//! When a stage is worth threads.

use bevy::ecs::batching::BatchingStrategy;
use bevy::ecs::query::{IterQueryData, QueryFilter, QueryItem};
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;

/// Fewer agents than this are dealt with sooner by one thread than several can be woken, where each is little work.
pub(crate) const AGENTS_WORTH_THREADS: usize = 2_000;
/// Where agents avoid others, look for obstacles or feel for walls, which is costly, one is as much work as so many elsewhere.
const COSTLY: usize = 4;
/// The fewest agents that a task is made for, where each is little work.
const AGENTS_PER_TASK: usize = 1_000;
/// So many tasks occupy the threads of most machines, and none waits long for the last.
pub(crate) const ENOUGH_TASKS: usize = 16;

/// Whether work on so many agents is worth more than one thread, and there is more than one.
pub(crate) fn is_worth_threads(agents: usize) -> bool {
    agents >= AGENTS_WORTH_THREADS
        && ComputeTaskPool::try_get().is_some_and(|pool| pool.thread_num() > 1)
}

/// The same where it is costly: where agents avoid others, look for obstacles or feel for walls.
pub(crate) fn is_costly_work_worth_threads(agents: usize) -> bool {
    is_worth_threads(agents.saturating_mul(COSTLY))
}

/// Calls `visit` for every agent of a query: on the threads of Bevy's compute pool when there are enough agents, else here.
pub(crate) fn for_each_agent<'w, 's, D: IterQueryData, F: QueryFilter>(
    agents: &'w mut Query<'_, 's, D, F>,
    visit: impl Fn(QueryItem<'w, 's, D>) + Send + Sync + Clone,
) {
    if is_worth_threads(most_in(agents)) {
        share(agents, AGENTS_PER_TASK, visit);
    } else {
        agents.iter_mut().for_each(visit);
    }
}

/// The same for costly work.
pub(crate) fn for_each_costly_agent<'w, 's, D: IterQueryData, F: QueryFilter>(
    agents: &'w mut Query<'_, 's, D, F>,
    visit: impl Fn(QueryItem<'w, 's, D>) + Send + Sync + Clone,
) {
    if is_costly_work_worth_threads(most_in(agents)) {
        share(agents, AGENTS_PER_TASK / COSTLY, visit);
    } else {
        agents.iter_mut().for_each(visit);
    }
}

/// Calls `visit` on all threads, each with so many agents at least.
fn share<'w, 's, D: IterQueryData, F: QueryFilter>(
    agents: &'w mut Query<'_, 's, D, F>,
    fewest: usize,
    visit: impl Fn(QueryItem<'w, 's, D>) + Send + Sync + Clone,
) {
    let batches = BatchingStrategy::new().min_batch_size(fewest);
    agents
        .par_iter_mut()
        .batching_strategy(batches)
        .for_each(visit);
}

/// How many agents a query holds, at most.
fn most_in<D: IterQueryData, F: QueryFilter>(agents: &Query<D, F>) -> usize {
    let (_, count) = agents.as_readonly().iter().size_hint();
    count.unwrap_or(usize::MAX)
}
