//! The rules of all agents about their neighbors: flocking and avoidance share one search.
//!
//! A task gathers the agents of a chunk of ranks as columns. Groups of them search together, one
//! agent in each lane, and the rules turn the found neighbors into forces.

mod chunk;
mod explained;
mod forces;
mod task;

pub use explained::NeighborReport;
pub(super) use forces::NeighborForces;

use crate::avoidance::context::AvoidanceContext;
use crate::avoidance::pairs::Pair;
use crate::avoidance::records::{
    AvoidanceRecord, AvoidanceRecordLanes, AvoidingAgent, SharedAvoidanceState,
};
use crate::crowd::body::Body;
use crate::crowd::columns::AGENTS_PER_CHUNK;
use crate::math::lanes::F32Lanes;
use crate::neighbors::block::{Block, Chase};
use crate::neighbors::cutoff::NeighborCutoff;
use crate::neighbors::group::Group;
use crate::neighbors::search::{Scratch, Search};
use crate::step::Surroundings;
use crate::step::crowd::Crowd;
use crate::step::intent::Intents;
use crate::tasks::{Cost, ENOUGH_TASKS, FirstRow, for_each_batch, for_each_task};
use chunk::Chunk;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use forces::TaskForces;
use glam::Vec2;
use pulp::Simd;
use std::sync::{Mutex, MutexGuard, PoisonError};
use task::{RuleViews, Task};

/// Chunks of agents that one task steers, at most.
const MOST_CHUNKS: usize = 8;
/// A task with constraints reserves memory for this many per agent: enough except in dense crowds.
const CONSTRAINTS_PER_AGENT: usize = 2;

/// The search of all agents, and memory that is kept for the next tick.
#[derive(Default)]
pub(super) struct NeighborSearch {
    /// The data of avoidance by slot; empty when no agent avoids others.
    avoidance_records: Vec<AvoidanceRecord>,
    /// The part of it that every pair reads, by rank.
    shared_avoidance_states: Vec<SharedAvoidanceState>,
    /// The chased agents by rank; empty when no agent heads for an agent.
    chases: Vec<Chase>,
    chases_by_slot: Vec<Chase>,
    /// The memory of tasks, one for each task that runs at the same time.
    scratches: Mutex<Vec<TaskScratch>>,
    /// The number of bodies near enough to examine, summed over all groups and all rounds of their
    /// searches. A body that several agents examine together counts once.
    pub(super) candidates_examined: usize,
}

/// Memory of a task.
#[derive(Default)]
struct TaskScratch {
    search: Scratch,
    chunk: Box<Chunk>,
    pairs: Vec<Pair>,
}

/// The data that an agent's rules read.
struct Neighborhood<'a, I: ?Sized> {
    crowd: &'a Crowd,
    surroundings: &'a Surroundings<'a>,
    intents: &'a I,
    avoidance_records: &'a [AvoidanceRecord],
    shared_avoidance_states: &'a [SharedAvoidanceState],
    chases: &'a [Chase],
}

impl NeighborSearch {
    /// Computes the forces of separation, alignment, cohesion and avoidance.
    pub(super) fn steer<I: Intents + ?Sized>(
        &mut self,
        // Inputs
        crowd: &Crowd,
        intents: &I,
        surroundings: &Surroundings,
        // Output
        forces: &mut NeighborForces,
    ) {
        forces.clear();
        self.candidates_examined = 0;
        if !crowd.summary.ranges.any_agent_searches() {
            return;
        }
        self.gather(crowd, intents, surroundings);
        let per_task = agents_per_task(crowd.len());
        let scratches = core::mem::take(&mut self.scratches);
        let examined = AtomicUsize::new(0);
        let neighborhood = self.neighborhood(crowd, intents, surroundings);
        let arch = surroundings.arch;
        let steer = |(task, forces): (usize, TaskForces)| {
            let mut scratch = locked(&scratches).pop().unwrap_or_default();
            arch.dispatch(Task {
                neighborhood: &neighborhood,
                task,
                per_task,
                forces,
                scratch: &mut scratch,
            });
            examined.fetch_add(scratch.search.take_candidates_examined(), Relaxed);
            locked(&scratches).push(scratch);
        };
        let avoids = neighborhood.avoids();
        let cost = if avoids { Cost::High } else { Cost::Low };
        let tasks = forces.start(crowd.len(), per_task, avoids);
        for_each_task(cost.is_worth_threads(crowd.len()), tasks.enumerate(), steer);
        self.scratches = scratches;
        self.candidates_examined = examined.into_inner();
    }

