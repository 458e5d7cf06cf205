//! Child processes: one per measurement, because Bevy's task pools are global.

mod child;
mod instructions;

pub use child::{answer, measure_in_child};
pub use instructions::Counter;
