//! A row of the table.

use super::bar::Bar;
use crate::measurement::Task;
use core::fmt;
use serde::Serialize;

/// What a row is about.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// The bar, and what belongs to it.
    Bar,
    /// Other ways to do the same.
    Rivals,
    /// What each behaviour costs by itself.
    Alone,
    /// How cost grows.
    Growth,
}

/// Which row; there is one of each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RowKey {
    /// Its name.
    pub name: String,
    /// Threads.
    pub threads: usize,
}

impl RowKey {
    /// The row of that name with so many threads.
    pub fn new(name: impl Into<String>, threads: usize) -> Self {
        Self {
            name: name.into(),
            threads,
        }
    }
}

/// How the figure of a row comes about.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// The median tick for each agent.
    TickPerAgent(Task),
    /// The median tick of all.
    WholeTick(Task),
    /// Allocations in a tick.
    Allocations(Task),
    /// What the plugin holds for each agent beyond its components.
    HeldPerAgent(Task),
    /// The most memory that was resident, beyond that of an app without agents, for each agent.
    PeakPerAgent {
        /// The crowd.
        crowd: Task,
        /// The same without agents.
        empty: Task,
    },
    /// One row over another.
    Ratio {
        /// The row above the line.
        over: RowKey,
        /// The row below.
        under: RowKey,
    },
}

impl Figure {
    /// The unit.
    pub fn unit(&self) -> Unit {
        match self {
            Self::TickPerAgent(_) => Unit::Nanoseconds,
            Self::WholeTick(_) => Unit::Milliseconds,
            Self::Allocations(_) => Unit::Allocations,
            Self::HeldPerAgent(_) | Self::PeakPerAgent { .. } => Unit::Bytes,
            Self::Ratio { .. } => Unit::Times,
        }
    }

    /// The task whose crowd the row is about; a ratio has none of its own.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Self::TickPerAgent(task)
            | Self::WholeTick(task)
            | Self::Allocations(task)
            | Self::HeldPerAgent(task)
            | Self::PeakPerAgent { crowd: task, .. } => Some(task),
            Self::Ratio { .. } => None,
        }
    }
}

/// What a figure counts.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// For each agent and tick.
    #[serde(rename = "ns")]
    Nanoseconds,
    /// For each tick.
    #[serde(rename = "ms")]
    Milliseconds,
    /// For each tick.
    #[serde(rename = "allocations")]
    Allocations,
    /// For each agent.
    #[serde(rename = "bytes")]
    Bytes,
    /// One over the other.
    #[serde(rename = "x")]
    Times,
}

impl fmt::Display for Unit {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(match self {
            Self::Nanoseconds => "ns",
            Self::Milliseconds => "ms",
            Self::Allocations => "per tick",
            Self::Bytes => "bytes",
            Self::Times => "x",
        })
    }
}

/// A row before it is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Which one.
    pub key: RowKey,
    /// What it is, in words.
    pub words: String,
    /// What it is about.
    pub group: Group,
    /// How its figure comes about.
    pub figure: Figure,
    /// What the figure is held to.
    pub bar: Option<Bar>,
}

impl Row {
    /// A row of the bar that is held to nothing itself.
    pub fn new(name: impl Into<String>, threads: usize, words: &str, figure: Figure) -> Self {
        Self {
            key: RowKey::new(name, threads),
            words: words.into(),
            group: Group::Bar,
            figure,
            bar: None,
        }
    }

    /// One row over another, with the same number of threads.
    pub fn ratio(name: &str, threads: usize, words: &str, over: &str, under: &str) -> Self {
        let over = RowKey::new(over, threads);
        let under = RowKey::new(under, threads);
        Self::new(name, threads, words, Figure::Ratio { over, under })
    }

    /// The same row, held to a bar.
    pub fn held_to(mut self, bar: Bar) -> Self {
        self.bar = Some(bar);
        self
    }

    /// The same row, in another group.
    pub fn in_group(mut self, group: Group) -> Self {
        self.group = group;
        self
    }
}
