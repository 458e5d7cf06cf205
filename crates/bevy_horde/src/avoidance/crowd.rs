//! Agents that avoid others, and the bodies that they may have to avoid.

use super::records::{AvoiderLanes, Courtesy, CourtesyLanes};
use super::traffic::Wishes;
use crate::kernel::lanes::Lanes;
use crate::kernel::vector::Side;
use crate::perception::{AgentIndex, Block, Body, Chase, Counted};
use pulp::Simd;

/// A block of agents that avoid others, and every body near them.
pub(crate) struct Crowd<'a, S: Simd> {
    pub(crate) block: &'a Block<S>,
    pub(crate) avoider: AvoiderLanes<S>,
    pub(crate) courtesy: CourtesyLanes<S>,
    /// The squares of the ranges in which the agents avoid others; negative where the rule is off.
    pub(crate) range_squared: Lanes<S>,
    pub(crate) candidates: &'a [Body],
    pub(crate) counted: &'a Counted<S>,
    pub(crate) index: &'a AgentIndex,
    /// By place in cell order.
    pub(crate) courtesies: &'a [Courtesy],
    /// By place in cell order; empty when no agent heads for an agent.
    pub(crate) chases: &'a [Chase],
    pub(crate) hand: Side,
}

impl<S: Simd> Crowd<'_, S> {
    /// The velocities that the agents want.
    #[inline(always)]
    pub(super) fn wishes(&self) -> Wishes<S> {
        self.courtesy.wishes()
    }
}
