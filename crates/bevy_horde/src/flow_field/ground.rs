//! The obstacles that a field knows.

use crate::math::bounds::Bounds;
use crate::math::bounds_tree::BoundsTree;
use crate::math::outline::Outline;
use bevy::prelude::*;
use core::cell::Cell;
use core::cmp::Ordering;

/// Obstacles by shape and place, each once, whatever their entities.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    /// In their order.
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

    /// The distance to the nearest obstacle, negative inside, or `farthest` if that is less.
    pub(super) fn clearance(&self, place: Vec2, farthest: f32) -> f32 {
        let least = Cell::new(farthest);
        self.tree.visit(
            |bounds| bounds.is_within(place, least.get().max(0.0)),
            |number| {
                let distance = self.outlines[number].nearest(place).distance;
                least.set(least.get().min(distance));
            },
        );
        least.get()
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
