//! `Pursue` compared with `Seek`.
//!
//! Run it: `cargo run --example pursue`
//!
//! Watch: both chasers are slower than the red runner. The green one walks straight to the point
//! where they will meet. The amber one turns after the runner in a long curve and stays behind. The
//! readout counts the time within reach.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, Trail, palette};

const RUNNER_SPEED: f32 = 210.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "green pursues, amber seeks, and both are slower than the runner",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    .add_systems(FixedUpdate, run_away.before(SteeringSystems::Perceive))
    .add_systems(FixedUpdate, count.after(SteeringSystems::Locomote));
}

#[derive(Component)]
struct Runner;

/// The start of a chaser in each round.
#[derive(Component)]
struct Start(Vec3);

/// Seconds within reach of the runner.
#[derive(Component, Default)]
struct Contact(f32);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    // The game moves the runner; the plugin only reads its position and velocity.
    let runner = commands
        .spawn((
            Runner,
            Transform::from_xyz(-620.0, 210.0, 0.0),
            SteeringAgent::new(15.0, RUNNER_SPEED).non_solid(),
            ExternalLocomotion,
            Sprite {
                image: image.clone(),
                color: palette::RED,
                custom_size: Some(Vec2::splat(34.0)),
                ..default()
            },
            Trail::default(),
        ))
        .id();
    let chaser = |x: f32| {
        let start = vec3(x, -260.0, 0.0);
        (
            Start(start),
            Transform::from_translation(start),
            SteeringAgent::new(13.0, 165.0).non_solid(),
            Contact::default(),
            Trail::default(),
        )
    };
    let pursue = Pursue {
        max_prediction: 5.0,
        ..Pursue::new(runner)
    };
    commands.spawn((
        chaser(30.0),
        pursue,
        Sprite {
            image: image.clone(),
            color: palette::GREEN,
            custom_size: Some(Vec2::splat(34.0)),
            ..default()
        },
    ));
    commands.spawn((
        chaser(-30.0),
        Seek::entity(runner),
        Sprite {
            image: image.clone(),
            color: palette::AMBER,
            custom_size: Some(Vec2::splat(34.0)),
            ..default()
        },
    ));
}

/// Runs straight across in each round; the chasers restart at the bottom.
fn run_away(
    time: Res<Time>,
    runner: Single<(&mut Transform, &mut Velocity), With<Runner>>,
    mut chasers: Query<(&mut Transform, &mut Velocity, &Start), Without<Runner>>,
) {
    let (mut transform, mut velocity) = runner.into_inner();
    velocity.0 = Vec3::X * RUNNER_SPEED;
    transform.translation += velocity.0 * time.delta_secs();
    if transform.translation.x > 620.0 {
        transform.translation.x = -620.0;
        for (mut transform, mut velocity, start) in &mut chasers {
            transform.translation = start.0;
            velocity.0 = Vec3::ZERO;
        }
    }
}

fn count(
    time: Res<Time>,
    runner: Single<&Transform, With<Runner>>,
    mut chasers: Query<(&Transform, &mut Contact, Has<Pursue>)>,
    mut readout: ResMut<Readout>,
) {
    let mut seconds = [0.0, 0.0];
    for (transform, mut contact, pursues) in &mut chasers {
        if transform.translation.distance(runner.translation) < 40.0 {
            contact.0 += time.delta_secs();
        }
        seconds[usize::from(pursues)] = contact.0;
    }
    let [seek, pursue] = seconds;
    readout.0 = format!("seconds within reach: pursue {pursue:.1}, seek {seek:.1}");
}
