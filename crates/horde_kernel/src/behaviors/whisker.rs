//! A fan of whiskers, each a moving circle as wide as the body.

use crate::math::portable::unit_at;
use crate::math::vector::Side;
use crate::obstacles::circle::CastHit;
use crate::obstacles::side::{SidePreferences, choose_side};
use glam::Vec2;

/// Headings with less than this fraction of their length along a wall count as head-on.
const HEAD_ON: f32 = 0.05;

/// The layout of a fan of whiskers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fan {
    /// Number of whiskers; 1 is a single one along the heading.
    pub count: u32,
    /// Angle between the two outermost whiskers, radians.
    pub angle: f32,
    /// The length of each whisker, world units.
    pub length: f32,
}

impl Fan {
    /// The unit vector of whisker `index` about `heading`, from the rightmost (0) to the leftmost.
    #[inline]
    pub fn direction(&self, heading: Vec2, index: u32) -> Vec2 {
        if self.count <= 1 {
            return heading;
        }
        let part = index as f32 / (self.count - 1) as f32 - 0.5;
        let angle = part * self.angle;
        heading.rotate(unit_at(angle))
    }
}

/// The contact of a whisker.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WhiskerContact {
    /// The index of the whisker in the fan.
    pub index: u32,
    /// The unit vector along the whisker.
    pub direction: Vec2,
    /// The distance along the whisker and the normal of the surface.
    pub hit: CastHit,
}

/// Selects the whisker with the deeper tip; on a tie, the one on the `passing_side`.
///
/// The `remembered` winner stays selected unless the other is deeper by a tenth of the length. So
/// two whiskers of almost equal depth do not alternate.
pub fn select_contact(
    first: WhiskerContact,
    second: WhiskerContact,
    length: f32,
    remembered: Option<u32>,
    passing_side: Side,
) -> WhiskerContact {
    let depth = |contact: &WhiskerContact| {
        let is_remembered = remembered == Some(contact.index);
        let bonus = if is_remembered { 0.1 * length } else { 0.0 };
        length - contact.hit.distance + bonus
    };
    let (first_depth, second_depth) = (depth(&first), depth(&second));
    let is_nearer_passing_side = match passing_side {
        Side::Right => second.index < first.index,
        Side::Left => second.index > first.index,
    };
    if second_depth > first_depth || (second_depth == first_depth && is_nearer_passing_side) {
        second
    } else {
        first
    }
}

/// A detour around an obstacle, and its urgency.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Detour {
    /// The offset from the body to the point to seek.
    pub offset: Vec2,
    /// 0 when only the tip touches, 1 when the body touches.
    pub gain: f32,
    /// The side of the body where the wall is during the detour.
    pub wall_side: Side,
}

