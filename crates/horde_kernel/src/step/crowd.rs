//! The agents of a crowd at the start of a tick, as arrays.

use crate::crowd::body::{Body, tie_break_direction};
use crate::crowd::sorted_bodies::SortedBodies;
use crate::crowd::usual_search::RangeCounts;
use crate::obstacles::placed::ObstacleId;
use crate::search::grid::{CellGrid, PointBounds};
use crate::solidity::advance::MovingBody;
use crate::step::agent::{Agent, Presence};
use crate::step::settings::{NeighborSettings, SharedSettings};
use crate::tasks::{Cost, FirstRow, for_each_batch};
use core::mem::swap;
use glam::Vec2;
use pulp::Arch;

/// Cell size, in mean body radii, while no agent searches for neighbors.
const DEFAULT_CELL: f32 = 8.0;
/// Smallest cell, in mean body radii. Smaller cells only make searches visit more of them.
const SMALLEST_CELL: f32 = 2.0;
/// Cells shrink when a search finds more than this many times the neighbors that count.
const DENSE: f32 = 3.0;
/// After that, a search should find this many times the neighbors that count.
const ENOUGH: f32 = 2.5;
/// The mean agent of a heap shares its cell with more agents than this, and than count as
/// neighbors.
const HEAPED: usize = 16;

/// The agents of a crowd at the start of a tick, by slot, and their bodies in the order of the
/// cells.
///
/// Slots are in the order of the stable ids. All vectors of `rows` have the same length.
#[derive(Debug, Default)]
pub struct Crowd {
    /// What is known of each agent, by slot.
    pub rows: Rows,
    /// The settings of the agents about their neighbors.
    pub settings: SharedSettings,
    /// The sums over all agents.
    pub summary: Summary,
    /// The bodies by rank.
    bodies: SortedBodies,
    /// How many agents the cell of an agent holds on average, itself included.
    crowding: f32,
    sorted: Rows,
}

/// What is known of the agents of a crowd: one entry for each.
#[derive(Debug, Default)]
pub struct Rows {
    /// The stable ids.
    pub ids: Vec<u64>,
    /// The agents.
    pub agents: Vec<Agent>,
    /// The numbers of their records in [`Crowd::settings`].
    pub settings: Vec<u32>,
    /// The rounding errors of their positions. That of an agent that is put elsewhere does not
    /// count.
    pub remainders: Vec<Vec2>,
}

/// The sums and ranges of some agents.
#[derive(Debug, Default)]
pub struct Summary {
    /// How far they search.
    pub ranges: RangeCounts,
    /// The sums.
    pub totals: Totals,
}

/// Sums over agents.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// The sum of the radii.
    pub radius_sum: f64,
    /// The largest radius.
    pub largest_radius: f32,
    /// The box around all agents.
    pub bounds: PointBounds,
    /// Whether every agent belongs to a group.
    pub all_have_groups: bool,
    /// Whether any agent avoids others.
    pub avoids: bool,
    /// Whether any agent is solid.
    pub has_solid_bodies: bool,
    /// Whether every agent is present.
    pub all_are_present: bool,
}

impl Default for Totals {
    /// The sums over no agent.
    fn default() -> Self {
        Self {
            radius_sum: 0.0,
            largest_radius: 0.0,
            bounds: PointBounds::default(),
            all_have_groups: true,
            avoids: false,
            has_solid_bodies: false,
            all_are_present: true,
        }
    }
}

impl Totals {
    /// Adds these agents.
    #[inline(always)]
    pub fn add(&mut self, agents: &[Agent]) {
        for agent in agents {
            if agent.presence == Presence::Absent {
                self.all_are_present = false;
                continue;
            }
            self.all_have_groups &= agent.memberships != 0;
            self.radius_sum += f64::from(agent.body_radius);
            self.largest_radius = self.largest_radius.max(agent.body_radius);
            self.bounds.add(agent.position);
            self.avoids |= agent.avoids;
            self.has_solid_bodies |= agent.solid;
        }
    }
}

impl Summary {
    /// Resets to the sums over no agent.
    pub fn clear(&mut self) {
        self.ranges.clear();
        self.totals = Totals::default();
    }

