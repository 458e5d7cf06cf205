//! Random acts of all kinds.

use super::walls::room;
use crate::act::{Act, Kind, Part, Place};
use crate::draw::numbers::spoil;
use crate::draw::scene::Scene;
use bevy_horde::prelude::*;

/// Random acts on a few random things.
pub fn mixed(mut scene: Scene) -> Scene {
    let size = scene.dice.number(3.0, 15.0) * scene.unit;
    if scene.dice.one_in(3) {
        room(&mut scene, 1.5 * size);
    }
    for _ in 0..scene.dice.few(2, 12) {
        appear(&mut scene, size);
    }
    for _ in 0..scene.dice.few(10, 120) {
        happen(&mut scene, size);
        if scene.dice.one_in(2) {
            let ticks = scene.dice.few(1, 12);
            scene.ticks(ticks);
        }
    }
    scene.ticks(10);
    scene
}

/// Random acts of all kinds with unusual numbers.
pub fn odd(mut scene: Scene) -> Scene {
    let size = scene.dice.number(3.0, 15.0) * scene.unit;
    for _ in 0..scene.dice.few(2, 10) {
        appear(&mut scene, size);
        spoil_last(&mut scene, 3);
    }
    for _ in 0..scene.dice.few(5, 60) {
        happen(&mut scene, size);
        spoil_last(&mut scene, 2);
        if scene.dice.one_in(2) {
            let ticks = scene.dice.few(1, 6);
            scene.ticks(ticks);
        }
    }
    scene.ticks(10);
    scene
}

fn spoil_last(scene: &mut Scene, rarity: usize) {
    if !scene.dice.one_in(rarity) {
        return;
    }
    let dice = &mut scene.dice;
    match scene.script.acts.last_mut() {
        Some(Act::Spawn { parts, place, .. }) => match parts.is_empty() || dice.one_in(5) {
            true => spoil(place, dice),
            false => {
                let part = dice.whole(parts.len());
                spoil(&mut parts[part], dice);
            }
        },
        Some(Act::Insert { part, .. }) => spoil(part, dice),
        Some(Act::Put { place, .. }) => spoil(place, dice),
        Some(Act::Shift { by, .. }) => spoil(by, dice),
        _ => {}
    }
}

fn appear(scene: &mut Scene, size: f32) {
    let at = scene.center + scene.dice.point(size);
    if scene.dice.one_in(3) {
        let of = scene.dice.number(0.05, 0.6) * size;
        scene.any_obstacle(at, of);
        return;
    }
    if scene.dice.one_in(4) {
        scene.guide(0.3 * scene.unit, size);
        return;
    }
    let (radius, speed) = (scene.radius(), scene.speed());
    let mut body = scene.dice.body(radius, speed);
    body.solid = !scene.dice.one_in(6);
    let (center, others) = (scene.center, scene.others());
    let parts = (0..scene.dice.few(1, 5))
        .map(|_| scene.dice.part(radius, center, 1.5 * size, others))
        .collect();
    let velocity = scene.dice.direction() * speed * scene.dice.number(0.0, 2.0);
    scene.agent(at, body, velocity, parts);
}

fn happen(scene: &mut Scene, size: f32) {
    let thing = scene.any_thing();
    let at = scene.center + scene.dice.point(size);
    let others = scene.others();
    let center = scene.center;
    let radius = scene.radius();
    let act = match scene.dice.whole(30) {
        0..4 => {
            appear(scene, size);
            return;
        }
        4 | 5 => Act::Despawn(thing),
        6..10 => Act::Insert {
            thing,
            part: scene.dice.part(radius, center, size, others),
        },
        10..12 => Act::Remove {
            thing,
            kind: scene.dice.pick(Kind::ALL),
        },
        12 | 13 => Act::Put {
            thing,
            place: match scene.dice.one_in(3) {
                true => Place::at(at.x, at.y),
                false => scene.dice.placement(at),
            },
        },
        14..17 => Act::Shift {
            thing,
            by: scene.dice.point(0.1 * size),
        },
        17 => Act::Hide(thing),
        18 | 19 => Act::Show(thing),
        20 => {
            let copy = scene.number();
            Act::Duplicate { thing, copy }
        }
        21 => {
            scene.change_tick();
            return;
        }
        22 => Act::Hand(scene.dice.pick(&[PassingSide::Left, PassingSide::Right])),
        23 if scene.dice.one_in(4) => {
            Act::Space(scene.dice.pick(&[MovementSpace::Xy, MovementSpace::Xz]))
        }
        24 => Act::Insert {
            thing,
            part: scene.dice.pick(&[
                Part::SteeringDisabled(SteeringDisabled),
                Part::ExternalLocomotion(ExternalLocomotion),
            ]),
        },
        25 => Act::Remove {
            thing,
            kind: scene
                .dice
                .pick(&[Kind::SteeringDisabled, Kind::ExternalLocomotion]),
        },
        26 => {
            let obstacle = Obstacle::new(scene.dice.shape(0.3 * size));
            Act::Insert {
                thing,
                part: Part::Obstacle(obstacle),
            }
        }
        27 => Act::Save,
        28 => {
            let speed = scene.speed();
            let velocity = scene.dice.direction() * speed;
            let velocity = scene.script.stage.space.to_world(velocity);
            Act::Insert {
                thing,
                part: Part::Velocity(Velocity(velocity)),
            }
        }
        _ => {
            let speed = scene.speed();
            Act::Insert {
                thing,
                part: Part::SteeringAgent(scene.dice.body(radius, speed)),
            }
        }
    };
    scene.act(act);
}
