//! All agents, sorted by the cell of the plane in which they are.

use super::restored::RestoredIndices;
use super::rows::{Rows, RowsMut, Summary, Totals};
use super::{AgentState, Perception};
use crate::agent_id::AgentId;
use crate::instructions::Instructions;
use crate::kernel::grid::CellGrid;
use crate::kernel::nearest::{Neighbor, keep_nearest};
use crate::kernel::random;
use crate::parallel::Cost;
use crate::schedule::SteeringTick;
use crate::tables::{FirstRow, for_each_piece};
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;

/// Cell size, in mean body radii, where nobody looks for others.
const DEFAULT_CELL: f32 = 8.0;
/// Cells smaller than a body only make searches visit more of them.
const SMALLEST_CELL: f32 = 2.0;
/// In a crowd so many times denser than its agents count neighbours the cells are made smaller.
const DENSE: f32 = 3.0;
/// How many times the neighbours that count a search over such a cell finds.
const ENOUGH: f32 = 2.5;
/// With more agents than this in a cell that is no smaller than a body there is a heap.
const HEAPED: f32 = 16.0;

/// An agent as others see it: side by side with others of its kind, for every rule goes through them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Body {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) radius: f32,
    pub(crate) memberships: u32,
    /// Place in the order of the stable ids.
    pub(crate) slot: u32,
    /// Place in the order of the cells, for one who has been sorted into them.
    pub(crate) place: u32,
}

/// Where all agents were at the start of the tick.
///
/// Rebuilt by [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive). Games ask it through
/// [`SteeringQuery`](super::SteeringQuery).
#[derive(Resource, Debug, Default)]
pub struct AgentIndex {
    grid: CellGrid,
    /// How many agents share a cell with one, itself included, in the mean.
    crowding: f32,
    /// Whether cells are smaller than bodies, because those overlap so.
    has_tiny_cells: bool,
    /// Bodies in cell order.
    bodies: Vec<Body>,
    /// By slot, that is, in the order of the stable ids, once they have been sorted; by row before that.
    rows: Rows,
    /// When [`SteeringTick`] changed last: at the beginning of a tick, or when a saved game was
    /// loaded.
    made_at: Option<Tick>,
    // Scratch, kept for its memory.
    summaries: Vec<Summary>,
    summary: Summary,
    is_there: Vec<bool>,
    /// Row by slot.
    order: Vec<u32>,
    sorted: Rows,
}

impl AgentIndex {
    /// The number of agents in the index.
    pub fn len(&self) -> usize {
        self.rows.entities.len()
    }

