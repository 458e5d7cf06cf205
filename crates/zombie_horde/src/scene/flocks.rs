//! Flocks around circles, with three views: the demonstration of "AI for Game Developers", chapter
//! 4.

use super::angle::{turned_by, unit_at};
use super::{Arena, Look, SceneEntity, SceneName, SceneRandom, Wraps};
use crate::flocking::{FlockView, UNIT_TURN_RATE};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::RngExt;

/// Length of a unit, world units; its body radius is half of that.
const UNIT_LENGTH: f32 = 16.0;
/// Ground per unit, square units.
const AREA_PER_UNIT: f32 = 9000.0;
/// Largest speed of a unit, world units per second.
const SPEED: f32 = 110.0;
/// Number of circles.
const CIRCLES: u32 = 8;
/// What the circles look like: kinds of [`Look::Tomb`], dead trees and boulders.
const ROCKS: [u8; 4] = [3, 2, 3, 3];
/// Number of colors in the atlas.
const COLORS: u8 = 3;

/// The view of each scene.
fn view(scene: SceneName) -> FlockView {
    match scene {
        SceneName::FlockNarrow => FlockView::Narrow,
        SceneName::FlockLimited => FlockView::Limited,
        _ => FlockView::Wide,
    }
}

pub(super) fn spawn(
    commands: &mut Commands,
    scene: SceneName,
    agents: u32,
    random: &mut SceneRandom,
) -> Arena {
    let arena = Arena::of_area(AREA_PER_UNIT * agents.max(60) as f32);
    let circles = arena.scatter_discs(
        CIRCLES,
        3.0 * UNIT_LENGTH..4.0 * UNIT_LENGTH,
        6.0 * UNIT_LENGTH,
        4.0 * UNIT_LENGTH,
        random,
    );
    for (number, circle) in circles.iter().enumerate() {
        commands.spawn((
            SceneEntity,
            Look::Tomb(ROCKS[number % ROCKS.len()]),
            Transform::from_translation(circle.center.extend(0.0)),
            Obstacle::circle(circle.radius),
        ));
    }
    let view = view(scene);
    let color = match view {
        FlockView::Narrow => 2,
        FlockView::Limited => 1,
        FlockView::Wide => 0,
    };
    for _ in 0..agents {
        let position = arena.random_position(UNIT_LENGTH, random);
        let heading = random.random_range(0.0..core::f32::consts::TAU);
        commands.spawn((
            SceneEntity,
            Wraps,
            Look::Unit(color % COLORS),
            Transform::from_translation(position.extend(1.0)).with_rotation(turned_by(heading)),
            SteeringAgent::new(UNIT_LENGTH / 2.0, SPEED).with_max_turn_rate(UNIT_TURN_RATE),
            Velocity((unit_at(heading) * SPEED).extend(0.0)),
            crate::flocking::unit(view),
            AvoidObstacles::default(),
        ));
    }
    arena
}
