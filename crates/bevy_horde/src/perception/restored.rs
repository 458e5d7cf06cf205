//! The indices of a saved game, before the first tick after it was loaded.
//!
//! A saved game holds components; the indices follow from them. Between two ticks games ask the
//! indices through [`SteeringQuery`](super::SteeringQuery). Within a tick the stages that are left
//! ask them.

use super::{AgentIndex, AgentState, FollowsState, Perception};
use crate::agent_id::AgentId;
use crate::instructions::Instructions;
use crate::obstacle::{ObstacleIndex, ObstacleState};
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Indices that games ask until the first tick after a load.
#[derive(Resource, Debug, Default)]
pub struct RestoredIndices {
    latest: Mutex<Latest>,
}

/// The indices, and when they were loaded.
type Latest = Option<(Tick, Arc<Indices>)>;

/// Both indices.
#[derive(Debug, Default)]
pub(super) struct Indices {
    pub(super) agents: AgentIndex,
    pub(super) obstacles: ObstacleIndex,
}

impl RestoredIndices {
    /// Gives the memory back: agents have been read.
    pub(super) fn forget(&self) {
        *self.latest() = None;
    }

    /// The indices of the loaded game, made at the first question.
    pub(super) fn get(
        &self,
        tick: &Res<SteeringTick>,
        make: impl FnOnce() -> Indices,
    ) -> Arc<Indices> {
        let mut latest = self.latest();
        let loaded_at = tick.last_changed();
        match &*latest {
            Some((made_at, indices)) if *made_at == loaded_at => indices.clone(),
            _ => {
                let indices = Arc::new(make());
                *latest = Some((loaded_at, indices.clone()));
                indices
            }
        }
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a game has been loaded since agents were read.
pub(crate) fn is_loaded_in_mid_tick(tick: Res<SteeringTick>, index: Res<AgentIndex>) -> bool {
    !index.is_of(&tick)
}

/// Makes the indices anew when a game is loaded in the middle of a tick, for the stages that are
/// left of it.
pub(crate) fn restore_indices<F: FollowsState>(
    // Inputs
    tick: Res<SteeringTick>,
    space: Res<MovementSpace>,
    instructions: Res<Instructions>,
    standing: Query<(Entity, &ObstacleState), Allow<Disabled>>,
    // Output
    // An agent that was hidden in this tick was read before. One hidden earlier has no slot.
    mut agents: Query<(Entity, &AgentId, &Perception, &mut AgentState, &mut F), Allow<Disabled>>,
    mut index: ResMut<AgentIndex>,
    mut obstacles: ResMut<ObstacleIndex>,
) {
    for (_, _, perception, state, mut follower) in &mut agents {
        follower.update(perception, &state);
    }
    let known = agents.iter();
    let known = known.map(|(entity, id, perception, state, _)| (entity, *id, *state, *perception));
    index.restore(known, &tick, *instructions);
    for (slot, entity) in (0..).zip(index.entities()) {
        if let Ok((_, _, _, mut state, _)) = agents.get_mut(*entity) {
            state.bypass_change_detection().slot = slot;
        }
    }
    obstacles.restore(standing.iter(), *space);
}
