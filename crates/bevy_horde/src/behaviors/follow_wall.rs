//! FollowWall: go along a wall at a distance.

use super::goal::active;
use crate::arbitration::{BehaviorForces, Tier};
use crate::length::Length;
use crate::obstacle::{ObstacleId, ObstacleIndex, PlacedObstacle, obstacle_of};
use crate::parallel::{Cost, for_each_agent};
use crate::passing_side::PassingSide;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::trace::{Feeler, SteeringTrace};
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::behaviors::wall_following::{Surface, WallFollowing};
use horde_kernel::math::vector::Side;
use horde_kernel::obstacles::outline::SurfacePoint;
use horde_kernel::obstacles::side::SidePreferences;

/// The largest number of successive walls in front that an agent avoids. A dead end has two.
const MOST_WALLS_IN_FRONT: usize = 4;
/// Without a side, an agent searches for walls from a place shifted by this to the passing side,
/// body radii.
const TIE_BREAK: f32 = 1e-3;
/// The look-ahead is at least this many times the time from rest to the largest speed.
const LEAST_LOOK_AHEAD: f32 = 1.5;
/// The largest look-ahead, seconds. Longer settings count as this.
const MOST_LOOK_AHEAD: f32 = 60.0;

/// Goes along the surface of the obstacle in reach at full speed, keeping a distance.
///
/// Acts while a wall (any obstacle, solid or not) is in `range`; else the behavior adds nothing.
/// The agent goes round a boulder for ever, round the ends of a wall to its other side, and along
/// the inside of a room. The agent turns before it meets a wall in front, such as an inner corner
/// or another obstacle, and then follows that wall. A gap narrower than the body and two distances
/// counts as closed. Of two equally near walls it follows the wall on the [`PassingSide`]. At an
/// outer corner that is too sharp for full speed it swings out and comes back.
///
/// It is a goal of its own: beside [`Seek`](super::Seek) the agent mixes the two. Used alone the
/// agent follows any wall without touching it, at the default force. Source: wall following,
/// Reynolds, "Steering Behaviors for Autonomous Characters" (1999).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `side` | the side on which the wall stays | nearest | any | - | - |
/// | `distance` | gap between body and wall | 0.5 radii | 0 and up | farther off; gaps narrower than the body and two distances count as closed | 0: brushes along it |
/// | `range` | gap up to which a wall is sensed | 10 radii | 0 and up | finds walls farther off | 0 |
/// | `look_ahead` | how far ahead walls in front and the coming gap are predicted, s at the largest speed | 0.5 | 0 and up | turns off inner corners earlier, nears a wall more softly | 0: no longer than it takes to turn |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, FollowWallState)]
pub struct FollowWall {
    /// The side on which the wall stays.
    pub side: WallSide,
    /// Gap between body and wall.
    pub distance: Length,
    /// Gap up to which a wall is sensed.
    pub range: Length,
    /// How far ahead walls in front and the coming gap are predicted, seconds at the largest speed.
    pub look_ahead: f32,
    /// Factor on the force.
    pub weight: f32,
}

/// The side on which a wall stays.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum WallSide {
    /// The side given by the heading when the wall comes into range; for a wall straight ahead, the
    /// [`PassingSide`]. The default.
    #[default]
    Nearest,
    /// The left: clockwise along the inside of a room.
    Left,
    /// The right.
    Right,
}

impl FollowWall {
    /// Keeps the wall on a given side.
    pub fn on(side: WallSide) -> Self {
        Self { side, ..default() }
    }
}

impl Default for FollowWall {
    fn default() -> Self {
        Self {
            side: WallSide::Nearest,
            distance: Length::Radii(0.5),
            range: Length::Radii(10.0),
            look_ahead: 0.5,
            weight: 1.0,
        }
    }
}

/// Whether an agent follows a wall, and on which side. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct FollowWallState {
    /// Whether there is a wall in range.
    pub is_following: bool,
    /// Whether the wall is on the left.
    pub wall_on_left: bool,
}

impl FollowWallState {
    fn remembered(self) -> Option<Side> {
        self.is_following.then_some(if self.wall_on_left {
            Side::Left
        } else {
            Side::Right
        })
    }
}

impl From<Side> for FollowWallState {
    fn from(side: Side) -> Self {
        Self {
            is_following: true,
            wall_on_left: side == Side::Left,
        }
    }
}

