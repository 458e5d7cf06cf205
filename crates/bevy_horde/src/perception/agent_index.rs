//! The index of all agents, sorted by the cells of the plane.

use super::restored::RestoredIndices;
use super::rows::{Batch, RowsMut};
use super::{AgentState, Perception};
use crate::agent_id::AgentId;
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use horde_kernel::avoidance::rule::AvoidanceRule;
use horde_kernel::crowd::body::Body;
use horde_kernel::crowd::sorted_bodies::SortedBodies;
use horde_kernel::math::random;
use horde_kernel::search::grid::CellGrid;
use horde_kernel::step::agent::{Agent, Presence};
use horde_kernel::step::crowd::Crowd;
use horde_kernel::step::settings::SharedSettings;

/// All agents at the start of the tick.
///
/// [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive) rebuilds it. Games query it
/// through [`SteeringQuery`](super::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct AgentIndex {
    /// The agents: by row while they are read, by slot once they are sorted by stable id.
    crowd: Crowd,
    /// The entities of the same agents.
    entities: Vec<Entity>,
    /// The change of [`SteeringTick`] that the index belongs to: the start of a tick, or the load
    /// of a saved game.
    built_at: Option<Tick>,
    // Scratch, kept for its memory.
    batches: Vec<Batch>,
    /// The row of each slot.
    order: Vec<u32>,
    sorted: Vec<Entity>,
}

impl AgentIndex {
    /// Returns the number of agents in the index.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether the index has no agents.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Returns the agents in the order of their stable ids.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Returns the side of the square cells, world units. The corners of the cells are multiples of
    /// it.
    pub fn cell_size(&self) -> f32 {
        self.grid().cell_size()
    }

    /// Returns the agents, as the kernel has them.
    pub(crate) fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// Returns the bodies in the order of the cells.
    pub(crate) fn bodies(&self) -> &SortedBodies {
        self.crowd.bodies()
    }

    /// Returns the agents in the order of the slots.
    pub(crate) fn agents(&self) -> &[Agent] {
        &self.crowd.rows.agents
    }

    /// Returns the body of the agent in `slot`.
    pub(crate) fn body_of(&self, slot: u32) -> Body {
        self.agents()[slot as usize].body()
    }

    /// Returns the settings of agents about their neighbors.
    pub(crate) fn settings_mut(&mut self) -> &mut SharedSettings {
        &mut self.crowd.settings
    }

    /// How the agent with this state avoids others; `None` if it avoids none.
    pub(crate) fn avoidance_of(&self, state: &AgentState) -> Option<&AvoidanceRule> {
        let slot = state.slot().filter(|_| state.avoids)?;
        let number = self.crowd.rows.settings.get(slot)?;
        self.crowd.settings.avoidance(*number)
    }

    /// Returns the radius of the largest body.
    pub(super) fn largest_radius(&self) -> f32 {
        self.crowd.summary.totals.largest_radius
    }

    /// Returns the stable ids in the order of the slots.
    pub(crate) fn ids(&self) -> &[u64] {
        &self.crowd.rows.ids
    }

    /// Returns the agent's own direction, which follows from its stable id; x if the index lacks
    /// the agent. It serves when nothing else sets a direction.
    pub(crate) fn own_direction(&self, state: &AgentState) -> Vec2 {
        let id = state.slot().and_then(|slot| self.ids().get(slot));
        id.map_or(Vec2::X, |id| random::own_direction(*id))
    }

    /// Returns the slot of an agent with this state; `None` if the index does not hold the agent.
    pub(crate) fn slot_of(&self, entity: Entity, state: &AgentState) -> Option<usize> {
        let slot = state.slot()?;
        (self.entities.get(slot) == Some(&entity)).then_some(slot)
    }

    /// Returns the grid that all searches use. Its order is that of [`bodies`](Self::bodies).
    pub(crate) fn grid(&self) -> &CellGrid {
        self.crowd.grid()
    }

    /// Notes that the agent in a slot is gone: it is no solid body any more. Neighbors still
    /// perceive it in this tick.
    pub(crate) fn note_gone(&mut self, slot: usize) {
        self.crowd.rows.agents[slot].presence = Presence::Absent;
    }
}

