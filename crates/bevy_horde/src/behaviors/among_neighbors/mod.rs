//! The system of all rules about neighbors: flocking and avoidance share one search.
//!
//! A task gathers the agents of a chunk of ranks as columns. Groups of them search together, one
//! agent in each lane, and the rules turn the found neighbors into forces.

mod chunk;
mod columns;
mod gather;
mod rules;
mod task;
mod traced;

pub(crate) use rules::{RuleSources, resolve_neighbor_rules};

use super::targets::Chases;
use crate::arbitration::NeighborForces;
use crate::obstacle::{ObstacleIndex, obstacle_of};
use crate::parallel::{Cost, ENOUGH_TASKS, for_each_task};
use crate::passing_side::PassingSide;
use crate::perception::{AgentIndex, AgentState, BySlot};
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::trace::{SightLine, SteeringTrace};
use bevy::prelude::*;
use chunk::Chunk;
use columns::{SearchColumns, SearchingAgent, tables};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use gather::Gathering;
use horde_kernel::avoidance::context::AvoidanceContext;
use horde_kernel::avoidance::pairs::Pair;
use horde_kernel::avoidance::records::{
    AvoidanceRecord, AvoidanceRecordLanes, SharedAvoidanceState,
};
use horde_kernel::avoidance::velocity_constraint::VelocityConstraint;
use horde_kernel::crowd::body::Body;
use horde_kernel::crowd::columns::AGENTS_PER_CHUNK;
use horde_kernel::math::lanes::F32Lanes;
use horde_kernel::math::vector::Side;
use horde_kernel::neighbors::block::{Block, Chase};
use horde_kernel::neighbors::cutoff::NeighborCutoff;
use horde_kernel::neighbors::group::Group;
use horde_kernel::neighbors::search::{Scratch, Search};
use pulp::Simd;
use std::sync::{Mutex, MutexGuard, PoisonError};
use task::{RuleViews, Task};
use traced::record;

/// Chunks of agents that one task steers, at most.
const MOST_CHUNKS: usize = 8;
/// A task with constraints reserves memory for this many per agent: enough except in dense crowds.
const CONSTRAINTS_PER_AGENT: usize = 2;

/// The rules' data of all agents, and memory that is kept for the next tick.
#[derive(Resource, Default)]
pub(crate) struct NeighborSearch {
    /// The avoidance data by slot; empty when no agent avoids others.
    avoidance_records: Vec<AvoidanceRecord>,
    /// The avoidance data that every pair reads, by rank in cell order.
    shared_avoidance_states: Vec<SharedAvoidanceState>,
    /// The chased agents by rank in cell order; empty when no agent heads for an agent.
    chases: Vec<Chase>,
    /// The chased agents by slot.
    chases_by_slot: Vec<Chase>,
    /// The memory of tasks, one for each task that runs at the same time.
    scratches: Mutex<Vec<TaskScratch>>,
    /// The number of bodies near enough to examine, summed over all groups and all rounds of their
    /// searches.
    candidates_examined: AtomicUsize,
}

/// Memory of a task.
#[derive(Default)]
struct TaskScratch {
    search: Scratch,
    chunk: Box<Chunk>,
    pairs: Vec<Pair>,
}

/// The data that an agent's rules read.
struct Neighborhood<'a> {
    index: &'a AgentIndex,
    obstacles: &'a ObstacleIndex,
    agents: BySlot<'a, SearchColumns<'a>>,
    avoidance_records: &'a [AvoidanceRecord],
    shared_avoidance_states: &'a [SharedAvoidanceState],
    chases: &'a [Chase],
    passing_side: Side,
}

/// Separation, alignment, cohesion and agent avoidance, for every agent that has any of them.
pub(crate) fn steer_among_neighbors(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    passing_side: Res<PassingSide>,
    simd_level: Res<SimdLevel>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    chases: Res<Chases>,
    agents: Query<SearchingAgent>,
    // Local
    mut rows: Local<Vec<(u32, u32)>>,
    mut search: ResMut<NeighborSearch>,
    // Output
    mut forces: ResMut<NeighborForces>,
    mut traces: Query<(Entity, &AgentState, &mut SteeringTrace)>,
) {
    forces.clear();
    let has_chases = chases.take();
    *search.candidates_examined.get_mut() = 0;
    if !index.any_agent_searches() {
        return;
    }
    let search = &mut *search;
    let tables = tables(&agents);
    let agents = BySlot::new(&index, &tables, &mut rows);
    let gathering = Gathering {
        agents: &agents,
        index: &index,
        simd_level: *simd_level,
        tick: time.delta_secs(),
    };
    search.gather(&gathering, has_chases);
    let neighborhood = Neighborhood {
        index: &index,
        obstacles: &obstacles,
        agents,
        avoidance_records: &search.avoidance_records,
        shared_avoidance_states: &search.shared_avoidance_states,
        chases: &search.chases,
        passing_side: passing_side.side(*space),
    };
    let (scratches, candidates_examined) = (&search.scratches, &search.candidates_examined);
    let per_task = agents_per_task(index.len());
    let tasks = index.len().div_ceil(per_task);
    let (sink, constraints) = forces.start(index.len(), tasks, neighborhood.avoids());
    let arch = simd_level.arch();
    let steer = |(task, constraints): (usize, &mut Vec<VelocityConstraint>)| {
        let mut scratch = locked(scratches).pop().unwrap_or_default();
        constraints.clear();
        arch.dispatch(Task {
            neighborhood: &neighborhood,
            task,
            per_task,
            sink,
            constraints,
            scratch: &mut scratch,
        });
        candidates_examined.fetch_add(scratch.search.take_candidates_examined(), Relaxed);
        locked(scratches).push(scratch);
    };
    let cost = if neighborhood.avoids() {
        Cost::High
    } else {
        Cost::Low
    };
    let is_parallel = cost.is_worth_threads(index.len());
    for_each_task(is_parallel, constraints.iter_mut().enumerate(), steer);
    if !traces.is_empty() {
        let scratch = &mut *locked(scratches);
        let scratch = scratch
            .last_mut()
            .expect("every task gives its memory back");
        record(&neighborhood, forces.read(), scratch, &mut traces);
    }
}

impl NeighborSearch {
    /// The number of bodies examined in this tick; a body that several agents examine together
    /// counts once.
    pub(crate) fn candidates_examined(&self) -> usize {
        self.candidates_examined.load(Relaxed)
    }
}

impl Neighborhood<'_> {
    /// Whether any agent avoids others.
    fn avoids(&self) -> bool {
        !self.avoidance_records.is_empty()
    }

    /// Finds the neighbors that count for the agents of a group. Calls `record` with each tested
    /// line of sight.
    #[inline(always)]
    fn search<S: Simd>(
        &self,
        group: &Group,
        block: &Block<S>,
        views: &RuleViews<S>,
        scratch: &mut TaskScratch,
        mut record: impl FnMut(SightLine),
    ) -> NeighborCutoff<S> {
        let TaskScratch {
            search: memory,
            chunk,
            ..
        } = scratch;
        let search = Search {
            crowd: self.index.crowd(),
            group,
            block,
            views,
        };
        if chunk.common.needs_sight && chunk.needs_sight.get(group.first) != 0 {
            let entities = self.index.entities();
            search.look_for_visible(
                self.obstacles,
                |slot| obstacle_of(entities[slot as usize]),
                memory,
                |from, to, is_clear| record(SightLine { from, to, is_clear }),
            )
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
            ids: self.index.ids(),
            shared_avoidance_states: self.shared_avoidance_states,
            chases: self.chases,
            passing_side: self.passing_side,
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
