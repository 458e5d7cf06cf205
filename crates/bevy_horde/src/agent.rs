//! The components of an agent: its body, its limits, its velocity, and the force that steers it.

use crate::agent_id::AgentId;
use bevy::prelude::*;

pub use horde_kernel::motion::combine::Combine;

/// A body that steers: the one component that every agent needs.
///
/// Adding it adds [`Transform`], [`Velocity`], [`Heading`], [`Facing`], [`Steering`] and
/// [`AgentId`]. With [`SteeringPlugin`](crate::SteeringPlugin) in the app it also adds
/// [`Perception`](crate::perception::Perception) and the working memory of the plugin. Without a
/// behavior component the agent keeps its velocity. A game that sets [`Velocity`] in each tick
/// moves the agent; walls and solid bodies still stop it. A game that sets [`Transform`] puts the
/// agent elsewhere; its memories stay. To begin anew, despawn the agent and spawn another.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `body_radius` | radius of the body, world units | 0.5 | 0 and up | a larger body; lengths in radii grow too | 0: a point |
/// | `max_speed` | largest speed, world units/s | 5.0 | 0 and up | faster | 0: does not move |
/// | `max_force` | largest steering force, mass x world units/s^2 | 15.0: full speed in a third of a second | 0 and up | more agile | 0: keeps its velocity |
/// | `mass` | resistance to force, any unit | 1.0 | above 0 | slower to react; moves less when bodies overlap | - |
/// | `max_turn_rate` | how fast the direction of motion may turn, rad/s | infinite | 0 and up | tighter turns | infinite |
/// | `solid` | whether solid obstacles and other solid bodies keep the body out | true | - | - | false |
/// | `combine` | how the contributions become one force | [`Combine::Prioritized`] | - | - | - |
///
/// Of two bodies that overlap the lighter one yields more. The weight of a body is its mass times
/// its squared radius. So of two agents with the default mass the larger yields less: at twice the
/// radius it takes a fifth of the overlap. The force that an agent needs depends on the mass alone.
///
/// A change counts from the next tick on. A lower `max_speed` acts within that tick, whatever the
/// force: the plugin shortens the velocity to it and keeps the direction. To slow an agent down
/// gently, lower `max_speed` in small steps.
///
/// The plugin reports an illegal number once, see
/// [`SteeringWarnings`](crate::validation::SteeringWarnings). Meanwhile a bad mass counts as 1, a
/// bad turn rate as infinite, and any other number as 0.
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
    AgentId,
    PositionRemainder
)]
pub struct SteeringAgent {
    /// Radius of the body, world units.
    pub body_radius: f32,
    /// Largest speed, world units per second.
    pub max_speed: f32,
    /// Largest steering force, in mass times world units per second squared.
    pub max_force: f32,
    /// Mass, in any unit that `max_force` shares; times the squared radius where bodies overlap.
    pub mass: f32,
    /// How fast the direction of motion may turn, radians per second.
    pub max_turn_rate: f32,
    /// Whether solid obstacles and other solid bodies keep the body out.
    pub solid: bool,
    /// How the contributions become one force.
    pub combine: Combine,
}

/// Makes `C` a required component of every [`SteeringAgent`].
pub(crate) fn require<C: Component + Default>(app: &mut App) {
    require_for::<SteeringAgent, C>(app);
}

/// Makes `C` a required component of every `B`.
pub(crate) fn require_for<B: Component, C: Component + Default>(app: &mut App) {
    let world = app.world_mut();
    world
        .try_register_required_components::<B, C>()
        .expect("SteeringPlugin has to be added before the first SteeringAgent is spawned");
}

/// How many times the largest speed the default force adds in one second, at mass 1.
const DEFAULT_NIMBLENESS: f32 = 3.0;

