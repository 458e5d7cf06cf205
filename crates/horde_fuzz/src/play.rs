//! Scripts played: watched, recorded, compared.

use crate::act::{Act, Script};
use crate::game::{Game, steps};
use crate::judge::{Check, Flaw, Judge, look};
use crate::pace::Pace;
use crate::panics;
use crate::variation::{Comparison, Variation, reordered};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A promise that a run broke.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// What is wrong.
    pub flaw: Flaw,
    /// The comparison that showed it, where one did.
    pub comparison: Option<Comparison>,
    /// The thing that it is wrong with.
    pub who: Option<u32>,
    /// The act after which it was seen.
    pub act: usize,
    /// The tick, counted from 1.
    pub tick: u64,
}

impl Failure {
    /// Whether it is the same kind of failure.
    pub fn is_like(&self, other: &Self) -> bool {
        self.flaw.check == other.flaw.check && self.comparison == other.comparison
    }
}

impl core::fmt::Display for Failure {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(out, "{:?}", self.flaw.check)?;
        if let Some(comparison) = self.comparison {
            write!(out, " ({})", comparison.name())?;
        }
        write!(out, ": tick {}", self.tick)?;
        if let Some(who) = self.who {
            write!(out, ", thing {who}")?;
        }
        write!(out, ": {}", self.flaw.text)
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ticks that passed.
    pub ticks: u64,
    /// The sum of the agents in them.
    pub agent_ticks: u64,
}

/// Where every thing was after every tick.
pub type Record = Vec<Vec<(u32, [u32; 13])>>;

/// How a script is played.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// How the run differs from the usual one.
    pub variation: Variation,
    /// Whether every tick is judged.
    pub judges: bool,
    /// Whether a tick may not take too long.
    pub is_timed: bool,
    /// Whether places are recorded.
    pub records: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Played {
    /// What was done.
    pub counts: Counts,
    /// Where everything was.
    pub record: Record,
    /// What went wrong.
    pub failure: Option<Failure>,
}

/// Plays a script from its start to its end, or to what goes wrong.
pub fn play(script: &Script, way: &Way) -> Played {
    let reordered_script;
    let script = match way.variation.order {
        Some(seed) => {
            reordered_script = reordered(script, seed);
            &reordered_script
        }
        None => script,
    };
    let mut played = Played::default();
    let mut at = (0, 0);
    let run = catch_unwind(AssertUnwindSafe(|| run(script, way, &mut played, &mut at)));
    if let Err(payload) = run {
        let text = panics::message(payload.as_ref());
        played.failure = Some(Failure {
            flaw: Flaw::new(Check::Panic, text),
            comparison: None,
            who: None,
            act: at.0,
            tick: at.1,
        });
    }
    played
}

fn run(script: &Script, way: &Way, played: &mut Played, at: &mut (usize, u64)) {
    let mut game = Game::new(script.stage, way.variation.clone());
    let mut judge = Judge::default();
    let mut pace = Pace::new(script);
    for (number, step) in steps(script) {
        at.0 = number;
        if let Some(act) = step {
            game.perform(act);
            game.disturb(number);
            continue;
        }
        at.1 += 1;
        if way.judges {
            judge.look_before(&game);
        }
        let started = std::time::Instant::now();
        game.tick();
        let took = started.elapsed();
        played.counts.ticks += 1;
        played.counts.agent_ticks += game.agents();
        let mut judged = Ok(());
        if way.judges {
            judged = judge.judge(&game);
        }
        if way.is_timed && judged.is_ok() {
            let slow = pace.judge(took, judge.bodies_inside());
            judged = slow.map_err(|flaw| (None, flaw));
        }
        if way.records {
            let all = look(&game);
            let bits = all.iter().map(|(who, seen)| (*who, seen.bits()));
            played.record.push(bits.collect());
        }
        if let Err((who, flaw)) = judged {
            played.failure = Some(Failure {
                flaw,
                comparison: None,
                who,
                act: number,
                tick: at.1,
            });
            return;
        }
    }
}

/// Plays a script in two ways and compares the bits.
pub fn compare(script: &Script, comparison: Comparison, seed: u64) -> Played {
    let recorded = Way {
        records: true,
        ..Way::default()
    };
    let usual = play(script, &recorded);
    compare_with(&usual.record, script, comparison, seed)
}

/// Plays a script in another way and compares the bits with those of the usual way.
pub fn compare_with(usual: &Record, script: &Script, comparison: Comparison, seed: u64) -> Played {
    let way = Way {
        variation: comparison.variation(seed),
        records: true,
        ..Way::default()
    };
    let mut other = play(script, &way);
    if let Some(failure) = &mut other.failure {
        failure.comparison = Some(comparison);
        return other;
    }
    other.failure = difference(usual, &other.record).map(|(tick, who, text)| Failure {
        flaw: Flaw::new(Check::Bits, text),
        comparison: Some(comparison),
        who,
        act: act_of_tick(script, tick),
        tick: tick as u64 + 1,
    });
    other
}

/// The first tick in which two records differ, and in what.
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
