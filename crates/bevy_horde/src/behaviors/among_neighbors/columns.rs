//! The agents that search, as columns of their tables.

use crate::arbitration::BehaviorForces;
use crate::avoidance::{ResolvedAvoidance, YieldState};
use crate::flocking::ResolvedRules;
use crate::perception::{AgentIndex, AgentState, Perception, SlotTables};
use bevy::prelude::*;
use horde_kernel::avoidance::precedence::Precedence;
use horde_kernel::avoidance::records::{AvoidanceRecord, AvoidingAgent};
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::neighbors::block::Chase;

/// The rules' data of an agent.
pub(super) type SearchingAgent = (
    Entity,
    &'static AgentState,
    &'static Perception,
    &'static ResolvedRules,
    Option<&'static ResolvedAvoidance>,
    Option<&'static BehaviorForces>,
    Option<&'static YieldState>,
);

/// The rules' data of the agents of a table.
pub(super) struct SearchColumns<'a> {
    states: &'a [AgentState],
    perceptions: &'a [Perception],
    rules: &'a [ResolvedRules],
    avoidances: Option<&'a [ResolvedAvoidance]>,
    forces: Option<&'a [BehaviorForces]>,
    yields: Option<&'a [YieldState]>,
}

/// The search's data of an agent.
#[derive(Clone, Copy)]
pub(super) struct Searcher<'a> {
    pub(super) state: &'a AgentState,
    pub(super) perception: &'a Perception,
    pub(super) rules: &'a ResolvedRules,
    /// Whether the agent has settled: its flock does not move it.
    pub(super) is_settled: bool,
}

impl Searcher<'_> {
    /// The largest range of the agent's rules, world units; 0 if it does not search in this tick.
    #[inline(always)]
    pub(super) fn range(&self) -> f32 {
        if self.state.looks_round(self.perception) {
            self.state.search_range
        } else {
            0.0
        }
    }

    /// The groups of neighbors that count in all rules of the agent.
    #[inline(always)]
    pub(super) fn groups(&self) -> u32 {
        self.perception.filters & self.rules.flockmates
    }
}

/// The tables of all agents.
pub(super) fn tables<'a>(agents: &'a Query<SearchingAgent>) -> SlotTables<'a, SearchColumns<'a>> {
    let tables = agents.contiguous_iter();
    let tables = tables.expect("every component that is read lies in tables");
    let tables = tables.map(
        |(entities, states, perceptions, rules, avoidances, forces, yields)| {
            let columns = SearchColumns {
                states,
                perceptions,
                rules,
                avoidances,
                forces,
                yields,
            };
            (entities, states, columns)
        },
    );
    tables.collect()
}

impl<'a> SearchColumns<'a> {
    /// The search's data of the agent in a row.
    #[inline(always)]
    pub(super) fn searcher(&self, row: usize) -> Searcher<'a> {
        Searcher {
            state: &self.states[row],
            perception: &self.perceptions[row],
            rules: &self.rules[row],
            is_settled: self.forces.is_some_and(|forces| forces[row].is_settled),
        }
    }

    /// How the agent in a row avoids others.
    #[inline(always)]
    fn avoidance(&self, row: usize) -> Option<&'a ResolvedAvoidance> {
        let avoidance = self.avoidances.map(|avoidances| &avoidances[row]);
        avoidance.filter(|_| self.states[row].avoids)
    }

    /// The avoidance record of the agent in a row. An agent that an impulse throws cannot avoid.
    #[inline(always)]
    pub(super) fn avoidance_record(&self, row: usize, tick: f32) -> AvoidanceRecord {
        let (state, perception) = (&self.states[row], &self.perceptions[row]);
        if !state.is_moving() || state.is_thrown() {
            return AvoidanceRecord::default();
        }
        let goal = self.forces.and_then(|forces| forces[row].goal.as_ref());
        let precedence = self.yields.map(|yields| yields[row].precedence());
        let agent = AvoidingAgent {
            position: state.position,
            velocity: state.velocity,
            radius: state.body_radius,
            limits: state.motion_limits(tick),
            goal: goal.map(|goal| (goal.position, goal.preferred_velocity)),
            filters: perception.filters,
            perceives: perception.max_neighbors > 0,
            updates: state.is_updating(),
            precedence: precedence.unwrap_or(Precedence::None),
        };
        AvoidanceRecord::new(self.avoidance(row).map(|rule| &rule.0), &agent)
    }

    /// The agent or crowd for which the agent of a row heads without avoiding it.
    #[inline(always)]
    pub(super) fn chase(&self, row: usize, index: &AgentIndex) -> Chase {
        let Some(forces) = self.forces.map(|forces| &forces[row]) else {
            return Chase::default();
        };
        if (self.avoidance(row)).is_some_and(|rule| rule.avoids_target) {
            return Chase::default();
        }
        if let Some(place) = forces.place.filter(|place| place.crowd != NO_SLOT) {
            return Chase {
                target: place.crowd,
                beside: place.crowd,
            };
        }
        let target = forces.target;
        if target == NO_SLOT {
            return Chase::default();
        }
        let (state, body) = (&self.states[row], index.body_of(target));
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
}
