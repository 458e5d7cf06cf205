//! Whether an agent makes progress.

use crate::perception::AgentState;
use bevy::prelude::*;

/// An agent that has moved by less than this makes no progress, body radii.
const LEAST_PROGRESS: f32 = 2.0;

/// How long an agent has made no progress, and where. Memory, a part of components that the plugin
/// writes.
#[derive(Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Progress {
    /// Where the agent was when it last made progress, or had no reason to leave; in the plane.
    pub anchor: Vec2,
    /// How long it has been within two body radii of that place, seconds; 0 while it has no reason
    /// to leave.
    pub stuck_for: f32,
}

impl Progress {
    /// Whether the agent makes progress: it has come two body radii far.
    pub(super) fn is_made_by(&self, state: &AgentState) -> bool {
        self.anchor.distance(state.position) > LEAST_PROGRESS * state.body_radius
    }

    /// The progress after `time` more seconds. `is_held`: the agent has a reason to leave, and
    /// makes no progress.
    pub(super) fn after(&self, state: &AgentState, is_held: bool, time: f32) -> Self {
        if is_held {
            Self {
                stuck_for: self.stuck_for + time,
                ..*self
            }
        } else {
            Self {
                anchor: state.position,
                stuck_for: 0.0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32) -> AgentState {
        let mut state = AgentState::default();
        (state.0.position, state.0.body_radius) = (Vec2::new(x, 0.0), 0.5);
        state
    }

    #[test]
    fn an_agent_makes_progress_when_it_has_come_two_radii_far() {
        let begun = Progress::default().after(&at(3.0), false, 0.1);
        assert_eq!((begun.anchor, begun.stuck_for), (Vec2::new(3.0, 0.0), 0.0));
        // Two radii are one unit.
        assert!(
            !begun.is_made_by(&at(4.0))
                && begun.is_made_by(&at(4.01))
                && begun.is_made_by(&at(1.9))
        );
        let held = begun.after(&at(3.5), true, 0.1).after(&at(3.9), true, 0.2);
        assert_eq!(held.anchor, Vec2::new(3.0, 0.0));
        assert!((held.stuck_for - 0.3).abs() < 1e-6);
        // An agent without a reason to leave begins anew where it is.
        let rests = held.after(&at(3.9), false, 0.1);
        assert_eq!((rests.anchor, rests.stuck_for), (Vec2::new(3.9, 0.0), 0.0));
    }
}
