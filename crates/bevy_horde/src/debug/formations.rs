//! Drawing of formations: their slots, and the ways of members to them.

use super::pen::Pen;
use super::{DebugLayer, SteeringPainter};
use crate::behaviors::{FormationSlot, FormationState};
use crate::math::marching::{Free, in_frame, place_on};
use crate::math::vector::left;
use crate::space::MovementSpace;
use bevy::prelude::*;

/// The radius of the ring at a slot, spacings.
const RING: f32 = 0.4;

/// Draws a formation in [`DebugLayer::Formations`]: a ring at each slot, an arrow where it faces,
/// and a line from each member to its slot.
///
/// `members` are their positions in the world and what they remember. `level` is any position at
/// the height (or z layer) of the rings; a line is at that of its member. Slots are where the last
/// tick had them. A formation that has not begun is not drawn.
pub fn draw_formation<'a>(
    painter: &mut (impl SteeringPainter + ?Sized),
    space: MovementSpace,
    level: Vec3,
    state: &FormationState,
    members: impl IntoIterator<Item = (Vec3, &'a FormationSlot)>,
) {
    let mut pen = Pen {
        painter,
        space,
        level,
    };
    if !pen.draws(DebugLayer::Formations) || !state.is_marching {
        return;
    }
    for slot in 0..state.slots.len() {
        if let Some(place) = slot_place(state, slot) {
            pen.circle(DebugLayer::Formations, place, RING * state.spacing);
        }
    }
    let ahead = state.heading * state.spacing;
    pen.arrow(DebugLayer::Formations, state.position, ahead);
    for (position, memory) in members {
        let slot = memory
            .slot
            .and_then(|slot| slot_place(state, slot as usize));
        if let Some(slot) = slot {
            pen.level = position;
            pen.line(DebugLayer::Formations, space.to_plane(position), slot);
        }
    }
}

/// Where a slot is: in the shape, or in the column on the trail.
fn slot_place(state: &FormationState, slot: usize) -> Option<Vec2> {
    if !state.is_column() {
        let slot = *state.slots.get(slot)?;
        return Some(in_frame(state.position, state.heading, slot));
    }
    let place = state.column.get(slot)?;
    let points = state.trail.iter().map(|point| point.position);
    let on = place_on(points, state.position, state.heading, -place.x);
    let free_at = |point: usize| {
        let beside = state.trail.get(point);
        let newest = (state.beside.x, state.beside.y);
        let (left, right) = beside.map_or(newest, |point| (point.left, point.right));
        Free { left, right }
    };
    let files = (state.files as usize).min(state.column.len());
    let half_width = 0.5 * files.saturating_sub(1) as f32 * state.spacing;
    let free = free_at(on.point).min(free_at(on.point + 1));
    Some(on.position + left(on.along) * free.aside(place.y, half_width))
}