    /// Whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.rows.entities.is_empty()
    }

    /// The agents in the order of their stable ids.
    pub fn entities(&self) -> &[Entity] {
        &self.rows.entities
    }

    /// The side of the square cells into which agents are sorted, world units; the cells' corners are multiples of it.
    pub fn cell_size(&self) -> f32 {
        self.grid.cell_size()
    }

    /// How many agents share a cell of the [`grid`](Self::grid) with one, itself included, in the mean.
    pub(crate) fn crowding(&self) -> f32 {
        self.crowding
    }

    /// Whether the cells of the [`grid`](Self::grid) are smaller than bodies, because bodies
    /// overlap so much.
    pub(crate) fn has_tiny_cells(&self) -> bool {
        self.has_tiny_cells
    }

    /// Bodies in cell order.
    pub(crate) fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The body in a slot.
    pub(crate) fn body_of(&self, slot: u32) -> &Body {
        &self.rows.bodies[slot as usize]
    }

    /// Whether anybody looks for neighbours in this tick.
    pub(crate) fn anybody_looks(&self) -> bool {
        self.summary.ranges.anybody_looks()
    }

    /// Whether everybody belongs to some group.
    pub(crate) fn everybody_belongs(&self) -> bool {
        self.summary.totals.everybody_belongs
    }

    /// Whether anybody avoids others.
    pub(crate) fn avoids(&self) -> bool {
        self.summary.totals.avoids
    }

    /// Whether the tables of agents hold them in the order of their slots, all of them there.
    pub(crate) fn is_in_order(&self) -> bool {
        self.summary.totals.is_in_order
    }

    /// The direction in which the agent in slot `own` leaves the one in slot `other` when both stand on the same spot.
    pub(crate) fn parting_direction(&self, own: u32, other: u32) -> Vec2 {
        let (own_id, other_id) = (self.rows.ids[own as usize], self.rows.ids[other as usize]);
        if own_id == other_id {
            random::parting_direction(own.into(), other.into())
        } else {
            random::parting_direction(own_id, other_id)
        }
    }

    /// A direction of the agent's own, the same in every tick. It serves when nothing else says
    /// where to go.
    pub(crate) fn own_direction(&self, state: &AgentState) -> Vec2 {
        let id = state.slot().and_then(|slot| self.rows.ids.get(slot));
        id.map_or(Vec2::X, |id| random::own_direction(*id))
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

    /// The `count` agents nearest to `center` among those that `counts` accepts, by slot, nearest
    /// first. Of equally near ones the lower slot comes first.
    pub(crate) fn nearest(
        &self,
        center: Vec2,
        count: usize,
        counts: impl Fn(Entity) -> bool,
    ) -> Vec<Neighbor> {
        let mut found = Vec::new();
        let mut radius = self.grid.cell_size();
        loop {
            found.clear();
            self.visit_within(center, radius, |_, body, distance_squared| {
                if counts(self.rows.entities[body.slot as usize]) {
                    found.push(Neighbor {
                        distance_squared,
                        index: body.slot,
                    });
                }
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

    /// The slot of an agent, by its state; `None` for one that was not there when agents were read.
    pub(crate) fn slot_of(&self, entity: Entity, state: &AgentState) -> Option<usize> {
        let slot = state.slot()?;
        (self.rows.entities.get(slot) == Some(&entity)).then_some(slot)
    }

    /// The index over which searches run, and whose order that of [`bodies`](Self::bodies) is.
    pub(crate) fn grid(&self) -> &CellGrid {
        &self.grid
    }

    /// Sorts the rows into cells that fit the ranges in use and the density of the crowd in this very tick: what was before
    /// does not matter to anybody's result.
    fn rebuild(&mut self, instructions: Instructions) {
        let mean_radius = (self.summary.totals.radius_sum / self.len().max(1) as f64) as f32;
        let usual = self.summary.ranges.usual();
        let cell_size = match usual {
            Some(usual) => usual.range.max(SMALLEST_CELL * mean_radius),
            None => DEFAULT_CELL * mean_radius,
        };
        let cell_size = if cell_size > 0.0 { cell_size } else { 1.0 };
        self.sort_into_cells(instructions, cell_size);
        self.crowding = self.grid.crowding();
        self.has_tiny_cells = false;
        if let Some(usual) = usual {
            // A disc over the side of a square, and whoever looks is no neighbour.
            let neighbors = core::f32::consts::PI * (self.crowding - 1.0);
            if neighbors > DENSE * usual.neighbors {
                // By halves: one more in the crowd is not to shift everybody's cells.
                let wanted = ENOUGH * usual.neighbors / neighbors;
                let mut part = 0.5;
                while part * part > 1.5 * wanted {
                    part *= 0.5;
                }
                let smallest = SMALLEST_CELL * mean_radius;
                let smaller = cell_size * part;
                self.sort_into_cells(instructions, smaller.max(smallest));
                self.crowding = self.grid.crowding();
                if smaller < smallest && self.crowding > HEAPED {
                    self.sort_heap_into_cells(instructions, smallest);
                    self.has_tiny_cells = true;
                }
            }
        }
        self.bodies.resize(self.rows.bodies.len(), Body::default());
        let (rows, order) = (&self.rows.bodies, self.grid.order());
        let columns = (order, FirstRow(0), &mut *self.bodies);
        for_each_piece(
            instructions,
            Cost::Low,
            core::iter::once(columns),
            #[inline(always)]
            |(order, first, bodies)| {
                let places = first.0 as u32..;
                for ((place, slot), body) in places.zip(order).zip(bodies) {
                    *body = Body {
                        place,
                        ..rows[*slot as usize]
                    };
                }
            },
        );
    }

    /// Sorts the rows into smaller and smaller cells, until few rows share a cell or those that do
    /// coincide.
    fn sort_heap_into_cells(&mut self, instructions: Instructions, mut cell_size: f32) {
        loop {
            let mut part = 0.5;
            while part * part * self.crowding > HEAPED {
                part *= 0.5;
            }
            let last_crowding = self.crowding;
            cell_size *= part;
            self.sort_into_cells(instructions, cell_size);
            self.crowding = self.grid.crowding();
            if self.crowding <= HEAPED || self.crowding > 0.5 * last_crowding {
                return;
            }
        }
    }

    fn sort_into_cells(&mut self, instructions: Instructions, cell_size: f32) {
        let bodies = &*self.rows.bodies;
        let (table, places) = self.grid.prepare(&self.summary.totals.bounds, cell_size);
        for_each_piece(
            instructions,
            Cost::Low,
            core::iter::once((bodies, places)),
            #[inline(always)]
            |(bodies, places)| {
                for (body, place) in bodies.iter().zip(places) {
                    *place = table.place(body.position);
                }
            },
        );
        self.grid.sort();
    }
}

/// Sorts all agents into cells.
pub(crate) fn index_agents(
    tick: Res<SteeringTick>,
    instructions: Res<Instructions>,
    restored: Res<RestoredIndices>,
    mut index: ResMut<AgentIndex>,
) {
    index.rebuild(*instructions);
    index.made_at = Some(tick.last_changed());
    restored.forget();
}

impl AgentIndex {
    /// Whether this is the index of the tick that the world is in: it is not after a load.
    pub(crate) fn is_of(&self, tick: &Res<SteeringTick>) -> bool {
        self.made_at == Some(tick.last_changed())
    }

    /// Holds these agents as they were at the start of the last tick, and no others. Numbers them
    /// in the order of their slots, without gaps.
    pub(super) fn restore(
        &mut self,
        agents: impl Iterator<Item = (Entity, AgentId, AgentState, Perception)>,
        tick: &Res<SteeringTick>,
        instructions: Instructions,
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
            self.rows.bodies[slot] = Body {
                position: state.position,
                velocity: state.velocity,
                radius: state.body_radius,
                memberships: perception.memberships,
                slot: slot as u32,
                place: 0,
            };
            totals.add(&[state], &[perception]);
            if state.looks_round(&perception) {
                ranges.add(state.search_range, perception.max_neighbors);
            }
        }
        ranges.finish();
        // Their order in the tables is not known.
        totals.is_in_order = false;
        self.summary.totals = totals;
        self.rebuild(instructions);
        self.made_at = Some(tick.last_changed());
    }

    /// Where so many agents go, and what each of so many pieces has found.
    pub(super) fn rows_to_read(
        &mut self,
        count: usize,
        pieces: usize,
    ) -> (RowsMut<'_>, &mut [Summary]) {
        self.rows.resize(count);
        self.summaries.resize_with(pieces, default);
        (self.rows.as_mut(), &mut self.summaries)
    }

    /// Adds up what has been read.
    pub(super) fn sum_up(&mut self) {
        self.summary.clear();
        for summary in &self.summaries {
            self.summary.add(summary);
        }
    }

    /// Puts the rows of all who are there into the order of their ids.
    pub(super) fn sort_rows(&mut self, is_there: impl Iterator<Item = bool>) {
        self.is_there.clear();
        self.is_there.extend(is_there);
        self.rows
            .sort(&self.is_there, &mut self.order, &mut self.sorted);
        // The rows in the old order are not needed any more: their bodies tell each row its slot.
        let slots = &mut self.sorted.bodies;
        for (slot, row) in (0..).zip(&self.order) {
            slots[*row as usize].slot = slot;
        }
    }

    /// The slot of every row, once they have been sorted; meaningless for those who are not there.
    pub(super) fn slots_of_rows(&self) -> impl Iterator<Item = u32> {
        self.sorted.bodies.iter().map(|body| body.slot)
    }
}
