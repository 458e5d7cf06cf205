//! Steering without an engine: numbers in, numbers out.
//!
//! [`step`](step::step) moves a whole crowd by one tick; [`prelude`] has what that needs.
//! Everything else is what it is made of, and what behaviors use to say where agents want to go.
//!
//! No file here knows an entity, a table or a clock. Of Bevy the crate uses the task pool, which
//! stands alone, and reflection if the feature `bevy_reflect` asks for it. The plugin `bevy_horde`
//! puts these functions behind components.
//!
//! A [`step`](step::step) works in the plane of motion: two coordinates, in world units and
//! seconds. Angles are in radians, counterclockwise. What is computed does not depend on the
//! machine.
//!
//! Rules that need no plane are written over [`Vector`](math::vector::Vector), and work in space as
//! well: search, views, flocking, pursuit, combining, velocity constraints, the correction of
//! overlapping pairs. Neighbors in space are sorted by their first two coordinates.
//!
//! | folder | what is in it |
//! |---|---|
//! | [`tasks`] | work on many agents, cut into tasks that threads share |
//! | [`math`] | numbers: angles, directions, lanes, randomness, the same on every machine |
//! | [`search`] | points sorted by cell, views, the nearest few |
//! | [`obstacles`] | shapes, casts against them, and ways round them |
//! | [`crowd`] | the arrays of a crowd |
//! | [`neighbors`] | the search for neighbors: which count, for several agents at once |
//! | [`flocking`] | separation, alignment and cohesion |
//! | [`behaviors`] | where one agent wants to go, and how fast |
//! | [`avoidance`] | what agents do about each other |
//! | [`formation`] | formations: the slots, their assignment to members, and the march |
//! | [`fields`] | flow fields: the ground, and the cost to the nearest goal |
//! | [`motion`] | from contributions to one force, and from the force to a velocity |
//! | [`solidity`] | bodies that enter neither surfaces nor each other |
//! | [`mod@step`] | a tick of a crowd: from what agents want to where their bodies are |
//!
//! Tests aside, no folder uses a later one.

pub mod avoidance;
pub mod behaviors;
pub mod crowd;
pub mod fields;
pub mod flocking;
pub mod formation;
pub mod math;
pub mod motion;
pub mod neighbors;
pub mod obstacles;
pub mod search;
pub mod solidity;
pub mod step;
pub mod tasks;

/// What a crowd without an engine needs.
pub mod prelude {
    pub use crate::avoidance::rule::AvoidanceRule;
    pub use crate::flocking::rule::FlockRule;
    pub use crate::flocking::rules::FlockRules;
    pub use crate::obstacles::index::Obstacles;
    pub use crate::obstacles::outline::Outline;
    pub use crate::obstacles::placed::{ObstacleId, PlacedObstacle};
    pub use crate::search::view::ViewCone;
    pub use crate::step::agent::Agent;
    pub use crate::step::crowd::Crowd;
    pub use crate::step::goal::Goal;
    pub use crate::step::intent::Intent;
    pub use crate::step::settings::NeighborSettings;
    pub use crate::step::{Step, Surroundings, step};
}

#[cfg(test)]
mod published_defects;
#[cfg(any(test, feature = "test_inputs"))]
pub mod test_inputs;
