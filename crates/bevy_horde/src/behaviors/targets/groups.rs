//! The members of groups that agents have as targets, sorted by place.

use crate::perception::AgentIndex;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use horde_kernel::search::grid::CellGrid;
use std::sync::{Arc, Mutex, PoisonError};

/// The smallest and the largest size of a cell, world units.
const CELLS: (f32, f32) = (1e-3, 1e9);

/// The members of all queried groups. The first query of some groups in a tick sorts their members,
/// so a tick without a query has no cost.
#[derive(Resource, Default)]
pub struct TargetGroups(Mutex<Vec<Known>>);

struct Known {
    groups: u32,
    /// The change tick of the index from which the members come; `None` before the first query.
    built_at: Option<Tick>,
    members: Arc<Members>,
}

/// The agents that belong to at least one of the queried groups.
#[derive(Default)]
pub(super) struct Members {
    grid: CellGrid,
    /// The members in the order of the cells.
    sorted: Vec<GroupMember>,
    // Scratch, kept for its memory.
    slots: Vec<u32>,
    positions: Vec<Vec2>,
}

/// A member of a group.
#[derive(Clone, Copy)]
pub(super) struct GroupMember {
    pub(super) position: Vec2,
    pub(super) slot: u32,
}

impl TargetGroups {
    /// Returns the agents of `index` that belong to at least one of `groups`.
    pub(super) fn members(&self, groups: u32, index: &AgentIndex) -> Arc<Members> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = index.built_at();
        let known = all.iter().position(|known| known.groups == groups);
        let known = known.or_else(|| all.iter().position(|known| known.built_at != now));
        let number = known.unwrap_or_else(|| {
            all.push(Known {
                groups,
                built_at: None,
                members: Arc::default(),
            });
            all.len() - 1
        });
        let known = &mut all[number];
        if (known.groups, known.built_at) != (groups, now) || now.is_none() {
            (known.groups, known.built_at) = (groups, now);
            // Nothing reads the members of an earlier tick any more, so their memory is free.
            if Arc::get_mut(&mut known.members).is_none() {
                known.members = Arc::default();
            }
            if let Some(members) = Arc::get_mut(&mut known.members) {
                members.rebuild(groups, index);
            }
        }
        known.members.clone()
    }
}

impl Members {
    fn rebuild(&mut self, groups: u32, index: &AgentIndex) {
        self.slots.clear();
        self.positions.clear();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for body in index.agents() {
            if body.memberships & groups != 0 {
                self.slots.push(body.slot);
                self.positions.push(body.position);
                low = low.min(body.position);
                high = high.max(body.position);
            }
        }
        let count = self.slots.len() as f32;
        let size = (high - low).max_element() / count.sqrt();
        // Without members the size is negative, and with all members at one place it is 0.
        let size = if size > 0.0 { size } else { 1.0 };
        self.grid
            .rebuild(&self.positions, size.clamp(CELLS.0, CELLS.1));
        self.sorted.clear();
        let order = self.grid.order().iter().map(|number| *number as usize);
        self.sorted.extend(order.map(|number| GroupMember {
            position: self.positions[number],
            slot: self.slots[number],
        }));
    }

    /// Returns the slot of the nearest member that `accepts` accepts, at a squared distance below
    /// `limit`. Of equally near members, the one with the lowest slot counts.
    ///
    /// Calls `accepts` at most once for each member, and not for members farther than the best so
    /// far.
    pub(super) fn nearest(
        &self,
        center: Vec2,
        limit: f32,
        accepts: impl FnMut(&GroupMember) -> bool,
    ) -> Option<u32> {
        let nearest = self.nearest_of_tests(center, limit, usize::MAX, accepts);
        nearest.map(|(_, slot)| slot)
    }

    /// Like [`nearest`](Self::nearest), with a bound on the calls of `accepts`. Of many members, it
    /// tests about `most` of the nearest, and as many others. Which others depends on `draw`: over
    /// many draws, each member has its turn.
    pub(super) fn nearest_by_turns(
        &self,
        center: Vec2,
        limit: f32,
        (most, draw): (usize, u32),
        mut accepts: impl FnMut(&GroupMember) -> bool,
    ) -> Option<u32> {
        let count = self.sorted.len();
        if count <= 2 * most {
            return self.nearest(center, limit, accepts);
        }
        let mut best = self.nearest_of_tests(center, limit, most, &mut accepts);
        let step = count.div_ceil(most);
        let first = (u64::from(draw) * step as u64) >> 32;
        for member in self.sorted[first as usize..].iter().step_by(step) {
            let distance = member.position.distance_squared(center);
            let is_better = best.is_none_or(|best| (distance, member.slot) < best);
            if distance < limit && is_better && accepts(member) {
                best = Some((distance, member.slot));
            }
        }
        best.map(|(_, slot)| slot)
    }

    /// The squared distance and the slot of the nearest accepted member, after at most about `most`
    /// calls of `accepts`.
    fn nearest_of_tests(
        &self,
        center: Vec2,
        limit: f32,
        most: usize,
        mut accepts: impl FnMut(&GroupMember) -> bool,
    ) -> Option<(f32, u32)> {
        if self.sorted.is_empty() {
            return None;
        }
        let mut tests = 0;
        let mut best: Option<(f32, u32)> = None;
        let mut radius = self.grid.cell_size();
        let mut searched = -1.0;
        loop {
            let reach = radius * radius;
            self.grid.visit_runs(center, radius, |run| {
                for member in &self.sorted[run] {
                    let distance = member.position.distance_squared(center);
                    let is_in_ring = distance > searched && distance <= reach && distance < limit;
                    let is_better = best.is_none_or(|best| (distance, member.slot) < best);
                    if !(is_in_ring && is_better) || tests >= most {
                        continue;
                    }
                    tests += 1;
                    if accepts(member) {
                        best = Some((distance, member.slot));
                    }
                }
            });
            if best.is_some() || tests >= most || reach >= limit || radius.is_infinite() {
                return best;
            }
            searched = reach;
            radius = if self.grid.covers_everything(radius) {
                f32::INFINITY
            } else {
                2.0 * radius
            };
        }
    }
}
