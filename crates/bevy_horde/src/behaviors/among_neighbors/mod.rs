//! The one search in which all rules about neighbours look round.
//!
//! Agents lie sorted by cell. A few that are side by side look round together, each in a lane of the machine's vector
//! registers; every body near them is compared with all of them at once, and what does not concern an agent is masked out
//! of its lane. Whatever the number of lanes, an agent's sums run over its neighbours in the order of the cells.

mod avoided;
mod block;
mod chases;
mod closest_approach;
mod columns;
mod crowd;
mod group;
mod lookers;
mod manners;
mod meetings;
mod records;
mod rules;
mod search;
mod society;
mod steps_aside;
mod velocity_limits;

pub(crate) use rules::{NeighborRules, RuleSources, resolve_neighbor_rules};

use super::targets::Chases;
use crate::arbitration::{AvoidanceForce, ForceSink, LimitRange, NO_FORCE, NeighborForces};
use crate::instructions::Instructions;
use crate::kernel::grid::CellGrid;
use crate::kernel::lanes::MOST_LANES;
use crate::kernel::vector::Side;
use crate::kernel::velocity_limit::{TightestLimits, VelocityLimit};
use crate::obstacle::ObstacleIndex;
use crate::parallel::{Cost, ENOUGH_TASKS};
use crate::passing_hand::PassingHand;
use crate::perception::{AgentIndex, Body, Looker};
use crate::trace::{SightLine, SteeringTrace};
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPool};
use block::{AvoiderBlock, Block};
use chases::{Chase, read_chases};
use columns::{AGENTS_PER_CHUNK, ChunkColumns};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use crowd::Crowd;
use group::Group;
use lookers::Lookers;
use manners::{Mannered, read_manners, sort_courtesies};
use meetings::Meeting;
use pulp::{Simd, WithSimd};
use records::{Courtesy, Manners};
use search::{Scratch, look_for_visible, look_round};
use society::{Society, odd_society, society};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Chunks of agents that one task looks round for, at most.
const MOST_CHUNKS: usize = 8;
/// So many limits for each agent there is room for, once a task has any: more than bind where the crowd is not dense.
const LIMITS_PER_AGENT: usize = 2;

/// Everybody's manners in this tick, and memory that is kept for the next.
#[derive(Resource, Default)]
pub(crate) struct NeighborSearch {
    /// By slot; empty when nobody avoids anybody.
    manners: Vec<Manners>,
    /// By place in cell order: read for every pair.
    courtesies: Vec<Courtesy>,
    /// By place in cell order; empty when no agent heads for an agent.
    chases: Vec<Chase>,
    // Scratch: the same by slot.
    chases_by_slot: Vec<Chase>,
    /// Those of agents that do not lie in the order of their slots.
    lookers: Vec<Looker>,
    /// As many as there were tasks at once.
    scratches: Mutex<Vec<TaskScratch>>,
    /// How many bodies were near enough to be looked at, summed over all groups and their rounds.
    looked_at: AtomicUsize,
}

impl NeighborSearch {
    /// How many bodies were looked at in this tick; one that several agents look at together counts once.
    pub(crate) fn looked_at(&self) -> usize {
        self.looked_at.load(Relaxed)
    }
}

/// Memory of a task.
#[derive(Default)]
struct TaskScratch {
    search: Scratch,
    /// Those who look round: fetched one by one they would be waited for.
    agents: Box<ChunkColumns>,
    /// Whom the agents of a group avoid.
    meetings: Vec<Meeting>,
    lines: Vec<(Entity, SightLine)>,
}

/// Everything that an agent's rules look at.
struct Neighborhood<'a> {
    index: &'a AgentIndex,
    /// In cell order.
    bodies: &'a [Body],
    grid: &'a CellGrid,
    lookers: Lookers<'a>,
    manners: &'a [Manners],
    courtesies: &'a [Courtesy],
    chases: &'a [Chase],
    obstacles: &'a ObstacleIndex,
    /// How far a search looks at first.
    usual_reach: f32,
    hand: Side,
}

