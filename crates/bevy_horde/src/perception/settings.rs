//! Whom an agent perceives, and how far and wide it sees.

use crate::kernel::view::ViewCone;
use crate::length::Length;
use crate::validation::FieldCheck;
use bevy::math::ops;
use bevy::prelude::*;

/// A view: how far and how wide one rule looks.
///
/// A neighbour is in view when its centre is within `range` and its bearing within `half_angle` of the heading; one that
/// stands on the same spot always is. The four named views are those of Bourg and Seeman's "AI for Game Developers", ch. 4.
///
/// | field | meaning, unit | legal | raising it | disable |
/// |---|---|---|---|---|
/// | `range` | reach, centre to centre | 0 and up | more neighbours, slower | 0: sees nothing |
/// | `half_angle` | from the heading to the edge of the view, radians | 0 to pi | sees more to the sides and behind | pi: all round |
///
/// A bad range counts as 0, a bad angle as pi.
#[derive(Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct View {
    /// Reach, centre to centre.
    pub range: Length,
    /// From the heading to the edge of the view, radians.
    pub half_angle: f32,
}

impl View {
    /// 45 degrees to each side: units heed those whom they follow, and flocks draw out.
    pub const fn narrow(range: Length) -> Self {
        Self::custom(range, core::f32::consts::FRAC_PI_4)
    }

    /// 90 degrees to each side: everything ahead.
    pub const fn limited(range: Length) -> Self {
        Self::custom(range, core::f32::consts::FRAC_PI_2)
    }

    /// 135 degrees to each side: all but what is right behind.
    pub const fn wide(range: Length) -> Self {
        Self::custom(range, 3.0 * core::f32::consts::FRAC_PI_4)
    }

    /// All round.
    pub const fn all(range: Length) -> Self {
        Self::custom(range, core::f32::consts::PI)
    }

    /// Any angle to each side, radians.
    pub const fn custom(range: Length, half_angle: f32) -> Self {
        Self { range, half_angle }
    }

    pub(crate) fn resolve(&self, body_radius: f32, check: FieldCheck<'_>) -> ViewCone {
        let half_angle = check
            .at_least_zero("view.half_angle", self.half_angle, core::f32::consts::PI)
            .min(core::f32::consts::PI);
        let cos_half_angle = if half_angle >= core::f32::consts::PI {
            -1.0
        } else {
            ops::cos(half_angle)
        };
        let range = check.at_least_zero("view.range", self.range.resolve(body_radius), 0.0);
        ViewCone::new(range, cos_half_angle)
    }
}

/// Which agents perceive which, and how many at most.
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `max_neighbors` | neighbours that count in a tick: the nearest ones | 16 | any | surer in dense crowds | 0: perceives nobody |
/// | `memberships` | the groups this agent belongs to, one bit each | 1 | any | - | 0: perceived by nobody |
/// | `perceives` | the groups this agent perceives, one bit each | all | any | - | 0: perceives nobody |
///
/// A low `max_neighbors` saves time where the neighbours are avoided, or where a hundred are in view. A flock of fewer is
/// quicker when it counts them all: to find the nearest costs more than it saves. Shorter ranges always save time.
///
/// An agent perceives another when the other belongs to at least one group that it perceives. Which of those are
/// flockmates is [`Flock::flockmates`](crate::behaviors::Flock::flockmates)'s affair. Solidity asks nobody: bodies are
/// bodies.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Perception {
    /// Neighbours that count in a tick: the nearest ones.
    pub max_neighbors: u32,
    /// The groups this agent belongs to, one bit each.
    pub memberships: u32,
    /// The groups this agent perceives, one bit each.
    pub perceives: u32,
}

impl Default for Perception {
    fn default() -> Self {
        Self {
            max_neighbors: 16,
            memberships: 1,
            perceives: u32::MAX,
        }
    }
}
