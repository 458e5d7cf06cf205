//! Limits the time of a tick. Only the CPU time of the thread counts, because machines are busy.

use crate::act::{Act, Clock, Part, Place, Script, Stage};
use crate::game::Game;
use crate::judge::{Check, Flaw};
use crate::variation::Variation;
use cpu_time::ThreadTime;
use std::time::Duration;

/// The number of ticks in a median.
const TICKS: usize = 3;
/// This many medians must be too long, because machines are slow at times.
const MEDIANS: u32 = 3;
/// One median that exceeds the limit by this factor is enough.
const CLEARLY: u32 = 4;
/// The time that a tick may always take, also on a slow machine.
const ALLOWANCE: Duration = Duration::from_millis(16);
/// The limit relative to the cost of the same agents spread out.
const TIMES_REFERENCE: u32 = 20;

/// The time that a tick may always take when it is compared with the agents in the open.
const LEAST: Duration = Duration::from_millis(1);

/// Larger bodies count as of this radius when agents are spread out: the grid has to be finite.
const LARGEST: f32 = 1e6;

/// Checks the time of ticks.
pub struct Pace<'a> {
    script: &'a Script,
    last: Vec<Duration>,
    open: Option<OpenTimes>,
    slow_medians: u32,
}

impl<'a> Pace<'a> {
    /// A check for a script.
    pub fn new(script: &'a Script) -> Self {
        Self {
            script,
            last: Vec::new(),
            open: None,
            slow_medians: 0,
        }
    }

    /// Compares a single tick that took this long with the same agents in the open. A first tick
    /// may take as much longer as theirs.
    pub fn compare(&mut self, took: Duration, is_first: bool) -> Result<(), Flaw> {
        if took <= LEAST {
            return Ok(());
        }
        let script = self.script;
        let open = *self.open.get_or_insert_with(|| spread_out(script));
        let begins = if is_first { open.first } else { Duration::ZERO };
        let reference = open.median;
        if took <= LEAST + begins + reference * TIMES_REFERENCE {
            return Ok(());
        }
        Err(Flaw::new(
            Check::Costly,
            format!("a tick takes {took:?}, and {reference:?} with the same agents in the open"),
        ))
    }

    /// Checks a tick that took this long.
    pub fn judge(&mut self, took: Duration) -> Result<(), Flaw> {
        self.last.push(took);
        if self.last.len() < TICKS {
            return Ok(());
        }
        self.last.sort();
        let median = self.last[TICKS / 2];
        self.last.clear();
        if median <= ALLOWANCE {
            return Ok(());
        }
        let script = self.script;
        let reference = self.open.get_or_insert_with(|| spread_out(script)).median;
        let allowed = ALLOWANCE + reference * TIMES_REFERENCE;
        if median <= allowed {
            return Ok(());
        }
        self.slow_medians += 1;
        if self.slow_medians < MEDIANS && median <= allowed * CLEARLY {
            return Ok(());
        }
        Err(Flaw::new(
            Check::Slow,
            format!(
                "the median of {TICKS} ticks is {median:?}; allowed are {allowed:?} (the same \
                 agents spread out take {reference:?})"
            ),
        ))
    }
}

/// The times of agents in the open.
#[derive(Clone, Copy)]
struct OpenTimes {
    first: Duration,
    /// The median of five ticks.
    median: Duration,
}

/// The times of the script's agents, spread over a grid and without the other things.
fn spread_out(script: &Script) -> OpenTimes {
    let mut game = Game::new(
        Stage {
            clock: Clock::Fixed,
            ..script.stage
        },
        Variation::default(),
    );
    let spawned = || {
        script.acts.iter().filter_map(|act| match act {
            Act::Spawn { thing, parts, .. } => Some((thing, parts, body_radius(parts)?)),
            _ => None,
        })
    };
    let radii = spawned().map(|(_, _, radius)| radius);
    let largest = radii.fold(0.0, f32::max).min(LARGEST);
    let step = 8.0 * if largest > 0.0 { largest } else { 1.0 };
    for (count, (thing, parts, _)) in spawned().enumerate() {
        let (column, row) = (count % 64, count / 64);
        game.perform(&Act::Spawn {
            thing: *thing,
            place: Place::at(column as f32 * step, row as f32 * step),
            parts: parts.clone(),
        });
    }
    let mut times: Vec<_> = (0..5)
        .map(|_| {
            let started = ThreadTime::now();
            game.tick();
            started.elapsed()
        })
        .collect();
    let first = times[0];
    times.sort();
    OpenTimes {
        first,
        median: times[2],
    }
}

/// The body radius among the parts of an agent; `None` if the thing is no agent.
fn body_radius(parts: &[Part]) -> Option<f32> {
    parts.iter().find_map(|part| match part {
        Part::SteeringAgent(agent) => Some(agent.body_radius),
        _ => None,
    })
}
