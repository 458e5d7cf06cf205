//! Which agents are slow bodies that ways lead round.

use super::crowd::SlowBody;
use crate::perception::AgentState;
use crate::settled::Settled;

/// The slow bodies among these agents.
///
/// An agent that has settled makes way, and others have to come up to it, so it does not count. A
/// disabled agent makes no way, even if it has settled, so it counts.
pub(super) fn slow_bodies<'a>(
    agents: impl Iterator<Item = (&'a AgentState, Option<&'a Settled>)>,
) -> Vec<SlowBody> {
    let slow = agents.filter_map(|(state, settled)| {
        let is_settled = settled.is_some_and(|settled| settled.is_settled);
        let counts = state.is_disabled() || (state.is_moving() && !is_settled);
        let share = if counts { slowness(state) } else { 0.0 };
        (share > 0.0).then_some(SlowBody {
            position: state.position,
            radius: state.body_radius,
            share,
        })
    });
    slow.collect()
}

/// The part of its largest speed that an agent lacks, 0 to 1; 1 at rest, even if its largest speed
/// is 0.
fn slowness(state: &AgentState) -> f32 {
    let part = state.velocity.length() / state.max_speed.max(f32::MIN_POSITIVE);
    (1.0 - part).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perception::Presence;
    use bevy::prelude::*;
    use horde_kernel::step::agent::Agent;

    #[test]
    fn an_agent_is_slow_by_degrees() {
        // The parts of a largest speed of 2.
        for (part, expected) in [(0.0, 1.0), (0.25, 0.75), (1.0, 0.0), (3.0, 0.0)] {
            let state = AgentState(Agent {
                velocity: Vec2::new(0.0, 2.0 * part),
                max_speed: 2.0,
                ..Agent::default()
            });
            assert!((slowness(&state) - expected).abs() < 1e-6, "{part}");
        }
        assert_eq!(slowness(&AgentState::default()), 1.0);
    }

    #[test]
    fn settled_agents_do_not_count_unless_they_are_disabled() {
        let settled = Settled {
            is_settled: true,
            ..Settled::default()
        };
        for (presence, settled, expected) in [
            (Presence::Absent, None, 0),
            (Presence::Updating, None, 1),
            (Presence::Holding, Some(Settled::default()), 1),
            (Presence::Updating, Some(settled), 0),
            (Presence::Holding, Some(settled), 0),
            (Presence::Disabled, None, 1),
            (Presence::Disabled, Some(settled), 1),
        ] {
            let state = AgentState(Agent {
                presence,
                ..Agent::default()
            });
            let found = slow_bodies([(&state, settled.as_ref())].into_iter());
            assert_eq!(found.len(), expected, "{presence:?} {settled:?}");
        }
    }
}