impl SteeringAgent {
    /// An agent with the given body radius (world units) and largest speed (world units per
    /// second).
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
            combine: Combine::Prioritized,
        }
    }

    /// The same agent with another largest force.
    pub const fn with_max_force(mut self, max_force: f32) -> Self {
        self.max_force = max_force;
        self
    }

    /// The same agent with another mass. The force stays the same, so a heavier agent reacts more
    /// slowly.
    pub const fn with_mass(mut self, mass: f32) -> Self {
        self.mass = mass;
        self
    }

    /// The same agent with a limit on how fast its direction of motion turns, radians per second.
    pub const fn with_max_turn_rate(mut self, max_turn_rate: f32) -> Self {
        self.max_turn_rate = max_turn_rate;
        self
    }

    /// The same agent with another way to combine its contributions.
    pub const fn with_combine(mut self, combine: Combine) -> Self {
        self.combine = combine;
        self
    }

    /// The same agent without solidity: it passes through obstacles and bodies. It still steers,
    /// and other agents still perceive it.
    pub const fn non_solid(mut self) -> Self {
        self.solid = false;
        self
    }
}

impl Default for SteeringAgent {
    fn default() -> Self {
        Self::new(0.5, 5.0)
    }
}

/// Velocity in the world, world units per second.
///
/// The plugin writes it, and the game may read or set it at any time. The plugin neither reads nor
/// writes the coordinate outside the plane. An agent with [`SteeringDisabled`] keeps the velocity
/// that it had when it was disabled.
///
/// If a game sets it in every tick, as for a player, the agent's behaviors have only the force of
/// one tick. That changes the velocity by at most `max_force / mass` times the tick. Obstacles and
/// other bodies still stop the player. So an
/// [`Obstacle::closed_polyline`](crate::obstacle::Obstacle::closed_polyline) keeps the player in an
/// arena, and [`Contain`](crate::behaviors::Contain) does not. The plugin cuts a velocity above
/// `max_speed` to that length.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Velocity(pub Vec3);

/// The part of an agent's movement that rounding took from its position in the last tick.
///
/// World units, in the plane. The next tick adds it to the position.
///
/// Far from the origin, or in short ticks, a slow body moves by less than one step of the numbers
/// in its `Transform`. 2 km from the origin, at 240 ticks a second, nothing slower than 1.5 cm/s
/// would move.
///
/// The plugin writes this component, and it is part of a saved game. The plugin ignores a value
/// that rounding cannot have left, as after the game has moved the agent. The default is zero. An
/// agent without the component loses that part in every tick.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct PositionRemainder(pub Vec2);

/// The unit vector along which the agent looks: the direction of its velocity, or where it turns
/// to while it is slow, see [`Facing::slow_speed`].
///
/// The plugin writes it. The zero vector (the default) means unknown: the first tick takes the
/// heading from the rotation of the `Transform`. A game may set it while the agent stands, so that
/// a guard or a camera looks round. While the agent heads for something, it turns back to that.
/// [`LookAt`](crate::behaviors::LookAt) turns it toward a target of its own.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Heading(pub Vec3);

/// How an agent that is slow turns its heading, and how the rotation of the `Transform` follows
/// the heading.
///
/// Draw a sprite so that it looks to the right, along its local +x. A 3D model looks along its
/// local -z, as Bevy's `Transform::forward` says.
///
/// From `slow_speed` on, the [`Heading`] is the direction of the velocity. A slower agent turns
/// toward what it heads for, see [`Steering::heads_for`]. If it heads for nothing, or stands on
/// that place, it keeps its heading. In between the two directions mix, by the square of the speed.
/// So agents that a crowd jostles look at their goal. An agent with a finite
/// [`SteeringAgent::max_turn_rate`] looks along its motion, however slow, and turns when it stands.
///
/// `rotate` and `max_turn_rate` change only how an agent is drawn: no behavior reads them.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `rotate` | whether the plugin writes the rotation | true | - | - | false: upright sprites |
/// | `smoothing_time` | time for two thirds of a turn, s | 0.1 | 0 and up | softer, later turns | 0: at once |
/// | `max_turn_rate` | fastest visible turn, rad/s | infinite | 0 and up | faster | infinite |
/// | `slow_speed` | below it the agent turns toward what it heads for, part of `max_speed` | 0.1 | 0 to 1 | looks at its goal at higher speeds | 0: looks along any motion |
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
    /// Time for two thirds of a turn, seconds.
    pub smoothing_time: f32,
    /// Fastest visible turn, radians per second.
    pub max_turn_rate: f32,
    /// The part of the largest speed below which the agent turns toward what it heads for.
    pub slow_speed: f32,
}

