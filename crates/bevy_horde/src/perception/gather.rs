//! Reading agents into flat arrays, table by table.

use super::looker::{FlockRules, Looker};
use super::state::{AgentState, Presence};
use super::usual_search::RangeCounts;
use super::{Body, Perception};
use crate::agent_id::AgentId;
use crate::parallel::is_worth_threads;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPool};

/// Agents that one task reads.
const AGENTS_PER_PIECE: usize = 4096;

/// What is read of every agent, as it lies in the tables.
pub(super) type Readable = (
    Entity,
    &'static AgentId,
    &'static Perception,
    &'static FlockRules,
    &'static AgentState,
);

/// Agents as flat arrays: by row while they are read, by slot when they are in the order of their ids.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) ids: Vec<u64>,
    pub(super) entities: Vec<Entity>,
    pub(super) bodies: Vec<Body>,
    pub(super) lookers: Vec<Looker>,
}

/// What has been read.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) ranges: RangeCounts,
    pub(super) radius_sum: f64,
    /// Whether anybody avoids others.
    pub(super) avoids: bool,
    /// Whether everybody is there, in the order of the ids.
    pub(super) is_in_order: bool,
    /// Whether everybody knows that its row is its slot.
    pub(super) knows_slots: bool,
}

/// A part of a table, and where it goes.
struct Piece<'a> {
    entities: &'a [Entity],
    ids: &'a [AgentId],
    perceptions: &'a [Perception],
    rules: &'a [FlockRules],
    states: &'a [AgentState],
    first_row: usize,
    rows: RowsMut<'a>,
    summary: &'a mut Summary,
}

struct RowsMut<'a> {
    ids: &'a mut [u64],
    entities: &'a mut [Entity],
    bodies: &'a mut [Body],
    lookers: &'a mut [Looker],
}

/// Reads everybody by row: on several threads when there are many.
///
/// `summaries` are memory for what each task has found.
pub(super) fn gather(
    agents: &Query<Readable>,
    rows: &mut Rows,
    summaries: &mut Vec<Summary>,
    whole: &mut Summary,
) {
    let count = agents.iter().len();
    rows.resize(count);
    // Every table ends with a piece that is not full.
    let tables = tables(agents).count();
    summaries.resize_with(count / AGENTS_PER_PIECE + tables, default);
    let pieces = cut(agents, rows.as_mut(), summaries);
    if is_worth_threads(count) {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            pieces.for_each(|piece| scope.spawn(async move { piece.read() }));
        });
    } else {
        pieces.for_each(Piece::read);
    }
    whole.ranges.clear();
    whole.radius_sum = 0.0;
    whole.avoids = false;
    whole.is_in_order = rows.is_sorted();
    whole.knows_slots = true;
    for summary in summaries {
        whole.ranges.add_all(&summary.ranges);
        whole.radius_sum += summary.radius_sum;
        whole.avoids |= summary.avoids;
        whole.is_in_order &= summary.is_in_order;
        whole.knows_slots &= summary.knows_slots;
    }
}

type Slices<'a> = (
    &'a [Entity],
    &'a [AgentId],
    &'a [Perception],
    &'a [FlockRules],
    &'a [AgentState],
);

fn tables<'a>(agents: &'a Query<Readable>) -> impl Iterator<Item = Slices<'a>> {
    let tables = agents.contiguous_iter();
    tables.expect("every component that is read lies in tables")
}

/// Cuts the tables and their targets into pieces.
fn cut<'a>(
    agents: &'a Query<Readable>,
    rows: RowsMut<'a>,
    summaries: &'a mut [Summary],
) -> impl Iterator<Item = Piece<'a>> {
    let mut rest = Some(rows);
    let mut summaries = summaries.iter_mut();
    let mut first_row = 0;
    tables(agents)
        .flat_map(|(entities, ids, perceptions, rules, states)| {
            let parts = entities
                .chunks(AGENTS_PER_PIECE)
                .zip(ids.chunks(AGENTS_PER_PIECE))
                .zip(perceptions.chunks(AGENTS_PER_PIECE));
            let parts = parts
                .zip(rules.chunks(AGENTS_PER_PIECE))
                .zip(states.chunks(AGENTS_PER_PIECE));
            parts.map(|((((entities, ids), perceptions), rules), states)| {
                (entities, ids, perceptions, rules, states)
            })
        })
        .map_while(move |(entities, ids, perceptions, rules, states)| {
            let (rows, later) = rest.take()?.split_at(entities.len());
            rest = Some(later);
            first_row += entities.len();
            Some(Piece {
                entities,
                ids,
                perceptions,
                rules,
                states,
                first_row: first_row - entities.len(),
                rows,
                summary: summaries.next()?,
            })
        })
}

