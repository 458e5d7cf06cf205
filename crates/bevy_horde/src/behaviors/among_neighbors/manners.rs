//! Reading how agents deal with those whom they meet.

use super::records::{Courtesy, Manners};
use super::rules::NeighborRules;
use crate::arbitration::BehaviorForces;
use crate::instructions::Instructions;
use crate::parallel::Cost;
use crate::perception::{AgentIndex, AgentState, Body, Looker, Perception, fill_by_row};
use crate::trace::SteeringTrace;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPool};

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
    // An agent that is hidden in mid-tick is a neighbor for the rest of the tick, as after a load.
    Has<Disabled>,
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
    for (entity, state, looker, perception, rules, forces, is_traced, _) in agents {
        if let Some(slot) = index.slot_of(entity, state) {
            let goal = forces.goal.as_ref();
            manners[slot] = Manners::new(rules, (perception, looker), state, goal, is_traced, tick);
        }
    }
}

/// Reads table by table, where rows are slots; see [`fill_by_row`].
fn read_by_row(
    agents: &Query<Mannered>,
    instructions: Instructions,
    tick: f32,
    manners: &mut [Manners],
) -> bool {
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    // Tables of hidden agents hold no slots, as a rule. Where they do, rows are missing here.
    let tables = tables.filter(|(.., is_hidden)| !is_hidden);
    let tables = tables.map(
        |(_, states, lookers, perceptions, rules, forces, is_traced, _)| {
            (states, ((lookers, perceptions), rules, forces, is_traced))
        },
    );
    fill_by_row(
        instructions,
        tables,
        manners,
        #[inline(always)]
        |states, ((lookers, perceptions), rules, forces, is_traced), targets| {
            for (row, (state, target)) in states.iter().zip(targets).enumerate() {
                let (perception, looker) = (&perceptions[row], &lookers[row]);
                let (rules, goal) = (&rules[row], forces[row].goal.as_ref());
                *target = Manners::new(rules, (perception, looker), state, goal, is_traced, tick);
            }
        },
    )
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
    if Cost::Low.is_worth_threads(manners.len()) {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            for (bodies, courtesies) in parts {
                scope.spawn(async move { sort(bodies, courtesies) });
            }
        });
    } else {
        parts.for_each(|(bodies, courtesies)| sort(bodies, courtesies));
    }
}
