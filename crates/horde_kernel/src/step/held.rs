//! The decisions of agents that do not update in every tick.

use crate::behaviors::pursuit::MotionLimits;
use crate::math::vector::{Vector, truncate};
use crate::motion::integrate::accelerate;
use crate::step::agent::Agent;
use crate::step::decide::Decision;
use glam::Vec2;

/// The decision of an agent that does not update in every tick, and when it updates next.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Held {
    /// The ticks until the next update; 0 for an agent that holds no decision.
    pub ticks_left: u8,
    /// The velocity to reach at the next update, world units per second.
    pub velocity: Vec2,
    /// How hard the agent pushes on when others push it back, 0 to 1.
    pub push_strength: f32,
    /// Whether anything contributed.
    pub has_contribution: bool,
    /// The place for which the agent heads.
    pub heads_for: Option<Vec2>,
}

impl Held {
    /// The agent holds no decision.
    pub const NONE: Self = Self {
        ticks_left: 0,
        velocity: Vec2::ZERO,
        push_strength: 0.0,
        has_contribution: false,
        heads_for: None,
    };

    /// What an agent that updates keeps of its decision until its next update. A tick takes `tick`
    /// seconds.
    pub fn of(agent: &Agent, tick: f32, decision: &Decision) -> Self {
        Self {
            ticks_left: agent.update_ticks,
            velocity: velocity_after(agent, decision.force, agent.update_time(tick)),
            push_strength: decision.push_strength,
            has_contribution: decision.has_contribution,
            heads_for: decision.heads_for,
        }
    }

    /// Makes the decision of an agent that updates that of one tick of several, and gives an agent
    /// that holds the decision that it holds.
    #[inline(never)]
    pub(super) fn apply(&self, agent: &Agent, tick: f32, decision: &mut Decision) {
        if agent.is_updating() {
            decision.velocity = velocity_after(agent, decision.force, tick);
        } else if agent.is_holding() && self.ticks_left > 0 {
            let mut force = Vec2::ZERO;
            if self.has_contribution {
                let motion_limits = MotionLimits {
                    tick: tick * f32::from(self.ticks_left),
                    ..agent.motion_limits(tick)
                };
                let needed = motion_limits.force_to_velocity_now(agent.velocity, self.velocity);
                force = truncate(needed, motion_limits.max_force);
            }
            *decision = Decision {
                force,
                velocity: velocity_after(agent, force, tick),
                heads_for: self.heads_for,
                push_strength: self.push_strength,
                has_contribution: self.has_contribution,
            };
        }
    }
}

/// The velocity of an agent after a force has acted for `time` seconds.
fn velocity_after(agent: &Agent, force: Vec2, time: f32) -> Vec2 {
    let most = agent.max_speed;
    accelerate(agent.velocity, force / agent.mass, most, time).shorten(most)
}
