//! A k-d tree of positions, from a well-known crate.

use bevy::math::Vec2;
use kiddo::{ImmutableKdTree, SquaredEuclidean};

/// A k-d tree of positions.
pub struct Tree(Option<ImmutableKdTree<f32, 2>>);

impl Tree {
    /// Builds the tree. The number of a position is its index in the list.
    ///
    /// # Panics
    ///
    /// If a position is not finite.
    pub fn new(positions: impl IntoIterator<Item = Vec2>) -> Self {
        let positions: Vec<[f32; 2]> = positions
            .into_iter()
            .map(|position| position.to_array())
            .collect();
        let tree = (!positions.is_empty())
            .then(|| ImmutableKdTree::new_from_slice(&positions).expect("positions are finite"));
        Self(tree)
    }

    /// Calls `visit` with the index of every position within `radius` of `center`.
    pub fn visit_within(&self, center: Vec2, radius: f32, mut visit: impl FnMut(usize)) {
        let Some(tree) = &self.0 else { return };
        tree.query(&center.to_array())
            .within::<SquaredEuclidean<f32>>(radius * radius)
            .unsorted()
            .visit(|found| visit(found.item as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use bevy::math::Vec2;

    #[test]
    fn a_radius_is_a_distance_and_not_its_square() {
        let positions: Vec<Vec2> = (0..100_u8)
            .map(|number| Vec2::new(f32::from(number), 0.0))
            .collect();
        let mut found = Vec::new();
        Tree::new(positions)
            .visit_within(Vec2::new(50.0, 0.0), 3.5, |position| found.push(position));
        found.sort_unstable();
        assert_eq!(found, [47, 48, 49, 50, 51, 52, 53]);
        Tree::new([]).visit_within(Vec2::ZERO, 1.0, |_| panic!("the tree is empty"));
    }
}
