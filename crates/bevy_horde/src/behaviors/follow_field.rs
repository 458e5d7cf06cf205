//! FollowField: follow a flow field.

use super::AvoidObstacles;
use super::goal::active;
use super::order::begin_journey;
use crate::arbitration::{BehaviorForces, Goal, SettlingPlace};
use crate::flow_field::{FlowField, FlowFieldState, IN_SIGHT, STRAIGHT};
use crate::obstacle::{ObstacleIndex, obstacle_of};
use crate::parallel::{Cost, for_each_agent};
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::math::vector::direction_and_length;
use horde_kernel::step::agent::Agent;

/// How far ahead an agent heads, seconds at its largest speed.
const AHEAD: f32 = 0.5;
/// The least distance ahead for which an agent heads, body radii.
const LEAST_AHEAD: f32 = 2.0;
/// The part of the body radius that has to fit on the straight way to the goal.
const FITS: f32 = 0.98;

/// Goes to a goal of a [`FlowField`] by the way of the least cost.
///
/// Acts once the field is ready for the first time. The agent goes in the direction of the field at
/// full speed, and straight to the goal where that is in sight, within 60 radii. There it comes to
/// rest as with [`Arrive`](super::Arrive), and a crowd settles. Outside of the field's area the
/// agent goes to the nearest place inside. Without goals, and when the field is gone, the behavior
/// adds nothing.
///
/// A goal at a place in an obstacle is reached at the surface of the obstacle. Where no way leads
/// to a goal, an agent without another goal stops. With [`AvoidObstacles`](super::AvoidObstacles)
/// it goes to the place nearest to the goal. A [`Journey`](super::Journey) reports
/// [`Unreachable`](super::Unreachable). The agent goes on when a way opens. A solid body inside an
/// obstacle comes out first; while it is squeezed there, its `Journey` reports only `Stuck`.
///
/// The agent avoids an agent at the goal like any other. To catch it, replace this behavior by a
/// [`Seek`](super::Seek) near the goal. Used alone the agent goes round the obstacles that the
/// field knows, but into other agents; add [`AvoidAgents`](super::AvoidAgents).
/// [`AvoidObstacles`](super::AvoidObstacles) helps where obstacles move faster than the plugin
/// computes the field.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `field` | the entity with the field | none | any | - | - |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces)]
#[component(on_insert = begin_journey)]
pub struct FollowField {
    /// The entity with the field.
    #[entities]
    pub field: Entity,
    /// Factor on the force.
    pub weight: f32,
}

impl FollowField {
    /// Follows the field of an entity.
    pub fn new(field: Entity) -> Self {
        Self { field, weight: 1.0 }
    }
}

impl Default for FollowField {
    fn default() -> Self {
        Self::new(Entity::PLACEHOLDER)
    }
}

pub(crate) fn follow_field(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    obstacles: Res<ObstacleIndex>,
    fields: Query<&FlowFieldState, With<FlowField>>,
    // Output
    mut agents: Query<(
        Entity,
        &FollowField,
        (&AgentState, Option<&Settled>),
        Option<&AvoidObstacles>,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = time.delta_secs();
    for_each_agent(
        &mut agents,
        Cost::Low,
        |(entity, follow, (state, settled), avoid, mut forces, mut trace)| {
            let Some((check, weight)) =
                active(&warnings, entity, state, "FollowField", follow.weight)
            else {
                return;
            };
            let Ok(field) = fields.get(follow.field) else {
                check.gone("field", follow.field);
                return;
            };
            let avoids = avoid.is_some_and(AvoidObstacles::is_on);
            let settles = settled.is_some_and(|settled| settled.is_settled);
            let Some(way) = way(field, entity, state, (avoids, settles), &obstacles, tick) else {
                return;
            };
            let slowdown = field.slowdown(state.position);
            if slowdown > 1.0 && forces.goal.is_none() {
                forces.pace = state.max_speed / slowdown;
            }
            let goal = way.goal.with_weight(weight);
            let mut forces = forces.of(check.component(), (state, tick), trace.as_deref_mut());
            if way.is_missing {
                forces.wait_for_way(goal);
            } else {
                forces.head_along_known(goal, way.end);
            }
        },
    );
}

/// Where an agent that follows a field goes.
struct Way {
    goal: Goal,
    /// Where the agent may settle, once the goal of the field is in sight.
    end: Option<SettlingPlace>,
    /// Whether no way leads to a goal of the field.
    is_missing: bool,
}

/// Returns where an agent that follows a field goes; `None` before the field is ready for the first
/// time, and without goals. `avoids`: whether the agent finds the place nearest to a goal by
/// itself. `is_settled`: whether it has settled, and at a surface keeps that place.
fn way(
    field: &FlowFieldState,
    agent: Entity,
    state: &AgentState,
    (avoids, is_settled): (bool, bool),
    obstacles: &ObstacleIndex,
    tick: f32,
) -> Option<Way> {
    // On slow ground the agent goes as if it could not go faster.
    let slowed;
    let slowdown = field.slowdown(state.position);
    let state = if slowdown > 1.0 {
        slowed = AgentState(Agent {
            max_speed: state.max_speed / slowdown,
            ..state.0
        });
        &slowed
    } else {
        state
    };
    let (position, radius) = (state.position, state.body_radius);
    let inside = field.nearest_inside(position)?;
    let end = field.nearest_goal(position, radius)?;
    let place = obstacles.place_outside(agent, state, avoids, SettlingPlace::at(end, radius));
    let end = place.spot();
    let mut sample = field.sample(inside, radius);
    if let Some((back, distance)) = direction_and_length(inside - position)
        && let Some(sample) = &mut sample
    {
        sample.direction = back;
        sample.cost += distance;
    }
    let straight = end.distance(position);
    let body = FITS * radius;
    let may_see = straight <= IN_SIGHT * radius
        && sample.is_none_or(|sample| sample.cost <= STRAIGHT * straight + radius);
    let is_in_sight = may_see
        && (obstacles.is_clear(position, end, body)
            || obstacles.first_hit(position, end, body, |_| true).is_none());
    let stays = is_settled && place.surface.is_some();
    if is_in_sight || stays || sample.is_some_and(|sample| sample.direction == Vec2::ZERO) {
        return Some(Way {
            goal: Goal::arrive(state, tick, end, Vec2::ZERO),
            end: Some(place),
            is_missing: false,
        });
    }
    let Some(sample) = sample else {
        let goal = if avoids {
            Goal::arrive(state, tick, end, Vec2::ZERO)
        } else {
            Goal::new(end, Vec2::ZERO)
        };
        // A body in an obstacle that has just come is pushed out of it in this tick.
        let is_covered = || {
            obstacles
                .solid_at(position)
                .is_some_and(|there| there != obstacle_of(agent))
        };
        return Some(Way {
            goal,
            end: None,
            is_missing: !(state.solid && is_covered()),
        });
    };
    let ahead = (AHEAD * state.max_speed).max(LEAST_AHEAD * radius);
    let ahead = ahead.min(sample.cost.max(radius));
    let aim = position + sample.direction * ahead;
    let velocity = sample.direction * state.max_speed;
    Some(Way {
        goal: Goal::new(aim, velocity),
        end: None,
        is_missing: false,
    })
}
