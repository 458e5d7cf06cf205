//! Whiskers: feel the way with one or more feelers.

use super::goal::active;
use super::whisker_casts::{WhiskerCast, WhiskerCasts};
use crate::arbitration::{BehaviorForces, Tier};
use crate::length::Length;
use crate::parallel::{Cost, for_each_agent};
use crate::passing_side::PassingSide;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::trace::{Feeler, SteeringTrace};
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::ecs::system::{StaticSystemParam, SystemParamItem};
use bevy::prelude::*;
use horde_kernel::behaviors::pursuit;
use horde_kernel::behaviors::whisker::{Fan, WhiskerContact, detour, select_contact};
use horde_kernel::math::vector::{Side, direction_and_length};
use horde_kernel::obstacles::circle::CastHit;

/// How long the deciding whisker is remembered, seconds.
const MEMORY_TIME: f32 = 0.3;
/// How far along the wall the detour lies, as a part of the whisker's length.
const STEP_ALONG: f32 = 0.5;
/// The largest number of whiskers; more count as this many.
const MOST_WHISKERS: u32 = 64;

/// Feels the way ahead with a fan of feelers, each as wide as the body.
///
/// Acts while a whisker meets an obstacle into which the heading, or the way to the goal, leads.
/// The deepest whisker decides. It sends the agent to a point along the wall, `margin` off, the
/// more urgently the deeper the whisker is in the wall.
///
/// The agent remembers the deciding whisker for a moment. While it remembers something, the fan is
/// wider, which keeps the agent from trembling between two answers. While it remembers a wall and
/// feels nothing, one more whisker looks for the wall toward the goal. No whisker is longer than
/// the way to the goal. A wall straight ahead is kept on the [`PassingSide`]. One whisker sees
/// little and turns late. Three do better, and more cost more.
///
/// Whiskers lead round any convex obstacle and along any wall to its end. They find no paths. A
/// deep dead end holds the agent. If the goal is in the courtyard of a house, the agent circles the
/// house for ever. Whiskers feel the plugin's [`Obstacle`](crate::obstacle::Obstacle)s of every
/// shape, or, with [`WhiskerCasts`], a physics engine's colliders. Used alone the agent coasts
/// until it feels something. Source: the ray casts of "Programming Intelligence, Part II", with
/// circles in place of rays, a way along the wall and a memory.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `count` | number of whiskers | 3 | 0 to 64, more counts as 64 | surer, slower | 0 |
/// | `fan_angle` | angle between the outermost two, rad | 1.2 | 0 to 2 pi | feels more to the sides | 0: all ahead |
/// | `look_ahead` | length, s at the current speed | 1.0 | 0 and up | turns earlier | 0 |
/// | `min_length` | least length, at any speed | 2 radii | 0 and up | slow agents turn earlier | 0 |
/// | `margin` | gap to keep to the wall | 0.5 radii | 0 and up | wider berth | 0 |
/// | `weight` | factor on the force | 5.0 | 0 and up | stronger | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, WhiskerState)]
pub struct Whiskers {
    /// Number of whiskers; more than 64 count as 64.
    pub count: u32,
    /// Angle between the two outermost whiskers, radians.
    pub fan_angle: f32,
    /// Length of a whisker, seconds at the current speed.
    pub look_ahead: f32,
    /// Least length of a whisker, at any speed.
    pub min_length: Length,
    /// Gap to keep to the wall.
    pub margin: Length,
    /// Factor on the force.
    pub weight: f32,
}

impl Whiskers {
    /// The factor on the fan's angle while a whisker feels something, and for a moment after.
    pub const WIDENING: f32 = 1.5;

    /// A fan of `count` whiskers.
    pub fn new(count: u32) -> Self {
        Self { count, ..default() }
    }
}

impl Default for Whiskers {
    fn default() -> Self {
        Self {
            count: 3,
            fan_angle: 1.2,
            look_ahead: 1.0,
            min_length: Length::Radii(2.0),
            margin: Length::Radii(0.5),
            weight: 5.0,
        }
    }
}

/// The whiskers' memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct WhiskerState {
    /// The number of the whisker that decided last, from 0 at the right (on the ground of a 3D game
    /// at the left); the whisker toward the goal comes last. `None` before any.
    pub winner: Option<u32>,
    /// Whether the agent went along the wall with the wall on its left.
    pub wall_on_left: bool,
    /// The remaining time of this memory, seconds.
    pub time_left: f32,
}

