//! The radius that contains the nearest few of many neighbors.

use crate::math::lanes::{F32Lanes, MOST_LANES, Mask, U32Lanes};
use pulp::Simd;

/// The most rounds of the search for the radius.
const ROUNDS: usize = 12;
/// From this round on, every other round bisects, because guesses may converge from one side.
const FIRST_HALVING: usize = 4;

/// Per lane: a squared radius that contains exactly `most` neighbors, and whether one was found.
///
/// `distances` holds the squared distances, neighbor by neighbor. A distance is infinite in lanes
/// that do not see the neighbor. `seen` counts the neighbors per lane, all within the squared
/// radius `limit`. A lane that sees at most `most` neighbors gets the limit. `most` is below 2^31.
/// Where two neighbors at equal distance straddle the count, no radius exists. Elsewhere the search
/// rarely fails.
///
/// The count of evenly spread neighbors grows with the square of the radius. So the function
/// guesses the radius, in all lanes at once. A few rounds suffice, where a sort would process one
/// agent after the other.
#[inline(always)]
pub fn reach_of_nearest<S: Simd>(
    simd: S,
    distances: &[[f32; MOST_LANES]],
    most: U32Lanes<S>,
    seen: U32Lanes<S>,
    limit: F32Lanes<S>,
) -> (F32Lanes<S>, Mask<S>) {
    let wanted = most.to_lanes();
    let (mut low, mut high) = (limit.splat_like(0.0), limit);
    let (mut below, mut within) = (limit.splat_like(0.0), seen.to_lanes());
    let mut reach = limit;
    let mut is_found = !most.is_below(seen);
    for round in 0..ROUNDS {
        if !(!is_found).any() {
            break;
        }
        let is_halving = round >= FIRST_HALVING && round % 2 == 0;
        let part = if is_halving {
            limit.splat_like(0.5)
        } else {
            (wanted - below + limit.splat_like(0.5)) / (within - below + limit.splat_like(1.0))
        };
        let guess = low + (high - low) * part;
        let mut count = U32Lanes::splat(simd, 0);
        for distances in distances {
            let distance = F32Lanes::load(simd, distances);
            count = count.count(distance.is_at_most(guess));
        }
        let count = count.to_lanes();
        let hits = count.is_equal(wanted) & !is_found;
        reach = hits.select(guess, reach);
        is_found = is_found | hits;
        let is_short = count.is_below(wanted);
        low = is_short.select(guess, low);
        below = is_short.select(count, below);
        high = is_short.select(high, guess);
        within = is_short.select(within, count);
    }
    (reach, is_found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use pulp::{Arch, Scalar, WithSimd};

    /// One query: the squared distances of its neighbors, and the count to keep.
    type NeighborQuery = (Vec<f32>, u32);

    /// Computes the radius of each query where one exists, as many queries at a time as there are
    /// lanes.
    struct Reaches<'a>(&'a [NeighborQuery], f32);

    impl WithSimd for Reaches<'_> {
        type Output = Vec<Option<f32>>;

        fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
            let Self(queries, limit) = self;
            let mut reaches = Vec::new();
            for together in queries.chunks(S::F32_LANES) {
                let longest = together.iter().map(|(squares, _)| squares.len()).max();
                let distances: Vec<_> = (0..longest.unwrap_or(0))
                    .map(|row| {
                        let mut distances = [f32::INFINITY; MOST_LANES];
                        for (distance, (squares, _)) in distances.iter_mut().zip(together) {
                            *distance = squares.get(row).copied().unwrap_or(f32::INFINITY);
                        }
                        distances
                    })
                    .collect();
                let (mut most, mut seen) = ([0; MOST_LANES], [0; MOST_LANES]);
                for (lane, (squares, counted)) in together.iter().enumerate() {
                    (most[lane], seen[lane]) = (*counted, squares.len() as u32);
                }
                let (reach, is_found) = reach_of_nearest(
                    simd,
                    &distances,
                    U32Lanes::load(simd, &most),
                    U32Lanes::load(simd, &seen),
                    F32Lanes::splat(simd, limit),
                );
                let mut found = [None; MOST_LANES];
                let reach = reach.to_array();
                for lane in is_found.lanes() {
                    found[lane] = Some(reach[lane]);
                }
                reaches.extend_from_slice(&found[..together.len()]);
            }
            reaches
        }
    }

    fn within(squares: &[f32], reach: f32) -> usize {
        squares.iter().filter(|square| **square <= reach).count()
    }

    #[test]
    fn the_reach_of_the_nearest_lies_between_the_last_that_counts_and_the_next() {
        // Evenly spread: the squares of the distances grow by the same step.
        let squares: Vec<f32> = (1..=40).map(|n| n as f32 * 2.5).collect();
        for most in 1..40 {
            let reaches = Arch::new().dispatch(Reaches(&[(squares.clone(), most)], 100.0));
            let reach = reaches[0].unwrap();
            let last = most as f32 * 2.5;
            assert!((last..last + 2.5).contains(&reach), "{most}: {reach}");
        }
        // A lane that keeps all its neighbors gets the limit.
        for most in [40, 41, i32::MAX.cast_unsigned()] {
            let reaches = Arch::new().dispatch(Reaches(&[(squares.clone(), most)], 100.0));
            assert_eq!(reaches, [Some(100.0)]);
        }
    }

    #[test]
    fn no_reach_separates_two_equal_distances() {
        let queries = [(vec![1.0, 4.0, 4.0, 9.0], 2), (vec![1.0, 4.0, 5.0, 9.0], 2)];
        let reaches = Arch::new().dispatch(Reaches(&queries, 9.0));
        assert_eq!(reaches[0], None);
        assert_eq!(within(&queries[1].0, reaches[1].unwrap()), 2);
        // No reach separates neighbors at one position.
        let reaches = Scalar.vectorize(Reaches(&[(vec![0.0; 5], 3)], 9.0));
        assert_eq!(reaches, [None]);
    }

    #[test]
    fn lanes_with_different_or_no_limits_are_independent() {
        let distances = [1.0, 2.0, 3.0, f32::INFINITY].map(|distance| [distance; MOST_LANES]);
        struct Search([[f32; MOST_LANES]; 4]);
        impl WithSimd for Search {
            type Output = ([f32; MOST_LANES], Vec<usize>);

            fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
                // By lane: no neighbor; a count of 0; all neighbors; one infinite distance; a count
                // of 2 in the other lanes.
                let most = U32Lanes::load(simd, &[5, 0, 3, 3, 2, 2, 2, 2]);
                let seen = U32Lanes::load(simd, &[0, 3, 3, 4, 3, 3, 3, 3]);
                let limit = [-1.0, 9.0, 4.0, 16.0, 9.0, 9.0, 9.0, 9.0];
                let limit = F32Lanes::load(simd, &limit);
                let (reach, is_found) = reach_of_nearest(simd, &self.0, most, seen, limit);
                (reach.to_array(), is_found.lanes().collect::<Vec<_>>())
            }
        }
        let (reach, lanes) = Arch::new().dispatch(Search(distances));
        assert_eq!(reach[0], -1.0);
        assert!(lanes.iter().copied().eq(0..lanes.len()));
        if lanes.len() >= 4 {
            assert!(reach[1] < 1.0 && reach[2] == 4.0, "{reach:?}");
            assert_eq!(within(&[1.0, 2.0, 3.0, f32::INFINITY], reach[3]), 3);
        }
        if lanes.len() == MOST_LANES {
            assert_eq!(within(&[1.0, 2.0, 3.0], reach[7]), 2);
        }
    }

    proptest! {
        #[test]
        fn the_reach_contains_exactly_the_count(
            queries in prop::collection::vec(
                (prop::collection::vec(prop_oneof![0.0_f32..100.0, 40.0_f32..41.0, 0.0_f32..0.1], 0..70), 1_u32..50),
                1..20,
            ),
        ) {
            let reaches = Arch::new().dispatch(Reaches(&queries, 100.0));
            // One lane and several lanes make the same guesses.
            prop_assert_eq!(&Scalar.vectorize(Reaches(&queries, 100.0)), &reaches);
            for ((squares, most), reach) in queries.iter().zip(reaches) {
                if let Some(reach) = reach {
                    prop_assert_eq!(within(squares, reach), squares.len().min(*most as usize));
                    prop_assert!(reach <= 100.0);
                }
            }
        }

        #[test]
        fn evenly_spread_crowds_need_no_sorting(
            seeds in prop::collection::vec((any::<u32>(), 20_u32..90, 1_u32..40), 8),
        ) {
            let queries: Vec<NeighborQuery> = seeds
                .iter()
                .map(|(seed, count, most)| {
                    let squares = (0..*count).map(|n| {
                        let mixed = (n.wrapping_mul(2_654_435_761) ^ seed).wrapping_mul(2_246_822_519);
                        (mixed >> 8) as f32 / (1 << 24) as f32 * 36.0
                    });
                    (squares.collect(), *most)
                })
                .collect();
            let found = Arch::new().dispatch(Reaches(&queries, 36.0));
            let lost = found.iter().filter(|reach| reach.is_none()).count();
            prop_assert!(lost <= 2, "{lost} of 8");
        }
    }
}
