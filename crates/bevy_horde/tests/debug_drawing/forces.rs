//! Velocity and forces.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{DebugLayer, draw_agent};
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

#[test]
fn forces_by_tier_are_arrows_in_proportion_to_the_maximum_force() {
    let mut trace = SteeringTrace::default();
    trace.tiers[Tier::Avoidance as usize] = Vec2::new(10.0, 0.0);
    trace.tiers[Tier::Flocking as usize] = Vec2::new(0.0, -20.0);
    // Before truncation: twice the maximum force.
    trace.tiers[Tier::Goal as usize] = Vec2::new(-40.0, 0.0);
    let recorder = drawing_of_trace(&trace);
    let place = Vec2::new(1.0, 2.0);
    // The arrow of the maximum force, 20, is 8 long.
    for (layer, along) in [
        (DebugLayer::AvoidanceForce, Vec2::new(4.0, 0.0)),
        (DebugLayer::FlockingForce, Vec2::new(0.0, -8.0)),
        (DebugLayer::GoalForce, Vec2::new(-16.0, 0.0)),
    ] {
        assert_eq!(recorder.arrow(layer), (place, place + along), "{layer:?}");
    }
    for tier in [Tier::Avoidance, Tier::Flocking, Tier::Goal] {
        let alone = {
            let mut trace = SteeringTrace::default();
            trace.tiers[tier as usize] = Vec2::ONE;
            drawing_of_trace(&trace)
        };
        let layers: Vec<_> = alone.drawn.iter().map(|(layer, _)| *layer).collect();
        assert_eq!(layers, [DebugLayer::of_tier(tier); 2]);
    }
}

#[test]
fn velocity_and_force_are_arrows_unless_they_are_zero() {
    let mut recorder = Recorder::default();
    let steering = Steering {
        force: Vec3::new(0.0, 5.0, 99.0),
        ..default()
    };
    // Half of the maximum speed, 5, and a quarter of the maximum force, 20.
    let velocity = Velocity(Vec3::new(2.5, 0.0, 99.0));
    let space = MovementSpace::Xy;
    draw_agent(&mut recorder, space, &agent(), [], &velocity, &steering);
    let place = Vec2::new(1.0, 2.0);
    assert_eq!(
        recorder.arrow(DebugLayer::Velocity),
        (place, Vec2::new(5.0, 2.0))
    );
    assert_eq!(
        recorder.arrow(DebugLayer::Force),
        (place, Vec2::new(1.0, 4.0))
    );
    assert!(drawing_of_views(&agent(), &[]).drawn.is_empty());
}
