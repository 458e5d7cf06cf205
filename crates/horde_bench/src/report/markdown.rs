//! The measured part of the page.

use super::curve::{Curve, curves_of};
use super::number::figure;
use super::plot::Picture;
use super::table::{HEADINGS, TEXT_COLUMNS, cells};
use crate::table::{Filled, Group, Sweep, Unit, rest_row};
use core::fmt::Write;

/// The conditions, tables of all groups, and plots. Links to plots point into `folder`, relative to
/// the page.
pub fn measured_part(
    conditions: &str,
    rows: &[Filled],
    pictures: &[Picture],
    folder: &str,
) -> String {
    let mut part = format!("Measured on: {conditions}.\n");
    part += &behaviors(rows);
    for sweep in Sweep::ALL {
        let curves = curves_of(rows, sweep);
        if curves.is_empty() {
            continue;
        }
        let _ = write!(part, "\n### {}\n\n", sweep.title());
        let _ = write!(part, "{}\n\n", describe_sweep(rows, sweep));
        if let Some(picture) = pictures.iter().find(|picture| picture.sweep == sweep) {
            let _ = write!(
                part,
                "![{}]({folder}/{})\n\n",
                sweep.title(),
                picture.name()
            );
        }
        part += &curve_table(&curves, sweep);
    }
    for (group, title) in [(Group::Target, "Targets"), (Group::Baselines, "Baselines")] {
        let rows: Vec<&Filled> = rows.iter().filter(|row| row.row.group == group).collect();
        if !rows.is_empty() {
            let _ = write!(part, "\n### {title}\n\n{}", table(&rows));
        }
    }
    part
}

fn table(rows: &[&Filled]) -> String {
    let mut table = line(HEADINGS.map(str::to_owned));
    let dashes = (0..HEADINGS.len()).map(|column| match column < TEXT_COLUMNS {
        true => "---".to_owned(),
        false => "---:".to_owned(),
    });
    table += &line(dashes);
    for row in rows {
        table += &line(cells(row));
    }
    table
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The table of each behavior's cost by itself, and beyond the cost of agents at rest.
fn behaviors(rows: &[Filled]) -> String {
    let mut rows = rows.iter().filter(|row| row.row.group == Group::Behaviors);
    let Some(rest) = rows.clone().find(|row| row.row.key == rest_row()) else {
        return String::new();
    };
    let agents = super::number::grouped(rest.agents as f64);
    let mut part = format!(
        "\n### What each behavior costs by itself\n\n{agents} agents, 1 thread; \
         nanoseconds per agent and tick: the median, \
         and in brackets the shortest tick. The last column is the cost of the shortest tick \
         beyond that of agents at rest. \
         The rules about neighbors share one search, so their costs do not add up.\n\n"
    );
    part += &line(["workload", "description", "K", "whole tick", "beyond rest"].map(str::to_owned));
    part += &line(["---", "---", "---:", "---:", "---:"].map(str::to_owned));
    part.extend(rows.by_ref().map(|row| {
        let nanoseconds = |value: f64| figure(value, Unit::Nanoseconds);
        let best = row.best.map(nanoseconds).unwrap_or_default();
        let beyond = row.best.zip(rest.best).map(|(own, rest)| own - rest);
        let name = &row.row.key.name;
        let workload = name
            .split_once('-')
            .map_or(name.as_str(), |(_, workload)| workload);
        line([
            format!("`{workload}`"),
            row.row.description.clone(),
            format!("{:.1}", row.neighbors),
            format!("{} ({best})", nanoseconds(row.figure)),
            beyond.map(nanoseconds).unwrap_or_default(),
        ])
    }));
    part
}

/// Describes the figures of a sweep.
fn describe_sweep(rows: &[Filled], sweep: Sweep) -> String {
    let of_sweep = |row: &&Filled| row.row.key.name.starts_with(sweep.prefix());
    let mut agents: Vec<usize> = rows.iter().filter(of_sweep).map(|row| row.agents).collect();
    agents.dedup();
    let crowd = match agents[..] {
        [agents] => format!("{} agents; n", super::number::grouped(agents as f64)),
        _ => "N".to_owned(),
    };
    format!("{crowd}anoseconds per agent and tick: the median, and in brackets the shortest tick.")
}

/// One line per point and one column per curve, in nanoseconds per agent and tick.
fn curve_table(curves: &[Curve], sweep: Sweep) -> String {
    let mut points: Vec<usize> = curves
        .iter()
        .flat_map(|curve| curve.points.iter().map(|(point, _)| *point))
        .collect();
    points.sort_unstable();
    points.dedup();
    let names = curves.iter().map(|curve| curve.name.clone());
    let mut table = line([sweep.axis().to_owned()].into_iter().chain(names));
    table += &line((0..=curves.len()).map(|_| "---:".to_owned()));
    for point in points {
        let of_curve = |curve: &Curve| {
            let mut points = curve.points.iter().zip(&curve.best);
            let found = points.find(|((other, _), _)| *other == point);
            let nanoseconds = |value: f64| figure(value, Unit::Nanoseconds);
            found.map_or(String::new(), |((_, value), best)| {
                let best = best.map_or(String::new(), |best| format!(" ({})", nanoseconds(best)));
                nanoseconds(*value) + &best
            })
        };
        let head = super::number::grouped(point as f64);
        table += &line([head].into_iter().chain(curves.iter().map(of_curve)));
    }
    table
}

impl Sweep {
    /// The title of its section.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Agents => "How cost grows with agents",
            Self::Neighbors => "How cost grows with neighbors",
            Self::Obstacles => "How cost grows with obstacles",
            Self::Threads => "How cost falls with threads",
            Self::UpdateInterval => "How cost falls with the update interval",
        }
    }

    /// The label of its axis.
    pub(super) const fn axis(self) -> &'static str {
        match self {
            Self::Agents => "agents",
            Self::Neighbors => "requested neighbors",
            Self::Obstacles => "obstacles",
            Self::Threads => "threads",
            Self::UpdateInterval => "updates in one of this many ticks",
        }
    }
}

#[cfg(test)]
mod tests;
