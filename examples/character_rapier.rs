//! `ExternalLocomotion` with the character controller of a physics engine, here rapier's.
//!
//! Run it: `cargo run --example character_rapier`
//!
//! Watch: guards chase the mouse. The plugin decides where to go. Rapier's
//! `KinematicCharacterController` moves each guard, slides it along stones, and pushes the crates
//! that only rapier knows.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Readout, palette};
use bevy_rapier2d::prelude::{
    Collider, Damping, KinematicCharacterController, KinematicCharacterControllerOutput,
    NoUserData, PhysicsSet, RapierConfiguration, RapierPhysicsPlugin, RigidBody,
};

const RADIUS: f32 = 12.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    let physics = RapierPhysicsPlugin::<NoUserData>::pixels_per_meter(20.0).in_fixed_schedule();
    app.add_plugins(ExamplePlugin(
        "the plugin steers, rapier's character controller moves",
    ))
    .add_plugins((physics, SteeringPlugin::default()))
    .init_resource::<Pushes>()
    .add_systems(Startup, spawn)
    .add_systems(
        FixedUpdate,
        (
            ask_to_move
                .after(SteeringSystems::Arbitrate)
                .before(PhysicsSet::SyncBackend),
            take_over.after(PhysicsSet::Writeback),
        ),
    );
}

/// The contacts of all guards with crates. A lasting contact counts once in each tick.
#[derive(Resource, Default)]
struct Pushes(usize);

#[derive(Component)]
struct Crate;

fn spawn(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut physics: Single<&mut RapierConfiguration>,
) {
    physics.gravity = Vec2::ZERO;
    commands.spawn(Camera2d);
    let mouse = commands.spawn(FollowsMouse).id();
    for (x, y, width, height, angle) in [
        (-260.0, 120.0, 200.0, 60.0, 0.3),
        (-200.0, -180.0, 80.0, 120.0, 0.0),
        (210.0, 140.0, 120.0, 90.0, -0.4),
        (280.0, -150.0, 220.0, 50.0, 0.2),
    ] {
        let rotation = Quat::from_rotation_z(angle);
        commands.spawn((
            Transform::from_xyz(x, y, 0.0).with_rotation(rotation),
            (
                RigidBody::Fixed,
                Collider::cuboid(0.5 * width, 0.5 * height),
            ),
            Obstacle::rectangle(width, height),
        ));
    }
    for number in 0..24 {
        let (x, y) = (
            -66.0 + 44.0 * (number % 4) as f32,
            44.0 * (number / 4) as f32 - 130.0,
        );
        commands.spawn((
            (Transform::from_xyz(x, y, 0.5), Crate),
            (RigidBody::Dynamic, Collider::cuboid(9.0, 9.0)),
            Damping {
                linear_damping: 4.0,
                angular_damping: 4.0,
            },
            Sprite::from_color(palette::AMBER, Vec2::splat(18.0)),
        ));
    }
    for number in 0..16 {
        let place = vec2(
            -560.0 + 40.0 * (number / 8) as f32,
            -150.0 + 42.0 * (number % 8) as f32,
        );
        commands.spawn((
            Transform::from_translation(place.extend(1.0)),
            Sprite {
                image: assets.load("agent.png"),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                ..default()
            },
            (SteeringAgent::new(RADIUS, 130.0), ExternalLocomotion),
            (Pursue::new(mouse), Flock::default()),
            (AvoidObstacles::default(), AvoidAgents::default()),
            (RigidBody::KinematicPositionBased, Collider::ball(RADIUS)),
            KinematicCharacterController::default(),
        ));
    }
}

/// Hands the desired velocity to rapier, which moves the body as far as it can.
fn ask_to_move(time: Res<Time>, mut guards: Query<(&Steering, &mut KinematicCharacterController)>) {
    for (steering, mut controller) in &mut guards {
        let step = steering.desired_velocity.truncate() * time.delta_secs();
        controller.translation = Some(step);
    }
}

/// Tells the plugin how fast the body has moved, and turns the body to its desired velocity.
fn take_over(
    time: Res<Time>,
    crates: Query<(), With<Crate>>,
    mut pushes: ResMut<Pushes>,
    mut readout: ResMut<Readout>,
    mut guards: Query<(
        &KinematicCharacterControllerOutput,
        &Steering,
        &mut Velocity,
        &mut Transform,
    )>,
) {
    for (moved, steering, mut velocity, mut transform) in &mut guards {
        velocity.0 = (moved.effective_translation / time.delta_secs()).extend(0.0);
        if let Some(heading) = steering.desired_velocity.truncate().try_normalize() {
            transform.rotation = MovementSpace::Xy.rotation(heading);
        }
        let hits = moved.collisions.iter();
        pushes.0 += hits.filter(|hit| crates.contains(hit.entity)).count();
    }
    readout.0 = format!("crates pushed: {}", pushes.0);
}
