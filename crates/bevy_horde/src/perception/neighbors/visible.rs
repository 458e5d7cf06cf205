//! The neighbors of an agent with `LineOfSight`.

use super::NeighborCutoff;
use super::search::{Scratch, Search, Views};
use crate::obstacle::ObstacleIndex;
use crate::perception::is_in_sight;
use crate::trace::SightLine;
use pulp::Simd;

impl<S: Simd, V: Views<S>> Search<'_, S, V> {
    /// Finds the neighbors that count for the only agent of the group, if neighbors must be in
    /// sight. Sight is tested last, nearest first, until the agent has as many as it counts.
    #[inline(always)]
    pub(crate) fn look_for_visible(
        &self,
        obstacles: &ObstacleIndex,
        scratch: &mut Scratch,
        mut record: impl FnMut(SightLine),
    ) -> NeighborCutoff<S> {
        self.find_all_seen(scratch);
        let found = &scratch.candidates[..scratch.candidate_count];
        let distances = scratch.distances.iter().map(|distances| distances[0]);
        let seen = distances.zip(found.iter().copied());
        scratch.nearest.clear();
        scratch
            .nearest
            .extend(seen.filter(|(distance, _)| *distance < f32::INFINITY));
        scratch
            .nearest
            .sort_unstable_by(|(one, first), (two, second)| {
                one.total_cmp(two).then(first.slot.cmp(&second.slot))
            });
        let entity = |slot: u32| self.index.entities()[slot as usize];
        let own = self.index.bodies()[self.block.body.rank.to_array()[0] as usize];
        let (observer, from) = (entity(own.slot), own.position);
        let most = self.block.observer.most_neighbors.to_array()[0] as usize;
        let mut count = 0;
        for (_, candidate) in &scratch.nearest {
            if count == most {
                break;
            }
            let (other, to) = (entity(candidate.slot), candidate.position);
            let is_clear = is_in_sight(obstacles, (observer, from), (other, to));
            record(SightLine { from, to, is_clear });
            if is_clear {
                // In bounds, because `count` is below the number of candidates.
                scratch.candidates[count] = *candidate;
                count += 1;
            }
        }
        scratch.candidates[..count].sort_unstable_by_key(|candidate| candidate.rank);
        scratch.candidate_count = count;
        NeighborCutoff::all(self.block.simd)
    }
}
