//! Settled: whether an agent has come to rest in the crowd at its goal.

use crate::progress::Progress;
use bevy::prelude::*;

/// Whether an agent has settled: it stands as near to its goal as the crowd there lets it. The
/// plugin writes this memory.
///
/// With [`SteeringCrowdsPlugin`](crate::SteeringCrowdsPlugin), [`Arrive`], [`Gather`], [`Seek`],
/// [`Pursue`], [`FollowLeader`], [`FollowPath`], [`FollowField`] and [`AvoidObstacles`] require it;
/// without that part of the plugin no agent settles. For all but [`AvoidObstacles`] the goal has to
/// be a place, or an entity at rest. An agent that avoids obstacles and has no way to its goal
/// settles at the place nearest to that goal, whatever behavior sets it. An agent settles
///
/// - at the goal: within half a radius of it (not [`Seek`] and [`Pursue`]). If a solid obstacle
///   covers the goal of [`Arrive`], [`Gather`], [`FollowPath`] or [`FollowField`], or is their
///   target, the goal is the place at its surface on the straight way there;
/// - in touch with its target, if that is a solid agent at rest ([`Seek`], [`Pursue`] and
///   [`Arrive`]). On its last steps it slows down to a fifth of its largest speed, so it does not
///   push the target;
/// - in the crowd: near agents that have settled for the same goal it takes the best free place at
///   their edge, and settles there. The best place has the least distance to the goal, plus a tenth
///   of the way round the crowd to it. The agent keeps its place while it walks there, unless a
///   body stands on it, or an agent that is nearer to the place takes it. It does not go round for
///   less than half a radius: after 0.5 s without progress it settles where it is, or takes another
///   place. After 4 s without progress it settles in any case;
/// - at a goal that cannot be reached: within 3 radii it has made no progress for 2 s.
///   Its body would not fit at the goal, and no agent has settled for it.
///
/// A passage holds no places: a position between two walls within 4 radii, the 4 radii behind it,
/// and what is out of sight of the goal. An agent there goes on to any free place, and its crowd
/// makes way. It settles where it is after 30 s without progress, or when no place is free.
///
/// A settled agent stands at its spot, and its flock does not move it. It steps aside and comes
/// back when an agent with another goal has to pass a crowd with a packing above 0.35, or is near
/// by and slower than 0.6 of its preferred speed. For an agent that passes on, it steps aside and
/// stays there. If others have pushed it off its spot, and are in the way back or on the spot, it
/// does not press. After 2 s without progress its spot is where it is. Once there has been room
/// one radius away for 0.5 s, at least 0.3 radii nearer to the goal, its spot is there. A free goal
/// itself is for the nearest agent of the crowd. A settled agent gives up its spot when
///
/// - its goal moves by more than half a radius in one update, or a way to it opens;
/// - something pushes it more than 6 radii away from its spot;
/// - it is the nearest agent of the crowd, and there has been room at the goal itself for 0.5 s.
///
/// An agent that has settled at its goal, and is the only agent settled for that goal, has a place
/// of its own: the goal stays its spot. It walks back as far as others let it. It gives up its
/// place when its goal moves by more than half a radius in one update, when it is more than 30
/// radii away, or when it has been more than a radius away for 4 s. While an agent that has not
/// settled passes within 10 radii, the settled agent waits for up to 20 s.
///
/// An agent without [`AvoidAgents`] settles, too. Bodies that are not solid share a place.
///
/// [`Arrive`]: crate::behaviors::Arrive
/// [`AvoidAgents`]: crate::behaviors::AvoidAgents
/// [`AvoidObstacles`]: crate::behaviors::AvoidObstacles
/// [`FollowField`]: crate::behaviors::FollowField
/// [`FollowLeader`]: crate::behaviors::FollowLeader
/// [`FollowPath`]: crate::behaviors::FollowPath
/// [`Gather`]: crate::behaviors::Gather
/// [`Pursue`]: crate::behaviors::Pursue
/// [`Seek`]: crate::behaviors::Seek
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Settled {
    /// Whether it has settled.
    pub is_settled: bool,
    /// Whether it is on its way to a free place, its `spot`.
    pub has_place: bool,
    /// Whether it goes there through its crowd, because it is in a passage. The crowd makes way.
    pub passes_through: bool,
    /// The goal for which it has settled, in the plane.
    pub goal: Vec2,
    /// Where it stands; before it settles, the free place for which it heads. In the plane.
    pub spot: Vec2,
    /// How long it has made no progress to its spot, or to its goal before it has one.
    pub progress: Progress,
    /// How long there has been room nearer to the goal, seconds.
    pub room_for: f32,
}

impl Settled {
    /// Whether a flag or a time is set; a goal and a spot alone say nothing.
    pub(crate) fn holds_something(&self) -> bool {
        let has_time = (self.progress.stuck_for != 0.0) | (self.room_for != 0.0);
        self.is_settled | self.has_place | has_time
    }
}
