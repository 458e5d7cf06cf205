//! Events of a journey come for agents that are there, and each once for its cause.

use super::{Check, Flaw, Seen};
use crate::act::{Act, Part};
use crate::game::Game;
use crate::hearing::Hearing;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::behaviors::JourneyState;
use bevy_horde::perception::AgentState;
use bevy_horde::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// An agent may arrive again once it is this far from its goal, body radii; with rounding.
const AWAY: f64 = 2.99;
/// Orders less than this apart are one, seconds.
const REPEATS: f32 = 0.25;
/// An agent is at its goal within this distance, body radii; with rounding.
const THERE: f64 = 0.49;
/// The smallest radius for which rounding does not matter, relative to the largest coordinate.
const SMALLEST: f64 = 1e-4;

/// The arrivals at fixed places since the last cause for another one.
#[derive(Default)]
pub struct Events {
    /// The goals at which agents have arrived.
    arrived: BTreeMap<u32, DVec2>,
    /// Agents that got the same order again where they stand, and have to arrive again.
    expected: BTreeSet<u32>,
}

impl Events {
    /// Notes an act, before it happens.
    pub fn note(&mut self, game: &Game, act: &Act) {
        match act {
            Act::Insert { thing, part } if order_of(game, *thing).as_ref() == Some(part) => {
                if !is_repeated(game, *thing) && self.arrived.remove(thing).is_some() {
                    self.expected.insert(*thing);
                }
            }
            Act::Tick(_) | Act::Save => {}
            // Any other act may be a cause.
            _ => self.forget(),
        }
    }

    /// Forgets all arrivals.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Checks the events of the last tick, which began with the things as in `before`.
    pub fn judge(&mut self, game: &Game, before: &BTreeMap<u32, Seen>) -> Vec<(Option<u32>, Flaw)> {
        let is_within = |thing: &u32, goal: DVec2, radii: f64| {
            before.get(thing).is_some_and(|seen| {
                let radius = seen.radius();
                let is_exact = radius >= SMALLEST * seen.at.abs().max_element();
                is_exact && seen.at.distance(goal) <= radii * radius
            })
        };
        self.arrived
            .retain(|thing, goal| is_within(thing, *goal, AWAY));
        let mut flaws = Vec::new();
        for heard in &game.app.world().resource::<Hearing>().0 {
            let thing = thing_of(game, heard.agent);
            let flaw = |text: &str| {
                let text = format!("{} comes for {}, which {text}", heard.event, heard.agent);
                (thing, Flaw::new(Check::Events, text))
            };
            if !heard.is_there {
                flaws.push(flaw("is gone"));
            }
            let (Some(goal), Some(thing)) = (heard.arrived_at, thing) else {
                continue;
            };
            self.expected.remove(&thing);
            let goal = goal.as_dvec2();
            let is_fixed = order_of(game, thing).is_some();
            if is_fixed && self.arrived.insert(thing, goal).is_some() {
                flaws.push(flaw("has arrived, and has not left its goal"));
            }
        }
        let updates = |thing: &u32| {
            let state = game.entity(*thing);
            let state = state.and_then(|agent| game.app.world().get::<AgentState>(agent));
            state.is_none_or(AgentState::is_updating)
        };
        for thing in self.expected.extract_if(.., |thing| updates(thing)) {
            let goal = order_of(game, thing).and_then(|order| place_of(&order));
            if goal.is_some_and(|goal| is_within(&thing, goal.as_dvec2(), THERE)) {
                let text = "Arrived does not come after the same order again".to_string();
                flaws.push((Some(thing), Flaw::new(Check::Events, text)));
            }
        }
        flaws
    }
}

/// Whether an order to this agent would repeat its last one, which came a moment ago.
fn is_repeated(game: &Game, thing: u32) -> bool {
    let agent = game.entity(thing);
    let journey = agent.and_then(|agent| game.app.world().get::<JourneyState>(agent));
    journey.is_some_and(|journey| journey.ordered_before < REPEATS)
}

fn thing_of(game: &Game, agent: Entity) -> Option<u32> {
    let found = game.things.iter().find(|(_, entity)| **entity == agent);
    found.map(|(thing, _)| *thing)
}

/// The order of an agent that goes to a fixed place, and has no other goal; else `None`.
fn order_of(game: &Game, thing: u32) -> Option<Part> {
    let agent = game.app.world().get_entity(game.entity(thing)?).ok()?;
    let has_other = agent.contains::<Pursue>()
        || agent.contains::<OffsetPursue>()
        || agent.contains::<FollowLeader>()
        || agent.contains::<FollowPath>()
        || agent.contains::<FollowField>()
        || agent.contains::<Interpose>()
        || agent.contains::<Hide>()
        || agent.contains::<Queue>()
        || agent.contains::<InFormation>();
    let orders = [
        agent.get().copied().map(Part::Seek),
        agent.get().copied().map(Part::Arrive),
        agent.get().copied().map(Part::Gather),
    ];
    let mut orders = orders.into_iter().flatten();
    let order = orders.next()?;
    let is_only = !has_other && orders.next().is_none();
    (is_only && place_of(&order).is_some()).then_some(order)
}

/// The fixed place to which an order leads; `None` for another target and for one that is off.
fn place_of(order: &Part) -> Option<Vec2> {
    let (target, weight) = match order {
        Part::Seek(order) => (order.target, order.weight),
        Part::Arrive(order) => (order.target, order.weight),
        Part::Gather(order) => (order.target, order.weight),
        _ => return None,
    };
    match target {
        Target::PlanePoint(place) if place.is_finite() && weight > 0.0 && weight.is_finite() => {
            Some(place)
        }
        _ => None,
    }
}
