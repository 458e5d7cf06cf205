//! `Flee`: moves away from a near threat.
//!
//! Run it: `cargo run -p bevy_horde_examples --example flee`
//!
//! Watch: sheep graze (`Wander` with a small weight) until the mouse is within their panic
//! distance, the red ring. Then they run straight away from it, even into a corner.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugins, FollowsMouse, Paint, StayIn, palette};

const PANIC_DISTANCE: f32 = 150.0;

fn main() -> AppExit {
    App::new()
        .add_plugins(ExamplePlugins::new(
            "flee",
            "the red ring is the panic distance",
        ))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, draw_panic_distance)
        .run()
}

fn spawn(mut commands: Commands) {
    let wolf = commands.spawn((FollowsMouse, Paint(palette::RED))).id();
    for number in 0..60 {
        let (column, row) = (number % 10, number / 10);
        commands.spawn((
            Transform::from_xyz(
                108.0 * column as f32 - 486.0,
                90.0 * row as f32 - 260.0,
                0.0,
            ),
            SteeringAgent::new(11.0, 170.0),
            Flee::new(wolf).within(PANIC_DISTANCE),
            Wander {
                weight: 0.05,
                ..default()
            },
            StayIn::window(),
        ));
    }
}

fn draw_panic_distance(wolf: Single<&Transform, With<FollowsMouse>>, mut gizmos: Gizmos) {
    gizmos.circle_2d(wolf.translation.truncate(), PANIC_DISTANCE, palette::RED);
}
