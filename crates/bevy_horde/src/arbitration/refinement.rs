//! The change of a goal.

use super::Goal;
use crate::trace::Reason;

/// The change of a goal, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Refinement {
    /// The changed goal. Its weight stays that of the goal before. Of an agent without a goal only
    /// its force counts.
    pub goal: Goal,
    /// Why the goal changes.
    pub reason: Reason,
    /// Where the agent arrives and settles.
    pub arrival: ArrivalPlace,
}

/// Where an agent with a changed goal arrives and settles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrivalPlace {
    /// Where it would have before.
    #[default]
    Unchanged,
    /// At the changed goal.
    AtGoal,
    /// Nowhere: it waits on its way.
    Nowhere,
}

impl Refinement {
    /// Another way or another speed, to the same place.
    pub fn new(goal: Goal, reason: impl Into<Reason>) -> Self {
        Self {
            goal,
            reason: reason.into(),
            arrival: ArrivalPlace::Unchanged,
        }
    }

    /// The agent goes to `goal` instead, and arrives and settles there.
    pub fn redirect(goal: Goal, reason: impl Into<Reason>) -> Self {
        Self {
            arrival: ArrivalPlace::AtGoal,
            ..Self::new(goal, reason)
        }
    }

    /// The agent waits at `goal` on its way to the goal that it has.
    pub fn wait_at(goal: Goal, reason: impl Into<Reason>) -> Self {
        Self {
            arrival: ArrivalPlace::Nowhere,
            ..Self::new(goal, reason)
        }
    }
}
