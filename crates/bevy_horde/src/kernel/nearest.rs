//! The nearest few of many.

use super::lanes::{Lanes, MOST_LANES, Mask, Words};
use pulp::Simd;

/// A neighbour found by a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbor {
    /// Squared distance, centre to centre.
    pub distance_squared: f32,
    /// Which body: its place in the order of the stable ids.
    pub index: u32,
}

/// Keeps the `most` nearest of `found`; of equally near ones those with the lower index.
///
/// A subset that is random, or the first found, makes crowds worse: the bodies that matter are the near ones. Where
/// nothing has to go the order stays as it is.
pub fn keep_nearest(found: &mut Vec<Neighbor>, most: usize) {
    if found.len() <= most {
        return;
    }
    let nearer = |a: &Neighbor, b: &Neighbor| {
        a.distance_squared
            .total_cmp(&b.distance_squared)
            .then(a.index.cmp(&b.index))
    };
    if most > 0 {
        found.select_nth_unstable_by(most - 1, nearer);
    }
    found.truncate(most);
    found.sort_unstable_by(nearer);
}

/// Rounds in which the reach of the nearest is narrowed down, at most.
const ROUNDS: usize = 12;
/// From this round on every other one halves: guesses may creep up on the answer from one side.
const FIRST_HALVING: usize = 4;

