//! Agents as columns: those that are side by side go into the lanes as they lie.

use super::Neighborhood;
use super::chases::Chase;
use super::records::{Avoider, Courtesy};
use crate::behaviors::AvoidanceModel;
use crate::kernel::lanes::{Lanes, MOST_LANES, Vectors, Words};
use crate::perception::{Body, Looker, NO_SLOT};
use bevy::prelude::*;
use pulp::Simd;

/// Agents that are fetched at once: so few that the fastest memory holds them.
pub(super) const AGENTS_PER_CHUNK: usize = 128;

/// One number of each agent. The last agent is followed by some that see nothing, so that lanes can be filled from anywhere.
#[derive(Clone, Copy)]
pub(super) struct ChunkColumn<T>([T; AGENTS_PER_CHUNK + MOST_LANES]);

/// One vector of each agent.
#[derive(Clone, Copy, Default)]
pub(super) struct ChunkVectors {
    x: ChunkColumn<f32>,
    y: ChunkColumn<f32>,
}

/// One flock rule of each agent.
#[derive(Clone, Copy, Default)]
pub(super) struct RuleColumns {
    pub(super) range: ChunkColumn<f32>,
    pub(super) least_cosine: ChunkColumn<f32>,
    pub(super) weight: ChunkColumn<f32>,
}

/// The agents of a chunk of places that look round.
#[derive(Clone, Default)]
pub(super) struct ChunkColumns {
    pub(super) count: usize,
    pub(super) common: Common,
    /// Whether its neighbours must be in sight.
    pub(super) needs_sight: ChunkColumn<bool>,
    slot: ChunkColumn<u32>,
    pub(super) place: ChunkColumn<u32>,
    /// The farthest that any of its rules looks.
    pub(super) range: ChunkColumn<f32>,
    pub(super) position: ChunkVectors,
    pub(super) velocity: ChunkVectors,
    pub(super) heading: ChunkVectors,
    pub(super) max_speed: ChunkColumn<f32>,
    pub(super) max_force: ChunkColumn<f32>,
    pub(super) perceives: ChunkColumn<u32>,
    pub(super) flockmates: ChunkColumn<u32>,
    pub(super) most_neighbors: ChunkColumn<u32>,
    /// The slots of the agent that each heads for and of the one that it is beside: see [`Chase`].
    /// Meaningless without chases.
    pub(super) target: ChunkColumn<u32>,
    pub(super) beside: ChunkColumn<u32>,
    pub(super) separation: RuleColumns,
    pub(super) alignment: RuleColumns,
    pub(super) cohesion: RuleColumns,
    pub(super) avoidance: AvoidanceColumns,
}

/// How each agent avoids others; what is here means nothing when nobody does.
#[derive(Clone, Default)]
pub(super) struct AvoidanceColumns {
    /// 0 where the rule is off.
    pub(super) range: ChunkColumn<f32>,
    /// 1 where velocities are limited, 0 where the closest approach decides.
    pub(super) keeps_limits: ChunkColumn<f32>,
    pub(super) way: ChunkColumn<f32>,
    pub(super) margin: ChunkColumn<f32>,
    pub(super) horizon: ChunkColumn<f32>,
    pub(super) braking_time: ChunkColumn<f32>,
    pub(super) shove: ChunkColumn<f32>,
    pub(super) force: ChunkColumn<f32>,
    pub(super) most_change: ChunkColumn<f32>,
    pub(super) radius: ChunkColumn<f32>,
    pub(super) memberships: ChunkColumn<u32>,
    pub(super) readiness: ChunkColumn<f32>,
    pub(super) priority: ChunkColumn<u32>,
    pub(super) wanted: ChunkVectors,
    pub(super) direction: ChunkVectors,
}

/// What holds for all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    /// Whether they perceive everybody, and flock with everybody.
    pub(super) has_no_groups: bool,
    /// How many neighbours count for each of them at least.
    pub(super) least_neighbors: u32,
    /// Whether anybody's neighbours must be in sight.
    pub(super) needs_sight: bool,
    /// Whether any of them heads for an agent.
    pub(super) has_chases: bool,
}

impl Default for Common {
    fn default() -> Self {
        Self {
            has_no_groups: true,
            least_neighbors: u32::MAX,
            needs_sight: false,
            has_chases: false,
        }
    }
}

impl Common {
    #[inline(always)]
    fn add(&mut self, looker: &Looker) {
        self.least_neighbors = self.least_neighbors.min(looker.most_neighbors());
        self.needs_sight |= looker.needs_sight();
    }
}

impl<T: Copy + Default> Default for ChunkColumn<T> {
    fn default() -> Self {
        Self([T::default(); AGENTS_PER_CHUNK + MOST_LANES])
    }
}

impl<T: Copy> ChunkColumn<T> {
    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> T {
        self.0[number]
    }

    /// The numbers of those who go into lanes together, from `first` on.
    #[inline(always)]
    fn from(&self, first: usize) -> &[T; MOST_LANES] {
        let numbers = self.0[first..].first_chunk();
        numbers.expect("behind the last agent there are enough for all lanes")
    }
}

impl ChunkColumn<f32> {
    #[inline(always)]
    pub(super) fn lanes<S: Simd>(&self, simd: S, first: usize) -> Lanes<S> {
        Lanes::load(simd, self.from(first))
    }
}

