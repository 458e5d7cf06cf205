//! AvoidObstacles: look ahead and steer round obstacles.

mod enclosure;
mod movers;
mod plan;
mod surroundings;
mod terrain;
mod turn;
mod view;
mod walls;
mod ways;

use super::goal::active;
use crate::arbitration::{BehaviorForces, Tier};
use crate::length::Length;
use crate::math::corridor::Corridor;
use crate::math::vector::Side;
use crate::obstacle::ObstacleIndex;
use crate::parallel::Cost;
use crate::passing_side::PassingSide;
use crate::perception::AgentState;
use crate::settled::Settled;
use crate::simd_level::SimdLevel;
use crate::tables::{Tables, for_each_batch};
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use bevy::utils::Parallel;
use enclosure::Enclosure;
use plan::GUESSED;
use surroundings::Surroundings;
use ways::{Detour, Remembered, ViewMemory};

/// The margin in a gap that is too narrow for more, body radii.
const LEAST_MARGIN: f32 = 0.02;

/// Where no short way is in sight, an agent looks this many times as far.
const FAR: f32 = 4.0;

/// Steers round the obstacles in the way: circles, walls, polygons, and groups of them.
///
/// It *turns the goal* while something blocks the straight way to it. Behaviors that head for a
/// place set a goal, as [`Seek`](super::Seek) and [`FollowPath`](super::FollowPath) do, or a game
/// sets its own [`Goal`](crate::arbitration::Goal). The agent takes the shortest way round the
/// obstacles in sight. It keeps its side of an obstacle, unless it sees a much shorter way on the
/// other. Obstacles too close together for the body and its margins count as one, so that the agent
/// leaves a cul-de-sac by its mouth. The agent gives up the margin in a gap, down to a width of
/// 2.05 radii, if every other way is more than 1.3 times as long. Obstacles beyond `sight` do not
/// count. But where the way would be more than 1.3 times as long as the straight one, or does not
/// end in sight, the agent looks four times as far. Beyond that it follows a long wall to its end.
///
/// An agent without a way goes to the reachable place nearest to its goal, and waits there until it
/// sees a way. While the goal is at rest, several such agents settle there, see [`Settled`]. A way
/// may open out of sight. Agents notice this if an obstacle comes or goes within four times `sight`
/// of the goal, but not if a door only moves.
///
/// It also *keeps the way ahead clear*. The body sweeps a corridor, `look_ahead` seconds long at
/// the current speed. While the corridor enters an obstacle, a force acts across the heading,
/// stronger the nearer the obstacle. The force brakes when there is no room to turn. It pushes
/// straight out of an obstacle that is too near. Without a goal the agent does only this.
///
/// It *steps aside* of an obstacle that moves and would hit the agent, also while the agent stands.
/// The agent sees such an obstacle four times as far as `sight`, and looks ahead for `look_ahead`
/// seconds, or for six times as long as the step takes. It takes the shorter side that is free. An
/// agent with a goal returns to its way, or to its place, once the obstacle has passed.
///
/// Obstacles beyond the goal are not in the way, and the agent reaches a goal beside a wall. Used
/// alone the behavior lets the agent coast past obstacles. It remembers a side and does not plan:
/// use a path finder in a maze larger than `sight`. Sources: the cropping of
/// "Obstacle implementation", Reynolds (1999), and two published forms of obstacle avoidance with
/// their defects fixed (see `docs/formulas.md`).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `sight` | how far obstacles, or parts of them, are seen | 25 radii | 0 and up | recognizes wider dead ends, slower | 0: the goal is never turned |
/// | `look_ahead` | how far the corridor reaches, s at the current speed | 1.5 | 0 and up | turns earlier, wider | 0 |
/// | `min_look_ahead` | least reach of the corridor, at any speed | 2 radii | 0 and up | slow agents turn earlier | 0 |
/// | `margin` | gap to keep to the obstacle | 0.35 radii | 0 and up | wider berth; narrower gaps count as closed while other ways are at most 1.3 times as long | 0 |
/// | `weight` | factor on the push off obstacles, not on the turned goal | 1.0 | 0 and up | stronger; about 5 for [`Combine::WeightedSum`](crate::agent::Combine) | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, DetourState, Settled)]
pub struct AvoidObstacles {
    /// How far the agent sees obstacles, or parts of them.
    pub sight: Length,
    /// How far the corridor reaches, seconds at the current speed.
    pub look_ahead: f32,
    /// Least reach of the corridor, at any speed.
    pub min_look_ahead: Length,
    /// Gap to keep between body and obstacle.
    pub margin: Length,
    /// Factor on the avoidance force, not on the turned goal.
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

/// Whether an agent passes an obstacle, and on which side. Memory, written by the plugin.
///
/// An agent searches for a way three to five times a second, among many long walls once, and at
/// each corner. In between it follows the way that it knows while that is free to the next corner.
///
/// The memory is about one obstacle. The agent keeps its side until a search no longer meets the
/// obstacle, or until it sees a shorter way on the other side. After turning back, it remembers
/// `obstacle` and `times_turned_back` until another obstacle is in the way.
#[derive(Component, Reflect, MapEntities, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct DetourState {
    /// Whether an obstacle is in the way.
    pub is_passing: bool,
    /// Whether the agent turns left to pass the obstacle.
    pub left: bool,
    /// The obstacle in the way, or the last obstacle at which the agent has turned back; else
    /// `None`.
    #[entities]
    pub obstacle: Option<Entity>,
    /// How often the agent has turned back at `obstacle` for a shorter way.
    pub times_turned_back: u8,
    /// The direction to the goal when the detour began, in steering coordinates; zero without a
    /// goal.
    pub goal_bearing: Vec2,
    /// The goal to which no way leads, in steering coordinates; `None` while a way does. The agent
    /// goes to `nearest_place`, and waits there until a way opens.
    pub unreachable_goal: Option<Vec2>,
    /// The reachable place nearest to `unreachable_goal`, in steering coordinates.
    pub nearest_place: Vec2,
    /// The number of obstacles with a bounding box near `unreachable_goal`, within about four times
    /// `sight`. If the number changes, the agent searches for a way again.
    pub obstacle_count: u32,
    /// The next corner of the way, in steering coordinates.
    pub corner: Vec2,
    /// The distance at which the agent passes the corner, world units; 0 without a corner.
    pub clearance: f32,
    /// Whether the corner is on the agent's right as it passes.
    pub corner_on_right: bool,
    /// The direction in which the agent leaves the corner; zero while unknown.
    pub exit: Vec2,
    /// The distance that the agent's center keeps from surfaces on the way, world units.
    pub reach: f32,
    /// The length of the way from `corner` to the goal, world units; `f32::MAX` after a search that
    /// guessed the way.
    pub way_beyond: f32,
    /// The goal of the way, in steering coordinates.
    pub goal: Vec2,
    /// Whether the last search needed obstacles beyond `sight`.
    pub looks_far: bool,
    /// Whether the way leads along a wall out of sight, so that it may have no end.
    pub is_open_ended: bool,
    /// The time until the agent searches for a way again, seconds.
    pub search_in: f32,
}

