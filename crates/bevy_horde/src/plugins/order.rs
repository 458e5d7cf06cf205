//! The order of the plugin's behaviors.

use crate::schedule::SteeringSystems;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// The steps of [`SteeringSystems::Behave`]. One fixed order, because sums of floats depend on it.
///
/// Goals come first, because avoidance needs them. Obstacles come before agents, because a way
/// round a wall changes the goal.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum BehaviorSystems {
    Targets,
    Ways,
    Fields,
    Formations,
    Queues,
    Settle,
    Journeys,
    Wander,
    Obstacles,
    Pace,
    RightOfWay,
    Whiskers,
    Regions,
    Looks,
}

impl BehaviorSystems {
    /// Orders the steps.
    pub(super) fn configure(app: &mut App, schedule: InternedScheduleLabel) {
        let steps = (
            Self::Targets,
            Self::Ways,
            Self::Fields,
            Self::Formations,
            Self::Queues,
            Self::Settle,
            Self::Journeys,
            Self::Wander,
            Self::Obstacles,
            Self::Pace,
            Self::RightOfWay,
            Self::Whiskers,
            Self::Regions,
            Self::Looks,
        );
        app.configure_sets(
            schedule,
            (
                SteeringSystems::Goals.in_set(SteeringSystems::Behave),
                SteeringSystems::Refine
                    .in_set(SteeringSystems::Behave)
                    .after(Self::Queues)
                    .before(Self::Settle),
                SteeringSystems::Rules
                    .in_set(SteeringSystems::Behave)
                    .after(Self::Looks),
                steps
                    .chain()
                    .in_set(SteeringSystems::Behave)
                    .after(SteeringSystems::Goals),
            ),
        );
    }
}
