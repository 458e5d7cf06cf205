//! The ways in which agents keep out of each other's way.

use bevy_horde::prelude::*;
use clap::ValueEnum;
use serde::Serialize;

/// How agents keep out of each other's way.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// `AvoidanceModel::VelocityLimits`: steps aside and never closes in too fast. The default of `AvoidAgents`.
    #[default]
    VelocityLimits,
    /// `AvoidanceModel::ClosestApproach`: a force against the closest approach that is to come.
    ClosestApproach,
}

impl Model {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::VelocityLimits, Self::ClosestApproach];

    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VelocityLimits => "velocity-limits",
            Self::ClosestApproach => "closest-approach",
        }
    }

    /// The component that walkers have, with its defaults.
    pub(super) fn avoid_agents(self) -> AvoidAgents {
        match self {
            Self::VelocityLimits => AvoidAgents::default(),
            Self::ClosestApproach => AvoidAgents {
                model: AvoidanceModel::ClosestApproach,
                ..AvoidAgents::default()
            },
        }
    }
}
