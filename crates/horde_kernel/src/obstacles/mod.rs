//! Shapes, casts against them, and ways round them.
//!
//! | module | what is in it |
//! |---|---|
//! | [`arc`] | the way round a corner |
//! | [`blocked_bearings`] | the bearings that an edge blocks |
//! | [`bounds`] | boxes, and conservative tests |
//! | [`bounds_tree`] | a tree of boxes |
//! | [`circle`] | casts of segments and moving circles against a circle |
//! | [`clearance`] | a lower bound on the distance to the nearest of many boxes |
//! | `contact` | where a body touches an obstacle that covers its goal |
//! | [`corridor`] | the force that keeps the way ahead clear of an edge |
//! | [`edge`] | casts against a straight edge |
//! | [`index`] | all obstacles, in a tree of boxes |
//! | [`moving_obstacle`] | the step aside of an obstacle that moves |
//! | [`outline`] | shapes: edges, a radius, an inside |
//! | [`placed`] | an obstacle in its place, and the results of searches |
//! | `searches` | casts and nearest surfaces among all obstacles |
//! | [`shortest_way`] | the shortest way of a body round the corners that it sees |
//! | [`side`] | on which side a body passes something |
//! | [`sweep`] | discs that move past an edge, in double precision |
//! | [`swept_disc`] | a disc on its way, tested against many boxes |

pub mod arc;
pub mod blocked_bearings;
pub mod bounds;
pub mod bounds_tree;
pub mod circle;
pub mod clearance;
mod contact;
pub mod corridor;
pub mod edge;
pub mod index;
pub mod moving_obstacle;
pub mod outline;
pub mod placed;
mod searches;
pub mod shortest_way;
pub mod side;
pub mod sweep;
pub mod swept_disc;
