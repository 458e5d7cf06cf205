//! The side on which a body passes an obstacle, or another body that it avoids.
//!
//! | what it passes | rule | called by |
//! |---|---|---|
//! | an obstacle | [`choose_side`] | `Whiskers`, `FollowWall`, `AvoidObstacles` in its corridor |
//! | an obstacle, by ways round it | [`choose_side_with_way`] | `AvoidObstacles` |
//! | an agent | [`keeps_to_passing_side`] | `AvoidAgents` |
//!
//! All rules break ties with the passing side. A body prefers the shorter way only where no earlier
//! reason decides. Agents have their own rule for two reasons. An agent remembers no side, because
//! both bodies have to find the same answer from the same state. Only a body that is too slow to
//! cross in front of the other decides alone. And a body knows by how much it misses another agent
//! on either side, but of an obstacle it knows only two bearings.
//!
//! Bodies that make way choose a side elsewhere: `make_way` in `settling.rs`, the right of way in
//! `avoidance/right_of_way.rs`, the way round a settled crowd, and the step aside of an obstacle
//! that moves. `select_contact` in `whisker.rs` breaks ties between whiskers.

use crate::math::lanes::{F32Lanes, Mask};
use crate::math::portable;
use crate::math::vector::Side;
use pulp::Simd;

/// Lengths are equal if they differ by less than this part.
const SAME_LENGTH: f32 = 1e-3;
/// A body turns back where the way on the remembered side is longer by this part. The part doubles
/// each time the body turns back.
const TURN_BACK: f32 = 0.15;
/// A way is head-on if it leads nearer than this to the middle. The limit is a sine for directions,
/// and a part of the clearance for passes beside a body.
pub const HEAD_ON: f32 = 1e-3;

/// The reasons for one side of an obstacle, apart from the ways round it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SidePreferences {
    /// The side of a setting, or of a way that is already chosen.
    pub chosen: Option<Side>,
    /// The side of the last tick, while the same obstacle is in the way.
    pub remembered: Option<Side>,
    /// The side to which the body heads already; `None` head-on.
    pub heading: Option<Side>,
    /// The side that breaks ties, the same for all bodies.
    pub passing_side: Side,
}

impl SidePreferences {
    /// No preference but the passing side.
    #[inline]
    pub fn new(passing_side: Side) -> Self {
        Self {
            chosen: None,
            remembered: None,
            heading: None,
            passing_side,
        }
    }

    /// The side that counts before the lengths of the ways, if any.
    #[inline]
    pub fn decided(&self) -> Option<Side> {
        self.chosen.or(self.remembered)
    }
}

/// The side on which a body passes an obstacle. The first of these that decides counts:
///
/// 1. `chosen`: a setting, such as the side of a wall to follow, or the side of a detour.
/// 2. `remembered`: a body keeps its side, or it would turn back and forth. See [`turns_back`] for
///    when it gives its side up.
/// 3. The shorter way: `left` and `right` are the lengths of the ways round, `None` without a way.
///    Lengths that differ by less than a thousandth are equal.
/// 4. `heading`: the side to which the body heads already.
/// 5. `passing_side`: the side to which all agents break ties.
///
/// For a wall that a body follows, the result is the side on which the body keeps the wall.
pub fn choose_side(preferences: &SidePreferences, left: Option<f32>, right: Option<f32>) -> Side {
    let shorter = || match (left, right) {
        (Some(left), Some(right)) if (left - right).abs() <= SAME_LENGTH * left.min(right) => None,
        (Some(left), Some(right)) if left < right => Some(Side::Left),
        (Some(_), None) => Some(Side::Left),
        (_, Some(_)) => Some(Side::Right),
        (None, None) => None,
    };
    let known = preferences.decided().or_else(shorter);
    known
        .or(preferences.heading)
        .unwrap_or(preferences.passing_side)
}

/// The side of [`choose_side`], or the other side if only that one has a way.
#[inline]
pub fn choose_side_with_way(
    preferences: &SidePreferences,
    left: Option<f32>,
    right: Option<f32>,
) -> Side {
    let chosen = choose_side(preferences, left, right);
    let (own, other) = match chosen {
        Side::Left => (left, right),
        Side::Right => (right, left),
    };
    if own.is_none() && other.is_some() {
        chosen.opposite()
    } else {
        chosen
    }
}

