//! The forms of document 001, "Game Career Guide", and of document 000, "Obstacle Avoidance".

use super::{avoidance, circle, threat};
use crate::kernel::circle::Circle;
use crate::kernel::flock::{separation, separation_push};
use crate::kernel::random::parting_direction;
use crate::kernel::vector::left;
use crate::kernel::view::ViewCone;
use bevy::math::Vec2;

/// `VRotate2D`: world to local coordinates of a unit. Its `heading` becomes `+y`.
fn local(heading: Vec2, offset: Vec2) -> Vec2 {
    Vec2::new(-left(heading).dot(offset), heading.dot(offset))
}

/// Example 4-10: the strength of the separation from one neighbor.
fn separation_strength(distance: f32, separation_distance: f32, steering_force: f32) -> f32 {
    if distance <= separation_distance {
        steering_force * separation_distance / distance
    } else {
        0.0
    }
}

/// Example 4-10: the three view models.
fn in_wide_view(heading: Vec2, offset: Vec2, back_view_angle_factor: f32) -> bool {
    let w = local(heading, offset);
    w.y > 0.0 || (w.y < 0.0 && w.x.abs() > w.y.abs() * back_view_angle_factor)
}

fn in_limited_view(heading: Vec2, offset: Vec2) -> bool {
    local(heading, offset).y > 0.0
}

fn in_narrow_view(heading: Vec2, offset: Vec2, front_view_angle_factor: f32) -> bool {
    let w = local(heading, offset);
    w.y > 0.0 && w.x.abs() < w.y.abs() * front_view_angle_factor
}

/// Example 4-12: the sideways force of one feeler, summed over the obstacles.
///
/// `m` keeps its value from one obstacle to the next.
fn feeler_force(
    position: Vec2,
    heading: Vec2,
    feeler_length: f32,
    obstacles: &[Circle],
    steering_force: f32,
    last_m: f32,
) -> f32 {
    let mut m = last_m;
    let mut force = 0.0;
    for obstacle in obstacles {
        let a = obstacle.center - position;
        let p = heading * a.dot(heading);
        let b = p - a;
        if b.length() < obstacle.radius && p.length() < feeler_length {
            let w = local(heading, a);
            if w.x < 0.0 {
                m = 1.0;
            }
            if w.x > 0.0 {
                m = -1.0;
            }
            force += m * steering_force * feeler_length / a.length();
        }
    }
    force
}

#[test]
fn separation_does_not_jump_at_the_edge() {
    let published = |distance| separation_strength(distance, 2.0, 1.0);
    let ours = |distance: f32| separation_push(Vec2::new(distance, 0.0), 2.0, || Vec2::X).length();
    // The published force jumps to its maximum within a thousandth of the distance.
    assert!(published(2.0) - published(2.002) >= 1.0);
    assert!(ours(1.998) - ours(2.002) < 1e-5);
}

#[test]
fn separation_is_finite_and_separates_coincident_bodies() {
    let published = separation_strength(0.0, 2.0, 1.0);
    assert!(published.is_infinite());
    // The direction factor has no sign: w.x is 0.
    assert_eq!(local(Vec2::X, Vec2::ZERO).x, 0.0);
    let own = separation(
        separation_push(Vec2::ZERO, 2.0, || parting_direction(3, 8)),
        1.0,
    );
    let other = separation(
        separation_push(Vec2::ZERO, 2.0, || parting_direction(8, 3)),
        1.0,
    );
    assert!((own.length() - 1.0).abs() < 1e-5);
    assert_eq!(own, -other);
    // A thousand neighbors, each closer than the last, never exceed the maximum force.
    let pushes: Vec2 = (0..1000)
        .map(|number| separation_push(Vec2::new(1e-3 / (number + 1) as f32, 0.0), 2.0, || Vec2::X))
        .sum();
    assert!(separation(pushes, 1.0).length() <= 1.0 + 1e-5);
}

