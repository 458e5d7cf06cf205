//! Pure steering arithmetic: numbers in, numbers out.
//!
//! Nothing in here knows an entity, a query, a resource or a clock; a test reads these files and fails when one of
//! those words turns up. Every function works in *steering space*: the two coordinates of the plane in which agents
//! move, in world units and seconds. [`MovementSpace`](crate::space::MovementSpace) says how the world maps to it.
//!
//! | module | idea |
//! |---|---|
//! | [`vector`] | normalise-or-none, truncation, left and right |
//! | [`view`] | who is in view: range and cone |
//! | [`grid`] | the cell-sorted index of points |
//! | [`nearest`] | the nearest few of many |
//! | [`hierarchy`] | the bounding-box tree of obstacles |
//! | [`circle`] | segment and moving-circle casts against a circle |
//! | [`flock`] | separation, alignment, cohesion |
//! | [`pursuit`] | seek, flee, arrive, and where a target will be |
//! | [`wander`] | the random walk of a heading |
//! | [`circle_avoidance`] | the swept-circle avoidance of round obstacles |
//! | [`agent_avoidance`] | predicted closest approach of two moving bodies |
//! | [`whisker`] | a fan of feelers |
//! | [`combine`] | tiers of forces into one truncated force |
//! | [`motion`] | force to velocity, turning, facing |
//! | [`slide`] | moving a body along surfaces, never through them |
//! | [`random`] | numbers that are a pure function of seed, agent and tick |

pub mod agent_avoidance;
pub mod circle;
pub mod circle_avoidance;
pub mod combine;
pub mod flock;
pub mod grid;
pub mod hierarchy;
pub mod motion;
pub mod nearest;
pub mod pursuit;
pub mod random;
pub mod slide;
pub mod vector;
pub mod view;
pub mod wander;
pub mod whisker;

#[cfg(test)]
mod test_inputs;
