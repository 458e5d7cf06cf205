//! The end of the tick for solid bodies.

use super::depenetrate_bodies::BodyDepenetration;
use super::push_out::{FindPushOut, push_of_tick};
use super::transform_writeback::{MovedAgents, TransformChange, TransformWriteback};
use crate::agent::{ExternalLocomotion, Steering};
use crate::arbitration::PushStrength;
use crate::obstacle::ObstacleIndex;
use crate::parallel::Cost;
use crate::perception::{AgentIndex, AgentState};
use crate::schedule::SteeringTick;
use crate::simd_level::SimdLevel;
use crate::space::MovementSpace;
use crate::tables::{Columns, ROWS_AT_ONCE, Tables, for_each_batch};
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::solidity::advance::{Ground, Motion};
use horde_kernel::solidity::correction_share::corrected_velocity;

/// Applies the corrections of solid bodies and writes their positions.
pub(crate) fn place_agents(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    obstacles: Res<ObstacleIndex>,
    index: Res<AgentIndex>,
    depenetration: Res<BodyDepenetration>,
    warnings: Res<SteeringWarnings>,
    simd_level: Res<SimdLevel>,
    steering_tick: Res<SteeringTick>,
    push_out: FindPushOut,
    // Output
    mut agents: Query<
        (
            &AgentState,
            Option<&PushStrength>,
            Option<&Steering>,
            TransformChange,
            Option<&mut SteeringTrace>,
        ),
        Without<ExternalLocomotion>,
    >,
) {
    let (arch, tick, space) = (simd_level.arch(), time.delta_secs(), *space);
    let push = push_of_tick(&push_out, tick, &warnings);
    let ground = Ground {
        obstacles: &obstacles,
        tick: steering_tick.0,
        // A body that is not out yet has used up a limited push.
        push: if push.is_finite() { 0.0 } else { push },
    };
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    for_each_batch(
        *simd_level,
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |batch| {
            let mut writer = TransformWriteback::new(arch, tick, space, &warnings);
            let mut placed = MovedAgents::default();
            for (states, push_strengths, steering, columns, mut traces) in
                batch.batches(ROWS_AT_ONCE)
            {
                placed.is_written = [false; ROWS_AT_ONCE];
                let mut is_any_placed = false;
                for (number, state) in states.iter().enumerate() {
                    let slot = state.slot().filter(|_| state.solid && state.is_moving());
                    let Some(slot) = slot else {
                        continue;
                    };
                    is_any_placed = true;
                    let motion = depenetration.motion(slot);
                    let correction = depenetration.correction(slot);
                    if correction == Vec2::ZERO {
                        placed.set(number, state, &motion);
                        continue;
                    }
                    let push_strength = push_strengths.map_or(0.0, |all| all[number].0);
                    let velocity =
                        corrected_velocity(motion.velocity, correction, push_strength, tick);
                    let slowed = Motion { velocity, ..motion };
                    let body = index.moving_body(columns.0[number], state);
                    let end = ground.advance(&body, slowed, correction, |_| ());
                    if let Some(traces) = &mut traces {
                        let moved_by = end.position - motion.position;
                        traces.get_mut(number).overlap_correction = moved_by;
                    }
                    placed.set(number, state, &end);
                }
                if is_any_placed {
                    writer.write(states, steering, &mut placed, columns);
                }
            }
        },
    );
}
