//! Flow fields: the ways of a whole crowd to common goals, round the obstacles.
//!
//! | file | idea |
//! |---|---|
//! | `component.rs` | what a game asks for |
//! | `layer.rs` | the costs for bodies of one size |
//! | `state.rs` | all layers of a field, and the obstacles that they know |
//! | `plugin.rs` | the system that computes fields, some cells in every tick |

mod component;
mod layer;
mod plugin;
mod state;

pub use component::{FieldGoal, FlowField, SlowArea};
pub(crate) use plugin::FlowFieldPlugin;
pub use state::FlowFieldState;
