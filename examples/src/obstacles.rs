//! Fills the outlines of obstacles.

use crate::palette;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_prototype_lyon::prelude::*;

/// Width of the line around an obstacle, and half of the width of a wall, world units.
const LINE_WIDTH: f32 = 3.0;

pub(crate) struct ObstacleShapesPlugin;

impl Plugin for ObstacleShapesPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ShapePlugin)
            .add_systems(Update, draw_changed_obstacles);
    }
}

fn draw_changed_obstacles(
    obstacles: Query<(Entity, &Obstacle), Changed<Obstacle>>,
    mut commands: Commands,
) {
    for (entity, obstacle) in &obstacles {
        commands.entity(entity).insert(shape_of(&obstacle.shape));
    }
}

fn shape_of(shape: &ObstacleShape) -> Shape {
    match shape {
        ObstacleShape::Circle { radius } => block(&shapes::Circle {
            radius: *radius,
            center: Vec2::ZERO,
        }),
        ObstacleShape::Rectangle { half_size } => block(&shapes::Rectangle {
            extents: 2.0 * half_size,
            ..default()
        }),
        ObstacleShape::Polygon { points } => block(&shapes::Polygon {
            points: points.clone(),
            closed: true,
        }),
        ObstacleShape::Polyline { points, closed } => wall(points, *closed, 2.0 * LINE_WIDTH),
        ObstacleShape::Segment { start, end } => wall(&[*start, *end], false, 2.0 * LINE_WIDTH),
        ObstacleShape::Capsule { start, end, radius } => wall(&[*start, *end], false, 2.0 * radius),
        _ => Shape::default(),
    }
}

fn block(outline: &impl Geometry<tess::path::path::Builder>) -> Shape {
    ShapeBuilder::with(outline)
        .fill(palette::STONE)
        .stroke((palette::RIM, LINE_WIDTH))
        .build()
}

fn wall(points: &[Vec2], closed: bool, width: f32) -> Shape {
    let points = points.to_vec();
    let options = StrokeOptions::default()
        .with_line_width(width)
        .with_line_cap(LineCap::Round)
        .with_line_join(LineJoin::Round);
    ShapeBuilder::with(&shapes::Polygon { points, closed })
        .stroke(Stroke {
            options,
            color: palette::RIM,
        })
        .build()
}
