//! When work is worth threads, and how threads share it.

use bevy::ecs::batching::BatchingStrategy;
use bevy::ecs::query::{IterQueryData, QueryFilter, QueryItem};
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;

/// With fewer agents of low cost than this, one thread is done before others wake up.
const AGENTS_WORTH_THREADS: usize = 2_000;
/// The fewest agents of low cost in a task.
const AGENTS_PER_TASK: usize = 1_000;
/// Enough tasks for the threads of most machines, and for a short wait for the last one.
pub(crate) const ENOUGH_TASKS: usize = 16;

/// The amount of work for each agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cost {
    /// Little work.
    Low,
    /// Four times as much work: an agent avoids others, looks for obstacles or feels for walls.
    High,
}

impl Cost {
    /// The number of agents of low cost that need as much work as one agent of this cost.
    fn factor(self) -> usize {
        match self {
            Self::Low => 1,
            Self::High => 4,
        }
    }

    /// Whether this number of agents is worth several threads, and there are several.
    pub(crate) fn is_worth_threads(self, agents: usize) -> bool {
        agents.saturating_mul(self.factor()) >= AGENTS_WORTH_THREADS
            && ComputeTaskPool::try_get().is_some_and(|pool| pool.thread_num() > 1)
    }
}

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

/// Calls `work` for every task: if `is_parallel`, on the threads of Bevy's compute pool; else here,
/// in order.
pub(crate) fn for_each_task<T: Send>(
    is_parallel: bool,
    tasks: impl Iterator<Item = T>,
    work: impl Fn(T) + Sync,
) {
    match ComputeTaskPool::try_get() {
        Some(pool) if is_parallel => {
            let work = &work;
            pool.scope(|scope| {
                for task in tasks {
                    scope.spawn(async move { work(task) });
                }
            });
        }
        _ => tasks.for_each(work),
    }
}
