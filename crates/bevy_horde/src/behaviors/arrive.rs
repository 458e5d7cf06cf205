//! Arrive: head for a target and come to rest there.

use super::targets::{Purpose, Seekers, Targeted, Targets};
use crate::kernel::pursuit::{self, Braking};
use crate::length::Length;
use crate::target::Target;
use bevy::prelude::*;

/// Heads for a target and comes to rest there exactly, at any tick length; at a solid agent it
/// stops in touch. With a moving target it moves along.
///
/// Acts always. At the target it asks for rest, or for the target's
/// [`Velocity`](crate::agent::Velocity) where the target is an entity that has one. It reaches a
/// target that keeps its velocity without a lag, unless the target is faster. A target that the
/// game moves needs a `Velocity`; without one the agent lags behind. When the target is gone it has
/// no opinion. Used alone it walks into whatever stands in between. Source: Reynolds (1999). The
/// braking curve is solved for whole ticks, for a curve of continuous time overshoots and hunts
/// when ticks are long.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | where to stop, or what to move with | the origin | any | - | - |
/// | `deceleration` | part of the maximum acceleration used for braking | 0.6 | above 0, to 1 | brakes later and harder | - |
/// | `slowing_distance` | where slowing down begins at the latest | 0 | 0 and up | starts earlier, arrives softer | 0 |
/// | `tolerance` | how near counts as arrived, center to center | 0.001 radii | 0 and up | stops earlier | 0 |
/// | `weight` | factor on the force | 1.0 | 0 and up | goes before other goals | 0, or remove |
///
/// Within `tolerance` the agent stops with all its force. So it comes to rest nearer, by up to
/// `deceleration` times the tolerance. With both radii plus 1 it begins to stop 1 unit off.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Arrive {
    /// Where to stop.
    #[entities]
    pub target: Target,
    /// Part of the maximum acceleration used for braking.
    pub deceleration: f32,
    /// Where slowing down begins at the latest.
    pub slowing_distance: Length,
    /// How near counts as arrived.
    pub tolerance: Length,
    /// Factor on the force.
    pub weight: f32,
}

impl Arrive {
    /// Heads for a place or an entity and stops there.
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            ..default()
        }
    }

    /// Heads for an entity, wherever it goes, and stops there.
    pub fn entity(target: Entity) -> Self {
        Self::new(target)
    }
}

impl Default for Arrive {
    fn default() -> Self {
        Self {
            target: Target::default(),
            deceleration: 0.6,
            slowing_distance: Length::ZERO,
            tolerance: Length::Radii(1e-3),
            weight: 1.0,
        }
    }
}

impl Targeted for Arrive {
    const PURPOSE: Purpose = Purpose::Arrive;

    fn target(&self) -> &Target {
        &self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }
}

pub(super) fn arrive(
    // Inputs
    time: Res<Time>,
    targets: Targets,
    // Output
    mut agents: Seekers<Arrive>,
) {
    let tick = time.delta_secs();
    targets.find_for_each(
        &mut agents,
        #[inline(always)]
        |arrive, weight, state, sighting, check, forces| {
            let radius = state.body_radius;
            let braking = Braking {
                effort: check
                    .above_zero("deceleration", arrive.deceleration, 0.6)
                    .min(1.0),
                slowing_distance: check.at_least_zero(
                    "slowing_distance",
                    arrive.slowing_distance.resolve(radius),
                    0.0,
                ),
                tolerance: check.at_least_zero("tolerance", arrive.tolerance.resolve(radius), 0.0),
            };
            let lead = (state.velocity - sighting.velocity) * state.think_lead(tick);
            let offset = sighting.position - (state.position + lead);
            let course = pursuit::arrive(
                &state.ability(tick),
                state.velocity,
                offset,
                sighting.velocity,
                &braking,
            );
            forces.head_for(sighting.position, course.desired, course.force, weight);
        },
    );
}
