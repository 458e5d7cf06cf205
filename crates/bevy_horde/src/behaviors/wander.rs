//! Wander: a lifelike random walk.

use crate::agent_id::AgentId;
use crate::arbitration::{BehaviorForces, Tier};
use crate::kernel::random::{agent_stream, unit_variance};
use crate::kernel::wander;
use crate::parallel::for_each_agent;
use crate::perception::AgentState;
use crate::schedule::{SteeringSeed, SteeringTick};
use crate::validation::InputWarnings;
use bevy::prelude::*;

/// Strolls about: heads for a point on a circle ahead that walks round at random.
///
/// Acts always. Every agent has a random stream of its own, made from the seed, its id and the tick, so that nobody's walk
/// depends on who else exists; the walk spreads the same at any tick length. Used alone it leaves the world.
/// Source: Reynolds, "Steering Behaviors for Autonomous Characters" (1999).
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `rate` | spread of the walk after one second, rad | 2.0 | 0 and up | changes its mind more often | 0: keeps its turn |
/// | `spread` | radius of the circle over its distance | 0.7 | 0 and up | turns more sharply; from 1 on it may turn round | 0: straight on |
/// | `weight` | factor on the force | 1.0 | 0 and up | goes before other goals | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(WanderAngle)]
pub struct Wander {
    /// Spread of the walk after one second, radians.
    pub rate: f32,
    /// Radius of the circle over its distance.
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

/// Where on its circle a wanderer's point is, radians from straight ahead. Memory, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct WanderAngle(pub f32);

pub(super) fn wander(
    // Inputs
    time: Res<Time>,
    seed: Res<SteeringSeed>,
    tick: Res<SteeringTick>,
    warnings: Res<InputWarnings>,
    // Output
    mut agents: Query<(
        Entity,
        &Wander,
        &AgentId,
        &AgentState,
        &mut WanderAngle,
        &mut BehaviorForces,
    )>,
) {
    let (length, seed, tick) = (time.delta_secs(), seed.0, tick.0);
    for_each_agent(
        &mut agents,
        |(entity, wander, id, state, mut angle, mut forces)| {
            if !state.is_thinking() {
                return;
            }
            let check = warnings.of(entity, "Wander");
            let weight = check.at_least_zero("weight", wander.weight, 0.0);
            if weight <= 0.0 {
                return;
            }
            let rate = check.at_least_zero("rate", wander.rate, 0.0);
            let spread = check.at_least_zero("spread", wander.spread, 0.0);
            let last = warnings.of(entity, "WanderAngle").finite("0", angle.0, 0.0);
            let noise = unit_variance(&mut agent_stream(seed, id.0, tick));
            angle.0 = wander::walk_angle(last, rate, state.think_time(length), noise);
            let force = wander::wander(
                &state.ability(length),
                state.velocity,
                state.heading,
                angle.0,
                spread,
            );
            forces.add(Tier::Goal, force * weight);
        },
    );
}
