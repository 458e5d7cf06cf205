//! The right of way of an agent that others hold up or block.

use super::yield_state::YieldState;
use bevy::prelude::*;
use horde_kernel::avoidance::precedence::Precedence;
use horde_kernel::math::vector::direction;

/// The time over which an agent compares its progress with its preferred speed, seconds.
const TIME: f32 = 3.0;
/// An agent is held up while it lacks this part of its preferred speed, on average.
const HELD_UP: f32 = 0.85;
/// An agent is on its way again when it lacks less than this part.
const ON_ITS_WAY: f32 = 0.5;
/// A smaller average counts as 0.
const TRACE: f32 = 1e-3;
/// How long an agent has right of way at most, seconds. After that it waits anew.
const LONGEST: f32 = 12.0;
/// The way is open if the cosine between the bearing of the goal and the preferred velocity is
/// above this. Otherwise an obstacle turns the agent.
const OPEN: f32 = 0.94;

impl YieldState {
    /// Whether the agent has right of way because others have held it up.
    pub fn has_right_of_way(&self) -> bool {
        self.right_of_way > 0.0
    }

    /// The right of way of the agent among agents of the same priority.
    pub(crate) fn precedence(&self) -> Precedence {
        if self.has_waited() {
            Precedence::BesideObstacle
        } else if self.has_right_of_way() {
            Precedence::OnOpenWay
        } else {
            Precedence::None
        }
    }

    /// The memory after `time` more seconds. `way` leads from the agent to its goal.
    #[inline(always)]
    pub(crate) fn held_up_after(
        &self,
        way: Vec2,
        velocity: Vec2,
        preferred_velocity: Vec2,
        time: f32,
    ) -> Self {
        let preferred_speed = preferred_velocity.length();
        let toward = direction(way).unwrap_or(Vec2::ZERO);
        if preferred_velocity.dot(toward) <= OPEN * preferred_speed {
            return Self {
                right_of_way: 0.0,
                ..*self
            };
        }
        let lacks = (1.0 - velocity.dot(toward) / preferred_speed).clamp(0.0, 1.0);
        let held_up = self.held_up + (lacks - self.held_up) * (time / (TIME + time));
        let keeps = if self.has_right_of_way() {
            held_up > ON_ITS_WAY
        } else {
            held_up > HELD_UP
        };
        let right_of_way = self.right_of_way + time;
        let is_over = right_of_way > LONGEST;
        Self {
            held_up: if is_over || held_up < TRACE {
                0.0
            } else {
                held_up
            },
            right_of_way: if keeps && !is_over { right_of_way } else { 0.0 },
            ..*self
        }
    }

    /// The memory of an agent that nothing holds up.
    #[inline(always)]
    pub(crate) fn free(&self) -> Self {
        Self {
            held_up: 0.0,
            right_of_way: 0.0,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: f32 = 1.0 / 60.0;

    /// The memory after so many `seconds` at `velocity`, on a way along x with a preferred speed of
    /// 2.
    fn after(memory: YieldState, seconds: f32, velocity: Vec2) -> YieldState {
        let ticks = (seconds / TICK).round() as usize;
        (0..ticks).fold(memory, |memory, _| {
            memory.held_up_after(Vec2::new(9.0, 0.0), velocity, Vec2::new(2.0, 0.0), TICK)
        })
    }

    #[test]
    fn an_agent_that_makes_no_way_has_right_of_way_after_six_seconds() {
        // The average lacks 1 - exp(-t / 3): 0.85 after 3 ln(1 / 0.15) = 5.69 s.
        for velocity in [Vec2::ZERO, Vec2::new(0.0, 2.0), Vec2::new(-1.0, 0.0)] {
            assert!(!after(default(), 5.5, velocity).has_right_of_way());
            assert!(after(default(), 5.9, velocity).has_right_of_way());
        }
        // At half its speed it lacks 0.5 and is not held up.
        assert!(!after(default(), 60.0, Vec2::new(1.0, 0.0)).has_right_of_way());
    }

    #[test]
    fn it_keeps_right_of_way_until_it_is_on_its_way_and_for_twelve_seconds() {
        let held_up = after(default(), 5.9, Vec2::ZERO);
        // At full speed the average is below 0.5 after 3 ln(0.86 / 0.5) = 1.6 s.
        assert!(after(held_up, 1.4, Vec2::new(2.0, 0.0)).has_right_of_way());
        assert!(!after(held_up, 1.8, Vec2::new(2.0, 0.0)).has_right_of_way());
        assert!(after(held_up, 11.5, Vec2::ZERO).has_right_of_way());
        let over = after(held_up, 12.1, Vec2::ZERO);
        assert!(!over.has_right_of_way());
        assert!(over.held_up < 0.1);
    }

    #[test]
    fn behind_an_obstacle_it_has_no_right_of_way() {
        let held_up = after(default(), 5.9, Vec2::ZERO);
        // The preferred velocity leads round an obstacle, at 45 degrees to the goal.
        let turned = held_up.held_up_after(Vec2::X, Vec2::ZERO, Vec2::ONE, TICK);
        assert!(!turned.has_right_of_way());
        assert_eq!(turned.held_up, held_up.held_up);
        // An agent at its goal, and an agent that does not want to move.
        for (way, preferred) in [(Vec2::ZERO, Vec2::X), (Vec2::X, Vec2::ZERO)] {
            let stands = held_up.held_up_after(way, Vec2::ZERO, preferred, TICK);
            assert!(!stands.has_right_of_way());
        }
    }
}
