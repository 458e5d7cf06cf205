//! Settled: whether an agent has come to rest in the crowd at its goal.

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
/// - in the crowd: it is beside agents that have settled for the same goal, and has not come nearer
///   to the goal for 0.5 s. Its distance to the goal is at most 1.08 radii of the disc that they
///   fill at a packing of 0.6, plus 0.2 body radii. While the agent goes round the crowd, the 1.08
///   grow evenly to 1.2 in 24 s, or in the time for half a round at 0.7 of its largest speed if
///   that is longer. After 5 s the 0.2 body radii grow by 0.25 a second, up to 15 / R² more, where
///   R is the radius of the disc in body radii: a small crowd is not round. Beside walls the
///   distance is at most 1.18 radii of the disc that they fill there, or the agent has gone round
///   the crowd for 2 s. There the 1.18 grow by 0.005 a second; time at rest counts in full, and
///   time at 0.7 of its largest speed as a fifth;
/// - at a goal that cannot be reached: within 3 radii of the goal it has not come nearer for 2 s.
///   Its body would not fit at the goal, and no agent has settled for it.
///
/// Where walls leave only a doorway to the goal, an agent beside the crowd does not settle in the
/// doorway, before it or out of sight of the goal: it passes on to a free place. It gives up once
/// it has been slower than a tenth of its largest speed for 30 s, or for 5 s in sight of its place.
///
/// A settled agent stands at its spot, and its flock does not move it. It steps aside and comes
/// back when an agent with another goal has to pass a crowd with a packing above 0.35, or is near
/// by and slower than 0.6 of its preferred speed. For an agent that passes on, it steps aside and
/// stays there. If others have pushed it off its spot, and are in the way back or on the spot, it
/// does not press. After 2 s its spot is where it is. Once there has been room one radius away for
/// 0.5 s, at least 0.3 radii nearer to the goal, its spot is there. A free goal itself is for the
/// nearest agent of the crowd. A settled agent gives up its spot when
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
    /// Whether it goes on to a free place to settle, because here it would block a doorway.
    pub passes_through: bool,
    /// The goal for which it has settled, in the plane.
    pub goal: Vec2,
    /// Where it stands; before it settles, where it has been nearest to its goal, or the free
    /// place to which it passes on. In the plane.
    pub spot: Vec2,
    /// How long it has been away from its spot; before it settles, how long it has not come nearer
    /// to its goal, or how long its free place has been taken. Seconds.
    pub blocked_for: f32,
    /// How long there has been room nearer to the goal; before it settles, how long it has waited
    /// while it goes round the crowd or passes on. In sight of its free place time counts six
    /// times. Seconds.
    pub room_for: f32,
}

impl Settled {
    /// Whether a flag or a time is set; a goal and a spot alone say nothing.
    pub(crate) fn holds_something(&self) -> bool {
        let has_time = (self.blocked_for != 0.0) | (self.room_for != 0.0);
        self.is_settled | self.passes_through | has_time
    }
}
