//! The solid obstacles of a game, and the tick of their last change.

use super::snapshot::Seen;
use crate::game::Game;
use crate::geometry::{Shape, placed};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A solid obstacle.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The number of its thing.
    pub thing: u32,
    /// Its shape; `None` if it is too degenerate to check.
    pub shape: Option<Rc<Shape>>,
    /// The first tick with this shape and position.
    pub since: u64,
    /// The plugin's tick that first finds this shape and position; 0 if there was no agent.
    pub found_at: u64,
    /// Its shape before the last change; `None` if it is new or was too degenerate to check.
    pub before: Option<Rc<Shape>>,
    source: (Obstacle, Transform),
}

/// All solid obstacles.
#[derive(Default)]
pub struct Obstacles {
    known: BTreeMap<u32, Standing>,
    space: MovementSpace,
    last_change: u64,
}

impl Obstacles {
    /// Updates the obstacles before tick number `tick`.
    pub fn update(&mut self, game: &Game, seen: &BTreeMap<u32, Seen>, tick: u64) {
        let space = game.space();
        if space != self.space {
            self.known.clear();
            self.space = space;
            self.last_change = tick;
        }
        let there = |id: &u32| {
            let thing = seen.get(id).filter(|thing| !thing.is_hidden)?;
            let entity = game.app.world().get_entity(game.entity(*id)?).ok()?;
            let obstacle = entity.get::<Obstacle>().filter(|obstacle| obstacle.solid)?;
            Some((obstacle, thing.transform))
        };
        // In a tick of length 0 the plugin finds nothing, and `SteeringTick` does not count it.
        let found_at = if seen.values().any(|thing| thing.agent.is_some()) {
            game.app.world().resource::<SteeringTick>().0 + 1
        } else {
            0
        };
        let count = self.known.len();
        self.known.retain(|id, _| there(id).is_some());
        if self.known.len() < count {
            self.last_change = tick;
        }
        for thing in game.things.keys() {
            let Some((obstacle, transform)) = there(thing) else {
                continue;
            };
            let known = self.known.get(thing);
            if known.is_some_and(|known| {
                known.source.0 == *obstacle && same_bits(&known.source.1, &transform)
            }) {
                continue;
            }
            self.last_change = tick;
            let standing = Standing {
                thing: *thing,
                shape: placed(obstacle, &transform, space).map(Rc::new),
                since: tick,
                found_at,
                before: known.and_then(|known| known.shape.clone()),
                source: (obstacle.clone(), transform),
            };
            self.known.insert(*thing, standing);
        }
    }

    /// The obstacles that can be checked.
    pub fn iter(&self) -> impl Iterator<Item = (&Standing, &Rc<Shape>)> {
        let all = self.known.values();
        all.filter_map(|standing| Some((standing, standing.shape.as_ref()?)))
    }

    /// The number of the first tick after the last change.
    pub fn last_change(&self) -> u64 {
        self.last_change
    }

    /// Whether there are no solid obstacles.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Whether an obstacle is too degenerate to check.
    pub fn has_unclear(&self) -> bool {
        self.known.values().any(|standing| standing.shape.is_none())
    }
}

fn same_bits(first: &Transform, second: &Transform) -> bool {
    let bits = |transform: &Transform| {
        let scale = transform.scale.to_array().map(f32::to_bits);
        let at = transform.translation.to_array().map(f32::to_bits);
        (at, transform.rotation.to_array().map(f32::to_bits), scale)
    };
    bits(first) == bits(second)
}
