//! Groups of similar agents and their movement.

use super::settings::{Emits, Settings};
use super::{Guide, Placement, Spread};
use crate::barrier::Barrier;
use crate::flocking::FlockView;
use bevy::math::Vec2;
use bevy_horde::prelude::{AvoidAgents, AvoidObstacles};
use serde::Deserialize;

/// Default mass of a body, kilograms.
const USUAL_MASS: f32 = 70.0;

/// A group of similar agents.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Their start positions.
    pub start: Placement,
    /// Their movement.
    pub moves: Movement,
    /// Body radius, meters.
    pub radius: Spread,
    /// Largest speed, meters per second.
    pub speed: Spread,
    /// Mass of each, kilograms.
    #[serde(default = "usual_mass")]
    pub mass: f32,
    /// The largest force of each, newtons; `None` is 3 times speed times mass.
    #[serde(default)]
    pub max_force: Option<f32>,
    /// How they avoid other agents; `None` is the plugin's default.
    #[serde(default)]
    pub avoid_agents: Option<AvoidAgents>,
    /// How they avoid obstacles; `None` is the plugin's default.
    #[serde(default)]
    pub avoid_obstacles: Option<AvoidObstacles>,
    /// What leads walkers; with `None` each heads for its next goal by itself.
    #[serde(default)]
    pub guide: Option<Guide>,
    /// How the agents appear one by one; with `None` all are there at the start.
    #[serde(default)]
    pub emits: Option<Emits>,
}

impl Group {
    /// The number of its agents.
    pub(super) fn count(&self) -> usize {
        self.emits.map_or(self.start.count(), |emits| emits.count)
    }

    /// The settings that differ from the plugin's defaults.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            max_force: self.max_force,
            avoid_agents: self.avoid_agents,
            avoid_obstacles: self.avoid_obstacles,
            guide: self.guide.clone(),
        }
    }
}

const fn usual_mass() -> f32 {
    USUAL_MASS
}

/// The movement of a group.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Movement {
    /// Walk from goal to goal; the scenario's arrival says what follows.
    Walks(Vec<Goal>),
    /// Stay at the start, and return after stepping aside.
    Stands,
    /// Circulate on a closed path forever.
    Circulates {
        /// Its corners in order, meters.
        path: Vec<Vec2>,
        /// Distance at which a corner counts as passed, meters.
        within: f32,
    },
    /// Hunt a moving target, like a horde.
    Hunts {
        /// The name of one of the scenario's targets.
        target: String,
    },
    /// Flock together.
    Flocks {
        /// Their view range and angle.
        view: FlockView,
    },
}

/// A goal of a walker.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub enum Goal {
    /// The same position for all agents, meters.
    Point(Vec2),
    /// One position per agent, in the order of the group, meters.
    Points(Vec<Vec2>),
    /// An offset from the start of each agent, meters.
    Offset(Vec2),
    /// The start of each agent, mirrored through a center, meters.
    Antipode(Vec2),
    /// The start of each agent.
    Start,
    /// A line to cross anywhere between its ends. Each agent heads for the nearest point of the
    /// line where its body fits.
    Gate {
        /// One end, meters.
        from: Vec2,
        /// The other end, meters.
        to: Vec2,
    },
    /// The inside of a shape. Each agent heads for the nearest point where its body fits, and has
    /// arrived when its center is inside.
    Area(Barrier),
}
