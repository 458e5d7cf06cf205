//! The plugin.

use crate::agent::{
    Combine, ExternalLocomotion, Facing, Heading, PositionRemainder, Steering, SteeringAgent,
    SteeringDisabled, Velocity,
};
use crate::agent_id::{AgentId, NextAgentId};
use crate::arbitration::{
    BehaviorForces, NeighborForces, Pressing, SteeringContributions, Tier, combine_forces,
    forget_hidden, keep_decisions, name_written_outside,
};
use crate::behaviors::{
    ObstacleCasts, WhiskerCasts, add_behaviors, expect_chases, feel_with_whiskers,
    resolve_neighbor_rules, steer_among_neighbors,
};
use crate::instructions::Instructions;
use crate::length::Length;
use crate::locomotion::{
    BodyParting, bodies_moved, move_agents, part_bodies, place_agents, record_squeezed,
};
use crate::obstacle::{
    Obstacle, ObstacleIndex, ObstacleShape, ObstacleState, index_obstacles, obstacles_matter,
};
use crate::passing_hand::PassingHand;
use crate::perception::{
    AgentIndex, AgentState, HiddenTarget, LastSeen, LineOfSight, Perception, RestoredIndices,
    SeenTarget, View, index_agents, is_loaded_in_mid_tick, read_agents, read_settings,
    restore_indices,
};
use crate::schedule::{SteeringSeed, SteeringSystems, SteeringTick, advance_tick, clock_moves};
use crate::space::MovementSpace;
use crate::target::Target;
use crate::think_interval::{ThinkInterval, ThinkMemory};
use crate::trace::{SteeringTrace, clear_traces};
use crate::validation::{InputWarnings, forget_despawned};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleConfigs, ScheduleLabel};
use bevy::ecs::system::{ScheduleSystem, SystemParamItem};
use bevy::prelude::*;

/// Steering for every entity with a [`SteeringAgent`].
///
/// ```
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::new(FixedUpdate).in_space(MovementSpace::Xz)))
///     .update();
/// ```
///
/// The plugin reads agents in whole columns. Components by which the world hides entities (Bevy's
/// default query filters) have to lie in tables, as `Disabled` does. Otherwise the first tick
/// panics and says so. An entity that is hidden and shown again counts from the next tick on. A
/// game that hides entities by a component of its own must show them between ticks, and not within
/// one.
///
/// The app needs Bevy's `TimePlugin` and `TaskPoolPlugin`, which `MinimalPlugins` and `DefaultPlugins` hold.
///
/// # One system after the other
///
/// The stages need each other and run in turn, each on as many threads as it is worth. Bevy's usual executor hands every system to
/// another thread all the same, which takes up to 0.1 ms a tick: as much as a thousand that flock. Where the schedule holds little
/// else that could run beside them, do without; results are the same:
///
/// ```
/// use bevy::ecs::schedule::SingleThreadedExecutor;
/// use bevy::prelude::*;
/// use bevy_horde::prelude::*;
///
/// App::new()
///     .add_plugins((MinimalPlugins, SteeringPlugin::default()))
///     .edit_schedule(FixedUpdate, |schedule| {
///         schedule.set_executor(SingleThreadedExecutor::new());
///     })
///     .update();
/// ```
pub struct SteeringPlugin {
    schedule: InternedScheduleLabel,
    space: MovementSpace,
    seed: u64,
    hand: PassingHand,
    instructions: Instructions,
    feel: fn() -> ScheduleConfigs<ScheduleSystem>,
}