/// Separation, alignment, cohesion and agent avoidance, for every agent that has any of them.
pub(crate) fn steer_among_neighbors(
    // Inputs
    time: Res<Time>,
    hand: Res<PassingHand>,
    instructions: Res<Instructions>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    chases: Res<Chases>,
    agents: Query<Mannered>,
    // Local
    mut search: ResMut<NeighborSearch>,
    // Output
    mut forces: ResMut<NeighborForces>,
    mut traces: Query<&mut SteeringTrace>,
) {
    forces.clear();
    let has_chases = chases.take();
    let search = &mut *search;
    *search.looked_at.get_mut() = 0;
    if !index.anybody_looks() {
        return;
    }
    let tick = time.delta_secs();
    read_manners(&agents, &index, *instructions, tick, &mut search.manners);
    sort_courtesies(&index, &search.manners, &mut search.courtesies);
    read_chases(
        has_chases,
        &agents,
        &index,
        *instructions,
        &mut search.chases_by_slot,
        &mut search.chases,
    );
    let hood = Neighborhood {
        index: &index,
        bodies: index.bodies(),
        grid: index.grid(),
        lookers: Lookers::new(&agents, &index, &mut search.lookers),
        manners: &search.manners,
        courtesies: &search.courtesies,
        chases: &search.chases,
        obstacles: &obstacles,
        usual_reach: index.cell_size(),
        hand: hand.side(),
    };
    let in_task = agents_per_task(index.len());
    let tasks = index.len().div_ceil(in_task);
    let avoids = !search.manners.is_empty();
    let (sink, limits) = forces.start(index.len(), tasks, avoids);
    let arch = instructions.arch();
    let (scratches, looked_at) = (&search.scratches, &search.looked_at);
    let look_round = |task: usize, limits: &mut Vec<VelocityLimit>| {
        let mut scratch = locked(scratches).pop().unwrap_or_default();
        arch.dispatch(Search {
            hood: &hood,
            task,
            in_task,
            sink,
            limits,
            scratch: &mut scratch,
        });
        looked_at.fetch_add(scratch.search.take_looked_at(), Relaxed);
        locked(scratches).push(scratch);
    };
    let cost = if avoids { Cost::High } else { Cost::Low };
    let is_parallel = cost.is_worth_threads(index.len());
    if is_parallel {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            for (task, limits) in limits.iter_mut().enumerate() {
                let look_round = &look_round;
                scope.spawn(async move { look_round(task, limits) });
            }
        });
    } else {
        for (task, limits) in limits.iter_mut().enumerate() {
            look_round(task, limits);
        }
    }
    for scratch in locked(scratches).iter_mut() {
        for (watched, line) in scratch.lines.drain(..) {
            if let Ok(mut trace) = traces.get_mut(watched) {
                trace.sight_lines.push(line);
            }
        }
    }
}

/// How many agents one task looks round for, of so many.
fn agents_per_task(agents: usize) -> usize {
    let chunks = agents.div_ceil(ENOUGH_TASKS * AGENTS_PER_CHUNK);
    chunks.clamp(1, MOST_CHUNKS) * AGENTS_PER_CHUNK
}

fn locked(scratches: &Mutex<Vec<TaskScratch>>) -> MutexGuard<'_, Vec<TaskScratch>> {
    // A scratch holds nothing that a panic could leave half done.
    scratches.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search of the agents in the places of one task.
struct Search<'a> {
    hood: &'a Neighborhood<'a>,
    task: usize,
    /// Agents of a task.
    in_task: usize,
    sink: ForceSink<'a>,
    limits: &'a mut Vec<VelocityLimit>,
    scratch: &'a mut TaskScratch,
}

impl WithSimd for Search<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        self.limits.clear();
        let first = self.task * self.in_task;
        let last = (first + self.in_task).min(self.hood.bodies.len());
        for first in (first..last).step_by(AGENTS_PER_CHUNK) {
            let sink = self.sink;
            self.scratch.agents.fetch(first, self.hood, |slot| {
                sink.set_society(slot, NO_FORCE);
                sink.set_avoidance(slot, &AvoidanceForce::default());
            });
            let mut number = 0;
            while number < self.scratch.agents.count {
                let group = Group::starting_with(simd, number, &self.scratch.agents);
                self.look_round_together(simd, &group);
                number += group.count;
            }
        }
    }
}

