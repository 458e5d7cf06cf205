//! Settings of a group that differ from the plugin's defaults, and agents that appear one by one.

use super::Guide;
use super::legal::{self, MAX_AGENTS, MAX_RUN, above_zero, at_most};
use bevy_horde::length::Length;
use bevy_horde::prelude::{AvoidAgents, AvoidObstacles};
use serde::Deserialize;

/// How the agents of a group avoid others and obstacles, how they find their way, and how strong
/// they are.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The largest force, newtons; `None` is 3 times speed times mass.
    pub max_force: Option<f32>,
    /// How they avoid other agents; `None` is the plugin's default.
    pub avoid_agents: Option<AvoidAgents>,
    /// How they avoid obstacles; `None` is the plugin's default.
    pub avoid_obstacles: Option<AvoidObstacles>,
    /// What leads walkers; with `None` each heads for its next goal by itself.
    pub guide: Option<Guide>,
}

impl Settings {
    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self) -> Option<String> {
        let length = |field: &str, length: Length| match length {
            Length::Radii(number) | Length::World(number) => legal::at_least(field, number, 0.0),
        };
        let of_agents = |own: AvoidAgents| {
            above_zero("avoid_agents.horizon", own.horizon)
                .or_else(|| length("avoid_agents.range", own.range))
                .or_else(|| length("avoid_agents.margin", own.margin))
                .or_else(|| share("avoid_agents.idle_responsibility", own.idle_responsibility))
                .or_else(|| legal::at_least("avoid_agents.braking_time", own.braking_time, 0.0))
                .or_else(|| share("avoid_agents.assertiveness", own.assertiveness))
                .or_else(|| legal::at_least("avoid_agents.weight", own.weight, 0.0))
        };
        let of_obstacles = |own: AvoidObstacles| {
            length("avoid_obstacles.sight", own.sight)
                .or_else(|| legal::at_least("avoid_obstacles.look_ahead", own.look_ahead, 0.0))
                .or_else(|| length("avoid_obstacles.min_look_ahead", own.min_look_ahead))
                .or_else(|| length("avoid_obstacles.margin", own.margin))
                .or_else(|| legal::at_least("avoid_obstacles.weight", own.weight, 0.0))
        };
        let force = self.max_force.map(|force| above_zero("max_force", force));
        let agents = || self.avoid_agents.and_then(of_agents);
        let obstacles = || self.avoid_obstacles.and_then(of_obstacles);
        let guide = || self.guide.as_ref().and_then(Guide::find_error);
        let avoidance = force.flatten().or_else(agents).or_else(obstacles);
        avoidance.or_else(guide)
    }
}

fn share(field: &str, number: f32) -> Option<String> {
    legal::at_least(field, number, 0.0).or_else(|| at_most(field, number, 1.0))
}

/// Agents that appear one by one, at the positions of their group in turn.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Emits {
    /// Time from one agent to the next, seconds.
    pub every: f64,
    /// The number of agents.
    pub count: usize,
    /// Time at which the first agent appears, seconds.
    #[serde(default)]
    pub after: f64,
}

impl Emits {
    /// The time at which the agent of this rank in its group appears, seconds.
    pub(super) fn time(&self, rank: usize) -> f64 {
        self.after + rank as f64 * self.every
    }

    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self) -> Option<String> {
        let after = self.after;
        let is_legal = after.is_finite() && after >= 0.0;
        above_zero("emits.every", self.every)
            .or_else(|| legal::count("emits.count", self.count, MAX_AGENTS))
            .or_else(|| {
                (!is_legal).then(|| format!("emits.after is {after}, and must be 0 or more"))
            })
            .or_else(|| at_most("emits.after", after, MAX_RUN))
    }
}
