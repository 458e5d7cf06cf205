//! Draws agents, obstacles and captions.

use crate::picture::Picture;
use crate::stone::picture_of;
use crate::{FollowsMouse, palette};
use bevy::camera::ScalingMode;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An agent's color, which may change at any time. Agents without it are green.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Paint(pub Color);

impl Default for Paint {
    fn default() -> Self {
        Self(palette::GREEN)
    }
}

/// A part of the picture with its own frame and heading, for a comparison side by side.
#[derive(Component, Clone, Debug)]
pub struct Panel {
    /// Its area.
    pub area: Rect,
    /// Its heading; ASCII.
    pub heading: &'static str,
}

impl Panel {
    /// Panel number `index` of `count` side by side.
    pub fn beside(index: usize, count: usize, heading: &'static str) -> Self {
        let width = 1240.0 / count as f32;
        let left = -620.0 + width * index as f32;
        Self {
            area: Rect::new(left + 8.0, -340.0, left + width - 8.0, 262.0),
            heading,
        }
    }
}

/// A line of live numbers under the caption; runs without a window print it, too. ASCII.
#[derive(Resource, Clone, Debug, Default)]
pub struct Readout(pub String);

#[derive(Resource)]
struct Caption {
    title: &'static str,
    text: &'static str,
}

pub(crate) struct VisualsPlugin {
    pub(crate) title: &'static str,
    pub(crate) caption: &'static str,
}

impl Plugin for VisualsPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(ClearColor(palette::FLOOR))
            .insert_resource(Caption {
                title: self.title,
                text: self.caption,
            })
            .init_resource::<Readout>()
            .init_resource::<AgentMeshes>()
            .add_systems(Startup, spawn_camera)
            .add_systems(
                Update,
                (
                    (add_agent_meshes, paint_agents).chain(),
                    add_obstacle_meshes,
                    draw_captions,
                    draw_panels,
                    draw_mouse,
                ),
            );
    }
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((
        Camera2d,
        Projection::Orthographic(OrthographicProjection {
            scaling_mode: ScalingMode::AutoMin {
                min_width: 1280.0,
                min_height: 720.0,
            },
            ..OrthographicProjection::default_2d()
        }),
    ));
}

/// One mesh for all agents and one for all round obstacles, so that they need few draw calls.
#[derive(Resource)]
struct AgentMeshes {
    agent: Handle<Mesh>,
    round_obstacle: Handle<Mesh>,
    paints: HashMap<[u8; 4], Handle<ColorMaterial>>,
}

impl FromWorld for AgentMeshes {
    fn from_world(world: &mut World) -> Self {
        let mut meshes = world.resource_mut::<Assets<Mesh>>();
        let dark = LinearRgba::rgb(0.16, 0.16, 0.16);
        let agent = Picture::default()
            .disc(1.0, dark)
            .disc(0.82, LinearRgba::WHITE)
            .polygon(
                &[(0.74, 0.0), (-0.30, 0.50), (-0.05, 0.0), (-0.30, -0.50)],
                dark,
            );
        let stone = Picture::default()
            .disc(1.0, LinearRgba::rgb(1.9, 1.9, 1.9))
            .disc(0.95, LinearRgba::WHITE)
            .disc(0.72, LinearRgba::rgb(0.82, 0.82, 0.82));
        Self {
            agent: meshes.add(agent.into_mesh()),
            round_obstacle: meshes.add(stone.into_mesh()),
            paints: HashMap::default(),
        }
    }
}

impl AgentMeshes {
    fn paint(
        &mut self,
        color: Color,
        materials: &mut Assets<ColorMaterial>,
    ) -> Handle<ColorMaterial> {
        self.paints
            .entry(color.to_srgba().to_u8_array())
            .or_insert_with(|| materials.add(color))
            .clone()
    }
}

/// The child that shows an agent.
#[derive(Component)]
struct Body;

/// The child that shows an obstacle.
#[derive(Component)]
struct Stone;

fn add_agent_meshes(
    agents: Query<(Entity, &SteeringAgent, Option<&Paint>), Added<SteeringAgent>>,
    mut agent_meshes: ResMut<AgentMeshes>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    for (entity, agent, paint) in &agents {
        let color = paint.copied().unwrap_or_default().0;
        let body = (
            Body,
            Mesh2d(agent_meshes.agent.clone()),
            MeshMaterial2d(agent_meshes.paint(color, &mut materials)),
            Transform::from_xyz(0.0, 0.0, 1.0).with_scale(Vec3::splat(agent.body_radius)),
        );
        commands
            .entity(entity)
            .insert_if_new(Visibility::default())
            .with_child(body);
    }
}

fn paint_agents(
    agents: Query<(&Paint, &Children), Changed<Paint>>,
    mut bodies: Query<&mut MeshMaterial2d<ColorMaterial>, With<Body>>,
    mut agent_meshes: ResMut<AgentMeshes>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (paint, children) in &agents {
        let mut bodies = bodies.iter_many_mut(children);
        while let Some(mut material) = bodies.fetch_next() {
            material.0 = agent_meshes.paint(paint.0, &mut materials);
        }
    }
}

fn add_obstacle_meshes(
    obstacles: Query<(Entity, &Obstacle, Option<&Children>), Changed<Obstacle>>,
    old: Query<Entity, With<Stone>>,
    mut agent_meshes: ResMut<AgentMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    for (entity, obstacle, children) in &obstacles {
        for stone in old.iter_many(children.into_iter().flatten()) {
            commands.entity(stone).despawn();
        }
        let (mesh, scale) = match &obstacle.shape {
            ObstacleShape::Circle { radius } => (agent_meshes.round_obstacle.clone(), *radius),
            shape => (meshes.add(picture_of(shape).into_mesh()), 1.0),
        };
        let stone = (
            Stone,
            Mesh2d(mesh),
            MeshMaterial2d(agent_meshes.paint(palette::STONE, &mut materials)),
            Transform::from_scale(Vec3::splat(scale)),
        );
        commands
            .entity(entity)
            .insert_if_new(Visibility::default())
            .with_child(stone);
    }
}

fn draw_captions(caption: Res<Caption>, readout: Res<Readout>, mut gizmos: Gizmos) {
    let top_left = Vec2::new(-0.5, 0.5);
    let lines = [
        (caption.title, 24.0, 352.0, palette::CHALK),
        (caption.text, 15.0, 319.0, palette::CHALK.with_alpha(0.75)),
        (&readout.0, 15.0, 296.0, palette::AMBER),
    ];
    for (text, size, height, color) in lines {
        if !text.is_empty() {
            gizmos.text_2d(Vec2::new(-620.0, height), text, size, top_left, color);
        }
    }
}

fn draw_panels(panels: Query<&Panel>, mut gizmos: Gizmos) {
    for panel in &panels {
        let (center, size) = (panel.area.center(), panel.area.size());
        gizmos.rect_2d(center, size, palette::LINE);
        let corner = Vec2::new(panel.area.min.x + 10.0, panel.area.max.y - 10.0);
        let top_left = Vec2::new(-0.5, 0.5);
        gizmos.text_2d(corner, panel.heading, 15.0, top_left, palette::CHALK);
    }
}

fn draw_mouse(
    followers: Query<(&Transform, Option<&Paint>), With<FollowsMouse>>,
    mut gizmos: Gizmos,
) {
    for (transform, paint) in &followers {
        let (position, color) = (
            transform.translation.truncate(),
            paint.map_or(palette::CHALK, |paint| paint.0),
        );
        gizmos.circle_2d(position, 10.0, color);
        gizmos.circle_2d(position, 2.0, color);
    }
}
