//! Pure steering arithmetic: numbers in, numbers out.
//!
//! No file here refers to an entity, a query, a resource or a clock; a test checks this. All
//! functions work in *steering space*: the two coordinates of the plane of motion, in world units
//! and seconds. [`MovementSpace`](crate::space::MovementSpace) maps the world to it.
//!
//! | module | idea |
//! |---|---|
//! | [`vector`] | directions, truncation, left and right |
//! | [`lanes`] | several numbers at once |
//! | [`view`] | tests of view: range and cone |
//! | [`grid`] | the index of points, sorted by cell |
//! | [`nearest`] | the radius that contains the nearest few of many neighbors |
//! | [`bounds`] | boxes, and conservative tests |
//! | [`bounds_tree`] | a tree of boxes |
//! | [`swept_disc`] | a disc on its way, tested against many boxes |
//! | [`clearance`] | a lower bound on the distance to the nearest of many boxes |
//! | [`circle`] | casts of segments and moving circles against a circle |
//! | [`edge`] | casts against a straight edge |
//! | [`sweep`] | discs that move past an edge, in double precision |
//! | [`outline`] | shapes: edges, a radius, an inside |
//! | [`pursuit`] | seek, flee, arrive, and where a target will be |
//! | [`wander`] | the random walk of a heading |
//! | [`wall_following`] | following a wall at a distance |
//! | [`budget`] | the work that a tick may do |
//! | [`cost_grid`] | the ground of a flow field: cells, slowness, links |
//! | [`eikonal`] | the cost to the nearest goal, and the way there |
//! | [`path_following`] | how far along a path a body is, and where it heads |
//! | [`formation`] | the slots of formations |
//! | [`arc`] | the way round a corner |
//! | [`assignment`] | which member takes which slot, with the least total way |
//! | [`marching`] | how a formation turns, narrows and keeps its pace |
//! | [`containment`] | staying inside a border |
//! | [`settling`] | a crowd that settles round one place |
//! | [`side`] | on which side a body passes something |
//! | [`blocked_bearings`] | the bearings that an edge blocks |
//! | [`shortest_way`] | the shortest way of a body round the corners that it sees |
//! | [`corridor`] | the force that keeps the way ahead clear of an edge |
//! | [`velocity_constraint`] | bounds on a body's speed toward others |
//! | [`whisker`] | a fan of feelers |
//! | [`combine`] | combination of tiers into one truncated force |
//! | [`motion`] | force to velocity, turning, facing |
//! | `rows_in_lanes` | `motion` and `combine` for many agents at once |
//! | [`angle`] | angles, cosines and decay, the same on every machine |
//! | [`portable`] | sines and exponents, the same on every machine |
//! | [`slide`] | moving a body along surfaces, never through them |
//! | [`correction_share`] | the share of a correction that each overlapping body takes |
//! | [`depenetration`] | the rounds that move overlapping bodies apart |
//! | [`nearest_free_position`] | the nearest position where a body fits |
//! | [`reserve`] | vectors that grow with headroom |
//! | [`random`] | random numbers as a pure function of seed, agent and tick |

pub mod angle;
pub mod arc;
pub mod assignment;
pub mod blocked_bearings;
pub mod bounds;
pub mod bounds_tree;
pub mod budget;
pub mod circle;
pub mod clearance;
pub mod combine;
pub mod containment;
pub mod correction_share;
pub mod corridor;
pub mod cost_grid;
pub mod damping;
pub mod depenetration;
pub mod edge;
pub mod eikonal;
pub mod formation;
pub mod grid;
pub mod lanes;
pub mod marching;
pub mod motion;
pub mod moving_obstacle;
pub mod nearest;
pub mod nearest_free_position;
pub mod outline;
pub mod path_following;
pub mod portable;
pub mod pursuit;
pub mod random;
pub(crate) mod reserve;
pub(crate) mod rows_in_lanes;
pub mod settling;
pub mod shortest_way;
pub mod side;
pub mod slide;
pub mod sweep;
pub mod swept_disc;
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
