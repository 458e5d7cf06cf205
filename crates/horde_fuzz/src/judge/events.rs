//! Each event of a journey has a cause, and comes once for it.
//!
//! Causes are counted from places and from what happened to the app, not from the plugin's memory.

use super::obstacles::Obstacles;
use super::snapshot::Seen;
use super::{Check, Flaw};
use crate::game::Game;
use crate::geometry::{Shape, crosses, nearest_on};
use crate::hearing::{Event, Hearing};
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::behaviors::JourneyState;
use bevy_horde::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// A goal that has moved by less than this is the same, body radii. The plugin uses 0.5.
const SAME_GOAL: f64 = 0.45;
/// An agent that was farther away than this may arrive again, body radii. The plugin uses 3.
const AWAY: f64 = 2.9;
/// An agent that has moved by more than this may be stuck again, body radii. The plugin uses 2.
const GOES_ON: f64 = 1.9;
/// An agent that is nearer than this to its goal, a body or an obstacle may arrive there, body
/// radii. The plugin uses 0.5.
const NEAR: f64 = 0.6;
/// A straight way is free if this part of the radius has room.
const ROOM: f64 = 1.2;
/// Obstacles and agents are as they were for this number of ticks before a way is judged.
const CALM: u64 = 60;

/// What an agent reported last, for each kind of event.
#[derive(Clone, Copy, Debug)]
struct Last {
    event: Event,
    at: DVec2,
    acts: u64,
    /// Whether a cause for the same event has come since.
    has_cause: bool,
}

/// The last events of all agents.
#[derive(Default)]
pub struct Events {
    last: HashMap<(u32, usize), Last>,
    acts: u64,
    /// The tick of the last act.
    acted_at: u64,
}

impl Events {
    /// Checks the events of tick number `tick`.
    pub fn judge(
        &mut self,
        game: &Game,
        before: &BTreeMap<u32, Seen>,
        obstacles: &Obstacles,
        tick: u64,
        flaws: &mut Vec<(Option<u32>, Flaw)>,
    ) {
        if self.acts != game.acts {
            (self.acts, self.acted_at) = (game.acts, tick);
        }
        let world = game.app.world();
        let things: HashMap<Entity, u32> = game
            .things
            .iter()
            .map(|(thing, it)| (*it, *thing))
            .collect();
        let is_calm = tick > self.acted_at + CALM && tick > obstacles.last_change() + CALM;
        for heard in &world.resource::<Hearing>().0 {
            let thing = things.get(&heard.agent).copied();
            let mut fails = |text: String| flaws.push((thing, Flaw::new(Check::Events, text)));
            if !heard.is_there {
                fails(format!("{:?} comes for an agent that is gone", heard.event));
            }
            let Some((thing, seen)) = thing.and_then(|thing| Some((thing, before.get(&thing)?)))
            else {
                continue;
            };
            let last = self.last.get(&(thing, kind(&heard.event)));
            if let Some(last) = last.filter(|last| last.acts == game.acts && !last.has_cause)
                && !is_new_goal(&last.event, &heard.event, seen.radius())
            {
                fails(format!("{:?} comes again without a cause", heard.event));
            }
            let step = seen.max_speed() * f64::from(game.seconds());
            let near = (NEAR * seen.radius()).max(1.1 * step);
            match heard.event {
                Event::Arrived(goal)
                    if !is_there(game, thing, seen, before, obstacles, goal, near) =>
                {
                    fails(format!("Arrived({goal}) comes at {}", seen.at));
                }
                Event::Unreachable(goal)
                    if is_calm && is_straight_free(game, thing, seen, obstacles, goal) =>
                {
                    fails(format!(
                        "Unreachable({goal}) comes with a free way from {}",
                        seen.at
                    ));
                }
                _ => {}
            }
            let last = Last {
                event: heard.event,
                at: seen.at,
                acts: game.acts,
                has_cause: false,
            };
            self.last.insert((thing, kind(&heard.event)), last);
        }
        for ((thing, _), last) in &mut self.last {
            let (Some(seen), Some(entity)) = (before.get(thing), game.entity(*thing)) else {
                last.has_cause = true;
                continue;
            };
            let state = world.get::<JourneyState>(entity);
            let is_settled = world.get::<Settled>(entity).is_some_and(|it| it.is_settled);
            // An agent without a goal has nothing to report, and may report again later.
            last.has_cause |= state.is_none_or(|state| state.goal.is_none());
            last.has_cause |= match last.event {
                Event::Arrived(goal) => {
                    let away = seen.at.distance(goal.as_dvec2());
                    let marches = state.is_some_and(|state| !state.has_arrived);
                    away > AWAY * seen.radius() || (marches && is_led(game, *thing))
                }
                Event::HasSettled => !is_settled,
                Event::Stuck => seen.at.distance(last.at) > GOES_ON * seen.radius(),
                Event::Unreachable(_) => state.is_some_and(|state| !state.is_unreachable),
            };
            if matches!(last.event, Event::Stuck) {
                last.has_cause |= state.is_some_and(|state| !state.is_stuck);
            }
        }
    }
}

