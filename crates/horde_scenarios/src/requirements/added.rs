//! Requirements that a scenario adds to those of every run.

use super::judge::{Verdict, name, worst};
use super::run::Run;
use crate::metrics::{AgentResult, Measures};
use crate::scenario::{EndsNear, Requirement, Requirements};
use bevy::math::DVec2;

/// The verdicts on the requirements that the scenario adds, except for `all_arrive`, `none_arrive`
/// and `done_within`.
pub(super) fn judge_added(requirements: &Requirements, runs: &[Run]) -> Vec<Verdict> {
    let limits = [
        limit(
            Requirement::WayRatio,
            requirements.way_ratio,
            "each arrival takes at most",
            "times its shortest way",
            way_ratio,
        ),
        limit(
            Requirement::LongestWait,
            requirements.longest_wait,
            "no agent waits longer than",
            "s",
            |measures| measures.waits.longest,
        ),
        limit(
            Requirement::Idle,
            requirements.idle,
            "no agent is without progress on a free way for more than",
            "s",
            |measures| measures.idle,
        ),
        limit(
            Requirement::TurnsAboutGoal,
            requirements.turns_about_goal,
            "no agent winds about its goal by more than",
            "turns",
            |measures| measures.turns_about_goal,
        ),
        limit(
            Requirement::Trembling,
            requirements.trembling,
            "no agent reverses in place more often than",
            "times a minute",
            |measures| measures.trembling,
        ),
        limit(
            Requirement::FinalSpeed,
            requirements.final_speed,
            "no agent is faster in the end than",
            "m/s",
            |measures| {
                let speeds = measures.results.iter().map(|result| result.speed);
                speeds.fold(0.0, f64::max)
            },
        ),
        limit(
            Requirement::FinalDistance,
            requirements.final_distance,
            "no agent is farther from its goal in the end than",
            "m",
            |measures| {
                let results = measures.results.iter();
                let distances = results.filter_map(|result| result.from_goal);
                distances.fold(0.0, f64::max)
            },
        ),
    ];
    let mut verdicts: Vec<Verdict> = limits
        .into_iter()
        .flatten()
        .filter_map(|limit| limit.judge(runs))
        .collect();
    verdicts.extend(
        requirements
            .ends_near
            .iter()
            .filter_map(|end| ends_near(end, runs)),
    );
    verdicts.extend((0..requirements.not_crossed.len()).filter_map(|line| not_crossed(line, runs)));
    verdicts
}

/// A measure that must not exceed a number.
struct Limit {
    requirement: Requirement,
    most: f64,
    before: &'static str,
    unit: &'static str,
    measure: fn(&Measures) -> f64,
}

fn limit(
    requirement: Requirement,
    most: Option<f64>,
    before: &'static str,
    unit: &'static str,
    measure: fn(&Measures) -> f64,
) -> Option<Limit> {
    Some(Limit {
        requirement,
        most: most?,
        before,
        unit,
        measure,
    })
}

impl Limit {
    fn judge(&self, runs: &[Run]) -> Option<Verdict> {
        let (run, measured) = worst(runs, |run| (self.measure)(&run.measures))?;
        let Self {
            most, before, unit, ..
        } = self;
        let measured_text = match measured.is_finite() {
            true => format!("{measured:.2} {unit} ({})", name(run)),
            false => format!("not all arrive ({})", name(run)),
        };
        Some(Verdict::new(
            self.requirement,
            measured <= *most,
            format!("{before} {most} {unit}"),
            measured_text,
        ))
    }
}

/// The worst way ratio; infinite if an agent does not arrive, or if no agent that arrived has a
/// shortest way.
fn way_ratio(measures: &Measures) -> f64 {
    let arrivals = &measures.arrivals;
    let all = arrivals.arrived == arrivals.expected;
    let ratio = arrivals.worst_way_ratio.filter(|_| all);
    ratio.unwrap_or(f64::INFINITY)
}

fn ends_near(end: &EndsNear, runs: &[Run]) -> Option<Verdict> {
    let EndsNear {
        group,
        point,
        within,
    } = *end;
    let (run, farthest) = worst(runs, |run| {
        let own = run
            .measures
            .results
            .iter()
            .filter(|result| result.group == group);
        let distance =
            |result: &AgentResult| DVec2::from(result.position).distance(point.as_dvec2());
        own.map(distance).fold(0.0, f64::max)
    })?;
    Some(Verdict::new(
        Requirement::EndsNear,
        farthest <= within,
        format!("group {group} ends within {within} m of {point}"),
        format!("within {farthest:.2} m ({})", name(run)),
    ))
}

fn not_crossed(line: usize, runs: &[Run]) -> Option<Verdict> {
    let crossings = |run: &Run| run.measures.crossings.get(line).copied().unwrap_or(0) as f64;
    let (run, count) = worst(runs, crossings)?;
    Some(Verdict::new(
        Requirement::NotCrossed,
        count == 0.0,
        format!("no agent crosses line {line} of not_crossed"),
        format!("{count} times ({})", name(run)),
    ))
}
