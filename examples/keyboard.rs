//! A player by keys: the game sets `Velocity`, and walls and bodies still stop the player.
//!
//! Run it: `cargo run --example keyboard`
//!
//! Watch: move with WASD or the arrow keys. Guards chase the player, and the player slides along
//! walls. P pauses everything. Until the first key the player walks in a circle.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, palette};

const SPEED: f32 = 160.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("WASD or the arrow keys; P pauses"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, pause)
        // The game sets the velocity before the tick reads it.
        .add_systems(FixedUpdate, walk.before(SteeringSystems::Perceive));
}

#[derive(Component)]
struct Player;

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let sprite = |color: Color, body_radius: f32| Sprite {
        image: assets.load("agent.png"),
        color,
        custom_size: Some(Vec2::splat(2.3 * body_radius)),
        ..default()
    };
    // Without a behavior an agent keeps the velocity that the game gives it.
    let place = Transform::from_xyz(0.0, -200.0, 1.0);
    let player = (Player, place, SteeringAgent::new(14.0, SPEED));
    let player = commands.spawn((player, sprite(palette::AMBER, 14.0))).id();
    for (x, y, width, height) in [
        (-200.0, 100.0, 240.0, 30.0),
        (120.0, -60.0, 30.0, 260.0),
        (300.0, 160.0, 160.0, 30.0),
    ] {
        commands.spawn((
            Transform::from_xyz(x, y, 0.0),
            Obstacle::rectangle(width, height),
        ));
    }
    for number in 0..12 {
        let place = 420.0 * Vec2::from_angle(0.52 * number as f32) * vec2(1.2, 0.6);
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            sprite(palette::GREEN, 11.0),
            SteeringAgent::new(11.0, 90.0),
            Pursue::new(player),
            (AvoidObstacles::default(), AvoidAgents::default()),
        ));
    }
}

fn walk(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    time: Res<Time>,
    mut player: Single<&mut Velocity, With<Player>>,
    mut was_pressed: Local<bool>,
) {
    let mut direction = Vec2::ZERO;
    for (names, step) in [
        ([KeyCode::KeyW, KeyCode::ArrowUp], Vec2::Y),
        ([KeyCode::KeyS, KeyCode::ArrowDown], Vec2::NEG_Y),
        ([KeyCode::KeyA, KeyCode::ArrowLeft], Vec2::NEG_X),
        ([KeyCode::KeyD, KeyCode::ArrowRight], Vec2::X),
    ] {
        if keys.as_ref().is_some_and(|keys| keys.any_pressed(names)) {
            direction += step;
            *was_pressed = true;
        }
    }
    if !*was_pressed {
        direction = Vec2::from_angle(0.8 * time.elapsed_secs());
    }
    player.0 = (SPEED * direction.normalize_or_zero()).extend(0.0);
}

/// A paused clock runs no ticks.
fn pause(keys: Option<Res<ButtonInput<KeyCode>>>, mut clock: ResMut<Time<Virtual>>) {
    if keys.is_some_and(|keys| keys.just_pressed(KeyCode::KeyP)) {
        if clock.is_paused() {
            clock.unpause();
        } else {
            clock.pause();
        }
    }
}
