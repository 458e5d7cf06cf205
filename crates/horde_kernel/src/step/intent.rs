//! What an agent wants in a tick, before it heeds its neighbors.

use crate::avoidance::precedence::Precedence;
use crate::motion::combine::{GOAL_TIER, TIER_COUNT};
use crate::neighbors::block::Chase;
use crate::step::goal::Goal;
use crate::step::held::Held;
use glam::Vec2;

/// What an agent wants in a tick, before it heeds its neighbors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Intent {
    /// The forces of its behaviors by tier, without that of its goal; mass times world units per
    /// second squared. `AVOIDANCE_TIER`, `FLOCKING_TIER` and `GOAL_TIER` in
    /// [`combine`](crate::motion::combine) number them.
    pub tiers: [Vec2; TIER_COUNT],
    /// Whether any behavior contributed a force. Without one, without a goal, and if no neighbor
    /// matters, the agent keeps its velocity.
    pub has_contribution: bool,
    /// Whether it has settled: its flock does not move it.
    pub is_settled: bool,
    /// Whether it looks at a place of its own, not along its motion: then its velocity may turn at
    /// any rate, and the game writes its heading.
    pub looks_elsewhere: bool,
    /// Its right of way.
    pub precedence: Precedence,
    /// Where it goes, and how. Others plan with it when they avoid the agent; `None`: with its
    /// velocity.
    pub goal: Option<Goal>,
    /// The place for which it heads, whatever is in the way.
    pub heads_for: Option<Vec2>,
    /// For which agent or crowd it heads without avoiding it.
    pub chase: Chase,
    /// The decision that it holds, if it does not update in every tick.
    pub held: Held,
}

impl Intent {
    /// An agent that wants nothing.
    pub const NONE: Self = Self {
        tiers: [Vec2::ZERO; TIER_COUNT],
        has_contribution: false,
        is_settled: false,
        looks_elsewhere: false,
        precedence: Precedence::None,
        goal: None,
        heads_for: None,
        chase: Chase::NONE,
        held: Held::NONE,
    };

    /// An agent that a force of its goal's tier moves, without a place to go to.
    pub fn pushed(force: Vec2) -> Self {
        let mut tiers = [Vec2::ZERO; TIER_COUNT];
        tiers[GOAL_TIER] = force;
        Self {
            tiers,
            has_contribution: true,
            ..Self::NONE
        }
    }

    /// An agent that goes to a goal.
    pub fn toward(goal: Goal) -> Self {
        Self {
            goal: Some(goal),
            heads_for: Some(goal.position),
            ..Self::NONE
        }
    }
}

impl Default for Intent {
    fn default() -> Self {
        Self::NONE
    }
}

/// What the agents of a crowd want: a slice of intents by slot, or what a game makes them from.
pub trait Intents: Sync {
    /// Whether no agent wants anything.
    fn is_empty(&self) -> bool;

    /// What the agent in a slot wants. A step asks several times. It asks for `is_settled`, `chase`
    /// and `held` apart, so these may be left out.
    fn of(&self, slot: usize) -> Intent;

    /// Whether the agent in a slot has settled.
    fn is_settled(&self, slot: usize) -> bool;

    /// For which agent or crowd the agent in a slot heads without avoiding it.
    fn chase(&self, slot: usize) -> Chase;

    /// The decision that the agent in a slot holds, if it does not update in every tick.
    fn held(&self, slot: usize) -> Held;
}

/// Agents behind the end of the slice want nothing.
impl Intents for [Intent] {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> Intent {
        self.get(slot).copied().unwrap_or(Intent::NONE)
    }

    fn is_settled(&self, slot: usize) -> bool {
        self.get(slot).is_some_and(|intent| intent.is_settled)
    }

    fn chase(&self, slot: usize) -> Chase {
        self.get(slot).map_or(Chase::NONE, |intent| intent.chase)
    }

    fn held(&self, slot: usize) -> Held {
        self.get(slot).map_or(Held::NONE, |intent| intent.held)
    }
}