impl DetourState {
    /// The detour of the last tick; `None` if nothing was in the way.
    fn remembered(self) -> Option<Remembered> {
        let side = if self.left { Side::Left } else { Side::Right };
        // A guess binds the agent to no side.
        let is_chosen = self.is_passing && self.way_beyond < GUESSED;
        let obstacle = self.obstacle.filter(|_| is_chosen)?;
        Some(Remembered {
            side,
            obstacle,
            times: self.times_turned_back,
        })
    }

    /// The reachable place nearest to `goal`; `None` unless `goal` is within `moved` world units of
    /// the unreachable goal.
    pub(super) fn nearest_place_to(&self, goal: Vec2, moved: f32) -> Option<Vec2> {
        let is_same = |known: Vec2| known.distance_squared(goal) <= moved * moved;
        let is_known = self.unreachable_goal.is_some_and(is_same);
        (is_known && self.nearest_place.is_finite()).then_some(self.nearest_place)
    }

    /// Whether the last search found a whole way to the goal, in sight from end to end.
    pub(super) fn has_way(&self, state: &AgentState, avoid: &AvoidObstacles, goal: Vec2) -> bool {
        let sight = avoid.sight.resolve(state.body_radius);
        let is_in_sight = state.position.distance(goal) <= sight;
        !self.is_enclosed() && !self.is_open_ended && (self.is_passing || is_in_sight)
    }

    /// Whether no way leads to the goal.
    pub(super) fn is_enclosed(&self) -> bool {
        self.unreachable_goal.is_some()
    }

    /// The unreachable goal and the place nearest to it; `None` while a way leads to the goal.
    fn enclosure(&self) -> Option<Enclosure> {
        self.unreachable_goal.map(|goal| Enclosure {
            goal,
            nearest_place: self.nearest_place,
            obstacle_count: self.obstacle_count,
        })
    }

    /// The same memory with the data of `enclosure`, if there is one.
    fn within(self, enclosure: Option<Enclosure>) -> Self {
        let Some(enclosure) = enclosure else {
            return self;
        };
        Self {
            unreachable_goal: Some(enclosure.goal),
            nearest_place: enclosure.nearest_place,
            obstacle_count: enclosure.obstacle_count,
            ..self
        }
    }

    /// The memory of the next tick, with a detour or without one.
    fn then(self, detour: Option<Detour>, goal_bearing: Vec2) -> Self {
        match detour {
            Some(detour) => Self {
                is_passing: true,
                left: detour.side == Side::Left,
                obstacle: Some(detour.obstacle),
                times_turned_back: if detour.is_kept || self.obstacle == Some(detour.obstacle) {
                    let times = u8::from(detour.turns_back);
                    self.times_turned_back.saturating_add(times)
                } else {
                    0
                },
                goal_bearing: if self.is_passing && self.goal_bearing.is_finite() {
                    self.goal_bearing
                } else {
                    goal_bearing
                },
                ..Self::default()
            },
            // Just after turning back, the way of an agent is often free for a moment.
            None if self.times_turned_back > 0 => Self {
                obstacle: self.obstacle,
                times_turned_back: self.times_turned_back,
                ..Self::default()
            },
            None => Self::default(),
        }
    }
}

