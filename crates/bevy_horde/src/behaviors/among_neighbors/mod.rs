//! The one search in which all rules about neighbours look round.
//!
//! Agents lie sorted by cell. A few that are side by side look round together, each in a lane of the machine's vector
//! registers; every body near them is compared with all of them at once, and what does not concern an agent is masked out
//! of its lane. Whatever the number of lanes, an agent's sums run over its neighbours in the order of the cells.

mod avoided;
mod block;
mod closest_approach;
mod manners;
mod records;
mod rules;
mod search;
mod society;
mod velocity_limits;

pub(crate) use rules::{NeighborRules, RuleSources, resolve_neighbor_rules};

use crate::arbitration::{ForceSink, LimitRange, NeighborForce, NeighborForces};
use crate::instructions::Instructions;
use crate::kernel::grid::CellGrid;
use crate::kernel::lanes::{MOST_LANES, Mask, Vectors};
use crate::kernel::vector::Side;
use crate::kernel::velocity_limit::{VelocityLimit, VelocityLimits};
use crate::obstacle::ObstacleIndex;
use crate::parallel::is_worth_threads;
use crate::passing_hand::PassingHand;
use crate::perception::{AgentIndex, Body, Looker};
use crate::trace::{SightLine, SteeringTrace};
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPool};
use block::{AvoiderBlock, Block, Common, Group};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use manners::{Mannered, read_manners, sort_courtesies};
use pulp::{Simd, WithSimd};
use records::{Avoider, Courtesy, Manners};
use search::{Scratch, look_for_visible, look_round};
use society::society;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Agents that one task reads, or looks round for.
const AGENTS_PER_CHUNK: usize = 512;

/// Everybody's manners in this tick, and memory that is kept for the next.
#[derive(Resource, Default)]
pub(crate) struct NeighborSearch {
    /// By slot; empty when nobody avoids anybody.
    manners: Vec<Manners>,
    /// By place in cell order: read for every pair.
    courtesies: Vec<Courtesy>,
    /// As many as there were tasks at once.
    scratches: Mutex<Vec<ChunkScratch>>,
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
struct ChunkScratch {
    search: Scratch,
    /// Those of the chunk, by place: fetched one by one they would be waited for.
    lookers: Vec<Looker>,
    avoiders: Vec<Avoider>,
    /// The farthest that any of their rules looks; 0 for those that do not look round.
    ranges: Vec<f32>,
    lines: Vec<(Entity, SightLine)>,
}

/// Everything that an agent's rules look at.
struct Neighborhood<'a> {
    index: &'a AgentIndex,
    /// In cell order.
    bodies: &'a [Body],
    grid: &'a CellGrid,
    lookers: &'a [Looker],
    manners: &'a [Manners],
    courtesies: &'a [Courtesy],
    obstacles: &'a ObstacleIndex,
    /// How far a search looks at first.
    usual_reach: f32,
    hand: Side,
}

/// Separation, alignment, cohesion and agent avoidance, for every agent that has any of them.
pub(super) fn steer_among_neighbors(
    // Inputs
    time: Res<Time>,
    hand: Res<PassingHand>,
    instructions: Res<Instructions>,
    index: Res<AgentIndex>,
    obstacles: Res<ObstacleIndex>,
    agents: Query<Mannered>,
    // Local
    mut search: ResMut<NeighborSearch>,
    // Output
    mut forces: ResMut<NeighborForces>,
    mut traces: Query<&mut SteeringTrace>,
) {
    forces.clear();
    let search = &mut *search;
    *search.looked_at.get_mut() = 0;
    if !index.anybody_looks() {
        return;
    }
    let tick = time.delta_secs();
    read_manners(&agents, &index, tick, &mut search.manners);
    sort_courtesies(&index, &search.manners, &mut search.courtesies);
    let hood = Neighborhood {
        index: &index,
        bodies: index.bodies(),
        grid: index.grid(),
        lookers: index.lookers(),
        manners: &search.manners,
        courtesies: &search.courtesies,
        obstacles: &obstacles,
        usual_reach: index.cell_size(),
        hand: hand.side(),
    };
    let chunks = index.len().div_ceil(AGENTS_PER_CHUNK);
    let (sink, limits) = forces.start(index.len(), chunks);
    let arch = instructions.arch();
    let (scratches, looked_at) = (&search.scratches, &search.looked_at);
    let look_round = |chunk: usize, limits: &mut Vec<VelocityLimit>| {
        let mut scratch = locked(scratches).pop().unwrap_or_default();
        arch.dispatch(ChunkSearch {
            hood: &hood,
            chunk,
            sink,
            limits,
            scratch: &mut scratch,
        });
        looked_at.fetch_add(scratch.search.take_looked_at(), Relaxed);
        locked(scratches).push(scratch);
    };
    if is_worth_threads(index.len()) {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            for (chunk, limits) in limits.iter_mut().enumerate() {
                let look_round = &look_round;
                scope.spawn(async move { look_round(chunk, limits) });
            }
        });
    } else {
        for (chunk, limits) in limits.iter_mut().enumerate() {
            look_round(chunk, limits);
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

fn locked(scratches: &Mutex<Vec<ChunkScratch>>) -> MutexGuard<'_, Vec<ChunkScratch>> {
    // A scratch holds nothing that a panic could leave half done.
    scratches.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search of the agents in one chunk of places.
struct ChunkSearch<'a> {
    hood: &'a Neighborhood<'a>,
    chunk: usize,
    sink: ForceSink<'a>,
    limits: &'a mut Vec<VelocityLimit>,
    scratch: &'a mut ChunkScratch,
}

impl WithSimd for ChunkSearch<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let hood = self.hood;
        self.limits.clear();
        let first = self.chunk * AGENTS_PER_CHUNK;
        let last = (first + AGENTS_PER_CHUNK).min(hood.bodies.len());
        let bodies = &hood.bodies[first..last];
        self.scratch.fetch(bodies, hood);
        let (lookers, ranges) = (&self.scratch.lookers, &self.scratch.ranges);
        let common = Common::of(lookers, ranges, hood.index.everybody_belongs());
        let mut group: Option<Group> = None;
        for (number, body) in bodies.iter().enumerate() {
            let looker = &self.scratch.lookers[number];
            let (place, range) = (first + number, self.scratch.ranges[number]);
            if range <= 0.0 {
                self.sink.set(body.slot, &NeighborForce::default());
                continue;
            }
            // Whom obstacles may hide from an agent is its own affair.
            let is_alone = looker.needs_sight();
            if !is_alone
                && let Some(group) = &mut group
                && group.add(place, body.position, range)
            {
                continue;
            }
            if let Some(group) = &group {
                self.look_round_together(simd, group, &common);
            }
            let most = if is_alone { 1 } else { S::F32_LANES };
            group = Some(Group::new(place, body.position, range, most));
        }
        if let Some(group) = &group {
            self.look_round_together(simd, group, &common);
        }
    }
}

