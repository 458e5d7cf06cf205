//! Bit-identical results with every set of vector instructions.

use super::crowd::*;
use crate::harness::*;
use crate::repeatable_runs::bits_by_id;
use bevy::prelude::*;
use bevy_horde::prelude::*;

#[test]
fn results_do_not_depend_on_the_vector_instructions() {
    let end = |simd_level: SimdLevel| {
        let mut app = crowd_app();
        app.insert_resource(simd_level);
        for number in 0..CROWD {
            let agent = spawn_agent(app.world_mut(), number);
            // With and without limits on the speed, and searches that keep the nearest few.
            let braking_time = if number % 3 == 0 { 0.0 } else { 0.5 };
            let perception = Perception {
                max_neighbors: [3, 16, 200][number as usize % 3],
                ..default()
            };
            let mut agent = app.world_mut().entity_mut(agent);
            let avoid = AvoidAgents {
                braking_time,
                ..default()
            };
            agent.insert((perception, avoid));
            let mut body = agent
                .get_mut::<SteeringAgent>()
                .expect("the entity is an agent");
            body.solid = number % 7 != 2;
            if number.is_multiple_of(11) {
                body.max_turn_rate = 2.0;
            }
            if number.is_multiple_of(13) {
                body.combine = Combine::WeightedSum;
            }
        }
        run(&mut app, TICKS);
        bits_by_id(&mut app)
    };
    assert!(end(SimdLevel::Scalar) == end(SimdLevel::Auto));
}

/// Worlds a few cells wide, where a search for several agents wraps around sooner than for one.
#[test]
fn results_of_a_few_agents_do_not_depend_on_the_vector_instructions() {
    let end = |simd_level: SimdLevel, count: u64, first: u64| {
        let mut app = crowd_app();
        app.insert_resource(simd_level);
        for number in first..first + count {
            let agent = spawn_agent(app.world_mut(), number);
            let far_seeing = Flock {
                cohesion: Cohesion {
                    view: View::all(Length::Radii(60.0)),
                    ..default()
                },
                ..default()
            };
            let mut agent = app.world_mut().entity_mut(agent);
            match number % 7 {
                0 => agent.insert(far_seeing),
                1 => agent.insert((Flock::default(), LineOfSight::default())),
                _ => agent.insert(Flock::default()),
            };
        }
        run(&mut app, TICKS);
        bits_by_id(&mut app)
    };
    for count in [2, 5, 14, 30, 60] {
        for first in [0, 100, 400] {
            let (plain, detected) = (SimdLevel::Scalar, SimdLevel::Auto);
            assert!(
                end(plain, count, first) == end(detected, count, first),
                "{count} agents from number {first} on"
            );
        }
    }
}
