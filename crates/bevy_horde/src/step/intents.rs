//! What agents want, read from their components for the kernel.

use crate::agent_id::AgentId;
use crate::arbitration::{BehaviorForces, SteeringContributions};
use crate::avoidance::YieldState;
use crate::behaviors::LookAt;
use crate::perception::{AgentIndex, AgentState, BySlot};
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::tables::Column;
use crate::update_interval::{HeldDecision, UpdateInterval};
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::prelude::*;
use horde_kernel::avoidance::precedence::Precedence;
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::motion::combine::TIER_COUNT;
use horde_kernel::neighbors::block::Chase;
use horde_kernel::step::held::Held;
use horde_kernel::step::intent::{Intent, Intents};

/// The columns of a table that say what its agents want.
pub(super) struct IntentColumns<'a> {
    pub(super) entities: &'a [Entity],
    pub(super) states: &'a [AgentState],
    pub(super) ids: Option<&'a [AgentId]>,
    pub(super) own: Option<Column<'a, BehaviorForces>>,
    pub(super) user: Option<Column<'a, SteeringContributions>>,
    pub(super) yields: Option<&'a [YieldState]>,
    pub(super) looks: Option<&'a [LookAt]>,
    pub(super) intervals: Option<&'a [UpdateInterval]>,
    pub(super) held: Option<Column<'a, HeldDecision>>,
    pub(super) is_traced: bool,
}

/// What all agents want.
pub(super) struct ComponentIntents<'a> {
    pub(super) is_empty: bool,
    pub(super) by_slot: BySlot<'a, IntentColumns<'a>>,
    pub(super) index: &'a AgentIndex,
    pub(super) space: MovementSpace,
    pub(super) tick: SteeringTick,
    pub(super) warnings: &'a SteeringWarnings,
}

impl Intents for ComponentIntents<'_> {
    fn is_empty(&self) -> bool {
        self.is_empty
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> Intent {
        match self.by_slot.of(slot as u32) {
            Some((table, row)) => table.intent(row, self),
            None => Intent::NONE,
        }
    }

    #[inline(always)]
    fn is_settled(&self, slot: usize) -> bool {
        let forces = self.forces(slot);
        forces.is_some_and(|(forces, _)| forces.is_settled)
    }

    fn chase(&self, slot: usize) -> Chase {
        match self.forces(slot) {
            Some((forces, state)) => chase(forces, state, self.index),
            None => Chase::NONE,
        }
    }

    fn held(&self, slot: usize) -> Held {
        match self.by_slot.of(slot as u32) {
            Some((table, row)) => table.held(row, self),
            None => Held::NONE,
        }
    }
}

impl ComponentIntents<'_> {
    /// What behaviors have set in this tick for the agent in a slot, and its state.
    #[inline(always)]
    fn forces(&self, slot: usize) -> Option<(&BehaviorForces, &AgentState)> {
        let (table, row) = self.by_slot.of(slot as u32)?;
        let own = table.own.as_ref().filter(|own| own.is_changed(row))?;
        Some((own.get(row), &table.states[row]))
    }
}

impl IntentColumns<'_> {
    /// Whether any agent of the table may want anything.
    pub(super) fn has_intents(&self) -> bool {
        self.yields.is_some()
            || self.looks.is_some()
            || self.own.as_ref().is_some_and(Column::any_changed)
            || self.user.as_ref().is_some_and(Column::any_changed)
    }

    /// What the agent in a row wants.
    #[inline(always)]
    fn intent(&self, row: usize, intents: &ComponentIntents) -> Intent {
        let own = self.own.as_ref().filter(|own| own.is_changed(row));
        let own = own.map(|own| own.get(row));
        let wanting = own.filter(|forces| forces.has_contribution);
        let mut tiers = wanting.map_or([Vec2::ZERO; TIER_COUNT], |forces| forces.tiers);
        let added = self.added(row, intents);
        for (tier, force) in tiers.iter_mut().zip(added.unwrap_or_default()) {
            *tier += force;
        }
        Intent {
            tiers,
            has_contribution: wanting.is_some() || added.is_some(),
            looks_elsewhere: self.looks.is_some_and(|looks| looks[row].place.is_some()),
            precedence: self
                .yields
                .map_or(Precedence::None, |yields| yields[row].precedence()),
            goal: own.and_then(|forces| forces.goal),
            heads_for: wanting.and_then(|forces| forces.heads_for),
            ..Intent::NONE
        }
    }

    /// The forces that the game has added, by tier.
    #[inline(always)]
    fn added(&self, row: usize, intents: &ComponentIntents) -> Option<[Vec2; 3]> {
        let user = self.user.as_ref().filter(|user| user.is_changed(row))?;
        let added = user.get(row);
        if !added.has_contribution() {
            return None;
        }
        let added = added.tiers().map(|force| intents.space.to_plane(force));
        if added.iter().all(|force| force.is_finite()) {
            return Some(added);
        }
        let check = intents
            .warnings
            .of(self.entities[row], "SteeringContributions");
        report_contributions(check);
        None
    }

    /// The decision that the agent in a row holds.
    fn held(&self, row: usize, intents: &ComponentIntents) -> Held {
        let (Some(intervals), Some(held), Some(ids)) = (self.intervals, &self.held, self.ids)
        else {
            return Held::default();
        };
        let mut held = *held.get(row);
        if self.states[row].is_holding() {
            let check = intents.warnings.of(self.entities[row], "HeldDecision");
            if !held.velocity.is_finite() {
                check.unusable("velocity", "is not finite; it is forgotten");
                held = HeldDecision::default();
            }
            if held.heads_for.is_some_and(|place| !place.is_finite()) {
                check.unusable("heads_for", "is not finite; it is forgotten");
                held.heads_for = None;
            }
            held.push_strength = check.part("push_strength", held.push_strength, 0.0);
        }
        Held {
            ticks_left: intervals[row].ticks_left(intents.tick, ids[row]),
            velocity: held.velocity,
            push_strength: held.push_strength,
            has_contribution: held.has_contribution,
            heads_for: held.heads_for,
        }
    }
}

impl HeldDecision {
    /// The component that keeps a decision.
    pub(super) fn new(held: &Held) -> Self {
        Self {
            velocity: held.velocity,
            push_strength: held.push_strength,
            has_contribution: held.has_contribution,
            heads_for: held.heads_for,
        }
    }
}

/// For which agent or crowd an agent heads, unless it avoids its target.
#[inline(always)]
fn chase(forces: &BehaviorForces, state: &AgentState, index: &AgentIndex) -> Chase {
    let is_chase = forces.target != NO_SLOT || forces.is_in_crowd();
    if !is_chase || (index.avoidance_of(state)).is_some_and(|rule| rule.avoids_target) {
        return Chase::NONE;
    }
    if let Some(place) = forces.place.filter(|place| place.crowd != NO_SLOT) {
        return Chase {
            target: place.crowd,
            beside: place.crowd,
        };
    }
    let target = forces.target;
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

#[cold]
fn report_contributions(check: FieldCheck) {
    check.unusable("tiers", "holds a force that is not finite; it is dropped");
}
