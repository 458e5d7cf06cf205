//! The ways in which agents keep out of each other's way.

use bevy_horde::prelude::*;
use clap::ValueEnum;
use serde::Serialize;

/// How agents keep out of each other's way.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// `AvoidAgents` as it is: a force against the closest approach that is to come.
    #[default]
    ClosestApproach,
}

impl Model {
    /// All of them.
    pub const ALL: [Self; 1] = [Self::ClosestApproach];

    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClosestApproach => "closest-approach",
        }
    }

    /// The component that walkers have, with its defaults.
    pub(super) fn avoid_agents(self) -> AvoidAgents {
        match self {
            Self::ClosestApproach => AvoidAgents::default(),
        }
    }
}