impl ChunkScratch {
    /// Copies what is needed of those who are in these places.
    fn fetch(&mut self, bodies: &[Body], hood: &Neighborhood) {
        self.lookers.clear();
        let lookers = bodies.iter().map(|body| hood.lookers[body.slot as usize]);
        self.lookers.extend(lookers);
        self.ranges.clear();
        let ranges = self.lookers.iter().map(|looker| looker.rules.range());
        self.ranges.extend(ranges);
        if !hood.manners.is_empty() {
            self.avoiders.clear();
            let avoiders = bodies
                .iter()
                .map(|body| hood.manners[body.slot as usize].avoider);
            self.avoiders.extend(avoiders);
            for (range, avoider) in self.ranges.iter_mut().zip(&self.avoiders) {
                *range = range.max(avoider.range);
            }
        }
    }
}

impl ChunkSearch<'_> {
    /// Finds what the rules of a group ask for.
    #[inline(always)]
    fn look_round_together<S: Simd>(&mut self, simd: S, group: &Group, common: &Common) {
        let hood = self.hood;
        let first = self.chunk * AGENTS_PER_CHUNK;
        let scratch = &mut *self.scratch;
        let (lookers, ranges) = (&scratch.lookers, &scratch.ranges);
        let block = Block::load(simd, group, hood, lookers, ranges, common, first);
        let avoiders = if hood.manners.is_empty() {
            None
        } else {
            Some(AvoiderBlock::load(
                simd,
                group,
                hood,
                &scratch.avoiders,
                first,
            ))
        };
        let avoiders = avoiders.as_ref();
        let memory = &mut scratch.search;
        let counted = if scratch.lookers[group.places()[0] as usize - first].needs_sight() {
            look_for_visible(&block, avoiders, group, hood, memory, |looker, line| {
                scratch.lines.push((looker, line));
            })
        } else {
            look_round(&block, avoiders, group, hood, memory)
        };
        let candidates = memory.candidates();
        let (society, is_social) = society(&block, hood, candidates, &counted);
        let (society, is_social) = (lane_vectors(society), lane_flags(is_social));
        let mut found = [NeighborForce::default(); MOST_LANES];
        for lane in 0..S::F32_LANES {
            found[lane].society = is_social[lane].then_some(society[lane]);
        }
        if let Some(avoiders) = avoiders {
            let zero = block.max_force.like(0.0);
            let avoids = avoiders.range_squared.is_above(zero);
            if (avoids & avoiders.keeps_limits).any() {
                let mut limits = [VelocityLimits::default(); MOST_LANES];
                let clearance = velocity_limits::keep_clear(
                    &block,
                    avoiders,
                    hood,
                    candidates,
                    &counted,
                    &mut limits,
                );
                let (aside, steps) = (lane_vectors(clearance.aside), lane_flags(clearance.steps));
                let presses_on = clearance.presses_on.to_array();
                let binds = lane_flags(clearance.binds);
                for lane in 0..group.places().len() {
                    let kept = if binds[lane] {
                        limits[lane].kept()
                    } else {
                        &[]
                    };
                    let force = &mut found[lane];
                    force.avoidance = steps[lane].then_some(aside[lane]);
                    force.presses_on = presses_on[lane];
                    force.limits = LimitRange {
                        chunk: self.chunk as u32,
                        first: self.limits.len() as u32,
                        count: kept.len() as u32,
                    };
                    self.limits.extend_from_slice(kept);
                }
            }
            if (avoids & !avoiders.keeps_limits).any() {
                let (evasion, evades) =
                    closest_approach::evade(&block, avoiders, hood, candidates, &counted);
                let (evasion, evades) = (lane_vectors(evasion), lane_flags(evades));
                for lane in 0..group.places().len() {
                    if evades[lane] {
                        found[lane].avoidance = Some(evasion[lane]);
                    }
                }
            }
        }
        for (place, force) in group.places().iter().zip(&found) {
            self.sink.set(hood.bodies[*place as usize].slot, force);
        }
    }
}

#[inline(always)]
fn lane_vectors<S: Simd>(vectors: Vectors<S>) -> [Vec2; MOST_LANES] {
    let (x, y) = (vectors.x.to_array(), vectors.y.to_array());
    core::array::from_fn(|lane| Vec2::new(x[lane], y[lane]))
}

#[inline(always)]
fn lane_flags<S: Simd>(mask: Mask<S>) -> [bool; MOST_LANES] {
    let mut flags = [false; MOST_LANES];
    mask.for_each_lane(|lane| flags[lane] = true);
    flags
}
