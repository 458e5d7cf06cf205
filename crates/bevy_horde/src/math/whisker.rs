//! A fan of feelers, each a moving circle of the body's width.

use super::circle::CastHit;
use super::vector::Side;
use bevy::math::{Vec2, ops};

/// Headings that leave less than this of their length along a wall count as head-on.
const HEAD_ON: f32 = 0.05;

/// How a fan of whiskers is spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fan {
    /// Number of whiskers; 1 is a single one along the heading.
    pub count: u32,
    /// Angle between the outermost two, radians.
    pub angle: f32,
    /// How far each reaches, world units.
    pub length: f32,
}

impl Fan {
    /// The unit vector of whisker `index` about `heading`, from the rightmost (0) to the leftmost.
    pub fn direction(&self, heading: Vec2, index: u32) -> Vec2 {
        if self.count <= 1 {
            return heading;
        }
        let part = index as f32 / (self.count - 1) as f32 - 0.5;
        let angle = part * self.angle;
        heading.rotate(Vec2::new(ops::cos(angle), ops::sin(angle)))
    }
}

/// A whisker that has met something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feel {
    /// Which whisker of the fan.
    pub index: u32,
    /// The unit vector along the whisker.
    pub direction: Vec2,
    /// What it met.
    pub hit: CastHit,
}

/// The whisker whose tip is deeper in an obstacle; on a tie the one farther to the `hand`.
///
/// The `remembered` winner keeps its place unless the other is deeper by a tenth of the length. So
/// two whiskers of almost equal depth do not take turns.
pub fn select_contact(
    first: Feel,
    second: Feel,
    length: f32,
    remembered: Option<u32>,
    passing_side: Side,
) -> Feel {
    let depth = |feel: &Feel| {
        let is_remembered = remembered == Some(feel.index);
        let bonus = if is_remembered { 0.1 * length } else { 0.0 };
        length - feel.hit.distance + bonus
    };
    let (first_depth, second_depth) = (depth(&first), depth(&second));
    let is_nearer_the_hand = match passing_side {
        Side::Right => second.index < first.index,
        Side::Left => second.index > first.index,
    };
    if second_depth > first_depth || (second_depth == first_depth && is_nearer_the_hand) {
        second
    } else {
        first
    }
}

/// Where a whisker sends the body, and how urgently.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Detour {
    /// From the body to the point to seek.
    pub offset: Vec2,
    /// 0 when only the tip touches, 1 when the body itself does.
    pub gain: f32,
    /// On which side the wall is while the body goes along it.
    pub wall_side: Side,
}

