//! The parts of the plugin: which systems they add, and in which order these run.
//!
//! | file | what it adds |
//! |---|---|
//! | `all.rs` | [`SteeringPlugin`], all parts, and [`SteeringPlugins`], parts of which may be left out |
//! | `core.rs` | agents that have goals, flock, avoid each other, and move |
//! | `obstacles.rs` | obstacles, and what feels and avoids them |
//! | `crowds.rs` | settling, right of way, queues, journeys |
//! | `fields.rs`, `formations.rs` | flow fields; formations |
//! | `checks.rs`, `missing.rs` | warnings about wrong use, and about a part that is missing |
//! | `order.rs` | the order of all behaviors |
//!
//! The stages of perception, arbitration and locomotion have plugins in their folders.

mod all;
mod checks;
mod core;
mod crowds;
mod fields;
mod formations;
mod missing;
mod obstacles;
mod order;

pub use all::{SteeringPlugin, SteeringPlugins};
pub use checks::SteeringChecksPlugin;
pub use core::SteeringCorePlugin;
pub use crowds::SteeringCrowdsPlugin;
pub use fields::SteeringFieldsPlugin;
pub use formations::SteeringFormationsPlugin;
pub use obstacles::SteeringObstaclesPlugin;
