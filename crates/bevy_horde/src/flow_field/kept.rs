//! The costs in use, and those in work.

use super::costs::Costs;
use super::ground::Ground;
use super::source::{FieldShape, FieldSource};
use crate::obstacle::ObstacleIndex;
use bevy::prelude::*;
use std::sync::Arc;

/// The costs of fields that were removed or replaced since the last tick. A load may put the same
/// fields back.
#[derive(Resource, Default)]
pub(crate) struct DiscardedCosts(pub(super) Vec<KeptCosts>);

impl DiscardedCosts {
    /// Whether there are costs that no field has taken over yet.
    pub(crate) fn any(discarded: Res<Self>) -> bool {
        !discarded.0.is_empty()
    }

    /// Takes the costs that fit best to what a field is used for.
    pub(super) fn take(&mut self, used: &FieldSource) -> Option<KeptCosts> {
        let fit = |kept: &KeptCosts| {
            let own = kept.used.as_ref();
            let is_shape = own.is_some_and(|own| own.shape == used.shape);
            u8::from(is_shape) + u8::from(is_shape && own == Some(used))
        };
        let best = (0..self.0.len()).max_by_key(|number| fit(&self.0[*number]))?;
        (fit(&self.0[best]) > 0).then(|| self.0.swap_remove(best))
    }
}

/// The costs of a field, with the sources that they follow from.
///
/// A copy shares the costs until either changes.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptCosts {
    /// The costs that samples use; `None` before the field is ready for the first time.
    in_use: Option<Arc<Costs>>,
    /// Costs in work of another shape than those in use. Those of the same shape are in `in_use`.
    next: Option<Arc<Costs>>,
    used: Option<FieldSource>,
    wanted: Option<FieldSource>,
    /// How many cells were granted to the costs in work.
    cells: u64,
    /// The update count of the obstacles that the costs know; `None` before the first.
    update_count: Option<u64>,
}

impl KeptCosts {
    /// The costs that samples use; `None` before the field is ready for the first time.
    #[inline(always)]
    pub(super) fn in_use(&self) -> Option<&Costs> {
        self.used.as_ref()?;
        self.in_use.as_deref()
    }

    /// Brings the costs to these sources. Computes only what differs.
    pub(super) fn restore(
        &mut self,
        used: Option<&FieldSource>,
        wanted: Option<&FieldSource>,
        cells: u64,
    ) {
        // The obstacles may be those of another game.
        self.update_count = None;
        if (self.used.as_ref(), self.wanted.as_ref(), self.cells) == (used, wanted, cells) {
            return;
        }
        self.next = None;
        match used {
            Some(source) => {
                let known = self.in_use.take();
                let known = known.filter(|costs| *costs.shape() == source.shape);
                let mut costs = match known {
                    Some(mut costs) => {
                        Arc::make_mut(&mut costs).finish();
                        Some(costs)
                    }
                    None => Costs::new(&source.shape).map(Arc::new),
                };
                if let Some(costs) = &mut costs {
                    let costs = Arc::make_mut(costs);
                    costs.begin(source, Some(source.ground()));
                    costs.finish();
                }
                self.in_use = costs;
            }
            None => self.in_use = None,
        }
        (self.used, self.wanted) = (used.cloned(), None);
        if let Some(wanted) = wanted {
            self.begin(wanted.clone(), Some(wanted.ground()));
            self.advance(cells);
        }
    }

    /// The costs of a shape, to begin with: those in use, or new ones that are next.
    pub(super) fn of_shape(&mut self, shape: &FieldShape) -> Option<&Costs> {
        let is_in_use = self.in_use().is_some_and(|costs| costs.shape() == shape);
        if is_in_use {
            self.next = None;
            return self.in_use();
        }
        if self.next.as_ref().is_none_or(|next| next.shape() != shape) {
            self.next = Costs::new(shape).map(Arc::new);
        }
        self.next.as_deref()
    }

    /// The obstacles near the area, as ground; `None` if the costs in use know them already.
    pub(super) fn changed_ground(&mut self, obstacles: &ObstacleIndex) -> Option<Ground> {
        let update_count = Some(obstacles.update_count());
        if self.update_count == update_count {
            return None;
        }
        let costs = self.in_use()?;
        let ground = costs.ground_of(obstacles);
        if costs.ground().changes(&ground).is_empty() {
            self.update_count = update_count;
            return None;
        }
        Some(ground)
    }

    /// Notes that the costs know these obstacles.
    pub(super) fn note_updates(&mut self, obstacles: &ObstacleIndex) {
        self.update_count = Some(obstacles.update_count());
    }

    /// Begins to compute the costs of a source; `None`: over the same ground.
    pub(super) fn begin(&mut self, wanted: FieldSource, ground: Option<Ground>) {
        self.of_shape(&wanted.shape);
        if let Some(costs) = self.in_work() {
            costs.begin(&wanted, ground);
        }
        self.wanted = Some(wanted);
        self.cells = 0;
    }

    /// Computes as many cells more; true if the costs are ready, and in use.
    pub(super) fn advance(&mut self, cells: u64) -> bool {
        self.cells = self.cells.saturating_add(cells);
        let is_ready = self.in_work().is_none_or(|costs| {
            costs.advance(cells);
            costs.are_ready()
        });
        if is_ready {
            self.used = self.wanted.take();
            if let Some(next) = self.next.take() {
                self.in_use = Some(next);
            }
        }
        is_ready
    }

    fn in_work(&mut self) -> Option<&mut Costs> {
        self.next
            .as_mut()
            .or(self.in_use.as_mut())
            .map(Arc::make_mut)
    }
}
