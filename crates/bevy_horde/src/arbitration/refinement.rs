//! The change of a goal.

use super::Goal;
use crate::trace::Reason;
use horde_kernel::math::vector::truncate;

/// The change of a goal, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Refinement {
    /// The changed goal. Its weight stays that of the goal before. Of an agent without a goal only
    /// its force counts. A goal that is not finite is reported and dropped.
    pub goal: Goal,
    /// Why the goal changes.
    pub reason: Reason,
    /// Where the agent arrives and settles.
    pub arrival: ArrivalPlace,
    /// The largest speed on the way, also round obstacles, world units per second; usually
    /// infinite, for no limit. Legal from 0 up; another number is reported and counts as infinite.
    /// 0 stops the agent.
    pub max_speed: f32,
}

/// Where an agent with a changed goal arrives, and where it may settle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrivalPlace {
    /// Where it would have before, wherever the changed goal is.
    #[default]
    Unchanged,
    /// At the changed goal.
    AtGoal,
    /// Nowhere: it waits on its way.
    Nowhere,
}

impl Refinement {
    /// Another way to the same place. The weight stays. An agent that goes round an obstacle keeps
    /// the place, not the velocity.
    pub fn new(goal: Goal, reason: impl Into<Reason>) -> Self {
        Self {
            goal,
            reason: reason.into(),
            arrival: ArrivalPlace::Unchanged,
            max_speed: f32::INFINITY,
        }
    }

    /// The agent goes to `goal` as before, but at most at `max_speed`, world units per second. For
    /// a speed that does not depend on goals see [`SpeedFactor`](crate::agent::SpeedFactor).
    pub fn slow_down(goal: Goal, max_speed: f32, reason: impl Into<Reason>) -> Self {
        let preferred_velocity = truncate(goal.preferred_velocity, max_speed.max(0.0));
        let slowed = Goal {
            preferred_velocity,
            ..goal
        };
        Self {
            max_speed,
            ..Self::new(slowed, reason)
        }
    }

    /// The agent goes to `goal` instead, and arrives there. It settles there if it has
    /// [`Settled`](crate::behaviors::Settled). The weight stays. A place in an obstacle is not
    /// reached: give one before it.
    pub fn redirect(goal: Goal, reason: impl Into<Reason>) -> Self {
        Self {
            arrival: ArrivalPlace::AtGoal,
            ..Self::new(goal, reason)
        }
    }

    /// The agent waits at `goal` on its way to the goal that it has. It neither arrives nor settles
    /// there, and leaves the spot where it has settled. The weight stays.
    pub fn wait_at(goal: Goal, reason: impl Into<Reason>) -> Self {
        Self {
            arrival: ArrivalPlace::Nowhere,
            ..Self::new(goal, reason)
        }
    }
}
