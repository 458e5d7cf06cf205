//! Applies the corrections of solid bodies.

use super::decide::Decision;
use super::depenetrate::Separation;
use super::moves::{Clearance, End};
use super::{Note, Notes, Surroundings};
use crate::solidity::advance::{Ground, Motion};
use crate::solidity::correction_share::corrected_velocity;
use crate::step::crowd::Crowd;
use glam::Vec2;

/// The inputs of all placements.
#[derive(Clone, Copy)]
pub(super) struct Placing<'a> {
    pub(super) crowd: &'a Crowd,
    pub(super) decisions: &'a [Decision],
    pub(super) separation: &'a Separation,
    pub(super) surroundings: &'a Surroundings<'a>,
    pub(super) ground: Ground<'a>,
    pub(super) notes: &'a Notes<'a>,
}

impl Placing<'_> {
    /// Places the bodies of the agents from slot `first` on.
    #[inline(always)]
    pub(super) fn place(&self, first: usize, ends: &mut [End], clearances: &mut [Clearance]) {
        let agents = &self.crowd.rows.agents[first..first + ends.len()];
        let columns = agents.iter().zip(ends).zip(clearances);
        for (slot, ((agent, end), clearance)) in (first..).zip(columns) {
            if !(agent.solid && agent.is_moved()) {
                continue;
            }
            let correction = self.separation.correction(slot);
            if correction == Vec2::ZERO {
                continue;
            }
            let motion = end.motion(clearance);
            let push_strength = self.decisions[slot].push_strength;
            let tick = self.surroundings.tick;
            let velocity = corrected_velocity(motion.velocity, correction, push_strength, tick);
            let slowed = Motion { velocity, ..motion };
            let own = (self.surroundings.obstacle_on)(slot as u32);
            let body = self.crowd.moving_body(slot, own);
            let placed = self.ground.advance(&body, slowed, correction, |_| ());
            let moved_by = placed.position - motion.position;
            self.notes.add(slot, Note::Correction(moved_by));
            end.set(clearance, &placed);
        }
    }
}
