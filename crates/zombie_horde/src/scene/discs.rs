//! Discs on the ground with a spatial index.

use bevy::prelude::*;
use rstar::{AABB, RTree, RTreeObject};

/// A distance larger than any rounding error in the largest arena, world units.
const ROUNDING: f32 = 1.0;

/// A disc on the ground.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Disc {
    /// The center.
    pub center: Vec2,
    /// The radius, world units.
    pub radius: f32,
}

impl Disc {
    fn bounds(self) -> AABB<[f32; 2]> {
        AABB::from_corners(
            (self.center - self.radius).to_array(),
            (self.center + self.radius).to_array(),
        )
    }
}

impl RTreeObject for Disc {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        self.bounds()
    }
}

/// A spatial index of discs: the cost of a search hardly grows with their number.
#[derive(Default)]
pub(super) struct Discs(RTree<Disc>);

impl Discs {
    pub fn of(discs: &[Disc]) -> Self {
        Self(RTree::bulk_load(discs.to_vec()))
    }

    pub fn add(&mut self, disc: Disc) {
        self.0.insert(disc);
    }

    /// All discs with a point within `reach` of a position, and some a little farther away.
    pub fn near(&self, position: Vec2, reach: f32) -> impl Iterator<Item = &Disc> {
        let searched = Disc {
            center: position,
            radius: reach + ROUNDING,
        };
        self.0.locate_in_envelope_intersecting(searched.bounds())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Arena, SceneRandom};
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn only_near_discs_are_visited() {
        let arena = Arena::of_area(1e9);
        let mut random = SceneRandom::seed_from_u64(7);
        let discs = arena.scatter_discs(20_000, 34.0..66.0, 60.0, 36.0, &mut random);
        assert_eq!(discs.len(), 20_000);
        let index = Discs::of(&discs);
        let mut most = 0;
        for number in 0..2000 {
            let position = arena.random_position(12.0, &mut random);
            let reach = (number % 100) as f32;
            let is_near = |disc: &&Disc| disc.center.distance(position) <= disc.radius + reach;
            let sorted = |discs: &mut dyn Iterator<Item = &Disc>| {
                let mut discs: Vec<_> = discs.filter(is_near).map(|disc| disc.center).collect();
                discs.sort_by(|one, other| one.x.total_cmp(&other.x));
                discs
            };
            let expected = sorted(&mut discs.iter());
            assert_eq!(
                sorted(&mut index.near(position, reach)),
                expected,
                "{position}"
            );
            most = most.max(index.near(position, reach).count());
        }
        assert!(most < 20, "{most}");
    }
}
