//! One measurement in one process.

mod memory;
mod neighbors;
mod outcome;
mod task;
mod timing;

pub use outcome::Outcome;
pub use task::{Effort, Subject, Task};
pub use timing::measure;
