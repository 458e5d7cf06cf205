//! Integration, swept against obstacles.

use super::ending::{Ending, EndingTable, EndingWriter};
use super::escape::out_of_obstacles;
use super::motion::Motion;
use super::open_disc::OpenDisc;
use super::part_bodies::BodyParting;
use crate::agent::{ExternalLocomotion, Steering};
use crate::instructions::Instructions;
use crate::kernel::motion::{accelerate, add_exactly, left_by_rounding, limit_turn, turn_toward};
use crate::kernel::slide::{contact_gap, slide};
use crate::kernel::vector::direction;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::tables::{FEW_TABLES, Written, for_each_piece};
use crate::validation::InputWarnings;
use bevy::prelude::*;
use smallvec::SmallVec;

/// For so many more moves of the same length a body looks whether there are obstacles,
const MOVES_AHEAD: f32 = 16.0;
/// and for so many of its own radii at most.
const RADII_AHEAD: f32 = 8.0;

/// Moves every agent by its force, sliding along what it meets. Where nothing else can move it, that is its tick.
pub(crate) fn move_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    warnings: Res<InputWarnings>,
    instructions: Res<Instructions>,
    // Output
    parting: Res<BodyParting>,
    mut agents: Query<
        (&AgentState, Option<&Steering>, &mut Motion, Ending),
        Without<ExternalLocomotion>,
    >,
) {
    parting.expect_nobody();
    let (tick, space) = (time.delta_secs(), *space);
    let tables = agents.contiguous_iter_mut();
    let tables = tables.expect("every component of a move lies in tables");
    let mut tables: SmallVec<[_; FEW_TABLES]> = tables
        .map(|(states, steering, motions, endings)| {
            (
                states,
                steering,
                Written::new(motions),
                EndingTable::new(endings),
            )
        })
        .collect();
    let count = tables.iter().map(|table| table.0.len()).sum();
    let columns = tables
        .iter_mut()
        .map(|(states, steering, motions, endings)| {
            let columns = (*states, *steering, motions.column(), endings.columns());
            (states.len(), columns)
        });
    for_each_piece(
        *instructions,
        count,
        columns,
        #[inline(always)]
        |(states, steering, mut motions, mut endings)| {
            let mut writer = EndingWriter::new(tick, space, &warnings);
            for (row, state) in states.iter().enumerate() {
                if !state.is_moving() {
                    continue;
                }
                let force =
                    steering.map_or(Vec2::ZERO, |steering| space.to_plane(steering[row].force));
                let moved = accelerated(state, force, endings.last_remainder(row), tick);
                let displacement = moved.velocity * tick;
                if state.solid {
                    let moved = Motion {
                        open: motions.get(row).open,
                        ..moved
                    };
                    motions.set_unmarked(row, advance(state, moved, displacement, &obstacles));
                    parting.expect_bodies();
                } else {
                    let end = move_freely(moved, displacement + moved.remainder);
                    writer.write(row, state, &end, &mut endings);
                }
            }
            writer.finish(&mut endings);
        },
    );
}

/// An agent where it was, with the velocity and the heading that a force gives it.
#[inline(always)]
fn accelerated(state: &AgentState, force: Vec2, last_remainder: Vec2, tick: f32) -> Motion {
    let wanted = accelerate(state.velocity, force / state.mass, state.max_speed, tick);
    let turn = state.max_turn_rate * tick;
    let mut moved = Motion {
        position: state.position,
        velocity: limit_turn(state.heading, wanted, turn),
        heading: state.heading,
        remainder: left_by_rounding(state.position, last_remainder),
        ..default()
    };
    if turn < core::f32::consts::PI
        && let Some(wanted) = direction(wanted)
    {
        moved.heading = turn_toward(state.heading, wanted, turn);
    }
    moved
}

/// Moves a solid body by `displacement` and what it had lost to rounding: out of what it is in, then along its way, never through an obstacle.
pub(super) fn advance(
    state: &AgentState,
    mut motion: Motion,
    displacement: Vec2,
    obstacles: &ObstacleIndex,
) -> Motion {
    let displacement = displacement + motion.remainder;
    let end = motion.position + displacement;
    let radius = state.body_radius;
    let keep_out = radius + contact_gap(radius, motion.position.abs().max(end.abs()));
    let length = displacement.length();
    let reach = length + 2.0 * keep_out;
    if !motion.open.holds(motion.position, reach, obstacles) {
        let farther = (MOVES_AHEAD * length).min(RADII_AHEAD * keep_out);
        motion.open = OpenDisc::around(motion.position, reach + farther, obstacles);
    }
    let is_open = motion.open.holds(motion.position, reach, obstacles);
    if is_open || !is_near_obstacle(motion.position, end, keep_out, reach, obstacles) {
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

/// Whether a solid obstacle is within `reach` of `from`, and in the way of what keeps out of it on the way to `to`.
fn is_near_obstacle(
    from: Vec2,
    to: Vec2,
    keep_out: f32,
    reach: f32,
    obstacles: &ObstacleIndex,
) -> bool {
    let mut is_near = false;
    obstacles.visit_sweep(from, to, keep_out, |obstacle| {
        let shape = &obstacle.shape;
        is_near |=
            obstacle.solid && (is_near || shape.signed_distance(from) <= reach + shape.rounding());
    });
    is_near
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
