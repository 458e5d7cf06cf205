//! Agents that start inside obstacles come out, also where obstacles overlap.

use crate::harness::*;
use crate::slow_geometry::{Placement, SlowShape};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::TAU;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The distance from `place` to the nearest shape; negative inside.
fn clearance(shapes: &[SlowShape], place: Vec2) -> f64 {
    let distances = shapes.iter().map(|shape| shape.distance(place.as_dvec2()));
    distances.fold(f64::INFINITY, f64::min)
}

/// Spawns an obstacle, and returns its slow shape.
fn spawn_at(app: &mut App, place: Vec2, obstacle: Obstacle) -> SlowShape {
    let slow = SlowShape::new(&obstacle.shape, &Placement::at(place));
    app.world_mut().spawn((at(place.x, place.y), obstacle));
    slow
}

/// A star with corners at random distances from the origin.
fn jagged(corners: usize, seed: u64) -> Obstacle {
    let mut dice = SplitMix64::seed_from_u64(seed);
    Obstacle::polygon((0..corners).map(|corner| {
        let angle = corner as f32 / corners as f32 * TAU;
        Vec2::from_angle(angle) * dice.random_range(4.0_f32..20.0)
    }))
}

/// Overlapping circles around the origin.
fn heap_of_circles(app: &mut App, count: usize, spread: f32) -> Vec<SlowShape> {
    let mut dice = SplitMix64::seed_from_u64(count as u64);
    let places: Vec<(Vec2, f32)> = (0..count)
        .map(|_| {
            let mut number = |most: f32| dice.random_range(-most..most);
            (
                vec2(number(spread), number(spread)),
                number(1.0).abs() + 1.0,
            )
        })
        .collect();
    let circles = places.into_iter();
    circles
        .map(|(place, radius)| spawn_at(app, place, Obstacle::circle(radius)))
        .collect()
}

#[test]
fn a_body_leaves_the_exact_center_in_a_direction_that_depends_on_its_id() {
    let shapes = [
        Obstacle::circle(2.0),
        Obstacle::capsule(vec2(-3.0, 0.0), vec2(3.0, 0.0), 2.0),
    ];
    for shape in shapes {
        for radius in [0.0, 0.5] {
            let mut app = app();
            let slow = spawn_at(&mut app, Vec2::ZERO, shape.clone());
            let agents: Vec<Entity> = (0..12)
                .map(|_| app.world_mut().spawn(SteeringAgent::new(radius, 5.0)).id())
                .collect();
            app.update();
            let places: Vec<Vec2> = agents.iter().map(|agent| place(&app, *agent)).collect();
            for place in &places {
                let clearance = clearance(core::slice::from_ref(&slow), *place);
                assert!(clearance >= f64::from(radius), "{place} of {shape:?}");
                assert!(
                    place.length() < 2.0 + 3.0 * radius + 0.01,
                    "{place} is too far away"
                );
            }
            // The directions differ from agent to agent.
            assert!(places.iter().any(|place| place.y > 0.1));
            assert!(places.iter().any(|place| place.y < -0.1));
        }
    }
}

#[test]
fn a_body_comes_out_of_a_jagged_polygon() {
    for corners in [50, 500, 5_000] {
        for seed in 0..3 {
            let mut app = app();
            let slow = [spawn_at(&mut app, Vec2::ZERO, jagged(corners, seed))];
            let starts = [
                vec2(0.0, 0.0),
                vec2(2.0, 1.0),
                vec2(-7.0, 3.0),
                vec2(0.5, 12.0),
            ];
            let agents: Vec<Entity> = starts
                .iter()
                .map(|start| {
                    let agent = SteeringAgent::new(0.5, 5.0);
                    app.world_mut().spawn((at(start.x, start.y), agent)).id()
                })
                .collect();
            run(&mut app, 3);
            for agent in agents {
                let now = place(&app, agent);
                assert!(
                    clearance(&slow, now) >= 0.5,
                    "{now} among {corners} corners"
                );
                assert!(now.length() < 25.0, "{now} is too far away");
            }
        }
    }
}

/// A plate from -20 to 0 with `teeth` teeth of height 10 on its upper side.
fn comb(teeth: usize, width: f32) -> Obstacle {
    let (right, step) = (0.5 * width, width / teeth as f32);
    let outline = (0..teeth).flat_map(|tooth| {
        let x = right - tooth as f32 * step;
        [vec2(x, 10.0), vec2(x - 0.5 * step, 0.0)]
    });
    let bottom = [vec2(-right, -20.0), vec2(right, -20.0)];
    Obstacle::polygon(outline.chain(bottom))
}

#[test]
fn a_body_comes_out_from_between_the_teeth_of_a_comb() {
    for (teeth, width) in [(20, 40.0), (2_500, 40.0), (2_500, 16.0), (5_000, 16.0)] {
        let mut app = app();
        let comb = comb(teeth, width);
        let slow = [spawn_at(&mut app, Vec2::ZERO, comb)];
        // Between two teeth. At heights of 8 and 4 no obstacle covers the center of the body; -5 is
        // inside the plate.
        let notch = -0.5 * width / teeth as f32;
        let agents: Vec<Entity> = [8.0, 4.0, -5.0]
            .iter()
            .map(|height| {
                let agent = SteeringAgent::new(0.5, 5.0);
                app.world_mut().spawn((at(notch, *height), agent)).id()
            })
            .collect();
        run(&mut app, 10);
        for agent in agents {
            let now = place(&app, agent);
            assert!(clearance(&slow, now) >= 0.5, "{now} among {teeth} teeth");
            assert!(now.length() < 45.0, "{now} is too far away");
        }
    }
}

