//! A tick of a crowd: from what each agent wants to where its body is.
//!
//! | file | what is in it |
//! |---|---|
//! | `agent`, `settings`, `goal`, `intent` | what is known of an agent, and what it wants |
//! | `crowd` | all agents at the start of a tick, as arrays |
//! | `neighbors/` | the forces of the rules about neighbors |
//! | `decide`, `held` | one truncated force for each agent, and how long it keeps to it |
//! | `moves` | the moves of all bodies, along obstacles |
//! | `bodies`, `depenetrate`, `place` | overlapping bodies separate |

pub mod agent;
mod bodies;
pub mod crowd;
pub mod decide;
mod depenetrate;
pub mod goal;
pub mod held;
pub mod intent;
pub mod moves;
mod neighbors;
mod place;
pub mod settings;

pub use neighbors::NeighborReport;

use crate::math::vector::{Side, Vector, direction_and_length};
use crate::obstacles::index::Obstacles;
use crate::obstacles::placed::ObstacleId;
use crate::solidity::advance::{Ground, Slide};
use crate::tasks::{Cost, FirstRow, columns, for_each_batch, rows_at_once};
use agent::Agent;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use crowd::Crowd;
use decide::{Deciding, Decision, ForceReport};
use depenetrate::Separation;
use glam::Vec2;
use intent::Intents;
use moves::{Clearance, End, Moving, Starts};
use neighbors::{NeighborForces, NeighborSearch};
use place::Placing;
use pulp::Arch;
use std::sync::{Mutex, PoisonError};

/// Where and when a crowd moves.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The vector instructions to use.
    pub arch: Arch,
    /// The length of the tick, seconds.
    pub tick: f32,
    /// The number of the tick, which rises, from 1 on: a body may leave through an obstacle that
    /// moved over it in this tick.
    pub tick_number: u64,
    /// The obstacles.
    pub obstacles: &'a Obstacles,
    /// The obstacle on the body of the agent in a slot, which stops every body but this one. An id
    /// that no obstacle has stands for none.
    pub obstacle_on: &'a (dyn Fn(u32) -> ObstacleId + Sync),
    /// The side to which ties are broken.
    pub passing_side: Side,
    /// How far obstacles may push bodies out in this tick, world units.
    pub push: f64,
}

impl<'a> Surroundings<'a> {
    /// A tick of this length, seconds, with this number, among obstacles none of which is on an
    /// agent. Ties are broken to the right, and obstacles push bodies out at once.
    pub fn new(obstacles: &'a Obstacles, tick: f32, tick_number: u64) -> Self {
        Self {
            arch: Arch::new(),
            tick,
            tick_number,
            obstacles,
            obstacle_on: &|_| ObstacleId(u64::MAX),
            passing_side: Side::Right,
            push: f64::INFINITY,
        }
    }

    fn ground(&self, push: f64) -> Ground<'a> {
        Ground {
            obstacles: self.obstacles,
            tick: self.tick_number,
            push,
        }
    }
}

/// What a tick computes of each agent, and memory that is kept for the next one.
///
/// It remembers free space around bodies. So it belongs to one crowd and one value of
/// [`Obstacles`], which may change; for another value start with a new one.
#[derive(Default)]
pub struct Step {
    /// The slots of which notes are kept, in rising order.
    pub watched: Vec<usize>,
    search: NeighborSearch,
    forces: NeighborForces,
    decisions: Vec<Decision>,
    ends: Vec<End>,
    /// Empty where no agent is solid.
    clearances: Vec<Clearance>,
    separation: Separation,
    notes: Vec<(usize, Note)>,
}

/// What happened to a watched body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Note {
    /// It slid along an obstacle.
    Slide(Slide),
    /// Other bodies moved it by this.
    Correction(Vec2),
}

/// The notes of a tick about watched bodies.
struct Notes<'a> {
    watched: &'a [usize],
    kept: Mutex<Vec<(usize, Note)>>,
}

