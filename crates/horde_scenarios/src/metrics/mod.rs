//! What a watcher would see of a run, as numbers.
//!
//! A [`Watch`] is shown every tick and keeps little: its memory does not grow with the length of the run. Every number is
//! taken from where the bodies *are* from tick to tick, not from what they say of themselves, so that a body that is
//! pushed about has the velocity that one sees. The same motion gives the same numbers at any tick rate.

mod arrivals;
mod contacts;
mod energy;
#[cfg(test)]
mod film;
mod flock;
mod glances;
mod mean;
mod seen;
mod smoothness;
mod surging;
mod trails;
mod turning;
mod turning_back;
mod waits;
mod watch;

pub use arrivals::Arrivals;
pub use contacts::{Contacts, DEEP_PART, SHALLOWEST};
pub use energy::Energy;
pub use flock::FlockShape;
pub use trails::{Trail, TrailPoint, TrailSettings};
pub use turning_back::TurningBack;
pub use waits::{STUCK_AFTER, Waits};
pub use watch::{Measures, Watch, WatchSettings};

use crate::frame::Participant;

/// The part of an agent's full speed below which it counts as standing.
pub const STANDING_PART: f64 = 0.05;

/// An agent counts as standing below this speed too, however slow it is, metres per second.
pub const STANDING_SPEED: f64 = 0.01;

/// The speed below which somebody counts as standing, metres per second.
fn standing_speed(participant: &Participant) -> f64 {
    (STANDING_PART * f64::from(participant.speed)).max(STANDING_SPEED)
}

/// `count` for each minute of all agents together; 0 when nobody was there.
fn per_agent_minute(count: f64, agent_seconds: f64) -> f64 {
    if agent_seconds > 0.0 {
        count * 60.0 / agent_seconds
    } else {
        0.0
    }
}
