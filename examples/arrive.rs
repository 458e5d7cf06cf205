//! `Arrive`: moves to a target and stops exactly there.
//!
//! Run it: `cargo run --example arrive`
//!
//! Watch: four ways to stop at a mark. The first two differ in `deceleration`, the others in
//! `slowing_distance`. No agent overshoots or creeps. After seven seconds they go back.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("four ways to stop on the mark"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, turn_round.before(SteeringSystems::Perceive))
        .add_systems(Update, draw_marks);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let ways = [
        ("hard brakes", 1.0, Length::ZERO, palette::RED),
        ("the defaults", 0.6, Length::ZERO, palette::GREEN),
        ("brakes early", 0.6, Length::World(200.0), palette::AMBER),
        ("brakes earlier", 0.6, Length::World(400.0), palette::BLUE),
    ];
    for (number, (name, deceleration, slowing_distance, color)) in ways.into_iter().enumerate() {
        let height = 180.0 - 120.0 * number as f32;
        commands.spawn((
            Name::new(name),
            Transform::from_xyz(-420.0, height, 0.0),
            SteeringAgent::new(18.0, 500.0).with_max_force(600.0),
            Arrive {
                target: vec2(420.0, height).into(),
                deceleration,
                slowing_distance,
                ..default()
            },
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(41.0)),
                ..default()
            },
            Trail::default(),
        ));
    }
}

fn turn_round(time: Res<Time>, mut agents: Query<(&Transform, &mut Arrive)>) {
    let way_there = ((time.elapsed_secs() / 7.0) as u32).is_multiple_of(2);
    for (transform, mut arrive) in &mut agents {
        let x = if way_there { 420.0 } else { -420.0 };
        arrive.target = vec2(x, transform.translation.y).into();
    }
}

fn draw_marks(agents: Query<(&Name, &Arrive, &Transform)>, mut gizmos: Gizmos) {
    for (name, arrive, transform) in &agents {
        if let Some(mark) = arrive.target.fixed_place(MovementSpace::Xy) {
            gizmos.cross_2d(mark, 26.0, palette::CHALK);
            gizmos.circle_2d(mark, 26.0, palette::LINE);
        }
        let label = vec2(-80.0, transform.translation.y + 34.0);
        gizmos.text_2d(label, name, 14.0, vec2(-0.5, 0.0), palette::CHALK);
    }
}
