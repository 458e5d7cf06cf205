//! Agents that get orders, and the same orders again.

use crate::act::{Act, Part};
use crate::draw::scene::Scene;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Agents that go to fixed places among obstacles.
pub fn orders(mut scene: Scene) -> Scene {
    let (center, unit) = (scene.center, scene.unit);
    let size = scene.dice.number(3.0, 12.0) * unit;
    for _ in 0..scene.dice.whole(6) {
        let at = center + scene.dice.in_disc(size);
        let of = scene.dice.number(0.3, 3.0) * unit;
        scene.any_obstacle(at, of);
    }
    let count = scene.dice.few(2, 30);
    let mut known = Vec::new();
    for _ in 0..count {
        let at = center + scene.dice.in_disc(size);
        let body = SteeringAgent {
            solid: !scene.dice.one_in(4),
            ..SteeringAgent::new(0.5 * unit, 5.0 * unit)
        };
        let order = order(&mut scene, size);
        let mut parts = vec![order.clone()];
        if scene.dice.one_in(2) {
            parts.push(Part::AvoidAgents(AvoidAgents::default()));
        }
        if scene.dice.one_in(2) {
            parts.push(Part::AvoidObstacles(AvoidObstacles::default()));
        }
        known.push((scene.agent(at, body, Vec2::ZERO, parts), order));
    }
    for _ in 0..scene.dice.few(2, 6) {
        let ticks = scene.dice.few(20, 300);
        scene.ticks(ticks);
        let is_new = scene.dice.one_in(4);
        for (thing, part) in &mut known {
            if is_new {
                *part = order(&mut scene, size);
            }
            scene.act(Act::Insert {
                thing: *thing,
                part: part.clone(),
            });
        }
        if scene.dice.one_in(3) {
            scene.act(Act::Save);
        }
    }
    scene.ticks(10);
    scene
}

fn order(scene: &mut Scene, size: f32) -> Part {
    let center = scene.center;
    // One of few places, so that crowds gather.
    let place = center + (scene.dice.point(size) / size).round() * size;
    match scene.dice.whole(3) {
        0 => Part::Seek(Seek::new(place)),
        1 => Part::Arrive(Arrive::new(place)),
        _ => Part::Gather(Gather::new(place)),
    }
}
