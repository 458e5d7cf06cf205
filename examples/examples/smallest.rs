//! The smallest game with steering: a player that runs to the mouse, five zombies that chase it,
//! and a tomb.
//!
//! Run it: `cargo run -p bevy_horde_examples --example smallest`
//!
//! Watch: the zombies go around the tomb and around each other; no zombie pushes another.
//! Everything is in this file: with `DefaultPlugins` instead of `ExamplePlugins` it is a complete
//! game to copy.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::ExamplePlugins;

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new("smallest", "").without_visuals()) // DefaultPlugins
        .add_plugins(SteeringPlugin::default())
        .insert_resource(ClearColor(Color::srgb(0.06, 0.08, 0.10)))
        .add_systems(Startup, spawn_everything)
        .add_systems(Update, send_player_to_mouse)
        .run()
}

#[derive(Component)]
struct Player;

fn spawn_everything(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    let mut visuals = |radius: f32, color: Color| {
        (
            Mesh2d(meshes.add(Circle::new(radius))),
            MeshMaterial2d(materials.add(color)),
        )
    };

    let player = commands
        .spawn((
            Player,
            visuals(14.0, Color::srgb(0.98, 0.72, 0.30)),
            Transform::from_xyz(250.0, 0.0, 1.0),
            SteeringAgent::new(14.0, 220.0), // body radius, maximum speed
            Arrive::new(vec2(250.0, 0.0)),
            AvoidObstacles::default(),
        ))
        .id();

    for number in 0..5 {
        commands.spawn((
            visuals(14.0, Color::srgb(0.48, 0.80, 0.42)),
            Transform::from_xyz(-400.0, 80.0 * number as f32 - 160.0, 1.0),
            SteeringAgent::new(14.0, 90.0 + 15.0 * number as f32),
            Seek::entity(player),
            Flock::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        ));
    }

    commands.spawn((
        visuals(70.0, Color::srgb(0.35, 0.40, 0.46)),
        Obstacle::circle(70.0),
    ));
}

fn send_player_to_mouse(
    window: Option<Single<&Window>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut player: Single<&mut Arrive, With<Player>>,
) {
    let (camera, camera_transform) = *camera;
    if let Some(cursor) = window.and_then(|window| window.cursor_position())
        && let Ok(position) = camera.viewport_to_world_2d(camera_transform, cursor)
    {
        player.target = position.into();
    }
}
