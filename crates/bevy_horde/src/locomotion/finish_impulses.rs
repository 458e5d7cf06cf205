//! The end of the tick for agents that an impulse throws.

use crate::agent::{ExternalLocomotion, Velocity};
use crate::impulse::Impulse;
use crate::perception::AgentState;
use crate::space::MovementSpace;
use crate::validation::SteeringWarnings;
use bevy::prelude::*;

/// Takes the decay of the tick from the velocities of thrown agents, and counts their time down.
///
/// They have moved by their mean velocity. What walls and bodies have left of that is left of the
/// velocity at the end in the same proportion.
pub(crate) fn finish_impulses(
    // Inputs
    time: Res<Time>,
    space: Res<MovementSpace>,
    warnings: Res<SteeringWarnings>,
    // Output
    mut thrown: Query<(
        Entity,
        &AgentState,
        Has<ExternalLocomotion>,
        &mut Impulse,
        &mut Velocity,
    )>,
) {
    let (tick, space) = (time.delta_secs(), *space);
    for (entity, state, is_external, mut impulse, mut velocity) in &mut thrown {
        if !state.is_thrown() {
            continue;
        }
        let limits = (space, state.max_speed(), tick);
        let motion = impulse.motion(entity, limits, &warnings);
        // A new impulse that the game has set within the tick begins with the next one.
        let Some(motion) = motion.filter(|motion| motion.mean == state.velocity) else {
            continue;
        };
        let left = if is_external {
            motion.end
        } else {
            let part = motion.end.length() / motion.mean.length();
            let moved = space.to_plane(velocity.0);
            let left = if part.is_finite() {
                moved * part
            } else {
                Vec2::ZERO
            };
            let left = space.with_plane(velocity.0, left);
            velocity.set_if_neq(Velocity(left));
            space.to_plane(left)
        };
        if motion.is_over {
            (impulse.time, impulse.velocity) = (0.0, Vec3::ZERO);
        } else {
            impulse.time -= tick;
            impulse.velocity = space.with_plane(impulse.velocity, left);
        }
    }
}
