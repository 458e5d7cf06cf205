//! Seek: head for a target at full speed.

use super::targets::{Purpose, Seekers, Targeted, Targets};
use crate::kernel::pursuit;
use crate::target::Target;
use bevy::prelude::*;

/// Heads for a target at full speed, and through it.
///
/// Acts always. Asks for the maximum force from rest, for none at full speed toward the target. At the very target, or
/// when the target is gone, it has no opinion. Used alone it overshoots and circles back: [`Arrive`](super::Arrive) stops.
/// Source: Reynolds, "Steering Behaviors for Autonomous Characters" (1999).
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `target` | what to head for | the origin | any | - | - |
/// | `weight` | factor on the force | 1.0 | 0 and up | goes before other goals | 0, or remove |
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Seek {
    /// What to head for.
    #[entities]
    pub target: Target,
    /// Factor on the force.
    pub weight: f32,
}

impl Seek {
    /// Heads for a place or an entity.
    pub fn new(target: impl Into<Target>) -> Self {
        Self {
            target: target.into(),
            ..default()
        }
    }

    /// Heads for an entity, wherever it goes.
    pub fn entity(target: Entity) -> Self {
        Self::new(target)
    }
}

impl Default for Seek {
    fn default() -> Self {
        Self {
            target: Target::default(),
            weight: 1.0,
        }
    }
}

impl Targeted for Seek {
    const PURPOSE: Purpose = Purpose::Seek;

    fn target(&self) -> &Target {
        &self.target
    }

    fn weight(&self) -> f32 {
        self.weight
    }
}

pub(super) fn seek(
    // Inputs
    time: Res<Time>,
    targets: Targets,
    // Output
    mut agents: Seekers<Seek>,
) {
    let tick = time.delta_secs();
    targets.find_for_each(
        &mut agents,
        #[inline(always)]
        |_, weight, state, sighting, _, forces| {
            let offset = sighting.position - state.position;
            if let Some(course) = pursuit::seek(&state.ability(tick), state.velocity, offset) {
                forces.head_for(sighting.position, course.desired, course.force, weight);
            }
        },
    );
}
