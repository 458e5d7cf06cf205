//! The system that reads agents at the start of a tick.

use super::rows::{Key, RowsMut, Summary, Totals};
use super::state::{AgentState, Presence};
use super::{AgentIndex, Perception};
use crate::agent::{Heading, SteeringAgent, SteeringDisabled, Velocity};
use crate::agent_id::AgentId;
use crate::impulse::Impulse;
use crate::parallel::Cost;
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::tables::{FirstRow, OnePerBatch, batches, columns, for_each_batch, rows_at_once};
use crate::update_interval::{HeldDecision, UpdateInterval};
use crate::validation::SteeringWarnings;
use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use core::ops::Range;
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::vector::{direction, direction_and_length, is_finite};

/// The data that the system reads of an agent. An entity that lacks one of the six in the inner
/// tuple is no agent.
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
    // A hidden entity is no agent. Its state must say so, because commands may show it in mid-tick.
    Has<Disabled>,
    Has<SteeringDisabled>,
    (Option<&'static UpdateInterval>, Has<HeldDecision>),
    Option<&'static Impulse>,
    &'static mut AgentState,
);

columns! {
    /// The columns of a part of a table.
    struct Table<'a> {
        entities: &'a [Entity],
        transforms: &'a [Transform],
        velocities: &'a [Velocity],
        headings: &'a [Heading],
        ids: &'a [AgentId],
        perceptions: &'a [Perception],
        is_disabled: bool,
        intervals: Option<&'a [UpdateInterval]>,
        impulses: Option<&'a [Impulse]>,
        states: &'a mut [AgentState],
    }
}

/// Freezes every agent's state, checked, and sorts the agents by their ids.
pub(crate) fn read_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    tick: Res<SteeringTick>,
    warnings: Res<SteeringWarnings>,
    simd_level: Res<SimdLevel>,
    // Output
    mut agents: Query<Readable>,
    mut index: ResMut<AgentIndex>,
) {
    let lengths = tables(&mut agents).map(|table| table.entities.len());
    let count = lengths.sum();
    let of_tables = tables(&mut agents).map(|table| batches(table.entities.len(), count));
    let (mut rows, mut summaries) = index.rows_to_read(count, of_tables.sum());
    let reader = Reader {
        length: time.delta_secs(),
        space: *space,
        tick: *tick,
        warnings: &warnings,
    };
    let mut first_row = 0;
    let columns = tables(&mut agents).map_while(|table| {
        let length = table.entities.len();
        let own_rows = rows.split_off(length)?;
        let own = summaries.split_off_mut(..batches(length, count))?;
        first_row += length;
        let first = FirstRow(first_row - length);
        Some((table, first, own_rows, OnePerBatch(own)))
    });
    for_each_batch(
        *simd_level,
        Cost::Low,
        columns,
        #[inline(always)]
        |(mut table, first_row, mut rows, summary)| {
            reader.read(&mut table, first_row, &mut rows, summary);
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

/// Yields the tables with agents in them. Marks the states in all other tables as absent.
fn tables<'a>(agents: &'a mut Query<Readable>) -> impl Iterator<Item = Table<'a>> {
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component that is read lies in tables");
    tables.filter_map(
        |(entities, parts, is_hidden, is_disabled, (intervals, remembers), impulses, states)| {
            // Without `HeldDecision` an agent has no decision to hold.
            let intervals = intervals.filter(|_| remembers);
            let (states, _) = ContiguousMut::bypass_change_detection_split(states);
            let (is_agent, transforms, velocities, headings, ids, perceptions) = parts;
            let table = transforms
                .zip(velocities)
                .zip(headings.zip(ids))
                .zip(perceptions);
            let Some((((transforms, velocities), (headings, ids)), perceptions)) =
                table.filter(|_| is_agent && !is_hidden)
            else {
                for state in states {
                    state.presence = Presence::Absent;
                    state.slot = NO_SLOT;
                }
                return None;
            };
            Some(Table {
                entities,
                transforms,
                velocities,
                headings,
                ids,
                perceptions,
                is_disabled,
                intervals,
                impulses,
                states,
            })
        },
    )
}

/// The inputs that are the same for all agents.
struct Reader<'a> {
    /// The length of the tick, seconds.
    length: f32,
    space: MovementSpace,
    tick: SteeringTick,
    warnings: &'a SteeringWarnings,
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
        let mut totals = Totals::default();
        let mut ranges = summary.ranges.counter();
        let length = table.entities.len();
        let key = |number: usize| (table.ids[number].0, table.entities[number]);
        let mut before: Option<Key> = None;
        // Several short loops: one long loop needs more columns at once than there are registers.
        for numbers in rows_at_once(length) {
            self.read_states(table, numbers.clone(), first_row);
            let (states, perceptions) = (
                &mut table.states[numbers.clone()],
                &table.perceptions[numbers.clone()],
            );
            let bodies = &mut rows.bodies[numbers.clone()];
            let agents = bodies.iter_mut().zip(perceptions).zip(&mut *states);
            for ((body, perception), state) in agents {
                state.memberships = perception.memberships;
                *body = state.body(perception, state.slot);
            }
            let (ids, entities) = (
                &table.ids[numbers.clone()],
                &table.entities[numbers.clone()],
            );
            rows.identify(numbers.clone(), ids, entities);
            totals.is_in_order &= before <= Some(key(numbers.start)) && are_in_order(ids, entities);
            before = Some(key(numbers.end - 1));
            totals.add(states, perceptions);
            for (state, perception) in states.iter().zip(perceptions) {
                if state.looks_round(perception) {
                    ranges.add(state.search_range, perception.max_neighbors);
                }
            }
        }
        ranges.finish();
        summary.totals = totals;
        summary.ends = (length > 0).then(|| (key(0), key(length - 1)));
    }

    /// Freezes the states of the agents with these numbers.
    #[inline(always)]
    fn read_states(&self, table: &mut Table, numbers: Range<usize>, first_row: usize) {
        let entities = &table.entities[numbers.clone()];
        let states = &mut table.states[numbers.clone()];
        let moving = table.transforms[numbers.clone()]
            .iter()
            .zip(&table.velocities[numbers.clone()])
            .zip(&table.headings[numbers.clone()]);
        let agents = entities.iter().zip(moving).zip(&mut *states);
        for (row, ((entity, ((transform, velocity), heading)), state)) in
            (first_row + numbers.start..).zip(agents)
        {
            state.slot = row as u32;
            self.read_state(
                &Agent {
                    entity: *entity,
                    transform,
                    velocity: velocity.0,
                    heading: heading.0,
                    is_disabled: table.is_disabled,
                },
                state,
            );
        }
        if let Some(intervals) = table.intervals {
            let agents = entities.iter().zip(&table.ids[numbers.clone()]);
            let agents = agents.zip(&intervals[numbers.clone()]).zip(&mut *states);
            for (((entity, id), interval), state) in agents {
                if state.presence != Presence::Absent {
                    interval.check(*entity, self.warnings);
                    let is_its_turn = interval.is_turn(self.tick, *id);
                    state.set_update_interval(interval.whole_ticks(), is_its_turn);
                }
            }
        }
        if let Some(impulses) = table.impulses {
            let moving = table.transforms[numbers.clone()]
                .iter()
                .zip(&table.headings[numbers.clone()]);
            let agents = entities.iter().zip(&impulses[numbers]).zip(moving);
            for (((entity, impulse), (transform, heading)), state) in agents.zip(states) {
                if state.is_moving() {
                    self.throw(*entity, impulse, (transform, heading.0), state);
                }
            }
        }
    }

    /// Throws an agent if its impulse has time left.
    fn throw(
        &self,
        entity: Entity,
        impulse: &Impulse,
        (transform, heading): (&Transform, Vec3),
        state: &mut AgentState,
    ) {
        let limits = (self.space, state.max_speed, self.length);
        if let Some(motion) = impulse.motion(entity, limits, self.warnings) {
            let heading = self.known_heading(heading, entity, transform);
            state.throw(motion.mean, heading.unwrap_or(state.heading));
        }
    }

    /// Returns the heading that an agent had, else the direction of its rotation.
    #[inline(always)]
    fn known_heading(&self, heading: Vec3, entity: Entity, transform: &Transform) -> Option<Vec2> {
        known_heading(self.space.to_plane(heading), entity, self.warnings)
            .or_else(|| self.space.heading(transform.rotation))
    }

    /// Freezes the state of one agent. An absent agent stays absent while its position is not
    /// finite.
    #[inline(always)]
    fn read_state(&self, agent: &Agent, state: &mut AgentState) {
        let (space, warnings, entity) = (self.space, self.warnings, agent.entity);
        let place = space.to_plane(agent.transform.translation);
        if is_finite(place) {
            state.position = place;
        } else {
            report_place(entity, state.presence, warnings);
            if state.presence == Presence::Absent {
                return;
            }
        }
        let mut moving = space.to_plane(agent.velocity);
        if !is_finite(moving) {
            report_velocity(entity, warnings);
            moving = Vec2::ZERO;
        }
        state.heading = match direction_and_length(moving) {
            Some((along, speed)) if speed > state.slow_speed() => along,
            _ => self
                .known_heading(agent.heading, entity, agent.transform)
                .unwrap_or(state.heading),
        };
        state.update_ticks = 1;
        (state.velocity, state.presence) = if agent.is_disabled {
            (Vec2::ZERO, Presence::Disabled)
        } else {
            (moving, Presence::Updating)
        };
    }
}

