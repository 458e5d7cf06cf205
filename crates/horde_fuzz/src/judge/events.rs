//! Events of a journey come for agents that are there.

use super::{Check, Flaw};
use crate::game::Game;
use crate::hearing::Hearing;
use bevy::prelude::*;

/// The agents for which an event came in the last tick although they were gone.
pub fn judge(game: &Game) -> impl Iterator<Item = (Option<u32>, Flaw)> {
    let hearing = game.app.world().resource::<Hearing>();
    hearing
        .0
        .iter()
        .filter(|heard| !heard.is_there)
        .map(|heard| {
            let text = format!("{} comes for {}, which is gone", heard.event, heard.agent);
            (thing_of(game, heard.agent), Flaw::new(Check::Events, text))
        })
}

fn thing_of(game: &Game, agent: Entity) -> Option<u32> {
    let found = game.things.iter().find(|(_, entity)| **entity == agent);
    found.map(|(thing, _)| *thing)
}
