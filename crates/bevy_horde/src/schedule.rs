//! The stages of a tick.

use bevy::prelude::*;

/// The four stages of a tick, in this order, in the schedule that
/// [`SteeringPlugin`](crate::SteeringPlugin) got.
///
/// All systems in [`Behave`](Self::Behave) see the world as it was at the start of the tick. So the
/// order of the agents does not change their results. Only the events of the
/// [`Journey`](crate::behaviors::Journey) use commands, after the last stage. No stage runs while
/// the clock stands still: while it is paused, or in a first frame of zero length.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SteeringSystems {
    /// Reads `Transform`, `Velocity`, `SteeringAgent` and `Obstacle`; writes `AgentState`,
    /// `AgentIndex` and `ObstacleIndex`.
    Perceive,
    /// Reads `AgentState`, the indices and the behaviors' components; writes the contributions.
    ///
    /// A game's own behaviors are plain systems in this set. They write
    /// [`SteeringContributions`](crate::arbitration::SteeringContributions), which no system of the
    /// plugin writes here.
    Behave,
    /// The systems of a game that set goals: those that write
    /// [`SteeringGoal`](crate::arbitration::SteeringGoal), and
    /// [`steer_for_target`](crate::behaviors::steer_for_target). This set is within `Behave`,
    /// before all behaviors of the plugin. So the plugin's behaviors turn these goals and plan with
    /// them in the same tick.
    Goals,
    /// The systems of a game that change the goals of behaviors, see
    /// [`GoalRefiner`](crate::behaviors::GoalRefiner). This set is within `Behave`, after all
    /// behaviors that set a goal, and before agents settle and avoid obstacles.
    Refine,
    /// The systems of a game's rules about neighbors, see
    /// [`NeighborRule`](crate::behaviors::NeighborRule). This set is within `Behave`, after all
    /// behaviors of the plugin.
    Rules,
    /// Reads the contributions; decides by them and by each agent's neighbors, and moves all
    /// bodies. Writes [`Steering`](crate::agent::Steering), and `Transform`, `Velocity` and
    /// `Heading` except of agents with [`ExternalLocomotion`](crate::agent::ExternalLocomotion).
    Arbitrate,
    /// Ends the tick: takes the decay of impulses from velocities, and lists reasons in traces.
    /// Systems that read results run after it.
    Locomote,
}

/// The number of ticks since the start. Random numbers depend on it.
///
/// Part of a saved game; `docs/determinism.md` lists the other parts. Set it last when loading: a
/// change by the game tells the plugin that a saved game has been loaded.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub struct SteeringTick(pub u64);

/// The seed of all random numbers. The default is 0. Any value is legal, and the same seed gives
/// the same run.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub struct SteeringSeed(pub u64);

/// Whether the clock of the schedule has moved since its last run.
pub(crate) fn clock_moves(time: Res<Time>) -> bool {
    time.delta_secs() > 0.0
}

pub(crate) fn advance_tick(mut tick: ResMut<SteeringTick>) {
    tick.0 = tick.0.wrapping_add(1);
}
