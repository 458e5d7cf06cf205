//! Random scenarios: drawn from a seed, so that every agent has a way to its goal.
//!
//! The same seed gives the same scenario on every machine. [`draw`] draws one. A [`MotionObserver`]
//! observes a run, and [`Observed::flaws`] says why it is not solved.

mod bodies;
mod dice;
mod ground;
mod outline;
mod roadmap;
mod solution;
mod trips;

pub use ground::GroundKind;
pub use solution::{Flaw, FlawKind, Moment, MotionObserver, Observed};
pub use trips::GoalKind;

use crate::scenario::{AfterArrival, End};
use crate::scenario::{
    Arrival, Goal, Group, Layout, Movement, Placement, Requirements, Scenario, Spread,
};
use bevy::math::Vec2;
use bodies::Body;
use dice::Dice;
use ground::{Ground, Need};
use roadmap::Roadmap;
use trips::Trip;

/// No passage is narrower than this, in radii of the widest body.
pub const MIN_GAP: f32 = 2.05;

/// An agent has arrived within this distance of its goal, as a share of the smallest radius.
const ARRIVAL_PART: f32 = 0.5;

/// The first part of the time limit: this multiple of the longest way at full speed.
const LIMIT_WAYS: f64 = 3.0;
/// The second part of the time limit, seconds.
const LIMIT_SECONDS: f64 = 30.0;
/// The third part of the time limit for each agent, seconds.
const LIMIT_PER_AGENT: f64 = 0.5;

/// The number of draws before a seed is given up. One in three draws succeeds.
const DRAWS: usize = 1000;

/// A random scenario.
#[derive(Clone, Debug)]
pub struct RandomScenario {
    /// Its seed.
    pub seed: u64,
    /// The kind of its walls.
    pub ground: GroundKind,
    /// The kind of its goals.
    pub goals: GoalKind,
    /// Whether each agent has the doors on its way as goals, in order. Otherwise it has only its
    /// last goal.
    pub is_guided: bool,
    /// The width of the narrowest door, in radii of the widest body; `None` without doors.
    pub narrowest_door: Option<f32>,
    /// The scenario, as a file would have it.
    pub scenario: Scenario,
    /// Its layout.
    pub layout: Layout,
    /// The shortest way of each agent, from start to goal, meters.
    pub ways: Vec<Vec<Vec2>>,
}

/// Draws the scenario of a seed.
///
/// # Errors
///
/// One line, if the seed gives no scenario. No seed is known that gives none.
pub fn draw(seed: u64) -> Result<RandomScenario, String> {
    let mut dice = Dice::new(seed);
    let drawn = (0..DRAWS).find_map(|_| draw_once(seed, &mut dice));
    drawn.unwrap_or_else(|| Err(format!("seed {seed} gives no scenario in {DRAWS} draws")))
}

fn draw_once(seed: u64, dice: &mut Dice) -> Option<Result<RandomScenario, String>> {
    let bodies = bodies::draw(dice);
    let widest = bodies.iter().map(|body| body.radius).fold(0.0, f32::max);
    let need = Need {
        widest,
        agents: bodies.len(),
    };
    let ground = Ground::draw(dice, need)?;
    let (goals, trips) = trips::draw(dice, &bodies, &ground)?;
    let is_guided = !ground.doors.is_empty() && dice.chance(0.5);
    let roadmap = Roadmap::new(&ground.barriers, widest);
    let way = |(body, trip): (&Body, &Trip)| roadmap.way(trip.start, trip.goal, body.radius);
    let ways: Vec<Vec<Vec2>> = bodies.iter().zip(&trips).map(way).collect::<Option<_>>()?;
    let widths = ground.doors.iter().map(|[from, to]| from.distance(*to));
    let narrowest_door = widths.reduce(f32::min).map(|width| width / widest);
    let scenario = Scenario {
        title: format!("Random scenario {seed}"),
        about: about(&ground, goals, is_guided, &bodies),
        groups: groups(
            &bodies,
            &trips,
            &ways,
            is_guided.then_some(&ground.doors[..]),
        ),
        obstacles: ground.barriers,
        doors: Vec::new(),
        targets: Vec::new(),
        arrival: Arrival {
            within: ARRIVAL_PART * bodies.iter().map(|body| body.radius).fold(widest, f32::min),
            then: AfterArrival::Stay,
        },
        ends: End::AllArrived {
            within: time_limit(&bodies, &ways),
        },
        requires: Requirements::default(),
        wraps: None,
        seed,
    };
    Some(scenario.lay_out().map(|layout| RandomScenario {
        seed,
        ground: ground.kind,
        goals,
        is_guided,
        narrowest_door,
        scenario,
        layout,
        ways,
    }))
}

