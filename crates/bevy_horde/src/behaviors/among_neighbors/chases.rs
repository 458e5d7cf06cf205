//! For which agents agents head: those they do not avoid.

use super::manners::Mannered;
use super::rules::NeighborRules;
use crate::arbitration::BehaviorForces;
use crate::instructions::Instructions;
use crate::perception::{AgentIndex, AgentState, NO_SLOT, fill_by_row};
use bevy::prelude::*;

/// For which agent an agent heads without avoiding it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chase {
    /// The slot of that agent; [`NO_SLOT`] without one.
    pub(super) target: u32,
    /// The same where the agent is solid and no body of its own size fits between the two; else
    /// [`NO_SLOT`].
    pub(super) beside: u32,
}

impl Chase {
    const NONE: Self = Self {
        target: NO_SLOT,
        beside: NO_SLOT,
    };

    #[inline(always)]
    fn new(
        state: &AgentState,
        rules: &NeighborRules,
        forces: &BehaviorForces,
        index: &AgentIndex,
    ) -> Self {
        let avoids_target = rules.avoidance.is_some_and(|rule| rule.avoids_target);
        if forces.target == NO_SLOT || avoids_target {
            return Self::NONE;
        }
        let target = index.body_of(forces.target);
        let distance = target.position.distance(state.position);
        let is_beside = distance < 3.0 * state.body_radius + target.radius;
        Self {
            target: forces.target,
            beside: if state.solid && is_beside {
                forces.target
            } else {
                NO_SLOT
            },
        }
    }
}

/// Reads all chases, by place in cell order; none when there `are_any` not.
///
/// `by_slot` is memory.
pub(super) fn read_chases(
    // Inputs
    are_any: bool,
    agents: &Query<Mannered>,
    index: &AgentIndex,
    instructions: Instructions,
    // Local
    by_slot: &mut Vec<Chase>,
    // Output
    chases: &mut Vec<Chase>,
) {
    chases.clear();
    if !are_any {
        return;
    }
    by_slot.clear();
    by_slot.resize(index.len(), Chase::NONE);
    if !(index.is_in_order() && read_by_row(agents, index, instructions, by_slot)) {
        by_slot.fill(Chase::NONE);
        for (entity, state, _, _, rules, forces, ..) in agents {
            if let Some(slot) = index.slot_of(entity, state) {
                by_slot[slot] = Chase::new(state, rules, forces, index);
            }
        }
    }
    let bodies = index.bodies().iter();
    chases.extend(bodies.map(|body| by_slot[body.slot as usize]));
}

/// Reads table by table, where rows are slots; see [`fill_by_row`].
fn read_by_row(
    agents: &Query<Mannered>,
    index: &AgentIndex,
    instructions: Instructions,
    by_slot: &mut [Chase],
) -> bool {
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    let tables = tables.filter(|(.., is_hidden)| !is_hidden);
    let tables = tables.map(|(_, states, _, _, rules, forces, ..)| (states, (rules, forces)));
    fill_by_row(
        instructions,
        tables,
        by_slot,
        #[inline(always)]
        |states, (rules, forces), chases| {
            let agents = states.iter().zip(rules).zip(forces).zip(chases);
            for (((state, rules), forces), chase) in agents {
                *chase = Chase::new(state, rules, forces, index);
            }
        },
    )
}
