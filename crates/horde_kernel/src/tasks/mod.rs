//! Work on many agents, cut into tasks that threads share.
//!
//! [`for_each_batch`] cuts work by the number of agents alone, so sums over batches do not depend
//! on the number of threads.

mod columns;

pub use columns::{Columns, FirstRow, OnePerBatch, columns};

use bevy_tasks::ComputeTaskPool;
use core::ops::Range;
use pulp::{Arch, Simd, WithSimd};
use smallvec::SmallVec;

/// With fewer agents of low cost than this, one thread is done before others wake up.
const AGENTS_WORTH_THREADS: usize = 2_000;
/// Enough tasks for the threads of most machines, and for a short wait for the last one.
pub const ENOUGH_TASKS: usize = 16;

/// The amount of work for each agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Little work.
    Low,
    /// Four times as much work: an agent avoids others, looks for obstacles or feels for walls.
    High,
}

impl Cost {
    /// The number of agents of low cost that need as much work as one agent of this cost.
    pub fn factor(self) -> usize {
        match self {
            Self::Low => 1,
            Self::High => 4,
        }
    }

    /// Whether this number of agents is worth several threads, and there are several.
    pub fn is_worth_threads(self, agents: usize) -> bool {
        agents.saturating_mul(self.factor()) >= AGENTS_WORTH_THREADS && threads() > 1
    }
}

/// The number of threads that share tasks.
pub fn threads() -> usize {
    ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num())
}

/// Calls `work` for every task: if `is_parallel`, on the threads of the compute pool; else here,
/// in order.
pub fn for_each_task<T: Send>(
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

/// The rows of a batch in a large crowd, at most.
const MOST_ROWS_PER_BATCH: usize = 2048;
/// The rows of a batch in a small crowd, at least; the last batch of a table may have fewer.
const FEWEST_ROWS_PER_BATCH: usize = 256;

/// Rows that go through several short loops together: few enough for the fastest memory.
pub const ROWS_AT_ONCE: usize = 64;

/// The number of tables that need no heap memory; games rarely have more kinds of agents.
pub const FEW_TABLES: usize = 8;

/// Calls `work` for every batch of every table. Uses the threads of the compute pool if the
/// number of agents and the `cost` of each are worth it. Else this thread does all work, in order.
///
/// `work` is compiled for the wider instructions, as far as it is inlined.
pub fn for_each_batch<C: Columns>(
    arch: Arch,
    cost: Cost,
    tables: impl Iterator<Item = C>,
    work: impl Fn(C::Batch) + Send + Sync,
) where
    C::Batch: Send,
{
    let tables: SmallVec<[C; FEW_TABLES]> = tables.collect();
    let agents = tables.iter().map(|table| table.rows().unwrap_or(0)).sum();
    let rows = rows_per_batch(agents);
    let batches = tables.into_iter().flat_map(|table| table.batches(rows));
    for_each_task(cost.is_worth_threads(agents), batches, |batch| {
        work_on_batch(arch, batch, &work);
    });
}

// Not inlined, or the work would be compiled once for every caller.
#[inline(never)]
fn work_on_batch<P, W: Fn(P)>(arch: Arch, batch: P, work: &W) {
    arch.dispatch(Batch { batch, work });
}

/// Work on a batch, compiled for every kind of vector instructions.
struct Batch<'a, P, W> {
    batch: P,
    work: &'a W,
}

impl<P, W: Fn(P)> WithSimd for Batch<'_, P, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        (self.work)(self.batch);
    }
}

/// Cuts `rows` into spans of [`ROWS_AT_ONCE`], first to last.
pub fn rows_at_once(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let firsts = (0..rows).step_by(ROWS_AT_ONCE);
    firsts.map(move |first| first..(first + ROWS_AT_ONCE).min(rows))
}

/// The number of batches of a table of `rows`, in a crowd of `agents`: for [`OnePerBatch`].
pub fn batches(rows: usize, agents: usize) -> usize {
    rows.div_ceil(rows_per_batch(agents))
}

/// Rows of a batch in a crowd of `agents`.
///
/// The number does not depend on that of threads, because sums over batches must not.
fn rows_per_batch(agents: usize) -> usize {
    let even = agents.div_ceil(ENOUGH_TASKS);
    even.clamp(FEWEST_ROWS_PER_BATCH, MOST_ROWS_PER_BATCH)
        .next_multiple_of(ROWS_AT_ONCE)
}

#[cfg(test)]
mod tests;
