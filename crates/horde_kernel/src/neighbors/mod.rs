//! The search for neighbors: which neighbors count, for several agents at once.
//!
//! Agents lie sorted by cell. Agents side by side search together, one in each lane. The search
//! compares every nearby body with all of them at once. Masks leave out the lanes that a body does
//! not concern. In every lane the neighbors come in the order of the cells.

pub mod block;
pub mod cutoff;
pub mod group;
pub mod search;
mod visible;