impl Search<'_> {
    /// Finds what the rules of a group ask for.
    #[inline(always)]
    fn look_round_together<S: Simd>(&mut self, simd: S, group: &Group) {
        let hood = self.hood;
        let scratch = &mut *self.scratch;
        let agents = &*scratch.agents;
        let block = Block::load(simd, group, agents);
        let avoids = !hood.manners.is_empty();
        let avoiders = avoids.then(|| AvoiderBlock::load(simd, group, &agents.avoidance));
        let (avoiders, memory) = (avoiders.as_ref(), &mut scratch.search);
        let counted = if agents.common.needs_sight && agents.needs_sight.get(group.first) {
            look_for_visible(&block, avoiders, group, hood, memory, |looker, line| {
                scratch.lines.push((looker, line));
            })
        } else {
            look_round(&block, avoiders, group, hood, memory)
        };
        let candidates = memory.candidates();
        let slots = agents.slots(group.first, group.count);
        let Society { forces, is_odd } = society(&block, candidates, &counted);
        let mut society = forces.to_column();
        if is_odd.any() {
            is_odd.for_each_lane(|lane| {
                if lane < group.count {
                    let (number, counted) = (group.first + lane, counted.of_lane(lane));
                    let force = odd_society(number, agents, hood, candidates, &counted);
                    society.set(lane, force);
                }
            });
        }
        for (lane, slot) in slots.iter().enumerate() {
            self.sink.set_society(*slot, society.get(lane));
        }
        if let Some(avoiders) = avoiders {
            let crowd = Crowd {
                block: &block,
                avoiders,
                hood,
                candidates,
                counted: &counted,
            };
            let limits = AvoidanceLimits {
                task: self.task as u32,
                usual: LIMITS_PER_AGENT * self.in_task,
                kept: self.limits,
            };
            let mut found = [AvoidanceForce::default(); MOST_LANES];
            let found = &mut found[..group.count];
            avoid(&crowd, &mut scratch.meetings, limits, found);
            for (slot, avoidance) in slots.iter().zip(found) {
                self.sink.set_avoidance(*slot, avoidance);
            }
        }
    }
}

/// Where the limits of a task's agents are kept.
struct AvoidanceLimits<'a> {
    task: u32,
    /// How many there usually are at most.
    usual: usize,
    kept: &'a mut Vec<VelocityLimit>,
}

impl AvoidanceLimits<'_> {
    fn keep(&mut self, limits: impl Iterator<Item = VelocityLimit>) -> LimitRange {
        if self.kept.is_empty() {
            self.kept.reserve(self.usual);
        }
        let first = self.kept.len() as u32;
        self.kept.extend(limits);
        LimitRange {
            task: self.task,
            first,
            count: self.kept.len() as u32 - first,
        }
    }
}

/// What avoiding others asks of the agents of a group: goes to `found`, one by one.
#[inline(always)]
fn avoid<S: Simd>(
    // Inputs
    crowd: &Crowd<S>,
    // Local
    meetings: &mut Vec<Meeting>,
    // Output
    mut limits: AvoidanceLimits,
    found: &mut [AvoidanceForce],
) {
    let avoiders = crowd.avoiders;
    let avoids = avoiders.range_squared.is_above(avoiders.force.like(0.0));
    if (avoids & avoiders.keeps_limits).any() {
        let mut own_limits = TightestLimits::default();
        let clearance = velocity_limits::keep_clear(crowd, meetings, &mut own_limits);
        let force = avoiders.force.to_array();
        let presses_on = clearance.presses_on.to_array();
        for (lane, found) in found.iter_mut().enumerate() {
            *found = AvoidanceForce {
                force: clearance.steps[lane].map(|change| change * force[lane]),
                presses_on: presses_on[lane],
                limits: LimitRange::default(),
            };
        }
        clearance.binds.for_each_lane(|lane| {
            found[lane].limits = limits.keep(own_limits.kept(lane));
        });
    }
    if (avoids & !avoiders.keeps_limits).any() {
        let (evasion, evades) = closest_approach::evade(crowd);
        let evasion = evasion.to_column();
        evades.for_each_lane(|lane| found[lane].force = Some(evasion.get(lane)));
    }
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
