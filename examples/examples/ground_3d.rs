//! `MovementSpace::Xz`: a 3D game on hills. The game handles the height.
//!
//! Run it: `cargo run -p bevy_horde_examples --example ground_3d`
//!
//! Watch: sheep flock over the hills and around the trees, and flee from the dog, which comes to
//! the mouse. The plugin steers in the plane and never changes the height: `stand_on_ground` sets
//! it.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, MeadowPlugin, Paint};

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new("ground_3d", "").without_visuals())
        .add_plugins(MeadowPlugin { ground })
        .add_plugins(SteeringPlugin::default().in_space(MovementSpace::Xz))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, send_dog.before(SteeringSystems::Perceive))
        .add_systems(
            FixedUpdate,
            stand_on_ground.after(SteeringSystems::Locomote),
        )
        .run()
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

fn spawn(mut commands: Commands) {
    // The golden angle avoids rows.
    let spiral = |number: u32| (number as f32).sqrt() * Vec2::from_angle(2.399_963 * number as f32);

    for number in 1..22 {
        let position = 3.6 * spiral(number) + vec2(0.0, 1.0);
        commands.spawn((
            on_ground(1.4 * position.x, position.y),
            Obstacle::circle(0.5),
        ));
    }
    let dog = commands
        .spawn((
            Dog,
            on_ground(-10.0, 8.0),
            SteeringAgent::new(0.55, 7.0), // meters, and meters per second
            Arrive::new(Vec3::ZERO),
            AvoidObstacles::default(),
            Paint(Color::srgb(0.72, 0.38, 0.16)),
        ))
        .id();
    for number in 0..60 {
        let position = spiral(number) + vec2(1.0, 4.0);
        commands.spawn((
            on_ground(position.x, position.y),
            SteeringAgent::new(0.45, 4.0),
            Flee::new(dog).within(5.0),
            // A weak force toward the center.
            Seek {
                weight: 0.15,
                ..Seek::new(vec3(0.0, 0.0, 3.0))
            },
            Flock::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            Paint(Color::srgb(0.95, 0.93, 0.87)),
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
        transform.translation.y = ground(position.x, position.z);
    }
}
