//! `Alignment`: matching the velocity of flockmates.
//!
//! Run it: `cargo run --example alignment`
//!
//! Watch: agents start in all directions and align within seconds, each with the neighbors in its
//! view. The readout is the length of their mean direction, 0 to 1; it drops when they turn at the
//! edge. Nothing keeps them together: that is the task of `Cohesion`. A little `Wander` keeps them
//! moving, because the mean of opposite velocities is 0.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("agents align with their neighbors"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, measure);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for number in 0..120 {
        let (column, row) = (number % 15, number / 15);
        // The golden angle gives neighbors very different directions.
        let angle = 2.399_963 * number as f32;
        commands.spawn((
            Transform::from_xyz(36.0 * column as f32 - 252.0, 50.0 * row as f32 - 205.0, 0.0),
            Sprite {
                image: image.clone(),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(23.0)),
                ..default()
            },
            SteeringAgent::new(10.0, 120.0),
            Velocity(Vec3::new(angle.cos(), angle.sin(), 0.0) * 120.0),
            Alignment::default(),
            Wander {
                rate: 0.5,
                spread: 0.2,
                weight: 0.2,
            },
            Contain::circle(vec2(0.0, -30.0), 310.0),
        ));
    }
}

fn measure(agents: Query<&Velocity>, mut best: Local<f32>, mut readout: ResMut<Readout>) {
    let sum: Vec3 = agents
        .iter()
        .map(|velocity| velocity.0.normalize_or_zero())
        .sum();
    let count = agents.iter().len().max(1) as f32;
    let in_step = sum.length() / count;
    *best = best.max(in_step);
    readout.0 = format!("in step: {in_step:.2}, at best {:.2}", *best);
}
