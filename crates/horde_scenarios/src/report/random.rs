//! The report of random scenarios: which are solved, and why the others are not.

use crate::random::{Flaw, FlawKind, GoalKind, GroundKind, Observed};
use comfy_table::{CellAlignment, LineStyle, Table, presets};
use core::fmt::Write;
use serde::Serialize;

/// The result of one run of a random scenario.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct RandomResult {
    /// The seed that draws the scenario.
    pub seed: u64,
    /// The kind of its walls.
    pub ground: GroundKind,
    /// The kind of its goals.
    pub goals: GoalKind,
    /// Whether agents are told the doors of their way.
    pub is_guided: bool,
    /// The width of the narrowest door, in radii of the widest body; `None` without doors.
    pub narrowest_door: Option<f32>,
    /// Number of agents.
    pub agents: usize,
    /// The time limit, seconds.
    pub limit: f64,
    /// What the run showed; `None` after a panic.
    pub observed: Option<Observed>,
    /// Why it is not solved, the worst first; empty if it is solved.
    pub flaws: Vec<Flaw>,
}

/// All runs of one method.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct RandomReport {
    /// The name of the plugin or of a rival.
    pub method: String,
    /// Number of scenarios.
    pub scenarios: usize,
    /// Number of solved scenarios.
    pub solved: usize,
    /// The share of solved scenarios, 0 to 1.
    pub share: f64,
    /// Seeds of runs that panicked, or in which a body entered a wall.
    pub severe: Vec<u64>,
    /// The scenarios that are not solved, the worst first.
    pub unsolved: Vec<RandomResult>,
    /// The kinds of all scenarios.
    #[serde(skip)]
    kinds: Vec<Kind>,
}

/// The properties of a scenario by which the report counts solved scenarios.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Kind {
    ground: GroundKind,
    goals: GoalKind,
    is_guided: bool,
    narrowest_door: Option<f32>,
    is_solved: bool,
}

/// Doors are narrow up to this width, in radii of the widest body.
const NARROW: f32 = 2.5;

impl RandomReport {
    /// The report of these runs.
    pub fn new(method: &str, results: Vec<RandomResult>) -> Self {
        let kind = |result: &RandomResult| Kind {
            ground: result.ground,
            goals: result.goals,
            is_guided: result.is_guided,
            narrowest_door: result.narrowest_door,
            is_solved: result.flaws.is_empty(),
        };
        let kinds = results.iter().map(kind).collect();
        let scenarios = results.len();
        let mut unsolved = results;
        unsolved.retain(|result| !result.flaws.is_empty());
        unsolved.sort_by(|one, other| {
            let (first, second) = (&one.flaws[0], &other.flaws[0]);
            let by_kind = first.kind.cmp(&second.kind);
            by_kind.then(second.measure.total_cmp(&first.measure))
        });
        let is_severe = |result: &&RandomResult| {
            matches!(
                result.flaws[0].kind,
                FlawKind::Panics | FlawKind::EntersWall
            )
        };
        let severe = unsolved.iter().filter(is_severe);
        let solved = scenarios - unsolved.len();
        Self {
            method: method.to_owned(),
            scenarios,
            solved,
            share: solved as f64 / scenarios.max(1) as f64,
            severe: severe.map(|result| result.seed).collect(),
            unsolved,
            kinds,
        }
    }

    /// The report as text: the share, shares by kind, flaws, and every unsolved scenario.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {} of {} solved, {:.1} %\n",
            self.method,
            self.solved,
            self.scenarios,
            100.0 * self.share
        );
        text += &self.kinds_table();
        text += "\n";
        text += &self.doors_lines();
        text += "\n";
        for kind in FlawKind::ALL {
            text += &self.flaw_line(kind);
        }
        if !self.severe.is_empty() {
            let seeds: Vec<String> = self.severe.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "\nPanics and entered walls: {}", seeds.join(", "));
        }
        text += "\n";
        for result in &self.unsolved {
            text += &line(result);
        }
        text
    }

    /// The table of solved and all scenarios: a row per kind of ground, a column per kind of goals.
    fn kinds_table(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
        let heading = |goal: &GoalKind| goal.name().to_owned();
        let mut header = vec!["ground".to_owned()];
        header.extend(GoalKind::ALL.iter().map(heading));
        header.push("all".into());
        table.set_header(header);
        for ground in GroundKind::ALL {
            let share = |goal: Option<GoalKind>| {
                self.share_of(|kind| {
                    kind.ground == ground && goal.is_none_or(|goal| goal == kind.goals)
                })
            };
            let mut row = vec![ground.name().to_owned()];
            row.extend(GoalKind::ALL.map(|goal| share(Some(goal))));
            row.push(share(None));
            table.add_row(row);
        }
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 1));
            if index > 0 {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt() + "\n"
    }

    /// The numbers of solved and all scenarios with doors: told or not, narrow or not.
    fn doors_lines(&self) -> String {
        let share = |is_guided: bool, is_narrow: bool| {
            self.share_of(|kind| {
                let narrow = kind.narrowest_door.map(|width| width <= NARROW);
                kind.is_guided == is_guided && narrow == Some(is_narrow)
            })
        };
        format!(
            "doors told: {} with a door of up to {NARROW} radii, {} with wider ones\n\
             doors not told: {} with a door of up to {NARROW} radii, {} with wider ones\n",
            share(true, true),
            share(true, false),
            share(false, true),
            share(false, false)
        )
    }

    /// The number of solved and of all scenarios of a kind, as `1/2`; `-` if there are none.
    fn share_of(&self, belongs: impl Fn(&Kind) -> bool) -> String {
        let own = self.kinds.iter().filter(|kind| belongs(kind));
        match own.clone().count() {
            0 => "-".to_owned(),
            all => format!("{}/{all}", own.filter(|kind| kind.is_solved).count()),
        }
    }

    /// How many runs have a flaw, in how many the flaw is the worst, and the seeds of the worst
    /// three of these. Empty if no run has the flaw.
    fn flaw_line(&self, kind: FlawKind) -> String {
        let has = |result: &&RandomResult| result.flaws.iter().any(|flaw| flaw.kind == kind);
        let is_worst = |result: &&RandomResult| result.flaws[0].kind == kind;
        let all = self.unsolved.iter().filter(has).count();
        let worst = self.unsolved.iter().filter(is_worst);
        let seeds: Vec<String> = worst
            .clone()
            .take(3)
            .map(|result| result.seed.to_string())
            .collect();
        match all {
            0 => String::new(),
            _ => format!(
                "{} in {all}, the worst flaw in {}: seeds {}\n",
                kind.name(),
                worst.count(),
                if seeds.is_empty() {
                    "-".into()
                } else {
                    seeds.join(", ")
                }
            ),
        }
    }
}

fn line(result: &RandomResult) -> String {
    let flaws: Vec<String> = result
        .flaws
        .iter()
        .map(|flaw| format!("{}: {}", flaw.kind.name(), flaw.measured))
        .collect();
    let told = if result.is_guided { ", doors told" } else { "" };
    format!(
        "seed {}: {} agents, {}, {}{told}: {}\n",
        result.seed,
        result.agents,
        result.ground.name(),
        result.goals.name(),
        flaws.join("; ")
    )
}

#[cfg(test)]
mod tests;
