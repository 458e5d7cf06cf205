//! The order in which obstacles appear, change and disappear does not matter.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Obstacles that overlap and touch, so that bodies come to rest in the corners between them.
fn obstacles(dice: &mut SplitMix64) -> Vec<(Transform, Obstacle)> {
    let count = dice.random_range(4..40);
    let mut obstacles: Vec<_> = (0..count)
        .map(|_| {
            let mut number = |low: f32, high: f32| dice.random_range(low..high);
            // With integer coordinates, many surfaces are at the same distance.
            let place = vec2(number(-9.0, 9.0).round(), number(-9.0, 9.0).round());
            let mut transform = at(place.x, place.y);
            if number(0.0, 1.0) < 0.3 {
                transform.rotation = Quat::from_rotation_z(number(0.0, 6.0));
            }
            let shape = match number(0.0, 5.0) as u32 {
                0 => Obstacle::circle(number(1.0, 3.0).round()),
                1 => Obstacle::rectangle(number(1.0, 5.0).round(), 2.0),
                2 => Obstacle::segment(Vec2::ZERO, vec2(number(1.0, 9.0).round(), 2.0)),
                3 => Obstacle::capsule(Vec2::ZERO, vec2(2.0, number(-2.0, 2.0).round()), 1.0),
                _ => Obstacle::polyline([vec2(-3.0, 2.0), Vec2::ZERO, vec2(3.0, 2.0)]),
            };
            (transform, shape)
        })
        .collect();
    obstacles.push((at(0.0, 0.0), Obstacle::rectangle(2.0, 2.0)));
    obstacles
}

/// Runs a crowd among obstacles. `history` decides the order of their spawns and changes.
///
/// Returns the bits of every tick.
fn bits_after(seed: u64, history: u64) -> Vec<Vec<u32>> {
    let mut dice = SplitMix64::seed_from_u64(seed);
    let mut scene = obstacles(&mut dice);
    let mut app = app();
    let mut past = SplitMix64::seed_from_u64(history);
    if history > 0 {
        for last in (1..scene.len()).rev() {
            scene.swap(last, past.random_range(0..=last));
        }
    }
    let mut spawned = Vec::new();
    for (transform, obstacle) in scene {
        if history > 0 && past.random_bool(0.3) {
            // An obstacle that despawns before the crowd spawns.
            let place = at(past.random_range(-9.0..9.0), past.random_range(-9.0..9.0));
            let gone = app.world_mut().spawn((place, Obstacle::circle(2.0))).id();
            app.update();
            app.world_mut().despawn(gone);
        }
        spawned.push(app.world_mut().spawn((transform, obstacle)).id());
    }
    app.update();
    let agents: Vec<Entity> = (0..40)
        .map(|number| {
            let place = at(
                dice.random_range(-14.0..14.0),
                dice.random_range(-14.0..14.0),
            );
            let goal = vec2(dice.random_range(-9.0..9.0), dice.random_range(-9.0..9.0));
            let agent = SteeringAgent::new(dice.random_range(0.2..0.8), 6.0);
            let id = AgentId(number);
            let behaviors = (Seek::new(goal), AvoidAgents::default());
            let agent = app.world_mut().spawn((place, agent, id, behaviors)).id();
            if number % 2 == 0 {
                app.world_mut()
                    .entity_mut(agent)
                    .insert(AvoidObstacles::default());
            }
            agent
        })
        .collect();
    let mut bits_of_ticks = Vec::new();
    for tick in 0..90 {
        if history > 0 && tick % 10 == 3 {
            // Marked as changed, with the old value.
            let touched = spawned[past.random_range(0..spawned.len())];
            app.world_mut()
                .get_mut::<Transform>(touched)
                .unwrap()
                .set_changed();
        }
        app.update();
        bits_of_ticks.push(agents.iter().flat_map(|agent| bits(&app, *agent)).collect());
    }
    bits_of_ticks
}

#[test]
fn any_order_of_obstacles_and_of_their_changes_gives_the_same_bits() {
    for seed in 0..60 {
        let plain = bits_after(seed, 0);
        for history in 1..4 {
            let other = bits_after(seed, history);
            let first = plain
                .iter()
                .zip(&other)
                .position(|(own, other)| own != other);
            assert_eq!(
                first, None,
                "first different tick, scene {seed}, history {history}"
            );
        }
    }
}

/// The bits of a body that starts between two obstacles, spawned in this order.
fn bits_between(obstacles: [&Obstacle; 2], start: Vec2) -> Vec<Vec<u32>> {
    let mut app = app();
    for obstacle in obstacles {
        app.world_mut()
            .spawn((Transform::default(), obstacle.clone()));
    }
    let agent = (SteeringAgent::new(0.5, 5.0), Seek::new(vec2(5.0, 5.0)));
    let agent = app
        .world_mut()
        .spawn((at(start.x, start.y), agent, AvoidObstacles::default()))
        .id();
    let ticks = (0..60).map(|_| {
        app.update();
        bits(&app, agent)
    });
    ticks.collect()
}

#[test]
fn obstacles_with_the_same_bounds_and_first_corner_are_still_ordered() {
    let [origin, right, corner, top] = [
        vec2(0.0, 0.0),
        vec2(10.0, 0.0),
        vec2(10.0, 10.0),
        vec2(0.0, 10.0),
    ];
    let pairs = [
        // A square, split along its diagonal.
        [
            Obstacle::polygon([origin, right, corner]),
            Obstacle::polygon([origin, corner, top]),
        ],
        // The square and one half of it.
        [
            Obstacle::polygon([origin, right, corner, top]),
            Obstacle::polygon([origin, right, corner]),
        ],
        // A block and the fence around it.
        [
            Obstacle::polygon([origin, right, corner, top]),
            Obstacle::closed_polyline([origin, right, corner, top]),
        ],
    ];
    for [first, second] in &pairs {
        for start in [
            vec2(5.0, 5.0),
            vec2(2.0, 2.0),
            vec2(4.0, 6.0),
            vec2(-3.0, -3.0),
            vec2(10.0, 5.0),
        ] {
            let one_way = bits_between([first, second], start);
            let other_way = bits_between([second, first], start);
            assert_eq!(one_way, other_way, "from {start}: {first:?}, {second:?}");
        }
    }
}
