//! The groups that an agent perceives, and how far and wide it sees.

use crate::length::Length;
use crate::validation::FieldCheck;
use bevy::prelude::*;
use horde_kernel::math::portable;
use horde_kernel::search::view::ViewCone;

/// A view: how far and how wide a rule looks.
///
/// A neighbor is in view when its center is within `range` and its bearing within `half_angle` of
/// the heading. A coincident neighbor is always in view. The four named views are those of Bourg
/// and Seeman's "AI for Game Developers", ch. 4.
///
/// | field | meaning, unit | legal | raising it | disable |
/// |---|---|---|---|---|
/// | `range` | reach, center to center | 0 and up | more neighbors, slower | 0: sees nothing |
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
    /// Reach, center to center.
    pub range: Length,
    /// The angle from the heading to the edge of the view, radians.
    pub half_angle: f32,
}

impl View {
    /// 45 degrees to each side: agents react to neighbors ahead of them, and flocks stretch out.
    pub const fn narrow(range: Length) -> Self {
        Self::custom(range, core::f32::consts::FRAC_PI_4)
    }

    /// 90 degrees to each side: everything ahead.
    pub const fn limited(range: Length) -> Self {
        Self::custom(range, core::f32::consts::FRAC_PI_2)
    }

    /// 135 degrees to each side: all but a sector straight behind.
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
            portable::cos(half_angle)
        };
        let range = check.at_least_zero("view.range", self.range.resolve(body_radius), 0.0);
        ViewCone::new(range, cos_half_angle)
    }
}

/// The groups of agents that an agent perceives, and the largest number of neighbors that count.
///
/// | field | meaning | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `max_neighbors` | neighbors that count in a tick: the nearest ones | 16 | any | more accurate in dense crowds | 0: perceives no agent |
/// | `memberships` | the groups this agent belongs to, one bit each | 1 | any | - | 0: no agent perceives it |
/// | `filters` | the groups this agent perceives, one bit each | all | any | - | 0: perceives no agent |
///
/// A low `max_neighbors` saves time for agents that avoid others, and for flocks with a hundred
/// neighbors in view. A smaller flock is faster when it counts all neighbors: finding the nearest
/// ones costs more than it saves. Shorter ranges always save time.
///
/// An agent perceives another if it perceives at least one of the groups of the other.
/// [`Flock::flockmates`](crate::behaviors::Flock::flockmates) selects the flockmates among them.
/// Solidity ignores groups.
///
/// ```
/// # use bevy_horde::prelude::*;
/// const SHEEP: u32 = 1 << 1;
/// const WOLVES: u32 = 1 << 2;
/// // A sheep evades the nearest wolf. A wolf pursues the nearest sheep, and heeds no other wolf.
/// let sheep = (
///     Perception { memberships: SHEEP, ..Default::default() },
///     Evade::new(Target::NearestOf(WOLVES)),
/// );
/// let wolf = (
///     Perception { memberships: WOLVES, filters: SHEEP, ..Default::default() },
///     Pursue::new(Target::NearestOf(SHEEP)),
/// );
/// # assert_eq!(sheep.0.memberships & wolf.0.filters, SHEEP);
/// ```
#[derive(Component, Reflect, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct Perception {
    /// The largest number of neighbors that count in a tick: the nearest ones.
    pub max_neighbors: u32,
    /// The groups this agent belongs to, one bit each.
    pub memberships: u32,
    /// The groups this agent perceives, one bit each.
    pub filters: u32,
}

impl Default for Perception {
    fn default() -> Self {
        Self {
            max_neighbors: 16,
            memberships: 1,
            filters: u32::MAX,
        }
    }
}
