//! Swaps of slots between two members, which shorten an assignment step by step.
//!
//! A member that has come, or that has lost its slot, may have a long way through the others. Each
//! swap with a member beside its slot shortens that way by one place. So many members move up by
//! one place instead.

use super::cost;
use crate::search::grid::CellGrid;
use glam::Vec2;

/// The mean number of places in a cell of the grid.
const PLACES_IN_CELL: f32 = 2.0;
/// A swap must shorten two ways by this part of the softness, or the same ways would be swapped
/// back and forth.
const LEAST_GAIN: f32 = 0.01;
/// A swap must shorten two ways by this part of them: more than rounding.
const ROUNDING: f32 = 1e-5;

/// Places sorted by cell, so that the places near a position are found.
pub struct NearPlaces<'a> {
    places: &'a [Vec2],
    grid: CellGrid,
    reach: f32,
}

impl<'a> NearPlaces<'a> {
    /// Sorts these places.
    pub fn new(places: &'a [Vec2]) -> Self {
        let (low, high) = places.iter().fold(
            (Vec2::INFINITY, Vec2::NEG_INFINITY),
            |(low, high), place| (low.min(*place), high.max(*place)),
        );
        let size = high - low;
        let part = PLACES_IN_CELL / places.len().max(1) as f32;
        // The second term is for places in a row.
        let cell = (size.x * size.y * part)
            .sqrt()
            .max((size.x + size.y) * part);
        let mut grid = CellGrid::default();
        grid.rebuild(places, cell);
        let reach = grid.cell_size();
        Self {
            places,
            grid,
            reach,
        }
    }

    /// Calls `visit` with the numbers of the places in the cells about `position`.
    fn visit(&self, position: Vec2, mut visit: impl FnMut(u32)) {
        self.grid.visit_runs(position, self.reach, |run| {
            for number in &self.grid.order()[run] {
                visit(*number);
            }
        });
    }

    /// The nearest place in the cells about `position`; the lowest number of equally near ones.
    #[inline]
    pub fn nearest(&self, position: Vec2) -> Option<u32> {
        let mut nearest = (f32::INFINITY, None);
        self.visit(position, |number| {
            let distance = self.places[number as usize].distance_squared(position);
            let is_lower = nearest.1.is_none_or(|known| number < known);
            if distance < nearest.0 || (distance == nearest.0 && is_lower) {
                nearest = (distance, Some(number));
            }
        });
        nearest.1
    }
}

/// How far the search for swaps is. It ends when no swap of two members, one of them with a slot
/// near that of the other, shortens their ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SwapSearch {
    /// The slot that is checked next.
    pub next: u32,
    /// How many slots are not yet checked.
    pub unchecked: u32,
}

impl SwapSearch {
    /// Swaps slots of members, and looks at no more than about `most_looks` pairs. Members in
    /// `first` come first. Returns whether members have other slots.
    ///
    /// A way counts as in [`assign`](super::assign).
    pub fn advance(
        &mut self,
        ways: &Ways,
        assigned: &mut [u32],
        mut first: Vec<u32>,
        most_looks: usize,
    ) -> bool {
        let count = assigned.len() as u32;
        let near_slots = NearPlaces::new(ways.slots);
        let mut owners = vec![0; assigned.len()];
        for (member, slot) in (0..).zip(&*assigned) {
            owners[*slot as usize] = member;
        }
        let (mut looks, mut has_swapped) = (0, false);
        self.unchecked = self.unchecked.min(count);
        while looks < most_looks {
            let member = match first.pop() {
                Some(member) => member,
                None if self.unchecked == 0 => break,
                None => {
                    let slot = self.next % count;
                    self.unchecked -= 1;
                    self.next = slot + 1;
                    owners[slot as usize]
                }
            };
            looks += 1;
            let slot = assigned[member as usize];
            let own_way = ways.of(member, slot);
            let (mut gain, mut best) = (LEAST_GAIN * ways.softness, None);
            near_slots.visit(ways.slots[slot as usize], |other_slot| {
                let other = owners[other_slot as usize];
                let present = own_way + ways.of(other, other_slot);
                let swapped = ways.of(member, other_slot) + ways.of(other, slot);
                looks += 1;
                if present - swapped > gain.max(ROUNDING * present) {
                    (gain, best) = (present - swapped, Some((other, other_slot)));
                }
            });
            if let Some((other, other_slot)) = best {
                (assigned[member as usize], assigned[other as usize]) = (other_slot, slot);
                (owners[other_slot as usize], owners[slot as usize]) = (member, other);
                (self.unchecked, has_swapped) = (count, true);
                first.extend([other, member]);
            }
        }
        has_swapped
    }
}

/// The ways of members to slots.
pub struct Ways<'a> {
    /// Where the members are.
    pub members: &'a [Vec2],
    /// Where the slots are.
    pub slots: &'a [Vec2],
    /// A way counts as `hypot(way, softness) - softness`.
    pub softness: f32,
}

impl Ways<'_> {
    fn of(&self, member: u32, slot: u32) -> f32 {
        let (member, slot) = (self.members[member as usize], self.slots[slot as usize]);
        cost(member, slot, self.softness)
    }
}

#[cfg(test)]
mod tests;
