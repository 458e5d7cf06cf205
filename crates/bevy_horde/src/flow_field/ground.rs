//! The obstacles that a field knows.

use bevy::prelude::*;
use core::cell::Cell;
use core::cmp::Ordering;
use horde_kernel::fields::cost_grid::Walls;
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::bounds_tree::BoundsTree;
use horde_kernel::obstacles::outline::Outline;

/// Obstacles by shape and place, each once, whatever their entities.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    /// In the order of [`Outline::order`].
    outlines: Vec<Outline>,
    tree: BoundsTree,
}

impl Ground {
    pub(super) fn new(mut outlines: Vec<Outline>) -> Self {
        outlines.sort_by(Outline::order);
        outlines.dedup_by(|one, other| one.order(other).is_eq());
        let mut tree = BoundsTree::default();
        tree.rebuild(outlines.iter().map(|outline| {
            let bounds = outline.bounds();
            bounds.grown(outline.rounding())
        }));
        Self { outlines, tree }
    }

    pub(super) fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    /// The obstacle that covers `place`, the deepest of several; `None` if the place is free.
    pub(super) fn outline_at(&self, place: Vec2) -> Option<&Outline> {
        let mut deepest: Option<(f32, usize)> = None;
        self.tree.visit(
            |bounds| bounds.is_within(place, 0.0),
            |number| {
                let distance = self.outlines[number].nearest(place).distance;
                let is_deeper = deepest.is_none_or(|known| (distance, number) < known);
                if distance < 0.0 && is_deeper {
                    deepest = Some((distance, number));
                }
            },
        );
        deepest.map(|(_, number)| &self.outlines[number])
    }

    /// The obstacles as walls. `tests` counts how often a place is tested against an obstacle.
    pub(super) fn walls<'a>(&'a self, tests: &'a Cell<usize>) -> NearWalls<'a> {
        NearWalls {
            ground: self,
            near: Vec::new(),
            distance: 0.0,
            tests,
            other: None,
        }
    }

    /// The boxes of the obstacles that only one of two grounds has, in the order of the obstacles.
    pub(super) fn changes(&self, other: &Self) -> Vec<Bounds> {
        let (mut one, mut other) = (&self.outlines[..], &other.outlines[..]);
        let mut changes = Vec::new();
        loop {
            let order = match (one.first(), other.first()) {
                (Some(first), Some(second)) => first.order(second),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return changes,
            };
            for (outlines, is_next) in [(&mut one, order.is_le()), (&mut other, order.is_ge())] {
                if is_next && let Some((first, rest)) = outlines.split_first() {
                    if order.is_ne() {
                        changes.push(*first.bounds());
                    }
                    *outlines = rest;
                }
            }
        }
    }
}

/// The obstacles of a ground that are near a place.
pub(super) struct NearWalls<'a> {
    ground: &'a Ground,
    near: Vec<usize>,
    /// The distance within which obstacles are near, world units.
    distance: f32,
    tests: &'a Cell<usize>,
    /// One more obstacle.
    other: Option<&'a Outline>,
}

impl<'a> NearWalls<'a> {
    /// The same walls and one more obstacle.
    pub(super) fn with(mut self, other: &'a Outline) -> Self {
        self.other = Some(other);
        self
    }
}

impl Walls for NearWalls<'_> {
    fn choose(&mut self, place: Vec2, distance: f32) -> bool {
        self.distance = distance;
        self.near.clear();
        self.ground.tree.visit(
            |bounds| bounds.is_within(place, distance),
            |number| self.near.push(number),
        );
        let is_near = |other: &Outline| other.signed_distance(place) < distance;
        !self.near.is_empty() || self.other.is_some_and(is_near)
    }

    fn clearance(&self, place: Vec2) -> f32 {
        let outlines = &self.ground.outlines;
        self.tests.set(self.tests.get() + self.near.len());
        let near = self.near.iter().map(|number| &outlines[*number]);
        let near = near.chain(self.other);
        let distances = near.map(|outline| outline.signed_distance(place));
        distances.fold(self.distance, f32::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use horde_kernel::fields::cost_grid::CostGrid;
    use horde_kernel::obstacles::edge::Edge;
    use proptest::prelude::*;

    /// Segments and discs about the area from (0, 0) to (40, 30), some of them far away.
    fn outlines() -> impl Strategy<Value = Vec<Outline>> {
        let place = || (-30.0_f32..70.0, -30.0_f32..60.0).prop_map(Vec2::from);
        let length = || (-15.0_f32..15.0, -15.0_f32..15.0).prop_map(Vec2::from);
        let outline = (place(), length(), 0.0_f32..3.0, any::<bool>()).prop_filter_map(
            "an outline",
            |(start, length, radius, is_disc)| {
                let end = if is_disc { start } else { start + length };
                Outline::from_edges([Edge { start, end }].into_iter().collect(), radius, false)
            },
        );
        prop::collection::vec(outline, 0..12)
    }

    proptest! {
        #[test]
        fn near_walls_close_the_same_links_as_all_walls(
            outlines in outlines(),
            radius in 0.1_f32..4.0,
            cell_size in 0.4_f32..1.5,
        ) {
            let all = |place: Vec2| {
                let distances = outlines.iter().map(|outline| outline.signed_distance(place));
                distances.fold(f32::INFINITY, f32::min)
            };
            let ground = Ground::new(outlines.clone());
            let new = || CostGrid::new(Vec2::ZERO, cell_size, 40, 30).expect("valid");
            let (mut near, mut slow) = (new(), new());
            near.rasterize(near.whole(), radius, ground.walls(&Cell::new(0)));
            slow.rasterize(slow.whole(), radius, all);
            prop_assert!(near.links() == slow.links());
        }
    }
}
