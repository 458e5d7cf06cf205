//! Targets that are the nearest of a group.

use super::groups::{GroupMember, Members};
use super::{ChosenTargets, SeekerItem, TargetBehavior, TargetState, Targets};
use crate::perception::{AgentState, HiddenTarget, LineOfSight};
use crate::validation::FieldCheck;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use core::ops::DerefMut;
use std::sync::Arc;

/// Another member becomes the target when its distance is below this part of the distance to the
/// present target.
const NEARER_PART: f32 = 0.9;
/// In one tick an agent tests the line of sight to at most about this many of the nearest members
/// of a group, and to as many others by turns. Of a group of twice as many it tests all.
const SIGHT_TESTS: usize = 8;

/// The members of the last queried groups. Many agents query the same groups.
#[derive(Default)]
pub(crate) struct LastGroup(Option<(u32, Arc<Members>)>);

impl LastGroup {
    fn of(&mut self, groups: u32, targets: &Targets) -> &Members {
        let known = self.0.take().filter(|(known, _)| *known == groups);
        let known = known.unwrap_or_else(|| {
            let members = targets.groups.members(groups, &targets.agents);
            (groups, members)
        });
        &self.0.insert(known).1
    }
}

/// An agent that looks for the nearest member of some groups.
#[derive(Clone, Copy)]
pub(crate) struct Chooser<'a> {
    pub(crate) entity: Entity,
    pub(crate) state: &'a AgentState,
    pub(crate) groups: u32,
    pub(crate) check: FieldCheck<'a>,
    pub(crate) field: &'static str,
}

impl Targets<'_, '_> {
    /// Chooses the nearest member of some groups, in sight or not. Without a memory, any nearer
    /// member becomes the target at once. An agent that does not update keeps its choice.
    #[inline(never)]
    pub(crate) fn choose<B: TargetBehavior>(
        &self,
        chooser: Chooser<'_>,
        last: &mut LastGroup,
        memory: Option<impl DerefMut<Target = ChosenTargets>>,
    ) -> Option<TargetState> {
        let known = memory.as_ref().and_then(|memory| memory.of::<B>());
        let known = known.and_then(|entity| self.member(chooser, entity));
        if !chooser.state.is_updating() {
            return known;
        }
        let limit = known.map_or(f32::INFINITY, |known| limit(chooser.state, &known));
        let members = last.of(chooser.groups, self);
        let nearer = self.nearest_member(chooser, members, limit, |_, _| true);
        let found = nearer.or(known);
        if found.is_none() {
            chooser.check.no_member(chooser.field, chooser.groups);
        }
        self.remember::<B>(memory, found.as_ref());
        found
    }

    /// Returns the nearest member of some groups, without a memory.
    pub(crate) fn nearest_of(&self, chooser: Chooser<'_>) -> Option<TargetState> {
        let members = self.groups.members(chooser.groups, &self.agents);
        let found = self.nearest_member(chooser, &members, f32::INFINITY, |_, _| true);
        if found.is_none() {
            chooser.check.no_member(chooser.field, chooser.groups);
        }
        found
    }

    /// Chooses the nearest member in sight of some groups. While none is in sight, the last choice
    /// counts as a hidden target.
    pub(super) fn choose_in_sight<B: TargetBehavior>(
        &self,
        seeker: &mut SeekerItem,
        chooser: Chooser<'_>,
        sight: &LineOfSight,
    ) -> Option<TargetState> {
        let known = seeker.chosen.as_ref().and_then(|memory| memory.of::<B>());
        let known = known.and_then(|entity| Some((entity, self.member(chooser, entity)?)));
        let seen = known.filter(|(entity, known)| {
            self.sees::<B>(seeker, sight, (*entity, known.slot), known.position)
        });
        let limit = match &seen {
            Some((_, seen)) => limit(chooser.state, seen),
            None => {
                let check = self.warnings.of(chooser.entity, "LineOfSight");
                // A member exactly at the range is in view.
                sight.legal_range(check).powi(2).next_up()
            }
        };
        let members = self.groups.members(chooser.groups, &self.agents);
        let is_seen = |agent, place| self.sees::<B>(seeker, sight, agent, place);
        let nearer = self.nearest_by_turns(chooser, &members, limit, is_seen);
        let (found, memory) = if let Some(found) = nearer.or(seen.map(|(_, seen)| seen)) {
            let entity = self.agents.entities()[found.slot as usize];
            (Some(found), Some((entity, found.position, 0.0)))
        } else {
            let hidden = known.filter(|_| sight.hidden_target == HiddenTarget::LastSeen);
            let recalled = hidden.and_then(|(entity, known)| {
                let (place, age) = self.recall::<B>(seeker, sight, entity, known.slot)?;
                Some((place, (entity, place.position, age)))
            });
            recalled.unzip()
        };
        let chosen = seeker.chosen.as_mut().map(Mut::reborrow);
        self.remember::<B>(chosen, found.as_ref());
        if let Some(last_seen) = &mut seeker.last_seen {
            last_seen.set::<B>(memory);
        }
        let is_alone =
            || (self.nearest_member(chooser, &members, f32::INFINITY, |_, _| true)).is_none();
        if found.is_none() && is_alone() {
            chooser.check.no_member(chooser.field, chooser.groups);
        }
        found
    }

