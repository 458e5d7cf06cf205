//! `ExternalLocomotion`: steering for bodies that the game moves.
//!
//! Run it: `cargo run --example own_movement`
//!
//! Watch: slimes hop after the mouse. The plugin computes the desired velocity
//! (`Steering::desired_velocity`). The game turns it into hops and handles collisions. A game with
//! a physics engine passes the same vector to its character controller.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, palette};

/// Seconds between hops, and the share of that time in the air.
const PERIOD: f32 = 0.8;
const IN_THE_AIR: f32 = 0.5;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("the plugin steers; the game hops"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, hop.after(SteeringSystems::Arbitrate));
}

/// Seconds since the start of the slime's last hop.
#[derive(Component)]
struct Hop(f32);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let mouse = commands.spawn(FollowsMouse).id();
    for number in 0..24 {
        let (column, row) = (number % 6, number / 6);
        commands.spawn((
            Hop(0.137 * number as f32),
            Transform::from_xyz(
                -560.0 + 50.0 * column as f32,
                100.0 - 60.0 * row as f32,
                0.0,
            ),
            SteeringAgent::new(15.0, 110.0),
            ExternalLocomotion,
            Seek::entity(mouse),
            Separation::default(),
            AvoidObstacles::default(),
            AvoidAgents::default(),
            Sprite {
                image: image.clone(),
                color: palette::VIOLET,
                custom_size: Some(Vec2::splat(34.0)),
                ..default()
            },
        ));
    }
    for (x, y, radius) in [
        (-150.0, 60.0, 60.0),
        (170.0, -110.0, 80.0),
        (300.0, 150.0, 45.0),
    ] {
        commands.spawn((Transform::from_xyz(x, y, 0.0), Obstacle::circle(radius)));
    }
}

fn hop(
    time: Res<Time>,
    mut slimes: Query<(
        &Steering,
        &SteeringAgent,
        &mut Hop,
        &mut Transform,
        &mut Velocity,
    )>,
    obstacles: SteeringQuery,
) {
    for (steering, agent, mut hop, mut transform, mut velocity) in &mut slimes {
        hop.0 = (hop.0 + time.delta_secs()) % PERIOD;
        // Others see the mean speed, so that they do not brake at every landing.
        velocity.0 = steering.desired_velocity;

        let flight = hop.0 / (PERIOD * IN_THE_AIR);
        if flight < 1.0 {
            let step = velocity.0 * time.delta_secs() / IN_THE_AIR;
            let (from, to) = (transform.translation, transform.translation + step);
            if obstacles
                .first_obstacle_for_circle(from, to, agent.body_radius)
                .is_none()
            {
                transform.translation = to;
            }
        }
        let height = (4.0 * flight * (1.0 - flight)).max(0.0);
        transform.scale = Vec3::splat(1.0 + 0.5 * height);
        if let Some(heading) = velocity.0.truncate().try_normalize() {
            transform.rotation = MovementSpace::Xy.rotation(heading);
        }
    }
}
