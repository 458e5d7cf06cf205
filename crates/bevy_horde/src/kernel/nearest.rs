//! The nearest few of many.

/// A neighbour found by a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbor {
    /// Squared distance, centre to centre.
    pub distance_squared: f32,
    /// Which body: its place in the cell order of the search.
    pub index: u32,
    /// For which rules it counts, one bit each.
    pub rules: u8,
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