pub(crate) fn steer_whiskers<C: WhiskerCasts>(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    space: Res<MovementSpace>,
    passing_side: Res<PassingSide>,
    casts: StaticSystemParam<C::Param>,
    // Output
    mut agents: Query<(
        Entity,
        &Whiskers,
        &AgentState,
        &Transform,
        &mut WhiskerState,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) where
    for<'w, 's> SystemParamItem<'w, 's, C::Param>: Sync,
{
    let tick = time.delta_secs();
    let space = *space;
    let passing_side = passing_side.side(space);
    let casts = casts.into_inner();
    for_each_agent(
        &mut agents,
        Cost::High,
        |(entity, whiskers, state, transform, mut memory, mut forces, mut trace)| {
            let Some((check, weight)) =
                active(&warnings, entity, state, "Whiskers", whiskers.weight)
            else {
                return;
            };
            let margin =
                check.at_least_zero("margin", whiskers.margin.resolve(state.body_radius), 0.0);
            let way = forces
                .goal
                .map(|goal| direction_and_length(goal.position - state.position));
            let toward_goal = way.flatten().map(|(toward, _)| toward);
            // At the goal itself the distance is 0.
            let goal_distance = way.map(|way| way.map_or(0.0, |(_, distance)| distance));
            let remembers = memory.time_left > 0.0;
            let fan = whiskers.fan(state, goal_distance, remembers, check);
            let winner = memory.winner.filter(|_| remembers);
            let cast = |along: Vec2| {
                let cast = WhiskerCast::new(entity, state, transform, space, along, fan.length);
                let (hit, problem) = C::first_hit(&casts, &cast)?.checked(space, along, fan.length);
                if let Some(problem) = problem {
                    check.unusable("cast", problem);
                }
                hit
            };
            let felt = trace.as_deref_mut();
            let Some(contact) =
                deepest_contact(state, &fan, toward_goal, cast, winner, passing_side, felt)
            else {
                memory.time_left = (memory.time_left - state.update_time(tick)).max(0.0);
                return;
            };
            let side = remembers.then_some(space.side(if memory.wall_on_left {
                Side::Left
            } else {
                Side::Right
            }));
            let detour = detour(
                &contact,
                state.heading,
                fan.length,
                margin,
                STEP_ALONG,
                side,
                passing_side,
            );
            *memory = WhiskerState {
                winner: Some(contact.index),
                wall_on_left: space.side(detour.wall_side) == Side::Left,
                time_left: MEMORY_TIME,
            };
            let motion_limits = state.motion_limits(tick);
            let force = if contact.hit.distance <= 0.0 {
                Some(contact.hit.normal * motion_limits.max_force)
            } else {
                pursuit::seek(&motion_limits, detour.offset)
                    .map(|steering| steering.force(&motion_limits, state.velocity) * detour.gain)
            };
            if let Some(force) = force {
                let mut forces = forces.of(check.component(), (state, tick), trace.as_deref_mut());
                forces.add(Tier::Avoidance, force * weight);
            }
        },
    );
}

impl Whiskers {
    /// The fan of an agent at `goal_distance` from its goal, if any; wider while it `remembers`.
    fn fan(
        &self,
        state: &AgentState,
        goal_distance: Option<f32>,
        remembers: bool,
        check: FieldCheck<'_>,
    ) -> Fan {
        let look_ahead = check.at_least_zero("look_ahead", self.look_ahead, 0.0);
        let min_length = self.min_length.resolve(state.body_radius);
        let min_length = check.at_least_zero("min_length", min_length, 0.0);
        let fan_angle = check.at_least_zero("fan_angle", self.fan_angle, 0.0);
        Fan {
            count: self.count.min(MOST_WHISKERS),
            angle: if remembers {
                fan_angle * Self::WIDENING
            } else {
                fan_angle
            },
            // A wall beyond the goal is not in the way.
            length: (look_ahead * state.velocity.length())
                .max(min_length)
                .min(goal_distance.unwrap_or(f32::INFINITY)),
        }
    }
}

/// The hit of the deepest whisker. If no whisker hits and a wall is `remembered`, the hit of a
/// whisker toward the goal.
fn deepest_contact(
    state: &AgentState,
    fan: &Fan,
    toward_goal: Option<Vec2>,
    cast: impl Fn(Vec2) -> Option<CastHit>,
    remembered: Option<u32>,
    passing_side: Side,
    mut trace: Option<&mut SteeringTrace>,
) -> Option<WhiskerContact> {
    let mut contact = |index: u32, along: Vec2| {
        let end = state.position + along * fan.length;
        let hit = end.is_finite().then(|| cast(along)).flatten();
        if let Some(trace) = &mut trace {
            trace.feelers.push(Feeler {
                from: state.position,
                to: end,
                radius: state.body_radius,
                hit: hit.map(|hit| (state.position + along * hit.distance, hit.normal)),
            });
        }
        let hit = hit?;
        // A wall must not hold an agent whose heading and goal both lead off it.
        let leads_in = |way: Vec2| way.dot(hit.normal) < 0.0;
        let is_in_the_way = leads_in(state.heading) || toward_goal.is_some_and(leads_in);
        is_in_the_way.then_some(WhiskerContact {
            index,
            direction: along,
            hit,
        })
    };
    let deepest = (0..fan.count)
        .filter_map(|whisker| contact(whisker, fan.direction(state.heading, whisker)))
        .reduce(|first, second| {
            select_contact(first, second, fan.length, remembered, passing_side)
        });
    // An agent beside a wall may feel nothing although the wall hides its goal.
    deepest.or_else(|| {
        let goal_is_hidden = remembered.is_some() && fan.count > 0;
        contact(fan.count, toward_goal.filter(|_| goal_is_hidden)?)
    })
}
