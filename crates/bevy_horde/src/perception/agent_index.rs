//! The index of all agents, sorted by the cells of the plane.

mod cells;

use super::restored::RestoredIndices;
use super::rows::{Rows, RowsMut, Summary, Totals};
use super::{AgentState, Perception};
use crate::agent_id::AgentId;
use crate::obstacle::obstacle_of;
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use horde_kernel::crowd::body::{Body, tie_break_direction};
use horde_kernel::crowd::sorted_bodies::SortedBodies;
use horde_kernel::math::random;
use horde_kernel::search::grid::CellGrid;
use horde_kernel::solidity::advance::MovingBody;

/// The positions of all agents at the start of the tick.
///
/// [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive) rebuilds it. Games query it
/// through [`SteeringQuery`](super::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct AgentIndex {
    /// The bodies by rank.
    crowd: SortedBodies,
    /// How many agents the cell of an agent holds on average, itself included.
    crowding: f32,
    /// All agents: by row while they are read, by slot once they are sorted by stable id.
    rows: Rows,
    /// The change of [`SteeringTick`] that the index belongs to: the start of a tick, or the load
    /// of a saved game.
    built_at: Option<Tick>,
    // Scratch, kept for its memory.
    summaries: Vec<Summary>,
    summary: Summary,
    is_there: Vec<bool>,
    /// The row of each slot.
    order: Vec<u32>,
    sorted: Rows,
}

impl AgentIndex {
    /// Returns the number of agents in the index.
    pub fn len(&self) -> usize {
        self.rows.entities.len()
    }

    /// Whether the index has no agents.
    pub fn is_empty(&self) -> bool {
        self.rows.entities.is_empty()
    }

    /// Returns the agents in the order of their stable ids.
    pub fn entities(&self) -> &[Entity] {
        &self.rows.entities
    }

    /// Returns the stable ids in the order of the slots.
    pub(crate) fn ids(&self) -> &[u64] {
        &self.rows.ids
    }

    /// Returns the side of the square cells, world units. The corners of the cells are multiples of
    /// it.
    pub fn cell_size(&self) -> f32 {
        self.crowd.grid.cell_size()
    }

    /// Returns how many agents the cell of an agent holds on average, itself included, in the
    /// [`grid`](Self::grid). Smaller cells of heaps do not count.
    pub(crate) fn crowding(&self) -> f32 {
        self.crowding
    }

    /// Returns the bodies in the order of the cells.
    pub(crate) fn crowd(&self) -> &SortedBodies {
        &self.crowd
    }

    /// Returns the bodies in cell order.
    pub(crate) fn bodies(&self) -> &[Body] {
        &self.crowd.bodies
    }

    /// Returns the bodies in the order of the slots.
    pub(crate) fn bodies_by_slot(&self) -> &[Body] {
        &self.rows.bodies
    }

    /// Returns the body of the agent in `slot`.
    pub(crate) fn body_of(&self, slot: u32) -> &Body {
        &self.rows.bodies[slot as usize]
    }

    /// Whether any agent searches for neighbors in this tick.
    pub(crate) fn any_agent_searches(&self) -> bool {
        self.summary.ranges.any_agent_searches()
    }

    /// Whether every agent belongs to a group.
    pub(crate) fn all_have_groups(&self) -> bool {
        self.summary.totals.all_have_groups
    }

    /// Whether any agent avoids others.
    pub(crate) fn avoids(&self) -> bool {
        self.summary.totals.avoids
    }

    /// Whether any agent is solid.
    pub(crate) fn has_solid_bodies(&self) -> bool {
        self.summary.totals.has_solid_bodies
    }

    /// Returns the radius of the largest body.
    pub(super) fn largest_radius(&self) -> f32 {
        self.summary.totals.largest_radius
    }

    /// Whether the tables hold all agents, in the order of their slots.
    pub(crate) fn is_in_order(&self) -> bool {
        self.summary.totals.is_in_order
    }

