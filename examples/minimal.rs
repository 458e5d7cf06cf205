//! The smallest game: a player that runs to the mouse, five zombies that chase it, and a tomb.
//!
//! Run it: `cargo run --example minimal`
//!
//! Watch: the zombies go around the tomb and around each other. Everything is in this file.

use bevy::prelude::*;
use bevy_horde::prelude::*;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, send_player_to_mouse);
}

#[derive(Component)]
struct Player;

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let player = (
        Player,
        Transform::from_xyz(250.0, 0.0, 1.0),
        Sprite::from_color(Color::srgb(0.98, 0.72, 0.30), vec2(28.0, 20.0)),
        SteeringAgent::new(14.0, 220.0), // body radius, maximum speed
        Arrive::new(vec2(250.0, 0.0)),
        AvoidObstacles::default(),
    );
    let player = commands.spawn(player).id();

    for number in 0..5 {
        commands.spawn((
            Transform::from_xyz(-400.0, 80.0 * number as f32 - 160.0, 1.0),
            Sprite::from_color(Color::srgb(0.48, 0.80, 0.42), vec2(28.0, 20.0)),
            SteeringAgent::new(14.0, 90.0 + 15.0 * number as f32),
            Seek::entity(player),
            Flock::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
        ));
    }

    commands.spawn((
        Sprite::from_color(Color::srgb(0.35, 0.40, 0.46), Vec2::splat(120.0)),
        Obstacle::rectangle(120.0, 120.0),
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
