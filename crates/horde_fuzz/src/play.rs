//! Plays scripts: checks, records and compares runs.

use crate::act::{Act, Script};
use crate::game::{Game, steps};
use crate::judge::{Check, Flaw, Judge, look};
use crate::pace::Pace;
use crate::panics;
use crate::variation::{Comparison, Variation, reordered};
use cpu_time::ThreadTime;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The longest tick of which the time is checked, seconds.
const LONGEST_TIMED: f32 = 0.25;

/// A broken guarantee in a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The flaw.
    pub flaw: Flaw,
    /// The comparison that found it, if any.
    pub comparison: Option<Comparison>,
    /// The affected thing, if any.
    pub thing: Option<u32>,
    /// The index of the act during which it was found.
    pub act: usize,
    /// The tick, counted from 1; 0 before the first tick, or if the tick is unknown.
    pub tick: u64,
}

impl Failure {
    /// Whether both break the same guarantee in the same comparison.
    pub fn is_like(&self, other: &Self) -> bool {
        self.flaw.check == other.flaw.check && self.comparison == other.comparison
    }
}

impl Failure {
    /// Whether a run ends with this failure.
    pub fn ends_the_run(&self) -> bool {
        matches!(self.flaw.check, Check::Panic | Check::Slow | Check::Costly)
    }
}

impl core::fmt::Display for Failure {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(out, "{:?}", self.flaw.check)?;
        if let Some(comparison) = self.comparison {
            write!(out, " ({})", comparison.name())?;
        }
        write!(out, ": tick {}", self.tick)?;
        if let Some(thing) = self.thing {
            write!(out, ", thing {thing}")?;
        }
        write!(out, ": {}", self.flaw.text)
    }
}

/// Counts of what was run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of ticks.
    pub ticks: u64,
    /// Sum of the agents over the ticks.
    pub agent_ticks: u64,
}

/// The state of every thing after every tick.
pub type Record = Vec<Vec<(u32, [u32; 13])>>;

/// How to play a script.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// The variation of the run.
    pub variation: Variation,
    /// Whether every tick is checked.
    pub judges: bool,
    /// Whether the time of ticks is checked.
    pub is_timed: bool,
    /// Whether the cost of each tick is compared with that of the same agents in the open.
    pub limits_ratio: bool,
    /// Whether states are recorded.
    pub records: bool,
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Played {
    /// The counts.
    pub counts: Counts,
    /// The recorded states.
    pub record: Record,
    /// The failures, one of each kind.
    pub failures: Vec<Failure>,
}

/// Plays a script to its end, to a panic, or to a tick that is too slow.
pub fn play(script: &Script, way: &Way) -> Played {
    let reordered_script;
    let script = match way.variation.order {
        Some(seed) => {
            reordered_script = reordered(script, seed);
            &reordered_script
        }
        None => script,
    };
    let mut run = Run {
        script,
        way,
        played: Played::default(),
        act: 0,
        tick: 0,
    };
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| run.go_on())) {
        let text = panics::message(payload.as_ref());
        run.note(None, Flaw::new(Check::Panic, text));
    }
    run.played
}

/// A run in progress.
struct Run<'a> {
    script: &'a Script,
    way: &'a Way,
    played: Played,
    act: usize,
    tick: u64,
}

impl Run<'_> {
    fn go_on(&mut self) {
        let way = self.way;
        let mut game = Game::new(self.script.stage, way.variation.clone());
        let mut judge = Judge::default();
        let mut pace = Pace::new(self.script);
        for (number, step) in steps(self.script) {
            self.act = number;
            if let Some(act) = step {
                if way.judges {
                    judge.note(&game, act);
                }
                game.perform(act);
                game.disturb(number);
                continue;
            }
            self.tick += 1;
            if way.judges {
                judge.look_before(&game);
            }
            let started = ThreadTime::now();
            game.tick();
            let took = started.elapsed();
            self.played.counts.ticks += 1;
            self.played.counts.agent_ticks += game.agents();
            if way.judges {
                for (thing, flaw) in judge.judge(&game) {
                    self.note(thing, flaw);
                }
            }
            if way.records {
                let all = look(&game);
                let bits = all.iter().map(|(thing, seen)| (*thing, seen.bits()));
                self.played.record.push(bits.collect());
            }
            // A frame of a game is shorter. In longer ticks all agents search for ways.
            let is_long = game.seconds() > LONGEST_TIMED;
            if way.limits_ratio
                && !is_long
                && let Err(flaw) = pace.compare(took, self.tick == 1)
            {
                self.note(None, flaw);
                return;
            }
            if way.is_timed
                && !is_long
                && let Err(flaw) = pace.judge(took)
            {
                self.note(None, flaw);
                return;
            }
        }
    }

    /// Records a flaw, unless one of the same kind is known.
    fn note(&mut self, thing: Option<u32>, flaw: Flaw) {
        let mut known = self.played.failures.iter();
        if known.all(|failure| failure.flaw.check != flaw.check) {
            self.played.failures.push(Failure {
                flaw,
                comparison: None,
                thing,
                act: self.act,
                tick: self.tick,
            });
        }
    }
}

/// Plays a script in two variations and compares the bits.
pub fn compare(script: &Script, comparison: Comparison, seed: u64) -> Played {
    let recorded = Way {
        records: true,
        ..Way::default()
    };
    let usual = play(script, &recorded);
    compare_with(&usual.record, script, comparison, seed)
}

/// Plays a script in a variation and compares the bits with those of the usual run.
pub fn compare_with(usual: &Record, script: &Script, comparison: Comparison, seed: u64) -> Played {
    let way = Way {
        variation: comparison.variation(seed),
        records: true,
        ..Way::default()
    };
    let mut other = play(script, &way);
    for failure in &mut other.failures {
        failure.comparison = Some(comparison);
    }
    if !other.failures.is_empty() {
        return other;
    }
    let differs = difference(usual, &other.record);
    other
        .failures
        .extend(differs.map(|(tick, thing, text)| Failure {
            flaw: Flaw::new(Check::Bits, text),
            comparison: Some(comparison),
            thing,
            act: act_of_tick(script, tick),
            tick: tick as u64 + 1,
        }));
    other
}

/// The index of the first tick in which two records differ, the thing, and the difference; `None`
/// if they are equal.
pub fn difference(first: &Record, second: &Record) -> Option<(usize, Option<u32>, String)> {
    let ticks = first.iter().zip(second).enumerate();
    for (tick, (one, other)) in ticks {
        if one == other {
            continue;
        }
        let pair = one.iter().zip(other).find(|(one, other)| one != other);
        return Some(match pair {
            Some((one, other)) => {
                let numbers = |bits: [u32; 13]| bits.map(f32::from_bits);
                let (was, is) = (numbers(one.1), numbers(other.1));
                (
                    tick,
                    Some(one.0),
                    format!("{was:?} in one run is {is:?} in the other"),
                )
            }
            None => (tick, None, "other things are there".into()),
        });
    }
    (first.len() != second.len()).then(|| {
        let text = format!(
            "{} ticks are {} in the other run",
            first.len(),
            second.len()
        );
        (first.len().min(second.len()), None, text)
    })
}

fn act_of_tick(script: &Script, tick: usize) -> usize {
    let mut ticks = 0;
    for (number, act) in script.acts.iter().enumerate() {
        if let Act::Tick(count) = act {
            ticks += *count as usize;
        }
        if ticks > tick {
            return number;
        }
    }
    script.acts.len().saturating_sub(1)
}
