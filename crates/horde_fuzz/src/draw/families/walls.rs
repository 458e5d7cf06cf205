//! Rooms and ways out.

use crate::act::{Act, Part, Place};
use crate::draw::scene::Scene;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Bodies in a closed room and beside walls.
pub fn walls(mut scene: Scene) -> Scene {
    let size = scene.dice.number(2.0, 12.0) * scene.unit;
    let center = scene.center;
    let mut obstacles = scene.dice.whole(4);
    if scene.dice.one_in(4) {
        obstacles = scene.dice.few(2, 24);
    } else {
        room(&mut scene, size);
    }
    for _ in 0..obstacles {
        let at = center + scene.dice.point(1.5 * size);
        let of = scene.dice.number(0.1, 0.6) * size;
        scene.any_obstacle(at, of);
    }
    for _ in 0..scene.dice.few(1, 6) {
        runner(&mut scene, size);
    }
    for _ in 0..scene.dice.few(1, 4) {
        let ticks = scene.dice.few(5, 80);
        scene.ticks(ticks);
        kick(&mut scene);
    }
    scene.ticks(10);
    scene
}

/// Adds a closed ring around the scene's center; returns its number.
pub fn room(scene: &mut Scene, size: f32) -> u32 {
    let points = scene.dice.ring(size);
    let place = Place {
        at: scene.center,
        ..scene.dice.placement(scene.center)
    };
    let ring = match scene.dice.whole(6) {
        // An open polyline whose last point repeats the first.
        0 => Obstacle::polyline(points.iter().copied().chain([points[0]])),
        _ => Obstacle::closed_polyline(points),
    };
    scene.obstacle(place, ring)
}

/// Adds a body in the room that mostly heads outward.
fn runner(scene: &mut Scene, size: f32) {
    let (radius, speed) = (scene.radius(), scene.speed());
    let at = scene.center + scene.dice.in_disc(0.25 * size);
    let body = scene.dice.body(radius, speed);
    let outside = scene.center + scene.dice.direction() * size * scene.dice.number(0.5, 30.0);
    let velocity = scene.dice.direction() * speed;
    let mut parts = match scene.dice.whole(5) {
        0 => vec![],
        1 => vec![Part::Wander(Wander::default())],
        2 => vec![Part::Flee(Flee::new(scene.center))],
        _ => vec![Part::Seek(Seek::new(outside))],
    };
    if scene.dice.one_in(4) {
        parts.push(scene.dice.part(radius, scene.center, size, 0));
    }
    scene.agent(at, body, velocity, parts);
}

/// Changes the velocity or the target of a random thing, or the length of ticks.
pub fn kick(scene: &mut Scene) {
    let thing = scene.any_thing();
    let speed = scene.speed();
    let velocity = scene.dice.direction() * speed;
    let velocity = scene.script.stage.space.to_world(velocity);
    let goal = scene.center + scene.dice.direction() * 40.0 * scene.unit;
    let part = match scene.dice.whole(4) {
        0 => Part::Seek(Seek::new(goal)),
        1 => {
            scene.change_tick();
            return;
        }
        _ => Part::Velocity(Velocity(velocity)),
    };
    scene.act(Act::Insert { thing, part });
}

/// Bodies that start in obstacles.
pub fn escape(mut scene: Scene) -> Scene {
    let size = scene.dice.number(2.0, 12.0) * scene.unit;
    let center = scene.center;
    let mut most = 4;
    let mut spread = 0.3;
    match scene.dice.whole(5) {
        0 | 1 => {
            let shape = scene.dice.jagged(size);
            let place = scene.dice.placement(center);
            scene.obstacle(place, Obstacle::new(shape));
        }
        2 => {
            for _ in 0..scene.dice.few(5, 400) {
                let radius = scene.dice.number(0.1, 0.5) * size;
                let at = center + scene.dice.in_disc(size);
                scene.obstacle(Place::at(at.x, at.y), Obstacle::circle(radius));
            }
            most = 30;
            spread = 0.8;
        }
        3 => {
            spread = 0.0;
            let half = scene.dice.point(size);
            let obstacle = match scene.dice.whole(2) {
                0 => Obstacle::circle(size),
                _ => Obstacle::capsule(-half, half, 0.4 * size),
            };
            let place = scene.dice.placement(center);
            scene.obstacle(place, obstacle);
        }
        _ => {
            for _ in 0..scene.dice.few(1, 8) {
                let at = center + scene.dice.in_disc(0.5 * size);
                scene.any_obstacle(at, size);
            }
        }
    }
    for _ in 0..scene.dice.few(1, most) {
        let at = center + scene.dice.in_disc(spread * size);
        let radius = scene.radius();
        let body = scene.dice.body(radius, 5.0 * scene.unit);
        let goal = center + scene.dice.point(3.0 * size);
        let parts = match scene.dice.whole(2) {
            0 => vec![],
            _ => vec![Part::Seek(Seek::new(goal))],
        };
        scene.agent(at, body, Vec2::ZERO, parts);
    }
    scene.ticks(80);
    scene
}
