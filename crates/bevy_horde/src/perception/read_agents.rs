//! The system that reads agents at the start of a tick.

use super::rows::{Batch, Key, RowsMut};
use super::state::{AgentState, Presence};
use super::{AgentIndex, NeighborRecord, Perception};
use crate::agent::{
    ExternalLocomotion, Heading, PositionRemainder, SteeringAgent, SteeringDisabled, Velocity,
};
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
use horde_kernel::step::agent::Agent;
use horde_kernel::step::crowd::Totals;

/// The data that the system reads of an agent. An entity that lacks one of the seven in the inner
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
        Option<&'static NeighborRecord>,
    ),
    // A hidden entity is no agent. Its state must say so, because commands may show it in mid-tick.
    Has<Disabled>,
    (Has<SteeringDisabled>, Has<ExternalLocomotion>),
    (Option<&'static UpdateInterval>, Has<HeldDecision>),
    Option<&'static Impulse>,
    Option<&'static PositionRemainder>,
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
        records: &'a [NeighborRecord],
        is_disabled: bool,
        is_external: bool,
        intervals: Option<&'a [UpdateInterval]>,
        impulses: Option<&'a [Impulse]>,
        remainders: Option<&'a [PositionRemainder]>,
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
    // Local
    mut slots: Local<Vec<u32>>,
    // Output
    mut agents: Query<Readable>,
    mut index: ResMut<AgentIndex>,
) {
    let lengths = tables(&mut agents).map(|table| table.entities.len());
    let count = lengths.sum();
    let of_tables = tables(&mut agents).map(|table| batches(table.entities.len(), count));
    let (mut rows, mut read) = index.rows_to_read(count, of_tables.sum());
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
        let own = read.split_off_mut(..batches(length, count))?;
        first_row += length;
        let first = FirstRow(first_row - length);
        Some((table, first, own_rows, OnePerBatch(own)))
    });
    for_each_batch(
        simd_level.arch(),
        Cost::Low,
        columns,
        #[inline(always)]
        |(mut table, first_row, mut rows, batch)| {
            reader.read(&mut table, first_row, &mut rows, batch);
        },
    );
    if !index.sum_up() {
        slots.clear();
        slots.resize(count, NO_SLOT);
        for (slot, row) in (0..).zip(index.sort_rows()) {
            slots[*row as usize] = slot;
        }
        let states = tables(&mut agents).flat_map(|table| table.states);
        for (state, slot) in states.zip(&*slots) {
            state.0.slot = *slot;
        }
    }
}

/// Yields the tables with agents in them. Marks the states in all other tables as absent.
fn tables<'a>(agents: &'a mut Query<Readable>) -> impl Iterator<Item = Table<'a>> {
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component that is read lies in tables");
    tables.filter_map(
        |(
            entities,
            parts,
            is_hidden,
            flags,
            (intervals, remembers),
            impulses,
            remainders,
            states,
        )| {
            // Without `HeldDecision` an agent has no decision to hold.
            let intervals = intervals.filter(|_| remembers);
            let (states, _) = ContiguousMut::bypass_change_detection_split(states);
            let (is_agent, transforms, velocities, headings, ids, perceptions, records) = parts;
            let (is_disabled, is_external) = flags;
            let table = transforms
                .zip(velocities)
                .zip(headings.zip(ids))
                .zip(perceptions.zip(records));
            let Some((((transforms, velocities), (headings, ids)), (perceptions, records))) =
                table.filter(|_| is_agent && !is_hidden)
            else {
                for state in states {
                    state.0.presence = Presence::Absent;
                    state.0.slot = NO_SLOT;
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
                records,
                is_disabled,
                is_external,
                intervals,
                impulses,
                remainders,
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
        batch: &mut Batch,
    ) {
        batch.summary.clear();
        batch.is_in_order = true;
        let mut totals = Totals::default();
        let mut ranges = batch.summary.ranges.counter();
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
            for (state, perception) in states.iter_mut().zip(perceptions) {
                state.0.memberships = perception.memberships;
            }
            // A loop of its own: a wide load right after a narrow store to the same place waits.
            let agents = rows.agents[numbers.clone()].iter_mut();
            for (agent, state) in agents.zip(states) {
                *agent = state.0;
            }
            let records = rows.settings[numbers.clone()].iter_mut();
            for (number, record) in records.zip(&table.records[numbers.clone()]) {
                *number = record.number;
            }
            let remainders = &mut rows.remainders[numbers.clone()];
            match table.remainders {
                Some(last) => {
                    for (remainder, last) in remainders.iter_mut().zip(&last[numbers.clone()]) {
                        *remainder = last.0;
                    }
                }
                None => remainders.fill(Vec2::ZERO),
            }
            let (ids, entities) = (
                &table.ids[numbers.clone()],
                &table.entities[numbers.clone()],
            );
            rows.identify(numbers.clone(), ids, entities);
            batch.is_in_order &= before <= Some(key(numbers.start)) && are_in_order(ids, entities);
            before = Some(key(numbers.end - 1));
            let agents = &rows.agents[numbers];
            totals.add(agents);
            for (agent, perception) in agents.iter().zip(perceptions) {
                if agent.searches(perception.max_neighbors) {
                    ranges.add(agent.search_range, perception.max_neighbors);
                }
            }
        }
        ranges.finish();
        batch.summary.totals = totals;
        batch.ends = (length > 0).then(|| (key(0), key(length - 1)));
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
            state.0.slot = row as u32;
            state.0.is_external = table.is_external;
            self.read_state(
                &Components {
                    entity: *entity,
                    transform,
                    velocity: velocity.0,
                    heading: heading.0,
                    is_disabled: table.is_disabled,
                },
                &mut state.0,
            );
        }
        if let Some(intervals) = table.intervals {
            let agents = entities.iter().zip(&table.ids[numbers.clone()]);
            let agents = agents.zip(&intervals[numbers.clone()]).zip(&mut *states);
            for (((entity, id), interval), state) in agents {
                if state.presence != Presence::Absent {
                    interval.check(*entity, self.warnings);
                    let is_its_turn = interval.is_turn(self.tick, *id);
                    state
                        .0
                        .set_update_interval(interval.whole_ticks(), is_its_turn);
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
                    self.throw(*entity, impulse, (transform, heading.0), &mut state.0);
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
        state: &mut Agent,
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
    fn read_state(&self, agent: &Components, state: &mut Agent) {
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

/// The components of one agent.
struct Components<'a> {
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
