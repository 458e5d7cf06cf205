//! Flow fields: the ways of a whole crowd to common goals, round the obstacles.
//!
//! | file | idea |
//! |---|---|
//! | `component.rs` | what a game asks for |
//! | `settings.rs` | checks what a game asks for |
//! | `state.rs` | what is saved: what the costs follow from, and how far they are computed |
//! | `source.rs` | goals, obstacles and slow bodies as they are saved |
//! | `kept.rs` | the costs in use and in work |
//! | `costs.rs` | the costs for bodies of all sizes |
//! | `layer.rs` | the costs for bodies of one size |
//! | `surface.rs` | slow areas and the crowd, in which steps cost more |
//! | `crowd.rs` | slow bodies in blocks of cells, through which ways cost more |
//! | `slow_bodies.rs` | which agents count as slow bodies |
//! | `ground.rs` | the obstacles that the costs include |
//! | `compute.rs` | the system that computes fields, some cells in every tick |

mod component;
mod compute;
mod costs;
mod crowd;
mod ground;
mod kept;
mod layer;
mod settings;
mod slow_bodies;
mod source;
mod state;
mod surface;
mod surface_goals;

pub use component::{FieldGoal, FlowField, SlowArea};
pub(crate) use compute::{compute_flow_fields, forget_discarded_costs, restore_costs};
pub(crate) use costs::{IN_SIGHT, STRAIGHT};
pub(crate) use kept::DiscardedCosts;
pub use state::FlowFieldState;
