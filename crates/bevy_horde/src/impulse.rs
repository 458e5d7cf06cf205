//! Impulses: motion that does not come from steering.

use crate::space::MovementSpace;
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::math::damping::{DampedMotion, damp};

/// Throws an agent: a knock-back, a blast, a dash, or a stun.
///
/// While `time` is left the agent is thrown. It moves with `velocity`, which decays exponentially,
/// and which [`max_speed`](crate::agent::SteeringAgent::max_speed) and `max_turn_rate` do not cut.
/// Its behaviors rest: none adds a force, and none of their memories changes. Walls and solid
/// bodies stop it as they stop every agent. It keeps its [`Heading`](crate::agent::Heading). Other
/// agents perceive it with the velocity of the impulse.
///
/// The plugin counts `time` down, and writes to `velocity` what walls, bodies and the decay have
/// left of it. The length of a tick does not matter: in free space the agent moves by
/// `velocity * (1 - exp(-damping * time)) / damping`, or `velocity * time` without damping. Then
/// `velocity` is zero. The agent steers again, from its last velocity cut to `max_speed`. The
/// component stays, and does nothing until the game sets or inserts it again.
///
/// An impulse replaces the one before. To add to it, add to `velocity`. [`Blast`](crate::Blast)
/// gives one to every agent within a radius.
///
/// An agent with [`SteeringDisabled`](crate::agent::SteeringDisabled) is not thrown, and its `time`
/// does not run. With [`ExternalLocomotion`](crate::agent::ExternalLocomotion) the game moves the
/// body: [`Steering::desired_velocity`](crate::agent::Steering::desired_velocity) is the velocity
/// of the impulse, which decays whatever stops the body.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `velocity` | velocity of the agent, world units/s | zero: a stun | finite | thrown farther | - |
/// | `damping` | part of the velocity that is lost, 1/s | 0.0: none | 0 and up | stops sooner | 0 |
/// | `time` | time that is left, s | 0.0 | 0 and up | thrown for longer | 0, or remove |
///
/// The plugin reports an illegal number once, see
/// [`SteeringWarnings`], and uses 0.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// # let zombie = world.spawn(SteeringAgent::default()).id();
/// // 0.4 s off its feet, from 12 units a second to 12 exp(-2.4) = 1.1: it is thrown 1.8 units.
/// let knock_back = Impulse::new(Vec3::new(12.0, 0.0, 0.0), 0.4).with_damping(6.0);
/// world.entity_mut(zombie).insert(knock_back);
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Impulse {
    /// The velocity of the agent, in world space, world units per second.
    pub velocity: Vec3,
    /// The part of the velocity that is lost, per second: it decays as `exp(-damping * t)`.
    pub damping: f32,
    /// The time that is left, seconds.
    pub time: f32,
}

impl Impulse {
    /// Throws an agent with this velocity for `time` seconds, without damping: a dash.
    pub const fn new(velocity: Vec3, time: f32) -> Self {
        Self {
            velocity,
            damping: 0.0,
            time,
        }
    }

    /// The same impulse with damping, per second.
    pub const fn with_damping(mut self, damping: f32) -> Self {
        self.damping = damping;
        self
    }

    /// Whether an agent with this impulse is thrown in the next tick.
    pub fn is_active(&self) -> bool {
        self.time > 0.0
    }

    /// Returns the motion of the next tick, in the plane; `None` when no time is left.
    #[inline]
    pub(crate) fn motion(
        &self,
        entity: Entity,
        (space, max_speed, tick): (MovementSpace, f32, f32),
        warnings: &SteeringWarnings,
    ) -> Option<DampedMotion> {
        if self.time == 0.0 {
            return None;
        }
        let check = warnings.of(entity, "Impulse");
        let time = check.at_least_zero_or_infinite("time", self.time, 0.0);
        let damping = check.at_least_zero("damping", self.damping, 0.0);
        let mut velocity = space.to_plane(self.velocity);
        if !velocity.is_finite() {
            check.unusable("velocity", "is not finite; zero is used instead");
            velocity = Vec2::ZERO;
        }
        (time > 0.0).then(|| damp(velocity, damping, time, max_speed, tick))
    }
}
