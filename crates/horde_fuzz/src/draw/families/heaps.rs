//! Crowds on one or several spots.

use crate::draw::scene::Scene;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// One or several heaps of bodies, each on one spot.
pub fn heap(mut scene: Scene) -> Scene {
    let radius = 0.3 * scene.unit;
    let count = scene.dice.few(100, 3000);
    let spread = match scene.dice.whole(3) {
        0 => radius,
        1 => 1e-3 * radius,
        _ => 0.0,
    };
    let has_parts = scene.dice.one_in(2);
    let spots: Vec<(Vec2, f32)> = match scene.dice.whole(2) {
        0 => vec![(scene.center, radius)],
        _ => {
            let apart = radius * scene.dice.magnitude(5.0, 1e3);
            let spots = 0..scene.dice.few(2, 60);
            let spots = spots.map(|_| {
                let place = scene.center + scene.dice.in_disc(apart);
                let size = match has_parts {
                    true => scene.dice.magnitude(0.1, 2.0),
                    false => 1.0,
                };
                (place, radius * size)
            });
            spots.collect()
        }
    };
    for number in 0..count {
        let (spot, radius) = spots[number % spots.len()];
        let at = spot + scene.dice.in_disc(spread);
        let body = SteeringAgent::new(radius, 4.0 * scene.unit);
        let mut parts = Vec::new();
        if has_parts {
            let part = scene.dice.part(radius, scene.center, 30.0 * scene.unit, 0);
            parts.push(part);
        }
        scene.agent(at, body, Vec2::ZERO, parts);
    }
    if scene.dice.one_in(3) {
        let at = scene.center + vec2(2.0, 0.0) * scene.unit;
        let size = scene.unit;
        scene.any_obstacle(at, size);
    }
    let is_left_alone = !has_parts && scene.dice.one_in(2);
    scene.ticks(if is_left_alone { 130 } else { 15 });
    scene
}
