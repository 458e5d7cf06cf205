//! Rings round what is picked.

use super::camera::Gaze;
use super::depiction::{DrawnMotion, TickPart};
use super::layers;
use super::mouse::{PickedObstacle, Tool};
use crate::masonry::Placed;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_inspector::InspectedAgent;
use bevy_prototype_lyon::prelude::{Shape, ShapeBuilder, ShapeBuilderBase, shapes};

/// The colour of rings: the brain's glow.
const COLOR: Color = Color::srgb(1.0, 0.42, 0.69);
/// Width of a ring, pixels.
const WIDTH: f32 = 2.5;
/// Gap between a ring and what it goes round, pixels.
const GAP: f32 = 3.0;

/// A line of this width round something, about its own place.
#[derive(Component, Clone, PartialEq, Debug)]
struct Ring {
    line: Line,
    width: f32,
}

/// The way that a ring takes.
#[derive(Clone, PartialEq, Debug)]
enum Line {
    /// All round, at this distance.
    Circle(f32),
    /// Along corners.
    Corners { corners: Vec<Vec2>, closed: bool },
}

impl Ring {
    /// Something to draw from the first frame on: an empty mesh is no mesh.
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

/// The ring round the picked obstacle.
#[derive(Component)]
struct ObstacleRing;

/// The ring round the picked agent.
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

/// Puts a ring at a place, or hides it.
fn put(
    (ring, transform, visibility): (&mut Mut<Ring>, &mut Transform, &mut Visibility),
    at: Option<(Vec2, Line)>,
    pixel: f32,
) {
    let Some((place, line)) = at else {
        *visibility = Visibility::Hidden;
        return;
    };
    *visibility = Visibility::Inherited;
    transform.translation = place.extend(transform.translation.z);
    ring.set_if_neq(Ring {
        line,
        width: WIDTH * pixel,
    });
}

fn ring_obstacle(
    tool: Res<Tool>,
    picked: Res<PickedObstacle>,
    gaze: Res<Gaze>,
    obstacles: Query<(&Transform, &Obstacle), Without<Ring>>,
    mut rings: Query<(&mut Ring, &mut Transform, &mut Visibility), With<ObstacleRing>>,
) {
    let gap = GAP * gaze.view.scale;
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
            gaze.view.scale,
        );
    }
}

fn ring_agent(
    inspected: Res<InspectedAgent>,
    gaze: Res<Gaze>,
    part: TickPart,
    agents: Query<(&DrawnMotion, &SteeringAgent)>,
    mut rings: Query<(&mut Ring, &mut Transform, &mut Visibility), With<AgentRing>>,
) {
    let gap = GAP * gaze.view.scale;
    let at = inspected
        .0
        .and_then(|entity| agents.get(entity).ok())
        .map(|(motion, agent)| {
            let place = motion.at(part.get()).0;
            (place, Line::Circle(agent.body_radius + gap))
        });
    for (mut ring, mut transform, mut visibility) in &mut rings {
        put(
            (&mut ring, &mut transform, &mut visibility),
            at.clone(),
            gaze.view.scale,
        );
    }
}

fn shape_rings(mut rings: Query<(&Ring, &mut Shape), Changed<Ring>>) {
    for (ring, mut shape) in &mut rings {
        *shape = ring.shape();
    }
}
