//! The neighbors of an agent that counts only those in sight.

use crate::neighbors::cutoff::NeighborCutoff;
use crate::neighbors::search::{Scratch, Search, Views};
use crate::obstacles::index::Obstacles;
use crate::obstacles::placed::ObstacleId;
use glam::Vec2;
use pulp::Simd;

impl<S: Simd, V: Views<S>> Search<'_, S, V> {
    /// Finds the neighbors that count for the only agent of the group, if neighbors must be in
    /// sight. Sight is tested last, nearest first, until the agent has as many as it counts.
    ///
    /// `own_obstacle` returns the id of the obstacle on the agent in a slot, which hides neither
    /// end. `record` receives both ends of each line, and whether it is clear.
    #[inline(always)]
    pub fn look_for_visible(
        &self,
        obstacles: &Obstacles,
        own_obstacle: impl Fn(u32) -> ObstacleId,
        scratch: &mut Scratch,
        mut record: impl FnMut(Vec2, Vec2, bool),
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
        let own = self.crowd.bodies[self.block.body.rank.to_array()[0] as usize];
        let (observer, from) = (own_obstacle(own.slot), own.position);
        let most = self.block.observer.most_neighbors.to_array()[0] as usize;
        let mut count = 0;
        for (_, candidate) in &scratch.nearest {
            if count == most {
                break;
            }
            let (other, to) = (own_obstacle(candidate.slot), candidate.position);
            let is_own = |obstacle| obstacle == observer || obstacle == other;
            let is_clear = obstacles.line_of_sight_past(from, to, is_own);
            record(from, to, is_clear);
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