/// The detour around a contact: a point beside the wall, off its surface by `margin` and farther
/// along it.
///
/// [`choose_side`] decides on which side the wall stays. Without the step along the wall, a body
/// that meets a wall head-on would oscillate on its line of approach. `step_along` is the step
/// along the wall, relative to the length of the whisker.
pub fn detour(
    contact: &WhiskerContact,
    heading: Vec2,
    length: f32,
    margin: f32,
    step_along: f32,
    remembered: Option<Side>,
    passing_side: Side,
) -> Detour {
    let CastHit { distance, normal } = contact.hit;
    // A heading to the left of the wall normal keeps the wall on the left.
    let preferences = SidePreferences {
        remembered,
        heading: Side::containing(normal, heading, HEAD_ON),
        ..SidePreferences::new(passing_side)
    };
    let wall_side = choose_side(&preferences, None, None);
    let tangent = wall_side.of(normal);
    let touching = contact.direction * distance;
    let part = if length > 0.0 { distance / length } else { 0.0 };
    Detour {
        offset: touching + normal * margin + tangent * (step_along * length),
        gain: (1.0 - part).clamp(0.0, 1.0),
        wall_side,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::vector::left;
    use crate::obstacles::circle::Circle;
    use crate::test_inputs::{angles, cast_circle, close, headings, mirrored, turned, wild_sizes};
    use core::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    use proptest::prelude::*;

    fn contact(index: u32, distance: f32) -> WhiskerContact {
        WhiskerContact {
            index,
            direction: Vec2::X,
            hit: CastHit {
                distance,
                normal: Vec2::NEG_X,
            },
        }
    }

    /// The detour at a heading of this angle to a wall above, along x. The whisker points straight
    /// up and hits at 2 of 8.
    fn along_wall(degrees: f32, remembered: Option<Side>) -> Detour {
        let contact = WhiskerContact {
            index: 0,
            direction: Vec2::Y,
            hit: CastHit {
                distance: 2.0,
                normal: Vec2::NEG_Y,
            },
        };
        let heading = Vec2::from_angle(degrees.to_radians());
        detour(&contact, heading, 8.0, 0.5, 0.25, remembered, Side::Right)
    }

    #[test]
    fn a_fan_spreads_from_right_to_left() {
        let fan = Fan {
            count: 3,
            angle: FRAC_PI_2,
            length: 5.0,
        };
        // 45 degrees to the right, straight ahead, 45 degrees to the left of north.
        let half = 0.5_f32.sqrt();
        assert!(close(
            fan.direction(Vec2::Y, 0),
            Vec2::new(half, half),
            1e-6
        ));
        assert!(close(fan.direction(Vec2::Y, 1), Vec2::Y, 1e-6));
        assert!(close(
            fan.direction(Vec2::Y, 2),
            Vec2::new(-half, half),
            1e-6
        ));
        for count in [0, 1] {
            assert_eq!(Fan { count, ..fan }.direction(Vec2::Y, 0), Vec2::Y);
        }
    }

    #[test]
    fn the_deeper_whisker_wins_and_on_a_tie_the_passing_side() {
        // The rightmost whisker has the index 0.
        for (passing_side, on_passing_side) in [(Side::Right, 0), (Side::Left, 1)] {
            let decides =
                |first, second| select_contact(first, second, 10.0, None, passing_side).index;
            assert_eq!(decides(contact(0, 3.0), contact(1, 2.0)), 1);
            assert_eq!(decides(contact(0, 2.0), contact(1, 3.0)), 0);
            assert_eq!(decides(contact(0, 2.0), contact(1, 2.0)), on_passing_side);
            assert_eq!(decides(contact(1, 2.0), contact(0, 2.0)), on_passing_side);
        }
    }

    #[test]
    fn the_remembered_winner_keeps_its_place_within_a_tenth_of_the_length() {
        let decides = |first, second, remembered| {
            select_contact(first, second, 10.0, Some(remembered), Side::Right).index
        };
        // A tenth of 10 is 1.
        assert_eq!(decides(contact(0, 3.0), contact(1, 2.1), 0), 0);
        assert_eq!(decides(contact(0, 3.0), contact(1, 1.9), 0), 1);
        assert_eq!(decides(contact(0, 2.1), contact(1, 3.0), 1), 1);
        assert_eq!(decides(contact(0, 3.0), contact(1, 2.1), 7), 1);
    }

    #[test]
    fn a_detour_leads_beside_the_wall_and_along_it() {
        // The contact is at (0, 2). The point is 0.5 off the wall, and a quarter of 8 along it. The
        // gain is 1 - 2 / 8.
        let aslant = along_wall(60.0, None);
        assert!(close(aslant.offset, Vec2::new(2.0, 1.5), 1e-5));
        assert!((aslant.gain - 0.75).abs() < 1e-6);
        assert_eq!(aslant.wall_side, Side::Left);
        let aslant = along_wall(120.0, None);
        assert!(close(aslant.offset, Vec2::new(-2.0, 1.5), 1e-5));
        assert_eq!(aslant.wall_side, Side::Right);
    }

    #[test]
    fn a_wall_met_head_on_is_kept_on_the_passing_side_or_as_remembered() {
        let square = along_wall(90.0, None);
        assert!(close(square.offset, Vec2::new(-2.0, 1.5), 1e-5));
        let square = along_wall(90.0, Some(Side::Left));
        assert!(close(square.offset, Vec2::new(2.0, 1.5), 1e-5));
        let square = along_wall(90.0, Some(Side::Right));
        assert!(close(square.offset, Vec2::new(-2.0, 1.5), 1e-5));
    }

    #[test]
    fn the_side_of_a_wall_is_kept_toward_it_and_away_from_it() {
        // From steeply toward the wall to steeply away from it, the wall stays on the left.
        for degrees in [80.0, 45.0, 10.0, 1.0, 0.0, -1.0, -10.0, -45.0] {
            let kept = along_wall(degrees, Some(Side::Left));
            assert!(kept.offset.x > 0.0, "{degrees}");
            assert_eq!(kept.wall_side, Side::Left);
            // Without a memory, the result is the same.
            assert_eq!(along_wall(degrees, None), kept);
        }
    }

    #[test]
    fn a_remembered_detour_gives_the_same_result() {
        for degrees in 0..360 {
            let first = along_wall(degrees as f32, None);
            assert_eq!(along_wall(degrees as f32, Some(first.wall_side)), first);
        }
    }

    #[test]
    fn a_whisker_without_length_has_full_urgency() {
        let short = detour(&contact(0, 0.0), Vec2::X, 0.0, 0.5, 0.5, None, Side::Right);
        assert_eq!(short.gain, 1.0);
        assert!(short.offset.is_finite());
    }

    proptest! {
        #[test]
        fn a_fan_is_even_and_symmetric(heading in headings(), count in 2_u32..20, angle in 0.0_f32..3.0) {
            let fan = Fan { count, angle, length: 1.0 };
            for index in 0..count {
                let direction = fan.direction(heading, index);
                prop_assert!((direction.length() - 1.0).abs() < 1e-5);
                let expected = angle * (index as f32 / (count - 1) as f32 - 0.5);
                prop_assert!((heading.angle_to(direction) - expected).abs() < 1e-3);
                let opposite = fan.direction(heading, count - 1 - index);
                prop_assert!((heading.angle_to(direction) + heading.angle_to(opposite)).abs() < 1e-3);
            }
        }

        #[test]
        fn the_winner_of_many_is_the_deepest_in_any_order(
            mut distances in prop::collection::vec((0_u8..20).prop_map(f32::from), 1..10),
            swaps in any::<prop::sample::Index>(),
        ) {
            let decide = |order: &[u32], distances: &[f32]| {
                order
                    .iter()
                    .map(|index| contact(*index, distances[*index as usize]))
                    .reduce(|first, second| select_contact(first, second, 20.0, None, Side::Right))
                    .unwrap()
            };
            let mut order: Vec<u32> = (0..distances.len() as u32).collect();
            let winner = decide(&order, &distances);
            order.rotate_left(swaps.index(distances.len()));
            prop_assert_eq!(decide(&order, &distances), winner);
            let least = distances.iter().copied().fold(f32::INFINITY, f32::min);
            let first = distances.iter().position(|distance| *distance == least);
            prop_assert_eq!(Some(winner.index as usize), first);
            distances.clear();
        }

        #[test]
        fn a_detour_never_leads_into_the_wall(
            heading in headings(),
            slant in -1.5_f32..1.5,
            part in 0.0_f32..1.0,
            length in 0.5_f32..10.0,
            margin in 0.0_f32..2.0,
        ) {
            // Whiskers point toward the walls that they touch.
            let normal = turned(-heading, slant);
            let contact = WhiskerContact { index: 0, direction: heading, hit: CastHit { distance: part * length, normal } };
            let answer = detour(&contact, heading, length, margin, 0.5, None, Side::Left);
            let touch = heading * (part * length);
            prop_assert!(((answer.offset - touch).dot(normal) - margin).abs() < 1e-3);
            prop_assert!(((answer.offset - touch).perp_dot(normal).abs() - 0.5 * length).abs() < 1e-3);
            prop_assert!((answer.gain - (1.0 - part)).abs() < 1e-5);
            // The step goes forward with the heading, except in a head-on contact.
            let onward = (answer.offset - touch - normal * margin).dot(heading);
            prop_assert!(onward >= -0.05 * length);
        }

        #[test]
        fn a_detour_turns_with_the_scene(
            heading in headings(),
            normal in headings(),
            angle in angles(),
            distance in 0.0_f32..5.0,
        ) {
            // Exclude near head-on contacts, where rounding decides.
            prop_assume!((heading.dot(left(normal)).abs() - HEAD_ON).abs() > 1e-3);
            let at = |angle: f32| {
                let contact = WhiskerContact {
                    index: 0,
                    direction: turned(heading, angle),
                    hit: CastHit { distance, normal: turned(normal, angle) },
                };
                detour(&contact, turned(heading, angle), 5.0, 0.3, 0.5, None, Side::Left)
            };
            prop_assert!(close(turned(at(0.0).offset, angle), at(angle).offset, 1e-3));
            prop_assert_eq!(at(0.0).wall_side, at(angle).wall_side);
        }

        #[test]
        fn a_detour_mirrors_with_the_scene_and_the_passing_side(
            heading in headings(),
            slant in prop_oneof![Just(0.0_f32), -0.06_f32..0.06, -1.5_f32..1.5],
            distance in 0.0_f32..5.0,
            is_remembered in any::<bool>(),
        ) {
            let normal = turned(-heading, slant);
            let of = |change: &dyn Fn(Vec2) -> Vec2, passing_side: Side| {
                let contact = WhiskerContact {
                    index: 0,
                    direction: change(heading),
                    hit: CastHit { distance, normal: change(normal) },
                };
                let remembered = is_remembered.then_some(passing_side);
                detour(&contact, change(heading), 5.0, 0.3, 0.5, remembered, passing_side)
            };
            let (plain, reflected) = (of(&|vector| vector, Side::Right), of(&mirrored, Side::Left));
            prop_assert_eq!(mirrored(plain.offset), reflected.offset);
            prop_assert_ne!(plain.wall_side, reflected.wall_side);
            prop_assert_eq!(plain.gain, reflected.gain);
        }

        #[test]
        fn a_gain_is_between_zero_and_one(distance in wild_sizes(), length in wild_sizes()) {
            let answer = detour(&contact(0, distance), Vec2::X, length, 0.5, 0.5, None, Side::Right);
            prop_assert!((0.0..=1.0).contains(&answer.gain));
            prop_assert!(answer.offset.is_finite());
        }
    }

    #[test]
    fn a_wide_whisker_detects_what_a_thin_ray_misses() {
        let fan = Fan {
            count: 1,
            angle: FRAC_PI_4,
            length: 6.0,
        };
        let post = Circle {
            center: Vec2::new(4.0, 0.4),
            radius: 0.2,
        };
        let ray = fan.direction(Vec2::X, 0);
        assert_eq!(cast_circle(&post, Vec2::ZERO, ray, fan.length, 0.0), None);
        assert!(cast_circle(&post, Vec2::ZERO, ray, fan.length, 0.5).is_some());
    }
}