fn about(ground: &Ground, goals: GoalKind, is_guided: bool, bodies: &[Body]) -> String {
    let (agents, ground) = (bodies.len(), ground.kind.name());
    let guided = if is_guided { ", doors told" } else { "" };
    format!("{agents} agents, {ground}, goals {}{guided}.", goals.name())
}

/// One group for each agent: their bodies differ.
fn groups(
    bodies: &[Body],
    trips: &[Trip],
    ways: &[Vec<Vec2>],
    doors: Option<&[[Vec2; 2]]>,
) -> Vec<Group> {
    let group = |((body, trip), way): ((&Body, &Trip), &Vec<Vec2>)| {
        let mut goals = doors.map_or_else(Vec::new, |doors| gates(way, doors));
        goals.push(Goal::Point(trip.goal));
        Group {
            start: Placement::Points(vec![trip.start]),
            moves: Movement::Walks(goals),
            radius: Spread::Same(body.radius),
            speed: Spread::Same(body.speed),
            mass: body.mass,
            max_force: None,
            avoid_agents: None,
            avoid_obstacles: None,
            guide: None,
            emits: None,
        }
    };
    bodies.iter().zip(trips).zip(ways).map(group).collect()
}

/// The doors that a way crosses as goals, in the order of the way.
fn gates(way: &[Vec2], doors: &[[Vec2; 2]]) -> Vec<Goal> {
    let mut gates = Vec::new();
    for leg in way.windows(2) {
        let crossing = |door: &[Vec2; 2]| Some((crossing(leg, *door)?, *door));
        let mut crossed: Vec<(f32, [Vec2; 2])> = doors.iter().filter_map(crossing).collect();
        crossed.sort_by(|one, other| one.0.total_cmp(&other.0));
        let gate = |(_, [from, to]): (f32, [Vec2; 2])| Goal::Gate { from, to };
        gates.extend(crossed.into_iter().map(gate));
    }
    gates
}

/// The share of a leg, 0 to 1, before it crosses a door; `None` if it does not. A bend of the way
/// on the line of the door counts for one leg only.
fn crossing(leg: &[Vec2], [from, to]: [Vec2; 2]) -> Option<f32> {
    let along = to - from;
    let side = |position: Vec2| along.perp_dot(position - from);
    let (before, after) = (side(leg[0]), side(leg[1]));
    if (before < 0.0) == (after < 0.0) {
        return None;
    }
    let part = before / (before - after);
    let position = leg[0].lerp(leg[1], part) - from;
    let across = position.dot(along) / along.length_squared();
    (0.0..=1.0).contains(&across).then_some(part)
}

/// The time limit, seconds.
fn time_limit(bodies: &[Body], ways: &[Vec<Vec2>]) -> f64 {
    let length = |way: &[Vec2]| -> f32 { way.windows(2).map(|leg| leg[0].distance(leg[1])).sum() };
    let seconds = |(body, way): (&Body, &Vec<Vec2>)| f64::from(length(way) / body.speed);
    let longest = bodies.iter().zip(ways).map(seconds).fold(0.0, f64::max);
    LIMIT_WAYS * longest + LIMIT_SECONDS + LIMIT_PER_AGENT * bodies.len() as f64
}

#[cfg(test)]
mod tests;
