//! The page: definitions, tables, verdicts, and a picture of every scenario.

mod rivals;

use super::columns::{COLUMNS, Column, Topic};
use super::scenario_report::ScenarioReport;
use crate::command::console::printable;
use crate::requirements::Verdict;
use crate::scenario::Symmetry;
use core::fmt::Write;
use std::collections::BTreeSet;

/// The text before the tables.
const INTRODUCTION: &str = include_str!("markdown/introduction.md");

/// The definitions of all numbers, and the requirements.
const DEFINITIONS: &str = include_str!("markdown/definitions.md");

/// The whole page. Links to pictures point into `folder`, relative to the page.
///
/// Reports of rivals are only in the tables that compare with rivals, one for each rival. Without
/// `--rival` there are none.
pub fn markdown(all: &[ScenarioReport], folder: &str) -> String {
    let is_own = |report: &&ScenarioReport| report.rival_settings.is_none();
    let reports: &[ScenarioReport] = &all.iter().filter(is_own).cloned().collect::<Vec<_>>();
    let mut page = INTRODUCTION.to_owned();
    page += &runs_description(reports);
    page += "\n## Arrivals and contacts\n\n";
    page += &table(reports, Topic::Arrival);
    page += "\n## Quality of the motion\n\n";
    page += &table(reports, Topic::Motion);
    page += &rivals::rivals(all);
    page += "\n## Requirements\n\n";
    page += &table(reports, Topic::Verdict);
    page += &failures(reports);
    page += "\n";
    page += DEFINITIONS;
    page += "\n## The scenarios\n";
    for report in reports {
        page += &section(report, &picture_name(report), folder);
    }
    printable(&page).into_owned()
}

/// Describes which runs there are and which of them the tables show.
fn runs_description(reports: &[ScenarioReport]) -> String {
    let runs = || reports.iter().flat_map(|report| &report.runs);
    let rates: BTreeSet<u32> = runs().map(|run| run.rate).collect();
    let rates: Vec<String> = rates.iter().map(u32::to_string).collect();
    let is_there = |symmetry: &&Symmetry| runs().any(|run| run.symmetry == **symmetry);
    let symmetries: Vec<&str> = Symmetry::ALL
        .iter()
        .filter(is_there)
        .map(|symmetry| symmetry.description())
        .collect();
    let fewest = reports.iter().map(|report| report.runs.len()).min();
    let most = reports.iter().map(|report| report.runs.len()).max();
    let (Some(fewest), Some(most)) = (fewest, most) else {
        return "\nNo runs.\n".into();
    };
    let count = match fewest == most {
        true => format!("{most}"),
        false => format!("{fewest} to {most}"),
    };
    format!(
        "\nTicks per second: {}. Each scenario was run {}: {count} runs of each. \
         The tables show the run at 60 ticks per second as the scenario is written, or the \
         nearest to that. The requirements hold for all runs, and the worst one is \
         quoted.\n",
        rates.join(", "),
        symmetries.join(", "),
    )
}

/// File name of a report's picture.
pub fn picture_name(report: &ScenarioReport) -> String {
    file_name(&report.scenario) + ".svg"
}

/// The name as a legal file name: ASCII letters in lower case, and a hyphen for each character that
/// is neither a letter nor a digit.
pub fn file_name(name: &str) -> String {
    let letters = name.chars().map(|letter| {
        if letter.is_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    });
    letters.collect()
}

fn table(reports: &[ScenarioReport], topic: Topic) -> String {
    let columns: Vec<&Column> = COLUMNS
        .iter()
        .filter(|column| column.topic == Topic::Name || column.topic == topic)
        .collect();
    let is_name = |column: &&&Column| column.topic == Topic::Name;
    let names = columns.iter().filter(is_name).count();
    let mut lines = vec![columns.iter().map(|column| heading(column)).collect()];
    for report in reports {
        let cell = |column: &&Column| escape(&(column.cell)(report));
        lines.push(columns.iter().map(cell).collect());
    }
    rows(&lines, names)
}

/// A table from lines of cells; the first line is the heading. The first `names` columns are names,
/// the others numbers.
fn rows(lines: &[Vec<String>], names: usize) -> String {
    let mut table = String::new();
    let mut row = |cells: &[String]| {
        table += &format!("| {} |\n", cells.join(" | "));
    };
    if let [heading, lines @ ..] = lines {
        let alignment = |column: usize| if column < names { "---" } else { "---:" };
        let alignments = (0..heading.len()).map(|column| alignment(column).to_owned());
        row(heading);
        row(&alignments.collect::<Vec<_>>());
        for line in lines {
            row(line);
        }
    }
    table
}

/// The heading in one line; joins hyphenated words.
fn heading(column: &Column) -> String {
    column.heading.join(" ").replace("- ", "")
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn failures(reports: &[ScenarioReport]) -> String {
    let list = |is_in: fn(&Verdict) -> bool| {
        let mut list = String::new();
        for report in reports {
            for verdict in report.verdicts.iter().filter(|verdict| is_in(verdict)) {
                list += &format!(
                    "- **{}**: {}: {}.\n",
                    report.scenario, verdict.requirement, verdict.measured
                );
            }
        }
        list
    };
    let titled = |title: &str, list: String| match list.is_empty() {
        true => list,
        false => format!("\n{title}\n\n{list}"),
    };
    let unmet = titled("Not met:", list(Verdict::is_failure));
    let known = titled(
        "Known as not met yet:",
        list(|verdict| !verdict.is_met && verdict.is_known),
    );
    match unmet.is_empty() && known.is_empty() {
        true => "\nAll requirements are met.\n".into(),
        false => unmet + &known,
    }
}

fn section(report: &ScenarioReport, picture: &str, folder: &str) -> String {
    let mut section = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(section, "\n### {}\n", report.title);
    let _ = writeln!(section, "`{}`. {}\n", report.scenario, report.about);
    let _ = writeln!(
        section,
        "![Trajectories of {}]({folder}/{picture})\n",
        escape(&report.title)
    );
    for verdict in &report.verdicts {
        let _ = writeln!(section, "- {verdict}.");
    }
    section
}

#[cfg(test)]
mod tests;
