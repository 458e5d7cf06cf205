//! The checks after every tick.

mod bodies;
mod crowd;
mod events;
mod numbers;
mod obstacles;
mod snapshot;
mod way_out;

pub use snapshot::{Seen, look};

use crate::act::Act;
use crate::game::Game;
use bevy_horde::perception::AgentIndex;
use bevy_horde::validation::SteeringWarnings;
use bodies::Bodies;
use clap::ValueEnum;
use crowd::Crowd;
use events::Events;
use obstacles::Obstacles;
use std::collections::{BTreeMap, HashSet};

/// A guarantee of the plugin.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Check {
    /// No panic
    Panic,
    /// Written numbers are finite
    NotFinite,
    /// No agent is faster than its `max_speed`
    TooFast,
    /// No body enters an obstacle
    Enters,
    /// A body in an obstacle comes out
    Stuck,
    /// No body passes a wall
    Passes,
    /// No body moves farther than it can
    Thrown,
    /// Bodies on one spot separate
    Apart,
    /// Only agents are written
    Untouched,
    /// A tick of length 0 changes nothing
    Paused,
    /// No agent is lost
    Lost,
    /// No tick is unreasonably slow
    Slow,
    /// No tick costs twenty times as much as with the same agents in the open
    Costly,
    /// No event of a journey comes for an agent that is gone, and each comes once for its cause
    Events,
    /// Reports of invalid settings are bounded
    Warnings,
    /// Equivalent runs have the same results
    Bits,
}

/// A broken guarantee.
#[derive(Clone, PartialEq, Debug)]
pub struct Flaw {
    /// The guarantee.
    pub check: Check,
    /// Details.
    pub text: String,
}

impl Flaw {
    /// A broken guarantee.
    pub fn new(check: Check, text: String) -> Self {
        Self { check, text }
    }
}

/// Checks a game after every tick.
#[derive(Default)]
pub struct Judge {
    before: BTreeMap<u32, Seen>,
    obstacles: Obstacles,
    bodies: Bodies,
    crowd: Crowd,
    events: Events,
    tick: u64,
    things_ever: usize,
}

/// Allowed reports per thing.
const REPORTS_PER_THING: usize = 60;

impl Judge {
    /// Notes an act, before it happens.
    pub fn note(&mut self, game: &Game, act: &Act) {
        self.events.note(game, act);
    }

    /// Records the game before a tick.
    pub fn look_before(&mut self, game: &Game) {
        self.before = look(game);
        self.tick += 1;
        self.obstacles.update(game, &self.before, self.tick);
        self.bodies.start(&self.before, &self.obstacles, self.tick);
    }

    /// Checks the game after the tick. Returns the flaws and their things.
    pub fn judge(&mut self, game: &Game) -> Vec<(Option<u32>, Flaw)> {
        let after = look(game);
        let space = game.space();
        let stands = game.seconds() == 0.0;
        let mut flaws = Vec::new();
        for (thing, before) in &self.before {
            let Some(after) = after.get(thing) else {
                let lost = Flaw::new(Check::Lost, "is gone, or has no Transform".into());
                flaws.push((Some(*thing), lost));
                continue;
            };
            let found = [
                numbers::is_untouched(before, after, space),
                numbers::is_finite(before, after),
                match stands {
                    true => numbers::stands_still(before, after),
                    false => numbers::is_slow_enough(before, after, space),
                },
            ];
            let found = found.into_iter().filter_map(Result::err);
            flaws.extend(found.map(|flaw| (Some(*thing), flaw)));
        }
        if !stands {
            self.count_agents(game, &mut flaws);
            flaws.extend(self.events.judge(game, &self.before));
            let seconds = f64::from(game.seconds());
            let (before, tick) = (&self.before, self.tick);
            self.bodies
                .judge(before, &after, &self.obstacles, tick, seconds, &mut flaws);
            if self.obstacles.is_empty() {
                let judged = self.crowd.judge(before, &after, seconds);
                flaws.extend(judged.err());
            }
        }
        if stands {
            self.events.forget();
        }
        if let Err(flaw) = self.count_reports(game) {
            flaws.push((None, flaw));
        }
        flaws
    }

    fn count_agents(&self, game: &Game, flaws: &mut Vec<(Option<u32>, Flaw)>) {
        let index = game.app.world().resource::<AgentIndex>();
        let indexed: HashSet<_> = index.entities().iter().collect();
        for (thing, seen) in &self.before {
            let entity = game.entity(*thing);
            if seen.steers && !entity.is_some_and(|entity| indexed.contains(&entity)) {
                let lost = Flaw::new(Check::Lost, format!("is not indexed: {seen:?}"));
                flaws.push((Some(*thing), lost));
            }
        }
    }

    fn count_reports(&mut self, game: &Game) -> Result<(), Flaw> {
        self.things_ever = self.things_ever.max(game.things.len());
        let reports = game.app.world().resource::<SteeringWarnings>();
        let (count, allowed) = (
            reports.reported().len(),
            REPORTS_PER_THING * (self.things_ever + 1),
        );
        if count <= allowed {
            return Ok(());
        }
        Err(Flaw::new(
            Check::Warnings,
            format!(
                "{count} reports of invalid settings of at most {} things at a time",
                self.things_ever
            ),
        ))
    }
}
