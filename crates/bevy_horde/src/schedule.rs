//! The stages of a tick.

use bevy::prelude::*;

/// The four stages of a tick, in this order, in the schedule that was given to
/// [`SteeringPlugin`](crate::SteeringPlugin); and [`Goals`](Self::Goals), the first part of
/// [`Behave`](Self::Behave).
///
/// Everything in [`Behave`](Self::Behave) sees the world as it was at the start of the tick, so that no agent's result
/// depends on another's turn. None of the plugin's systems uses commands. With a clock that stands still (paused, or a
/// first frame of no length) no stage runs.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SteeringSystems {
    /// Reads `Transform`, `Velocity`, `SteeringAgent` and `Obstacle`; writes `AgentState`, `AgentIndex` and
    /// `ObstacleIndex`.
    Perceive,
    /// Reads `AgentState`, the indices and the behaviors' components; writes the contributions. A
    /// game's own behaviors are plain systems in this set that write
    /// [`SteeringContributions`](crate::arbitration::SteeringContributions), which no system of the
    /// plugin writes here. Behaviors that set goals belong to [`Goals`](Self::Goals).
    Behave,
    /// The systems of a game that set goals: those that write
    /// [`SteeringGoal`](crate::arbitration::SteeringGoal), and
    /// [`steer_for_target`](crate::behaviors::steer_for_target). This set is within `Behave`, before
    /// all behaviors of the plugin. So they turn these goals and plan with them in the same tick.
    Goals,
    /// Reads the contributions; writes [`Steering`](crate::agent::Steering).
    Arbitrate,
    /// Reads `Steering`; writes `Transform`, `Velocity` and `Heading`, except of agents with
    /// [`ExternalLocomotion`](crate::agent::ExternalLocomotion).
    Locomote,
}

/// How many ticks have run since the start; the clock of everything random.
///
/// Part of a saved game; `docs/determinism.md` lists the other parts. Set it last when loading: a
/// change by the game tells the plugin that a saved game has been loaded.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub struct SteeringTick(pub u64);

/// The seed of everything random. Default 0; any value is legal, and the same one gives the same run.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub struct SteeringSeed(pub u64);

/// Whether the schedule's clock moved since its last run.
pub(crate) fn clock_moves(time: Res<Time>) -> bool {
    time.delta_secs() > 0.0
}

pub(crate) fn advance_tick(mut tick: ResMut<SteeringTick>) {
    tick.0 = tick.0.wrapping_add(1);
}
