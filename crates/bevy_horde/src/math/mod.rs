//! Pure steering arithmetic: numbers in, numbers out.
//!
//! No file here knows an entity, a query, a resource or a clock; a test reads the files and checks
//! this. All functions work in *steering space*: the two coordinates of the plane in which agents
//! move, in world units and seconds. [`MovementSpace`](crate::space::MovementSpace) maps the world
//! to it.
//!
//! | module | idea |
//! |---|---|
//! | [`vector`] | directions, truncation, left and right |
//! | [`lanes`] | several numbers at once |
//! | [`view`] | tests of view: range and cone |
//! | [`grid`] | the index of points, sorted by cell |
//! | [`nearest`] | the nearest few of many |
//! | [`bounds`] | boxes, and cheap tests that never miss |
//! | [`bounds_tree`] | a tree of boxes |
//! | [`clearance`] | a lower bound on the distance to the nearest of many boxes |
//! | [`circle`] | casts of segments and moving circles against a circle |
//! | [`edge`] | the same against a straight edge |
//! | [`sweep`] | discs that move past an edge, in double precision |
//! | [`outline`] | shapes: edges, a radius, an inside |
//! | [`pursuit`] | seek, flee, arrive, and where a target will be |
//! | [`wander`] | the random walk of a heading |
//! | [`wall_following`] | following a wall at a distance |
//! | [`containment`] | staying inside a border |
//! | [`silhouette`] | the bearings that obstacles block, and the free ones beside them |
//! | [`corridor`] | the force that keeps the way ahead clear of an edge |
//! | [`velocity_constraint`] | bounds on a body's speed toward others |
//! | [`whisker`] | a fan of feelers |
//! | [`combine`] | combination of tiers into one truncated force |
//! | [`motion`] | force to velocity, turning, facing |
//! | `columns` | the same and `combine` for many agents |
//! | [`angle`] | angles, cosines and decay, the same on every machine |
//! | [`slide`] | moving a body along surfaces, never through them |
//! | [`correction_share`] | the share of a correction that each overlapping body takes |
//! | [`parting`] | the rounds that move overlapping bodies apart |
//! | [`nearest_free_position`] | the nearest position where a body fits |
//! | [`random`] | random numbers as a pure function of seed, agent and tick |

pub mod angle;
pub mod bounds;
pub mod bounds_tree;
pub mod circle;
pub mod clearance;
pub(crate) mod columns;
pub mod combine;
pub mod containment;
pub mod correction_share;
pub mod corridor;
pub mod depenetration;
pub mod edge;
pub mod grid;
pub mod lanes;
pub mod motion;
pub mod nearest;
pub mod nearest_free_position;
pub mod outline;
pub mod pursuit;
pub mod random;
pub(crate) mod room;
pub mod silhouette;
pub mod slide;
pub mod sweep;
pub mod vector;
pub mod velocity_constraint;
pub mod view;
pub mod wall_following;
pub mod wander;
pub mod whisker;

#[cfg(test)]
mod published_defects;
#[cfg(test)]
pub(crate) mod test_inputs;
