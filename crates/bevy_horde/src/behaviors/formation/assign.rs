//! Which member takes which slot: at once for few members, in steps for many.

use super::frame::{Change, Marching};
use super::march::MarchingMember;
use super::state::FormationState;
use bevy::prelude::*;
use horde_kernel::formation::assignment::halves::{complete, nearest_pairs};
use horde_kernel::formation::assignment::swaps::{SwapSearch, Ways};
use horde_kernel::formation::assignment::{MOST_IN_AUCTION, assign, total_way};

/// The time between two checks of the assignment, seconds.
const LOOK_OVER: f32 = 0.5;
/// Another assignment replaces the present one if it is shorter than this part of it.
const CLEARLY_SHORTER: f32 = 0.9;
/// The softness of the assignment, see [`assign`], spacings: many short ways beat one long way.
const SOFTNESS: f32 = 0.05;
/// The most pairs of a member and another's slot that a formation looks at in a tick.
const MOST_LOOKS: usize = MOST_IN_AUCTION * MOST_IN_AUCTION;

/// The new slots of the members; `None` if they keep theirs.
pub(super) fn reassign(
    own: &[MarchingMember],
    change: Change,
    state: &mut FormationState,
    marching: &Marching,
) -> Option<Vec<u32>> {
    let known = known_slots(own);
    let has_all = known.iter().all(Option::is_some);
    let has_gap = own.iter().any(|member| member.lag > marching.spacing);
    state.assigned_for += marching.tick;
    let is_due = state.assigned_for >= LOOK_OVER && has_gap;
    let is_new = change != Change::None || !has_all;
    if is_new || is_due {
        state.assigned_for = 0.0;
        state.unchecked_slots = own.len() as u32;
    }
    if own.len() <= MOST_IN_AUCTION {
        state.unchecked_slots = 0;
        let few = || reassign_few(own, &known, change, state, marching);
        return (is_new || is_due).then(few).flatten();
    }
    if state.unchecked_slots == 0 {
        return None;
    }
    reassign_many(own, &known, change, state, marching)
}

/// Assigns all slots anew; `None` if that is not clearly shorter.
fn reassign_few(
    own: &[MarchingMember],
    known: &[Option<u32>],
    change: Change,
    state: &FormationState,
    marching: &Marching,
) -> Option<Vec<u32>> {
    let (positions, places) = positions_and_places(own, state);
    let known: Option<Vec<u32>> = known.iter().copied().collect();
    // To close a gap, many members move up by one place: none can walk through the others.
    let closes_gap = change != Change::Anew && known.is_some();
    let softness = if closes_gap { 1.0 } else { SOFTNESS } * marching.spacing;
    let assigned = assign(&positions, &places, softness);
    let Some(known) = known.filter(|_| change == Change::None) else {
        return Some(assigned);
    };
    let present = total_way(&positions, &places, &known, softness);
    let way = total_way(&positions, &places, &assigned, softness);
    (way < CLEARLY_SHORTER * present).then_some(assigned)
}

/// Takes a step of the assignment. Where members have come or gone, the others keep their slots at
/// first.
fn reassign_many(
    own: &[MarchingMember],
    known: &[Option<u32>],
    change: Change,
    state: &mut FormationState,
    marching: &Marching,
) -> Option<Vec<u32>> {
    let (positions, places) = positions_and_places(own, state);
    let softness = marching.spacing;
    let numbers = (0..).zip(known);
    let missing: Vec<u32> = numbers
        .filter_map(|(member, slot)| slot.is_none().then_some(member))
        .collect();
    let is_new = change != Change::None || !missing.is_empty();
    let forms_up = missing.len() == own.len();
    let mut assigned = match change {
        Change::Anew => complete(&positions, &places, &nearest_pairs(&positions, &places)),
        _ => complete(&positions, &places, known),
    };
    if forms_up || change != Change::None {
        let other = complete(&positions, &places, &vec![None; own.len()]);
        let way = |assigned: &[u32]| total_way(&positions, &places, assigned, softness);
        if way(&other) < CLEARLY_SHORTER * way(&assigned) {
            assigned = other;
        }
    }
    let ways = Ways {
        members: &positions,
        slots: &places,
        softness,
    };
    let mut search = SwapSearch {
        next: state.next_slot,
        unchecked: state.unchecked_slots,
    };
    // To form up is work enough for a tick.
    let has_swapped = !forms_up && search.advance(&ways, &mut assigned, missing, MOST_LOOKS);
    (state.next_slot, state.unchecked_slots) = (search.next, search.unchecked);
    (is_new || has_swapped).then_some(assigned)
}

/// The positions of members and slots. In a column both are measured along the trail, so that ways
/// go round its corners.
fn positions_and_places(own: &[MarchingMember], state: &FormationState) -> (Vec<Vec2>, Vec<Vec2>) {
    let positions = own.iter().map(|member| member.position);
    if state.is_column() {
        let beside = positions.map(|position| state.beside_trail(position));
        return (beside.collect(), state.column.clone());
    }
    let places = (0..own.len()).filter_map(|slot| state.place(slot));
    (
        positions.collect(),
        places.map(|place| place.position).collect(),
    )
}

/// The slots of the members. A slot that no place has, or that an earlier member has, is `None`.
fn known_slots(own: &[MarchingMember]) -> Vec<Option<u32>> {
    let mut is_taken = vec![false; own.len()];
    let slots = own.iter().map(|member| {
        let slot = member.slot?;
        let is_taken = is_taken.get_mut(slot as usize)?;
        (!core::mem::replace(is_taken, true)).then_some(slot)
    });
    slots.collect()
}
