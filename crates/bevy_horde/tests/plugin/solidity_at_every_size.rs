//! Walls stop bodies of every radius, at every speed, and far from the origin.

use crate::harness::*;
use crate::slow_geometry::{Placement, SlowShape};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::TAU;

/// A room of five walls, none parallel to an axis.
fn room(size: f32) -> Obstacle {
    let corners = [
        (1.0, 0.1),
        (0.3, 0.9),
        (-0.8, 0.7),
        (-0.9, -0.6),
        (0.4, -1.0),
    ];
    Obstacle::closed_polyline(corners.map(|(x, y)| vec2(x, y) * size))
}

/// Pushes a body against the walls of a room around `center`. Asserts that it stays inside.
fn assert_stays_in_a_room(radius: f32, speed: f32, center: Vec2) {
    let (mut app, room) = (app(), room(10.0));
    // Single precision rounds the corners, so the reference uses the rounded ones.
    let corners = match &room.shape {
        ObstacleShape::Polyline { points, .. } => points.iter().map(|point| *point + center),
        _ => unreachable!("a room is a polyline"),
    };
    let placed = Obstacle::closed_polyline(corners);
    let walls = SlowShape::new(&placed.shape, &Placement::at(Vec2::ZERO));
    app.world_mut().spawn((at(center.x, center.y), room));
    let start = at(center.x, center.y);
    let agent = SteeringAgent::new(radius, speed);
    let agent = app.world_mut().spawn((start, agent)).id();
    for tick in 0..200 {
        // The body moves into one wall for some ticks, and then into another.
        let angle = (tick / 7) as f32 * 2.4 + tick as f32 * 0.01;
        let kick = Vec2::from_angle(angle) * speed;
        *app.world_mut().get_mut::<Velocity>(agent).unwrap() = moving(kick.x, kick.y);
        app.update();
        let now = place(&app, agent).as_dvec2();
        let label = format!("radius {radius}, speed {speed}, round {center}, tick {tick}: {now}");
        assert!(walls.encloses(now), "through a wall: {label}");
        let distance = walls.distance_to_surface(now);
        assert!(
            distance >= f64::from(radius),
            "{distance} from a wall: {label}"
        );
    }
}

#[test]
fn a_body_of_any_radius_and_speed_stays_in_its_room() {
    for radius in [0.0, 1e-6, 1e-4, 5e-3, 0.5] {
        for speed in [1.0, 300.0, 20_000.0, 1e7] {
            assert_stays_in_a_room(radius, speed, Vec2::ZERO);
            assert_stays_in_a_room(radius, speed, vec2(100.0, -60.0));
        }
    }
}

#[test]
fn a_body_stays_in_its_room_far_from_the_origin() {
    // At 100 000 units, the spacing of coordinates is 0.008, and bodies keep a gap of 0.05 from
    // walls.
    for far in [1e3, 1e4, 1e5] {
        for radius in [0.0, 1e-4, 0.5] {
            for speed in [1.0, 300.0, 20_000.0] {
                assert_stays_in_a_room(radius, speed, vec2(far, 0.7 * far));
            }
        }
    }
}

#[test]
fn a_body_that_grazes_a_wall_does_not_sink_into_it() {
    for speed in [60.0, 6e4, 6e5] {
        let mut app = app();
        let wall = Obstacle::segment(vec2(-1e6, -1e3), vec2(1e6, 1e3));
        let slow = SlowShape::new(&wall.shape, &Placement::at(Vec2::ZERO));
        app.world_mut().spawn(wall);
        let agent = SteeringAgent::new(0.5, speed);
        let agent = app.world_mut().spawn((at(0.0, 0.502), agent)).id();
        for tick in 0..40 {
            // Along the wall, with less than a ten-thousandth of the velocity into it.
            let kick = vec2(1.0, 1e-3 - 9e-5).normalize() * speed;
            let kick = if tick < 20 {
                kick
            } else {
                -kick + vec2(0.0, -1e-4 * speed)
            };
            *app.world_mut().get_mut::<Velocity>(agent).unwrap() = moving(kick.x, kick.y);
            app.update();
            let now = place(&app, agent).as_dvec2();
            let distance = slow.distance_to_surface(now);
            assert!(distance >= 0.5, "{distance} after {tick} ticks at {speed}");
            assert!(now.y > now.x * 1e-3, "through the wall at {speed}");
        }
    }
}

#[test]
fn the_largest_speeds_near_an_obstacle_give_finite_results() {
    for velocity in [vec2(3e38, 0.0), vec2(3e38, 3e38), vec2(-2e38, 3e38)] {
        for hertz in [60.0, 0.5] {
            let mut app = app_with(SteeringPlugin::default(), hertz);
            app.world_mut().spawn((at(2.0, 0.1), Obstacle::circle(1.0)));
            app.world_mut()
                .spawn(Obstacle::segment(vec2(-3.0, 1.0), vec2(9.0, 1.5)));
            let agent = SteeringAgent::new(0.5, f32::MAX);
            let start = moving(velocity.x, velocity.y);
            let agent = app.world_mut().spawn((agent, start)).id();
            for _ in 0..5 {
                app.update();
                assert!(place(&app, agent).is_finite(), "{}", place(&app, agent));
                assert!(super::harness::velocity(&app, agent).is_finite());
            }
        }
    }
}

#[test]
fn a_distant_corner_does_not_reduce_the_precision_nearby() {
    // Rounding moves the far end of the wall by units, and the circle by a millionth.
    let mut app = app();
    app.world_mut()
        .spawn(Obstacle::segment(vec2(-5.0, 5.0), vec2(1e8, 5e7)));
    app.world_mut().spawn(Obstacle::circle(1.0));
    let agent = SteeringAgent::new(0.5, 5.0);
    let agent = app.world_mut().spawn((at(0.0, -1.4), agent)).id();
    app.update();
    assert_close(place(&app, agent), vec2(0.0, -1.5), 1e-3);
}

#[test]
fn a_body_pressed_along_a_wall_keeps_its_distance() {
    for radius in [0.0, 1e-4, 0.3] {
        for turn in 0..16 {
            let mut app = app();
            let along = Vec2::from_angle(turn as f32 / 16.0 * TAU);
            let foot = along.perp() * 100.0;
            let wall = Obstacle::segment(foot - along * 500.0, foot + along * 500.0);
            let slow = SlowShape::new(&wall.shape, &Placement::at(Vec2::ZERO));
            app.world_mut().spawn(wall);
            let start = foot - along.perp() * (radius + 0.01);
            let agent = SteeringAgent::new(radius, 3.0);
            let agent = app.world_mut().spawn((at(start.x, start.y), agent)).id();
            for _ in 0..300 {
                let kick = (along + along.perp() * 0.5) * 2.0;
                *app.world_mut().get_mut::<Velocity>(agent).unwrap() = moving(kick.x, kick.y);
                app.update();
                let now = place(&app, agent);
                let distance = slow.distance_to_surface(now.as_dvec2());
                assert!(distance >= f64::from(radius), "{distance}");
                assert!(now.dot(along.perp()) < 100.0, "through the wall at {now}");
            }
            // The body has moved along the wall all the time.
            assert!((place(&app, agent) - start).dot(along) > 9.9);
        }
    }
}