/// The detour round what `feel` met: a point beside the wall, `margin` off its surface and some way
/// along it.
///
/// The way along the wall keeps the wall on the `remembered` side, else on the side of the heading,
/// and after a meeting head-on on the `hand`. Without a way along the wall, a body that meets it
/// squarely brakes and goes back and forth on its line of approach. `step_along` is how far along
/// the wall the point lies, as a part of the whisker's length.
pub fn detour(
    feel: &Feel,
    heading: Vec2,
    length: f32,
    margin: f32,
    step_along: f32,
    remembered: Option<Side>,
    passing_side: Side,
) -> Detour {
    let CastHit { distance, normal } = feel.hit;
    // A heading to the left of the wall's normal keeps the wall on the left.
    let side_of_heading = Side::containing(normal, heading, HEAD_ON);
    let wall_side = remembered.or(side_of_heading).unwrap_or(passing_side);
    let tangent = wall_side.of(normal);
    let touching = feel.direction * distance;
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
    use crate::math::circle::Circle;
    use crate::math::test_inputs::{
        angles, cast_circle, close, headings, mirrored, turned, wild_sizes,
    };
    use crate::math::vector::left;
    use core::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    use proptest::prelude::*;

    fn feel(index: u32, distance: f32) -> Feel {
        Feel {
            index,
            direction: Vec2::X,
            hit: CastHit {
                distance,
                normal: Vec2::NEG_X,
            },
        }
    }

    /// Heading at this angle to a wall that lies along x and above, felt straight up at 2 of 8.
    fn along_wall(degrees: f32, remembered: Option<Side>) -> Detour {
        let feel = Feel {
            index: 0,
            direction: Vec2::Y,
            hit: CastHit {
                distance: 2.0,
                normal: Vec2::NEG_Y,
            },
        };
        let heading = Vec2::from_angle(degrees.to_radians());
        detour(&feel, heading, 8.0, 0.5, 0.25, remembered, Side::Right)
    }

    #[test]
    fn a_fan_spreads_from_right_to_left() {
        let fan = Fan {
            count: 3,
            angle: FRAC_PI_2,
            length: 5.0,
        };
        // 45 degrees to the right, straight on, 45 to the left of north.
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
    fn the_deeper_whisker_decides_and_on_a_tie_the_one_at_the_hand() {
        // The rightmost has the number 0.
        for (passing_side, on_passing_side) in [(Side::Right, 0), (Side::Left, 1)] {
            let decides =
                |first, second| select_contact(first, second, 10.0, None, passing_side).index;
            assert_eq!(decides(feel(0, 3.0), feel(1, 2.0)), 1);
            assert_eq!(decides(feel(0, 2.0), feel(1, 3.0)), 0);
            assert_eq!(decides(feel(0, 2.0), feel(1, 2.0)), on_passing_side);
            assert_eq!(decides(feel(1, 2.0), feel(0, 2.0)), on_passing_side);
        }
    }

    #[test]
    fn the_remembered_winner_keeps_its_place_within_a_tenth_of_the_length() {
        let decides = |first, second, remembered| {
            select_contact(first, second, 10.0, Some(remembered), Side::Right).index
        };
        // A tenth of 10 is 1.
        assert_eq!(decides(feel(0, 3.0), feel(1, 2.1), 0), 0);
        assert_eq!(decides(feel(0, 3.0), feel(1, 1.9), 0), 1);
        assert_eq!(decides(feel(0, 2.1), feel(1, 3.0), 1), 1);
        assert_eq!(decides(feel(0, 3.0), feel(1, 2.1), 7), 1);
    }

    #[test]
    fn a_detour_leads_beside_the_wall_and_along_it() {
        // The touch at (0, 2), the margin 0.5 off the wall, a quarter of 8 along it; 1 - 2 / 8
        // deep.
        let aslant = along_wall(60.0, None);
        assert!(close(aslant.offset, Vec2::new(2.0, 1.5), 1e-5));
        assert!((aslant.gain - 0.75).abs() < 1e-6);
        assert_eq!(aslant.wall_side, Side::Left);
        let aslant = along_wall(120.0, None);
        assert!(close(aslant.offset, Vec2::new(-2.0, 1.5), 1e-5));
        assert_eq!(aslant.wall_side, Side::Right);
    }

    #[test]
    fn a_wall_met_squarely_is_kept_on_the_right_hand_or_as_remembered() {
        let square = along_wall(90.0, None);
        assert!(close(square.offset, Vec2::new(-2.0, 1.5), 1e-5));
        let square = along_wall(90.0, Some(Side::Left));
        assert!(close(square.offset, Vec2::new(2.0, 1.5), 1e-5));
        let square = along_wall(90.0, Some(Side::Right));
        assert!(close(square.offset, Vec2::new(-2.0, 1.5), 1e-5));
    }

    #[test]
    fn the_way_along_a_wall_is_kept_whether_the_body_nears_it_or_leaves_it() {
        // From steep toward it to steep away from it; the wall stays on the left.
        for degrees in [80.0, 45.0, 10.0, 1.0, 0.0, -1.0, -10.0, -45.0] {
            let kept = along_wall(degrees, Some(Side::Left));
            assert!(kept.offset.x > 0.0, "{degrees}");
            assert_eq!(kept.wall_side, Side::Left);
            // And so it is found without a memory.
            assert_eq!(along_wall(degrees, None), kept);
        }
    }

    #[test]
    fn what_a_detour_answers_it_answers_again_when_remembered() {
        for degrees in 0..360 {
            let first = along_wall(degrees as f32, None);
            assert_eq!(along_wall(degrees as f32, Some(first.wall_side)), first);
        }
    }

    #[test]
    fn a_whisker_without_length_is_as_urgent_as_can_be() {
        let short = detour(&feel(0, 0.0), Vec2::X, 0.0, 0.5, 0.5, None, Side::Right);
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
                    .map(|index| feel(*index, distances[*index as usize]))
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
            // Whiskers point at the walls that they touch.
            let normal = turned(-heading, slant);
            let feel = Feel { index: 0, direction: heading, hit: CastHit { distance: part * length, normal } };
            let answer = detour(&feel, heading, length, margin, 0.5, None, Side::Left);
            let touch = heading * (part * length);
            prop_assert!(((answer.offset - touch).dot(normal) - margin).abs() < 1e-3);
            prop_assert!(((answer.offset - touch).perp_dot(normal).abs() - 0.5 * length).abs() < 1e-3);
            prop_assert!((answer.gain - (1.0 - part)).abs() < 1e-5);
            // Onward with the heading, unless it has no way of its own.
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
            // Next to head-on rounding decides.
            prop_assume!((heading.dot(left(normal)).abs() - HEAD_ON).abs() > 1e-3);
            let at = |angle: f32| {
                let feel = Feel {
                    index: 0,
                    direction: turned(heading, angle),
                    hit: CastHit { distance, normal: turned(normal, angle) },
                };
                detour(&feel, turned(heading, angle), 5.0, 0.3, 0.5, None, Side::Left)
            };
            prop_assert!(close(turned(at(0.0).offset, angle), at(angle).offset, 1e-3));
            prop_assert_eq!(at(0.0).wall_side, at(angle).wall_side);
        }

        #[test]
        fn a_detour_mirrors_with_the_scene_and_the_hand(
            heading in headings(),
            slant in prop_oneof![Just(0.0_f32), -0.06_f32..0.06, -1.5_f32..1.5],
            distance in 0.0_f32..5.0,
            is_remembered in any::<bool>(),
        ) {
            let normal = turned(-heading, slant);
            let of = |change: &dyn Fn(Vec2) -> Vec2, passing_side: Side| {
                let feel = Feel {
                    index: 0,
                    direction: change(heading),
                    hit: CastHit { distance, normal: change(normal) },
                };
                let remembered = is_remembered.then_some(passing_side);
                detour(&feel, change(heading), 5.0, 0.3, 0.5, remembered, passing_side)
            };
            let (plain, reflected) = (of(&|vector| vector, Side::Right), of(&mirrored, Side::Left));
            prop_assert_eq!(mirrored(plain.offset), reflected.offset);
            prop_assert_ne!(plain.wall_side, reflected.wall_side);
            prop_assert_eq!(plain.gain, reflected.gain);
        }

        #[test]
        fn a_gain_is_between_nothing_and_all(distance in wild_sizes(), length in wild_sizes()) {
            let answer = detour(&feel(0, distance), Vec2::X, length, 0.5, 0.5, None, Side::Right);
            prop_assert!((0.0..=1.0).contains(&answer.gain));
            prop_assert!(answer.offset.is_finite());
        }
    }

    #[test]
    fn a_moving_circle_for_a_whisker_feels_what_a_thin_ray_passes() {
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