impl SteeringPlugin {
    /// Steers in `schedule`, in the plane [`MovementSpace::Xy`], with seed 0.
    ///
    /// In a fixed schedule every run is the same; in `Update` ticks are as long as frames.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            space: MovementSpace::default(),
            seed: 0,
            hand: PassingHand::default(),
            instructions: Instructions::default(),
            feel: || feel_with_whiskers::<ObstacleCasts>.into_configs(),
        }
    }

    /// The same in another plane.
    pub const fn in_space(mut self, space: MovementSpace) -> Self {
        self.space = space;
        self
    }

    /// The same with another seed for everything random.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same with another hand for everybody to turn to when nothing else decides.
    pub const fn with_passing_hand(mut self, hand: PassingHand) -> Self {
        self.hand = hand;
        self
    }

    /// The same with a choice of the processor's instructions; results do not depend on it.
    pub const fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// The same with a physics engine, or whatever else implements [`WhiskerCasts`], for
    /// [`Whiskers`](crate::behaviors::Whiskers) to feel instead of the plugin's obstacles.
    pub fn with_whisker_casts<C: WhiskerCasts>(mut self) -> Self
    where
        for<'w, 's> SystemParamItem<'w, 's, C::Param>: Sync,
    {
        self.feel = || feel_with_whiskers::<C>.into_configs();
        self
    }
}

impl Default for SteeringPlugin {
    /// Steers in [`FixedUpdate`].
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

impl Plugin for SteeringPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.space)
            .insert_resource(SteeringSeed(self.seed))
            .insert_resource(self.hand)
            .insert_resource(self.instructions)
            .init_resource::<SteeringTick>()
            .init_resource::<NextAgentId>()
            .init_resource::<InputWarnings>()
            .init_resource::<AgentIndex>()
            .init_resource::<NeighborForces>()
            .init_resource::<ObstacleIndex>()
            .init_resource::<RestoredIndices>()
            .init_resource::<BodyParting>()
            .register_type::<(MovementSpace, SteeringSeed, SteeringTick, NextAgentId)>()
            .register_type::<(PassingHand, Instructions)>()
            .register_type::<(SteeringAgent, Combine, AgentId, Velocity, Heading, Facing)>()
            .register_type::<(Transform, Disabled, PositionRemainder)>()
            .register_type::<(Steering, SteeringContributions, Tier)>()
            .register_type::<(SteeringDisabled, ExternalLocomotion)>()
            .register_type::<(ThinkInterval, ThinkMemory)>()
            .register_type::<(Perception, View, Length, Target)>()
            .register_type::<(LineOfSight, HiddenTarget, LastSeen, SeenTarget)>()
            .register_type::<(Obstacle, ObstacleShape, ObstacleState)>()
            .register_type::<(AgentState, BehaviorForces, Pressing)>()
            .configure_sets(
                self.schedule,
                (
                    SteeringSystems::Perceive,
                    SteeringSystems::Behave,
                    SteeringSystems::Arbitrate,
                    SteeringSystems::Locomote,
                )
                    .chain()
                    .run_if(clock_moves),
            )
            .add_systems(
                self.schedule,
                (
                    (
                        advance_tick,
                        forget_despawned.run_if(InputWarnings::any_reported),
                        name_written_outside,
                        clear_traces.run_if(any_with_component::<SteeringTrace>),
                        read_settings,
                        resolve_neighbor_rules,
                        read_agents,
                        index_agents,
                        index_obstacles.run_if(obstacles_matter),
                    )
                        .chain()
                        .in_set(SteeringSystems::Perceive),
                    (
                        (
                            resolve_neighbor_rules,
                            restore_indices,
                            expect_chases,
                            steer_among_neighbors,
                        )
                            .chain()
                            .run_if(is_loaded_in_mid_tick),
                        combine_forces,
                        forget_hidden.run_if(any_with_component::<Disabled>),
                        keep_decisions.run_if(any_with_component::<ThinkInterval>),
                    )
                        .chain()
                        .in_set(SteeringSystems::Arbitrate),
                    (
                        restore_indices.run_if(is_loaded_in_mid_tick),
                        move_agents,
                        (part_bodies, place_agents).chain().run_if(bodies_moved),
                        record_squeezed.run_if(any_with_component::<SteeringTrace>),
                    )
                        .chain()
                        .in_set(SteeringSystems::Locomote),
                ),
            );
        add_behaviors(app, self.schedule, (self.feel)());
    }
}
