//! The system that steps the crowd.

use super::CrowdStep;
use super::crowd_step::Circumstances;
use super::intents::{ComponentIntents, IntentColumns};
use super::scatter::{Scatter, clear};
use super::traces::Tracing;
use super::transform_writeback::{Ends, TransformChange, TransformWriteback};
use crate::agent::{Steering, SteeringAgent};
use crate::agent_id::AgentId;
use crate::arbitration::{BehaviorForces, SteeringContributions};
use crate::avoidance::YieldState;
use crate::behaviors::LookAt;
use crate::obstacle::{FindPushOut, obstacle_of, push_of_tick};
use crate::parallel::Cost;
use crate::perception::{AgentIndex, AgentState, BySlot, SlotTables};
use crate::tables::{Columns, ROWS_AT_ONCE, Tables, for_each_batch};
use crate::trace::SteeringTrace;
use crate::update_interval::{HeldDecision, UpdateInterval};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;

/// What an agent wants, and where the results go.
type Stepping = (
    (Entity, Has<SteeringAgent>),
    &'static AgentState,
    Option<&'static AgentId>,
    (
        Option<&'static YieldState>,
        Option<&'static LookAt>,
        Option<&'static UpdateInterval>,
    ),
    (
        Option<&'static mut BehaviorForces>,
        Option<&'static mut SteeringContributions>,
    ),
    Option<&'static mut HeldDecision>,
    Option<&'static mut Steering>,
    TransformChange,
    Option<&'static mut SteeringTrace>,
);

/// Reads what agents want, lets the kernel decide and move all bodies, and writes the results.
pub(crate) fn step_crowd(
    // Inputs
    circumstances: Circumstances,
    warnings: Res<SteeringWarnings>,
    push_out: FindPushOut,
    // Local
    mut rows: Local<Vec<(u32, u32)>>,
    mut gone: Local<Vec<usize>>,
    // Output
    mut index: ResMut<AgentIndex>,
    mut step: ResMut<CrowdStep>,
    mut agents: Query<Stepping>,
) {
    let space = *circumstances.space;
    let push = push_of_tick(&push_out, circumstances.length(), &warnings);
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    let columns: SlotTables<IntentColumns> = tables
        .columns()
        .map(
            |((entities, _), states, ids, (yields, looks, intervals), forces, held, .., traces)| {
                let (own, user) = forces;
                let columns = IntentColumns {
                    entities,
                    states,
                    ids,
                    own,
                    user,
                    yields,
                    looks,
                    intervals,
                    held,
                    is_traced: traces.is_some(),
                };
                (entities, states, columns)
            },
        )
        .collect();
    let by_slot = BySlot::new(&index, &columns, &mut rows);
    by_slot.find_gone(&index, &mut gone);
    for slot in gone.drain(..) {
        index.note_gone(slot);
    }
    let index = &*index;
    let intents = ComponentIntents {
        is_empty: !columns.iter().any(|(.., table)| table.has_intents()),
        by_slot,
        index,
        space,
        tick: *circumstances.tick,
        warnings: &warnings,
    };
    let obstacle_on = |slot: u32| obstacle_of(index.entities()[slot as usize]);
    let surroundings = circumstances.surroundings(&obstacle_on, push);
    step.watched.clear();
    let traced = columns.iter().filter(|(.., table)| table.is_traced);
    let traced = traced.flat_map(|(entities, states, _)| entities.iter().zip(*states));
    step.watched
        .extend(traced.filter_map(|(entity, state)| index.slot_of(*entity, state)));
    step.watched.sort_unstable();
    step.run(index.crowd(), &intents, &surroundings);
    let step = &*step;
    let reports = step.watched.iter();
    let reports = reports.map(|slot| step.explain(*slot, index.crowd(), &intents, &surroundings));
    let tracing = Tracing {
        index,
        watched: &step.watched,
        reports: reports.collect(),
        space,
    };
    drop(columns);
    let scatter = Scatter {
        index,
        step,
        tracing,
        tick: surroundings.tick,
        space,
    };
    let (arch, length) = (surroundings.arch, surroundings.tick);
    for_each_batch(
        arch,
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |batch| {
            let mut writer = TransformWriteback::new(arch, length, space, &warnings);
            let mut ends = Ends::default();
            for (agents, states, _, (_, looks, intervals), forces, held, steering, place, traces) in
                batch.batches(ROWS_AT_ONCE)
            {
                if let Some(traces) = traces {
                    scatter.record(agents, states, &forces, traces);
                }
                if let Some(held) = held.filter(|_| intervals.is_some()) {
                    scatter.keep(agents.0, states, held);
                }
                clear(forces);
                if let Some(steering) = steering {
                    scatter.write(agents, states, steering);
                }
                let (facings, transforms, velocities, headings, remainders) = place;
                if let (Some(transforms), Some(velocities), Some(headings)) =
                    (transforms, velocities, headings)
                {
                    ends.read((agents.0, states), index, step);
                    let moving = (transforms, velocities, headings, remainders);
                    writer.write((agents.0, states), &mut ends, (facings, looks), moving);
                }
            }
        },
    );
}