#[test]
fn bodies_come_out_of_heaps_of_circles() {
    for (count, spread) in [(3, 1.0), (30, 2.0), (100, 3.0), (400, 8.0)] {
        let mut app = app();
        let slow = heap_of_circles(&mut app, count, spread);
        let mut dice = SplitMix64::seed_from_u64(7);
        let agents: Vec<Entity> = (0..100)
            .map(|_| {
                let mut number = || dice.random_range(-spread..spread);
                let agent = SteeringAgent::new(0.3, 5.0);
                app.world_mut().spawn((at(number(), number()), agent)).id()
            })
            .collect();
        run(&mut app, 2);
        for agent in agents {
            let now = place(&app, agent);
            assert!(clearance(&slow, now) >= 0.3, "{now} among {count} circles");
            assert!(
                now.abs().max_element() < spread + 8.0,
                "{now} is too far away"
            );
        }
    }
}

#[test]
fn a_body_leaves_an_obstacle_past_a_wall_and_never_through_it() {
    // A rock touches the inner side of a fence. The nearest free position is beyond the fence.
    let mut app = app();
    let fence = [
        vec2(-10.0, -10.0),
        vec2(10.0, -10.0),
        vec2(10.0, 10.0),
        vec2(-10.0, 10.0),
    ];
    app.world_mut().spawn(Obstacle::closed_polyline(fence));
    app.world_mut().spawn((at(8.5, 0.0), Obstacle::circle(1.5)));
    let agent = SteeringAgent::new(0.5, 5.0);
    let agent = app.world_mut().spawn((at(9.5, 0.1), agent)).id();
    app.update();
    let now = place(&app, agent);
    assert!(now.abs().max_element() <= 9.5, "{now} is outside the fence");
    assert!(now.distance(vec2(8.5, 0.0)) >= 2.0, "{now} is in the rock");
}

#[test]
fn an_obstacle_that_appears_pushes_no_body_through_a_wall_that_stood_before() {
    let (mut apart, mut pushed) = (0, 0);
    for number in 0..120 {
        let mut dice = SplitMix64::seed_from_u64(number);
        let mut app = app();
        let floor = Obstacle::rectangle(40.0, 1.0);
        let wall = Obstacle::rectangle(0.5, 10.1);
        app.world_mut().spawn((at(0.0, -0.5), floor));
        app.world_mut().spawn((at(0.0, 5.0), wall));
        let start = vec2(0.76, 0.51);
        let agent = SteeringAgent::new(0.5, 5.0);
        let agent = app.world_mut().spawn((at(start.x, start.y), agent)).id();
        run(&mut app, 5);
        if number % 2 == 0 {
            app.world_mut().entity_mut(agent).insert(Disabled);
        }
        let radius = dice.random_range(0.5_f32..2.0);
        let direction = Vec2::from_angle(dice.random_range(0.0..TAU));
        let crate_at = start + direction * dice.random_range(0.0..radius + 0.5);
        let thing = Obstacle::circle(radius);
        app.world_mut().spawn((at(crate_at.x, crate_at.y), thing));
        if number % 2 == 0 {
            // A crate that appears while the agent is hidden.
            app.update();
            app.world_mut().entity_mut(agent).remove::<Disabled>();
        }
        for _ in 0..10 {
            app.update();
            let now = place(&app, agent);
            assert!(now.x > 0.25 && now.y > 0.0, "{now} from {number}");
        }
        let now = place(&app, agent);
        apart += usize::from(now.distance(crate_at) >= radius + 0.5);
        pushed += usize::from(now != start);
    }
    assert!(
        apart >= 60 && pushed >= 60,
        "{apart} apart, {pushed} pushed"
    );
}

#[test]
fn a_body_on_a_row_of_a_serpentine_never_crosses_another_row() {
    const ROWS: i16 = 30;
    // Each row has two corners, in alternate order. Row 15 is on the axis.
    let corners = (0..ROWS).flat_map(|row| {
        let (y, side) = (f32::from(row - 15) * 0.4, [10.0, -10.0][row as usize % 2]);
        [vec2(-side, y), vec2(side, y)]
    });
    let corners: Vec<Vec2> = corners.collect();
    for id in 0..4 {
        for x in [0.0, 3.0, -7.0, 9.0, 10.0, -10.0] {
            let mut app = app();
            let serpentine = Obstacle::polyline(corners.clone());
            let slow = spawn_at(&mut app, Vec2::ZERO, serpentine);
            let agent = (SteeringAgent::new(0.5, 5.0), AgentId(id));
            let agent = app.world_mut().spawn((at(x, 0.0), agent)).id();
            for _ in 0..20 {
                let before = place(&app, agent);
                app.update();
                let now = place(&app, agent);
                // A start exactly on a row is no crossing of that row.
                assert!(
                    !slow.is_crossed(before.as_dvec2(), now.as_dvec2()),
                    "crosses another row from {before} to {now}, start {x}, id {id}"
                );
            }
        }
    }
}
