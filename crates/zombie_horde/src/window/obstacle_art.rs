//! Obstacles of every shape: one mesh of colored pieces below the agents, and one above them.

use super::layers;
use super::pictures::Pictures;
use super::visuals::{VisualOf, Visuals};
use crate::obstacle_art::{self, Light, PathStyle, Piece};
use crate::scene::{Build, Look};
use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::sprite_render::AlphaMode2d;
use bevy_horde::prelude::*;
use bevy_prototype_lyon::prelude::{
    FillOptions, LineCap, LineJoin, StrokeOptions,
    tess::{
        BuffersBuilder, FillTessellator, FillVertex, StrokeTessellator, StrokeVertex,
        TessellationError, VertexBuffers, math::Point, path::Path,
    },
};

/// Largest deviation of curves, world units.
const TOLERANCE: f32 = 0.2;
/// Opacity of the light of lanterns.
const LANTERN_LIGHT: f32 = 0.26;

/// A mesh or a light of an obstacle; replaced when the obstacle changes.
#[derive(Component)]
pub(super) struct ObstacleArt;

/// The material of all pieces; the mesh holds their colors.
#[derive(Resource)]
struct PieceMaterial(Handle<ColorMaterial>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, make_material).add_systems(
        PostUpdate,
        draw_obstacles.before(TransformSystems::Propagate),
    );
}

fn make_material(mut commands: Commands, mut materials: ResMut<Assets<ColorMaterial>>) {
    let material = ColorMaterial {
        alpha_mode: AlphaMode2d::Blend,
        ..default()
    };
    commands.insert_resource(PieceMaterial(materials.add(material)));
}

fn draw_obstacles(
    mut commands: Commands,
    material: Res<PieceMaterial>,
    pictures: Res<Pictures>,
    mut meshes: ResMut<Assets<Mesh>>,
    obstacles: Query<
        (Entity, &Look, &Obstacle, &Transform, Option<&Visuals>),
        Or<(Changed<Look>, Changed<Obstacle>, Changed<Transform>)>,
    >,
    old: Query<Entity, With<ObstacleArt>>,
) {
    for (entity, look, obstacle, transform, visuals) in &obstacles {
        for part in visuals.iter().flat_map(|parts| parts.iter()) {
            if old.contains(part) {
                commands.entity(part).despawn();
            }
        }
        let drawing = obstacle_art::draw(*look, obstacle, transform);
        // Posts stand at the ends of walls and cover them.
        let is_post = matches!(look, Look::Built(Build::Lamp));
        let above = layers::WALLS + if is_post { 0.5 } else { 0.0 };
        for (pieces, layer) in [(&drawing.low, layers::OBSTACLES), (&drawing.tall, above)] {
            match mesh_of(pieces) {
                Ok(Some(mesh)) => {
                    commands.spawn((
                        ObstacleArt,
                        VisualOf(entity),
                        Mesh2d(meshes.add(mesh)),
                        MeshMaterial2d(material.0.clone()),
                        Transform::from_xyz(0.0, 0.0, layer),
                    ));
                }
                Ok(None) => {}
                Err(error) => warn_once!("an obstacle cannot be drawn: {error}"),
            }
        }
        for Light { position, reach } in drawing.lights {
            commands.spawn((
                ObstacleArt,
                VisualOf(entity),
                Sprite {
                    custom_size: Some(Vec2::splat(2.0 * reach)),
                    color: Color::srgb_u8(0xff, 0x9a, 0x3c).with_alpha(LANTERN_LIGHT),
                    ..Sprite::from_image(pictures.glow.clone())
                },
                Transform::from_translation(position.extend(layers::GLOWS)),
            ));
        }
    }
}

/// A corner of a mesh: position and color.
type Corner = ([f32; 3], [f32; 4]);

/// All pieces in one mesh, in order; `None` without any.
fn mesh_of(pieces: &[Piece]) -> Result<Option<Mesh>, TessellationError> {
    let mut buffers: VertexBuffers<Corner, u32> = VertexBuffers::new();
    let mut filler = FillTessellator::new();
    let mut stroker = StrokeTessellator::new();
    for piece in pieces {
        let path = path_of(piece);
        let [red, green, blue, alpha] = piece.color;
        let color = Color::srgba_u8(red, green, blue, alpha)
            .to_linear()
            .to_f32_array();
        let corner = |position: Point| ([position.x, position.y, 0.0], color);
        match piece.style {
            PathStyle::Fill => {
                let mut out = BuffersBuilder::new(&mut buffers, |vertex: FillVertex| {
                    corner(vertex.position())
                });
                filler.tessellate_path(&path, &FillOptions::tolerance(TOLERANCE), &mut out)?;
            }
            PathStyle::Line(width) | PathStyle::Loop(width) => {
                let options = StrokeOptions::tolerance(TOLERANCE)
                    .with_line_width(width)
                    .with_line_cap(LineCap::Round)
                    .with_line_join(LineJoin::Round);
                let mut out = BuffersBuilder::new(&mut buffers, |vertex: StrokeVertex| {
                    corner(vertex.position())
                });
                stroker.tessellate_path(&path, &options, &mut out)?;
            }
        }
    }
    if buffers.indices.is_empty() {
        return Ok(None);
    }
    let (positions, colors): (Vec<_>, Vec<_>) = buffers.vertices.into_iter().unzip();
    let mesh = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
    .with_inserted_indices(Indices::U32(buffers.indices));
    Ok(Some(mesh))
}

fn path_of(piece: &Piece) -> Path {
    let mut path = Path::builder();
    for (number, position) in piece.points.iter().enumerate() {
        let position = Point::new(position.x, position.y);
        if number == 0 {
            path.begin(position);
        } else {
            path.line_to(position);
        }
    }
    if !piece.points.is_empty() {
        path.end(!matches!(piece.style, PathStyle::Line(_)));
    }
    path.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_becomes_triangles() {
        let wall = Obstacle::closed_polyline([vec2(0.0, 0.0), vec2(90.0, 0.0), vec2(40.0, 70.0)]);
        let drawing = obstacle_art::draw(Look::Built(Build::Stone), &wall, &Transform::default());
        let low = mesh_of(&drawing.low).expect("drawable").expect("a shadow");
        let tall = mesh_of(&drawing.tall).expect("drawable").expect("stones");
        for (mesh, pieces) in [(&low, &drawing.low), (&tall, &drawing.tall)] {
            let triangles = mesh.indices().map_or(0, Indices::len) / 3;
            assert!(triangles >= pieces.len(), "{triangles} triangles");
        }
    }

    #[test]
    fn no_pieces_are_no_mesh() {
        assert!(mesh_of(&[]).expect("nothing fails").is_none());
    }
}
