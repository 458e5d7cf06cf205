//! Draws the 3D example: hills, light, trees as obstacles, and four-legged agents.

use crate::Paint;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::CascadeShadowConfigBuilder;
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use std::f32::consts::FRAC_PI_2;

/// Draws a 3D world in meters above the given ground: agents in their [`Paint`], round obstacles as
/// trees, capsules as trunks, all others as walls.
pub struct MeadowPlugin {
    /// The height of the ground at x and z.
    pub ground: fn(f32, f32) -> f32,
}

#[derive(Resource, Clone, Copy)]
struct Ground(fn(f32, f32) -> f32);

/// Height of walls, meters.
const WALL_HEIGHT: f32 = 2.2;
/// Thickness of walls, meters.
const WALL_THICKNESS: f32 = 0.5;

/// The shared meshes.
#[derive(Resource)]
struct Models {
    body: Handle<Mesh>,
    head: Handle<Mesh>,
    trunk: Handle<Mesh>,
    crown: Handle<Mesh>,
    face: Handle<StandardMaterial>,
    wood: Handle<StandardMaterial>,
    stone: Handle<StandardMaterial>,
    leaves: Handle<StandardMaterial>,
}

impl Plugin for MeadowPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Ground(self.ground))
            .insert_resource(ClearColor(Color::srgb(0.66, 0.80, 0.90)))
            .init_resource::<Models>()
            .add_systems(Startup, (spawn_camera_and_light, spawn_hills))
            .add_systems(Update, (add_agent_meshes, add_obstacle_meshes));
    }
}

fn matt(color: Color) -> StandardMaterial {
    StandardMaterial {
        base_color: color,
        perceptual_roughness: 1.0,
        reflectance: 0.1,
        ..default()
    }
}

impl FromWorld for Models {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<StandardMaterial>>();
        let face = materials.add(matt(Color::srgb(0.10, 0.09, 0.10)));
        let wood = materials.add(matt(Color::srgb(0.36, 0.22, 0.13)));
        let stone = materials.add(matt(Color::srgb(0.52, 0.53, 0.55)));
        let leaves = materials.add(matt(Color::srgb(0.13, 0.33, 0.17)));
        let mut meshes = world.resource_mut::<Assets<Mesh>>();
        let lying = Quat::from_rotation_x(FRAC_PI_2);
        Self {
            body: meshes.add(Mesh::from(Capsule3d::new(0.7, 0.9)).rotated_by(lying)),
            head: meshes.add(Sphere::new(0.42)),
            trunk: meshes.add(Cylinder::new(0.5, 4.0)),
            crown: meshes.add(Cone::new(2.8, 6.5)),
            face,
            wood,
            stone,
            leaves,
        }
    }
}

