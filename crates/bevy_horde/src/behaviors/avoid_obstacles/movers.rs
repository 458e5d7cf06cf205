//! Steps aside of obstacles that move.

use super::Settings;
use super::surroundings::Surroundings;
use crate::arbitration::Goal;
use crate::math::moving_obstacle::{StepAside, step_aside};
use crate::math::vector::{Side, direction_and_length};
use crate::obstacle::PlacedObstacle;
use crate::perception::AgentState;
use bevy::prelude::*;

/// A hit that an obstacle is about to make.
struct Hit {
    /// The time until then, seconds.
    time: f32,
    /// The direction in which the agent moves as the obstacle sees it.
    heading: Vec2,
}

/// An agent and the velocity that it prefers.
struct Walker<'a> {
    agent: Entity,
    settings: &'a Settings,
    state: &'a AgentState,
    goal: Option<&'a Goal>,
    preferred: Vec2,
}

impl Surroundings<'_> {
    /// The obstacle that would hit the agent first, and the force that steps aside of it. `None` if
    /// no moving obstacle hits the agent on its way to `goal`, at the goal, or where it stands.
    pub(super) fn step_aside(
        &self,
        agent: Entity,
        settings: &Settings,
        state: &AgentState,
        goal: Option<&Goal>,
    ) -> Option<(Entity, Vec2)> {
        let walker = Walker {
            agent,
            settings,
            state,
            goal,
            preferred: goal.map_or(state.velocity, |goal| goal.preferred_velocity),
        };
        let mut first: Option<(f32, &PlacedObstacle, Vec2)> = None;
        for obstacle in self.index.moving() {
            let Some((time, change)) = self.step_aside_of(obstacle, &walker) else {
                continue;
            };
            // The order of the obstacles is arbitrary, so that ties need one of their own.
            let is_first = first.is_none_or(|(least, other, _)| {
                time < least || (time == least && obstacle.order(other).is_lt())
            });
            if is_first {
                first = Some((time, obstacle, change));
            }
        }
        let (_, obstacle, change) = first?;
        let force = change * state.motion_limits(self.tick).force_per_change();
        Some((obstacle.entity, force * settings.weight))
    }

    /// The time until `obstacle` hits the agent, and the change of its preferred velocity that
    /// steps aside.
    fn step_aside_of(&self, obstacle: &PlacedObstacle, walker: &Walker) -> Option<(f32, Vec2)> {
        let (state, reach) = (walker.state, walker.settings.reach);
        if obstacle.entity == walker.agent {
            return None;
        }
        let Hit { time, heading } = walker.hit_by(obstacle)?;
        let (least, most) = obstacle.shape.extent_across(state.position, heading.perp());
        let [left, right] = [most + reach, reach - least];
        let is_blocked = |side: Side, step: f32| {
            let counts = |other: &PlacedObstacle| {
                other.entity != obstacle.entity && other.entity != walker.agent
            };
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
            response_time: limits.response_time(),
        })?;
        let aside = side.of(heading);
        // The way back to a goal would cancel the step.
        let back = walker
            .goal
            .map_or(0.0, |_| aside.dot(walker.preferred).min(0.0));
        Some((time, aside * (speed - back)))
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
        resting.or_else(|| self.hit_at(from, self.preferred, obstacle))
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
