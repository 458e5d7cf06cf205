//! The system that reads agents at the start of a tick.

use super::looker::Looker;
use super::rows::{Key, RowsMut, Summary};
use super::state::{AgentState, NO_SLOT, Presence};
use super::{AgentIndex, Body, Perception};
use crate::agent::{Heading, SteeringAgent, SteeringDisabled, Velocity};
use crate::agent_id::AgentId;
use crate::instructions::Instructions;
use crate::kernel::motion::STANDING_SPEED;
use crate::kernel::vector::{direction, direction_and_length};
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::tables::{Columns, FirstRow, OnePerPiece, for_each_piece, pieces};
use crate::think_interval::ThinkInterval;
use crate::validation::InputWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

/// Everything that is read of an agent. Whoever lacks any component of the inner six is none.
pub(crate) type Readable = (
    Entity,
    (
        Has<SteeringAgent>,
        Option<&'static Transform>,
        Option<&'static Velocity>,
        Option<&'static Heading>,
        Option<&'static AgentId>,
        Option<&'static Perception>,
    ),
    // Whom the game has hidden is no agent, and is to know it: commands may show it again before the tick is over.
    Has<Disabled>,
    Has<SteeringDisabled>,
    Option<&'static ThinkInterval>,
    &'static mut AgentState,
    &'static mut Looker,
);

/// A part of a table.
struct Table<'a> {
    entities: &'a [Entity],
    transforms: &'a [Transform],
    velocities: &'a [Velocity],
    headings: &'a [Heading],
    ids: &'a [AgentId],
    perceptions: &'a [Perception],
    is_disabled: bool,
    intervals: Option<&'a [ThinkInterval]>,
    states: &'a mut [AgentState],
    lookers: &'a mut [Looker],
}

/// Freezes every agent's state, checked, and puts agents into the order of their ids.
pub(crate) fn read_agents(
    // Inputs
    space: Res<MovementSpace>,
    tick: Res<SteeringTick>,
    warnings: Res<InputWarnings>,
    instructions: Res<Instructions>,
    // Output
    mut agents: Query<Readable>,
    mut index: ResMut<AgentIndex>,
) {
    let lengths = tables(&mut agents).map(|table| table.entities.len());
    let count = lengths.sum();
    let of_tables = tables(&mut agents).map(|table| pieces(table.entities.len(), count));
    let (rows, summaries) = index.rows_to_read(count, of_tables.sum());
    let reader = Reader {
        space: *space,
        tick: *tick,
        warnings: &warnings,
    };
    let (mut rows, mut summaries) = (Some(rows), Some(OnePerPiece(summaries)));
    let mut first_row = 0;
    let columns = tables(&mut agents).map_while(|table| {
        let length = table.entities.len();
        let (own_rows, later_rows) = rows.take()?.split_at(length);
        let (own, later) = summaries.take()?.0.split_at_mut(pieces(length, count));
        (rows, summaries) = (Some(later_rows), Some(OnePerPiece(later)));
        first_row += length;
        let first = FirstRow(first_row - length);
        Some((length, (table, first, own_rows, OnePerPiece(own))))
    });
    for_each_piece(
        *instructions,
        count,
        columns,
        #[inline(always)]
        |(mut table, first_row, mut rows, summary)| {
            if let Some(summary) = summary.own() {
                reader.read(&mut table, first_row, &mut rows, summary);
            }
        },
    );
    index.sum_up();
    if !index.is_in_order() {
        let is_there = |state: &AgentState| state.presence != Presence::Absent;
        let states = tables(&mut agents).flat_map(|table| table.states.iter());
        index.sort_rows(states.map(is_there));
        let states = tables(&mut agents).flat_map(|table| table.states);
        for (state, slot) in states.zip(index.slots_of_rows()) {
            state.slot = slot;
        }
    }
}

/// The tables with agents in them. Those in tables without are told that they are none.
fn tables<'a>(agents: &'a mut Query<Readable>) -> impl Iterator<Item = Table<'a>> {
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component that is read lies in tables");
    tables.filter_map(
        |(entities, parts, is_hidden, is_disabled, intervals, states, lookers)| {
            let (states, _) = ContiguousMut::bypass_change_detection_split(states);
            let (lookers, _) = ContiguousMut::bypass_change_detection_split(lookers);
            match parts {
                (
                    true,
                    Some(transforms),
                    Some(velocities),
                    Some(headings),
                    Some(ids),
                    Some(perceptions),
                ) if !is_hidden => Some(Table {
                    entities,
                    transforms,
                    velocities,
                    headings,
                    ids,
                    perceptions,
                    is_disabled,
                    intervals,
                    states,
                    lookers,
                }),
                _ => {
                    for state in states {
                        state.presence = Presence::Absent;
                        state.slot = NO_SLOT;
                    }
                    None
                }
            }
        },
    )
}

