//! A k-d tree over places, from a well-known crate.

use bevy::math::Vec2;
use kiddo::{ImmutableKdTree, SquaredEuclidean};

/// Places that can be asked who is near.
pub struct Tree(Option<ImmutableKdTree<f32, 2>>);

impl Tree {
    /// Built over all places at once; a place's number is its place in the list.
    ///
    /// # Panics
    ///
    /// When a place is not finite.
    pub fn new(places: impl IntoIterator<Item = Vec2>) -> Self {
        let places: Vec<[f32; 2]> = places.into_iter().map(|place| place.to_array()).collect();
        let tree = (!places.is_empty())
            .then(|| ImmutableKdTree::new_from_slice(&places).expect("places are finite"));
        Self(tree)
    }

    /// Calls `visit` with the number of every place within `radius` of `center`.
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
        let places: Vec<Vec2> = (0..100_u8)
            .map(|number| Vec2::new(f32::from(number), 0.0))
            .collect();
        let mut found = Vec::new();
        Tree::new(places).visit_within(Vec2::new(50.0, 0.0), 3.5, |place| found.push(place));
        found.sort_unstable();
        assert_eq!(found, [47, 48, 49, 50, 51, 52, 53]);
        Tree::new([]).visit_within(Vec2::ZERO, 1.0, |_| panic!("nobody is there"));
    }
}
