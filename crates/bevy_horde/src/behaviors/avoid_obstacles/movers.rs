//! Steps aside of obstacles that move.

use super::Settings;
use super::surroundings::Surroundings;
use crate::arbitration::Goal;
use crate::obstacle::{ObstacleId, PlacedObstacle, entity_of, obstacle_of};
use crate::perception::AgentState;
use bevy::prelude::*;
use horde_kernel::math::vector::{Side, direction_and_length, truncate};
use horde_kernel::obstacles::moving_obstacle::{StepAside, step_aside};

/// A hit that an obstacle is about to make.
struct Hit {
    /// The time until then, seconds.
    time: f32,
    /// The direction in which the agent moves as the obstacle sees it.
    heading: Vec2,
}

/// An agent and the velocity that it prefers.
struct Walker<'a> {
    /// The obstacle on the agent itself, if there is one.
    own: ObstacleId,
    settings: &'a Settings,
    state: &'a AgentState,
    goal: Option<&'a Goal>,
    preferred: Vec2,
}

/// A step aside of an obstacle that moves.
pub(super) struct Step {
    pub(super) obstacle: Entity,
    /// The direction of the step.
    aside: Vec2,
    /// The speed of the step, world units per second.
    speed: f32,
}

impl Step {
    /// The force of the step. `goal` is the agent's goal after it was turned round obstacles. Its
    /// force back is canceled.
    pub(super) fn force(&self, state: &AgentState, goal: Option<&Goal>, tick: f32) -> Vec2 {
        let aside = self.aside.dot(state.velocity) * self.aside;
        let limits = state.motion_limits(tick);
        let needed = limits.force_to_velocity_now(aside, self.aside * self.speed);
        let needed = truncate(needed, state.max_force).dot(self.aside);
        let has = goal.map_or(0.0, |goal| self.aside.dot(goal.force(state, tick)));
        self.aside * (needed - has).max(0.0)
    }
}

impl Surroundings<'_> {
    /// The step aside of the obstacle that would hit the agent first. `None` if no moving obstacle
    /// hits the agent on its way to `goal`, at the goal, or where it stands.
    pub(super) fn step_aside(
        &self,
        agent: Entity,
        settings: &Settings,
        state: &AgentState,
        goal: Option<&Goal>,
    ) -> Option<Step> {
        let walker = Walker {
            own: obstacle_of(agent),
            settings,
            state,
            goal,
            preferred: goal.map_or(state.velocity, |goal| goal.preferred_velocity),
        };
        let mut first: Option<(f32, &PlacedObstacle, (Vec2, f32))> = None;
        for obstacle in self.index.moving() {
            let Some((time, velocity)) = self.step_aside_of(obstacle, &walker) else {
                continue;
            };
            // The order of the obstacles is arbitrary, so that ties need one of their own.
            let is_first = first.is_none_or(|(least, other, _)| {
                time < least || (time == least && obstacle.order(other).is_lt())
            });
            if is_first {
                first = Some((time, obstacle, velocity));
            }
        }
        let (_, obstacle, velocity) = first?;
        let (aside, speed) = velocity;
        Some(Step {
            obstacle: entity_of(obstacle.id),
            aside,
            speed,
        })
    }

    /// The time until `obstacle` hits the agent, the direction of the step aside, and its speed.
    fn step_aside_of(
        &self,
        obstacle: &PlacedObstacle,
        walker: &Walker,
    ) -> Option<(f32, (Vec2, f32))> {
        let (state, reach) = (walker.state, walker.settings.reach);
        if obstacle.id == walker.own {
            return None;
        }
        let Hit { time, heading } = walker.hit_by(obstacle)?;
        let (least, most) = obstacle.shape.extent_across(state.position, heading.perp());
        let [left, right] = [most + reach, reach - least];
        let is_blocked = |side: Side, step: f32| {
            let counts = |other: &PlacedObstacle| other.id != obstacle.id && other.id != walker.own;
            let (from, aside, radius) = (state.position, side.of(heading), state.body_radius);
            (self.index).is_blocked(from, aside, step.max(0.0), radius, None, counts)
        };
        let blocked = [is_blocked(Side::Left, left), is_blocked(Side::Right, right)];
        let side = match blocked {
            [true, false] => Side::Right,
            [false, true] => Side::Left,
            _ if left < right => Side::Left,
            _ if right < left => Side::Right,
            _ => self.passing_side,
        };
        let step = match side {
            Side::Left => left,
            Side::Right => right,
        };
        let limits = state.motion_limits(self.tick);
        let speed = step_aside(&StepAside {
            step,
            time,
            look_ahead: walker.settings.look_ahead,
            max_speed: limits.max_speed,
            least_time: self.tick,
        })?;
        Some((time, (side.of(heading), speed)))
    }
}

impl Walker<'_> {
    /// The first hit of `obstacle`: on the way, or where the agent stands or arrives before it.
    fn hit_by(&self, obstacle: &PlacedObstacle) -> Option<Hit> {
        let from = self.state.position;
        let Some(goal) = self.goal else {
            return self.hit_at(from, self.preferred, obstacle);
        };
        let way = from.distance(goal.position);
        let rests = |place: Vec2| {
            let hit = self.hit_at(place, Vec2::ZERO, obstacle)?;
            (way <= self.preferred.length() * hit.time || way <= self.state.body_radius)
                .then_some(hit)
        };
        let resting = [rests(from), rests(goal.position)].into_iter().flatten();
        let resting = resting.min_by(|first, second| first.time.total_cmp(&second.time));
        resting.or_else(|| {
            let moving = self.hit_at(from, self.preferred, obstacle)?;
            // On the way back to the goal the agent would change the side of its step.
            let standing = self.hit_at(from, Vec2::ZERO, obstacle);
            Some(standing.unwrap_or(moving))
        })
    }

    /// The hit of `obstacle` on the agent that starts at `place` and moves at `velocity`.
    fn hit_at(&self, place: Vec2, velocity: Vec2, obstacle: &PlacedObstacle) -> Option<Hit> {
        let (heading, speed) = direction_and_length(velocity - obstacle.velocity)?;
        let (sight, reach) = (self.settings.sight(true), self.settings.reach);
        let hit = obstacle.shape.block(place, heading, sight, reach)?;
        Some(Hit {
            time: hit.distance / speed,
            heading,
        })
    }
}
