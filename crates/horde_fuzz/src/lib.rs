//! Random apps with the plugin. The judge checks the plugin's guarantees after every tick, with its
//! own geometry.
//!
//! A [`Script`] is an app and a list of [`Act`](act::Act)s. [`mod@draw`] makes a script from a
//! seed. [`mod@play`] runs it, checks it with [`judge`] and compares the bits of several runs.
//! [`mod@minimize`] shortens and simplifies a script that fails. [`code`] prints a script as Rust.

pub mod act;
mod asking;
pub mod code;
#[path = "../../zombie_horde/src/command/mod.rs"]
pub mod command;
pub mod draw;
pub mod game;
pub mod geometry;
pub mod hearing;
pub mod judge;
pub mod minimize;
pub mod options;
pub mod pace;
pub mod panics;
pub mod play;
pub mod report;
pub mod run;
pub mod save;
pub mod script_check;
pub mod threads;
pub mod variation;

/// Everything that a printed script imports.
pub mod prelude {
    pub use crate::act::{Act, Clock, Kind, Part, Place, Script, Stage, thing};
    pub use crate::play::{Failure, Way, compare, play};
    pub use crate::replay;
    pub use crate::variation::{Comparison, Variation};
    pub use bevy::prelude::*;
    pub use bevy_horde::agent::PositionRemainder;
    pub use bevy_horde::behaviors::WanderAngle;
    pub use bevy_horde::prelude::*;
}

use act::Script;
use play::{Failure, Way, play};

/// Plays a script once with all checks except that of the time of ticks; for tests. It does not
/// compare runs.
///
/// # Errors
///
/// The failures, one of each kind.
pub fn replay(script: &Script) -> Result<(), Vec<Failure>> {
    let way = Way {
        judges: true,
        ..Way::default()
    };
    let failures = play(script, &way).failures;
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}
