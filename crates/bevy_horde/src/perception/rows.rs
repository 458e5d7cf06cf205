//! Agents as flat arrays.

use super::Perception;
use super::state::{AgentState, Presence};
use crate::agent_id::AgentId;
use crate::tables::columns;
use bevy::prelude::*;
use core::ops::Range;
use horde_kernel::crowd::body::Body;
use horde_kernel::crowd::usual_search::RangeCounts;
use horde_kernel::search::grid::PointBounds;

/// Agents as flat arrays: by row while the system reads them, by slot once they are in the order of
/// their ids.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) ids: Vec<u64>,
    pub(super) entities: Vec<Entity>,
    pub(super) bodies: Vec<Body>,
}

columns! {
    /// A part of [`Rows`], to be written.
    pub(super) struct RowsMut<'a> {
        pub(super) ids: &'a mut [u64],
        pub(super) entities: &'a mut [Entity],
        pub(super) bodies: &'a mut [Body],
    }
}

/// The sums and ranges of a batch of rows.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) ranges: RangeCounts,
    pub(super) totals: Totals,
    /// The first and the last agent of the batch.
    pub(super) ends: Option<(Key, Key)>,
}

/// Sums over agents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals {
    pub(super) radius_sum: f64,
    pub(super) largest_radius: f32,
    /// The box around all agents.
    pub(super) bounds: PointBounds,
    /// Whether every agent belongs to a group.
    pub(super) all_have_groups: bool,
    /// Whether any agent avoids others.
    pub(super) avoids: bool,
    pub(super) has_solid_bodies: bool,
    /// Whether every agent is present, and all are in the order of their ids.
    pub(super) is_in_order: bool,
}

impl Default for Totals {
    /// The sums over no agent.
    fn default() -> Self {
        Self {
            radius_sum: 0.0,
            largest_radius: 0.0,
            bounds: PointBounds::default(),
            all_have_groups: true,
            avoids: false,
            has_solid_bodies: false,
            is_in_order: true,
        }
    }
}

impl Totals {
    /// Adds these agents.
    #[inline(always)]
    pub(super) fn add(&mut self, states: &[AgentState], perceptions: &[Perception]) {
        for (state, perception) in states.iter().zip(perceptions) {
            if state.presence == Presence::Absent {
                self.is_in_order = false;
                continue;
            }
            self.all_have_groups &= perception.memberships != 0;
            self.radius_sum += f64::from(state.body_radius);
            self.largest_radius = self.largest_radius.max(state.body_radius);
            self.bounds.add(state.position);
            self.avoids |= state.avoids;
            self.has_solid_bodies |= state.solid;
        }
    }
}

/// The key that agents are sorted by.
pub(super) type Key = (u64, Entity);

impl Summary {
    /// Resets to a batch without rows.
    pub(super) fn clear(&mut self) {
        self.ranges.clear();
        self.totals = Totals::default();
        self.ends = None;
    }

    /// Adds the summary of the batch that follows.
    pub(super) fn add(&mut self, next: &Self) {
        self.ranges.add_all(&next.ranges);
        let (totals, more) = (&mut self.totals, &next.totals);
        totals.radius_sum += more.radius_sum;
        totals.largest_radius = totals.largest_radius.max(more.largest_radius);
        totals.bounds.add_all(&more.bounds);
        totals.all_have_groups &= more.all_have_groups;
        totals.avoids |= more.avoids;
        totals.has_solid_bodies |= more.has_solid_bodies;
        totals.is_in_order &= more.is_in_order;
        self.ends = match (self.ends, next.ends) {
            (Some((first, before)), Some((after, last))) => {
                totals.is_in_order &= before <= after;
                Some((first, last))
            }
            (own, next) => own.or(next),
        };
    }
}

impl Rows {
    pub(super) fn resize(&mut self, count: usize) {
        self.ids.resize(count, 0);
        self.entities.resize(count, Entity::PLACEHOLDER);
        self.bodies.resize(count, Body::default());
    }

    pub(super) fn as_mut(&mut self) -> RowsMut<'_> {
        RowsMut {
            ids: &mut self.ids,
            entities: &mut self.entities,
            bodies: &mut self.bodies,
        }
    }

    /// Sorts the rows of present agents by their ids.
    ///
    /// `order` gets the row of every slot; its old content is tried first. Afterwards `sorted`
    /// holds the rows in the old order.
    pub(super) fn sort(&mut self, is_there: &[bool], order: &mut Vec<u32>, sorted: &mut Self) {
        let count = is_there.iter().filter(|is_there| **is_there).count();
        let key = |row: &u32| (self.ids[*row as usize], self.entities[*row as usize]);
        let is_known = order.len() == count
            && order
                .iter()
                .all(|row| is_there.get(*row as usize) == Some(&true))
            && order.is_sorted_by(|first, second| key(first) < key(second));
        if !is_known {
            order.clear();
            order.extend(
                (0..)
                    .zip(is_there)
                    .filter(|(_, is_there)| **is_there)
                    .map(|(row, _)| row),
            );
            order.sort_by_key(key);
        }
        sorted.clear();
        for (slot, row) in (0..).zip(&*order) {
            let row = *row as usize;
            sorted.ids.push(self.ids[row]);
            sorted.entities.push(self.entities[row]);
            sorted.bodies.push(Body {
                slot,
                ..self.bodies[row]
            });
        }
        core::mem::swap(self, sorted);
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.entities.clear();
        self.bodies.clear();
    }
}

impl RowsMut<'_> {
    /// Writes the identity of the agents in these rows.
    #[inline(always)]
    pub(super) fn identify(&mut self, rows: Range<usize>, ids: &[AgentId], entities: &[Entity]) {
        let (known_ids, known) = (&mut self.ids[rows.clone()], &mut self.entities[rows]);
        let all = known_ids.iter().zip(&*known).zip(ids.iter().zip(entities));
        // Most rows keep their agents. Comparing first saves the writes back to memory.
        let are_known = all.fold(true, |are, ((known_id, known), (id, entity))| {
            are & (*known_id == id.0) & (known == entity)
        });
        if !are_known {
            let all = known_ids.iter_mut().zip(known);
            for ((known_id, known), (id, entity)) in all.zip(ids.iter().zip(entities)) {
                (*known_id, *known) = (id.0, *entity);
            }
        }
    }

    /// Splits off the first `length` rows; `None` when there are fewer.
    pub(super) fn split_off(&mut self, length: usize) -> Option<Self> {
        Some(Self {
            ids: self.ids.split_off_mut(..length)?,
            entities: self.entities.split_off_mut(..length)?,
            bodies: self.bodies.split_off_mut(..length)?,
        })
    }
}
