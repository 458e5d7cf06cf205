//! Crowds for comparisons between runs.

use crate::act::{Act, Part, Place};
use crate::draw::scene::Scene;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Bodies pressed into creases between obstacles.
pub fn creases(mut scene: Scene) -> Scene {
    let (center, unit) = (scene.center, scene.unit);
    let size = scene.dice.number(3.0, 10.0) * unit;
    let goal = center + scene.dice.point(0.3 * size);
    let count = scene.dice.few(2, 24);
    for _ in 0..count {
        // On a grid or a circle, obstacles have exactly equal distances.
        let at = match scene.dice.whole(3) {
            0 => (scene.dice.point(size) / unit).round() * unit,
            1 => scene.dice.direction() * 0.5 * size,
            _ => scene.dice.in_disc(size),
        };
        match scene.dice.whole(3) {
            0 => {
                let radius = scene.dice.pick(&[0.5, 1.0, 1.5]) * unit;
                let at = center + at;
                scene.obstacle(Place::at(at.x, at.y), Obstacle::circle(radius));
            }
            1 => {
                let half = scene.dice.pick(&[1.0, 2.0, 4.0]) * unit;
                let at = center + at;
                scene.obstacle(Place::at(at.x, at.y), Obstacle::rectangle(half, half));
            }
            _ => {
                let of = scene.dice.number(0.1, 0.5) * size;
                scene.any_obstacle(center + at, of);
            }
        }
    }
    for _ in 0..scene.dice.few(3, 60) {
        let at = center + scene.dice.in_disc(1.5 * size);
        let radius = scene.dice.number(0.1, 0.5) * unit;
        let speed = scene.dice.number(1.0, 12.0) * unit;
        let body = scene.dice.body(radius, speed);
        let mut parts = vec![Part::Seek(Seek::new(goal))];
        for _ in 0..scene.dice.whole(3) {
            parts.push(scene.dice.part(radius, center, size, 0));
        }
        scene.agent(at, body, Vec2::ZERO, parts);
    }
    for _ in 0..scene.dice.few(1, 3) {
        let ticks = scene.dice.few(10, 90);
        scene.ticks(ticks);
        if scene.dice.one_in(3) {
            let thing = scene.dice.whole(count) as u32;
            let by = scene.dice.point(unit);
            scene.act(Act::Shift { thing, by });
        }
        scene.act(Act::Save);
    }
    scene.ticks(20);
    scene
}

/// A crowd with random behaviors.
pub fn crowd(scene: Scene) -> Scene {
    gather(scene, 5, 150, (10, 60))
}

/// A crowd that is saved, in half of the draws with a system that queries before the plugin
/// updates.
pub fn saved_crowd(scene: Scene) -> Scene {
    let mut scene = gather(scene, 2, 60, (5, 40));
    scene.script.stage.asks = scene.dice.one_in(2);
    for _ in 0..2 {
        scene.act(Act::Save);
        let ticks = scene.dice.few(1, 12);
        scene.ticks(ticks);
    }
    scene
}

/// A crowd large enough for several threads.
pub fn large_crowd(scene: Scene) -> Scene {
    gather(scene, 520, 2600, (3, 8))
}

fn gather(mut scene: Scene, fewest: usize, most: usize, (short, long): (usize, usize)) -> Scene {
    let count = scene.dice.few(fewest, most);
    let (center, unit) = (scene.center, scene.unit);
    let size = unit * (count as f32).sqrt() * scene.dice.number(0.5, 2.0);
    let obstacles = scene.dice.whole(12);
    for _ in 0..obstacles {
        let at = center + scene.dice.in_disc(size);
        let of = scene.dice.number(0.3, 3.0) * unit;
        scene.any_obstacle(at, of);
    }
    for _ in 0..scene.dice.whole(4) {
        scene.guide(0.3 * unit, size);
    }
    // Most agents share their components; otherwise each table would hold one agent.
    let others = scene.others();
    let kinds: Vec<Vec<Part>> = (0..scene.dice.few(1, 6))
        .map(|_| {
            let parts = scene.dice.few(1, 5);
            (0..parts)
                .map(|_| scene.dice.part(0.3 * unit, center, size, others))
                .collect()
        })
        .collect();
    for _ in 0..count {
        let at = center + scene.dice.in_disc(size);
        let radius = scene.dice.number(0.1, 0.5) * unit;
        let speed = scene.dice.number(1.0, 8.0) * unit;
        let mut body = scene.dice.body(radius, speed);
        body.solid = !scene.dice.one_in(5);
        let velocity = scene.dice.point(unit);
        let parts = scene.dice.pick(&kinds);
        scene.agent(at, body, velocity, parts);
    }
    for _ in 0..scene.dice.few(1, 4) {
        let ticks = scene.dice.few(short, long);
        scene.ticks(ticks);
        let thing = scene.any_thing();
        let act = match scene.dice.whole(5) {
            0 => Act::Despawn(thing),
            1 => Act::Put {
                thing,
                place: Place::at(center.x, center.y),
            },
            2 => Act::Insert {
                thing,
                part: scene.dice.part(0.3 * unit, center, size, others),
            },
            _ => Act::Save,
        };
        scene.act(act);
    }
    scene.ticks(short);
    scene
}
