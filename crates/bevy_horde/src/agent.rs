//! What an agent is: its body, its limits, its velocity, and the force that steers it.

use crate::agent_id::AgentId;
use crate::arbitration::{BehaviorForces, SteeringContributions};
use crate::behaviors::{Looker, NeighborRules, RuleSources};
use crate::locomotion::{Motion, Pressing};
use crate::perception::{AgentState, Perception, SettingsVersion};
use bevy::prelude::*;

/// A body that steers: the one component that every agent needs.
///
/// Adding it adds [`Transform`], [`Velocity`], [`Heading`], [`Facing`], [`Steering`], [`Perception`], [`AgentId`] and the
/// plugin's working memory. Without a behaviour component beside it the agent coasts.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `body_radius` | radius of the body, world units | 0.5 | 0 and up | a larger body; lengths in radii grow too | 0: a point |
/// | `max_speed` | largest speed, world units/s | 5.0 | 0 and up | faster | 0: stands |
/// | `max_force` | largest steering force, mass x world units/s^2 | 15.0: full speed in a third of a second | 0 and up | nimbler | 0: coasts |
/// | `mass` | resistance to force, any unit | 1.0 | above 0 | sluggish; yields less in a crowd | - |
/// | `max_turn_rate` | how fast the direction of motion may turn, rad/s | infinite | 0 and up | tighter turns | infinite |
/// | `solid` | whether the body is kept out of solid obstacles and other solid bodies | true | - | - | false |
/// | `combine` | how the contributions become one force | [`Combine::Prioritised`] | - | - | - |
///
/// A change counts from the next tick on. A lower `max_speed` acts within that tick, whatever the
/// force: the plugin shortens the velocity to it and keeps the direction. To slow an agent down
/// gently, lower `max_speed` in small steps.
///
/// An illegal number is reported once (see [`InputWarnings`](crate::validation::InputWarnings)); meanwhile a bad mass
/// counts as 1, a bad turn rate as infinite, any other as 0.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(
    Transform,
    Velocity,
    Heading,
    Facing,
    Steering,
    Perception,
    AgentId,
    AgentState,
    BehaviorForces,
    SettingsVersion,
    RuleSources,
    NeighborRules,
    Looker,
    SteeringContributions,
    PositionRemainder,
    Motion,
    Pressing
)]
pub struct SteeringAgent {
    /// Radius of the body, world units.
    pub body_radius: f32,
    /// Largest speed, world units per second.
    pub max_speed: f32,
    /// Largest steering force, in mass times world units per second squared.
    pub max_force: f32,
    /// Mass, in any unit that `max_force` shares.
    pub mass: f32,
    /// How fast the direction of motion may turn, radians per second.
    pub max_turn_rate: f32,
    /// Whether the body is kept out of solid obstacles and other solid bodies.
    pub solid: bool,
    /// How the contributions become one force.
    pub combine: Combine,
}

/// The part of the largest speed that the default force adds in one second.
const DEFAULT_NIMBLENESS: f32 = 3.0;

impl SteeringAgent {
    /// An agent with the given body radius (world units) and largest speed (world units per second).
    ///
    /// Its mass is 1, and its force reaches full speed from rest in a third of a second.
    pub const fn new(body_radius: f32, max_speed: f32) -> Self {
        Self {
            body_radius,
            max_speed,
            max_force: DEFAULT_NIMBLENESS * max_speed,
            mass: 1.0,
            max_turn_rate: f32::INFINITY,
            solid: true,
            combine: Combine::Prioritised,
        }
    }

    /// The same agent with another largest force.
    pub const fn with_max_force(mut self, max_force: f32) -> Self {
        self.max_force = max_force;
        self
    }

    /// The same agent with another mass; its force stays, so that a heavier one is more sluggish.
    pub const fn with_mass(mut self, mass: f32) -> Self {
        self.mass = mass;
        self
    }

    /// The same agent with a limit, in radians per second, on how fast its direction of motion turns.
    pub const fn with_max_turn_rate(mut self, max_turn_rate: f32) -> Self {
        self.max_turn_rate = max_turn_rate;
        self
    }

    /// The same agent with another way to combine its contributions.
    pub const fn with_combine(mut self, combine: Combine) -> Self {
        self.combine = combine;
        self
    }

