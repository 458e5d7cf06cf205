//! Integration, swept against obstacles.

use super::escape::out_of_obstacles;
use crate::agent::{ExternalLocomotion, PositionRemainder, Steering};
use crate::kernel::motion::{accelerate, add_exactly, left_by_rounding, limit_turn, turn_toward};
use crate::kernel::slide::{contact_gap, slide};
use crate::kernel::vector::direction;
use crate::obstacle::ObstacleIndex;
use crate::parallel::for_each_agent;
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
    /// What the position has lost to rounding.
    pub(crate) remainder: Vec2,
}

/// Moves every agent by its force, sliding along what it meets.
pub(crate) fn move_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    // Output
    mut agents: Query<
        (
            &AgentState,
            &Steering,
            Option<&PositionRemainder>,
            &mut Motion,
        ),
        Without<ExternalLocomotion>,
    >,
) {
    let (tick, space) = (time.delta_secs(), *space);
    for_each_agent(&mut agents, |(state, steering, remainder, mut motion)| {
        let mut moved = Motion {
            position: state.position,
            velocity: state.velocity,
            heading: state.heading,
            presses_on: motion.presses_on,
            remainder: remainder.map_or(Vec2::ZERO, |remainder| {
                left_by_rounding(state.position, remainder.0)
            }),
        };
        if state.is_moving() {
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

/// Moves a body by `displacement` and what it had lost to rounding: out of what it is in, then along its way, never through an obstacle.
pub(super) fn advance(
    state: &AgentState,
    motion: Motion,
    displacement: Vec2,
    obstacles: &ObstacleIndex,
) -> Motion {
    let displacement = displacement + motion.remainder;
    let end = motion.position + displacement;
    if !state.solid {
        return move_freely(motion, displacement);
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
        return move_freely(motion, displacement);
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
    let position = out_of_obstacles(obstacles, moved.position, radius);
    Motion {
        position,
        velocity: moved.velocity,
        remainder: if position == moved.position {
            moved.remainder
        } else {
            Vec2::ZERO
        },
        ..motion
    }
}

/// Moves a body where nothing is in the way; nowhere by what is not finite.
fn move_freely(motion: Motion, displacement: Vec2) -> Motion {
    let (position, remainder) = add_exactly(motion.position, displacement);
    if position.is_finite() && remainder.is_finite() {
        Motion {
            position,
            remainder,
            ..motion
        }
    } else {
        Motion {
            remainder: Vec2::ZERO,
            ..motion
        }
    }
}
