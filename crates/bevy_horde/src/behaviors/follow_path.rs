//! FollowPath: walk along a path.

use super::goal::active;
use super::order::begin_journey;
use super::path::{Path, PlacedPath};
use super::path_progress::PathProgress;
use super::{AvoidObstacles, LookAt};
use crate::arbitration::{BehaviorForces, Goal, Response, SettlingPlace};
use crate::obstacle::ObstacleIndex;
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::behaviors::path_following::{Lead, PathPlace, Walk, Walker};
use horde_kernel::behaviors::pursuit::{Braking, arrival_speed};

/// A path on which the place of an agent has moved by no more than this is the same, body radii. A
/// new origin rounds points.
const SAME_PLACE: f32 = 0.01;
/// The least half width of the corridor for the center of a body, body radii.
const LEAST_HALF_WIDTH: f32 = 0.25;
/// The least look-ahead distance along the path, body radii.
const LEAST_AHEAD: f32 = 2.0;
/// The distance between the places that an agent tries behind an obstacle on its path, body radii.
const STEP_BEHIND: f32 = 2.0;
/// The most places that an agent tries behind an obstacle.
const MOST_STEPS_BEHIND: usize = 32;
/// A turn is gentle if it would fit the corridor at this multiple of the speed. In other turns an
/// agent steers as hard as it can. Hard steering in a wide corridor would draw a group together.
const GENTLE: f32 = 2.0;
/// For the speed in turns, the half width of a corridor counts as at least this, body radii.
const LEAST_TURN: f32 = 0.5;
/// A body fits at a place ahead if a disc with this part of its radius fits. A path may touch walls
/// at its corners.
const FITTING_PART: f32 = 0.9;

/// Walks along a [`Path`], and comes to rest at its end.
///
/// Acts always. The agent heads for the place on the path that is `look_ahead` farther on, at its
/// own distance from the middle line. So a group stays side by side, and uses the width. The agent
/// cuts a corner as far as the corridor's width lets it, and no farther. It passes points without a
/// loss of speed if its turning circle fits the corridor. The radius of that circle is the squared
/// speed over the product of `deceleration` and the acceleration. Else the agent slows down before
/// the corner, so that it stays in the corridor. An agent that takes a second to reach its full
/// speed may swing out by two thirds of its radius. It may go farther out if something pushes it,
/// or if [`AvoidObstacles`](super::AvoidObstacles) leads it. A path that is not wider than the
/// body, as by default, is no corridor, and no reason to slow down. At the end it arrives as with
/// [`Arrive`](super::Arrive), and settles in a crowd there. An agent beside the path joins it ahead
/// of the nearest place. Used alone the agent walks into obstacles and other agents. With
/// [`AvoidObstacles`](super::AvoidObstacles) it passes an obstacle that stands on the path, and
/// returns to the path behind the obstacle. With [`AvoidAgents`](super::AvoidAgents) it also avoids
/// other agents.
///
/// [`PathProgress`] remembers how far the agent is. So a path may cross itself or double back. When
/// the path changes the agent goes on at the nearest place. An agent may leave the path, for
/// example with a weight of 0 to chase something. It comes back to the nearest place around where
/// it left; the farther it is from the path, the farther ahead or back that place may be. Reset
/// `PathProgress` to let it begin at the nearest place of the whole path. With a weight of 0 alone
/// the agent runs on: to stop on the way, insert
/// [`SteeringDisabled`](crate::agent::SteeringDisabled). Without a path, or when the path's entity
/// is gone, the behavior adds nothing. Sources: path following, Reynolds (1999); the corridor of
/// Recast's `dtPathCorridor`.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `path` | the entity with the path; `None` for the agent itself | `None` | any | - | - |
/// | `direction` | in which direction it walks | forward | any | - | - |
/// | `look_ahead` | how far ahead the place is for which it heads, s at the largest speed | 0.75 | 0 and up | smoother, comes back to the path later | 0: two radii |
/// | `deceleration` | part of the maximum acceleration used for braking at the end and for turns | 0.6 | above 0, to 1 | brakes later and harder, and leaves the corridor by more | - |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, PathProgress)]
#[component(on_insert = begin_journey)]
pub struct FollowPath {
    /// The entity with the path; `None` for the agent itself.
    #[entities]
    pub path: Option<Entity>,
    /// The direction in which the agent walks the path.
    pub direction: PathDirection,
    /// How far ahead on the path the agent heads, seconds at the largest speed.
    pub look_ahead: f32,
    /// Part of the maximum acceleration used for braking at the end and for turns.
    pub deceleration: f32,
    /// Factor on the force.
    pub weight: f32,
}

