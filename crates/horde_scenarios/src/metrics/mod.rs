//! Measures a run from the outside: only from its frames.
//!
//! A [`Recorder`] observes every frame. Its memory does not grow with the length of the run.
//! Velocities come from the *positions* of bodies at successive ticks, not from their components: a
//! body that is pushed has the velocity of its motion. Only the first frame of a body, and the
//! first after a jump, use the component. The same motion gives the same numbers at any tick rate.

mod arrivals;
mod contacts;
mod crossings;
mod energy;
mod flock;
mod mean;
mod observer;
mod progress;
mod recorder;
mod results;
mod sample_window;
mod smoothness;
mod surging;
#[cfg(test)]
mod synthetic;
mod trails;
mod trembling;
mod turning;
mod turning_back;
mod waits;
mod winding;

pub use arrivals::Arrivals;
pub use contacts::{Contacts, DEEP_PART, SHALLOWEST};
pub use energy::Energy;
pub use flock::FlockShape;
pub use recorder::{Measures, Recorder, RecorderSettings};
pub use results::AgentResult;
pub use trails::{Trail, TrailPoint, TrailSettings};
pub use turning_back::TurningBack;
pub use waits::{STUCK_AFTER, Waits};

use crate::frame::Participant;

/// An agent slower than this share of its full speed counts as standing.
pub const STANDING_PART: f64 = 0.05;

/// An agent slower than this counts as standing, whatever its full speed, meters per second.
pub const STANDING_SPEED: f64 = 0.01;

/// An agent slower than this counts as standing, meters per second.
fn standing_speed(participant: &Participant) -> f64 {
    (STANDING_PART * f64::from(participant.speed)).max(STANDING_SPEED)
}

/// `count` per agent-minute; 0 without agents.
fn per_agent_minute(count: f64, agent_seconds: f64) -> f64 {
    if agent_seconds > 0.0 {
        count * 60.0 / agent_seconds
    } else {
        0.0
    }
}
