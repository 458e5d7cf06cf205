//! The agents of a chunk of ranks, as columns.

use super::Neighborhood;
use crate::avoidance::records::AvoidanceRecordColumns;
use crate::crowd::body::{Body, BodyColumns, NO_SLOT};
use crate::crowd::columns::{AGENTS_PER_CHUNK, ChunkColumn, InLanes};
use crate::flocking::rules::{FlockColumns, FlockLanes, FlockRules};
use crate::math::lanes::MOST_LANES;
use crate::neighbors::block::{
    Block, Chase, ChaseColumns, Common, MOST_NEIGHBORS, Observer, ObserverColumns,
};
use crate::neighbors::group::Group;
use crate::step::agent::Agent;
use crate::step::intent::Intents;
use crate::step::settings::SearchSettings;
use core::ops::Range;
use glam::Vec2;
use pulp::Simd;
use smallvec::SmallVec;

/// The agents of a chunk that search, followed by padding agents that see nothing.
#[derive(Clone, Default)]
pub(super) struct Chunk {
    pub(super) count: usize,
    pub(super) common: Common,
    pub(super) needs_sight: ChunkColumn<u32>,
    /// The largest range of any rule of the agent.
    range: ChunkColumn<f32>,
    pub(super) bodies: BodyColumns,
    observers: ObserverColumns,
    rules: FlockColumns,
    /// The avoidance data; meaningless when no agent avoids others.
    pub(super) avoidance_records: AvoidanceRecordColumns,
    /// The chased agents; meaningless when no agent heads for an agent.
    chases: ChaseColumns,
}

impl Chunk {
    /// Fetches the searching agents of `ranks`, at most one chunk.
    #[inline(always)]
    pub(super) fn fetch<I: Intents + ?Sized>(
        &mut self,
        ranks: Range<usize>,
        neighborhood: &Neighborhood<I>,
    ) {
        let crowd = neighborhood.crowd;
        let bodies = &crowd.bodies().bodies;
        // First short loops in which no load waits for the one before: they overlap.
        let mut numbers = [0; AGENTS_PER_CHUNK];
        let mut reaches = [0.0; AGENTS_PER_CHUNK];
        let columns = numbers.iter_mut().zip(&mut reaches);
        for ((number, reach), body) in columns.zip(&bodies[ranks.clone()]) {
            *number = crowd.rows.settings[body.slot as usize];
            *reach = crowd.rows.agents[body.slot as usize].reach();
        }
        // The records follow from the numbers, so they have a loop of their own.
        let records = numbers.map(|number| crowd.settings.get(number));
        let most = records.map(|settings| settings.max_neighbors);
        let (mut avoid_ranges, mut are_settled) =
            ([0.0; AGENTS_PER_CHUNK], [false; AGENTS_PER_CHUNK]);
        if !neighborhood.avoidance_records.is_empty() {
            for (range, body) in avoid_ranges.iter_mut().zip(&bodies[ranks.clone()]) {
                *range = neighborhood.avoidance_records[body.slot as usize]
                    .avoider
                    .range;
            }
        }
        if !neighborhood.intents.is_empty() {
            for (is_settled, body) in are_settled.iter_mut().zip(&bodies[ranks.clone()]) {
                *is_settled = neighborhood.intents.is_settled(body.slot as usize);
            }
        }
        self.count = 0;
        let mut searchers = SmallVec::<[Searcher; AGENTS_PER_CHUNK]>::new();
        let (mut groups, mut least_neighbors, mut needs_sight) = (u32::MAX, u32::MAX, false);
        let settings = records.into_iter().zip(most);
        let found = settings
            .zip(reaches.into_iter().zip(avoid_ranges))
            .zip(are_settled);
        let found = bodies[ranks].iter().zip(found);
        for (body, (((settings, most), (own, avoid_range)), is_settled)) in found {
            if own <= 0.0 || most == 0 {
                continue;
            }
            let searcher = Searcher {
                agent: &crowd.rows.agents[body.slot as usize],
                settings,
                is_settled,
            };
            let range = if own > avoid_range { own } else { avoid_range };
            self.bodies.rank.set(self.count, body.rank);
            self.range.set(self.count, range);
            self.count += 1;
            searchers.push(searcher);
            groups &= searcher.settings.filters & searcher.settings.flock.flockmates;
            least_neighbors = least_neighbors.min(searcher.settings.max_neighbors);
            needs_sight |= searcher.settings.needs_sight;
        }
        self.common = Common {
            has_no_groups: crowd.summary.totals.all_have_groups && groups == u32::MAX,
            least_neighbors,
            needs_sight,
            has_chases: false,
        };
        for (number, searcher) in searchers.iter().enumerate() {
            let body = &bodies[self.bodies.rank.get(number) as usize];
            body.set(&mut self.bodies, number);
            self.set(number, searcher);
            if let Some(record) = neighborhood.avoidance_records.get(body.slot as usize) {
                record.set(&mut self.avoidance_records, number);
            }
        }
        if !neighborhood.chases.is_empty() {
            self.fetch_chases(neighborhood.chases);
        }
        for number in self.count..self.count + MOST_LANES {
            self.range.set(number, 0.0);
            Body::default().set(&mut self.bodies, number);
            Observer::default().set(&mut self.observers, number);
            FlockRules::default().set(&mut self.rules, number);
            self.needs_sight.set(number, 0);
        }
    }

