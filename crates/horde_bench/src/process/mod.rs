//! Processes of this command's own: one for each measurement, because Bevy's task pools are global.

mod child;
mod instructions;

pub use child::{answer, measure_apart};
pub use instructions::Counter;
