//! Rings around picked things.

use super::camera::CameraView;
use super::layers;
use super::mouse::{PickedObstacle, Tool};
use super::visuals::{DrawnMotion, TickPart};
use crate::obstacle_art::Placed;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_inspector::InspectedAgent;
use bevy_prototype_lyon::prelude::{Shape, ShapeBuilder, ShapeBuilderBase, shapes};

/// The color of rings.
const COLOR: Color = Color::srgb(1.0, 0.42, 0.69);
/// Width of a ring, pixels.
const WIDTH: f32 = 2.5;
/// Gap between a ring and its thing, pixels.
const GAP: f32 = 3.0;

/// A ring: its line, relative to its position, and the width of the line, world units.
#[derive(Component, Clone, PartialEq, Debug)]
struct Ring {
    line: Line,
    width: f32,
}

/// The shape of a ring.
#[derive(Clone, PartialEq, Debug)]
enum Line {
    /// A circle of this radius.
    Circle(f32),
    /// A line along corners.
    Corners { corners: Vec<Vec2>, closed: bool },
}

impl Ring {
    /// A first shape, because an empty mesh would be invalid.
    const FIRST: Self = Self {
        line: Line::Circle(1.0),
        width: 1.0,
    };

    fn shape(&self) -> Shape {
        let stroke = (COLOR, self.width);
        match &self.line {
            Line::Circle(radius) => ShapeBuilder::with(&shapes::Circle {
                radius: *radius,
                center: Vec2::ZERO,
            })
            .stroke(stroke)
            .build(),
            Line::Corners { corners, closed } => ShapeBuilder::with(&shapes::Polygon {
                points: corners.clone(),
                closed: *closed,
            })
            .stroke(stroke)
            .build(),
        }
    }
}

/// The ring around the picked obstacle.
#[derive(Component)]
struct ObstacleRing;

/// The ring around the picked agent.
#[derive(Component)]
struct AgentRing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_rings).add_systems(
        PostUpdate,
        (ring_obstacle, ring_agent, shape_rings)
            .chain()
            .before(TransformSystems::Propagate),
    );
}

fn spawn_rings(mut commands: Commands) {
    let ring = || {
        (
            Ring::FIRST,
            Ring::FIRST.shape(),
            Transform::from_xyz(0.0, 0.0, layers::RINGS),
            Visibility::Hidden,
        )
    };
    commands.spawn((ObstacleRing, ring()));
    commands.spawn((AgentRing, ring()));
}

/// Moves a ring to a position, or hides it.
fn put(
    (ring, transform, visibility): (&mut Mut<Ring>, &mut Transform, &mut Visibility),
    at: Option<(Vec2, Line)>,
    pixel: f32,
) {
    let Some((position, line)) = at else {
        *visibility = Visibility::Hidden;
        return;
    };
    *visibility = Visibility::Inherited;
    transform.translation = position.extend(transform.translation.z);
    ring.set_if_neq(Ring {
        line,
        width: WIDTH * pixel,
    });
}

fn ring_obstacle(
    tool: Res<Tool>,
    picked: Res<PickedObstacle>,
    camera_view: Res<CameraView>,
    obstacles: Query<(&Transform, &Obstacle), Without<Ring>>,
    mut rings: Query<(&mut Ring, &mut Transform, &mut Visibility), With<ObstacleRing>>,
) {
    let gap = GAP * camera_view.view.scale;
    let at = picked
        .entity
        .filter(|_| *tool == Tool::Obstacles)
        .and_then(|entity| obstacles.get(entity).ok())
        .and_then(|(transform, obstacle)| {
            let (corners, closed) = Placed::of(obstacle, transform)?.contour(gap);
            Some((Vec2::ZERO, Line::Corners { corners, closed }))
        });
    for (mut ring, mut transform, mut visibility) in &mut rings {
        put(
            (&mut ring, &mut transform, &mut visibility),
            at.clone(),
            camera_view.view.scale,
        );
    }
}

fn ring_agent(
    inspected: Res<InspectedAgent>,
    camera_view: Res<CameraView>,
    part: TickPart,
    agents: Query<(&DrawnMotion, &SteeringAgent)>,
    mut rings: Query<(&mut Ring, &mut Transform, &mut Visibility), With<AgentRing>>,
) {
    let gap = GAP * camera_view.view.scale;
    let at = inspected
        .0
        .and_then(|entity| agents.get(entity).ok())
        .map(|(motion, agent)| {
            let position = motion.at(part.get()).0;
            (position, Line::Circle(agent.body_radius + gap))
        });
    for (mut ring, mut transform, mut visibility) in &mut rings {
        put(
            (&mut ring, &mut transform, &mut visibility),
            at.clone(),
            camera_view.view.scale,
        );
    }
}

fn shape_rings(mut rings: Query<(&Ring, &mut Shape), Changed<Ring>>) {
    for (ring, mut shape) in &mut rings {
        *shape = ring.shape();
    }
}
