//! The nearest few of many.

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
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