impl Notes<'_> {
    #[inline(always)]
    fn add(&self, slot: usize, note: Note) {
        if !self.watched.is_empty() && self.watched.binary_search(&slot).is_ok() {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push((slot, note));
        }
    }
}

impl Step {
    /// Decides for all agents by their intents and their neighbors, moves them, and separates solid
    /// bodies.
    ///
    /// [`Crowd::sum_up`] and [`Crowd::sort_bodies`] come before it, after the last change of the
    /// crowd.
    ///
    /// # Panics
    ///
    /// If agents have been added or removed since then.
    pub fn run<I: Intents + ?Sized>(
        &mut self,
        crowd: &Crowd,
        intents: &I,
        surroundings: &Surroundings,
    ) {
        self.search
            .steer(crowd, intents, surroundings, &mut self.forces);
        self.notes.clear();
        let notes = Notes {
            watched: &self.watched,
            kept: Mutex::new(core::mem::take(&mut self.notes)),
        };
        self.decisions.resize(crowd.len(), Decision::default());
        self.ends.resize(crowd.len(), End::default());
        // The free space of a slot stays known even if another agent has the slot now: it does not
        // depend on the agent, and a dead end names its agent.
        let has_solid = crowd.summary.totals.has_solid_bodies;
        let solid = if has_solid { crowd.len() } else { 0 };
        self.clearances.resize(solid, Clearance::default());
        let deciding = Deciding::new(crowd, intents, surroundings, &self.forces);
        let moving = Moving {
            crowd,
            intents,
            surroundings,
            ground: surroundings.ground(surroundings.push),
            notes: &notes,
        };
        let has_moving_bodies = AtomicBool::new(false);
        let outputs = Outputs {
            decisions: &mut self.decisions,
            first: FirstRow(0),
            ends: &mut self.ends,
            clearances: (!self.clearances.is_empty()).then_some(&mut self.clearances),
        };
        for_each_batch(
            surroundings.arch,
            Cost::Low,
            core::iter::once(outputs),
            #[inline(always)]
            |outputs| {
                if outputs.fill(&deciding, &moving) {
                    has_moving_bodies.store(true, Relaxed);
                }
            },
        );
        if has_moving_bodies.into_inner() {
            self.separation
                .separate(crowd, &self.ends, &self.clearances, surroundings);
            // A body that is not out yet has used up a limited push.
            let push = surroundings.push;
            let placing = Placing {
                crowd,
                decisions: &self.decisions,
                separation: &self.separation,
                surroundings,
                ground: surroundings.ground(if push.is_finite() { 0.0 } else { push }),
                notes: &notes,
            };
            for_each_batch(
                surroundings.arch,
                Cost::Low,
                core::iter::once((&mut *self.ends, FirstRow(0), &mut *self.clearances)),
                #[inline(always)]
                |(ends, first, clearances)| placing.place(first.0, ends, clearances),
            );
        } else {
            self.separation.clear();
        }
        let mut notes = notes
            .kept
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        notes.sort_by_key(|(slot, _)| *slot);
        self.notes = notes;
    }

    /// The decisions of this tick, by slot.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Where the moves of this tick end, by slot. Those of agents that did not move have no
    /// meaning.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// What happened to the watched bodies in this tick, with their slots.
    pub fn notes(&self) -> &[(usize, Note)] {
        &self.notes
    }

    /// Whether the solid body in a slot overlaps an obstacle without a way out.
    pub fn is_squeezed(&self, slot: usize) -> bool {
        let clearance = self.clearances.get(slot);
        clearance.is_some_and(|clearance| clearance.is_squeezed)
    }

    /// The number of bodies that overlapped another in this tick, before the corrections.
    pub fn overlapping(&self) -> usize {
        self.separation.overlapping
    }

    /// The number of contacts that every round of this tick visited.
    pub fn contacts(&self) -> usize {
        self.separation.contacts()
    }

