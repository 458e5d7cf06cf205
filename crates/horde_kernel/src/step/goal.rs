//! Where an agent goes, and how.

use crate::behaviors::pursuit::{self, Braking, Response, SteeringOutput};
use crate::step::agent::Agent;
use glam::Vec2;

/// Where an agent goes, and how, in coordinates of the plane.
///
/// A step turns it into a force once, at the end: until then each stage may change it. Everything
/// else that an agent wants is a force.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// The place where the agent goes.
    pub position: Vec2,
    /// The velocity with which the agent wants to go there, world units per second. Others plan
    /// with it when they avoid the agent.
    pub preferred_velocity: Vec2,
    /// How soon the agent takes on that velocity.
    pub response: Response,
    /// Factor on the force that leads to the velocity, 0 and up. 0 switches the goal off.
    pub weight: f32,
}

impl Goal {
    /// A goal at `position` with a preferred velocity, the usual response and weight 1.
    pub const fn new(position: Vec2, preferred_velocity: Vec2) -> Self {
        Self {
            position,
            preferred_velocity,
            response: Response::Usual,
            weight: 1.0,
        }
    }

    /// A goal at `position` with the velocity of `steering`.
    #[inline(always)]
    pub const fn along(steering: SteeringOutput, position: Vec2) -> Self {
        Self {
            response: steering.response,
            ..Self::new(position, steering.desired)
        }
    }

    /// The goal to head for a place at full speed. At the place itself the agent keeps its
    /// velocity.
    ///
    /// `tick` is the length of the tick in seconds.
    #[inline(always)]
    pub fn seek(agent: &Agent, tick: f32, position: Vec2) -> Self {
        Self::seek_along(agent, tick, position - agent.position, position)
    }

    /// The goal to head for `position`, which is at `offset` from the agent.
    #[inline(always)]
    pub fn seek_along(agent: &Agent, tick: f32, offset: Vec2, position: Vec2) -> Self {
        match pursuit::seek(&agent.motion_limits(tick), offset) {
            Some(steering) => Self::along(steering, position),
            // An agent that stands on its goal still has it.
            None => Self::new(position, agent.velocity),
        }
    }

    /// The goal to come to rest at a place, or to move along with it at `velocity`, as usual.
    ///
    /// `tick` is the length of the tick in seconds.
    pub fn arrive(agent: &Agent, tick: f32, position: Vec2, velocity: Vec2) -> Self {
        let braking = Braking::usual(agent.body_radius);
        Self::arrive_braking(agent, tick, (position, velocity), &braking)
    }

    /// The goal to come to rest at a place, or to move along with it at a velocity.
    #[inline(always)]
    pub fn arrive_braking(
        agent: &Agent,
        tick: f32,
        (position, velocity): (Vec2, Vec2),
        braking: &Braking,
    ) -> Self {
        let lead = (agent.velocity - velocity) * agent.update_lead(tick);
        let offset = position - (agent.position + lead);
        let motion_limits = agent.motion_limits(tick);
        Self::along(
            pursuit::arrive(&motion_limits, offset, velocity, braking),
            position,
        )
    }

    /// The same with another weight.
    pub const fn with_weight(mut self, weight: f32) -> Self {
        self.weight = weight;
        self
    }

    /// The same with another response.
    pub const fn with_response(mut self, response: Response) -> Self {
        self.response = response;
        self
    }

    /// Returns the weighted force that leads the agent to the preferred velocity, mass times world
    /// units per second squared. `tick` is the length of the tick in seconds.
    #[inline(always)]
    pub fn force(&self, agent: &Agent, tick: f32) -> Vec2 {
        let steering = SteeringOutput {
            desired: self.preferred_velocity,
            response: self.response,
        };
        steering.force(&agent.motion_limits(tick), agent.velocity) * self.weight
    }

    /// Whether the position and the velocity are finite, and the square of the speed is.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.preferred_velocity.length_squared().is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: f32 = 0.1;

    /// An agent of mass 2 with a largest speed of 5 and a largest force of 20.
    fn agent() -> Agent {
        Agent {
            velocity: Vec2::new(1.0, 0.0),
            mass: 2.0,
            max_force: 20.0,
            ..Agent::new(Vec2::ZERO, 0.5, 5.0)
        }
    }

    #[test]
    fn a_goal_has_the_force_of_its_response_and_weight() {
        let goal = Goal::new(Vec2::Y, Vec2::new(0.0, 2.0));
        // From (1, 0) to (0, 2) in 5 / (20 / 2) = 0.5 s with mass 2: (-1, 2) * 4.
        assert_eq!(goal.force(&agent(), TICK), Vec2::new(-4.0, 8.0));
        let half = goal.with_weight(0.5);
        assert_eq!(half.force(&agent(), TICK), Vec2::new(-2.0, 4.0));
        // Back with twice the largest force, and cut to it.
        let back = Goal::new(Vec2::Y, Vec2::new(-9.0, 0.0));
        assert_eq!(back.force(&agent(), TICK), Vec2::new(-40.0, 0.0));
        let capped = back.with_response(Response::Capped);
        assert_eq!(capped.force(&agent(), TICK), Vec2::new(-20.0, 0.0));
        // Within 0.1 s: (-1, 2) * 20, cut to a length of 20.
        let force = goal
            .with_response(Response::WithinTick)
            .force(&agent(), TICK);
        assert!(force.distance(Vec2::new(-1.0, 2.0).normalize() * 20.0) < 1e-4);
    }

    #[test]
    fn a_goal_follows_from_a_place() {
        let seek = Goal::seek(&agent(), TICK, Vec2::new(6.0, 8.0));
        assert_eq!(seek.position, Vec2::new(6.0, 8.0));
        assert!(seek.preferred_velocity.distance(Vec2::new(3.0, 4.0)) < 1e-6);
        assert_eq!(seek.response, Response::Usual);
        // At the place itself it keeps its velocity.
        let there = Goal::seek(&agent(), TICK, Vec2::ZERO);
        assert_eq!(there.preferred_velocity, agent().velocity);
        assert_eq!(there.force(&agent(), TICK), Vec2::ZERO);
        // It stops at a place, and brakes with all its force.
        let stop = Goal::arrive(&agent(), TICK, Vec2::ZERO, Vec2::ZERO);
        assert_eq!(stop.preferred_velocity, Vec2::ZERO);
        assert_eq!(stop.response, Response::WithinTick);
        assert_eq!(stop.force(&agent(), TICK), Vec2::new(-20.0, 0.0));
    }

    #[test]
    fn a_goal_that_is_not_finite_is_recognized() {
        assert!(Goal::new(Vec2::ONE, Vec2::X).is_finite());
        assert!(!Goal::new(Vec2::NAN, Vec2::X).is_finite());
        for speed in [f32::INFINITY, f32::MAX] {
            assert!(!Goal::new(Vec2::ONE, Vec2::new(speed, 0.0)).is_finite());
        }
    }
}
