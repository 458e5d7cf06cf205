//! Sprites of tombs, trees and wells, their lanterns, and the waypoints of walkers.

use super::layers;
use super::obstacle_art::ObstacleArt;
use super::pictures::{OBSTACLE_FRAME, Pictures};
use super::visuals::VisualOf;
use crate::scene::{Look, Patrol, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_prototype_lyon::prelude::{ShapeBuilder, ShapeBuilderBase, shapes};

/// Radius of the solid part of a frame, pixels.
const SOLID_PIXELS: f32 = 112.0;
/// Side of a lantern's light, pixels of the frame.
const LIGHT_PIXELS: f32 = 150.0;
/// Radius of a waypoint's mark, in body radii.
const MARK_SIZE: f32 = 1.25;
/// Color of the mark.
const MARK: Color = Color::srgba(0.59, 0.89, 0.84, 0.35);

/// With more walkers than this, waypoints have no marks.
const FEW: usize = 10;

/// The light of a lantern on an obstacle.
#[derive(Component)]
struct Lantern {
    /// Position relative to the middle of the frame, pixels, y up.
    offset: Vec2,
    /// Phase of the flicker, different for each lantern.
    phase: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn_obstacle_visuals, mark_way_points))
        .add_systems(
            PostUpdate,
            (place_obstacles, place_lanterns).before(TransformSystems::Propagate),
        );
}

/// The lantern's position on a frame of the atlas: pixels from the middle, y up.
const fn lantern(kind: u8) -> Option<Vec2> {
    match kind {
        0 => Some(Vec2::new(58.0, -40.0)),
        1 => Some(Vec2::new(-62.0, -60.0)),
        4 | 6 => Some(Vec2::ZERO),
        7 => Some(Vec2::new(46.0, 34.0)),
        _ => None,
    }
}

/// The radius of a round obstacle, world units; 0 for every other shape.
pub(super) fn radius_of(obstacle: &Obstacle, transform: &Transform) -> f32 {
    match obstacle.shape {
        ObstacleShape::Circle { radius } => radius * transform.scale.truncate().abs().max_element(),
        _ => 0.0,
    }
}

fn spawn_obstacle_visuals(
    mut commands: Commands,
    pictures: Res<Pictures>,
    tombs: Query<(Entity, &Look), (With<Obstacle>, Added<Look>)>,
) {
    for (entity, look) in &tombs {
        let Look::Tomb(kind) = *look else {
            continue;
        };
        commands.spawn((
            VisualOf(entity),
            pictures.obstacles.sprite(usize::from(kind), 0.0),
            Transform::from_xyz(0.0, 0.0, layers::OBSTACLES),
        ));
        if let Some(offset) = lantern(kind) {
            commands.spawn((
                VisualOf(entity),
                Lantern {
                    offset,
                    phase: entity.index_u32() as f32,
                },
                Sprite::from_image(pictures.glow.clone()),
                Transform::from_xyz(0.0, 0.0, layers::GLOWS),
            ));
        }
    }
}

fn place_obstacles(
    obstacles: Query<(&Obstacle, &Transform), Without<VisualOf>>,
    mut sprites: Query<
        (&VisualOf, &mut Sprite, &mut Transform),
        (Without<Lantern>, Without<ObstacleArt>),
    >,
) {
    for (visual_of, mut sprite, mut transform) in &mut sprites {
        if let Ok((obstacle, position)) = obstacles.get(visual_of.0) {
            let size = radius_of(obstacle, position) * OBSTACLE_FRAME as f32 / SOLID_PIXELS;
            sprite.custom_size = Some(Vec2::splat(size));
            transform.translation = position
                .translation
                .truncate()
                .extend(transform.translation.z);
        }
    }
}

fn place_lanterns(
    time: Res<Time<Virtual>>,
    obstacles: Query<(&Obstacle, &Transform), Without<VisualOf>>,
    mut lanterns: Query<(&VisualOf, &Lantern, &mut Sprite, &mut Transform)>,
) {
    let seconds = time.elapsed_secs();
    for (visual_of, lantern, mut sprite, mut transform) in &mut lanterns {
        if let Ok((obstacle, position)) = obstacles.get(visual_of.0) {
            let scale = radius_of(obstacle, position) / SOLID_PIXELS;
            let position = position.translation.truncate() + lantern.offset * scale;
            transform.translation = position.extend(transform.translation.z);
            sprite.custom_size = Some(Vec2::splat(LIGHT_PIXELS * scale));
            let flicker = (seconds * 7.1 + lantern.phase).sin()
                + (seconds * 11.7 + 2.0 * lantern.phase).sin();
            sprite.color =
                Color::srgba_u8(0xff, 0x9a, 0x3c, 0xff).with_alpha(0.36 + 0.025 * flicker);
        }
    }
}

fn mark_way_points(
    mut commands: Commands,
    walkers: Query<(&Patrol, &SteeringAgent, &Look), Added<Look>>,
) {
    for (patrol, agent, look) in &walkers {
        // Stubborn agents get no marks, and the marks of many walkers would be clutter.
        if !matches!(look, Look::Walker | Look::Rival) || walkers.iter().count() > FEW {
            continue;
        }
        for end in patrol.ends {
            commands.spawn((
                SceneEntity,
                ShapeBuilder::with(&shapes::Circle {
                    radius: MARK_SIZE * agent.body_radius,
                    center: end,
                })
                .stroke((MARK, 0.15 * agent.body_radius))
                .build(),
                Transform::from_xyz(0.0, 0.0, layers::WAY_POINTS),
            ));
        }
    }
}