    /// The number of bodies that searches examined in this tick; a body that several agents examine
    /// together counts once.
    pub fn candidates_examined(&self) -> usize {
        self.search.candidates_examined
    }

    /// How the agent in a slot came to its force in this tick, and what its neighbors meant to it:
    /// with the same arguments as those of [`run`](Self::run), after it.
    ///
    /// # Panics
    ///
    /// If the crowd has no such slot.
    pub fn explain<I: Intents + ?Sized>(
        &self,
        slot: usize,
        crowd: &Crowd,
        intents: &I,
        surroundings: &Surroundings,
    ) -> (ForceReport, NeighborReport) {
        let deciding = Deciding::new(crowd, intents, surroundings, &self.forces);
        let neighbors = self.search.explain(slot, crowd, intents, surroundings);
        (deciding.explain(slot), neighbors)
    }
}

columns! {
    /// What is computed of some agents.
    struct Outputs<'a> {
        decisions: &'a mut [Decision],
        first: FirstRow,
        ends: &'a mut [End],
        clearances: Option<&'a mut [Clearance]>,
    }
}

impl Outputs<'_> {
    /// Decides for the agents and moves them. Returns whether any solid body moves.
    #[inline(always)]
    fn fill<I: Intents + ?Sized>(self, deciding: &Deciding<I>, moving: &Moving<I>) -> bool {
        let mut any_solid = false;
        let mut starts = Starts::new(moving.surroundings.tick);
        let clearances = self.clearances.unwrap_or_default();
        for numbers in rows_at_once(self.decisions.len()) {
            let slots = self.first.0 + numbers.start..self.first.0 + numbers.end;
            let decisions = &mut self.decisions[numbers.clone()];
            deciding.decide(slots.clone(), decisions);
            let clearances = clearances.get_mut(numbers.clone()).unwrap_or_default();
            let ends = &mut self.ends[numbers];
            any_solid |= moving.move_agents(slots, decisions, &mut starts, ends, clearances);
        }
        any_solid
    }
}

/// Moves a crowd by one tick: each agent decides by its intent and by its neighbors, and solid
/// bodies slide along obstacles and stay apart. `step` is memory of the ticks before.
///
/// No body enters an obstacle, whatever its speed. Bodies that are pressed together overlap by less
/// than a hundredth of their radii. The way round an obstacle is part of the intent: the step only
/// slides. A flock without a goal keeps no speed by itself; give it a force along its heading.
///
/// A slow agent keeps its heading; a game that turns it writes the heading before the next step.
/// Every number has to be finite. [`Step::run`] is the same without the sorting before and the
/// writing after it.
///
/// # Panics
///
/// If an agent of the crowd is absent: [`Crowd::remove`] it first.
pub fn step<I: Intents + ?Sized>(
    crowd: &mut Crowd,
    step: &mut Step,
    intents: &I,
    surroundings: &Surroundings,
) {
    crowd.sum_up();
    assert!(
        crowd.summary.totals.all_are_present,
        "an absent agent has to be removed from the crowd"
    );
    crowd.sort_bodies(surroundings.arch);
    step.run(crowd, intents, surroundings);
    let rows = &mut crowd.rows;
    for ((agent, remainder), end) in rows
        .agents
        .iter_mut()
        .zip(&mut rows.remainders)
        .zip(step.ends())
        .filter(|((agent, _), _)| agent.is_moved())
    {
        place(agent, end);
        *remainder = end.remainder;
    }
}

/// Places an agent where its move ends. It looks along its velocity unless it is slow.
fn place(agent: &mut Agent, end: &End) {
    let velocity = end.velocity.shorten(agent.speed_limit());
    let along = direction_and_length(velocity);
    let along = along.filter(|(_, speed)| *speed > agent.slow_limit());
    agent.heading = along.map_or(end.heading, |(along, _)| along);
    (agent.position, agent.velocity) = (end.position, velocity);
}

#[cfg(test)]
mod tests;
