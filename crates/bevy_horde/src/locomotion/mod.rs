//! Force to velocity to position: moving, keeping bodies apart, turning.
//!
//! Three systems in a row. [`move_agents`] integrates and slides along obstacles; [`part_bodies`] finds how far bodies that
//! overlap after that give way to each other; [`place_agents`] carries that out, again without entering an obstacle, and
//! writes `Transform`, `Velocity` and `Heading`.

mod escape;
mod move_agents;
mod part_bodies;
mod place_agents;

pub(crate) use move_agents::{Motion, move_agents};
pub(crate) use part_bodies::{BodyParting, part_bodies};
pub(crate) use place_agents::place_agents;
