//! AvoidAgents: do not run into other agents.

use crate::length::Length;
use bevy::prelude::*;

/// Steers clear of other agents before they meet.
///
/// Acts on every perceived agent within `range`. The agent steps aside where its gap to another
/// will fall below the margin within `horizon`. It also limits the speed of its approach. In
/// oncoming traffic every agent keeps to the passing side, so that lanes and roundabouts form and
/// jams dissolve. Only relative velocities count, so the level's origin does not matter.
///
/// Two agents that both avoid take half of the work each. An agent takes all of the work against an
/// agent without this component, with a higher `priority`, or with a long wait beside an obstacle.
/// Standing agents leave most of the work to moving ones. An agent does not avoid the agent that it
/// seeks, pursues, arrives at or gathers at, see `avoid_target`. Head-on, every agent turns to the
/// [`PassingSide`](crate::PassingSide). Used alone it does nothing until another agent comes. If
/// two agents that limit their speed block each other beside obstacles, one makes room: see
/// [`YieldState`](super::YieldState).
///
/// With a `braking_time` of 0 an agent only steps aside. That costs half as much. It suits agents
/// that pass others now and then, or that bump on purpose: in dense crowds such agents push and may
/// jam.
///
/// Sources: steps aside follow the cone of colliding velocities of Fiorini and Shiller (1998), and
/// limits the velocity dampers of Faverjon and Tournassoud (1987). System:
/// [`step_crowd`](crate::SteeringSystems::Arbitrate), tier
/// [`Avoidance`](crate::arbitration::Tier::Avoidance). Measurements: `docs/motion.md`.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `horizon` | how far ahead a collision matters, s; at least the time for six times the bodies and the margin at full speed | 2.5 | above 0 | earlier, gentler; crowds grow cautious | remove |
/// | `range` | how far to look, center to center | 12 radii | 0 and up | sees fast ones sooner, slower | 0 |
/// | `margin` | gap to keep between the bodies | 0.1 radii | 0 and up | more elbow room | 0 |
/// | `priority` | right of way: the agent does not yield to a lower priority; beyond 2^28 it counts as that | 0 | any | - | 0 |
/// | `idle_responsibility` | part of the work taken on while standing | 0.1 | 0 to 1 | arrived agents step aside more | 0: never |
/// | `braking_time` | time in which a gap may be closed, s; never less than 2.5 radii take at full speed | 0.5 | 0 and up | keeps its distance, softer | 0: only steps aside |
/// | `assertiveness` | how hard it pushes on against agents that go another way: the part of the difference in speed by which they fall back | 0.22 | 0 to 1 | jams dissolve sooner, less calmly | 0 |
/// | `avoid_target` | whether it avoids the agent for which it heads, too | false | - | - | false |
/// | `weight` | factor on the force | 1.0 | 0 and up | more evasive | 0, or remove |
///
/// The target of an agent is the agent for which it heads. The goal of a game's own behavior
/// decides, or else the first of [`Arrive`](crate::behaviors::Arrive),
/// [`Gather`](crate::behaviors::Gather), [`Seek`](crate::behaviors::Seek) and
/// [`Pursue`](crate::behaviors::Pursue) that heads for an agent. Agents with the same target are no
/// oncoming traffic for each other. Solid agents do not avoid each other where no body of their own
/// size fits between them and the target. They close up round it, in touch. With `avoid_target` an
/// agent does none of that, and its [`Separation`](crate::behaviors::Separation) pushes it away
/// from the target too.
///
/// An illegal `horizon` or `braking_time` counts as the default. An `assertiveness` or
/// `idle_responsibility` above 1 counts as 1. Any other illegal number counts as 0. Where two
/// agents meet the same traffic with the same `assertiveness`, one advances by as much as the other
/// falls back.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct AvoidAgents {
    /// How far ahead a collision matters, seconds.
    pub horizon: f32,
    /// How far to look, center to center.
    pub range: Length,
    /// Gap to keep between the bodies.
    pub margin: Length,
    /// Right of way: the agent does not yield to a lower priority.
    pub priority: i32,
    /// Part of the work taken on while standing, 0 to 1.
    pub idle_responsibility: f32,
    /// Time in which a gap may be closed, seconds; 0 for agents that only step aside.
    pub braking_time: f32,
    /// How hard the agent pushes on against agents that go another way, 0 to 1. The agent that
    /// prefers to approach faster advances by this part of the difference, and the other falls
    /// back.
    pub assertiveness: f32,
    /// Whether the agent also avoids the agent for which it heads.
    pub avoid_target: bool,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for AvoidAgents {
    fn default() -> Self {
        Self {
            horizon: 2.5,
            range: Length::Radii(12.0),
            margin: Length::Radii(0.1),
            priority: 0,
            idle_responsibility: 0.1,
            braking_time: 0.5,
            assertiveness: 0.22,
            avoid_target: false,
            weight: 1.0,
        }
    }
}
