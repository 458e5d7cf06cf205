//! Drawing of formations: their slots, and the ways of members to them.

use super::pen::Pen;
use super::{DebugLayer, SteeringPainter};
use crate::behaviors::{FormationSlot, FormationState};
use crate::space::MovementSpace;
use bevy::prelude::*;

/// The radius of the ring at a slot, spacings.
const RING: f32 = 0.4;

/// Draws a formation in [`DebugLayer::Formations`]: a ring at each slot, an arrow along the
/// formation's heading, and a line from each member to its slot.
///
/// `members` holds the position in the world and the memory of each member. `level` is any position
/// at the height (or z layer) of the rings; a line is at the height of its member. Slots are where
/// the last tick had them. A formation that has not begun is not drawn.
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
        if let Some(place) = state.place(slot) {
            pen.circle(DebugLayer::Formations, place.position, RING * state.spacing);
        }
    }
    let ahead = state.heading * state.spacing;
    pen.arrow(DebugLayer::Formations, state.position, ahead);
    for (position, memory) in members {
        let place = memory.slot.and_then(|slot| state.place(slot as usize));
        if let Some(place) = place {
            pen.level = position;
            let from = space.to_plane(position);
            pen.line(DebugLayer::Formations, from, place.position);
        }
    }
}