/// Sorts all agents into cells.
pub(crate) fn index_agents(
    tick: Res<SteeringTick>,
    simd_level: Res<SimdLevel>,
    mut restored: ResMut<RestoredIndices>,
    mut index: ResMut<AgentIndex>,
) {
    index.crowd.sort_bodies(simd_level.arch());
    index.built_at = Some(tick.last_changed());
    restored.forget();
}

impl AgentIndex {
    /// Returns the change of [`SteeringTick`] that the index belongs to.
    pub(crate) fn built_at(&self) -> Option<Tick> {
        self.built_at
    }

    /// Whether this index belongs to the current tick. After a load it does not.
    pub(crate) fn is_current(&self, tick: &Res<SteeringTick>) -> bool {
        self.built_at == Some(tick.last_changed())
    }

    /// Rebuilds the index from these agents' states at the start of the last tick. Renumbers their
    /// slots without gaps, in the same order.
    pub(super) fn restore(
        &mut self,
        agents: impl Iterator<Item = (Entity, AgentId, AgentState, Perception)>,
        tick: &Res<SteeringTick>,
        simd_level: SimdLevel,
    ) {
        let agents = agents.filter(|(_, _, state, _)| state.slot().is_some());
        let mut agents: Vec<_> = agents.collect();
        agents.sort_unstable_by_key(|(entity, _, state, _)| (state.slot, *entity));
        self.resize(agents.len());
        let Crowd { rows, summary, .. } = &mut self.crowd;
        summary.clear();
        let mut ranges = summary.ranges.counter();
        for (slot, (entity, id, state, perception)) in agents.into_iter().enumerate() {
            self.entities[slot] = entity;
            rows.ids[slot] = id.0;
            rows.agents[slot] = Agent {
                memberships: perception.memberships,
                slot: slot as u32,
                ..*state
            };
            if state.searches(perception.max_neighbors) {
                ranges.add(state.search_range, perception.max_neighbors);
            }
        }
        ranges.finish();
        summary.totals.add(&rows.agents);
        self.crowd.sort_bodies(simd_level.arch());
        self.built_at = Some(tick.last_changed());
    }

    fn resize(&mut self, count: usize) {
        self.entities.resize(count, Entity::PLACEHOLDER);
        self.crowd.rows.resize(count);
    }

    /// Returns the rows of `count` agents, and `batches` batches of them, to be written.
    pub(super) fn rows_to_read(
        &mut self,
        count: usize,
        batches: usize,
    ) -> (RowsMut<'_>, &mut [Batch]) {
        self.resize(count);
        self.batches.resize_with(batches, default);
        let rows = RowsMut::new(&mut self.entities, &mut self.crowd.rows);
        (rows, &mut self.batches)
    }

    /// Adds up the batches. Returns whether the rows are in the order of the stable ids, and no
    /// agent is absent. If not, [`sort_rows`](Self::sort_rows) comes next.
    pub(super) fn sum_up(&mut self) -> bool {
        let summary = &mut self.crowd.summary;
        summary.clear();
        let (mut last, mut is_in_order) = (None, true);
        for batch in &self.batches {
            summary.add_all(&batch.summary);
            is_in_order &= batch.is_in_order;
            if let Some((first, next)) = batch.ends {
                is_in_order &= last <= Some(first);
                last = Some(next);
            }
        }
        is_in_order && summary.totals.all_are_present
    }

    /// Sorts the rows of all present agents by their ids. Returns the row of every slot.
    pub(super) fn sort_rows(&mut self) -> &[u32] {
        let Self {
            crowd,
            entities,
            order,
            sorted,
            ..
        } = self;
        let rows = &crowd.rows;
        let key = |row: &u32| (rows.ids[*row as usize], entities[*row as usize]);
        let is_there = |row: &u32| {
            let agent = rows.agents.get(*row as usize);
            agent.is_some_and(|agent| agent.presence != Presence::Absent)
        };
        let all = 0..rows.agents.len() as u32;
        let count = all.clone().filter(is_there).count();
        // The order of the last tick is tried first.
        let is_known = order.len() == count
            && order.iter().all(is_there)
            && order.is_sorted_by(|first, second| key(first) < key(second));
        if !is_known {
            order.clear();
            order.extend(all.filter(is_there));
            order.sort_by_key(key);
        }
        sorted.clear();
        sorted.extend(order.iter().map(|row| entities[*row as usize]));
        core::mem::swap(entities, sorted);
        crowd.reorder(order);
        order
    }
}
