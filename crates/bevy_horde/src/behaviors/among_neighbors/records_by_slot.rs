//! Records of all agents, by slot and by rank in cell order.

use crate::arbitration::BehaviorForces;
use crate::avoidance::{ResolvedAvoidance, YieldState};
use crate::flocking::ResolvedRules;
use crate::parallel::{Cost, for_each_task};
use crate::perception::{AgentIndex, AgentState, Perception, fill_by_slot};
use crate::simd_level::SimdLevel;
use bevy::prelude::*;
use horde_kernel::avoidance::precedence::Precedence;
use horde_kernel::avoidance::records::{AvoidanceRecord, AvoidingAgent};
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::neighbors::block::Chase;

/// The number of agents that one task sorts.
const AGENTS_PER_BATCH: usize = 4096;

/// The rules' data of an agent.
pub(super) type SearchingAgent = (
    Entity,
    &'static AgentState,
    &'static Perception,
    Option<&'static ResolvedAvoidance>,
    Option<&'static BehaviorForces>,
    Option<&'static YieldState>,
    &'static ResolvedRules,
);

/// One agent of a table.
pub(super) struct Row<'a> {
    pub(super) state: &'a AgentState,
    pub(super) perception: &'a Perception,
    pub(super) rule: Option<&'a ResolvedAvoidance>,
    pub(super) forces: Option<&'a BehaviorForces>,
    pub(super) yields: Option<&'a YieldState>,
}

/// All agents that were indexed.
pub(super) struct Reader<'a> {
    pub(super) agents: &'a Query<'a, 'a, SearchingAgent>,
    pub(super) index: &'a AgentIndex,
    pub(super) simd_level: SimdLevel,
}

impl Reader<'_> {
    /// Reads a record of every agent, by slot; none unless `is_needed`. Agents that have been
    /// despawned or hidden get the default.
    ///
    /// `read` has to be inlined, or it is compiled without the wider instructions.
    pub(super) fn by_slot<T: Copy + Default + Send>(
        &self,
        is_needed: bool,
        read: impl Fn(&Row) -> T + Send + Sync,
        by_slot: &mut Vec<T>,
    ) {
        if !is_needed {
            by_slot.clear();
            return;
        }
        let Self { agents, index, .. } = self;
        by_slot.resize(index.len(), T::default());
        let tables = agents.contiguous_iter();
        let tables = tables.expect("every component that is read lies in tables");
        let tables = tables.map(|(_, states, perceptions, rules, forces, yields, ..)| {
            (states, (perceptions, rules, forces, yields))
        });
        let is_filled = index.is_in_order()
            && fill_by_slot(
                self.simd_level,
                tables,
                by_slot,
                #[inline(always)]
                |states, (perceptions, rules, forces, yields), targets| {
                    for (row, (state, target)) in states.iter().zip(targets).enumerate() {
                        *target = read(&Row {
                            state,
                            perception: &perceptions[row],
                            rule: rules.map(|rules| &rules[row]),
                            forces: forces.map(|forces| &forces[row]),
                            yields: yields.map(|yields| &yields[row]),
                        });
                    }
                },
            );
        if is_filled {
            return;
        }
        by_slot.fill(T::default());
        for (entity, state, perception, rule, forces, yields, ..) in *agents {
            if let Some(slot) = index.slot_of(entity, state) {
                by_slot[slot] = read(&Row {
                    state,
                    perception,
                    rule,
                    forces,
                    yields,
                });
            }
        }
    }

    /// Puts a part of every record into the order of the cells.
    pub(super) fn by_rank<T: Sync, U: Copy + Default + Send>(
        &self,
        by_slot: &[T],
        part: impl Fn(&T) -> U + Sync,
        by_rank: &mut Vec<U>,
    ) {
        by_rank.resize(by_slot.len(), U::default());
        let bodies = self.index.bodies().chunks(AGENTS_PER_BATCH);
        let batches = bodies.zip(by_rank.chunks_mut(AGENTS_PER_BATCH));
        let is_parallel = Cost::Low.is_worth_threads(by_slot.len());
        for_each_task(is_parallel, batches, |(bodies, parts)| {
            for (body, sorted) in bodies.iter().zip(parts) {
                *sorted = part(&by_slot[body.slot as usize]);
            }
        });
    }
}

/// The avoidance record of the agent in a row. An agent that an impulse throws cannot avoid.
#[inline(always)]
pub(super) fn avoidance_record_of(row: &Row, tick: f32) -> AvoidanceRecord {
    let (state, perception) = (row.state, row.perception);
    if !state.is_moving() || state.is_thrown() {
        return AvoidanceRecord::default();
    }
    let rule = row.rule.filter(|_| state.avoids);
    let goal = row.forces.and_then(|forces| forces.goal.as_ref());
    let agent = AvoidingAgent {
        position: state.position,
        velocity: state.velocity,
        radius: state.body_radius,
        limits: state.motion_limits(tick),
        goal: goal.map(|goal| (goal.position, goal.preferred_velocity)),
        filters: perception.filters,
        perceives: perception.max_neighbors > 0,
        updates: state.is_updating(),
        precedence: row.yields.map_or(Precedence::None, YieldState::precedence),
    };
    AvoidanceRecord::new(rule.map(|rule| &rule.0), &agent)
}

/// The agent or crowd for which the agent of a row heads without avoiding it.
#[inline(always)]
pub(super) fn chase_of(row: &Row, index: &AgentIndex) -> Chase {
    let state = row.state;
    let rule = row.rule.filter(|_| row.state.avoids);
    if rule.is_some_and(|rule| rule.avoids_target) {
        return Chase::default();
    }
    let place = row.forces.and_then(|forces| forces.place);
    if let Some(place) = place.filter(|place| place.crowd != NO_SLOT) {
        return Chase {
            target: place.crowd,
            beside: place.crowd,
        };
    }
    let target = row.forces.map_or(NO_SLOT, |forces| forces.target);
    if target == NO_SLOT {
        return Chase::default();
    }
    let body = index.body_of(target);
    let distance = body.position.distance(state.position);
    let is_beside = distance < 3.0 * state.body_radius + body.radius;
    Chase {
        target,
        beside: if state.solid && is_beside {
            target
        } else {
            NO_SLOT
        },
    }
}
