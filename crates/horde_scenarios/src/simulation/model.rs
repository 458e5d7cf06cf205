//! Avoidance models.

use bevy_horde::prelude::*;
use clap::ValueEnum;
use serde::Serialize;

/// An avoidance model.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// `AvoidanceModel::VelocityConstraints`: steps aside and limits the approach speed. The
    /// default of `AvoidAgents`.
    #[default]
    VelocityConstraints,
    /// `AvoidanceModel::ClosestApproach`: a force that increases the predicted closest distance.
    ClosestApproach,
}

impl Model {
    /// All models.
    pub const ALL: [Self; 2] = [Self::VelocityConstraints, Self::ClosestApproach];

    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VelocityConstraints => "velocity-constraints",
            Self::ClosestApproach => "closest-approach",
        }
    }

    /// The walkers' component, with its defaults.
    pub(super) fn avoid_agents(self) -> AvoidAgents {
        match self {
            Self::VelocityConstraints => AvoidAgents::default(),
            Self::ClosestApproach => AvoidAgents {
                model: AvoidanceModel::ClosestApproach,
                ..AvoidAgents::default()
            },
        }
    }
}
