//! Rings round what is picked.

use super::camera::Gaze;
use super::depiction::{DrawnMotion, TickPart};
use super::layers;
use super::mouse::{PickedObstacle, Tool};
use super::obstacles::radius_of;
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

/// A ring, drawn with this radius and width.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
struct Ring {
    radius: f32,
    width: f32,
}

impl Ring {
    /// Something to draw from the first frame on: an empty mesh is no mesh.
    const FIRST: Self = Self {
        radius: 1.0,
        width: 1.0,
    };

    fn shape(self) -> Shape {
        ShapeBuilder::with(&shapes::Circle {
            radius: self.radius,
            center: Vec2::ZERO,
        })
        .stroke((COLOR, self.width))
        .build()
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

/// A ring round a disc, or none.
fn put(
    (ring, transform, visibility): (&mut Mut<Ring>, &mut Transform, &mut Visibility),
    disc: Option<(Vec2, f32)>,
    pixel: f32,
) {
    let Some((place, radius)) = disc else {
        *visibility = Visibility::Hidden;
        return;
    };
    *visibility = Visibility::Inherited;
    transform.translation = place.extend(transform.translation.z);
    ring.set_if_neq(Ring {
        radius: radius + GAP * pixel,
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
    let disc = picked
        .entity
        .filter(|_| *tool == Tool::Obstacles)
        .and_then(|entity| obstacles.get(entity).ok())
        .map(|(place, obstacle)| (place.translation.truncate(), radius_of(obstacle)));
    for (mut ring, mut transform, mut visibility) in &mut rings {
        put(
            (&mut ring, &mut transform, &mut visibility),
            disc,
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
    let disc = inspected
        .0
        .and_then(|entity| agents.get(entity).ok())
        .map(|(motion, agent)| (motion.at(part.get()).0, agent.body_radius));
    for (mut ring, mut transform, mut visibility) in &mut rings {
        put(
            (&mut ring, &mut transform, &mut visibility),
            disc,
            gaze.view.scale,
        );
    }
}

fn shape_rings(mut rings: Query<(&Ring, &mut Shape), Changed<Ring>>) {
    for (ring, mut shape) in &mut rings {
        *shape = ring.shape();
    }
}