    #[inline(always)]
    fn set(&mut self, number: usize, searcher: &Searcher) {
        let Searcher {
            agent, settings, ..
        } = *searcher;
        let observer = Observer {
            heading: agent.heading,
            max_speed: agent.max_speed,
            max_force: agent.max_force,
            filters: settings.filters,
            most_neighbors: settings.max_neighbors.min(MOST_NEIGHBORS),
        };
        observer.set(&mut self.observers, number);
        if searcher.is_settled {
            FlockRules::default().set(&mut self.rules, number);
        } else {
            settings.flock.set(&mut self.rules, number);
        }
        self.needs_sight
            .set(number, u32::from(settings.needs_sight));
    }

    #[inline(never)]
    fn fetch_chases(&mut self, chases: &[Chase]) {
        for number in 0..self.count {
            let chase = chases[self.bodies.rank.get(number) as usize];
            chase.set(&mut self.chases, number);
            self.common.has_chases |= chase.target != NO_SLOT;
        }
    }

    /// The group of the agent with the number `first` and the agents after it that search with it.
    #[inline(always)]
    pub(super) fn group<S: Simd>(&self, simd: S, first: usize) -> Group {
        let is_alone = self.common.needs_sight.then_some(&self.needs_sight);
        Group::starting_with::<S, Vec2>(simd, first, (&self.bodies.position, &self.range), is_alone)
    }

    /// A group of the agent with this number alone.
    pub(super) fn group_of_one(&self, number: usize) -> Group {
        Group::of_one(
            number,
            self.bodies.position.get(number),
            self.range.get(number),
        )
    }

    /// The agents of a group and their flocking rules.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, group: &Group) -> (Block<S>, FlockLanes<S>) {
        let block = Block {
            simd,
            common: self.common,
            body: Body::load(&self.bodies, simd, group.first),
            observer: Observer::load(&self.observers, simd, group.first),
            chase: self
                .common
                .has_chases
                .then(|| Chase::load(&self.chases, simd, group.first)),
            range_squared: group.squared_ranges(simd, &self.range),
        };
        (block, FlockRules::load(&self.rules, simd, group.first))
    }

    /// The ranks of a group.
    pub(super) fn ranks(&self, group: &Group) -> &[u32] {
        self.bodies.rank.of(group.first, group.count)
    }
}

/// The search's data of an agent.
#[derive(Clone, Copy)]
struct Searcher<'a> {
    agent: &'a Agent,
    settings: &'a SearchSettings,
    /// Whether the agent has settled: its flock does not move it.
    is_settled: bool,
}
