//! Agents that avoid others, and the bodies that they may have to avoid.

use crate::avoidance::records::{AvoiderLanes, SharedAvoidanceLanes, SharedAvoidanceState};
use crate::avoidance::traffic::PreferredVelocity;
use crate::crowd::body::Body;
use crate::math::lanes::F32Lanes;
use crate::math::vector::Side;
use crate::neighbors::block::{Block, Chase};
use crate::neighbors::cutoff::NeighborCutoff;
use pulp::Simd;

/// A block of agents that avoid others, and every body near them.
pub struct AvoidanceContext<'a, S: Simd> {
    /// The agents.
    pub block: &'a Block<S>,
    /// How they avoid others.
    pub avoider: AvoiderLanes<S>,
    /// What others read of them.
    pub own_state: SharedAvoidanceLanes<S>,
    /// The squares of the ranges in which the agents avoid others, squared world units; negative
    /// where the rule is off.
    pub range_squared: F32Lanes<S>,
    /// The bodies near them.
    pub candidates: &'a [Body],
    /// Which of these count.
    pub cutoff: &'a NeighborCutoff<S>,
    /// The stable ids of all slots.
    pub ids: &'a [u64],
    /// The avoidance states of all agents, indexed by rank.
    pub shared_avoidance_states: &'a [SharedAvoidanceState],
    /// The targets of all agents, indexed by rank; empty when no agent heads for an agent.
    pub chases: &'a [Chase],
    /// The side to which ties are broken.
    pub passing_side: Side,
}

impl<S: Simd> AvoidanceContext<'_, S> {
    /// The preferred velocities of the agents.
    #[inline(always)]
    pub(super) fn preferred_velocity(&self) -> PreferredVelocity<S> {
        self.own_state.preferred_velocity()
    }
}
