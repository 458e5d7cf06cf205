//! The agents of a group in lanes, for the search and the rules.

use crate::crowd::body::{Body, BodyLanes, NO_SLOT};
use crate::crowd::columns::in_lanes;
use crate::math::lanes::{F32Lanes, Mask, U32Lanes};
use crate::math::vector::Vector;
use glam::Vec2;
use pulp::Simd;

/// Cap on the neighbors that count: lanes compare signed numbers.
pub const MOST_NEIGHBORS: u32 = i32::MAX as u32;

in_lanes! {
    /// The search settings of an agent in this tick.
    #[derive(PartialEq, Default)]
    pub struct Observer<V> / ObserverColumns / ObserverLanes {
        /// The unit vector along which the agent looks.
        heading: V,
        /// The largest speed, world units per second.
        max_speed: f32,
        /// The largest force, mass times world units per second squared.
        max_force: f32,
        /// The groups that the agent perceives, one bit each.
        filters: u32,
        /// The largest number of neighbors that count; 0 if the agent does not search in this tick.
        most_neighbors: u32,
    }
}

in_lanes! {
    /// The agent or the settled crowd that an agent heads for and does not avoid.
    #[derive(PartialEq, Eq)]
    pub struct Chase / ChaseColumns / ChaseLanes {
        /// The slot of the target agent, or the slot that identifies the crowd; [`NO_SLOT`] without
        /// a target.
        target: u32,
        /// The same slot for a crowd, and for a target agent if the agent is solid and no body of
        /// its size fits between the two; else [`NO_SLOT`].
        beside: u32,
    }
}

impl Chase {
    /// No target.
    pub const NONE: Self = Self {
        target: NO_SLOT,
        beside: NO_SLOT,
    };
}

impl Default for Chase {
    fn default() -> Self {
        Self::NONE
    }
}

/// Facts about all agents of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Common {
    /// Whether all agents of the chunk perceive every agent, and flock with every agent.
    pub has_no_groups: bool,
    /// The smallest limit of these agents on the number of neighbors that count.
    pub least_neighbors: u32,
    /// Whether the neighbors of any agent of the chunk must be in sight.
    pub needs_sight: bool,
    /// Whether any agent of the chunk heads for an agent.
    pub has_chases: bool,
}

/// The agents of a group, one in each lane. Lanes behind the group hold other agents.
pub struct Block<S: Simd, V: Vector = Vec2> {
    /// The vector instructions.
    pub simd: S,
    /// Facts about all agents of the chunk.
    pub common: Common,
    /// The bodies of the agents.
    pub body: BodyLanes<S, V>,
    /// Their search settings.
    pub observer: ObserverLanes<S, V>,
    /// `None` when no agent of the chunk heads for an agent.
    pub chase: Option<ChaseLanes<S>>,
    /// The square of the largest range of any rule; negative where it is 0, and in lanes behind the
    /// group.
    pub range_squared: F32Lanes<S>,
}

impl<S: Simd, V: Vector> Block<S, V> {
    /// The agents whose filters accept a candidate, without the candidate itself.
    #[inline(always)]
    pub fn passes_filters(&self, candidate: &Body<V>) -> Mask<S> {
        let memberships = U32Lanes::splat(self.simd, candidate.memberships);
        self.observer.filters.overlaps(memberships) & !self.is_self(candidate)
    }

    /// The agent that is the candidate itself.
    #[inline(always)]
    pub fn is_self(&self, candidate: &Body<V>) -> Mask<S> {
        let rank = U32Lanes::splat(self.simd, candidate.rank);
        self.body.rank.is_equal(rank)
    }
}
