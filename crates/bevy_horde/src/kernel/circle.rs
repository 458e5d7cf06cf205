//! Casts against a circle.

use bevy::math::{Vec2, ops};

/// A circle in steering space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Circle {
    /// The centre.
    pub center: Vec2,
    /// The radius, world units.
    pub radius: f32,
}

impl Circle {
    /// The distance from `point` to the circle's edge; negative inside.
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        self.center.distance(point) - self.radius
    }

    /// The point of the circle's edge that is nearest to `point`, and the outward normal there.
    ///
    /// From the very centre every direction is as near; the answer is then along `+x`.
    pub fn nearest_edge(&self, point: Vec2) -> (Vec2, Vec2) {
        let normal = super::vector::direction(point - self.center).unwrap_or(Vec2::X);
        (self.center + normal * self.radius, normal)
    }

    /// The circle grown by `margin` on all sides.
    pub fn inflated(&self, margin: f32) -> Self {
        Self {
            center: self.center,
            radius: self.radius + margin,
        }
    }

    /// How far along the unit vector `heading` a point at `from` enters this circle, at most `length`.
    ///
    /// `Some(0.0)` when it starts inside; `None` when the way is free, also when the circle lies behind.
    pub fn entry(&self, from: Vec2, heading: Vec2, length: f32) -> Option<f32> {
        let to_center = self.center - from;
        let outside = to_center.length_squared() - self.radius * self.radius;
        if outside <= 0.0 {
            return Some(0.0);
        }
        let along = to_center.dot(heading);
        if along <= 0.0 {
            return None;
        }
        let lateral = heading.perp_dot(to_center);
        let half_chord_squared = self.radius * self.radius - lateral * lateral;
        if half_chord_squared < 0.0 {
            return None;
        }
        let entry = (along - ops::sqrt(half_chord_squared)).max(0.0);
        (entry <= length).then_some(entry)
    }
}

/// Where a cast meets a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CastHit {
    /// Distance travelled until the meeting, world units.
    pub distance: f32,
    /// The outward unit normal of the surface at the meeting.
    pub normal: Vec2,
}

