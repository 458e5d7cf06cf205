//! The page: what is measured, tables, verdicts, and a picture of every scenario.

use super::account::Account;
use super::columns::{COLUMNS, Column, Topic};
use crate::scenario::Pose;
use core::fmt::Write;
use horde_command::console::printable;
use std::collections::BTreeSet;

/// The words before the tables.
const INTRODUCTION: &str = include_str!("markdown/introduction.md");

/// What others are known to need.
const COMPARISON: &str = include_str!("markdown/comparison.md");

/// How every number is defined, and what is asked of it.
const DEFINITIONS: &str = include_str!("markdown/definitions.md");

/// The whole page. Pictures are looked for in `folder`, relative to the page.
pub fn markdown(accounts: &[Account], folder: &str) -> String {
    let mut page = INTRODUCTION.to_owned();
    page += &runs_in_words(accounts);
    page += COMPARISON;
    page += "\n## Who arrives, and whole\n\n";
    page += &table(accounts, Topic::Arrival);
    page += "\n## How it looks\n\n";
    page += &table(accounts, Topic::Manner);
    page += "\n## What is asked, and whether it is met\n\n";
    page += &table(accounts, Topic::Verdict);
    page += &failures(accounts);
    page += "\n";
    page += DEFINITIONS;
    page += "\n## The scenarios\n";
    for account in accounts {
        page += &section(account, &picture_name(account, accounts), folder);
    }
    printable(&page).into_owned()
}

/// Which runs there are, and which of them the tables show.
fn runs_in_words(accounts: &[Account]) -> String {
    let runs = || accounts.iter().flat_map(|account| &account.runs);
    let rates: BTreeSet<u32> = runs().map(|run| run.rate).collect();
    let rates: Vec<String> = rates.iter().map(u32::to_string).collect();
    let is_there = |pose: &&Pose| runs().any(|run| run.pose == **pose);
    let poses: Vec<&str> = Pose::ALL
        .iter()
        .filter(is_there)
        .map(|pose| pose.in_words())
        .collect();
    let fewest = accounts.iter().map(|account| account.runs.len()).min();
    let most = accounts.iter().map(|account| account.runs.len()).max();
    let (Some(fewest), Some(most)) = (fewest, most) else {
        return "\nNothing was run.\n\n".into();
    };
    let count = match fewest == most {
        true => format!("{most}"),
        false => format!("{fewest} to {most}"),
    };
    format!(
        "\nTicks per second: {}. Each scenario was run {}: {count} runs of each with each model. The tables show the run at 60 \
         ticks per second as the scenario is written, or the nearest to that. What is asked is asked of all runs, and the worst \
         one is quoted.\n\n",
        rates.join(", "),
        poses.join(", "),
    )
}

/// File name of the picture of an account among others: with the model where there is more than one of the scenario.
pub fn picture_name(account: &Account, accounts: &[Account]) -> String {
    let models = accounts
        .iter()
        .filter(|other| other.scenario == account.scenario)
        .count();
    let name = match models > 1 {
        true => format!("{}-{}", account.scenario, account.model),
        false => account.scenario.clone(),
    };
    // A name of one's own may hold anything; a file name may not.
    let letters = name.chars().map(|letter| {
        if letter.is_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    });
    letters.chain(".svg".chars()).collect()
}

fn table(accounts: &[Account], topic: Topic) -> String {
    let columns: Vec<&Column> = COLUMNS
        .iter()
        .filter(|column| column.topic == Topic::Name || column.topic == topic)
        .collect();
    let mut table = String::new();
    let mut row = |cells: Vec<String>| {
        table += &format!("| {} |\n", cells.join(" | "));
    };
    row(columns.iter().map(|column| heading(column)).collect());
    row(columns
        .iter()
        .map(|column| {
            if column.topic == Topic::Name {
                "---"
            } else {
                "---:"
            }
            .to_owned()
        })
        .collect());
    for account in accounts {
        row(columns
            .iter()
            .map(|column| escape(&(column.cell)(account)))
            .collect());
    }
    table
}

/// Its lines in one, without the hyphen of a word that was parted.
fn heading(column: &Column) -> String {
    column.heading.join(" ").replace("- ", "")
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn failures(accounts: &[Account]) -> String {
    let mut list = String::new();
    for account in accounts {
        for verdict in account.verdicts.iter().filter(|verdict| !verdict.is_met) {
            list += &format!(
                "- **{}** ({}): {}: {}.\n",
                account.scenario, account.model, verdict.asked, verdict.measured
            );
        }
    }
    match list.is_empty() {
        true => "\nEverything that is asked is met.\n".into(),
        false => format!("\nNot met:\n\n{list}"),
    }
}

fn section(account: &Account, picture: &str, folder: &str) -> String {
    let mut section = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(section, "\n### {}\n", account.title);
    let _ = writeln!(
        section,
        "`{}` with {}. {}\n",
        account.scenario, account.model, account.about
    );
    let _ = writeln!(
        section,
        "![Trajectories of {}]({folder}/{picture})\n",
        escape(&account.title)
    );
    for verdict in &account.verdicts {
        let _ = writeln!(section, "- {verdict}.");
    }
    section
}

#[cfg(test)]
mod tests;
