//! Stable numbers of agents, independent of entities.

use crate::cloning::clone_as_new;
use bevy::ecs::component::ComponentId;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// The stable number of an agent.
///
/// Ids order the agents within a grid cell, decide ties, and select the random stream. The same ids
/// give the same run for any spawn order and any entity layout. By default an agent gets the next
/// free number when it is spawned. A game that needs the same run from several spawn orders, or
/// over a network, sets the numbers itself.
///
/// A clone (`EntityCloner`, `clone_and_spawn`) is an agent of its own. It gets the next free number
/// as well, in the order of cloning. A component that is moved to another entity keeps its number.
///
/// A game that puts saved agents back component by component may insert their other components
/// first. Each agent that gets its saved number before the next tick gives back the number that it
/// was given meanwhile, so that [`NextAgentId`] does not grow.
///
/// The highest number that a game can set is `u64::MAX - 1`. When no higher number is left, every
/// further agent gets the lowest number that no agent has. Each such spawn searches all agents.
///
/// Two agents may have the same number. They share a random stream, and their entities decide their
/// order. A warning names one of them.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
#[component(on_insert = number_agent, clone_behavior = Custom(clone_as_new::<AgentId>))]
pub struct AgentId(pub u64);

impl AgentId {
    /// Requests the next free number.
    pub const UNASSIGNED: Self = Self(u64::MAX);
}

impl Default for AgentId {
    fn default() -> Self {
        Self::UNASSIGNED
    }
}

/// The number for the next agent that has none; `u64::MAX` when no higher number is left. Part of a
/// saved game.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub struct NextAgentId(pub u64);

/// Whether a game has set the [`AgentId`] of an agent since the last tick.
#[derive(Resource, Default)]
pub(crate) struct GivenIds(pub(crate) bool);

/// The numbers that agents were given since the last tick. An agent that gets another number gives
/// its own back.
#[derive(Resource, Default)]
pub(crate) struct DrawnIds {
    of: EntityHashMap<u64>,
    numbers: BTreeSet<u64>,
    /// The least value to which [`NextAgentId`] may go back.
    least: u64,
    /// The value of [`NextAgentId`] that follows from the numbers. Another one is the game's.
    next: u64,
}

impl DrawnIds {
    /// Notes that an agent was given the number `next`.
    fn draw(&mut self, agent: Entity, next: u64) {
        if self.numbers.is_empty() || self.next != next {
            self.of.clear();
            self.numbers.clear();
            self.least = next;
        }
        self.of.insert(agent, next);
        self.numbers.insert(next);
        self.next = next + 1;
    }

    /// Takes the number of an agent back that a game has numbered. Returns the next number.
    fn give_back(&mut self, agent: Entity, given: u64, next: u64) -> u64 {
        let is_own = self.next == next;
        self.least = self.least.max(given + 1);
        let drawn = self.of.remove(&agent);
        let had_one = drawn.is_some_and(|number| self.numbers.remove(&number));
        let after_last = self.numbers.last().map_or(0, |last| last + 1);
        let next = if had_one && is_own {
            self.least.max(after_last)
        } else {
            next.max(given + 1)
        };
        if is_own {
            self.next = next;
        }
        next
    }

    pub(crate) fn is_any(drawn: Res<Self>) -> bool {
        !drawn.of.is_empty()
    }
}

/// Makes the numbers final that agents were given before this tick.
pub(crate) fn keep_drawn_ids(mut drawn: ResMut<DrawnIds>) {
    drawn.of.clear();
    drawn.numbers.clear();
}

fn number_agent(mut world: DeferredWorld, context: HookContext) {
    let Some(given) = world.get::<AgentId>(context.entity).copied() else {
        return;
    };
    let Some(next) = world.get_resource::<NextAgentId>().map(|next| next.0) else {
        // Without the plugin agents get no number.
        return;
    };
    if given != AgentId::UNASSIGNED {
        let next = match world.get_resource_mut::<DrawnIds>() {
            Some(mut drawn) => drawn.give_back(context.entity, given.0, next),
            None => next.max(given.0 + 1),
        };
        world.resource_mut::<NextAgentId>().0 = next;
        if let Some(mut given_ids) = world.get_resource_mut::<GivenIds>() {
            given_ids.0 = true;
        }
        return;
    }
    let mut number = next;
    if AgentId(number) == AgentId::UNASSIGNED {
        number = lowest_free(&world, context.component_id);
    } else {
        if let Some(mut drawn) = world.get_resource_mut::<DrawnIds>() {
            drawn.draw(context.entity, number);
        }
        world.resource_mut::<NextAgentId>().0 += 1;
    }
    if let Some(mut id) = world.get_mut::<AgentId>(context.entity) {
        id.0 = number;
    }
}

/// Returns the lowest number that no agent has, hidden agents included. `ids` is the component id
/// of [`AgentId`].
fn lowest_free(world: &World, ids: ComponentId) -> u64 {
    let archetypes = world.archetypes().iter();
    let archetypes = archetypes.filter(|archetype| archetype.contains(ids));
    let entities = archetypes.flat_map(|archetype| archetype.entities());
    let ids = entities.filter_map(|entity| world.get::<AgentId>(entity.id()));
    let mut used: Vec<u64> = ids.map(|id| id.0).collect();
    used.sort_unstable();
    used.dedup();
    let is_gap = |(number, used): (u64, &u64)| number != *used;
    let free = (0..).zip(&used).position(is_gap);
    free.unwrap_or(used.len()) as u64
}
