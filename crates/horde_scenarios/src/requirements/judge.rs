//! Judges a scenario: one verdict per requirement, over all runs.

use super::added::judge_added;
use super::agreement::{
    FLOCK_TOLERANCE, RATE_TOLERANCE, no_agent_has_goals, rate_spread, symmetry_spread,
    symmetry_tolerance,
};
use super::limits::{MAX_DEEP_SHARE, MAX_SIGN_CHANGES};
use super::run::{Run, standard_run};
use crate::scenario::{Requirement, Requirements};
use serde::Serialize;

/// The verdict on one requirement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// The name of the requirement in a file.
    pub name: Requirement,
    /// Whether the requirement is met.
    pub is_met: bool,
    /// Whether the scenario lists it as not met yet. Then it fails no check.
    pub is_known: bool,
    /// The requirement in words.
    pub requirement: String,
    /// The measured value in words; with several runs, the worst.
    pub measured: String,
}

impl Verdict {
    /// A verdict on a requirement that is not known as unmet.
    pub(super) const fn new(
        name: Requirement,
        is_met: bool,
        requirement: String,
        measured: String,
    ) -> Self {
        Self {
            name,
            is_met,
            is_known: false,
            requirement,
            measured,
        }
    }

    /// Whether it fails a check.
    pub const fn is_failure(&self) -> bool {
        !self.is_met && !self.is_known
    }
}

impl core::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let word = match (self.is_met, self.is_known) {
            (true, false) => "met",
            (true, true) => "met, though listed in not_yet",
            (false, true) => "not met yet",
            (false, false) => "NOT met",
        };
        write!(formatter, "{word}: {}: {}", self.requirement, self.measured)
    }
}

/// The verdicts on all runs of one scenario with one method. Without runs there are none.
pub fn judge(requirements: &Requirements, runs: &[Run]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    if requirements.all_arrive {
        verdicts.extend(arrives(runs));
    }
    if requirements.none_arrive {
        verdicts.extend(stays_away(runs));
    }
    if let Some(limit) = requirements.done_within {
        verdicts.extend(is_done_within(runs, limit));
    }
    verdicts.extend(judge_added(requirements, runs));
    verdicts.extend(stays_out_of_walls(runs));
    verdicts.extend(stays_out_of_others(runs));
    verdicts.extend(goes_on(runs));
    verdicts.extend(rates_agree(runs));
    verdicts.extend(symmetries_agree(runs));
    for verdict in &mut verdicts {
        verdict.is_known = requirements.not_yet.contains(&verdict.name);
    }
    verdicts
}

/// The run with the largest number, and this number; `None` without runs.
pub(super) fn worst(runs: &[Run], number: impl Fn(&Run) -> f64) -> Option<(&Run, f64)> {
    let numbers = runs.iter().map(|run| (run, number(run)));
    numbers.reduce(|worst, next| if next.1 > worst.1 { next } else { worst })
}

/// The name of a run: its symmetry and rate.
pub(super) fn name(run: &Run) -> String {
    format!("{} at {} Hz", run.symmetry.name(), run.rate)
}

fn arrives(runs: &[Run]) -> Option<Verdict> {
    let (run, missing) = worst(runs, |run| {
        (run.measures.arrivals.expected - run.measures.arrivals.arrived) as f64
    })?;
    let arrivals = &run.measures.arrivals;
    Some(Verdict::new(
        Requirement::AllArrive,
        missing == 0.0,
        "all agents arrive".into(),
        format!(
            "{} of {} ({})",
            arrivals.arrived,
            arrivals.expected,
            name(run)
        ),
    ))
}

fn stays_away(runs: &[Run]) -> Option<Verdict> {
    let (run, arrived) = worst(runs, |run| run.measures.arrivals.arrived as f64)?;
    Some(Verdict::new(
        Requirement::NoneArrive,
        arrived == 0.0,
        "no agent arrives".into(),
        format!("{arrived} ({})", name(run)),
    ))
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
    Some(Verdict::new(
        Requirement::DoneWithin,
        last < limit,
        format!("the last arrives in under {limit} s"),
        measured,
    ))
}

fn stays_out_of_walls(runs: &[Run]) -> Option<Verdict> {
    let (run, count) = worst(runs, |run| run.measures.wall_contacts.count as f64)?;
    let millimeters = run.measures.wall_contacts.deepest * 1000.0;
    Some(Verdict::new(
        Requirement::Walls,
        count == 0.0,
        "no agent enters a wall by more than 1 mm".into(),
        match count == 0.0 {
            true => "none".into(),
            false => format!(
                "{count} times, by up to {millimeters:.1} mm ({})",
                name(run)
            ),
        },
    ))
}

fn stays_out_of_others(runs: &[Run]) -> Option<Verdict> {
    let (run, share) = worst(runs, |run| run.measures.agent_contacts.deep_share)?;
    Some(Verdict::new(
        Requirement::Overlap,
        share < MAX_DEEP_SHARE,
        format!(
            "agents overlap by more than 5 % of the radius in under {} % of agent-seconds",
            MAX_DEEP_SHARE * 100.0
        ),
        format!("{:.3} % ({})", share * 100.0, name(run)),
    ))
}

fn goes_on(runs: &[Run]) -> Option<Verdict> {
    let changes = |run: &Run| run.measures.velocity_sign_changes.repeated;
    let at_rate = |rate: u32| {
        let alike = runs.iter().filter(|run| run.rate == rate).map(changes);
        alike.clone().sum::<f64>() / alike.count() as f64
    };
    let (run, mean) = worst(runs, |run| at_rate(run.rate))?;
    let (_, most) = worst(runs, changes)?;
    Some(Verdict::new(
        Requirement::ToAndFro,
        mean < MAX_SIGN_CHANGES,
        format!(
            "an agent goes to and fro less than {MAX_SIGN_CHANGES} time in a minute, in the \
             mean of all symmetries"
        ),
        format!("{mean:.2} times (at {} Hz; in one run {most:.2})", run.rate),
    ))
}

fn rates_agree(runs: &[Run]) -> Option<Verdict> {
    let (what, tolerance) = match no_agent_has_goals(&standard_run(runs)?.measures) {
        true => (
            "the nearest-neighbor distance at other tick rates",
            FLOCK_TOLERANCE,
        ),
        false => ("the mean arrival at other tick rates", RATE_TOLERANCE),
    };
    rate_spread(runs).map(|spread| agrees(Requirement::Rates, what, spread, tolerance))
}

fn symmetries_agree(runs: &[Run]) -> Option<Verdict> {
    let measures = &standard_run(runs)?.measures;
    let (what, tolerance) = match no_agent_has_goals(measures) {
        true => (
            "the nearest-neighbor distance in other symmetries",
            FLOCK_TOLERANCE,
        ),
        false => (
            "the mean arrival in other symmetries",
            symmetry_tolerance(measures.agents),
        ),
    };
    symmetry_spread(runs).map(|spread| agrees(Requirement::Symmetries, what, spread, tolerance))
}

fn agrees(name: Requirement, what: &str, spread: f64, tolerance: f64) -> Verdict {
    Verdict::new(
        name,
        spread <= tolerance,
        format!("{what} is within {:.0} %", tolerance * 100.0),
        match spread.is_finite() {
            true => format!("{:.2} %", spread * 100.0),
            false => "agents arrive in one run and none in another".into(),
        },
    )
}

#[cfg(test)]
mod tests;