/// Whether a body gives up its side. `kept` is the length of the way on that side; `None` where no
/// way leads on. `other` is the length of the way on the other side; `None` where no way leads on,
/// or where its end is out of sight.
///
/// The kept way has to be longer by 15 %, or a body between two equal ways would turn back and
/// forth. Each of the `times` that the body has turned back already doubles the difference.
#[inline]
pub fn turns_back(kept: Option<f32>, other: Option<f32>, times: u8) -> bool {
    match (kept, other) {
        (Some(kept), Some(other)) => {
            kept > (1.0 + TURN_BACK * portable::power_of_two(times)) * other
        }
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// The lanes where a body passes the other on the passing side. The first of these that decides
/// counts:
///
/// 1. Head-on, the passing side.
/// 2. In traffic, the passing side, unless the body would have to cross too far in front of the
///    other. `insistence`, 0 to 1, is the part of the clearance up to which the body crosses; 0 for
///    a body too slow to cross.
/// 3. The side on which it misses the other by more.
///
/// `miss` is the distance by which a body misses the center of the other on the passing side, world
/// units; negative on the other side. `clearance` is the distance that the centers have to keep.
#[inline(always)]
pub fn keeps_to_passing_side<S: Simd>(
    miss: F32Lanes<S>,
    insistence: F32Lanes<S>,
    clearance: F32Lanes<S>,
) -> Mask<S> {
    miss.is_above(-insistence * clearance) | miss.is_at_least(clearance * -HEAD_ON)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::Scalar;

    const SIDES: [Side; 2] = [Side::Left, Side::Right];

    #[test]
    fn a_side_without_a_way_gives_way_to_one_that_has_one() {
        for chosen in SIDES {
            let preferences = SidePreferences {
                chosen: Some(chosen),
                ..SidePreferences::new(chosen)
            };
            // The lengths of the ways on the chosen side and on the other side.
            let side = |own: Option<f32>, other: Option<f32>| match chosen {
                Side::Left => choose_side_with_way(&preferences, own, other),
                Side::Right => choose_side_with_way(&preferences, other, own),
            };
            assert_eq!(side(None, Some(9.0)), chosen.opposite());
            assert_eq!(side(Some(9.0), Some(1.0)), chosen);
            assert_eq!(side(Some(9.0), None), chosen);
            assert_eq!(side(None, None), chosen);
        }
    }

    #[test]
    fn the_first_preference_that_decides_counts() {
        for side in SIDES {
            let other = side.opposite();
            let (shorter, longer) = (Some(0.5), Some(0.6));
            // The ways favor `to`.
            let ways = |to: Side| match to {
                Side::Left => (shorter, longer),
                Side::Right => (longer, shorter),
            };
            let mut known = SidePreferences::new(side);
            let choose = |known: &SidePreferences, (left, right)| choose_side(known, left, right);
            let no_ways = (None, None);
            assert_eq!(choose(&known, no_ways), side);
            known.heading = Some(other);
            assert_eq!(choose(&known, no_ways), other);
            assert_eq!(choose(&known, ways(side)), side);
            known.remembered = Some(other);
            assert_eq!(choose(&known, ways(side)), other);
            known.chosen = Some(side);
            assert_eq!(choose(&known, ways(other)), side);
        }
    }

    #[test]
    fn equal_ways_do_not_decide_and_a_single_way_does() {
        for side in SIDES {
            let known = SidePreferences::new(side);
            assert_eq!(choose_side(&known, Some(0.5), Some(0.5004)), side);
            assert_eq!(choose_side(&known, Some(0.5), Some(0.502)), Side::Left);
            assert_eq!(choose_side(&known, Some(0.502), Some(0.5)), Side::Right);
            assert_eq!(choose_side(&known, Some(3.0), None), Side::Left);
            assert_eq!(choose_side(&known, None, Some(3.0)), Side::Right);
        }
    }

    #[test]
    fn a_body_turns_back_for_a_way_that_is_shorter_by_a_seventh() {
        assert!(!turns_back(Some(11.4), Some(10.0), 0));
        assert!(turns_back(Some(11.6), Some(10.0), 0));
        assert!(!turns_back(Some(12.9), Some(10.0), 1) && turns_back(Some(13.1), Some(10.0), 1));
        assert!(turns_back(None, Some(10.0), 9) && !turns_back(Some(99.0), None, 0));
    }

    #[test]
    fn agents_cross_in_front_as_far_as_traffic_insists() {
        let keeps = |miss: f32, insistence: f32| {
            let lanes = |number| F32Lanes::splat(Scalar, number);
            keeps_to_passing_side(lanes(miss), lanes(insistence), lanes(2.0)).any()
        };
        // Of a clearance of 2, a thousandth on the wrong side is head-on.
        assert!(keeps(0.1, 0.0) && keeps(-0.0019, 0.0) && !keeps(-0.0021, 0.0));
        assert!(keeps(-0.9, 0.5) && !keeps(-1.1, 0.5));
    }
}