/// Where a circle of `moving_radius` that moves from `from` along the unit vector `heading` first touches `circle`.
///
/// A radius of zero casts a thin segment. A start inside answers distance 0 and the direct way out.
pub fn cast_circle(
    circle: &Circle,
    from: Vec2,
    heading: Vec2,
    length: f32,
    moving_radius: f32,
) -> Option<CastHit> {
    let grown = circle.inflated(moving_radius);
    let distance = grown.entry(from, heading, length)?;
    let touch = from + heading * distance;
    let normal = super::vector::direction(touch - circle.center).unwrap_or(-heading);
    Some(CastHit { distance, normal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::test_inputs::{angles, close, headings, turned, vectors};
    use proptest::prelude::*;

    fn circle(x: f32, y: f32, radius: f32) -> Circle {
        Circle {
            center: Vec2::new(x, y),
            radius,
        }
    }

    /// The first of many sample points along the way that lies inside, as a distance.
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
            .find(|along| circle.signed_distance(from + heading * *along) <= 0.0)
    }

    #[test]
    fn the_signed_distance_is_negative_inside() {
        let circle = circle(1.0, 2.0, 3.0);
        // 3-4-5 triangle: the centre is 5 away.
        assert_eq!(circle.signed_distance(Vec2::new(4.0, 6.0)), 2.0);
        assert_eq!(circle.signed_distance(Vec2::new(1.0, 5.0)), 0.0);
        assert_eq!(circle.signed_distance(circle.center), -3.0);
    }

    #[test]
    fn the_nearest_edge_lies_straight_out() {
        let circle = circle(1.0, 2.0, 3.0);
        let (point, normal) = circle.nearest_edge(Vec2::new(1.0, 10.0));
        assert_eq!((point, normal), (Vec2::new(1.0, 5.0), Vec2::Y));
        let (point, normal) = circle.nearest_edge(Vec2::new(0.5, 2.0));
        assert_eq!((point, normal), (Vec2::new(-2.0, 2.0), Vec2::NEG_X));
        let (point, normal) = circle.nearest_edge(circle.center);
        assert_eq!((point, normal), (Vec2::new(4.0, 2.0), Vec2::X));
    }

    #[test]
    fn a_way_enters_a_circle_half_a_chord_before_its_middle() {
        let enters = |circle: Circle, length: f32| circle.entry(Vec2::ZERO, Vec2::X, length);
        // Dead ahead: 10 - 2.
        assert_eq!(enters(circle(10.0, 0.0, 2.0), 100.0), Some(8.0));
        // 1.2 to the side, half chord sqrt(4 - 1.44) = 1.6.
        let entry = enters(circle(10.0, 1.2, 2.0), 100.0).unwrap();
        assert!((entry - 8.4).abs() < 1e-5);
        // Exactly as long as it has to be, and a little shorter.
        assert_eq!(enters(circle(10.0, 0.0, 2.0), 8.0), Some(8.0));
        assert_eq!(enters(circle(10.0, 0.0, 2.0), 7.999), None);
        // A graze.
        assert_eq!(enters(circle(10.0, 2.0, 2.0), 100.0), Some(10.0));
        assert_eq!(enters(circle(10.0, 2.001, 2.0), 100.0), None);
    }

    #[test]
    fn what_lies_behind_is_never_entered() {
        assert_eq!(
            circle(-10.0, 0.0, 2.0).entry(Vec2::ZERO, Vec2::X, 100.0),
            None
        );
        assert_eq!(
            circle(-10.0, 0.0, 9.999).entry(Vec2::ZERO, Vec2::X, 100.0),
            None
        );
    }

    #[test]
    fn a_start_inside_enters_at_once() {
        for center in [-1.9, 0.0, 1.9] {
            assert_eq!(
                circle(center, 0.0, 2.0).entry(Vec2::ZERO, Vec2::X, 0.0),
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
        // Beside a thin ray, in the way of a wide body: centre 2.4 to the side, radii 2 + 0.5, half chord 0.7.
        let beside = circle(10.0, 2.4, 2.0);
        assert_eq!(cast_circle(&beside, Vec2::ZERO, Vec2::X, 100.0, 0.0), None);
        let hit = cast_circle(&beside, Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
        assert!((hit.distance - 9.3).abs() < 1e-4);
        // From the centre (10, 2.4) to the touching body's (9.3, 0): (-0.7, -2.4) / 2.5.
        assert!(close(hit.normal, Vec2::new(-0.28, -0.96), 1e-4));
    }

    #[test]
    fn a_cast_from_inside_answers_the_way_out() {
        let obstacle = circle(1.0, 0.0, 2.0);
        let hit = cast_circle(&obstacle, Vec2::ZERO, Vec2::X, 100.0, 0.5).unwrap();
        assert_eq!(
            hit,
            CastHit {
                distance: 0.0,
                normal: Vec2::NEG_X
            }
        );
        // From the very centre: back along the heading.
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
            assert_eq!(far.entry(Vec2::ZERO, Vec2::X, 100.0), None, "{distance}");
            assert_eq!(
                far.entry(Vec2::ZERO, Vec2::from_angle(-0.8), 100.0),
                None,
                "{distance}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_nearest_edge_is_on_the_circle_and_nearest(
            center in vectors(20.0),
            radius in 0.1_f32..10.0,
            point in vectors(30.0),
            elsewhere in headings(),
        ) {
            let circle = Circle { center, radius };
            let (edge, normal) = circle.nearest_edge(point);
            prop_assert!(circle.signed_distance(edge).abs() < 1e-4);
            prop_assert!((normal.length() - 1.0).abs() < 1e-5);
            prop_assert!((edge.distance(point) - circle.signed_distance(point).abs()).abs() < 1e-4);
            prop_assert!(edge.distance(point) <= (center + elsewhere * radius).distance(point) + 1e-4);
        }

        #[test]
        fn an_entry_agrees_with_walking_in_small_steps(
            center in vectors(20.0),
            radius in 0.0_f32..10.0,
            from in vectors(20.0),
            heading in headings(),
            length in 0.0_f32..50.0,
        ) {
            let circle = Circle { center, radius };
            let step = 0.02;
            let sampled = sampled_entry(&circle, from, heading, length, step);
            match circle.entry(from, heading, length) {
                Some(entry) => {
                    prop_assert!((0.0..=length).contains(&entry));
                    if entry > 0.0 {
                        prop_assert!(circle.signed_distance(from + heading * entry).abs() < 1e-3);
                    }
                    // The samples may jump over a graze, whose half chord is shorter than a step.
                    let shortest = (radius * radius - (radius - 1e-3).max(0.0).powi(2)).sqrt().max(step);
                    if let Some(sampled) = sampled {
                        prop_assert!(sampled - entry > -1e-3 && sampled - entry <= shortest + step);
                    }
                }
                None => {
                    // Rounding at the very edge apart, no sample is inside either.
                    if let Some(sampled) = sampled {
                        prop_assert!(circle.signed_distance(from + heading * sampled) > -1e-3);
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
            // The surface faces whoever comes.
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
            // Away from grazes, where rounding decides.
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
