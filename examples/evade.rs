//! `Evade` compared with `Flee`.
//!
//! Run it: `cargo run --example evade`
//!
//! Watch: carts come along two lanes. Above, chickens flee from the cart's position, along the
//! lane, and the cart runs over them. Below, they evade the predicted position and leave the lane.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

const CART_SPEED: f32 = 400.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("upper lane: Flee; lower lane: Evade"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, drive.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, count.after(SteeringSystems::Locomote));
}

#[derive(Component)]
struct Cart;

/// The start of a chicken in each round.
#[derive(Component)]
struct Home(Vec2);

/// Whether the cart is on this chicken now, and how often that happened.
#[derive(Component, Default)]
struct RunOver {
    now: bool,
    times: u32,
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for (lane, height) in [150.0, -150.0].into_iter().enumerate() {
        let cart = commands
            .spawn((
                Cart,
                Transform::from_xyz(-640.0, height, 0.0),
                SteeringAgent::new(30.0, CART_SPEED).non_solid(),
                ExternalLocomotion,
                Sprite {
                    image: image.clone(),
                    color: palette::RED,
                    custom_size: Some(Vec2::splat(69.0)),
                    ..default()
                },
            ))
            .id();
        for number in 0..7 {
            let aside = if number % 2 == 0 { 14.0 } else { -14.0 };
            let home = vec2(150.0 * number as f32 - 400.0, height + aside);
            let mut chicken = commands.spawn((
                Transform::from_translation(home.extend(1.0)),
                SteeringAgent::new(10.0, 130.0).non_solid(),
                Home(home),
                RunOver::default(),
                Sprite {
                    image: image.clone(),
                    color: [palette::AMBER, palette::GREEN][lane],
                    custom_size: Some(Vec2::splat(23.0)),
                    ..default()
                },
            ));
            if lane == 0 {
                chicken.insert(Flee::new(cart).within(260.0));
            } else {
                chicken.insert(Evade::new(cart).within(260.0));
            }
        }
    }
}

/// Moves the carts along their lanes. A cart beyond the right edge restarts the round.
fn drive(
    time: Res<Time>,
    mut carts: Query<(&mut Transform, &mut Velocity), With<Cart>>,
    mut chickens: Query<(&mut Transform, &mut Velocity, &Home), Without<Cart>>,
) {
    for (mut transform, mut velocity) in &mut carts {
        velocity.0 = Vec3::X * CART_SPEED;
        transform.translation += velocity.0 * time.delta_secs();
        if transform.translation.x > 1000.0 {
            transform.translation.x = -800.0;
            for (mut transform, mut velocity, home) in &mut chickens {
                transform.translation = home.0.extend(1.0);
                velocity.0 = Vec3::ZERO;
            }
        }
    }
}

fn count(
    carts: Query<&Transform, With<Cart>>,
    mut chickens: Query<(&Transform, &mut RunOver, Has<Evade>)>,
    mut readout: ResMut<Readout>,
) {
    let mut times = [0, 0];
    for (transform, mut run_over, evades) in &mut chickens {
        let position = transform.translation.truncate();
        let hit = carts
            .iter()
            .any(|cart| cart.translation.truncate().distance(position) < 40.0);
        run_over.times += u32::from(hit && !run_over.now);
        run_over.now = hit;
        times[usize::from(evades)] += run_over.times;
    }
    readout.0 = format!("run over: flee {}, evade {}", times[0], times[1]);
}
