//! The debug drawing skips values that are not finite.

use crate::everything::*;
use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{DebugAgent, DebugLayer, draw_trace};
use bevy_horde::prelude::*;
use bevy_horde::trace::{ApproachLimit, BlockedBearings, Feeler, SightLine, SteeringTrace};

#[test]
fn values_that_are_not_finite_are_not_drawn() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let vector = Vec2::new(bad, 1.0);
        let mut recorder = Recorder::default();
        let good = agent();
        for agent in [
            good,
            DebugAgent {
                position: vector.extend(0.0),
                ..good
            },
            DebugAgent {
                position: Vec3::new(0.0, 0.0, bad),
                ..good
            },
            DebugAgent {
                heading: vector,
                ..good
            },
            DebugAgent {
                body_radius: bad,
                ..good
            },
            DebugAgent {
                max_force: bad,
                max_speed: bad,
                ..good
            },
            DebugAgent {
                max_force: 0.0,
                max_speed: 0.0,
                ..good
            },
            DebugAgent {
                arrow_length: bad,
                ..good
            },
        ] {
            draw_everything(&mut recorder, MovementSpace::Xy, &agent);
        }
        let feeler = full_trace().feelers[0];
        let blocked = full_trace().blocked[0];
        let limit = full_trace().approach_limits[0];
        let trace = SteeringTrace {
            tiers: [vector; 3],
            goal: Some(vector),
            bearing: Some(vector),
            blocked: vec![
                BlockedBearings {
                    right: vector,
                    ..blocked
                },
                BlockedBearings {
                    left: vector,
                    ..blocked
                },
                BlockedBearings {
                    distance: bad,
                    ..blocked
                },
            ],
            feelers: vec![
                Feeler {
                    from: vector,
                    ..feeler
                },
                Feeler {
                    to: vector,
                    ..feeler
                },
                Feeler {
                    radius: bad,
                    ..feeler
                },
                Feeler {
                    hit: Some((vector, vector)),
                    ..feeler
                },
            ],
            sight_lines: vec![SightLine {
                from: vector,
                to: Vec2::ONE,
                is_clear: true,
            }],
            approach_limits: vec![
                ApproachLimit {
                    toward: vector,
                    ..limit
                },
                ApproachLimit {
                    max_speed: bad,
                    ..limit
                },
                ApproachLimit {
                    speed: bad,
                    ..limit
                },
            ],
            ..default()
        };
        draw_trace(&mut recorder, MovementSpace::Xy, &good, &trace);
        for view in [
            View::all(Length::World(bad)),
            View::narrow(Length::Radii(bad)),
        ] {
            let layer = DebugLayer::SeparationView;
            let drawing = drawing_of_views(&good, &[(layer, view)]);
            assert_eq!(drawing.points(layer), []);
        }
        assert!(!recorder.drawn.is_empty());
        for (layer, points) in &recorder.drawn {
            let is_finite = points.iter().all(|point| point.is_finite());
            assert!(is_finite, "{layer:?}: {points:?}");
        }
        for clearance in [bad, -1.0, 0.0] {
            let recorder = drawing_of(Obstacle::circle(1.0), Vec3::ZERO, clearance);
            assert_eq!(recorder.points(DebugLayer::InflatedObstacles), []);
        }
    }
}
