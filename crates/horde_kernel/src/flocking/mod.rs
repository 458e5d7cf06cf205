//! The flocking rules: separation, alignment and cohesion.
//!
//! | module | what is in it |
//! |---|---|
//! | [`rule`] | what a rule is: its settings, a neighbor, its sum and its force |
//! | [`separation`], [`alignment`], [`cohesion`] | the rules |
//! | [`rules`] | all rules together |
//! | [`sum`] | the forces of a block of agents, from the neighbors that count |

pub mod alignment;
pub mod cohesion;
pub mod rule;
pub mod rules;
pub mod separation;
pub mod sum;

#[cfg(test)]
mod tests;
