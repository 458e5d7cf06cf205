//! The agents of a chunk of ranks, as columns.

use super::Neighborhood;
use super::columns::Searcher;
use core::ops::Range;
use horde_kernel::avoidance::records::AvoidanceRecordColumns;
use horde_kernel::crowd::body::{Body, BodyColumns, NO_SLOT};
use horde_kernel::crowd::columns::{AGENTS_PER_CHUNK, ChunkColumn, InLanes};
use horde_kernel::flocking::rules::{FlockColumns, FlockLanes, FlockRules};
use horde_kernel::math::lanes::MOST_LANES;
use horde_kernel::neighbors::block::{
    Block, Chase, ChaseColumns, Common, Observer, ObserverColumns,
};
use horde_kernel::neighbors::group::Group;
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
    /// Fetches the searching agents of `ranks`, at most one chunk. Calls `skip` with the slots of
    /// the other agents.
    #[inline(always)]
    pub(super) fn fetch(
        &mut self,
        ranks: Range<usize>,
        neighborhood: &Neighborhood,
        mut skip: impl FnMut(u32),
    ) {
        let bodies = neighborhood.index.bodies();
        // First a short loop in which no record depends on the one before, so that their loads
        // overlap.
        self.count = 0;
        let mut searchers = SmallVec::<[Searcher; AGENTS_PER_CHUNK]>::new();
        let (mut groups, mut least_neighbors, mut needs_sight) = (u32::MAX, u32::MAX, false);
        for body in &bodies[ranks] {
            let searcher = neighborhood.agents.of(body.slot);
            let searcher = searcher.map(|(columns, row)| columns.searcher(row));
            let record = neighborhood.avoidance_records.get(body.slot as usize);
            let avoid_range = record.map_or(0.0, |record| record.avoider.range);
            let Some(searcher) = searcher.filter(|searcher| searcher.range() > 0.0) else {
                skip(body.slot);
                continue;
            };
            let own = searcher.range();
            let range = if own > avoid_range { own } else { avoid_range };
            self.bodies.rank.set(self.count, body.rank);
            self.range.set(self.count, range);
            self.count += 1;
            searchers.push(searcher);
            groups &= searcher.groups();
            least_neighbors = least_neighbors.min(searcher.perception.max_neighbors);
            needs_sight |= searcher.state.needs_sight;
        }
        self.common = Common {
            has_no_groups: neighborhood.index.all_have_groups() && groups == u32::MAX,
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
        let state = searcher.state;
        let observer = state.observer(searcher.perception);
        observer.set(&mut self.observers, number);
        if searcher.is_settled {
            FlockRules::default().set(&mut self.rules, number);
        } else {
            searcher.rules.set(&mut self.rules, number);
        }
        self.needs_sight.set(number, u32::from(state.needs_sight));
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
        Group::starting_with(simd, first, (&self.bodies.position, &self.range), is_alone)
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

    /// The slots of a group.
    pub(super) fn slots(&self, group: &Group) -> &[u32] {
        self.bodies.slot.of(group.first, group.count)
    }
}