    /// Adds the sums over other agents.
    pub fn add_all(&mut self, other: &Self) {
        self.ranges.add_all(&other.ranges);
        let (totals, more) = (&mut self.totals, &other.totals);
        totals.radius_sum += more.radius_sum;
        totals.largest_radius = totals.largest_radius.max(more.largest_radius);
        totals.bounds.add_all(&more.bounds);
        totals.all_have_groups &= more.all_have_groups;
        totals.avoids |= more.avoids;
        totals.has_solid_bodies |= more.has_solid_bodies;
        totals.all_are_present &= more.all_are_present;
    }
}

impl Rows {
    /// Resizes all vectors.
    pub fn resize(&mut self, count: usize) {
        self.ids.resize(count, 0);
        self.agents.resize(count, Agent::default());
        self.settings.resize(count, 0);
        self.remainders.resize(count, Vec2::ZERO);
    }

    fn clear(&mut self) {
        self.resize(0);
    }

    /// Adds the row of `other` with this number.
    fn push(&mut self, other: &Self, row: usize) {
        self.ids.push(other.ids[row]);
        let slot = self.agents.len() as u32;
        let agent = other.agents[row];
        self.agents.push(Agent { slot, ..agent });
        self.settings.push(other.settings[row]);
        self.remainders.push(other.remainders[row]);
    }
}

impl Crowd {
    /// Returns the number of agents.
    pub fn len(&self) -> usize {
        self.rows.agents.len()
    }

    /// Whether there is no agent.
    pub fn is_empty(&self) -> bool {
        self.rows.agents.is_empty()
    }

    /// Adds an agent with its stable id and its settings about neighbors. Returns its slot.
    ///
    /// To change the settings later, call [`set_settings`](Self::set_settings).
    ///
    /// # Panics
    ///
    /// If the id is not above that of the agent before: slots are in the order of the ids.
    pub fn add(&mut self, id: u64, agent: Agent, settings: &NeighborSettings) -> usize {
        let slot = self.len();
        let last = self.rows.ids.last();
        assert!(
            last.is_none_or(|last| *last < id),
            "the id {id} has to be above the last one, {last:?}"
        );
        self.rows.ids.push(id);
        self.rows.agents.push(Agent {
            slot: slot as u32,
            ..agent
        });
        self.rows.settings.push(0);
        self.rows.remainders.push(Vec2::ZERO);
        self.set_settings(slot, settings);
        slot
    }

    /// Sets the settings of the agent in a slot about its neighbors.
    pub fn set_settings(&mut self, slot: usize, settings: &NeighborSettings) {
        settings.apply(&mut self.rows.agents[slot]);
        self.rows.settings[slot] = self.settings.share(settings);
        if self.settings.is_stale(self.len()) {
            self.share_anew();
        }
    }

    /// Forgets the records of settings that belong to no agent any more.
    fn share_anew(&mut self) {
        let numbers = self.rows.settings.iter();
        let settings: Vec<_> = numbers.map(|it| self.settings.settings(*it)).collect();
        self.settings.clear();
        for (number, settings) in self.rows.settings.iter_mut().zip(&settings) {
            *number = self.settings.share(settings);
        }
    }

    /// Returns the slot of the agent with a stable id.
    pub fn slot_of(&self, id: u64) -> Option<usize> {
        self.rows.ids.binary_search(&id).ok()
    }

    /// Removes the agent in a slot. The agents after it move up by one slot: intents and everything
    /// else that a game keeps by slot have to follow.
    pub fn remove(&mut self, slot: usize) {
        self.rows.ids.remove(slot);
        self.rows.agents.remove(slot);
        self.rows.settings.remove(slot);
        self.rows.remainders.remove(slot);
        for (slot, agent) in (0..).zip(&mut self.rows.agents) {
            agent.slot = slot;
        }
    }

    /// Keeps the rows with these numbers, in this order: they become the slots. The ids have to
    /// rise in it.
    pub fn reorder(&mut self, order: &[u32]) {
        self.sorted.clear();
        for row in order {
            self.sorted.push(&self.rows, *row as usize);
        }
        swap(&mut self.rows, &mut self.sorted);
    }

    /// Returns the bodies in the order of the cells.
    pub fn bodies(&self) -> &SortedBodies {
        &self.bodies
    }