    /// Gathers what pairs read, by rank.
    fn gather<I: Intents + ?Sized>(
        &mut self,
        crowd: &Crowd,
        intents: &I,
        surroundings: &Surroundings,
    ) {
        let bodies = &*crowd.bodies().bodies;
        let arch = surroundings.arch;
        let count = if crowd.summary.totals.avoids {
            bodies.len()
        } else {
            0
        };
        self.avoidance_records
            .resize_with(count, AvoidanceRecord::default);
        self.shared_avoidance_states
            .resize_with(count, SharedAvoidanceState::default);
        // By slot first: there what agents want lies side by side.
        for_each_batch(
            arch,
            Cost::Low,
            core::iter::once((FirstRow(0), &mut *self.avoidance_records)),
            #[inline(always)]
            |(first, records)| {
                for (slot, record) in (first.0..).zip(records) {
                    *record = avoidance_record(crowd, slot, intents, surroundings.tick);
                }
            },
        );
        let records = &*self.avoidance_records;
        for_each_batch(
            arch,
            Cost::Low,
            core::iter::once((&bodies[..count], &mut *self.shared_avoidance_states)),
            #[inline(always)]
            |(bodies, states)| {
                for (body, state) in bodies.iter().zip(states) {
                    *state = records[body.slot as usize].shared_avoidance_state;
                }
            },
        );
        let count = if intents.is_empty() { 0 } else { bodies.len() };
        self.chases_by_slot.resize(count, Chase::NONE);
        let has_chases = AtomicBool::new(false);
        for_each_batch(
            arch,
            Cost::Low,
            core::iter::once((FirstRow(0), &mut *self.chases_by_slot)),
            #[inline(always)]
            |(first, chases)| {
                let mut has_any = false;
                for (slot, chase) in (first.0..).zip(chases) {
                    *chase = intents.chase(slot);
                    has_any |= *chase != Chase::NONE;
                }
                if has_any {
                    has_chases.store(true, Relaxed);
                }
            },
        );
        let count = if has_chases.into_inner() { count } else { 0 };
        self.chases.resize(count, Chase::NONE);
        let by_slot = &*self.chases_by_slot;
        for_each_batch(
            arch,
            Cost::Low,
            core::iter::once((&bodies[..count], &mut *self.chases)),
            #[inline(always)]
            |(bodies, chases)| {
                for (body, chase) in bodies.iter().zip(chases) {
                    *chase = by_slot[body.slot as usize];
                }
            },
        );
    }

    fn neighborhood<'a, I: Intents + ?Sized>(
        &'a self,
        crowd: &'a Crowd,
        intents: &'a I,
        surroundings: &'a Surroundings<'a>,
    ) -> Neighborhood<'a, I> {
        Neighborhood {
            crowd,
            surroundings,
            intents,
            avoidance_records: &self.avoidance_records,
            shared_avoidance_states: &self.shared_avoidance_states,
            chases: &self.chases,
        }
    }
}

/// The avoidance record of the agent in a slot. An agent that an impulse throws cannot avoid.
#[inline(always)]
fn avoidance_record<I: Intents + ?Sized>(
    crowd: &Crowd,
    slot: usize,
    intents: &I,
    tick: f32,
) -> AvoidanceRecord {
    let (agent, intent) = (&crowd.rows.agents[slot], intents.of(slot));
    if !agent.is_moving() || agent.is_thrown() {
        return AvoidanceRecord::default();
    }
    let number = crowd.rows.settings[slot];
    let settings = crowd.settings.get(number);
    let rule = crowd.settings.avoidance(number).filter(|_| agent.avoids);
    let agent = AvoidingAgent {
        position: agent.position,
        velocity: agent.velocity,
        radius: agent.body_radius,
        limits: agent.motion_limits(tick),
        goal: intent
            .goal
            .map(|goal| (goal.position, goal.preferred_velocity)),
        filters: settings.filters,
        perceives: settings.max_neighbors > 0,
        updates: agent.is_updating(),
        precedence: intent.precedence,
    };
    AvoidanceRecord::new(rule, &agent)
}

impl<I: Intents + ?Sized> Neighborhood<'_, I> {
    /// Whether any agent avoids others.
    fn avoids(&self) -> bool {
        !self.avoidance_records.is_empty()
    }

    /// Finds the neighbors that count for the agents of a group. Calls `record` with the ends of
    /// each tested line of sight, and whether it is clear.
    #[inline(always)]
    fn search<S: Simd>(
        &self,
        group: &Group,
        block: &Block<S>,
        views: &RuleViews<S>,
        scratch: &mut TaskScratch,
        record: impl FnMut(Vec2, Vec2, bool),
    ) -> NeighborCutoff<S> {
        let TaskScratch {
            search: memory,
            chunk,
            ..
        } = scratch;
        let search = Search {
            crowd: self.crowd.bodies(),
            group,
            block,
            views,
        };
        if chunk.common.needs_sight && chunk.needs_sight.get(group.first) != 0 {
            let own = |slot| (self.surroundings.obstacle_on)(slot);
            search.look_for_visible(self.surroundings.obstacles, own, memory, record)
        } else {
            search.look_round(memory)
        }
    }

    /// The agents of a group that avoid others, and the bodies near them.
    #[inline(always)]
    fn context<'a, S: Simd>(
        &'a self,
        block: &'a Block<S>,
        record: AvoidanceRecordLanes<S>,
        range_squared: F32Lanes<S>,
        candidates: &'a [Body],
        cutoff: &'a NeighborCutoff<S>,
    ) -> AvoidanceContext<'a, S> {
        AvoidanceContext {
            block,
            avoider: record.avoider,
            own_state: record.shared_avoidance_state,
            range_squared,
            candidates,
            cutoff,
            ids: &self.crowd.rows.ids,
            shared_avoidance_states: self.shared_avoidance_states,
            chases: self.chases,
            passing_side: self.surroundings.passing_side,
        }
    }
}

/// The number of agents that one task steers.
fn agents_per_task(agents: usize) -> usize {
    let chunks = agents.div_ceil(ENOUGH_TASKS * AGENTS_PER_CHUNK);
    chunks.clamp(1, MOST_CHUNKS) * AGENTS_PER_CHUNK
}

fn locked(scratches: &Mutex<Vec<TaskScratch>>) -> MutexGuard<'_, Vec<TaskScratch>> {
    // A scratch holds nothing that a panic could leave half done.
    scratches.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::agents_per_task;

    #[test]
    fn a_task_is_a_sixteenth_in_whole_chunks_within_bounds() {
        for (agents, in_task) in [
            (1, 128),
            (2_048, 128),
            (2_049, 256),
            (16_384, 1_024),
            (1_000_000, 1_024),
        ] {
            assert_eq!(agents_per_task(agents), in_task, "{agents}");
        }
    }
}
