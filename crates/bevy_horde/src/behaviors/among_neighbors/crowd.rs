//! Agents that avoid others, and whom they may have to avoid.

use super::Neighborhood;
use super::block::{AvoiderBlock, Block};
use super::search::Counted;
use crate::perception::Body;
use pulp::Simd;

/// A block of agents that avoid others, and everybody near them.
pub(super) struct Crowd<'a, S: Simd> {
    pub(super) block: &'a Block<S>,
    pub(super) avoiders: &'a AvoiderBlock<S>,
    pub(super) hood: &'a Neighborhood<'a>,
    pub(super) candidates: &'a [Body],
    pub(super) counted: &'a Counted<S>,
}