    /// Returns the grid that all searches use. Its order is that of [`bodies`](Self::bodies).
    pub fn grid(&self) -> &CellGrid {
        &self.bodies.grid
    }

    /// Returns how many agents the cell of an agent holds on average, itself included. Smaller
    /// cells of heaps do not count.
    pub fn crowding(&self) -> f32 {
        self.crowding
    }

    /// Returns the direction in which the agent in slot `own` leaves a coincident agent in slot
    /// `other`.
    pub fn tie_break_direction(&self, own: u32, other: u32) -> Vec2 {
        tie_break_direction(&self.rows.ids, own, other)
    }

    /// The body of the agent in a slot, as solid obstacles stop it. `own` is the obstacle on it.
    #[inline(always)]
    pub fn moving_body(&self, slot: usize, own: ObstacleId) -> MovingBody {
        MovingBody {
            own,
            id: self.rows.ids[slot],
            radius: self.rows.agents[slot].body_radius,
        }
    }

    /// Sums up all agents.
    pub fn sum_up(&mut self) {
        self.summary.clear();
        self.summary.totals.add(&self.rows.agents);
        let mut ranges = self.summary.ranges.counter();
        for (agent, settings) in self.rows.agents.iter().zip(&self.rows.settings) {
            let most = self.settings.get(*settings).max_neighbors;
            if agent.searches(most) {
                ranges.add(agent.search_range, most);
            }
        }
        ranges.finish();
    }

    /// Sorts the bodies into cells that fit the ranges in use and the density of the crowd. The
    /// cells depend on this tick only: earlier ticks do not change results.
    pub fn sort_bodies(&mut self, arch: Arch) {
        let mean_radius = (self.summary.totals.radius_sum / self.len().max(1) as f64) as f32;
        let usual = self.summary.ranges.usual();
        let cell_size = match usual {
            Some(usual) => usual.range.max(SMALLEST_CELL * mean_radius),
            None => DEFAULT_CELL * mean_radius,
        };
        let cell_size = if cell_size > 0.0 { cell_size } else { 1.0 };
        self.sort_into_cells(arch, cell_size);
        self.crowding = self.bodies.grid.crowding();
        if let Some(usual) = usual {
            // The neighbors to expect in a disc whose radius is the side of a cell.
            let neighbors = core::f32::consts::PI * (self.crowding - 1.0);
            if neighbors > DENSE * usual.neighbors {
                // The size is halved once or several times, so that one more agent usually changes
                // no cell.
                let wanted = ENOUGH * usual.neighbors / neighbors;
                let mut part = 0.5;
                while part * part > 1.5 * wanted {
                    part *= 0.5;
                }
                let smallest = SMALLEST_CELL * mean_radius;
                self.sort_into_cells(arch, (cell_size * part).max(smallest));
                self.crowding = self.bodies.grid.crowding();
                let most = HEAPED.max(usual.neighbors as usize);
                if self.crowding > most as f32 {
                    let agents = &self.rows.agents;
                    let position = |slot: u32| agents[slot as usize].position;
                    self.bodies.grid.divide(most, position);
                }
            }
        }
        self.bodies.bodies.resize(self.len(), Body::default());
        let (agents, order) = (&self.rows.agents, self.bodies.grid.order());
        let columns = (order, FirstRow(0), &mut *self.bodies.bodies);
        for_each_batch(
            arch,
            Cost::Low,
            core::iter::once(columns),
            #[inline(always)]
            |(order, first, bodies)| {
                let ranks = first.0 as u32..;
                for ((rank, slot), body) in ranks.zip(order).zip(bodies) {
                    *body = Body {
                        rank,
                        ..agents[*slot as usize].body()
                    };
                }
            },
        );
    }

    fn sort_into_cells(&mut self, arch: Arch, cell_size: f32) {
        let agents = &*self.rows.agents;
        let grid = &mut self.bodies.grid;
        let (table, buckets) = grid.prepare(&self.summary.totals.bounds, cell_size);
        for_each_batch(
            arch,
            Cost::Low,
            core::iter::once((agents, buckets)),
            #[inline(always)]
            |(agents, buckets)| {
                for (agent, bucket) in agents.iter().zip(buckets) {
                    *bucket = table.bucket(agent.position);
                }
            },
        );
        grid.sort();
    }
}