impl ChunkColumn<u32> {
    #[inline(always)]
    pub(super) fn words<S: Simd>(&self, simd: S, first: usize) -> Words<S> {
        Words::load(simd, self.from(first))
    }
}

impl ChunkVectors {
    #[inline(always)]
    pub(super) fn lanes<S: Simd>(&self, simd: S, first: usize) -> Vectors<S> {
        Vectors {
            x: self.x.lanes(simd, first),
            y: self.y.lanes(simd, first),
        }
    }

    #[inline(always)]
    fn set(&mut self, number: usize, vector: Vec2) {
        (self.x.0[number], self.y.0[number]) = (vector.x, vector.y);
    }

    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> Vec2 {
        Vec2::new(self.x.0[number], self.y.0[number])
    }
}

impl ChunkColumns {
    /// Copies what is needed of those who look round, of the chunk of places from `first` on; `skip` is called with the slots
    /// of the others.
    #[inline(always)]
    pub(super) fn fetch(&mut self, first: usize, hood: &Neighborhood, mut skip: impl FnMut(u32)) {
        let last = (first + AGENTS_PER_CHUNK).min(hood.bodies.len());
        // A short loop first, in which one record need not be waited for before the next is asked for.
        self.common = Common::default();
        self.count = 0;
        let mut groups = u32::MAX;
        for (place, body) in (first as u32..).zip(&hood.bodies[first..last]) {
            let looker = hood.lookers.of(body.slot);
            let avoider = hood.manners.get(body.slot as usize);
            let range = avoider.map_or(0.0, |manners| manners.avoider.range);
            let own = looker.range();
            let range = if own > range { own } else { range };
            if range > 0.0 {
                self.place.0[self.count] = place;
                self.range.0[self.count] = range;
                self.count += 1;
                groups &= looker.perceives & looker.rules.flockmates;
                self.common.add(looker);
            } else {
                skip(body.slot);
            }
        }
        self.common.has_no_groups = hood.index.everybody_belongs() && groups == u32::MAX;
        for number in 0..self.count {
            let place = self.place.0[number] as usize;
            let body = &hood.bodies[place];
            self.set(number, body, hood.lookers.of(body.slot));
            if !hood.manners.is_empty() {
                let avoider = &hood.manners[body.slot as usize].avoider;
                self.avoidance.set_avoider(number, avoider);
                self.avoidance
                    .set_courtesy(number, body, &hood.courtesies[place]);
            }
        }
        if !hood.chases.is_empty() {
            self.set_chases(hood.chases);
        }
        for number in self.count..self.count + MOST_LANES {
            self.place.0[number] = first as u32;
            self.range.0[number] = 0.0;
            self.set(number, &Body::default(), &Looker::NONE);
        }
    }

    /// The slots of so many agents from the one with this number on.
    pub(super) fn slots(&self, first: usize, count: usize) -> &[u32] {
        &self.slot.0[first..first + count]
    }

    #[inline(never)]
    fn set_chases(&mut self, chases: &[Chase]) {
        for number in 0..self.count {
            let chase = chases[self.place.0[number] as usize];
            (self.target.0[number], self.beside.0[number]) = (chase.target, chase.beside);
            self.common.has_chases |= chase.target != NO_SLOT;
        }
    }

    #[inline(always)]
    fn set(&mut self, number: usize, body: &Body, looker: &Looker) {
        let rules = &looker.rules;
        self.needs_sight.0[number] = looker.needs_sight();
        self.slot.0[number] = body.slot;
        self.position.set(number, body.position);
        self.velocity.set(number, body.velocity);
        self.heading.set(number, looker.heading);
        self.max_speed.0[number] = looker.max_speed;
        self.max_force.0[number] = looker.max_force;
        self.perceives.0[number] = looker.perceives;
        self.flockmates.0[number] = rules.flockmates;
        self.most_neighbors.0[number] = looker.most_neighbors();
        for (columns, rule) in [
            (&mut self.separation, &rules.separation),
            (&mut self.alignment, &rules.alignment),
            (&mut self.cohesion, &rules.cohesion),
        ] {
            columns.range.0[number] = rule.range;
            columns.least_cosine.0[number] = rule.least_cosine;
            columns.weight.0[number] = rule.weight;
        }
    }
}

impl AvoidanceColumns {
    #[inline(always)]
    fn set_avoider(&mut self, number: usize, avoider: &Avoider) {
        self.range.0[number] = avoider.range;
        self.way.0[number] = avoider.way;
        self.margin.0[number] = avoider.margin;
        self.horizon.0[number] = avoider.horizon;
        self.braking_time.0[number] = avoider.braking_time;
        self.shove.0[number] = avoider.shove;
        self.force.0[number] = avoider.force;
        self.most_change.0[number] = avoider.most_change;
    }

    #[inline(always)]
    fn set_courtesy(&mut self, number: usize, body: &Body, courtesy: &Courtesy) {
        self.keeps_limits.0[number] = match courtesy.model {
            AvoidanceModel::VelocityLimits => 1.0,
            AvoidanceModel::ClosestApproach => 0.0,
        };
        self.radius.0[number] = body.radius;
        self.memberships.0[number] = body.memberships;
        self.readiness.0[number] = courtesy.readiness;
        self.priority.0[number] = courtesy.priority;
        self.wanted.set(number, courtesy.wanted);
        self.direction.set(number, courtesy.direction);
    }
}