    /// Returns the direction in which the agent in slot `own` leaves a coincident agent in slot
    /// `other`.
    pub(crate) fn tie_break_direction(&self, own: u32, other: u32) -> Vec2 {
        tie_break_direction(&self.rows.ids, own, other)
    }

    /// Returns the agent's stable id; 0 if the index lacks the agent.
    pub(crate) fn stable_id(&self, state: &AgentState) -> u64 {
        let id = state.slot().and_then(|slot| self.rows.ids.get(slot));
        id.copied().unwrap_or_default()
    }

    /// The agent's body, as solid obstacles stop it.
    pub(crate) fn moving_body(&self, entity: Entity, state: &AgentState) -> MovingBody {
        MovingBody {
            own: obstacle_of(entity),
            id: self.stable_id(state),
            radius: state.body_radius,
        }
    }

    /// Returns the agent's own direction, which follows from its stable id; x if the index lacks
    /// the agent. It serves when nothing else sets a direction.
    pub(crate) fn own_direction(&self, state: &AgentState) -> Vec2 {
        let id = state.slot().and_then(|slot| self.rows.ids.get(slot));
        id.map_or(Vec2::X, |id| random::own_direction(*id))
    }

    /// Returns the slot of an agent with this state; `None` if the index does not hold the agent.
    pub(crate) fn slot_of(&self, entity: Entity, state: &AgentState) -> Option<usize> {
        let slot = state.slot()?;
        (self.rows.entities.get(slot) == Some(&entity)).then_some(slot)
    }

    /// Returns the grid that all searches use. Its order is that of [`bodies`](Self::bodies).
    pub(crate) fn grid(&self) -> &CellGrid {
        &self.crowd.grid
    }
}

/// Sorts all agents into cells.
pub(crate) fn index_agents(
    tick: Res<SteeringTick>,
    simd_level: Res<SimdLevel>,
    mut restored: ResMut<RestoredIndices>,
    mut index: ResMut<AgentIndex>,
) {
    index.rebuild(*simd_level);
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
        self.rows.resize(agents.len());
        self.summary.clear();
        let mut ranges = self.summary.ranges.counter();
        let mut totals = Totals::default();
        for (slot, (entity, id, state, perception)) in agents.into_iter().enumerate() {
            self.rows.entities[slot] = entity;
            self.rows.ids[slot] = id.0;
            self.rows.bodies[slot] = state.body(&perception, slot as u32);
            totals.add(&[state], &[perception]);
            if state.looks_round(&perception) {
                ranges.add(state.search_range, perception.max_neighbors);
            }
        }
        ranges.finish();
        // The order in the tables is not known.
        totals.is_in_order = false;
        self.summary.totals = totals;
        self.rebuild(simd_level);
        self.built_at = Some(tick.last_changed());
    }

    /// Returns the rows of `count` agents, and the summaries of `batches` batches, to be written.
    pub(super) fn rows_to_read(
        &mut self,
        count: usize,
        batches: usize,
    ) -> (RowsMut<'_>, &mut [Summary]) {
        self.rows.resize(count);
        self.summaries.resize_with(batches, default);
        (self.rows.as_mut(), &mut self.summaries)
    }

    /// Adds up the summaries.
    pub(super) fn sum_up(&mut self) {
        self.summary.clear();
        for summary in &self.summaries {
            self.summary.add(summary);
        }
    }

    /// Sorts the rows of all present agents by their ids.
    pub(super) fn sort_rows(&mut self, is_there: impl Iterator<Item = bool>) {
        self.is_there.clear();
        self.is_there.extend(is_there);
        self.rows
            .sort(&self.is_there, &mut self.order, &mut self.sorted);
        // `sorted` now holds the rows in the old order. There each body stores the slot of its row.
        let slots = &mut self.sorted.bodies;
        for (slot, row) in (0..).zip(&self.order) {
            slots[*row as usize].slot = slot;
        }
    }

    /// Yields the slot of every row, once the rows are sorted. The slot of an absent agent has no
    /// meaning.
    pub(super) fn slots_of_rows(&self) -> impl Iterator<Item = u32> {
        self.sorted.bodies.iter().map(|body| body.slot)
    }
}
