//! AvoidObstacles: look ahead and steer round what is in the way.

use super::obstacle_view::{Detour, EdgeHit, ObstacleView, ViewMemory, WaySearch};
use crate::arbitration::{BehaviorForces, Tier};
use crate::kernel::corridor::Corridor;
use crate::kernel::silhouette::Blocked;
use crate::kernel::vector::{Side, direction_and_length};
use crate::length::Length;
use crate::obstacle::ObstacleIndex;
use crate::parallel::for_each_agent;
use crate::passing_hand::PassingHand;
use crate::perception::AgentState;
use crate::trace::{BlockedBearings, Feeler, SteeringTrace};
use crate::validation::{FieldCheck, InputWarnings};
use bevy::prelude::*;
use bevy::utils::Parallel;

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
    hand: Res<PassingHand>,
    index: Res<ObstacleIndex>,
    // Local
    views: Local<Parallel<ViewMemory>>,
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
    let (tick, hand) = (time.delta_secs(), hand.side());
    for_each_agent(
        &mut agents,
        |(entity, avoid, state, mut memory, mut forces, mut trace)| {
            if !state.is_thinking() {
                return;
            }
            let Some(settings) = avoid.resolve(state, warnings.of(entity, "AvoidObstacles")) else {
                return;
            };
            let farthest = settings.farthest();
            let is_clear = index.is_clear(state.position, state.position, farthest);
            if is_clear && trace.is_none() {
                memory.set_if_neq(PassingSide::default());
                return;
            }
            let ViewMemory { near, search } = &mut *views.borrow_local_mut();
            near.clear();
            index.visit_numbers_near(state.position, farthest, |number| near.push(number));
            if near.is_empty() && trace.is_none() {
                memory.set_if_neq(PassingSide::default());
                return;
            }
            let mut view = ObstacleView {
                obstacles: index.obstacles(),
                near,
                position: state.position,
                reach: settings.reach,
                sight: settings.sight,
                goal: None,
            };
            let ability = state.ability(tick);
            let mut wanted = None;
            if let Some(goal) = &mut forces.goal {
                // At the goal there is no way left, and nothing in it.
                let way = direction_and_length(goal.position - state.position)
                    .unwrap_or((state.heading, 0.0));
                let detour = turn_goal(
                    &mut view,
                    goal.position,
                    way,
                    state.heading,
                    *memory,
                    hand,
                    search,
                    &mut trace,
                );
                if let Some(detour) = &detour {
                    let desired = detour.bearing * ability.max_speed;
                    goal.desired = desired;
                    goal.force =
                        ability.force_toward_velocity(state.velocity, desired) * goal.weight;
                }
                memory.set_if_neq(memory.then(detour.map(|detour| detour.side), way.0));
                wanted = Some(Wanted {
                    bearing: detour.map_or(way.0, |detour| detour.bearing),
                    side: detour.map(|detour| detour.side),
                    distance: way.1,
                });
            }
            let length = wanted.map_or(f32::INFINITY, |wanted| wanted.distance);
            let ahead = view.first_edge(state.heading, settings.corridor.look_ahead.min(length));
            if wanted.is_none() {
                let side = ahead.as_ref().and_then(|hit| {
                    let sight = settings.corridor.look_ahead;
                    let remembered = memory.remembered();
                    view.detour(
                        state.heading,
                        hit,
                        sight,
                        remembered,
                        hand,
                        search,
                        |blocked| {
                            record_blocked(&mut trace, state.position, blocked);
                        },
                    )
                });
                let side = side.map(|detour| detour.side);
                memory.set_if_neq(memory.then(side, Vec2::ZERO));
            }
            if let Some(trace) = &mut trace {
                let feeler = settings
                    .corridor
                    .feeler(settings.reach, length, ahead.as_ref());
                trace.feelers.push(feeler);
            }

            let mut force: Option<Vec2> = None;
            if let Some(hit) = &ahead {
                let toward_wanted =
                    wanted.and_then(|wanted| Side::containing(state.heading, wanted.bearing, 0.0));
                let side = toward_wanted
                    .or(wanted.and_then(|wanted| wanted.side))
                    .or(memory.remembered())
                    .unwrap_or(hand);
                let corridor = &settings.corridor;
                let cast = &hit.cast;
                let threat = corridor.threat(&hit.edge, hit.clearance, cast.distance, cast.normal);
                let limits = (ability.max_force, ability.max_acceleration);
                force = Some(corridor.avoidance(&threat, side, limits.0, limits.1));
            }
            let goal = forces.goal.map(|goal| goal.position);
            if let Some((surface, depth)) = view.too_near(settings.corridor.margin, goal) {
                let push = surface.normal * (depth * ability.max_force);
                force = Some(force.unwrap_or(Vec2::ZERO) + push);
            }
            if let Some(force) = force {
                forces.add(Tier::Avoidance, force * settings.weight);
            }
        },
    );
}

