//! Reading how agents deal with those whom they meet.

use super::records::{Courtesy, Manners};
use super::rules::NeighborRules;
use crate::arbitration::BehaviorForces;
use crate::parallel::is_worth_threads;
use crate::perception::{AgentIndex, AgentState, Perception};
use crate::trace::SteeringTrace;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPool};

/// Agents that one task reads.
const AGENTS_PER_PIECE: usize = 4096;

/// What makes an agent's manners.
pub(super) type Mannered = (
    &'static AgentState,
    &'static Perception,
    &'static NeighborRules,
    &'static BehaviorForces,
    Has<SteeringTrace>,
);

/// A part of a table, and where its manners go.
struct Piece<'a> {
    states: &'a [AgentState],
    perceptions: &'a [Perception],
    rules: &'a [NeighborRules],
    forces: &'a [BehaviorForces],
    is_traced: bool,
    targets: &'a mut [Manners],
}

/// Reads everybody's manners, by slot; nobody's when nobody avoids others.
pub(super) fn read_manners(
    agents: &Query<Mannered>,
    index: &AgentIndex,
    tick: f32,
    manners: &mut Vec<Manners>,
) {
    if !index.avoids() {
        manners.clear();
        return;
    }
    manners.resize(index.len(), Manners::NONE);
    if !(index.is_in_order() && agents.iter().len() == index.len()) {
        manners.fill(Manners::NONE);
        for (state, perception, rules, forces, is_traced) in agents {
            if let Some(slot) = state.slot() {
                let goal = forces.goal.as_ref();
                manners[slot] = Manners::new(rules, perception, state, goal, is_traced, tick);
            }
        }
        return;
    }
    let pieces = cut(agents, manners);
    if is_worth_threads(index.len()) {
        ComputeTaskPool::get_or_init(TaskPool::default).scope(|scope| {
            pieces.for_each(|piece| scope.spawn(async move { piece.read(tick) }));
        });
    } else {
        pieces.for_each(|piece| piece.read(tick));
    }
}

/// Cuts the tables and their targets into pieces.
fn cut<'a>(
    agents: &'a Query<Mannered>,
    mut targets: &'a mut [Manners],
) -> impl Iterator<Item = Piece<'a>> {
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    tables.flat_map(move |(states, perceptions, rules, forces, is_traced)| {
        let (table, later) = core::mem::take(&mut targets).split_at_mut(states.len());
        targets = later;
        let parts = states
            .chunks(AGENTS_PER_PIECE)
            .zip(perceptions.chunks(AGENTS_PER_PIECE))
            .zip(rules.chunks(AGENTS_PER_PIECE))
            .zip(forces.chunks(AGENTS_PER_PIECE))
            .zip(table.chunks_mut(AGENTS_PER_PIECE));
        parts.map(
            move |((((states, perceptions), rules), forces), targets)| Piece {
                states,
                perceptions,
                rules,
                forces,
                is_traced,
                targets,
            },
        )
    })
}

impl Piece<'_> {
    fn read(self, tick: f32) {
        for (number, target) in self.targets.iter_mut().enumerate() {
            *target = Manners::new(
                &self.rules[number],
                &self.perceptions[number],
                &self.states[number],
                self.forces[number].goal.as_ref(),
                self.is_traced,
                tick,
            );
        }
    }
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
    let sort = |bodies: &[crate::perception::Body], courtesies: &mut [Courtesy]| {
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