fn spawn_camera_and_light(mut commands: Commands) {
    commands.spawn((
        Camera3d::default(),
        // The default needs look-up tables that this package does not include.
        Tonemapping::AcesFitted,
        AmbientLight {
            brightness: 900.0,
            ..default()
        },
        Transform::from_xyz(0.0, 16.0, 23.0).looking_at(vec3(0.0, 0.0, 2.5), Vec3::Y),
    ));
    commands.spawn((
        DirectionalLight {
            illuminance: 8_000.0,
            shadow_maps_enabled: true,
            ..default()
        },
        CascadeShadowConfigBuilder {
            maximum_distance: 90.0,
            first_cascade_far_bound: 35.0,
            ..default()
        }
        .build(),
        Transform::from_xyz(-14.0, 16.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
}

fn spawn_hills(
    ground: Res<Ground>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut hills = Plane3d::default()
        .mesh()
        .size(160.0, 160.0)
        .subdivisions(160)
        .build();
    if let Some(VertexAttributeValues::Float32x3(positions)) =
        hills.attribute_mut(Mesh::ATTRIBUTE_POSITION)
    {
        for position in positions {
            position[1] = (ground.0)(position[0], position[2]);
        }
    }
    hills.compute_normals();
    commands.spawn((
        Mesh3d(meshes.add(hills)),
        MeshMaterial3d(materials.add(matt(Color::srgb(0.40, 0.58, 0.27)))),
    ));
}

fn add_agent_meshes(
    agents: Query<(Entity, &SteeringAgent, Option<&Paint>), Added<SteeringAgent>>,
    models: Res<Models>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    for (entity, agent, paint) in &agents {
        let radius = agent.body_radius;
        let coat = materials.add(matt(paint.copied().unwrap_or_default().0));
        // Models face -z, like Bevy's.
        let part = |mesh: &Handle<Mesh>, material: &Handle<StandardMaterial>, y: f32, z: f32| {
            (
                Mesh3d(mesh.clone()),
                MeshMaterial3d(material.clone()),
                Transform::from_xyz(0.0, y * radius, z * radius).with_scale(Vec3::splat(radius)),
            )
        };
        commands
            .entity(entity)
            .insert_if_new(Visibility::default())
            .with_child(part(&models.body, &coat, 0.9, 0.2))
            .with_child(part(&models.head, &models.face, 1.4, -1.0));
    }
}

fn add_obstacle_meshes(
    obstacles: Query<(Entity, &Obstacle, Option<&Children>), Changed<Obstacle>>,
    models: Res<Models>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    for (entity, obstacle, old) in &obstacles {
        for part in old.into_iter().flatten() {
            commands.entity(*part).despawn();
        }
        let parts: Vec<(Handle<Mesh>, Handle<StandardMaterial>, Transform)> = match &obstacle.shape
        {
            ObstacleShape::Circle { radius } => [
                (&models.trunk, &models.wood, 1.5),
                (&models.crown, &models.leaves, 6.0),
            ]
            .map(|(mesh, material, y)| {
                let placed = Transform::from_xyz(0.0, y * radius, 0.0);
                let scaled = placed.with_scale(Vec3::splat(*radius));
                (mesh.clone(), material.clone(), scaled)
            })
            .into(),
            ObstacleShape::Capsule { start, end, radius } => {
                let (from, to) = (on_ground(*start), on_ground(*end));
                let trunk = Capsule3d::new(*radius, from.distance(to));
                vec![(
                    meshes.add(trunk),
                    models.wood.clone(),
                    Transform::from_translation(from.midpoint(to)).with_rotation(
                        Quat::from_rotation_arc(Vec3::Y, (to - from).normalize_or(Vec3::Y)),
                    ),
                )]
            }
            shape => walls_of(shape)
                .into_iter()
                .map(|(from, to)| {
                    let length = from.distance(to) + WALL_THICKNESS;
                    let wall = Cuboid::new(length, WALL_HEIGHT, WALL_THICKNESS);
                    let placed = Transform::from_translation(
                        from.midpoint(to) + 0.5 * WALL_HEIGHT * Vec3::Y,
                    );
                    let along = (to - from).normalize_or(Vec3::X);
                    let turned = placed.with_rotation(Quat::from_rotation_arc(Vec3::X, along));
                    (meshes.add(wall), models.stone.clone(), turned)
                })
                .collect(),
        };
        let mut entity = commands.entity(entity);
        entity.insert_if_new(Visibility::default());
        for (mesh, material, transform) in parts {
            entity.with_child((Mesh3d(mesh), MeshMaterial3d(material), transform));
        }
    }
}

/// A point of a shape, with `y` ahead, on the ground, with -z ahead.
fn on_ground(point: Vec2) -> Vec3 {
    MovementSpace::Xz.to_world(point)
}

/// The walls along the edges of a shape.
fn walls_of(shape: &ObstacleShape) -> Vec<(Vec3, Vec3)> {
    let (points, closed) = match shape {
        ObstacleShape::Segment { start, end } => (vec![*start, *end], false),
        ObstacleShape::Polyline { points, closed } => (points.clone(), *closed),
        ObstacleShape::Polygon { points } => (points.clone(), true),
        ObstacleShape::Rectangle { half_size } => {
            let (right, up) = (half_size.with_y(0.0), half_size.with_x(0.0));
            (vec![right + up, up - right, -right - up, right - up], true)
        }
        _ => (Vec::new(), false),
    };
    let last = closed.then(|| points.first()).flatten();
    let corners: Vec<Vec3> = points.iter().chain(last).copied().map(on_ground).collect();
    corners.windows(2).map(|pair| (pair[0], pair[1])).collect()
}