/// The direction in which an agent walks a path.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum PathDirection {
    /// From the first point to the last. The default.
    #[default]
    Forward,
    /// From the last point to the first.
    Backward,
    /// Forward and back again, for ever: a patrol. On a closed path the same as `Forward`.
    BackAndForth,
}

impl FollowPath {
    /// Walks along the path of another entity.
    pub fn along(path: Entity) -> Self {
        Self {
            path: Some(path),
            ..default()
        }
    }

    /// The same in another direction.
    pub fn with_direction(mut self, direction: PathDirection) -> Self {
        self.direction = direction;
        self
    }
}

impl Default for FollowPath {
    fn default() -> Self {
        Self {
            path: None,
            direction: PathDirection::Forward,
            look_ahead: 0.75,
            deceleration: 0.6,
            weight: 1.0,
        }
    }
}

pub(crate) fn follow_path(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    paths: Query<&PlacedPath, With<Path>>,
    // Output
    mut agents: Query<(
        Entity,
        &FollowPath,
        (&AgentState, Option<&AvoidObstacles>, Option<&LookAt>),
        &mut PathProgress,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = time.delta_secs();
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, follow, (state, avoid, look), mut progress, mut forces, mut trace)| {
            let Some((check, weight)) =
                active(&warnings, entity, state, "FollowPath", follow.weight)
            else {
                if state.is_updating() && progress.is_following {
                    let width = paths.get(follow.path.unwrap_or(entity));
                    let width = width.map_or(0.0, |path| path.width);
                    let away = progress.away(state, width);
                    // An agent that goes elsewhere may cross the path, and does not come back.
                    let is_off_path = progress.is_off_path || away.is_off_path;
                    progress.set_if_neq(PathProgress {
                        is_off_path,
                        ..away
                    });
                }
                return;
            };
            let path = paths.get(follow.path.unwrap_or(entity)).ok();
            let Some((placed, line)) = path.and_then(|path| Some((path, path.line.as_deref()?)))
            else {
                if path.is_none() {
                    check.unusable("path", "is no entity with a Path; it leads nowhere");
                }
                progress.set_if_neq(PathProgress::default());
                return;
            };
            let radius = state.body_radius;
            let half_width = (0.5 * placed.width - radius).max(LEAST_HALF_WIDTH * radius);
            let follower = Follower {
                entity,
                state,
                avoids: avoid.is_some_and(AvoidObstacles::is_on),
                turn_rate: match look.and_then(|look| look.place) {
                    Some(_) => f32::INFINITY,
                    None => state.max_turn_rate,
                },
                tick,
                obstacles: &obstacles,
                ahead: (check.at_least_zero("look_ahead", follow.look_ahead, 0.0)
                    * state.max_speed)
                    .max(LEAST_AHEAD * radius),
                effort: deceleration(follow, check),
                has_corridor: placed.width > 2.0 * radius,
            };
            let is_closed = line.is_closed();
            let walk = Walk {
                line,
                is_backward: follow.direction.is_backward(is_closed, &progress),
                half_width,
            };
            let found = follower.progress(&walk, &progress);
            // On a shorter path, a body reaches both ends at once.
            let has_two_ends = !is_closed && line.length() > radius.max(half_width);
            let turns = has_two_ends && follow.direction == PathDirection::BackAndForth;
            let found = if turns && found.remaining <= radius.max(half_width) {
                let back = Walk {
                    is_backward: !walk.is_backward,
                    ..walk
                };
                follower.begin(&back, 0.0)
            } else {
                found
            };
            let is_off_path = progress.is_off_path;
            let found = PathProgress {
                is_off_path,
                ..found
            }
            .away(state, placed.width);
            progress.set_if_neq(found);
            let walk = Walk {
                is_backward: found.is_backward,
                ..walk
            };
            let (goal, place) = follower.goal(&walk, &found, turns);
            let goal = goal.with_weight(weight);
            let mut forces = forces.of(
                check.component(),
                (state, follower.tick),
                trace.as_deref_mut(),
            );
            forces.head_along(goal, place);
        },
    );
}

fn deceleration(follow: &FollowPath, check: FieldCheck<'_>) -> f32 {
    let effort = check.above_zero("deceleration", follow.deceleration, 0.6);
    effort.min(1.0)
}

impl PathDirection {
    fn is_backward(self, is_closed: bool, progress: &PathProgress) -> bool {
        match self {
            Self::Forward => false,
            Self::Backward => true,
            Self::BackAndForth => progress.is_backward && !is_closed,
        }
    }
}

