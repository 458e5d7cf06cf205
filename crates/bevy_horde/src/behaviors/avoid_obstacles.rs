//! AvoidObstacles: look ahead and steer round what is in the way.

use super::obstacle_view::{Detour, GoalPlace, ObstacleView};
use crate::arbitration::{BehaviorForces, Tier};
use crate::kernel::corridor::Corridor;
use crate::kernel::silhouette::Blocked;
use crate::kernel::vector::{Side, direction_and_length};
use crate::length::Length;
use crate::obstacle::{EdgeHit, ObstacleIndex};
use crate::perception::AgentState;
use crate::trace::{BlockedBearings, Feeler, SteeringTrace};
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Steers round the obstacles in the way: circles, walls, polygons, and what they make together.
///
/// Two things in one. It *turns the goal*: while something blocks the straight way to where
/// [`Arrive`](super::Arrive), [`Seek`](super::Seek) or [`Pursue`](super::Pursue) lead, the agent heads for the nearest
/// free bearing beside the silhouette of what is in the way, on the side that it has once chosen, until the way is free.
/// Obstacles between which the body and its margins do not fit are one silhouette, so that a cul-de-sac is left by its
/// mouth. What lies beyond `sight` does not exist, so that a long wall is followed to its end. And it *keeps the way ahead
/// clear*: while the corridor that the body sweeps, `look_ahead` seconds long at the current speed, enters an obstacle, a
/// force acts across the heading, stronger the nearer the obstacle; it brakes when there is no room to turn, and pushes
/// straight out of one that it is too near to. Without a goal the second is all.
///
/// Obstacles beyond the goal are none, and a goal beside a wall is reached. Alone it lets the agent coast past. It sees,
/// and remembers a side; it does not plan: out of a maze that is larger than `sight` a path finder leads. Sources: the
/// silhouettes and the cropping of "Obstacle implementation", Reynolds (1999), and two published forms of obstacle
/// avoidance with their defects mended (see `docs/behaviors.md`).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `sight` | how far obstacles, or parts of them, are seen | 25 radii | 0 and up | takes wider dead ends for what they are, slower | 0: the goal is never turned |
/// | `look_ahead` | how far the corridor reaches, s at the current speed | 1.5 | 0 and up | turns earlier, wider | 0 |
/// | `min_look_ahead` | how far the corridor reaches at least, at any speed | 2 radii | 0 and up | slow agents turn earlier | 0 |
/// | `margin` | gap to keep to the obstacle | 0.35 radii | 0 and up | wider berth; gaps narrower than the body and two margins count as closed | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | stronger; about 5 for [`Combine::WeightedSum`](crate::agent::Combine) | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(PassingSide)]
pub struct AvoidObstacles {
    /// How far obstacles, or parts of them, are seen.
    pub sight: Length,
    /// How far the corridor reaches, seconds at the current speed.
    pub look_ahead: f32,
    /// How far the corridor reaches at least, at any speed.
    pub min_look_ahead: Length,
    /// Gap to keep to the obstacle.
    pub margin: Length,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for AvoidObstacles {
    fn default() -> Self {
        Self {
            sight: Length::Radii(25.0),
            look_ahead: 1.5,
            min_look_ahead: Length::Radii(2.0),
            margin: Length::Radii(0.35),
            weight: 1.0,
        }
    }
}

/// Whether an agent is on its way round something, and on which side. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct PassingSide {
    /// Whether there is something in the way.
    pub is_passing: bool,
    /// Whether the agent turns left to pass it.
    pub left: bool,
    /// In which direction the goal was when that began, in steering coordinates; zero without a goal.
    pub goal_bearing: Vec2,
}

impl PassingSide {
    fn remembered(self) -> Option<Side> {
        let side = if self.left { Side::Left } else { Side::Right };
        self.is_passing.then_some(side)
    }

    /// The memory of the next tick: of passing on `side`, or of nothing.
    fn then(self, side: Option<Side>, goal_bearing: Vec2) -> Self {
        match side {
            Some(side) => Self {
                is_passing: true,
                left: side == Side::Left,
                goal_bearing: if self.is_passing && self.goal_bearing.is_finite() {
                    self.goal_bearing
                } else {
                    goal_bearing
                },
            },
            None => Self::default(),
        }
    }
}

