//! Casts against a circle, and the result of a cast.

use crate::math::vector::direction;
use glam::Vec2;

/// A circle in steering space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Circle {
    /// The center.
    pub center: Vec2,
    /// The radius, world units.
    pub radius: f32,
}

/// Where a cast meets a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CastHit {
    /// Distance traveled before contact, world units.
    pub distance: f32,
    /// The outward unit normal of the surface at the contact.
    pub normal: Vec2,
}

impl Circle {
    /// Where a point that moves `length` from `from` along the unit vector `heading` enters this
    /// circle, if at all.
    ///
    /// A start inside returns distance 0 and the shortest direction out.
    pub fn cast(&self, from: Vec2, heading: Vec2, length: f32) -> Option<CastHit> {
        let to_center = self.center - from;
        let outside = to_center.length_squared() - self.radius * self.radius;
        let distance = if outside <= 0.0 {
            0.0
        } else {
            let along = to_center.dot(heading);
            let lateral = heading.perp_dot(to_center);
            let half_chord_squared = self.radius * self.radius - lateral * lateral;
            if along <= 0.0 || half_chord_squared < 0.0 {
                return None;
            }
            (along - f32::sqrt(half_chord_squared)).max(0.0)
        };
        let normal = direction(from + heading * distance - self.center).unwrap_or(-heading);
        (distance <= length).then_some(CastHit { distance, normal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_inputs::{
        angles, cast_circle, close, headings, signed_distance, turned, vectors,
    };
    use proptest::prelude::*;

    fn circle(x: f32, y: f32, radius: f32) -> Circle {
        Circle {
            center: Vec2::new(x, y),
            radius,
        }
    }

    /// The distance at which a point that moves along a heading enters the circle.
    fn entry(circle: &Circle, from: Vec2, heading: Vec2, length: f32) -> Option<f32> {
        circle.cast(from, heading, length).map(|hit| hit.distance)
    }

    /// The distance to the first of many sample points on the way that is inside the circle.
    fn sampled_entry(
        circle: &Circle,
        from: Vec2,
        heading: Vec2,
        length: f32,
        step: f32,
    ) -> Option<f32> {
        (0..)
            .map(|sample| sample as f32 * step)
            .take_while(|along| *along <= length)
            .find(|along| signed_distance(circle, from + heading * *along) <= 0.0)
    }

    #[test]
    fn a_way_enters_a_circle_half_a_chord_before_its_middle() {
        let enters = |circle: Circle, length: f32| entry(&circle, Vec2::ZERO, Vec2::X, length);
        // Dead ahead: 10 - 2.
        assert_eq!(enters(circle(10.0, 0.0, 2.0), 100.0), Some(8.0));
        // 1.2 to the side, half chord sqrt(4 - 1.44) = 1.6.
        let entry = enters(circle(10.0, 1.2, 2.0), 100.0).unwrap();
        assert!((entry - 8.4).abs() < 1e-5);
        // Exactly the required length, and a little less.
        assert_eq!(enters(circle(10.0, 0.0, 2.0), 8.0), Some(8.0));
        assert_eq!(enters(circle(10.0, 0.0, 2.0), 7.999), None);
        // A graze, and a near miss.
        assert_eq!(enters(circle(10.0, 2.0, 2.0), 100.0), Some(10.0));
        assert_eq!(enters(circle(10.0, 2.001, 2.0), 100.0), None);
    }

    #[test]
    fn a_circle_behind_is_never_entered() {
        assert_eq!(
            entry(&circle(-10.0, 0.0, 2.0), Vec2::ZERO, Vec2::X, 100.0),
            None
        );
        assert_eq!(
            entry(&circle(-10.0, 0.0, 9.999), Vec2::ZERO, Vec2::X, 100.0),
            None
        );
    }

    #[test]
    fn a_start_inside_enters_at_once() {
        for center in [-1.9, 0.0, 1.9] {
            assert_eq!(
                entry(&circle(center, 0.0, 2.0), Vec2::ZERO, Vec2::X, 0.0),
                Some(0.0)
            );
        }
    }

    #[test]
    fn a_moving_circle_touches_its_radius_earlier() {
        let obstacle = circle(10.0, 0.0, 2.0);
        let hit = cast_circle(&obstacle, Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
        assert_eq!(
            hit,
            CastHit {
                distance: 7.5,
                normal: Vec2::NEG_X
            }
        );
        let thin = cast_circle(&obstacle, Vec2::ZERO, Vec2::X, 100.0, 0.0).unwrap();
        assert_eq!(thin.distance, 8.0);
        // A thin ray misses the circle, but a wide body hits it. The center is 2.4 to the side, the
        // radii are 2 + 0.5, and half the chord is 0.7.
        let beside = circle(10.0, 2.4, 2.0);
        assert_eq!(cast_circle(&beside, Vec2::ZERO, Vec2::X, 100.0, 0.0), None);
        let hit = cast_circle(&beside, Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
        assert!((hit.distance - 9.3).abs() < 1e-4);
        // From the center (10, 2.4) to the touching body at (9.3, 0): (-0.7, -2.4) / 2.5.
        assert!(close(hit.normal, Vec2::new(-0.28, -0.96), 1e-4));
    }

    #[test]
    fn a_cast_from_inside_returns_the_way_out() {
        let obstacle = circle(1.0, 0.0, 2.0);
        let hit = cast_circle(&obstacle, Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
        assert_eq!(
            hit,
            CastHit {
                distance: 0.0,
                normal: Vec2::NEG_X
            }
        );
        // From the exact center, the way out is back along the heading.
        let hit = cast_circle(&obstacle, Vec2::X, Vec2::Y, 100.0, 0.5).unwrap();
        assert_eq!(
            hit,
            CastHit {
                distance: 0.0,
                normal: Vec2::NEG_Y
            }
        );
    }

    #[test]
    fn circles_too_far_to_square_are_not_met() {
        for distance in [1e19_f32, 1e20, 1e30, 1e38] {
            let far = circle(distance, -distance, 1.0);
            assert_eq!(entry(&far, Vec2::ZERO, Vec2::X, 100.0), None, "{distance}");
            assert_eq!(
                entry(&far, Vec2::ZERO, Vec2::from_angle(-0.8), 100.0),
                None,
                "{distance}"
            );
        }
    }

    proptest! {
        #[test]
        fn an_entry_agrees_with_small_steps(
            center in vectors(20.0),
            radius in 0.0_f32..10.0,
            from in vectors(20.0),
            heading in headings(),
            length in 0.0_f32..50.0,
        ) {
            let circle = Circle { center, radius };
            let step = 0.02;
            let sampled = sampled_entry(&circle, from, heading, length, step);
            match entry(&circle, from, heading, length) {
                Some(entry) => {
                    prop_assert!((0.0..=length).contains(&entry));
                    if entry > 0.0 {
                        prop_assert!(signed_distance(&circle, from + heading * entry).abs() < 1e-3);
                    }
                    // The samples may skip a graze, because its half chord is shorter than a step.
                    let shortest = (radius * radius - (radius - 1e-3).max(0.0).powi(2)).sqrt().max(step);
                    if let Some(sampled) = sampled {
                        prop_assert!(sampled - entry > -1e-3 && sampled - entry <= shortest + step);
                    }
                }
                None => {
                    // Apart from rounding at the edge, no sample is inside either.
                    if let Some(sampled) = sampled {
                        prop_assert!(signed_distance(&circle, from + heading * sampled) > -1e-3);
                    }
                }
            }
        }

        #[test]
        fn a_clear_hit_is_never_missed(
            from in vectors(20.0),
            heading in headings(),
            along in 0.0_f32..30.0,
            lateral in -0.99_f32..0.99,
            radius in 0.01_f32..10.0,
            moving_radius in 0.0_f32..2.0,
        ) {
            let reach = radius + moving_radius;
            let center = from + heading * along + heading.perp() * (lateral * reach);
            let hit = cast_circle(&Circle { center, radius }, from, heading, along, moving_radius);
            prop_assert!(hit.is_some());
            let hit = hit.unwrap();
            let touch = from + heading * hit.distance;
            prop_assert!(touch.distance(center) <= reach + 1e-3);
            // The surface faces against the heading.
            if hit.distance > 0.0 {
                prop_assert!(hit.normal.dot(heading) < 0.0);
            }
        }

        #[test]
        fn a_cast_turns_with_the_scene(
            from in vectors(20.0),
            bearing in headings(),
            distance in 0.6_f32..20.0,
            radius in 0.5_f32..10.0,
            heading in headings(),
            angle in angles(),
        ) {
            let center = from + bearing * (radius + distance);
            let obstacle = Circle { center, radius };
            let turned_obstacle = Circle { center: turned(center, angle), radius };
            let lateral = heading.perp_dot(center - from).abs();
            // Exclude grazes, where rounding decides.
            prop_assume!((lateral - radius - 0.5).abs() > 1e-2);
            let plain = cast_circle(&obstacle, from, heading, 30.0, 0.5);
            let other = cast_circle(&turned_obstacle, turned(from, angle), turned(heading, angle), 30.0, 0.5);
            if let (Some(plain), Some(other)) = (plain, other) {
                prop_assert!((plain.distance - other.distance).abs() < 1e-2);
                prop_assert!(close(turned(plain.normal, angle), other.normal, 1e-2));
            } else {
                let at_the_end = plain.or(other).is_none_or(|hit| hit.distance > 29.99);
                prop_assert!(at_the_end);
            }
        }
    }
}