/// Whether the place of an agent on a path is the same, but for the rounding of a new origin.
fn is_same_place(place: Vec2, known: Vec2, body_radius: f32) -> bool {
    let rounding = 8.0 * f32::EPSILON * place.abs().max_element();
    place.distance(known) <= rounding.max(SAME_PLACE * body_radius)
}

/// An agent on a path.
struct Follower<'a> {
    entity: Entity,
    state: &'a AgentState,
    /// Whether the agent avoids obstacles.
    avoids: bool,
    /// The largest rate at which its motion turns, radians per second.
    turn_rate: f32,
    tick: f32,
    obstacles: &'a ObstacleIndex,
    /// The look-ahead distance, world units.
    ahead: f32,
    /// The part of the acceleration used for braking.
    effort: f32,
    /// Whether the path is wider than the body.
    has_corridor: bool,
}

impl Follower<'_> {
    /// The progress of this tick.
    fn progress(&self, walk: &Walk, known: &PathProgress) -> PathProgress {
        let place = known.place();
        let is_same = known.is_following
            && known.is_backward == walk.is_backward
            && walk.holds(place)
            && is_same_place(walk.position(place), known.position, self.state.body_radius);
        if is_same {
            PathProgress::at(walk.advance(place, self.state.position), walk)
        } else {
            let distance = if known.is_following && known.distance.is_finite() {
                known.distance
            } else {
                0.0
            };
            self.begin(walk, distance)
        }
    }

    /// The progress at the nearest place of the path. Of places about equally near, the one whose
    /// distance along the path is nearest to `distance` counts.
    fn begin(&self, walk: &Walk, distance: f32) -> PathProgress {
        PathProgress::at(walk.nearest(self.state.position, distance), walk)
    }

    /// The goal, and the place to settle: the end of the path, once the agent is on the last
    /// segment or heads for the end. An agent that turns at the end settles nowhere.
    fn goal(
        &self,
        walk: &Walk,
        progress: &PathProgress,
        turns: bool,
    ) -> (Goal, Option<SettlingPlace>) {
        let state = self.state;
        let lead = self.lead(walk, progress.place());
        let is_last = lead.is_end || walk.is_last(progress.place());
        let place = || {
            let end = SettlingPlace::at(walk.end(), state.body_radius);
            self.obstacles
                .place_outside(self.entity, state, self.avoids, end)
        };
        let place = (is_last && !turns).then(place);
        let braking = Braking {
            effort: self.effort,
            slowing_distance: 0.0,
            tolerance: 1e-3 * state.body_radius,
        };
        if lead.is_end && !turns {
            let end = place
                .and_then(|place| place.surface)
                .unwrap_or(lead.position);
            let goal = Goal::arrive_braking(state, self.tick, (end, Vec2::ZERO), &braking);
            return (goal, place);
        }
        let motion_limits = state.motion_limits(self.tick);
        let speed = if turns || walk.line.is_closed() {
            motion_limits.max_speed
        } else {
            arrival_speed(&motion_limits, progress.remaining, &braking)
        };
        let turning_speed = self.turning_speed(walk, progress.place(), turns);
        let desired = lead.toward * speed.min(turning_speed);
        let response = if turning_speed < GENTLE * speed {
            Response::WithinTick
        } else {
            Response::Usual
        };
        (
            Goal::new(lead.position, desired).with_response(response),
            place,
        )
    }

    /// The largest speed at which the agent stays in the corridor; infinite without a corridor.
    fn turning_speed(&self, walk: &Walk, from: PathPlace, turns_back: bool) -> f32 {
        let state = self.state;
        if !self.has_corridor {
            return f32::INFINITY;
        }
        let corridor = Walk {
            half_width: walk.half_width.max(LEAST_TURN * state.body_radius),
            ..*walk
        };
        let walker = Walker {
            position: state.position + state.velocity * state.update_lead(self.tick),
            velocity: state.velocity,
            acceleration: state.motion_limits(self.tick).max_acceleration * self.effort,
            turn_rate: self.turn_rate,
            turns_back,
        };
        corridor.turning_speed(from, &walker)
    }

    /// The place for which the agent heads. If an obstacle covers the place ahead, a place behind
    /// it.
    fn lead(&self, walk: &Walk, from: PathPlace) -> Lead {
        let state = self.state;
        let body = FITTING_PART * state.body_radius;
        let mut ahead = self.ahead;
        let mut lead = walk.lead(from, state.position, ahead);
        for _ in 0..MOST_STEPS_BEHIND {
            let is_free = || self.obstacles.fits(lead.position, body);
            if lead.is_end || is_free() {
                break;
            }
            ahead += STEP_BEHIND * state.body_radius;
            lead = walk.lead(from, state.position, ahead);
        }
        lead
    }
}
