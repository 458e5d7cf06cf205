//! The part of an agent that others perceive.

use crate::crowd::columns::in_lanes;
use crate::math::random;
use crate::math::vector::Vector;

/// The slot of an agent that is not in the crowd.
pub const NO_SLOT: u32 = u32::MAX;

in_lanes! {
    /// The part of an agent that others perceive. Bodies lie side by side, because every rule
    /// visits many.
    #[derive(Default)]
    #[repr(align(32))]
    pub struct Body<V> / BodyColumns / BodyLanes {
        /// The center, world units.
        position: V,
        /// The velocity, world units per second.
        velocity: V,
        /// The radius, world units.
        radius: f32,
        /// The groups that the agent belongs to, one bit each.
        memberships: u32,
        /// The number of the agent in the order of the stable ids.
        slot: u32,
        /// The number in the order of the cells; 0 until the body is sorted into them.
        rank: u32,
    }
}

/// Returns the direction in which the agent in slot `own` leaves a coincident agent in slot
/// `other`. `ids` has the stable id of each slot.
pub fn tie_break_direction<V: Vector>(ids: &[u64], own: u32, other: u32) -> V {
    let (own_id, other_id) = (ids[own as usize], ids[other as usize]);
    if own_id == other_id {
        random::tie_break_direction(own.into(), other.into())
    } else {
        random::tie_break_direction(own_id, other_id)
    }
}
