//! The assignment of many members, in a time that grows with their number: halves go to halves.
//!
//! Members and slots are split along the same axis into halves of equal count, until one member
//! and one slot are left. No two groups change sides, so few ways cross. The sum of all ways
//! exceeds the least by a few percent where members come from afar. Members that are already near
//! their slots keep them first, see [`nearest_pairs`].

use super::swaps::NearPlaces;
use core::cmp::Ordering;
use glam::Vec2;

/// Returns the slots of all members. Members with a `known` slot keep it; known slots differ. There
/// must be as many slots as members.
pub fn complete(members: &[Vec2], slots: &[Vec2], known: &[Option<u32>]) -> Vec<u32> {
    let mut is_taken = vec![false; slots.len()];
    for slot in known.iter().flatten() {
        is_taken[*slot as usize] = true;
    }
    let mut assigned: Vec<u32> = known.iter().map(|slot| slot.unwrap_or(0)).collect();
    let numbers = |is_free: &dyn Fn(usize) -> bool| -> Vec<u32> {
        let all = 0..members.len();
        all.filter(|number| is_free(*number))
            .map(|number| number as u32)
            .collect()
    };
    Halves {
        members,
        slots,
        assigned: &mut assigned,
    }
    .split(
        &mut numbers(&|member| known[member].is_none()),
        &mut numbers(&|slot| !is_taken[slot]),
    );
    assigned
}

/// The pairs of a member and a slot that are nearest to each other, by member.
pub fn nearest_pairs(members: &[Vec2], slots: &[Vec2]) -> Vec<Option<u32>> {
    let near_members = NearPlaces::new(members);
    let near_slots = NearPlaces::new(slots);
    let back: Vec<Option<u32>> = slots
        .iter()
        .map(|slot| near_members.nearest(*slot))
        .collect();
    let pair = |(member, position): (u32, &Vec2)| {
        let slot = near_slots.nearest(*position)?;
        (back[slot as usize] == Some(member)).then_some(slot)
    };
    (0..).zip(members).map(pair).collect()
}

struct Halves<'a> {
    members: &'a [Vec2],
    slots: &'a [Vec2],
    assigned: &'a mut [u32],
}

impl Halves<'_> {
    /// Assigns these slots to these members, of the same count.
    fn split(&mut self, members: &mut [u32], slots: &mut [u32]) {
        match (&*members, &*slots) {
            ([], _) | (_, []) => return,
            ([member], [slot, ..]) => {
                self.assigned[*member as usize] = *slot;
                return;
            }
            _ => {}
        }
        let extent = extent(self.members, members) + extent(self.slots, slots);
        let is_across = extent.y > extent.x;
        let middle = members.len() / 2;
        halve(self.members, members, middle, is_across);
        halve(self.slots, slots, middle, is_across);
        let (low_members, high_members) = members.split_at_mut(middle);
        let (low_slots, high_slots) = slots.split_at_mut(middle);
        self.split(low_members, low_slots);
        self.split(high_members, high_slots);
    }
}

/// The size of the box about these places.
fn extent(places: &[Vec2], numbers: &[u32]) -> Vec2 {
    let bounds = numbers.iter().fold(
        (Vec2::INFINITY, Vec2::NEG_INFINITY),
        |(low, high), number| {
            let place = places[*number as usize];
            (low.min(place), high.max(place))
        },
    );
    bounds.1 - bounds.0
}

/// Moves the `count` lowest places along an axis to the front. Ties go by the other axis, then by
/// number, so the result does not depend on the order of the numbers.
fn halve(places: &[Vec2], numbers: &mut [u32], count: usize, is_across: bool) {
    let order = |one: &u32, other: &u32| -> Ordering {
        let (mut a, mut b) = (places[*one as usize], places[*other as usize]);
        if is_across {
            (a, b) = (Vec2::new(a.y, a.x), Vec2::new(b.y, b.x));
        }
        let by_axes = a.x.total_cmp(&b.x).then_with(|| a.y.total_cmp(&b.y));
        by_axes.then_with(|| one.cmp(other))
    };
    numbers.select_nth_unstable_by(count, order);
}

#[cfg(test)]
mod tests;