#[test]
fn units_exactly_abeam_and_coincident_are_seen() {
    let heading = Vec2::Y;
    let view = |cosine: f32| ViewCone {
        range: 5.0,
        cos_half_angle: cosine,
    };
    let (wide, limited, narrow) = (view(-0.5_f32.sqrt()), view(0.0), view(0.5_f32.sqrt()));
    for abeam in [Vec2::new(2.0, 0.0), Vec2::new(-2.0, 0.0)] {
        assert!(!in_wide_view(heading, abeam, 1.0));
        assert!(!in_limited_view(heading, abeam));
        assert!(wide.contains(heading, abeam));
        assert!(limited.contains(heading, abeam));
    }
    assert!(!in_wide_view(heading, Vec2::ZERO, 1.0));
    assert!(!in_limited_view(heading, Vec2::ZERO));
    assert!(!in_narrow_view(heading, Vec2::ZERO, 1.0));
    assert!(
        [wide, limited, narrow]
            .iter()
            .all(|view| view.contains(heading, Vec2::ZERO))
    );
    // Exactly on the edge of the narrow view.
    assert!(!in_narrow_view(heading, Vec2::new(2.0, 2.0), 1.0));
    assert!(narrow.contains(heading, Vec2::new(2.0, 2.0)));
}

#[test]
fn obstacles_behind_cause_no_avoidance() {
    let behind = circle(-3.0, 0.2, 1.0);
    let published = feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[behind], 1.0, 1.0);
    assert!(published.abs() > 1.0);
    assert_eq!(threat(0.5, 6.0, &behind), None);
}

#[test]
fn a_large_obstacle_nearby_is_detected() {
    // The circle of radius 20 is one unit away. Its center is beyond the end of the feeler of 6.
    let big = circle(21.0, 1.0, 20.0);
    let published = feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[big], 1.0, 1.0);
    assert_eq!(published, 0.0);
    let threat = threat(0.5, 6.0, &big).unwrap();
    assert!(threat.entry < 1.0);
}

#[test]
fn detection_covers_the_width_of_the_body() {
    // The feeler passes 0.3 beside the edge. A body of half width 0.5 hits it.
    let beside = circle(4.0, 1.3, 1.0);
    let published = feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[beside], 1.0, 1.0);
    assert_eq!(published, 0.0);
    assert!(threat(0.5, 6.0, &beside).is_some());
    assert!(threat(0.29, 6.0, &beside).is_none());
}

#[test]
fn the_side_of_a_centered_obstacle_does_not_depend_on_other_obstacles() {
    let ahead = circle(4.0, 0.0, 1.0);
    let published = |last_m: f32| feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[ahead], 1.0, last_m);
    // The published form gives two answers for the same scene.
    assert_eq!(published(1.0), -published(-1.0));
    assert_ne!(published(1.0), 0.0);
    // An obstacle beside the way, listed first, leaves the plugin's answer as it is.
    let aside = circle(0.0, 50.0, 1.0);
    let alone = avoidance(0.5, 6.0, &[ahead], 1.0).unwrap();
    let listed = avoidance(0.5, 6.0, &[aside, ahead], 1.0).unwrap();
    assert_eq!(alone, listed);
    // The body enters at 4 - 1.5 of 6.
    assert!((alone.y - (1.0 - 2.5 / 6.0)).abs() < 1e-5);
}

#[test]
fn two_symmetric_obstacles_do_not_cancel() {
    let pair = [circle(4.0, 0.8, 1.0), circle(4.0, -0.8, 1.0)];
    let published = feeler_force(Vec2::ZERO, Vec2::X, 6.0, &pair, 1.0, 1.0);
    assert_eq!(published, 0.0);
    let ours = avoidance(0.5, 6.0, &pair, 1.0).unwrap();
    assert!(ours.y.abs() > 0.3, "{ours}");
}
