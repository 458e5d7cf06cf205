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

    /// The component of agents, from the settings of their group. A group that sets another model
    /// than the default keeps it.
    pub(super) fn avoid_agents(self, settings: Option<AvoidAgents>) -> AvoidAgents {
        let settings = settings.unwrap_or_default();
        match self {
            Self::VelocityConstraints => settings,
            Self::ClosestApproach => AvoidAgents {
                model: AvoidanceModel::ClosestApproach,
                ..settings
            },
        }
    }
}