    /// The nearest other member that `accepts` accepts, at a squared distance below `limit`.
    fn nearest_member(
        &self,
        chooser: Chooser<'_>,
        members: &Members,
        limit: f32,
        mut accepts: impl FnMut((Entity, u32), Vec2) -> bool,
    ) -> Option<TargetState> {
        let accepts = |member: &GroupMember| self.counts(chooser, member, &mut accepts);
        let slot = members.nearest(chooser.state.position, limit, accepts)?;
        self.of_slot(slot)
    }

    /// The same with a bound on the calls of `accepts` in one tick: the nearest few members, and
    /// others by turns.
    fn nearest_by_turns(
        &self,
        chooser: Chooser<'_>,
        members: &Members,
        limit: f32,
        mut accepts: impl FnMut((Entity, u32), Vec2) -> bool,
    ) -> Option<TargetState> {
        // Fractions of the golden ratio visit all turns evenly, whatever the ticks of an update.
        let tick = (self.tick.0 as u32).wrapping_mul(0x9e37_79b9);
        let draw = tick.wrapping_add(chooser.state.slot.wrapping_mul(0x85eb_ca6b));
        let accepts = |member: &GroupMember| self.counts(chooser, member, &mut accepts);
        let center = chooser.state.position;
        let slot = members.nearest_by_turns(center, limit, (SIGHT_TESTS, draw), accepts)?;
        self.of_slot(slot)
    }

    /// Whether a member is another agent that `accepts` accepts.
    fn counts(
        &self,
        chooser: Chooser<'_>,
        member: &GroupMember,
        accepts: &mut impl FnMut((Entity, u32), Vec2) -> bool,
    ) -> bool {
        let slot = member.slot as usize;
        let entity = self.agents.entities()[slot];
        // A member that got Bevy's `Disabled` since the index was built does not count.
        let agent = (entity, member.slot);
        chooser.state.slot() != Some(slot)
            && self.entities.contains(entity)
            && accepts(agent, member.position)
    }

    /// The state of `entity`; `None` if it is the seeker or no longer a member of the groups.
    fn member(&self, chooser: Chooser<'_>, entity: Entity) -> Option<TargetState> {
        let (.., state, _) = self.entities.get(entity).ok()?;
        let slot = self.agents.slot_of(entity, state?)? as u32;
        let is_member = self.agents.body_of(slot).memberships & chooser.groups != 0;
        let found = self.of_slot(slot).filter(|_| is_member);
        found.filter(|_| entity != chooser.entity)
    }

    /// The state of the agent in a slot.
    fn of_slot(&self, slot: u32) -> Option<TargetState> {
        let body = self.agents.body_of(slot);
        let entity = self.agents.entities()[slot as usize];
        let (.., state, _) = self.entities.get(entity).ok()?;
        Some(TargetState {
            position: body.position,
            velocity: body.velocity,
            heading: state.map_or(Vec2::ZERO, AgentState::heading),
            slot,
            is_remembered: false,
            is_solid: state.is_some_and(|state| state.solid),
            body_radius: body.radius,
            obstacle: None,
        })
    }

    /// Stores the choice, or that there is none. Does not write an unchanged choice.
    fn remember<B: TypePath>(
        &self,
        memory: Option<impl DerefMut<Target = ChosenTargets>>,
        found: Option<&TargetState>,
    ) {
        let entity = found.map(|found| self.agents.entities()[found.slot as usize]);
        if let Some(mut memory) = memory
            && memory.of::<B>() != entity
        {
            memory.set::<B>(entity);
        }
    }
}

/// The squared distance below which another member replaces the known one.
fn limit(agent: &AgentState, known: &TargetState) -> f32 {
    NEARER_PART * NEARER_PART * known.position.distance_squared(agent.position)
}
