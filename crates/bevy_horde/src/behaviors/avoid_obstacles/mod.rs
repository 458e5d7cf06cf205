//! AvoidObstacles: look ahead and steer round obstacles.

mod detour_state;
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
use crate::obstacle::ObstacleIndex;
use crate::parallel::Cost;
use crate::passing_side::PassingSide;
use crate::perception::AgentState;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::tables::{Tables, for_each_batch};
use crate::trace::SteeringTrace;
use crate::validation::{FieldCheck, SteeringWarnings};
use bevy::prelude::*;
use bevy::utils::Parallel;
pub use detour_state::DetourState;
use horde_kernel::obstacles::corridor::Corridor;
use surroundings::Surroundings;
use ways::ViewMemory;

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
/// sees a way. While the goal is at rest, several such agents settle there, see
/// [`Settled`](super::Settled). A way may open out of sight. Agents notice this if an obstacle
/// comes or goes within four times `sight` of the goal, but not if a door only moves.
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
#[require(BehaviorForces, DetourState)]
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

pub(crate) fn avoid_obstacles(
    // Inputs
    time: Res<Time>,
    warnings: Res<SteeringWarnings>,
    space: Res<MovementSpace>,
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
        passing_side: passing_side.side(*space),
        index: &index,
    };
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    for_each_batch(
        simd_level.arch(),
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
                    let mut forces = forces.of(
                        settings.behavior,
                        (state, surroundings.tick),
                        trace.as_deref_mut(),
                    );
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
