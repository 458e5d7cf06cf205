//! Line of sight: obstacles hide agents and targets.

use super::AgentState;
use super::by_behavior::{OfBehavior, entry_of, set_entry};
use crate::obstacle::{ObstacleIndex, obstacle_of};
use crate::validation::FieldCheck;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use core::f32::consts::PI;
use horde_kernel::math::portable;
use std::borrow::Cow;

/// Slack for rounding, so that a target exactly on the edge of the view is in it.
const EDGE_SLACK: f32 = 4.0 * f32::EPSILON;
/// The distance at which an agent reaches the place where it last saw its target, and notices a
/// target at any bearing, body radii.
pub(crate) const NEAR_ENOUGH: f32 = 2.0;
/// An agent notices a target at any bearing if the gap between the two bodies is at most this, in
/// radii of the agent.
const TOUCHING: f32 = 0.5;

/// Requires a free line of sight. An agent without this component sees through everything.
///
/// A center is in sight of another when the straight line between them touches no
/// [opaque](crate::obstacle::Obstacle::opaque) obstacle. A line that touches a corner is blocked.
/// The line is tested last, for agents in view, near enough and perceived. An agent inside of an
/// opaque obstacle sees no agent. An obstacle that is itself the agent or its target hides nothing.
///
/// Behaviors about neighbors use the nearest
/// [`Perception::max_neighbors`](super::Perception::max_neighbors) of the agents in sight. Of
/// targets only a [`Target::Entity`](crate::target::Target::Entity) and a
/// [`Target::NearestOf`](crate::target::Target::NearestOf) can be hidden: a place is known, not
/// seen. [`AvoidObstacles`](crate::behaviors::AvoidObstacles),
/// [`Whiskers`](crate::behaviors::Whiskers) and solid bodies ignore the line of sight.
///
/// A target is in sight when its center is within `range`, its bearing within `half_angle` of the
/// heading, and no opaque obstacle is between. A target that the agent sees already stays in sight
/// within `tracking_angle`: eyes follow a target, while the heading follows the velocity. So an
/// agent does not lose its target when it aims ahead of it, or goes round something. The bearing
/// does not count for a target within two body radii, or with a gap of at most half a radius
/// between the bodies. So a narrow view does not lose a target that the agent touches. Range and
/// angle are about targets only: each rule about neighbors has a [`View`](super::View) of its own.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `neighbors` | whether neighbors must be in sight to count | true | any | - | false: heeds them through walls |
/// | `hidden_target` | the response to a target out of sight | [`HiddenTarget::LastSeen`] | any | - | [`HiddenTarget::KeepTracking`], which needs no sight of targets |
/// | `range` | how far it sees targets, center to center, world units | infinite | 0 and up | sees farther targets | infinite |
/// | `half_angle` | from the heading to the edge of its view of targets, radians | pi: all round | 0 and up; above pi counts as pi | sees more to the sides and behind | pi |
/// | `tracking_angle` | from the heading to the edge of its view of a target that it sees already, radians | pi: all round | `half_angle` and up; above pi counts as pi, less as `half_angle` | loses a target later that gets beside or behind it | `half_angle`: as stiff as a camera on a wall |
/// | `memory_time` | how long it remembers where it last saw a target, s; for [`HiddenTarget::LastSeen`] | infinite: until it is there | 0 and up | searches longer | infinite; 0 forgets at once, as [`HiddenTarget::GiveUp`] does |
///
/// A bad range or memory time counts as 0, a bad angle as pi.
///
/// ```
/// # use bevy_horde::prelude::*;
/// // A guard: sees 60 degrees to each side and 12 units far. It goes to where it last saw its
/// // target, for at most 5 seconds.
/// let guard = LineOfSight::default().within(12.0, 1.05).remembering(5.0);
/// # assert_eq!(guard.memory_time, 5.0);
/// ```
///
/// Costs one cast per target and tick, and one per neighbor until enough are in sight. For the
/// nearest of a group it casts to at most about eight of the nearest members, until one is in
/// sight, and to eight others by turns. So in a group of hundreds, an agent notices a far member
/// that comes into sight within a second or two. Of a group of up to 16 it tests all in each tick.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(LastSeen)]
pub struct LineOfSight {
    /// Whether neighbors must be in sight to count.
    pub neighbors: bool,
    /// The response to a target out of sight.
    pub hidden_target: HiddenTarget,
    /// How far the agent sees targets, center to center, world units.
    pub range: f32,
    /// The angle from the heading to the edge of the view of targets, radians.
    pub half_angle: f32,
    /// The angle from the heading to the edge of the view of a target that the agent sees already,
    /// radians.
    pub tracking_angle: f32,
    /// How long the agent remembers where it last saw a target, seconds.
    pub memory_time: f32,
}

