//! The agents of a group in lanes, for the search and the rules.

use crate::batch::in_lanes;
use crate::perception::agent_index::BodyLanes;
use crate::perception::{AgentState, Body, NO_SLOT, Perception};
use bevy::prelude::*;
use horde_kernel::math::lanes::{F32Lanes, Mask, U32Lanes};
use pulp::Simd;

/// Cap on the neighbors that count: lanes compare signed numbers.
const MOST_NEIGHBORS: u32 = i32::MAX as u32;

in_lanes! {
    /// The search settings of an agent in this tick.
    #[derive(PartialEq, Default)]
    pub(crate) struct Observer / ObserverColumns / ObserverLanes {
        heading: Vec2,
        max_speed: f32,
        max_force: f32,
        /// The groups that the agent perceives, one bit each.
        filters: u32,
        /// The largest number of neighbors that count; 0 if the agent does not search in this tick.
        most_neighbors: u32,
    }
}

impl Observer {
    /// The search settings of an agent in this tick.
    #[inline]
    pub(crate) fn new(perception: &Perception, state: &AgentState) -> Self {
        Self {
            heading: state.heading,
            max_speed: state.max_speed,
            max_force: state.max_force,
            filters: perception.filters,
            most_neighbors: if state.is_updating() {
                perception.max_neighbors.min(MOST_NEIGHBORS)
            } else {
                0
            },
        }
    }
}

in_lanes! {
    /// The agent or the settled crowd that an agent heads for and does not avoid.
    #[derive(PartialEq, Eq)]
    pub(crate) struct Chase / ChaseColumns / ChaseLanes {
        /// The slot of the target agent, or the slot that identifies the crowd; [`NO_SLOT`] without
        /// a target.
        target: u32,
        /// The same slot for a crowd, and for a target agent if the agent is solid and no body of
        /// its size fits between the two; else [`NO_SLOT`].
        beside: u32,
    }
}

impl Default for Chase {
    /// No target.
    fn default() -> Self {
        Self {
            target: NO_SLOT,
            beside: NO_SLOT,
        }
    }
}

/// Facts about all agents of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Common {
    /// Whether all agents of the chunk perceive every agent, and flock with every agent.
    pub(crate) has_no_groups: bool,
    /// The smallest limit of these agents on the number of neighbors that count.
    pub(crate) least_neighbors: u32,
    /// Whether the neighbors of any agent of the chunk must be in sight.
    pub(crate) needs_sight: bool,
    /// Whether any agent of the chunk heads for an agent.
    pub(crate) has_chases: bool,
}

/// The agents of a group, one in each lane. Lanes behind the group hold other agents.
pub(crate) struct Block<S: Simd> {
    pub(crate) simd: S,
    pub(crate) common: Common,
    pub(crate) body: BodyLanes<S>,
    pub(crate) observer: ObserverLanes<S>,
    /// `None` when no agent of the chunk heads for an agent.
    pub(crate) chase: Option<ChaseLanes<S>>,
    /// The square of the largest range of any rule; negative where it is 0, and in lanes behind the
    /// group.
    pub(crate) range_squared: F32Lanes<S>,
}

impl<S: Simd> Block<S> {
    /// The agents whose filters accept a candidate, without the candidate itself.
    #[inline(always)]
    pub(crate) fn passes_filters(&self, candidate: &Body) -> Mask<S> {
        let memberships = U32Lanes::splat(self.simd, candidate.memberships);
        self.observer.filters.overlaps(memberships) & !self.is_self(candidate)
    }

    /// The agent that is the candidate itself.
    #[inline(always)]
    pub(crate) fn is_self(&self, candidate: &Body) -> Mask<S> {
        let rank = U32Lanes::splat(self.simd, candidate.rank);
        self.body.rank.is_equal(rank)
    }
}
