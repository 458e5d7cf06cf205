//! All agents, sorted by the cell of the plane in which they are.

use super::state::AgentState;
use super::{Perception, state::Presence};
use crate::agent_id::AgentId;
use crate::kernel::grid::CellGrid;
use crate::kernel::nearest::{Neighbor, keep_nearest};
use crate::kernel::random;
use bevy::prelude::*;

/// Cell size, in mean body radii, while nobody has said how far agents see.
const DEFAULT_CELL: f32 = 8.0;
/// Cells smaller than a body only make searches visit more of them.
const SMALLEST_CELL: f32 = 2.0;

/// An agent as others see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) radius: f32,
    pub(crate) memberships: u32,
    /// Place in the order of the stable ids.
    pub(crate) slot: u32,
}

/// Where all agents were at the start of the tick.
///
/// Rebuilt by [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive). Games ask it through
/// [`SteeringQuery`](super::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct AgentIndex {
    grid: CellGrid,
    /// Bodies in cell order.
    bodies: Vec<Body>,
    /// Entities by slot, that is, in the order of the stable ids.
    entities: Vec<Entity>,
    ids: Vec<u64>,
    /// Place in cell order, by slot.
    places: Vec<u32>,
    // Scratch, kept for its memory.
    arrivals: Vec<Arrival>,
    positions: Vec<Vec2>,
    slots_by_row: Vec<u32>,
}

/// How far most searches of a tick reach; written by the neighbour rules, and the next tick makes its cells for it.
///
/// It changes what a search costs and never what it finds.
#[derive(Resource, Debug, Default)]
pub struct UsualRange(pub(crate) f32);

/// An agent on its way into the index.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    id: u64,
    entity: Entity,
    /// Place in the order in which the query gave it.
    row: u32,
    body: Body,
}

impl AgentIndex {
    /// The number of agents in the index.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// The agents in the order of their stable ids.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// The side of the square cells into which agents are sorted, world units; the cells' corners are multiples of it.
    pub fn cell_size(&self) -> f32 {
        self.grid.cell_size()
    }

    /// Bodies in cell order.
    pub(crate) fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The direction in which the agent in slot `own` leaves the one in slot `other` when both stand on the same spot.
    pub(crate) fn parting_direction(&self, own: u32, other: u32) -> Vec2 {
        let (own_id, other_id) = (self.ids[own as usize], self.ids[other as usize]);
        if own_id == other_id {
            random::parting_direction(own.into(), other.into())
        } else {
            random::parting_direction(own_id, other_id)
        }
    }

    /// The place in cell order of the agent in `slot`.
    pub(crate) fn place(&self, slot: usize) -> usize {
        self.places[slot] as usize
    }

    /// Calls `visit` with the place and the body of every agent within `radius` of `center`, and its squared distance.
    pub(crate) fn visit_within(
        &self,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(usize, &Body, f32),
    ) {
        let limit = radius * radius;
        self.grid.visit_runs(center, radius, |run| {
            for place in run {
                let body = &self.bodies[place];
                let distance_squared = body.position.distance_squared(center);
                if distance_squared <= limit {
                    visit(place, body, distance_squared);
                }
            }
        });
    }

    /// The `count` agents nearest to `center` by slot, nearest first; of equally near ones the one with the lower slot.
    pub(crate) fn nearest(&self, center: Vec2, count: usize) -> Vec<Neighbor> {
        let mut found = Vec::new();
        let mut radius = self.grid.cell_size();
        loop {
            found.clear();
            self.visit_within(center, radius, |_, body, distance_squared| {
                found.push(Neighbor {
                    distance_squared,
                    index: body.slot,
                    rules: 0,
                });
            });
            let enough = found.len() >= count.min(self.bodies.len());
            if enough || radius.is_infinite() {
                break;
            }
            radius = if self.grid.covers_everything(radius) {
                f32::INFINITY
            } else {
                2.0 * radius
            };
        }
        found.sort_unstable_by(|a, b| {
            a.distance_squared
                .total_cmp(&b.distance_squared)
                .then(a.index.cmp(&b.index))
        });
        keep_nearest(&mut found, count);
        found
    }

    fn rebuild(&mut self, usual_range: f32) {
        // Spawn order is id order unless the game says otherwise, and then this is one pass.
        let key = |arrival: &Arrival| (arrival.id, arrival.entity);
        if !self.arrivals.is_sorted_by_key(key) {
            self.arrivals.sort_by_key(key);
        }
        self.entities.clear();
        self.ids.clear();
        self.positions.clear();
        let mut radius_sum = 0.0;
        for (slot, arrival) in self.arrivals.iter_mut().enumerate() {
            arrival.body.slot = slot as u32;
            self.entities.push(arrival.entity);
            self.ids.push(arrival.id);
            self.positions.push(arrival.body.position);
            radius_sum += arrival.body.radius;
        }
        let mean_radius = radius_sum / (self.arrivals.len().max(1) as f32);
        let cell_size = if usual_range > 0.0 {
            usual_range.max(SMALLEST_CELL * mean_radius)
        } else {
            DEFAULT_CELL * mean_radius
        };
        let usable = if cell_size > 0.0 { cell_size } else { 1.0 };
        self.grid.rebuild(&self.positions, usable);
        self.bodies.clear();
        self.places.clear();
        self.places.resize(self.arrivals.len(), 0);
        for (place, slot) in self.grid.order().iter().enumerate() {
            self.bodies.push(self.arrivals[*slot as usize].body);
            self.places[*slot as usize] = place as u32;
        }
    }
}

/// Sorts all agents into the index and tells each its slot.
///
/// Whoever has lost a component without which nobody is an agent leaves here.
pub(crate) fn index_agents(
    // Inputs
    usual_range: Res<UsualRange>,
    // Output
    mut index: ResMut<AgentIndex>,
    mut agents: Query<(
        Entity,
        Option<&AgentId>,
        Option<&Perception>,
        &mut AgentState,
    )>,
) {
    let index = &mut *index;
    index.arrivals.clear();
    for (entity, id, perception, mut state) in &mut agents {
        let is_current = core::mem::take(&mut state.is_current);
        let (true, Some(id), Some(perception)) = (is_current, id, perception) else {
            state.presence = Presence::Absent;
            continue;
        };
        index.arrivals.push(Arrival {
            id: id.0,
            entity,
            row: index.arrivals.len() as u32,
            body: Body {
                position: state.position,
                velocity: state.velocity,
                radius: state.body_radius,
                memberships: perception.memberships,
                slot: 0,
            },
        });
    }
    index.rebuild(usual_range.0);
    // The arrivals are in slot order now; give every row its slot.
    index.slots_by_row.clear();
    index.slots_by_row.resize(index.arrivals.len(), 0);
    for (slot, arrival) in index.arrivals.iter().enumerate() {
        index.slots_by_row[arrival.row as usize] = slot as u32;
    }
    let present = agents
        .iter_mut()
        .filter(|(_, _, _, state)| state.presence != Presence::Absent);
    for ((_, _, _, mut state), slot) in present.zip(&index.slots_by_row) {
        state.slot = *slot;
    }
}