/// How far, as a square, several who look have to see to see so many as they count and nobody else, one in each lane; and
/// where that was found.
///
/// `distances` are squares, those of one neighbour after the other, infinite for whom it is not seen by; `seen` says how many
/// each sees, all of them within the square `limit`. Who sees no more than `most`, which is at most 2^31 - 1, sees as far as that.
/// It is not found where two are equally far and only one of them counts, and rarely elsewhere.
///
/// Neighbours that are spread evenly are as many as the square of the distance, so it is guessed at and not searched for:
/// a few rounds do, in all lanes at once, where sorting would go through one agent's neighbours after the other.
#[inline(always)]
pub fn reach_of_nearest<S: Simd>(
    simd: S,
    distances: &[[f32; MOST_LANES]],
    most: Words<S>,
    seen: Words<S>,
    limit: Lanes<S>,
) -> (Lanes<S>, Mask<S>) {
    let wanted = most.to_lanes();
    let (mut low, mut high) = (limit.like(0.0), limit);
    let (mut below, mut within) = (limit.like(0.0), seen.to_lanes());
    let mut reach = limit;
    let mut is_found = !most.is_below(seen);
    for round in 0..ROUNDS {
        if !(!is_found).any() {
            break;
        }
        let is_halving = round >= FIRST_HALVING && round % 2 == 0;
        let part = if is_halving {
            limit.like(0.5)
        } else {
            (wanted - below + limit.like(0.5)) / (within - below + limit.like(1.0))
        };
        let guess = low + (high - low) * part;
        let mut count = Words::splat(simd, 0);
        for distances in distances {
            let distance = Lanes::load(simd, distances);
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

    fn neighbor(distance_squared: f32, index: u32) -> Neighbor {
        Neighbor {
            distance_squared,
            index,
        }
    }

    fn indices(found: &[Neighbor]) -> Vec<u32> {
        found.iter().map(|neighbor| neighbor.index).collect()
    }

    #[test]
    fn the_nearest_stay_nearest_first() {
        let distances = [9.0, 1.0, 25.0, 4.0, 16.0];
        let mut found: Vec<_> = (0..)
            .zip(distances)
            .map(|(index, d)| neighbor(d, index))
            .collect();
        keep_nearest(&mut found, 3);
        // Squared distances 1, 4, 9.
        assert_eq!(indices(&found), [1, 3, 0]);
    }

    #[test]
    fn of_equally_near_ones_the_lower_index_stays() {
        let mut found: Vec<_> = [7, 3, 5, 1].map(|index| neighbor(2.0, index)).to_vec();
        keep_nearest(&mut found, 2);
        assert_eq!(indices(&found), [1, 3]);
    }

    #[test]
    fn where_nothing_has_to_go_the_order_stays() {
        let mut found = vec![neighbor(9.0, 0), neighbor(1.0, 1), neighbor(4.0, 2)];
        for most in [3, 4, usize::MAX] {
            keep_nearest(&mut found, most);
            assert_eq!(indices(&found), [0, 1, 2]);
        }
    }

    #[test]
    fn none_may_stay() {
        let mut found = vec![neighbor(9.0, 0), neighbor(1.0, 1)];
        keep_nearest(&mut found, 0);
        assert!(found.is_empty());
        keep_nearest(&mut found, 0);
        assert!(found.is_empty());
    }

    /// What each of eight sees: squared distances, and how many it counts.
    type Looker = (Vec<f32>, u32);

    /// The reach of each, where it was found; by as many lanes as there are.
    struct Reaches<'a>(&'a [Looker], f32);

    impl WithSimd for Reaches<'_> {
        type Output = Vec<Option<f32>>;

        fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
            let Self(lookers, limit) = self;
            let mut reaches = Vec::new();
            for together in lookers.chunks(S::F32_LANES) {
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
                    Words::load(simd, &most),
                    Words::load(simd, &seen),
                    Lanes::splat(simd, limit),
                );
                let mut found = [None; MOST_LANES];
                let reach = reach.to_array();
                is_found.for_each_lane(|lane| found[lane] = Some(reach[lane]));
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
        // Who counts everybody it sees looks as far as it can.
        for most in [40, 41, i32::MAX.cast_unsigned()] {
            let reaches = Arch::new().dispatch(Reaches(&[(squares.clone(), most)], 100.0));
            assert_eq!(reaches, [Some(100.0)]);
        }
    }

    #[test]
    fn no_reach_parts_two_that_are_equally_near() {
        let lookers = [(vec![1.0, 4.0, 4.0, 9.0], 2), (vec![1.0, 4.0, 5.0, 9.0], 2)];
        let reaches = Arch::new().dispatch(Reaches(&lookers, 9.0));
        assert_eq!(reaches[0], None);
        assert_eq!(within(&lookers[1].0, reaches[1].unwrap()), 2);
        // Nor all who coincide.
        let reaches = Scalar.vectorize(Reaches(&[(vec![0.0; 5], 3)], 9.0));
        assert_eq!(reaches, [None]);
    }

    #[test]
    fn lanes_with_limits_of_their_own_and_without_anybody_do_not_disturb_each_other() {
        let distances = [1.0, 2.0, 3.0, f32::INFINITY].map(|distance| [distance; MOST_LANES]);
        struct Search([[f32; MOST_LANES]; 4]);
        impl WithSimd for Search {
            type Output = ([f32; MOST_LANES], Vec<usize>);

            fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
                // Nobody is there; none counts; all that are seen; one of them cannot be told how far; two count.
                let most = Words::load(simd, &[5, 0, 3, 3, 2, 2, 2, 2]);
                let seen = Words::load(simd, &[0, 3, 3, 4, 3, 3, 3, 3]);
                let limit = [-1.0, 9.0, 4.0, 16.0, 9.0, 9.0, 9.0, 9.0];
                let limit = Lanes::load(simd, &limit);
                let (reach, is_found) = reach_of_nearest(simd, &self.0, most, seen, limit);
                let mut lanes = Vec::new();
                is_found.for_each_lane(|lane| lanes.push(lane));
                (reach.to_array(), lanes)
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
        fn so_many_are_within_the_reach_as_count(
            lookers in prop::collection::vec(
                (prop::collection::vec(prop_oneof![0.0_f32..100.0, 40.0_f32..41.0, 0.0_f32..0.1], 0..70), 1_u32..50),
                1..20,
            ),
        ) {
            let reaches = Arch::new().dispatch(Reaches(&lookers, 100.0));
            // In one lane or eight the same guesses are made.
            prop_assert_eq!(&Scalar.vectorize(Reaches(&lookers, 100.0)), &reaches);
            for ((squares, most), reach) in lookers.iter().zip(reaches) {
                if let Some(reach) = reach {
                    prop_assert_eq!(within(squares, reach), squares.len().min(*most as usize));
                    prop_assert!(reach <= 100.0);
                }
            }
        }

        #[test]
        fn crowds_that_are_spread_evenly_need_no_sorting(
            seeds in prop::collection::vec((any::<u32>(), 20_u32..90, 1_u32..40), 8),
        ) {
            let lookers: Vec<Looker> = seeds
                .iter()
                .map(|(seed, count, most)| {
                    let squares = (0..*count).map(|n| {
                        let mixed = (n.wrapping_mul(2_654_435_761) ^ seed).wrapping_mul(2_246_822_519);
                        (mixed >> 8) as f32 / (1 << 24) as f32 * 36.0
                    });
                    (squares.collect(), *most)
                })
                .collect();
            let found = Arch::new().dispatch(Reaches(&lookers, 36.0));
            let lost = found.iter().filter(|reach| reach.is_none()).count();
            prop_assert!(lost <= 2, "{lost} of 8");
        }

        #[test]
        fn the_nearest_are_the_first_of_a_full_sort(
            // Few different distances, so that ties are common.
            distances in prop::collection::vec((0_u8..12).prop_map(f32::from), 0..80),
            most in 0_usize..90,
            seed in any::<u32>(),
        ) {
            // Indices that are all different and in no order.
            let all: Vec<_> = (0_u32..)
                .zip(&distances)
                .map(|(place, distance)| neighbor(*distance, place.wrapping_mul(2_654_435_761) ^ seed))
                .collect();
            let mut kept = all.clone();
            keep_nearest(&mut kept, most);
            if all.len() <= most {
                prop_assert_eq!(kept, all);
            } else {
                let mut sorted = all;
                sorted.sort_by(|a, b| {
                    (a.distance_squared, a.index).partial_cmp(&(b.distance_squared, b.index)).unwrap()
                });
                sorted.truncate(most);
                prop_assert_eq!(kept, sorted);
            }
        }
    }
}
