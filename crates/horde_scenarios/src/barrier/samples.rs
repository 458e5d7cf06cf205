//! Barriers for tests.

use super::Barrier;
use bevy::math::vec2;

/// One barrier of every shape, far apart, none symmetric to the axes.
pub(crate) fn every_barrier() -> Vec<Barrier> {
    vec![
        Barrier::Circle {
            center: vec2(30.0, 30.0),
            radius: 6.0,
        },
        Barrier::Capsule {
            from: vec2(-40.0, 20.0),
            to: vec2(-20.0, 40.0),
            radius: 3.0,
        },
        Barrier::Polygon {
            points: vec![vec2(-40.0, -40.0), vec2(-20.0, -40.0), vec2(-28.0, -20.0)],
        },
        Barrier::Polyline {
            points: vec![vec2(20.0, -40.0), vec2(40.0, -40.0), vec2(43.0, -20.0)],
            closed: true,
        },
        Barrier::Rectangle {
            center: vec2(0.0, -45.0),
            size: vec2(12.0, 4.0),
            turned: 25.0,
        },
        Barrier::Segment {
            from: vec2(-8.0, 42.0),
            to: vec2(6.0, 47.0),
        },
    ]
}
