//! The indices of a saved game, until the first tick after its load.
//!
//! A saved game holds components, and the indices follow from them. After a load
//! [`SteeringQuery`](super::SteeringQuery) uses the indices. A refresh replaces the indices that
//! queries use until the next tick.

use super::AgentIndex;
use crate::obstacle::ObstacleIndex;
use crate::schedule::SteeringTick;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The indices that games query until the first tick after a load, or after a refresh.
#[derive(Resource, Debug, Default)]
pub struct RestoredIndices {
    latest: Mutex<Latest>,
    /// The indices of a refresh, and the change of [`SteeringTick`] before it.
    refreshed: Option<(Tick, Indices)>,
}

/// The indices of a loaded game, and the change of [`SteeringTick`] by its load.
type Latest = Option<(Tick, Arc<Indices>)>;

/// The index of agents and the index of obstacles.
#[derive(Debug, Default)]
pub(super) struct Indices {
    pub(super) agents: AgentIndex,
    pub(super) obstacles: ObstacleIndex,
}

impl RestoredIndices {
    /// Frees the indices once agents have been read.
    pub(super) fn forget(&mut self) {
        *self.latest() = None;
        self.refreshed = None;
    }

    /// Replaces the indices of a refresh.
    pub(super) fn refresh(&mut self, tick: &Res<SteeringTick>, fill: impl FnOnce(&mut Indices)) {
        let mut indices = Indices::default();
        fill(&mut indices);
        self.refreshed = Some((tick.last_changed(), indices));
    }

    /// Returns the indices of a refresh since the last tick and the last load, if any.
    pub(super) fn refreshed(&self, tick: &Res<SteeringTick>) -> Option<&Indices> {
        let (refreshed_at, indices) = self.refreshed.as_ref()?;
        (*refreshed_at == tick.last_changed()).then_some(indices)
    }

    /// Returns the indices of the loaded game, made at the first query.
    pub(super) fn get(
        &self,
        tick: &Res<SteeringTick>,
        fill: impl FnOnce(&mut Indices),
    ) -> Arc<Indices> {
        let mut latest = self.latest();
        let loaded_at = tick.last_changed();
        match &*latest {
            Some((built_at, indices)) if *built_at == loaded_at => indices.clone(),
            _ => {
                let mut indices = Indices::default();
                fill(&mut indices);
                let indices = Arc::new(indices);
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
pub(crate) fn is_loaded(tick: Res<SteeringTick>, index: Res<AgentIndex>) -> bool {
    !index.is_current(&tick)
}