pub(super) fn avoid_obstacles(
    // Inputs
    time: Res<Time>,
    warnings: Res<InputWarnings>,
    index: Res<ObstacleIndex>,
    // Output
    mut agents: Query<(
        Entity,
        &AvoidObstacles,
        &AgentState,
        &mut PassingSide,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let tick = time.delta_secs();
    agents.par_iter_mut().for_each(
        |(entity, avoid, state, mut memory, mut forces, mut trace)| {
            if !state.is_thinking() {
                return;
            }
            let check = warnings.of(entity, "AvoidObstacles");
            let weight = check.at_least_zero("weight", avoid.weight, 0.0);
            if weight <= 0.0 {
                return;
            }
            let radius = state.body_radius;
            let sight = check.at_least_zero("sight", avoid.sight.resolve(radius), 0.0);
            let look_ahead = check.at_least_zero("look_ahead", avoid.look_ahead, 0.0);
            let min_look_ahead =
                check.at_least_zero("min_look_ahead", avoid.min_look_ahead.resolve(radius), 0.0);
            let margin = check.at_least_zero("margin", avoid.margin.resolve(radius), 0.0);
            let speed = state.velocity.length();
            let corridor = Corridor {
                position: state.position,
                heading: state.heading,
                speed,
                look_ahead: (look_ahead * speed).max(min_look_ahead),
                margin,
            };
            let mut view = ObstacleView {
                index: &index,
                position: state.position,
                reach: radius + margin,
                sight,
                goal: None,
            };
            let to_goal = forces
                .goal
                .map(|goal| goal.position - state.position)
                // At the goal there is no way left, and nothing in it.
                .map(|way| direction_and_length(way).unwrap_or((state.heading, 0.0)));

            let detour = match (to_goal, &forces.goal) {
                (Some((toward, distance)), Some(goal)) => {
                    let turned = turn_goal(
                        &mut view,
                        (goal.position, toward, distance),
                        state.heading,
                        *memory,
                        trace.as_deref_mut(),
                    );
                    let next = memory.then(turned.map(|detour| detour.side), toward);
                    memory.set_if_neq(next);
                    turned
                }
                _ => None,
            };
            let ability = state.ability(tick);
            if let (Some(detour), Some(goal)) = (&detour, &mut forces.goal) {
                let desired = detour.bearing * ability.max_speed;
                goal.force = ability.force_toward_velocity(state.velocity, desired) * goal.weight;
            }

            let length = to_goal.map_or(corridor.look_ahead, |(_, distance)| {
                corridor.look_ahead.min(distance)
            });
            let ahead = view.first_edge(state.heading, length);
            if let Some(trace) = &mut trace {
                trace
                    .feelers
                    .push(felt(&corridor, length, view.reach, ahead.as_ref()));
            }
            let mut force: Option<Vec2> = None;
            if let Some(hit) = &ahead {
                let side = match to_goal {
                    Some((toward, _)) => {
                        let wanted = detour.map_or(toward, |detour| detour.bearing);
                        Side::containing(state.heading, wanted, 0.0)
                            .or(detour.map(|detour| detour.side))
                            .unwrap_or(Side::Left)
                    }
                    None => {
                        let detour = view.detour(
                            state.heading,
                            hit,
                            corridor.look_ahead,
                            memory.remembered(),
                            Side::Left,
                            |blocked| record_blocked(&mut trace, &corridor, blocked),
                        );
                        let side = detour.map(|detour| detour.side);
                        let next = memory.then(side, Vec2::ZERO);
                        memory.set_if_neq(next);
                        side.unwrap_or(Side::Left)
                    }
                };
                let threat =
                    corridor.threat(&hit.edge, hit.clearance, hit.cast.distance, hit.cast.normal);
                force = Some(corridor.avoidance(
                    &threat,
                    side,
                    ability.max_force,
                    ability.max_acceleration,
                ));
            } else if to_goal.is_none() {
                memory.set_if_neq(PassingSide::default());
            }
            let goal = forces.goal.map(|goal| goal.position);
            if let Some((nearest, depth)) = view.too_near(margin, goal) {
                let push = nearest.normal * (depth * ability.max_force);
                force = Some(force.unwrap_or(Vec2::ZERO) + push);
            }
            if let Some(force) = force {
                forces.add(Tier::Avoidance, force * weight);
            }
        },
    );
}

/// The way round what blocks the straight way to the goal; `None` when it is free.
fn turn_goal(
    view: &mut ObstacleView,
    (goal, toward, distance): (Vec2, Vec2, f32),
    heading: Vec2,
    memory: PassingSide,
    mut trace: Option<&mut SteeringTrace>,
) -> Option<Detour> {
    let remembered = memory.remembered();
    let sight = view.sight.min(distance);
    let mut first = view.first_edge(toward, sight);
    if first.is_some() {
        // Only now it matters what the goal itself is near to.
        view.goal = Some(GoalPlace::new(goal, view.index));
        first = view.first_edge(toward, sight);
    }
    let detour = match &first {
        Some(first) => {
            // From straight ahead the side to which the agent is turning already.
            let preferred = Side::containing(toward, heading, 1e-3).unwrap_or(Side::Left);
            view.detour(toward, first, sight, remembered, preferred, |blocked| {
                if let Some(trace) = &mut trace {
                    trace.blocked.extend(
                        blocked
                            .iter()
                            .map(|blocked| blocked_bearings(view.position, blocked)),
                    );
                }
            })
        }
        None => {
            // The way out of a dead end that is deeper than the sight: not to be left while it leads off the goal, unless
            // the goal itself has gone to the other side.
            let leads_off = distance > view.sight && heading.dot(toward) < 0.0;
            let is_same_goal = memory.goal_bearing.dot(toward) > 0.0;
            remembered
                .filter(|_| leads_off && is_same_goal)
                .and_then(|side| {
                    let bearing = view.along_wall(heading, side)?;
                    Some(Detour { bearing, side })
                })
        }
    };
    if let (Some(trace), Some(detour)) = (trace, &detour) {
        trace.bearing = Some(detour.bearing);
    }
    detour
}

fn record_blocked(
    trace: &mut Option<Mut<SteeringTrace>>,
    corridor: &Corridor,
    blocked: &[Blocked],
) {
    if let Some(trace) = trace {
        let bearings = blocked
            .iter()
            .map(|blocked| blocked_bearings(corridor.position, blocked));
        trace.blocked.extend(bearings);
    }
}

fn blocked_bearings(position: Vec2, blocked: &Blocked) -> BlockedBearings {
    BlockedBearings {
        right: blocked.right,
        left: blocked.left,
        distance: blocked.edge.nearest(position).distance(position),
    }
}

fn felt(corridor: &Corridor, length: f32, radius: f32, hit: Option<&EdgeHit>) -> Feeler {
    Feeler {
        from: corridor.position,
        to: corridor.position + corridor.heading * length,
        radius,
        hit: hit.map(|hit| {
            let place = corridor.position + corridor.heading * hit.cast.distance;
            (place, hit.cast.normal)
        }),
    }
}