    /// The same agent as a ghost: steered, perceived, but not kept out of anything.
    pub const fn without_solidity(mut self) -> Self {
        self.solid = false;
        self
    }
}

impl Default for SteeringAgent {
    fn default() -> Self {
        Self::new(0.5, 5.0)
    }
}

/// How an agent's contributions become one force of at most `max_force`.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Combine {
    /// All contributions times their weights, added and truncated once.
    WeightedSum,
    /// Tier by tier ([`Tier`](crate::arbitration::Tier)): avoidance first, then society, then goals, until the force is
    /// used up. An agent in trouble forgets its errand. The default.
    #[default]
    Prioritised,
}

/// Velocity in the world, world units per second. Written by the plugin, and readable or settable by the game at any time.
///
/// The plugin neither reads nor writes the component outside the plane. An agent with
/// [`SteeringDisabled`] keeps the velocity that it had when it was disabled.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Velocity(pub Vec3);

/// What the agent's position lost to rounding in the last tick, world units, in steering coordinates; made up for in the next.
///
/// Far from the origin, or in short ticks, a slow body moves by less than the numbers in its `Transform` can tell: 2 km out
/// nothing slower than 1.5 cm/s would move at 240 ticks a second. Written by the plugin; belongs to a saved game. What
/// rounding cannot have left, because the game has put the agent elsewhere, is forgotten. Zero by default; removing it does
/// without.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct PositionRemainder(pub Vec2);

/// The unit vector along which the agent looks and feels its way: that of its velocity, and while it stands, the last one.
///
/// Memory, written by the plugin. The zero vector (the default) stands for "not known yet": the first tick takes it from
/// the rotation of the `Transform`.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Heading(pub Vec3);

/// How the `Transform`'s rotation follows the heading.
///
/// For looks only: no steering test reads it.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `rotate` | whether the plugin writes the rotation | true | - | - | false: upright sprites |
/// | `smoothing_time` | time in which two thirds of a turn are made, s | 0.1 | 0 and up | softer, later turns | 0: at once |
/// | `max_turn_rate` | fastest visible turn, rad/s | infinite | 0 and up | faster | infinite |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Facing {
    /// Whether the plugin writes the rotation.
    pub rotate: bool,
    /// Time in which two thirds of a turn are made, seconds.
    pub smoothing_time: f32,
    /// Fastest visible turn, radians per second.
    pub max_turn_rate: f32,
}

impl Facing {
    /// The rotation is the game's own affair.
    pub const NONE: Self = Self {
        rotate: false,
        smoothing_time: 0.0,
        max_turn_rate: f32::INFINITY,
    };
}

impl Default for Facing {
    fn default() -> Self {
        Self {
            rotate: true,
            smoothing_time: 0.1,
            max_turn_rate: f32::INFINITY,
        }
    }
}

/// The result of a tick's thinking: what moves the agent, or what a game that moves it reads.
///
/// Written by [`SteeringSystems::Arbitrate`](crate::SteeringSystems::Arbitrate).
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Steering {
    /// The combined force, at most `max_force` long, in world space.
    pub force: Vec3,
    /// The velocity that the force leads to after this tick, at most `max_speed` long, in world space.
    ///
    /// A game with its own physics hands this to its character controller, and writes the velocity that comes of it back
    /// to [`Velocity`] every tick: this is one tick's step from there, not the speed to end up with.
    pub desired_velocity: Vec3,
    /// Whether any behaviour had an opinion. Without one the force is zero and the agent coasts.
    pub has_opinion: bool,
}

/// Takes an agent out of steering: it neither thinks nor moves, and others perceive it as a standing body.
///
/// Insert to disable, remove to enable. The other components keep their values, [`Velocity`] too,
/// so an agent that is enabled goes on at its old speed. Set `Velocity` to zero for a start from
/// rest. Meanwhile other agents perceive the body at rest, and an animation asks for this component
/// beside `Velocity`.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct SteeringDisabled;

/// The game moves this agent's body itself: the plugin reads its `Transform` and `Velocity` and writes neither.
///
/// The agent thinks as usual; read [`Steering`]. Other solid agents give way to its body, and it to none: two such agents
/// are kept apart by the game, or not at all.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct ExternalLocomotion;