pub(super) fn avoid_obstacles(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    passing_side: Res<PassingSide>,
    index: Res<ObstacleIndex>,
    simd_level: Res<SimdLevel>,
    // Local
    views: Local<Parallel<ViewMemory>>,
    // Output
    mut agents: Query<(
        Entity,
        &AvoidObstacles,
        &AgentState,
        &mut DetourState,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let surroundings = Surroundings {
        tick: time.delta_secs(),
        passing_side: passing_side.side(),
        index: &index,
    };
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    for_each_batch(
        *simd_level,
        Cost::High,
        tables.columns(),
        #[inline(always)]
        |(entities, avoiders, states, mut memories, mut forces, mut traces)| {
            let view = &mut *views.borrow_local_mut();
            let agents = entities.iter().zip(avoiders).zip(states).enumerate();
            for (row, ((entity, avoid), state)) in agents {
                let Some((check, weight)) =
                    active(&warnings, *entity, state, "AvoidObstacles", avoid.weight)
                else {
                    continue;
                };
                let settings = avoid.resolve(state, weight, check);
                let memory = *memories.get(row);
                let mut trace = traces.as_mut().map(|traces| traces.get_mut(row));
                // Without a detour in memory and with free ways, the answer is: no detour.
                let needs_answer = memory.is_passing
                    || memory.is_enclosed()
                    || memory.is_open_ended
                    || trace.is_some();
                let goal = forces.get(row).goal;
                let goal = goal.as_ref();
                let step = (index.has_moving())
                    .then(|| surroundings.step_aside(*entity, &settings, state, goal))
                    .flatten();
                if needs_answer || !surroundings.is_free(&settings, state, goal) {
                    let mut forces = forces.get_mut(row);
                    let trace = trace.as_deref_mut();
                    let memory = surroundings.avoid(
                        *entity,
                        &settings,
                        state,
                        memory,
                        view,
                        &mut forces,
                        trace,
                    );
                    memories.get_mut(row).set_if_neq(memory);
                }
                if let Some(step) = step {
                    if let Some(trace) = &mut trace {
                        trace.obstacle = Some(step.obstacle);
                    }
                    let mut forces = forces.get_mut(row);
                    let force = step.force(state, forces.goal.as_ref(), surroundings.tick);
                    forces.steps_aside = true;
                    let mut forces = forces.of(settings.behavior, trace.as_deref_mut());
                    forces.add(Tier::Avoidance, force * settings.weight);
                }
            }
        },
    );
}

/// The settings of one agent, in world units.
struct Settings {
    /// The name of the behavior.
    behavior: &'static str,
    corridor: Corridor,
    /// How far ahead the agent looks, seconds.
    look_ahead: f32,
    /// Body radius plus margin.
    reach: f32,
    /// Body radius plus the least margin, for gaps.
    least_reach: f32,
    sight: f32,
    weight: f32,
}

impl Settings {
    /// How far an agent looks for a way; `FAR` times as far if it `looks_far`.
    fn sight(&self, looks_far: bool) -> f32 {
        if looks_far {
            FAR * self.sight
        } else {
            self.sight
        }
    }

    /// Obstacles within this distance matter even if they are not on the way to the goal.
    fn nearby(&self) -> f32 {
        // The other side of a passage is at most two reaches away.
        self.corridor.look_ahead.max(self.reach) + self.reach
    }
}

impl AvoidObstacles {
    /// Whether the weight is above 0 and finite, so that the behavior acts.
    pub(super) fn is_on(&self) -> bool {
        self.weight > 0.0 && self.weight.is_finite()
    }

    #[inline(always)]
    fn resolve(&self, state: &AgentState, weight: f32, check: FieldCheck<'_>) -> Settings {
        let radius = state.body_radius;
        let length =
            |field, length: Length| check.at_least_zero(field, length.resolve(radius), 0.0);
        let look_ahead = check.at_least_zero("look_ahead", self.look_ahead, 0.0);
        let min_look_ahead = length("min_look_ahead", self.min_look_ahead);
        let margin = length("margin", self.margin);
        let speed = state.velocity.length();
        Settings {
            behavior: check.component(),
            corridor: Corridor {
                heading: state.heading,
                speed,
                look_ahead: (look_ahead * speed).max(min_look_ahead),
                margin,
            },
            look_ahead,
            reach: radius + margin,
            least_reach: radius + margin.min(LEAST_MARGIN * radius),
            sight: length("sight", self.sight),
            weight,
        }
    }
}
