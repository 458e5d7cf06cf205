//! The kernel's part of a tick, from intents to places, as a resource.

use crate::obstacle::ObstacleIndex;
use crate::passing_side::PassingSide;
use crate::perception::AgentState;
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use horde_kernel::obstacles::placed::ObstacleId;
use horde_kernel::step::{Step, Surroundings};

/// What the kernel computes of all agents in this tick, by slot.
#[derive(Resource, Default, Deref, DerefMut)]
pub(crate) struct CrowdStep(Step);

impl CrowdStep {
    /// Whether the agent's body is squeezed in this tick.
    pub(crate) fn squeezes(&self, state: &AgentState) -> bool {
        let slot = state.slot().filter(|_| state.solid && state.is_moved());
        slot.is_some_and(|slot| self.is_squeezed(slot))
    }
}

/// Where and when the crowd moves.
#[derive(SystemParam)]
pub(super) struct Circumstances<'w> {
    time: Res<'w, Time>,
    pub(super) tick: Res<'w, SteeringTick>,
    pub(super) space: Res<'w, MovementSpace>,
    passing_side: Res<'w, PassingSide>,
    simd_level: Res<'w, SimdLevel>,
    obstacles: Res<'w, ObstacleIndex>,
}

impl Circumstances<'_> {
    /// The length of the tick, seconds.
    pub(super) fn length(&self) -> f32 {
        self.time.delta_secs()
    }

    /// The same for the kernel. `push`: how far obstacles may push bodies out, world units.
    pub(super) fn surroundings<'a>(
        &'a self,
        obstacle_on: &'a (dyn Fn(u32) -> ObstacleId + Sync),
        push: f64,
    ) -> Surroundings<'a> {
        Surroundings {
            arch: self.simd_level.arch(),
            tick: self.length(),
            tick_number: self.tick.0,
            obstacles: &self.obstacles,
            obstacle_on,
            passing_side: self.passing_side.side(*self.space),
            push,
        }
    }
}