pub(crate) fn follow_wall(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    space: Res<MovementSpace>,
    passing_side: Res<PassingSide>,
    index: Res<ObstacleIndex>,
    // Output
    mut agents: Query<(
        Entity,
        &FollowWall,
        &AgentState,
        &mut FollowWallState,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let (tick, space) = (time.delta_secs(), *space);
    let passing_side = passing_side.side(space);
    for_each_agent(
        &mut agents,
        Cost::High,
        |(entity, follow, state, mut memory, mut forces, mut trace)| {
            let Some((check, weight)) =
                active(&warnings, entity, state, "FollowWall", follow.weight)
            else {
                return;
            };
            let radius = state.body_radius;
            let distance = check.at_least_zero("distance", follow.distance.resolve(radius), 0.0);
            let range = check.at_least_zero("range", follow.range.resolve(radius), 0.0);
            let look_ahead = check.at_least_zero("look_ahead", follow.look_ahead, 0.0);

            let preferences = SidePreferences {
                chosen: match follow.side {
                    WallSide::Nearest => None,
                    WallSide::Left => Some(space.side(Side::Left)),
                    WallSide::Right => Some(space.side(Side::Right)),
                },
                remembered: memory.remembered().map(|side| space.side(side)),
                ..SidePreferences::new(passing_side)
            };
            let walls = Walls {
                agent: entity,
                index: &index,
                state,
                passing_side,
                distance,
            };
            let Some((wall, surface)) = walls.nearest_wall(range, preferences.decided()) else {
                memory.set_if_neq(FollowWallState::default());
                return;
            };
            let side = surface.side_for(state.heading, &preferences);
            memory.set_if_neq(FollowWallState::from(space.side(side)));

            let motion_limits = state.motion_limits(tick);
            let response = motion_limits.response_time();
            let horizon = look_ahead
                .max(LEAST_LOOK_AHEAD * response)
                .min(MOST_LOOK_AHEAD);
            let reach = motion_limits.max_speed * horizon;
            let following = WallFollowing {
                side,
                clearance: radius + distance,
                horizon,
                correction_distance: reach.max(radius),
            };
            let (surface, along) = walls.led(
                (wall, surface),
                &following,
                (reach, response),
                trace.as_deref_mut(),
            );
            let direction = following.direction(&surface, along, state.position, state.velocity);
            let desired = direction * motion_limits.max_speed;
            let force = motion_limits.force_toward_velocity(state.velocity, desired) * weight;
            if force.is_finite() {
                let mut forces = forces.of(check.component(), (state, tick), trace.as_deref_mut());
                forces.add(Tier::Goal, force);
            }
        },
    );
}

/// The walls around one agent.
struct Walls<'a> {
    /// The agent. An obstacle on the agent itself is no wall.
    agent: Entity,
    index: &'a ObstacleIndex,
    state: &'a AgentState,
    /// The side that decides between two equally near walls.
    passing_side: Side,
    /// The gap to keep, world units.
    distance: f32,
}

impl Walls<'_> {
    /// The `position`, shifted to the side of the wall. So in a narrow passage the other wall is
    /// not nearer.
    ///
    /// Without a side the shift to the passing side only decides between two equally near walls.
    fn beside(&self, position: Vec2, side: Option<Side>) -> Vec2 {
        let radius = self.state.body_radius;
        let (side, shift) = match side {
            Some(side) => (side, self.distance.min(radius)),
            None => (self.passing_side, TIE_BREAK * radius),
        };
        position + side.of(self.state.heading) * shift
    }

    /// The nearest obstacle in range, and its surface.
    fn nearest_wall(&self, range: f32, side: Option<Side>) -> Option<(ObstacleId, Surface)> {
        let place = self.beside(self.state.position, side);
        let reach = range + self.state.body_radius;
        let is_wall =
            |obstacle: &PlacedObstacle| range > 0.0 && obstacle.id != obstacle_of(self.agent);
        let nearest = self.index.nearest(place, reach, is_wall)?;
        let (point, normal) = (nearest.point, nearest.normal);
        Some((nearest.id, Surface { point, normal }))
    }

    /// The surface that the agent follows, and the direction along it: the wall in front within
    /// `reach`, or else `wall` as it bends after the time `response`.
    fn led(
        &self,
        (wall, surface): (ObstacleId, Surface),
        following: &WallFollowing,
        (reach, response): (f32, f32),
        trace: Option<&mut SteeringTrace>,
    ) -> (Surface, Vec2) {
        let (state, side) = (self.state, following.side);
        if let Some(front) = self.in_front(surface, side, reach, trace) {
            return (front, front.along(side));
        }
        let along = surface.along(side);
        let soon = surface.place_after(state.position, state.velocity, response);
        let ahead = self.ahead(wall, soon, side);
        let led = ahead.map(|ahead| following.led(along, ahead.along(side)));
        (surface, led.unwrap_or(along))
    }

    /// The surface of `wall` beside the predicted place `soon` of the body.
    fn ahead(&self, wall: ObstacleId, soon: Vec2, side: Side) -> Option<Surface> {
        let place = self.beside(soon, Some(side));
        let SurfacePoint { point, normal, .. } = self.index.nearest_on(wall, place)?;
        Some(Surface { point, normal })
    }

    /// The last of the successive walls that block the way along `surface` within `reach`; `None`
    /// if the way is free.
    fn in_front(
        &self,
        surface: Surface,
        side: Side,
        reach: f32,
        mut trace: Option<&mut SteeringTrace>,
    ) -> Option<Surface> {
        let from = self.state.position;
        let clearance = self.state.body_radius + self.distance;
        let mut along = surface.along(side);
        let mut front = None;
        for _ in 0..MOST_WALLS_IN_FRONT {
            let index = self.index;
            let hit = index.blocking_hit(from, along, reach, clearance, |obstacle| {
                obstacle.id != obstacle_of(self.agent)
            });
            if let Some(trace) = &mut trace {
                let met = hit.map(|hit| (from + along * hit.distance, hit.normal));
                trace.feelers.push(Feeler {
                    from,
                    to: from + along * reach,
                    radius: clearance,
                    hit: met,
                });
            }
            let Some(hit) = hit else {
                break;
            };
            let meeting = from + along * hit.distance;
            let found = Surface {
                point: meeting - hit.normal * clearance,
                normal: hit.normal,
            };
            along = found.along(side);
            front = Some(found);
        }
        front
    }
}