impl Columns for Table<'_> {
    fn split_at(self, row: usize) -> (Self, Self) {
        let (entities, later_entities) = self.entities.split_at(row);
        let (transforms, later_transforms) = self.transforms.split_at(row);
        let (velocities, later_velocities) = self.velocities.split_at(row);
        let (headings, later_headings) = self.headings.split_at(row);
        let (ids, later_ids) = self.ids.split_at(row);
        let (perceptions, later_perceptions) = self.perceptions.split_at(row);
        let (intervals, later_intervals) = self.intervals.split_at(row);
        let (states, later_states) = self.states.split_at_mut(row);
        let (lookers, later_lookers) = self.lookers.split_at_mut(row);
        let first = Self {
            entities,
            transforms,
            velocities,
            headings,
            ids,
            perceptions,
            is_disabled: self.is_disabled,
            intervals,
            states,
            lookers,
        };
        let later = Self {
            entities: later_entities,
            transforms: later_transforms,
            velocities: later_velocities,
            headings: later_headings,
            ids: later_ids,
            perceptions: later_perceptions,
            is_disabled: self.is_disabled,
            intervals: later_intervals,
            states: later_states,
            lookers: later_lookers,
        };
        (first, later)
    }
}

/// What all agents are read with.
struct Reader<'a> {
    space: MovementSpace,
    tick: SteeringTick,
    warnings: &'a InputWarnings,
}

impl Reader<'_> {
    #[inline(always)]
    fn read(
        &self,
        table: &mut Table,
        FirstRow(first_row): FirstRow,
        rows: &mut RowsMut,
        summary: &mut Summary,
    ) {
        summary.clear();
        let length = table.entities.len();
        let mut before: Option<Key> = None;
        for number in 0..length {
            let row = (first_row + number) as u32;
            let is_there = self.read_state(table, number);
            let state = &mut table.states[number];
            state.slot = row;
            let (perception, key) = (
                &table.perceptions[number],
                (table.ids[number].0, table.entities[number]),
            );
            table.lookers[number].update(perception, state);
            (rows.ids[number], rows.entities[number]) = key;
            rows.bodies[number] = Body {
                position: state.position,
                velocity: state.velocity,
                radius: state.body_radius,
                memberships: perception.memberships,
                slot: row,
                place: 0,
            };
            summary.is_in_order &= is_there && before <= Some(key);
            before = Some(key);
            if is_there {
                summary.everybody_belongs &= perception.memberships != 0;
                if state.looks_round(perception) {
                    summary.looks |= state.search_range > 0.0;
                    let most = perception.max_neighbors;
                    summary.ranges.add(state.search_range, most);
                }
                summary.radius_sum += f64::from(state.body_radius);
                summary.bounds.add(state.position);
                summary.avoids |= state.avoids;
            }
        }
        let key = |number: usize| (table.ids[number].0, table.entities[number]);
        summary.ends = (length > 0).then(|| (key(0), key(length - 1)));
    }

    /// Freezes the state of one agent; `false` when it has never been anywhere.
    #[inline(always)]
    fn read_state(&self, table: &mut Table, number: usize) -> bool {
        let (space, warnings, entity) = (self.space, self.warnings, table.entities[number]);
        let state = &mut table.states[number];
        let transform = &table.transforms[number];
        let place = space.to_plane(transform.translation);
        if place.is_finite() {
            state.position = place;
        } else {
            report_place(entity, warnings);
            if state.presence == Presence::Absent {
                return false;
            }
        }
        let mut moving = space.to_plane(table.velocities[number].0);
        if !moving.is_finite() {
            report_velocity(entity, warnings);
            moving = Vec2::ZERO;
        }
        state.heading = match direction_and_length(moving) {
            Some((along, speed)) if speed > STANDING_SPEED * state.max_speed => along,
            _ => known_heading(space.to_plane(table.headings[number].0), entity, warnings)
                .or_else(|| space.heading(transform.rotation))
                .unwrap_or(state.heading),
        };
        state.think_ticks = 1;
        (state.velocity, state.presence) = if table.is_disabled {
            (Vec2::ZERO, Presence::Standing)
        } else {
            (moving, Presence::Thinking)
        };
        if let Some(intervals) = table.intervals {
            let interval = intervals[number];
            interval.check(entity, warnings);
            let is_its_turn = interval.is_turn(self.tick, table.ids[number]);
            state.think_every(interval.whole_ticks(), is_its_turn);
        }
        true
    }
}

#[cold]
fn report_place(entity: Entity, warnings: &InputWarnings) {
    warnings
        .of(entity, "Transform")
        .unusable("translation", "is not finite; its last good value is used");
}

#[cold]
fn report_velocity(entity: Entity, warnings: &InputWarnings) {
    warnings
        .of(entity, "Velocity")
        .unusable("0", "is not finite; zero is used instead");
}

/// The direction of a stored heading; `None` when it is not known yet or not finite.
#[inline(never)]
fn known_heading(stored: Vec2, entity: Entity, warnings: &InputWarnings) -> Option<Vec2> {
    if !stored.is_finite() {
        warnings.of(entity, "Heading").unusable(
            "0",
            "is not finite; the rotation of the Transform is used instead",
        );
    }
    direction(stored)
}
