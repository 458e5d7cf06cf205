//! Obstacles and their clearance.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::DebugLayer;
use bevy_horde::prelude::*;
use core::f32::consts::PI;

#[test]
fn a_disc_is_two_circles_on_its_own_layer() {
    let recorder = drawing_of(Obstacle::circle(3.0), Vec3::new(10.0, 5.0, 4.0), 2.0);
    for (layer, radius) in [
        (DebugLayer::Obstacles, 3.0),
        (DebugLayer::InflatedObstacles, 5.0),
    ] {
        let points = recorder.points(layer);
        for point in &points {
            assert_near(point.distance(Vec2::new(10.0, 5.0)), radius, 1e-4);
        }
        assert_close(points[0], points[points.len() - 1]);
        assert_near(recorder.length(layer), 2.0 * PI * radius, ROUND * 30.0);
    }
    for (_, points) in &recorder.drawn {
        assert!(points.iter().all(|point| point.z == 4.0));
    }
}

#[test]
fn a_wall_is_a_line_and_its_clearance_a_capsule() {
    let wall = Obstacle::segment(Vec2::ZERO, Vec2::new(0.0, 10.0));
    let recorder = drawing_of(wall, Vec3::ZERO, 2.0);
    let line = recorder.points(DebugLayer::Obstacles);
    assert_eq!(line, [Vec2::ZERO, Vec2::new(0.0, 10.0)]);
    // Two straight sides and a full circle.
    let around = recorder.length(DebugLayer::InflatedObstacles);
    assert_near(around, 20.0 + 4.0 * PI, ROUND * 12.0);
}

#[test]
fn a_capsule_has_round_ends_and_a_larger_clearance() {
    let capsule = Obstacle::capsule(Vec2::ZERO, Vec2::new(6.0, 0.0), 1.0);
    let recorder = drawing_of(capsule, Vec3::ZERO, 2.0);
    for (layer, radius) in [
        (DebugLayer::Obstacles, 1.0),
        (DebugLayer::InflatedObstacles, 3.0),
    ] {
        let points = recorder.points(layer);
        for point in &points {
            let on_line = Vec2::new(point.x.clamp(0.0, 6.0), 0.0);
            assert_near(point.distance(on_line), radius, 1e-4);
        }
        assert_close(points[0], points[points.len() - 1]);
        assert_near(
            recorder.length(layer),
            12.0 + 2.0 * PI * radius,
            ROUND * 20.0,
        );
    }
}

#[test]
fn a_polygon_is_drawn_by_its_edges() {
    let corners = [
        Vec2::new(1.0, 1.0),
        Vec2::new(5.0, 1.0),
        Vec2::new(2.0, 4.0),
    ];
    let recorder = drawing_of(Obstacle::polygon(corners), Vec3::ZERO, 0.0);
    let lines = recorder.lines(DebugLayer::Obstacles);
    assert_eq!(
        lines,
        [
            [corners[0], corners[1]],
            [corners[1], corners[2]],
            [corners[2], corners[0]],
        ]
    );
    assert_eq!(recorder.points(DebugLayer::InflatedObstacles), []);
}

#[test]
fn the_clearance_of_a_filled_polygon_is_outside_only() {
    // The clearance of 1 around a box of 4 x 4 has four sides and four quarter circles.
    let recorder = drawing_of(Obstacle::rectangle(4.0, 4.0), Vec3::ZERO, 1.0);
    let layer = DebugLayer::InflatedObstacles;
    assert_near(recorder.length(layer), 16.0 + 2.0 * PI, ROUND * 10.0);
    for point in recorder.points(layer) {
        let on_box = point.clamp(Vec2::splat(-2.0), Vec2::splat(2.0));
        assert_near(point.distance(on_box), 1.0, 1e-3);
    }
}

#[test]
fn parallels_end_where_they_meet_in_a_reentrant_corner() {
    // The parallels beside the inner corner (2, 2) of an L meet at (3, 3), and end there.
    // Their lengths: 4 and 4 outside, 2 and 2 at the ends, 1 and 1 in the corner, and five quarter
    // circles.
    let corners = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)];
    let corners = corners.map(|(x, y)| Vec2::new(x as f32, y as f32));
    let recorder = drawing_of(Obstacle::polygon(corners), Vec3::ZERO, 1.0);
    let layer = DebugLayer::InflatedObstacles;
    assert_near(recorder.length(layer), 14.0 + 2.5 * PI, 0.03);
    let from_meeting = recorder
        .points(layer)
        .into_iter()
        .map(|point| point.distance(Vec2::splat(3.0)))
        .fold(f32::INFINITY, f32::min);
    assert_near(from_meeting, 0.0, 0.01);
}

#[test]
fn the_clearance_of_a_fence_is_on_both_sides() {
    // A square fence of 10 x 10: four sides and a circle outside, four sides of 8 inside.
    let corners = [(0, 0), (10, 0), (10, 10), (0, 10)];
    let corners = corners.map(|(x, y)| Vec2::new(x as f32, y as f32));
    let recorder = drawing_of(Obstacle::closed_polyline(corners), Vec3::ZERO, 1.0);
    let around = recorder.length(DebugLayer::InflatedObstacles);
    assert_near(around, 40.0 + 2.0 * PI + 32.0, 0.05);
    // Without its last side the fence has two round ends.
    // Outside: three sides, two quarter circles and two half circles. Inside: 9, 8 and 9.
    let recorder = drawing_of(Obstacle::polyline(corners), Vec3::ZERO, 1.0);
    let around = recorder.length(DebugLayer::InflatedObstacles);
    assert_near(around, 30.0 + 3.0 * PI + 26.0, 0.05);
}