/// Whether agents are in the order of their ids, and entities with equal ids in their own order.
#[inline(always)]
fn are_in_order(ids: &[AgentId], entities: &[Entity]) -> bool {
    let later = ids.iter().zip(entities).skip(1);
    let pairs = ids.iter().zip(entities).zip(later);
    // No early exit, so that the compiler can use vectors.
    pairs.fold(true, |are, ((id, entity), (next, later))| {
        are & ((id.0 < next.0) | ((id.0 == next.0) & (entity <= later)))
    })
}

/// The data of one agent.
struct Agent<'a> {
    entity: Entity,
    transform: &'a Transform,
    velocity: Vec3,
    heading: Vec3,
    is_disabled: bool,
}

#[cold]
fn report_place(entity: Entity, presence: Presence, warnings: &SteeringWarnings) {
    let what = match presence {
        Presence::Absent => "is not finite; steering ignores the agent until it is finite",
        _ => "is not finite; its last finite value is used until it is finite again",
    };
    warnings
        .of(entity, "Transform")
        .unusable("translation", what);
}

#[cold]
fn report_velocity(entity: Entity, warnings: &SteeringWarnings) {
    warnings.of(entity, "Velocity").unusable(
        "0",
        "is not finite; zero is used instead; correct the system that wrote it",
    );
}

/// Returns the direction of a stored heading; `None` when it is not known yet or not finite.
#[inline(never)]
fn known_heading(stored: Vec2, entity: Entity, warnings: &SteeringWarnings) -> Option<Vec2> {
    if !stored.is_finite() {
        warnings.of(entity, "Heading").unusable(
            "0",
            "is not finite; the rotation of the Transform is used instead; \
             correct the system that wrote it",
        );
    }
    direction(stored)
}
