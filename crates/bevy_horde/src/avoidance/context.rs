//! Agents that avoid others, and the bodies that they may have to avoid.

use super::records::{AvoiderLanes, SharedAvoidanceLanes, SharedAvoidanceState};
use super::traffic::PreferredVelocity;
use crate::perception::AgentIndex;
use horde_kernel::crowd::body::Body;
use horde_kernel::math::lanes::F32Lanes;
use horde_kernel::math::vector::Side;
use horde_kernel::neighbors::block::{Block, Chase};
use horde_kernel::neighbors::cutoff::NeighborCutoff;
use pulp::Simd;

/// A block of agents that avoid others, and every body near them.
pub(crate) struct AvoidanceContext<'a, S: Simd> {
    pub(crate) block: &'a Block<S>,
    pub(crate) avoider: AvoiderLanes<S>,
    pub(crate) own_state: SharedAvoidanceLanes<S>,
    /// The squares of the ranges in which the agents avoid others, squared world units; negative
    /// where the rule is off.
    pub(crate) range_squared: F32Lanes<S>,
    pub(crate) candidates: &'a [Body],
    pub(crate) cutoff: &'a NeighborCutoff<S>,
    pub(crate) index: &'a AgentIndex,
    /// The avoidance states of all agents, indexed by rank.
    pub(crate) shared_avoidance_states: &'a [SharedAvoidanceState],
    /// The targets of all agents, indexed by rank; empty when no agent heads for an agent.
    pub(crate) chases: &'a [Chase],
    pub(crate) passing_side: Side,
}

impl<S: Simd> AvoidanceContext<'_, S> {
    /// The preferred velocities of the agents.
    #[inline(always)]
    pub(super) fn preferred_velocity(&self) -> PreferredVelocity<S> {
        self.own_state.preferred_velocity()
    }
}