impl LineOfSight {
    /// The same with a view of targets: `range` world units far, and `half_angle` radians to each
    /// side of the heading.
    pub const fn within(mut self, range: f32, half_angle: f32) -> Self {
        (self.range, self.half_angle) = (range, half_angle);
        self
    }

    /// The same with another view of a target that the agent sees already: radians to each side of
    /// the heading.
    pub const fn tracking(mut self, tracking_angle: f32) -> Self {
        self.tracking_angle = tracking_angle;
        self
    }

    /// The same with another time for which the agent remembers where it last saw a target,
    /// seconds.
    pub const fn remembering(mut self, memory_time: f32) -> Self {
        self.memory_time = memory_time;
        self
    }

    /// Whether a target with this place and body radius is within range, and within the angle or
    /// so near that the angle does not count. The agent looks along the unit vector `look`.
    pub(crate) fn has_in_view(
        &self,
        agent: &AgentState,
        look: Vec2,
        (to, radius): (Vec2, f32),
        is_seen_already: bool,
        check: FieldCheck<'_>,
    ) -> bool {
        let offset = to - agent.position;
        let distance = offset.length();
        if distance > self.legal_range(check) {
            return false;
        }
        let mut half_angle = check.at_least_zero("half_angle", self.half_angle, PI);
        if is_seen_already {
            let tracking = check.at_least_zero("tracking_angle", self.tracking_angle, PI);
            half_angle = half_angle.max(tracking);
        }
        // Compares cosines, as the views of neighbors do, so that an edge at 90 degrees is exact.
        let touch = (1.0 + TOUCHING) * agent.body_radius + radius;
        half_angle >= PI
            || distance <= touch.max(NEAR_ENOUGH * agent.body_radius)
            || offset.dot(look) >= distance * (portable::cos(half_angle) - EDGE_SLACK)
    }

    /// The range, or 0 if it is not legal.
    pub(crate) fn legal_range(&self, check: FieldCheck<'_>) -> f32 {
        check.at_least_zero_or_infinite("range", self.range, 0.0)
    }
}

impl Default for LineOfSight {
    fn default() -> Self {
        Self {
            neighbors: true,
            hidden_target: HiddenTarget::LastSeen,
            range: f32::INFINITY,
            half_angle: PI,
            tracking_angle: PI,
            memory_time: f32::INFINITY,
        }
    }
}

/// The response of a behavior to a target out of sight.
///
/// A target that comes into sight again is followed, or fled from, again. When no behavior adds
/// anything, the agent keeps its velocity. To stop the agent, watch
/// [`Steering::has_contribution`](crate::agent::Steering::has_contribution) and give it an
/// [`Arrive`](crate::behaviors::Arrive) at its own place.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum HiddenTarget {
    /// Nothing changes: the agent knows the place of the target, and remembers it as if seen.
    KeepTracking,
    /// The behavior acts as if the target stood where it was last seen. For a target that was never
    /// seen the behavior adds nothing.
    ///
    /// Once there, within two body radii or the way of one tick, the agent forgets the place and
    /// the behavior adds nothing. Every behavior forgets it after [`LineOfSight::memory_time`].
    ///
    /// A behavior that stays at its target keeps the place. So give a guard that waits there an
    /// [`Arrive`](crate::behaviors::Arrive) in place of a `Pursue`. With a
    /// [`Journey`](crate::behaviors::Journey), [`Arrived`](crate::behaviors::Arrived) tells when to
    /// begin to wait. [`LastSeen::forget`] ends the wait.
    #[default]
    LastSeen,
    /// The agent forgets the target at once, and the behavior adds nothing.
    GiveUp,
}

