//! `MovementSpace::Xz`: a 3D game on hills. The game handles the height.
//!
//! Run it: `cargo run --example ground_3d`
//!
//! Watch: sheep flock over the hills and around the trees, and flee from the dog, which comes to
//! the mouse. The plugin steers on the ground and never changes the height: `stand_on_ground` sets
//! it. A place on the ground is a `Vec3`, or a `Vec2` of x and z.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy_horde::prelude::*;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(SteeringPlugin::default().in_space(MovementSpace::Xz))
        .insert_resource(ClearColor(Color::srgb(0.66, 0.80, 0.90)))
        .add_systems(Startup, (spawn_meadow, spawn_animals))
        .add_systems(FixedUpdate, send_dog.before(SteeringSystems::Perceive))
        .add_systems(
            FixedUpdate,
            stand_on_ground.after(SteeringSystems::Locomote),
        );
}

#[derive(Component)]
struct Dog;

/// The height of the ground.
fn ground(x: f32, z: f32) -> f32 {
    1.1 * (0.22 * x).sin() * (0.27 * z + 0.6).cos() + 0.5 * (0.11 * z).sin()
}

fn on_ground(x: f32, z: f32) -> Transform {
    Transform::from_xyz(x, ground(x, z), z)
}

/// Places on a spiral. The golden angle avoids rows.
fn spiral(number: u32) -> Vec2 {
    (number as f32).sqrt() * Vec2::from_angle(2.399_963 * number as f32)
}

fn spawn_meadow(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn((
        Camera3d::default(),
        Tonemapping::AcesFitted,
        AmbientLight {
            brightness: 900.0,
            ..default()
        },
        Transform::from_xyz(0.0, 16.0, 23.0).looking_at(vec3(0.0, 0.0, 2.5), Vec3::Y),
    ));
    let sun = DirectionalLight {
        illuminance: 8_000.0,
        shadow_maps_enabled: true,
        ..default()
    };
    commands.spawn((
        sun,
        Transform::from_xyz(-14.0, 16.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));

    let mut hills = Plane3d::default()
        .mesh()
        .size(160.0, 160.0)
        .subdivisions(160)
        .build();
    if let Some(VertexAttributeValues::Float32x3(positions)) =
        hills.attribute_mut(Mesh::ATTRIBUTE_POSITION)
    {
        for [x, y, z] in positions {
            *y = ground(*x, *z);
        }
    }
    hills.compute_normals();
    let grass = materials.add(Color::srgb(0.40, 0.58, 0.27));
    commands.spawn((Mesh3d(meshes.add(hills)), MeshMaterial3d(grass)));

    let crown = meshes.add(Cone::new(1.4, 4.5));
    let leaves = materials.add(Color::srgb(0.13, 0.33, 0.17));
    for number in 1..22 {
        let place = 3.6 * spiral(number) + vec2(0.0, 1.0);
        let tree = commands.spawn((
            on_ground(1.4 * place.x, place.y),
            Visibility::default(),
            Obstacle::circle(0.5),
        ));
        let crown = (Mesh3d(crown.clone()), MeshMaterial3d(leaves.clone()));
        let tree = tree.id();
        commands.spawn((crown, Transform::from_xyz(0.0, 2.25, 0.0), ChildOf(tree)));
    }
}

fn spawn_animals(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let body = meshes.add(Capsule3d::new(0.4, 0.6).mesh().build().rotated_by(
        Quat::from_rotation_x(core::f32::consts::FRAC_PI_2), // -z is ahead
    ));
    let brown = materials.add(Color::srgb(0.72, 0.38, 0.16));
    let wool = materials.add(Color::srgb(0.95, 0.93, 0.87));
    let dog = (
        Dog,
        (Mesh3d(body.clone()), MeshMaterial3d(brown)),
        on_ground(-10.0, 8.0),
        SteeringAgent::new(0.55, 7.0), // meters, and meters per second
        Arrive::new(Vec3::ZERO),
        AvoidObstacles::default(),
    );
    let dog = commands.spawn(dog).id();
    for number in 0..60 {
        let place = spiral(number) + vec2(1.0, 4.0);
        commands.spawn((
            (Mesh3d(body.clone()), MeshMaterial3d(wool.clone())),
            on_ground(place.x, place.y),
            SteeringAgent::new(0.45, 4.0),
            Flee::new(dog).within(5.0),
            // A weak force toward the center.
            Seek {
                weight: 0.15,
                ..Seek::new(vec3(0.0, 0.0, 3.0))
            },
            Flock::default(),
            Contain::circle(vec2(0.0, 3.0), 18.0), // x and z
            AvoidObstacles::default(),
            AvoidAgents::default(),
        ));
    }
}

/// Moves the dog to the mouse position on the ground; without a mouse, around the meadow.
fn send_dog(
    time: Res<Time>,
    window: Option<Single<&Window>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut dog: Single<&mut Arrive, With<Dog>>,
) {
    let (camera, camera_transform) = *camera;
    let pointed_at = window
        .and_then(|window| window.cursor_position())
        .and_then(|cursor| camera.viewport_to_world(camera_transform, cursor).ok())
        .and_then(|ray| {
            let distance = ray.intersect_plane(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y))?;
            Some(ray.get_point(distance))
        });
    let (sin, cos) = (0.5 * time.elapsed_secs()).sin_cos();
    let round = vec3(9.0 * cos, 0.0, 2.0 + 6.0 * sin);
    dog.target = pointed_at.unwrap_or(round).into();
}

fn stand_on_ground(mut agents: Query<&mut Transform, With<SteeringAgent>>) {
    for mut transform in &mut agents {
        let position = transform.translation;
        transform.translation.y = ground(position.x, position.z) + 0.4;
    }
}
