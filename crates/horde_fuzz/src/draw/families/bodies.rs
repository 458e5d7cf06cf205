//! Moving and changing obstacles among bodies.

use super::walls::{kick, room};
use crate::act::{Act, Part, Place};
use crate::draw::scene::Scene;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Obstacles that push through a room, and bodies between these obstacles and the walls.
pub fn movers(mut scene: Scene) -> Scene {
    let size = scene.dice.number(2.0, 8.0) * scene.unit;
    room(&mut scene, size);
    let center = scene.center;
    for _ in 0..scene.dice.whole(3) {
        let at = center + scene.dice.point(size);
        let of = scene.dice.number(0.1, 0.4) * size;
        scene.any_obstacle(at, of);
    }
    let movers: Vec<_> = (0..scene.dice.few(1, 3))
        .map(|_| {
            let at = center + scene.dice.in_disc(0.3 * size);
            let (width, height) = (scene.dice.number(0.1, 0.8), scene.dice.number(0.1, 0.8));
            let obstacle = match scene.dice.whole(3) {
                0 => Obstacle::circle(0.4 * width * size),
                1 => Obstacle::new(scene.dice.shape(0.4 * size)),
                _ => Obstacle::rectangle(width * size, height * size),
            };
            let way = scene.dice.direction() * size * scene.dice.magnitude(1e-3, 0.1);
            let place = scene.dice.placement(at);
            (scene.obstacle(place, obstacle), way)
        })
        .collect();
    for _ in 0..scene.dice.few(1, 8) {
        let at = center + scene.dice.in_disc(0.8 * size);
        let radius = scene.dice.number(0.02, 0.1) * size;
        let body = scene.dice.body(radius, 3.0 * scene.unit);
        let mut parts = Vec::new();
        if scene.dice.one_in(2) {
            let goal = center + scene.dice.point(2.0 * size);
            parts.push(Part::Seek(Seek::new(goal)));
        }
        scene.agent(at, body, Vec2::ZERO, parts);
    }
    for _ in 0..scene.dice.few(20, 150) {
        scene.ticks(1);
        for (thing, by) in &movers {
            scene.act(Act::Shift {
                thing: *thing,
                by: *by,
            });
        }
    }
    scene.ticks(5);
    scene
}

/// Obstacles that are disabled and enabled while bodies walk.
pub fn hidden(mut scene: Scene) -> Scene {
    let size = 10.0 * scene.unit;
    let center = scene.center;
    let count = scene.dice.few(1, 6) as u32;
    for _ in 0..count {
        let at = center + scene.dice.in_disc(0.6 * size);
        let of = scene.dice.number(0.1, 0.5) * size;
        let thing = scene.any_obstacle(at, of);
        if scene.dice.one_in(3) {
            scene.act(Act::Hide(thing));
        }
    }
    for _ in 0..scene.dice.few(1, 8) {
        let at = center + scene.dice.direction() * size;
        let goal = center - (at - center);
        let (radius, speed) = (0.3 * scene.unit, 8.0 * scene.unit);
        let body = scene.dice.body(radius, speed);
        let mut parts = vec![Part::Seek(Seek::new(goal))];
        let reach = size;
        if scene.dice.one_in(2) {
            parts.push(scene.dice.part(radius, center, reach, count));
        }
        scene.agent(at, body, Vec2::ZERO, parts);
    }
    for _ in 0..scene.dice.few(3, 20) {
        let ticks = scene.dice.few(1, 40);
        scene.ticks(ticks);
        let thing = match scene.dice.whole(4) {
            0 => scene.any_thing(),
            _ => scene.dice.whole(count as usize) as u32,
        };
        match scene.dice.whole(8) {
            0..3 => scene.act(Act::Hide(thing)),
            3..7 => scene.act(Act::Show(thing)),
            _ => scene.act(Act::Save),
        }
    }
    for thing in 0..count {
        scene.act(Act::Show(thing));
    }
    scene.ticks(60);
    scene
}

/// Agents that carry obstacles.
pub fn carriers(mut scene: Scene) -> Scene {
    let size = 12.0 * scene.unit;
    let center = scene.center;
    for _ in 0..scene.dice.few(1, 5) {
        let at = center + scene.dice.in_disc(size);
        let radius = scene.dice.number(0.1, 0.6) * scene.unit;
        let body = scene.dice.body(radius, 4.0 * scene.unit);
        let mut parts = Vec::new();
        if scene.dice.one_in(2) {
            parts.push(scene.dice.part(radius, center, size, 3));
        }
        let thing = scene.agent(at, body, Vec2::ZERO, parts);
        if !scene.dice.one_in(4) {
            let of = scene.dice.number(0.5, 2.0) * scene.unit;
            let obstacle = match scene.dice.one_in(2) {
                true => Obstacle::circle(of),
                false => Obstacle::new(scene.dice.shape(of)),
            };
            let part = Part::Obstacle(obstacle);
            if scene.dice.one_in(2) {
                scene.ticks(3);
            }
            scene.act(Act::Insert { thing, part });
        }
    }
    if scene.dice.one_in(2) {
        let at = center + scene.dice.in_disc(size);
        let of = 2.0 * scene.unit;
        scene.any_obstacle(at, of);
    }
    if scene.dice.one_in(3) {
        let at = Place::at(center.x, center.y);
        let ring = scene.dice.ring(2.0 * size);
        scene.obstacle(at, Obstacle::closed_polyline(ring));
    }
    for _ in 0..scene.dice.few(1, 4) {
        let ticks = scene.dice.few(5, 60);
        scene.ticks(ticks);
        kick(&mut scene);
    }
    scene.ticks(20);
    scene
}