/// Where each behavior last saw its target. Memory, written by the plugin for agents with a
/// [`LineOfSight`]. The memory of a behavior ends when the behavior is removed from the agent.
///
/// ```
/// # use bevy_horde::prelude::*;
/// /// Whether an agent sees the target of its `Pursue` now.
/// fn sees_prey(last_seen: &LastSeen) -> bool {
///     last_seen.of::<Pursue>().is_some_and(|seen| seen.age == 0.0)
/// }
/// # assert!(!sees_prey(&LastSeen::default()));
/// ```
#[derive(Component, Reflect, MapEntities, Clone, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct LastSeen {
    /// The seen targets, sorted by behavior.
    #[entities]
    pub targets: Vec<SeenTarget>,
}

/// A target, and where it was last seen.
#[derive(Reflect, MapEntities, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct SeenTarget {
    /// The behavior with this target: the type path of its component.
    pub behavior: Cow<'static, str>,
    /// The target. When the behavior gets another target, this memory is not used.
    #[entities]
    pub entity: Entity,
    /// Where the target was last seen, in the plane.
    pub position: Vec2,
    /// How long ago the target was last seen, seconds; 0 while it is in sight. The age does not
    /// grow while the agent is disabled.
    #[cfg_attr(feature = "serialize", serde(default))]
    pub age: f32,
}

impl SeenTarget {
    /// The memory that the behavior `B` has of a target in sight, at `position`.
    pub fn of<B: TypePath>(entity: Entity, position: Vec2) -> Self {
        Self {
            behavior: Cow::Borrowed(B::type_path()),
            entity,
            position,
            age: 0.0,
        }
    }
}

impl OfBehavior for SeenTarget {
    fn behavior(&self) -> &str {
        &self.behavior
    }
}

impl LastSeen {
    /// Where the behavior `B` last saw its target; `None` if it has never seen it, or has forgotten
    /// it.
    pub fn of<B: TypePath>(&self) -> Option<&SeenTarget> {
        entry_of(&self.targets, B::type_path())
    }

    /// Forgets where the behavior `B` last saw its target, until it sees it again.
    ///
    /// ```
    /// # use bevy::prelude::*;
    /// # use bevy_horde::perception::SeenTarget;
    /// # use bevy_horde::prelude::*;
    /// let seen = SeenTarget::of::<Pursue>(Entity::PLACEHOLDER, Vec2::ZERO);
    /// let mut last_seen = LastSeen { targets: vec![seen] };
    /// last_seen.forget::<Pursue>();
    /// assert!(last_seen.of::<Pursue>().is_none());
    /// ```
    pub fn forget<B: TypePath>(&mut self) {
        self.set::<B>(None);
    }

    /// Sets or removes the target of the behavior `B`: the entity, where it was last seen, and how
    /// long ago, seconds.
    pub(crate) fn set<B: TypePath>(&mut self, target: Option<(Entity, Vec2, f32)>) {
        let seen = target.map(|(entity, position, age)| SeenTarget {
            age,
            ..SeenTarget::of::<B>(entity, position)
        });
        set_entry(&mut self.targets, B::type_path(), seen);
    }
}

/// Whether no opaque obstacle hides the two entities from each other. An obstacle that is one of
/// these entities does not count.
pub(crate) fn is_in_sight(
    obstacles: &ObstacleIndex,
    from: (Entity, Vec2),
    to: (Entity, Vec2),
) -> bool {
    obstacles.line_of_sight_past(from.1, to.1, |obstacle| {
        obstacle == obstacle_of(from.0) || obstacle == obstacle_of(to.0)
    })
}
