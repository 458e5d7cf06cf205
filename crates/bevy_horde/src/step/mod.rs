//! From goals and contributions to places: the kernel decides by what agents want and by their
//! neighbors, and moves their bodies. The results are written back.

mod crowd_step;
mod forget_hidden;
mod intents;
mod plugin;
mod scatter;
mod step_crowd;
mod traces;
mod transform_writeback;

pub(crate) use crowd_step::CrowdStep;

pub(crate) use plugin::StepPlugin;
