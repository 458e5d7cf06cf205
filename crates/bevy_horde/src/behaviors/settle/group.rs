//! The agents that have settled for one place.

use crate::perception::AgentState;
use bevy::math::ops;
use bevy::prelude::*;
use horde_kernel::crowd::body::NO_SLOT;

/// The agents that have settled for one place.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) number: u32,
    place: Vec2,
    /// Whether no way leads to the goal, and the place is the one nearest to it.
    is_enclosed: bool,
    /// The number of settled agents.
    count: u32,
    /// The sum of the squared radii of the solid agents.
    squared_radii: f64,
    /// The distance of the farthest solid agent from the place, world units.
    reach: f32,
    /// The squared distance from the place and the slot of the solid agent nearest to it.
    nearest: (f32, u32),
    /// The solid bodies, where they stand.
    standing: Vec<Standing>,
    /// The places that solid agents keep on their way there.
    kept: Vec<Standing>,
}

/// A solid body of a group, where it stands or will stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) slot: u32,
    pub(super) position: Vec2,
    pub(super) radius: f32,
    /// How far the agent still has to go there, world units.
    pub(super) way: f32,
}

impl Group {
    /// A group without agents.
    pub(super) fn new(number: u32, place: Vec2) -> Self {
        Self {
            number,
            place,
            is_enclosed: false,
            count: 0,
            squared_radii: 0.0,
            reach: 0.0,
            nearest: (f32::INFINITY, NO_SLOT),
            standing: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// Adds a settled agent.
    pub(super) fn add(&mut self, slot: u32, state: &AgentState, is_enclosed: bool) {
        self.is_enclosed |= is_enclosed;
        self.count += 1;
        if !state.solid {
            return;
        }
        let distance_squared = state.position.distance_squared(self.place);
        self.squared_radii += f64::from(state.body_radius * state.body_radius);
        self.reach = self.reach.max(ops::sqrt(distance_squared));
        if (distance_squared, slot) < self.nearest {
            self.nearest = (distance_squared, slot);
        }
        self.standing.push(Standing {
            slot,
            position: state.position,
            radius: state.body_radius,
            way: 0.0,
        });
    }

    /// Keeps a place for a solid agent on its way there.
    pub(super) fn reserve(&mut self, slot: u32, spot: Vec2, state: &AgentState) {
        self.kept.push(Standing {
            slot,
            position: spot,
            radius: state.body_radius,
            way: spot.distance(state.position),
        });
    }

    pub(super) fn place(&self) -> Vec2 {
        self.place
    }

    /// The solid bodies that stand, and then the places that others keep.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &Standing> {
        self.standing.iter().chain(&self.kept)
    }

    /// The places that solid agents keep on their way there.
    pub(super) fn kept(&self) -> &[Standing] {
        &self.kept
    }

    /// Whether the group has a solid body.
    pub(super) fn is_solid(&self) -> bool {
        self.nearest_slot() != NO_SLOT
    }

    pub(super) fn is_enclosed(&self) -> bool {
        self.is_enclosed
    }

    pub(super) fn squared_radii(&self) -> f64 {
        self.squared_radii
    }

    /// The slot of the solid agent nearest to the place; `NO_SLOT` without one.
    pub(super) fn nearest_slot(&self) -> u32 {
        self.nearest.1
    }

    /// Whether only one agent has settled for the place.
    pub(super) fn is_of_one(&self) -> bool {
        self.count == 1
    }

    /// The distance of the farthest solid agent of the group from the place, world units.
    pub(super) fn reach(&self) -> f32 {
        self.reach
    }

    /// Whether a body of this radius at a place would be among the group.
    pub(super) fn covers(&self, place: Vec2, radius: f32) -> bool {
        self.place.distance(place) <= self.reach + 2.0 * radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use horde_kernel::step::agent::Agent;

    #[test]
    fn bodies_that_are_not_solid_take_no_room() {
        let agent = |x: f32, solid: bool| {
            AgentState(Agent {
                position: Vec2::new(x, 0.0),
                body_radius: 0.5,
                solid,
                ..Agent::default()
            })
        };
        let mut group = Group::new(0, Vec2::ZERO);
        group.add(7, &agent(0.0, false), false);
        assert!(!group.is_solid() && group.is_of_one() && group.bodies().next().is_none());
        group.add(8, &agent(2.0, true), true);
        assert!(group.is_solid() && group.is_enclosed() && !group.is_of_one());
        assert_eq!((group.nearest_slot(), group.reach()), (8, 2.0));
        group.reserve(9, Vec2::X, &agent(4.0, true));
        assert_eq!((group.nearest_slot(), group.reach()), (8, 2.0));
        let ways = group.bodies().map(|body| (body.slot, body.way));
        assert!(ways.eq([(8, 0.0), (9, 3.0)]));
    }
}
