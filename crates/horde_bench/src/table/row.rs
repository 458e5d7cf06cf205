//! A row of the table.

use super::target::Target;
use crate::measurement::Task;
use core::fmt;
use serde::Serialize;

/// The group of a row.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Rows with targets, and rows that ratios need.
    Target,
    /// Baselines without Bevy.
    Baselines,
    /// The cost of each behavior by itself.
    Behaviors,
    /// Sweeps.
    Sweeps,
}

/// The unique key of a row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RowKey {
    /// Its name.
    pub name: String,
    /// Threads.
    pub threads: usize,
}

impl RowKey {
    /// The row with this name and number of threads.
    pub fn new(name: impl Into<String>, threads: usize) -> Self {
        Self {
            name: name.into(),
            threads,
        }
    }
}

/// The computation of a row's figure.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// The median tick per agent.
    TickPerAgent(Task),
    /// The median whole tick.
    WholeTick(Task),
    /// Allocations per tick.
    Allocations(Task),
    /// Memory of an agent's components and of the plugin beside them, per agent.
    BytesPerAgent(Task),
    /// The largest resident memory beyond that of an app without agents, per agent.
    PeakPerAgent {
        /// The crowd.
        crowd: Task,
        /// The same without agents.
        empty: Task,
    },
    /// One row relative to another.
    Ratio {
        /// The numerator.
        over: RowKey,
        /// The denominator.
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
            Self::BytesPerAgent(_) | Self::PeakPerAgent { .. } => Unit::Bytes,
            Self::Ratio { .. } => Unit::Times,
        }
    }

    /// The task of the row's crowd; `None` for a ratio.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Self::TickPerAgent(task)
            | Self::WholeTick(task)
            | Self::Allocations(task)
            | Self::BytesPerAgent(task)
            | Self::PeakPerAgent { crowd: task, .. } => Some(task),
            Self::Ratio { .. } => None,
        }
    }
}

/// The unit of a figure.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Nanoseconds per agent and tick.
    #[serde(rename = "ns")]
    Nanoseconds,
    /// Milliseconds per tick.
    #[serde(rename = "ms")]
    Milliseconds,
    /// Allocations per tick.
    #[serde(rename = "allocations")]
    Allocations,
    /// Bytes per agent.
    #[serde(rename = "bytes")]
    Bytes,
    /// A ratio.
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
    /// Its key.
    pub key: RowKey,
    /// A description.
    pub description: String,
    /// Its group.
    pub group: Group,
    /// The computation of its figure.
    pub figure: Figure,
    /// Its target.
    pub target: Option<Target>,
}

impl Row {
    /// A row of the target group without a target.
    pub fn new(name: impl Into<String>, threads: usize, description: &str, figure: Figure) -> Self {
        Self {
            key: RowKey::new(name, threads),
            description: description.into(),
            group: Group::Target,
            figure,
            target: None,
        }
    }

    /// The ratio of two rows with the same number of threads.
    pub fn ratio(name: &str, threads: usize, description: &str, over: &str, under: &str) -> Self {
        let over = RowKey::new(over, threads);
        let under = RowKey::new(under, threads);
        Self::new(name, threads, description, Figure::Ratio { over, under })
    }

    /// The same row with a target.
    pub fn with_target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// The same row in another group.
    pub fn in_group(mut self, group: Group) -> Self {
        self.group = group;
        self
    }
}