impl Facing {
    /// Leaves the rotation to the game. The heading turns as by default.
    pub const NONE: Self = Self {
        rotate: false,
        ..Self::DEFAULT
    };
    pub(crate) const DEFAULT: Self = Self {
        rotate: true,
        smoothing_time: 0.1,
        max_turn_rate: f32::INFINITY,
        slow_speed: 0.1,
    };
}

impl Default for Facing {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The steering decision of a tick: the combined force, and the velocity that it leads to.
///
/// [`SteeringSystems::Arbitrate`](crate::SteeringSystems::Arbitrate) writes it when it moves the
/// agent. A game with [`ExternalLocomotion`] reads it. Nothing reads what a game writes here.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Steering {
    /// The combined force, at most `max_force` long, in world space.
    pub force: Vec3,
    /// The velocity that the force leads to in this tick, at most `max_speed` long, in world space.
    /// While an [`Impulse`](crate::impulse::Impulse) throws the agent: its velocity, uncut.
    ///
    /// A game with its own physics passes it to its character controller. Every tick the game
    /// writes the resulting velocity back to [`Velocity`]. The value is one tick's step from
    /// `Velocity`, not the final velocity.
    pub desired_velocity: Vec3,
    /// Whether any behavior contributed. If not, the force is zero and the agent keeps its
    /// velocity.
    pub has_contribution: bool,
    /// The place for which the agent heads, in world space on the plane: the target of
    /// the first behavior with a goal, whatever is in the way. `None` without a goal.
    pub heads_for: Option<Vec3>,
}

/// Disables steering: the agent neither decides nor moves, and others perceive a body at rest.
///
/// Insert it to disable, remove it to enable. The other components keep their values, [`Velocity`]
/// too. So an agent that is enabled again continues at its old speed. For a start from rest, set
/// `Velocity` to zero. An animation has to check for this component beside `Velocity`. The agent
/// sees nothing new either: [`LastSeen`](crate::perception::LastSeen) keeps what it held.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct SteeringDisabled;

/// Leaves the movement of an agent to the game: the plugin reads `Transform` and `Velocity`, and
/// writes neither.
///
/// The agent decides as usual; read [`Steering`]. Other solid agents yield to its body, but its
/// body yields to none. The game has to keep two such agents apart. If the game moves agents less
/// often than they steer, they count as blocked in the ticks between: see
/// [`YieldState`](crate::behaviors::YieldState).
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct ExternalLocomotion;

/// A factor on the speed of an agent: slow, haste or fatigue.
///
/// It multiplies [`SteeringAgent::max_speed`] and `max_force`, so that agility stays in proportion:
/// the agent takes as long to its full speed, and to stop, as without it. `max_turn_rate` stays.
/// [`AgentState::max_speed`](crate::perception::AgentState::max_speed) is the product. Without the
/// component the factor is 1.
///
/// A change counts from the next tick on. A lower factor shortens a faster velocity within that
/// tick, as a lower `max_speed` does. To slow an agent down gently, lower it in small steps. For
/// several effects at once, set the product of their factors.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `0` | factor on speed and force | 1.0 | 0 and up | faster | 1, or remove |
///
/// At 0 the agent stands. The plugin reports an illegal number once, see
/// [`SteeringWarnings`](crate::validation::SteeringWarnings), and uses 1.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// # let zombie = world.spawn(SteeringAgent::default()).id();
/// // A zombie in a swamp.
/// world.entity_mut(zombie).insert(SpeedFactor(0.4));
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct SpeedFactor(pub f32);

impl Default for SpeedFactor {
    fn default() -> Self {
        Self(1.0)
    }
}
