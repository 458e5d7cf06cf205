//! Integration, swept against obstacles.

use super::escape::out_of_obstacles;
use crate::agent::{ExternalLocomotion, Steering};
use crate::kernel::motion::{accelerate, limit_turn, turn_toward};
use crate::kernel::slide::{contact_gap, slide};
use crate::kernel::vector::direction;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use bevy::prelude::*;

/// Where a body is going to be at the end of the tick, in steering coordinates.
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
pub struct Motion {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    /// Where the body looks while it stands: one whose turns are limited turns on the spot to go back.
    pub(crate) heading: Vec2,
    /// How much of its velocity it keeps when a body pushes it back, 0 to 1.
    pub(crate) presses_on: f32,
}

/// Moves every agent by its force, sliding along what it meets.
pub(crate) fn move_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut agents: Query<(&AgentState, &Steering, &mut Motion), Without<ExternalLocomotion>>,
) {
    let (tick, space) = (time.delta_secs(), *space);
    agents
        .par_iter_mut()
        .for_each(|(state, steering, mut motion)| {
            let mut moved = Motion {
                position: state.position,
                velocity: state.velocity,
                heading: state.heading,
                presses_on: motion.presses_on,
            };
            if state.is_thinking() {
                let acceleration = space.to_plane(steering.force) / state.mass;
                let wanted = accelerate(state.velocity, acceleration, state.max_speed, tick);
                let turn = state.max_turn_rate * tick;
                moved.velocity = limit_turn(state.heading, wanted, turn);
                if turn < core::f32::consts::PI
                    && let Some(wanted) = direction(wanted)
                {
                    moved.heading = turn_toward(state.heading, wanted, turn);
                }
                moved = advance(state, moved, moved.velocity * tick, &obstacles);
            }
            *motion = moved;
        });
}

/// Moves a body by `displacement`: out of what it is in, then along its way, never through an obstacle.
pub(super) fn advance(
    state: &AgentState,
    motion: Motion,
    displacement: Vec2,
    obstacles: &ObstacleIndex,
) -> Motion {
    let end = motion.position + displacement;
    if !state.solid {
        return Motion {
            position: if end.is_finite() {
                end
            } else {
                motion.position
            },
            ..motion
        };
    }
    let radius = state.body_radius;
    let keep_out = radius + contact_gap(radius, motion.position.abs().max(end.abs()));
    let reach = displacement.length() + 2.0 * keep_out;
    let mut is_near = false;
    obstacles.visit_sweep(motion.position, end, keep_out, |obstacle| {
        let shape = &obstacle.shape;
        is_near |= obstacle.solid
            && (is_near || shape.signed_distance(motion.position) <= reach + shape.rounding());
    });
    if !is_near {
        return Motion {
            position: if end.is_finite() {
                end
            } else {
                motion.position
            },
            ..motion
        };
    }
    let start = out_of_obstacles(obstacles, motion.position, radius);
    let moved = slide(
        start,
        displacement,
        motion.velocity,
        |from, heading, length| {
            obstacles.blocking_hit(from, heading, length, keep_out, |obstacle| obstacle.solid)
        },
    );
    Motion {
        position: out_of_obstacles(obstacles, moved.position, radius),
        velocity: moved.velocity,
        ..motion
    }
}