fn kind(event: &Event) -> usize {
    match event {
        Event::Arrived(_) => 0,
        Event::HasSettled => 1,
        Event::Stuck => 2,
        Event::Unreachable(_) => 3,
    }
}

fn is_new_goal(last: &Event, event: &Event, radius: f64) -> bool {
    match (last, event) {
        (Event::Arrived(one), Event::Arrived(other))
        | (Event::Unreachable(one), Event::Unreachable(other)) => {
            f64::from(one.distance(*other)) > SAME_GOAL * radius
        }
        _ => false,
    }
}

fn is_led(game: &Game, thing: u32) -> bool {
    let entity = game.entity(thing);
    entity.is_some_and(|entity| game.app.world().get::<InFormation>(entity).is_some())
}

/// Whether an agent is near its goal, has settled, or is near a body or an obstacle.
fn is_there(
    game: &Game,
    thing: u32,
    seen: &Seen,
    before: &BTreeMap<u32, Seen>,
    obstacles: &Obstacles,
    goal: Vec2,
    near: f64,
) -> bool {
    let settled = game
        .entity(thing)
        .and_then(|it| game.app.world().get::<Settled>(it));
    let reach = seen.radius() + near;
    let touches = |(other, body): (&u32, &Seen)| {
        *other != thing && body.at.distance(seen.at) <= reach + body.radius()
    };
    let borders = |shape: &Shape| {
        let away = |edge: &[DVec2; 2]| nearest_on(*edge, seen.at).distance(seen.at);
        shape
            .edges
            .iter()
            .any(|edge| away(edge) <= reach + shape.radius)
    };
    goal.as_dvec2().distance(seen.at) <= near
        || settled.is_some_and(|settled| settled.is_settled)
        || before.iter().any(touches)
        || obstacles.iter().any(|(_, shape)| borders(shape))
        || obstacles.has_unclear()
}

/// Whether the straight way to a goal certainly has room, for an agent that searches for one.
fn is_straight_free(
    game: &Game,
    thing: u32,
    seen: &Seen,
    obstacles: &Obstacles,
    goal: Vec2,
) -> bool {
    let agent = game
        .entity(thing)
        .and_then(|it| game.app.world().get_entity(it).ok());
    let searches = agent.is_some_and(|agent| {
        agent.contains::<AvoidObstacles>() && !agent.contains::<FollowField>()
    });
    let (from, to) = (seen.at, goal.as_dvec2());
    let reach = ROOM * seen.radius();
    let is_clear = |shape: &Shape| {
        shape.edges.iter().all(|edge| {
            let ends = [
                nearest_on(*edge, from).distance(from),
                nearest_on(*edge, to).distance(to),
                nearest_on([from, to], edge[0]).distance(edge[0]),
                nearest_on([from, to], edge[1]).distance(edge[1]),
            ];
            let away = ends.into_iter().fold(f64::INFINITY, f64::min);
            !crosses(*edge, from, to) && away > reach + shape.radius
        })
    };
    // Obstacles that are not solid block ways, too, and the judge does not know their shapes.
    let passable = |entity: &Entity| {
        let obstacle = game.app.world().get::<Obstacle>(*entity);
        obstacle.is_some_and(|obstacle| !obstacle.solid)
    };
    searches
        && to.is_finite()
        && !obstacles.has_unclear()
        && obstacles.iter().all(|(_, shape)| is_clear(shape))
        && !game.things.values().any(passable)
}
