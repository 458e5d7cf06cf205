//! The night ground, the border of the arena, and the darkness beyond it.

use super::layers;
use super::pictures::Pictures;
use crate::art::PLAIN;
use crate::scene::{Arena, SceneSettings};
use bevy::math::Affine2;
use bevy::prelude::*;
use bevy_prototype_lyon::prelude::{RectangleOrigin, ShapeBuilder, ShapeBuilderBase, shapes};

/// Side of one tile, world units.
const TILE_SIZE: f32 = 1024.0 * 0.65;
/// Size of the ground, relative to the arena.
const REACH: f32 = 6.0;
/// Color of the darkness beyond the arena.
const BEYOND: Color = Color::srgba(0.01, 0.02, 0.04, 0.55);
/// Color of the border.
const BORDER: Color = Color::srgba(0.62, 0.72, 0.66, 0.35);
/// Width of the border, relative to the arena's height.
const BORDER_WIDTH: f32 = 0.003;

/// Marks the entities that are replaced when the arena changes.
#[derive(Component)]
struct ArenaGround;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lay_ground.run_if(resource_changed::<Arena>));
}

fn lay_ground(
    mut commands: Commands,
    arena: Res<Arena>,
    settings: Res<SceneSettings>,
    pictures: Res<Pictures>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    old: Query<Entity, With<ArenaGround>>,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let half = arena.half_size;
    let far = half * REACH;
    let material = if settings.scene.is_on_plain_ground() {
        let [red, green, blue] = PLAIN;
        ColorMaterial::from(Color::srgb_u8(red, green, blue))
    } else {
        ColorMaterial {
            texture: Some(pictures.ground.clone()),
            uv_transform: Affine2::from_scale(2.0 * far / TILE_SIZE),
            ..default()
        }
    };
    commands.spawn((
        ArenaGround,
        Mesh2d(meshes.add(Rectangle::from_size(2.0 * far))),
        MeshMaterial2d(materials.add(material)),
        Transform::from_xyz(0.0, 0.0, layers::GROUND),
    ));
    // The darkness is a large rectangle without the arena.
    let whole = |half: Vec2| shapes::Rectangle {
        extents: 2.0 * half,
        origin: RectangleOrigin::Center,
        ..default()
    };
    commands.spawn((
        ArenaGround,
        ShapeBuilder::with(&whole(far))
            .add(&whole(half))
            .fill(BEYOND)
            .build(),
        Transform::from_xyz(0.0, 0.0, layers::BORDER),
    ));
    commands.spawn((
        ArenaGround,
        ShapeBuilder::with(&whole(half))
            .stroke((BORDER, 2.0 * half.y * BORDER_WIDTH))
            .build(),
        Transform::from_xyz(0.0, 0.0, layers::BORDER + 1.0),
    ));
}
