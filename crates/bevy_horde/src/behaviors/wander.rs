//! Wander: a lifelike random walk.

use super::goal::active;
use crate::agent_id::AgentId;
use crate::arbitration::{BehaviorForces, Tier};
use crate::parallel::Cost;
use crate::perception::AgentState;
use crate::schedule::{SteeringSeed, SteeringTick};
use crate::simd_level::SimdLevel;
use crate::tables::{Tables, for_each_batch};
use crate::trace::SteeringTrace;
use crate::validation::SteeringWarnings;
use bevy::prelude::*;
use horde_kernel::behaviors::wander;
use horde_kernel::math::random::{agent_stream, unit_variance};

/// Strolls: heads for a point that moves at random on a circle ahead.
///
/// Acts always. Every agent has its own random stream, made from the seed, its id and the tick. So
/// no agent's walk depends on other agents. The walk spreads the same at any tick length. Any
/// weight above 0 gives the agent's full speed: lower `SteeringAgent::max_speed` for a stroll. Used
/// alone the agent wanders off without bounds. Source: Reynolds, "Steering Behaviors for Autonomous
/// Characters" (1999).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `rate` | spread of the walk after one second, rad | 2.0 | 0 and up | turns more often | 0: keeps its turn |
/// | `spread` | radius of the circle over its distance | 0.7 | 0 and up | turns more sharply; from 1 on it may turn round | 0: straight on |
/// | `weight` | factor on the force | 1.0 | 0 and up | counts more beside other goals | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(BehaviorForces, WanderAngle)]
pub struct Wander {
    /// Spread of the angle after one second of the walk, radians.
    pub rate: f32,
    /// Radius of the wander circle over its distance ahead.
    pub spread: f32,
    /// Factor on the force.
    pub weight: f32,
}

impl Default for Wander {
    fn default() -> Self {
        Self {
            rate: 2.0,
            spread: 0.7,
            weight: 1.0,
        }
    }
}

/// The angle of the wander point on its circle, radians from straight ahead. Memory of the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct WanderAngle(pub f32);

pub(crate) fn wander(
    // Inputs
    time: Res<Time>,
    seed: Res<SteeringSeed>,
    tick: Res<SteeringTick>,
    warnings: Res<SteeringWarnings>,
    simd_level: Res<SimdLevel>,
    // Output
    mut agents: Query<(
        Entity,
        &Wander,
        &AgentId,
        &AgentState,
        &mut WanderAngle,
        &mut BehaviorForces,
        Option<&mut SteeringTrace>,
    )>,
) {
    let (length, seed, tick) = (time.delta_secs(), seed.0, tick.0);
    let mut tables = Tables::new(agents.contiguous_iter_mut());
    for_each_batch(
        simd_level.arch(),
        Cost::Low,
        tables.columns(),
        #[inline(always)]
        |(entities, wanders, ids, states, angles, forces, mut traces)| {
            let agents = entities.iter().zip(wanders).zip(ids).zip(states);
            let written = angles.values_mut().zip(forces.values_mut());
            for (row, ((((entity, wander), id), state), written)) in agents.zip(written).enumerate()
            {
                let (mut wander_angle, mut forces) = written;
                let Some((check, weight)) =
                    active(&warnings, *entity, state, "Wander", wander.weight)
                else {
                    continue;
                };
                let rate = check.at_least_zero("rate", wander.rate, 0.0);
                let spread = check.at_least_zero("spread", wander.spread, 0.0);
                let angle_check = warnings.of(*entity, "WanderAngle");
                let last = angle_check.finite("0", wander_angle.0, 0.0);
                let noise = unit_variance(&mut agent_stream(seed, id.0, tick));
                let angle = wander::walk_angle(last, rate, state.update_time(length), noise);
                *wander_angle = WanderAngle(angle);
                let force = wander::wander(
                    &state.motion_limits(length),
                    state.velocity,
                    state.heading,
                    angle,
                    spread,
                );
                let mut trace = traces.as_mut().map(|traces| traces.get_mut(row));
                let mut forces =
                    forces.of(check.component(), (state, length), trace.as_deref_mut());
                forces.add(Tier::Goal, force * weight);
            }
        },
    );
}
