//! The judgement: one verdict for each thing that is asked, over all runs of a scenario.

use super::agreement::{
    FLOCK_TOLERANCE, RATE_TOLERANCE, nobody_is_to_arrive, pose_spread, pose_tolerance, rate_spread,
};
use super::limits::{LARGEST_DEEP_SHARE, MOST_SIGN_CHANGES};
use super::run::{Run, standard_run};
use crate::scenario::Requirements;
use serde::Serialize;

/// Whether one thing that was asked has been reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// Whether it has.
    pub is_met: bool,
    /// What was asked.
    pub asked: String,
    /// What was measured; of several runs, in the worst.
    pub measured: String,
}

impl core::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let word = if self.is_met { "met" } else { "NOT met" };
        write!(formatter, "{word}: {}: {}", self.asked, self.measured)
    }
}

/// What all runs of one scenario with one model have reached. No runs, no verdicts.
pub fn judge(requirements: &Requirements, runs: &[Run]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    if requirements.everyone_arrives {
        verdicts.extend(arrives(runs));
    }
    if let Some(limit) = requirements.done_within {
        verdicts.extend(is_done_within(runs, limit));
    }
    verdicts.extend(stays_out_of_walls(runs));
    verdicts.extend(stays_out_of_others(runs));
    verdicts.extend(goes_on(runs));
    verdicts.extend(rates_agree(runs));
    verdicts.extend(poses_agree(runs));
    verdicts
}

/// The run with the largest number.
fn worst(runs: &[Run], number: impl Fn(&Run) -> f64) -> Option<(&Run, f64)> {
    let numbers = runs.iter().map(|run| (run, number(run)));
    numbers.reduce(|worst, next| if next.1 > worst.1 { next } else { worst })
}

/// Which run it was, in words.
fn name(run: &Run) -> String {
    format!("{} at {} Hz", run.pose.name(), run.rate)
}

fn arrives(runs: &[Run]) -> Option<Verdict> {
    let (run, missing) = worst(runs, |run| {
        (run.measures.arrivals.expected - run.measures.arrivals.arrived) as f64
    })?;
    let arrivals = &run.measures.arrivals;
    Some(Verdict {
        is_met: missing == 0.0,
        asked: "everybody arrives".into(),
        measured: format!(
            "{} of {} ({})",
            arrivals.arrived,
            arrivals.expected,
            name(run)
        ),
    })
}

fn is_done_within(runs: &[Run], limit: f64) -> Option<Verdict> {
    let last = |run: &Run| {
        let arrivals = &run.measures.arrivals;
        let is_done = arrivals.arrived == arrivals.expected;
        arrivals.last.filter(|_| is_done).unwrap_or(f64::INFINITY)
    };
    let (run, last) = worst(runs, last)?;
    let measured = match last.is_finite() {
        true => format!("after {last:.1} s ({})", name(run)),
        false => format!(
            "not at the end, after {:.1} s ({})",
            run.measures.duration,
            name(run)
        ),
    };
    Some(Verdict {
        is_met: last < limit,
        asked: format!("the last arrives in under {limit} s"),
        measured,
    })
}

fn stays_out_of_walls(runs: &[Run]) -> Option<Verdict> {
    let (run, count) = worst(runs, |run| run.measures.wall_contacts.count as f64)?;
    let millimetres = run.measures.wall_contacts.deepest * 1000.0;
    Some(Verdict {
        is_met: count == 0.0,
        asked: "nobody enters a wall by more than 1 mm".into(),
        measured: match count == 0.0 {
            true => "nobody".into(),
            false => format!(
                "{count} times, by up to {millimetres:.1} mm ({})",
                name(run)
            ),
        },
    })
}

fn stays_out_of_others(runs: &[Run]) -> Option<Verdict> {
    let (run, share) = worst(runs, |run| run.measures.agent_contacts.deep_share)?;
    Some(Verdict {
        is_met: share < LARGEST_DEEP_SHARE,
        asked: format!(
            "agents overlap by more than 5 % of the radius in under {} % of agent-seconds",
            LARGEST_DEEP_SHARE * 100.0
        ),
        measured: format!("{:.3} % ({})", share * 100.0, name(run)),
    })
}

fn goes_on(runs: &[Run]) -> Option<Verdict> {
    let changes = |run: &Run| run.measures.velocity_sign_changes.repeated;
    let at_rate = |rate: u32| {
        let alike = runs.iter().filter(|run| run.rate == rate).map(changes);
        alike.clone().sum::<f64>() / alike.count() as f64
    };
    let (run, mean) = worst(runs, |run| at_rate(run.rate))?;
    let (_, most) = worst(runs, changes)?;
    Some(Verdict {
        is_met: mean < MOST_SIGN_CHANGES,
        asked: format!(
            "an agent goes to and fro less than {MOST_SIGN_CHANGES} time in a minute, in the mean of all poses"
        ),
        measured: format!("{mean:.2} times (at {} Hz; in one run {most:.2})", run.rate),
    })
}

fn rates_agree(runs: &[Run]) -> Option<Verdict> {
    let (what, tolerance) = match nobody_is_to_arrive(&standard_run(runs)?.measures) {
        true => (
            "the nearest-neighbour distance at other tick rates",
            FLOCK_TOLERANCE,
        ),
        false => ("the mean arrival at other tick rates", RATE_TOLERANCE),
    };
    rate_spread(runs).map(|spread| agrees(what, spread, tolerance))
}

fn poses_agree(runs: &[Run]) -> Option<Verdict> {
    let measures = &standard_run(runs)?.measures;
    let (what, tolerance) = match nobody_is_to_arrive(measures) {
        true => (
            "the nearest-neighbour distance in other poses",
            FLOCK_TOLERANCE,
        ),
        false => (
            "the mean arrival in other poses",
            pose_tolerance(measures.agents),
        ),
    };
    pose_spread(runs).map(|spread| agrees(what, spread, tolerance))
}

fn agrees(what: &str, spread: f64, tolerance: f64) -> Verdict {
    Verdict {
        is_met: spread <= tolerance,
        asked: format!("{what} is within {:.0} %", tolerance * 100.0),
        measured: match spread.is_finite() {
            true => format!("{:.2} %", spread * 100.0),
            false => "somebody arrives in one run and nobody in another".into(),
        },
    }
}

#[cfg(test)]
mod tests;
