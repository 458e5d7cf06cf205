//! What keeps an agent from moving on.

use super::journey_events::StuckBy;
use crate::obstacle::ObstacleIndex;
use crate::perception::{AgentIndex, AgentState};

/// A body or an obstacle within this gap is in the way, body radii.
const IN_THE_WAY: f32 = 0.5;

/// What is in the way of an agent in `slot`. `largest_body` is the largest radius of all agents.
pub(super) fn stuck_by(
    state: &AgentState,
    slot: u32,
    index: &AgentIndex,
    largest_body: f32,
    obstacles: &ObstacleIndex,
) -> StuckBy {
    let (position, radius) = (state.position, state.body_radius);
    let gap = IN_THE_WAY * radius;
    let mut is_crowded = false;
    let range = radius + largest_body + gap;
    index
        .bodies()
        .visit_within(position, range, |_, body, distance_squared| {
            let reach = radius + body.radius + gap;
            is_crowded |= body.slot != slot && distance_squared <= reach * reach;
        });
    if is_crowded {
        StuckBy::Agents
    } else if obstacles
        .nearest(position, radius + gap, |_| true)
        .is_some()
    {
        StuckBy::Obstacle
    } else {
        StuckBy::Nothing
    }
}