impl Piece<'_> {
    fn read(self) {
        let summary = self.summary;
        summary.ranges.clear();
        summary.radius_sum = 0.0;
        summary.avoids = false;
        summary.is_in_order = true;
        summary.knows_slots = true;
        for (number, state) in self.states.iter().enumerate() {
            let (perception, row) = (&self.perceptions[number], self.first_row + number);
            self.rows.ids[number] = self.ids[number].0;
            self.rows.entities[number] = self.entities[number];
            self.rows.bodies[number] = Body {
                position: state.position,
                velocity: state.velocity,
                radius: state.body_radius,
                memberships: perception.memberships,
                slot: row as u32,
            };
            let looker = Looker::new(&self.rules[number], perception, state);
            self.rows.lookers[number] = looker;
            let is_there = state.presence != Presence::Absent;
            summary.is_in_order &= is_there;
            summary.knows_slots &= state.slot == row as u32;
            if is_there {
                summary.ranges.add(looker.range, perception.max_neighbors);
                summary.radius_sum += f64::from(state.body_radius);
                summary.avoids |= state.avoids;
            }
        }
    }
}

impl Rows {
    fn resize(&mut self, count: usize) {
        self.ids.resize(count, 0);
        self.entities.resize(count, Entity::PLACEHOLDER);
        self.bodies.resize(count, Body::default());
        self.lookers.resize(count, Looker::NONE);
    }

    fn as_mut(&mut self) -> RowsMut<'_> {
        RowsMut {
            ids: &mut self.ids,
            entities: &mut self.entities,
            bodies: &mut self.bodies,
            lookers: &mut self.lookers,
        }
    }

    fn is_sorted(&self) -> bool {
        let ids = self.ids.windows(2).zip(self.entities.windows(2));
        ids.into_iter().all(|(ids, entities)| {
            ids[0] < ids[1] || (ids[0] == ids[1] && entities[0] <= entities[1])
        })
    }

    /// Puts the rows of those who are there into the order of their ids.
    ///
    /// `order` becomes the row of every slot; what it holds is tried first. `sorted` is memory.
    pub(super) fn sort(&mut self, is_there: &[bool], order: &mut Vec<u32>, sorted: &mut Self) {
        let count = is_there.iter().filter(|is_there| **is_there).count();
        let key = |row: &u32| (self.ids[*row as usize], self.entities[*row as usize]);
        let is_known = order.len() == count
            && order
                .iter()
                .all(|row| is_there.get(*row as usize) == Some(&true))
            && order.is_sorted_by(|first, second| key(first) < key(second));
        if !is_known {
            order.clear();
            order.extend(
                (0..)
                    .zip(is_there)
                    .filter(|(_, is_there)| **is_there)
                    .map(|(row, _)| row),
            );
            order.sort_by_key(key);
        }
        sorted.clear();
        for (slot, row) in (0..).zip(&*order) {
            let row = *row as usize;
            sorted.ids.push(self.ids[row]);
            sorted.entities.push(self.entities[row]);
            sorted.bodies.push(Body {
                slot,
                ..self.bodies[row]
            });
            sorted.lookers.push(self.lookers[row]);
        }
        core::mem::swap(self, sorted);
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.entities.clear();
        self.bodies.clear();
        self.lookers.clear();
    }
}

impl<'a> RowsMut<'a> {
    fn split_at(self, count: usize) -> (Self, Self) {
        let (ids, later_ids) = self.ids.split_at_mut(count);
        let (entities, later_entities) = self.entities.split_at_mut(count);
        let (bodies, later_bodies) = self.bodies.split_at_mut(count);
        let (lookers, later_lookers) = self.lookers.split_at_mut(count);
        let first = Self {
            ids,
            entities,
            bodies,
            lookers,
        };
        let later = RowsMut {
            ids: later_ids,
            entities: later_entities,
            bodies: later_bodies,
            lookers: later_lookers,
        };
        (first, later)
    }
}
