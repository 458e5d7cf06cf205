//! The form of document 003, "Decent NPC navigation": sample points on the way ahead.

use super::{avoidance, circle, threat};
use crate::kernel::circle::Circle;
use crate::kernel::random::agent_stream;
use bevy::math::Vec2;
use rand::RngExt;

/// Tests three sample points: `ahead`, the middle of the way, and the position.
fn collides(position: Vec2, ahead: Vec2, obstacle: &Circle) -> bool {
    let half_way = position + (ahead - position) * 0.5;
    [ahead, half_way, position]
        .into_iter()
        .any(|point| obstacle.center.distance(point) <= obstacle.radius)
}

fn ahead(position: Vec2, velocity: Vec2, max_velocity: f32, _max_see_ahead: f32) -> Vec2 {
    let dynamic_length = velocity.length() / max_velocity;
    position + velocity.normalize() * dynamic_length
}

fn avoidance_force(ahead: Vec2, obstacle: &Circle, max_avoid_force: f32) -> Vec2 {
    (ahead - obstacle.center).normalize_or_zero() * max_avoid_force
}

/// Circles that a point enters on its way along x from 0 to 10. None contains the start.
fn circles_in_the_way(radius: f32) -> impl Iterator<Item = Circle> {
    (0..4_000).map(move |number| {
        let stream = &mut agent_stream(3, number, 0);
        let lateral = radius * stream.random_range(-0.999_f32..0.999);
        let half_chord = (radius * radius - lateral * lateral).sqrt();
        circle(
            half_chord + stream.random_range(1e-3..10.0),
            lateral,
            radius,
        )
    })
}

#[test]
fn small_obstacles_do_not_slip_between_sample_points() {
    for (radius, least_missed) in [(0.5, 0.75), (1.0, 0.55), (2.0, 0.3)] {
        let total = circles_in_the_way(radius).count() as f32;
        let missed = circles_in_the_way(radius)
            .filter(|obstacle| !collides(Vec2::ZERO, Vec2::new(10.0, 0.0), obstacle))
            .count() as f32;
        assert!(
            missed / total > least_missed,
            "the published form misses {} of radius {radius}",
            missed / total
        );
        assert!(circles_in_the_way(radius).all(|obstacle| threat(0.0, 10.0, &obstacle).is_some()));
    }
}

#[test]
fn avoidance_never_pushes_forward() {
    let far_end = Vec2::new(10.0, 0.0);
    let (mut detected, mut pushed_forward) = (0, 0);
    for obstacle in circles_in_the_way(1.5) {
        if collides(Vec2::ZERO, far_end, &obstacle) {
            detected += 1;
            let force = avoidance_force(far_end, &obstacle, 1.0);
            pushed_forward += u32::from(force.x > 0.0);
        }
        let ours = avoidance(0.5, 10.0, &[obstacle], 1.0).unwrap();
        assert!(ours.x <= 1e-5, "{ours} for {obstacle:?}");
    }
    let share = pushed_forward as f32 / detected as f32;
    assert!(
        share > 0.7,
        "{share} of {detected} detections pushed forward"
    );
}

#[test]
fn a_centered_obstacle_gives_a_sideways_force() {
    let obstacle = circle(5.0, 0.0, 1.0);
    let published = avoidance_force(Vec2::new(10.0, 0.0), &obstacle, 1.0);
    assert_eq!(published.y, 0.0);
    // OpenSteer uses the part of the offset across the heading, which is zero here.
    let offset = Vec2::ZERO - obstacle.center;
    let open_steer = offset - Vec2::X * offset.dot(Vec2::X);
    assert_eq!(open_steer, Vec2::ZERO);
    let ours = avoidance(0.5, 10.0, &[obstacle], 1.0).unwrap();
    // The body enters at 5 - 1.5 of 10.
    assert!((ours.y - 0.65).abs() < 1e-5, "{ours}");
}

#[test]
fn the_look_ahead_has_the_length_of_its_setting() {
    let velocity = Vec2::new(100.0, 0.0);
    for max_see_ahead in [50.0, 500.0] {
        let ahead = ahead(Vec2::ZERO, velocity, 100.0, max_see_ahead);
        assert_eq!(ahead, Vec2::new(1.0, 0.0));
        let obstacle = circle(0.9 * max_see_ahead, 0.0, 5.0);
        assert!(!collides(Vec2::ZERO, ahead, &obstacle));
        assert!(threat(1.0, max_see_ahead, &obstacle).is_some());
        assert!(threat(1.0, 0.5 * max_see_ahead, &obstacle).is_none());
    }
}
