//! Reading how agents deal with those whom they meet.

use super::records::{Courtesy, Manners};
use super::rules::NeighborRules;
use crate::arbitration::BehaviorForces;
use crate::instructions::Instructions;
use crate::parallel::is_worth_threads;
use crate::perception::{AgentIndex, AgentState, Body, Looker, Perception};
use crate::tables::{FirstRow, for_each_piece};
use crate::trace::SteeringTrace;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPool};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Agents that one task sorts.
const AGENTS_PER_PIECE: usize = 4096;

/// An agent as it sees others, and what makes its manners.
pub(super) type Mannered = (
    Entity,
    &'static AgentState,
    &'static Looker,
    &'static Perception,
    &'static NeighborRules,
    &'static BehaviorForces,
    Has<SteeringTrace>,
);

/// Reads everybody's manners, by slot; nobody's when nobody avoids others.
pub(super) fn read_manners(
    agents: &Query<Mannered>,
    index: &AgentIndex,
    instructions: Instructions,
    tick: f32,
    manners: &mut Vec<Manners>,
) {
    if !index.avoids() {
        manners.clear();
        return;
    }
    manners.resize(index.len(), Manners::NONE);
    if index.is_in_order() && read_by_row(agents, instructions, tick, manners) {
        return;
    }
    manners.fill(Manners::NONE);
    for (entity, state, looker, perception, rules, forces, is_traced) in agents {
        if let Some(slot) = index.slot_of(entity, state) {
            let goal = forces.goal.as_ref();
            manners[slot] = Manners::new(rules, (perception, looker), state, goal, is_traced, tick);
        }
    }
}

/// Reads table by table, for rows are slots where agents lie in the order of their ids.
///
/// `false` when they are not after all: a game's commands may have moved somebody to another table since they were indexed.
fn read_by_row(
    agents: &Query<Mannered>,
    instructions: Instructions,
    tick: f32,
    manners: &mut [Manners],
) -> bool {
    let count = manners.len();
    if agents.iter().len() != count {
        return false;
    }
    let (mut first_row, mut targets) = (0, manners);
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    let tables = tables.map(
        |(_, states, lookers, perceptions, rules, forces, is_traced)| {
            let (own, later) = core::mem::take(&mut targets).split_at_mut(states.len());
            let first = FirstRow(first_row);
            (targets, first_row) = (later, first_row + states.len());
            let read = ((states, lookers), perceptions, rules, forces);
            (states.len(), (read, is_traced, first, own))
        },
    );
    let is_misplaced = AtomicBool::new(false);
    for_each_piece(
        instructions,
        count,
        tables,
        #[inline(always)]
        |(read, is_traced, first_row, targets)| {
            let ((states, lookers), perceptions, rules, forces) = read;
            for (number, target) in targets.iter_mut().enumerate() {
                let (state, goal) = (&states[number], forces[number].goal.as_ref());
                if state.slot() != Some(first_row.0 + number) {
                    is_misplaced.store(true, Relaxed);
                }
                let (rules, perception, looker) =
                    (&rules[number], &perceptions[number], &lookers[number]);
                *target = Manners::new(rules, (perception, looker), state, goal, is_traced, tick);
            }
        },
    );
    !is_misplaced.into_inner()
}

/// Puts everybody's courtesies into the order of the cells.
pub(super) fn sort_courtesies(
    index: &AgentIndex,
    manners: &[Manners],
    courtesies: &mut Vec<Courtesy>,
) {
    courtesies.resize(manners.len(), Courtesy::NONE);
    let parts = index
        .bodies()
        .chunks(AGENTS_PER_PIECE)
        .zip(courtesies.chunks_mut(AGENTS_PER_PIECE));
    let sort = |bodies: &[Body], courtesies: &mut [Courtesy]| {
        for (body, courtesy) in bodies.iter().zip(courtesies) {
            *courtesy = manners[body.slot as usize].courtesy;
        }
    };
    if is_worth_threads(manners.len()) {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            for (bodies, courtesies) in parts {
                scope.spawn(async move { sort(bodies, courtesies) });
            }
        });
    } else {
        parts.for_each(|(bodies, courtesies)| sort(bodies, courtesies));
    }
}