/// The settings of one agent, in world units.
struct Settings {
    corridor: Corridor,
    /// Body radius and margin.
    reach: f32,
    sight: f32,
    weight: f32,
}

impl Settings {
    /// How far away an obstacle can matter.
    fn farthest(&self) -> f32 {
        self.sight.max(self.corridor.look_ahead) + self.reach
    }
}

/// Where an agent wants to go.
#[derive(Clone, Copy)]
struct Wanted {
    bearing: Vec2,
    /// The side on which it goes round something.
    side: Option<Side>,
    /// Distance to the goal.
    distance: f32,
}

impl AvoidObstacles {
    /// `None` when it is switched off.
    fn resolve(&self, state: &AgentState, check: FieldCheck<'_>) -> Option<Settings> {
        let weight = check.at_least_zero("weight", self.weight, 0.0);
        if weight <= 0.0 {
            return None;
        }
        let radius = state.body_radius;
        let length =
            |field, length: Length| check.at_least_zero(field, length.resolve(radius), 0.0);
        let look_ahead = check.at_least_zero("look_ahead", self.look_ahead, 0.0);
        let min_look_ahead = length("min_look_ahead", self.min_look_ahead);
        let margin = length("margin", self.margin);
        let speed = state.velocity.length();
        Some(Settings {
            corridor: Corridor {
                position: state.position,
                heading: state.heading,
                speed,
                look_ahead: (look_ahead * speed).max(min_look_ahead),
                margin,
            },
            reach: radius + margin,
            sight: length("sight", self.sight),
            weight,
        })
    }
}

/// The way round what blocks the straight way to the goal; `None` when it is free.
fn turn_goal(
    view: &mut ObstacleView,
    goal: Vec2,
    (toward, distance): (Vec2, f32),
    heading: Vec2,
    memory: PassingSide,
    hand: Side,
    search: &mut WaySearch,
    trace: &mut Option<Mut<SteeringTrace>>,
) -> Option<Detour> {
    if view.sight <= 0.0 {
        return None;
    }
    let remembered = memory.remembered();
    let sight = view.sight.min(distance);
    let mut first = view.first_edge(toward, sight);
    if first.is_some() {
        // Only now it matters what the goal itself is near to.
        view.set_goal(goal);
        first = view.first_edge(toward, sight);
    }
    let detour = match &first {
        Some(first) => {
            // From straight ahead the side to which the agent is turning already.
            let preferred = Side::containing(toward, heading, 1e-3).unwrap_or(hand);
            view.detour(
                toward,
                first,
                sight,
                remembered,
                preferred,
                search,
                |blocked| {
                    record_blocked(trace, view.position, blocked);
                },
            )
        }
        None => {
            // The way out of a dead end that is deeper than the sight: not to be left while it leads off the goal, unless
            // the goal itself has gone to the other side.
            let leads_off = distance > view.sight && heading.dot(toward) < 0.0;
            let is_same_goal = memory.goal_bearing.dot(toward) > 0.0;
            let side = remembered.filter(|_| leads_off && is_same_goal);
            side.and_then(|side| {
                let bearing = view.along_wall(heading, side, search)?;
                Some(Detour { bearing, side })
            })
        }
    };
    if let (Some(trace), Some(detour)) = (trace, &detour) {
        trace.bearing = Some(detour.bearing);
    }
    detour
}

fn record_blocked(trace: &mut Option<Mut<SteeringTrace>>, position: Vec2, blocked: &[Blocked]) {
    if let Some(trace) = trace {
        trace
            .blocked
            .extend(blocked.iter().map(|blocked| BlockedBearings {
                right: blocked.right,
                left: blocked.left,
                distance: blocked.edge.nearest(position).distance(position),
            }));
    }
}

impl Corridor {
    /// What this corridor has felt, for whoever watches.
    fn feeler(&self, radius: f32, length: f32, hit: Option<&EdgeHit>) -> Feeler {
        let at = |distance: f32| self.position + self.heading * distance;
        Feeler {
            from: self.position,
            to: at(self.look_ahead.min(length)),
            radius,
            hit: hit.map(|hit| (at(hit.cast.distance), hit.cast.normal)),
        }
    }
}
