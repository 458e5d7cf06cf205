//! Pure steering arithmetic: numbers in, numbers out.
//!
//! Nothing in here knows an entity, a query, a resource or a clock; a test reads these files and fails when one of
//! those words turns up. Every function works in *steering space*: the two coordinates of the plane in which agents
//! move, in world units and seconds. [`MovementSpace`](crate::space::MovementSpace) says how the world maps to it.
//!
//! | module | idea |
//! |---|---|
//! | [`vector`] | normalise-or-none, truncation, left and right |
//! | [`lanes`] | several numbers at once |
//! | [`view`] | who is in view: range and cone |
//! | [`grid`] | the cell-sorted index of points |
//! | [`nearest`] | the nearest few of many |
//! | [`hierarchy`] | boxes, and the tree of boxes that is built once |
//! | [`bounds_tree`] | the tree of boxes that come, move and go |
//! | [`clearance`] | how far away the nearest of many boxes is at least |
//! | [`circle`] | segment and moving-circle casts against a circle |
//! | [`edge`] | the same against a straight edge |
//! | [`sweep`] | discs that move past an edge, in double precision |
//! | [`outline`] | shapes: edges, a radius, an inside |
//! | [`flock`] | separation, alignment, cohesion |
//! | [`pursuit`] | seek, flee, arrive, and where a target will be |
//! | [`wander`] | the random walk of a heading |
//! | [`wall_following`] | going along a wall at a distance |
//! | [`containment`] | staying inside of a border |
//! | [`silhouette`] | which bearings obstacles block, and the free ones beside them |
//! | [`corridor`] | the force that keeps the way ahead clear of an edge |
//! | [`agent_avoidance`] | predicted closest approach of two moving bodies |
//! | [`passing`] | stepping aside for those who come the other way |
//! | [`traffic`] | oncoming traffic and jams, and how hard bodies press on in them |
//! | [`velocity_limit`] | how fast a body may close in on others |
//! | [`whisker`] | a fan of feelers |
//! | [`combine`] | tiers of forces into one truncated force |
//! | [`motion`] | force to velocity, turning, facing |
//! | `columns` | the same and `combine` for many agents |
//! | [`angle`] | angles, cosines and decay, the same on every machine |
//! | [`slide`] | moving a body along surfaces, never through them |
//! | [`yielding`] | bodies that overlap give way to each other |
//! | [`parting`] | the rounds in which a crowd of them does |
//! | [`free_place`] | the nearest place where a body fits |
//! | [`random`] | numbers that are a pure function of seed, agent and tick |

pub mod agent_avoidance;
pub mod angle;
pub mod bounds_tree;
pub mod circle;
pub mod clearance;
pub(crate) mod columns;
pub mod combine;
pub mod containment;
pub mod corridor;
pub mod edge;
pub mod flock;
pub mod free_place;
pub mod grid;
pub mod hierarchy;
pub mod lanes;
pub mod motion;
pub mod nearest;
pub mod outline;
pub mod parting;
pub mod passing;
pub mod pursuit;
pub mod random;
pub(crate) mod room;
pub mod silhouette;
pub mod slide;
pub mod sweep;
pub mod traffic;
pub mod vector;
pub mod velocity_limit;
pub mod view;
pub mod wall_following;
pub mod wander;
pub mod whisker;
pub mod yielding;

#[cfg(test)]
mod test_inputs;
