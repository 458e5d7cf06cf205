//! Your own behavior: a component, and a plain system in `SteeringSystems::Behave`.
//!
//! Run it: `cargo run --example own_behavior`
//!
//! Watch: moths circle the lamp, which is the mouse, on orbits (`Orbit`), while gusts (`blow_wind`)
//! push them to the right. The plugin's `Separation` keeps them apart.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "orbits and gusts are the game's own behaviors",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    // In a fixed order, because sums of floats depend on the order.
    .add_systems(
        FixedUpdate,
        (orbit, blow_wind).chain().in_set(SteeringSystems::Behave),
    );
}

/// Circles an entity. It requires `SteeringContributions`, to which its system adds forces.
#[derive(Component)]
#[require(SteeringContributions)]
struct Orbit {
    around: Entity,
    radius: f32,
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let lamp = commands.spawn(FollowsMouse).id();
    for number in 0..30 {
        let position = 260.0 * Vec2::from_angle(2.399_963 * number as f32);
        commands.spawn((
            Transform::from_translation(position.extend(0.0)),
            SteeringAgent::new(7.0, 210.0).with_max_force(900.0),
            Orbit {
                around: lamp,
                radius: 60.0 + 5.0 * number as f32,
            },
            Separation::default(),
            Sprite {
                image: image.clone(),
                color: palette::BLUE,
                custom_size: Some(Vec2::splat(16.0)),
                ..default()
            },
            Trail::default(),
        ));
    }
}

fn orbit(
    time: Res<Time>,
    positions: Query<&Transform>,
    mut agents: Query<(&Orbit, &AgentState, &mut SteeringContributions)>,
) {
    for (orbit, state, mut contributions) in &mut agents {
        let Ok(center) = positions.get(orbit.around) else {
            continue; // the lamp is gone: no force
        };
        let limits = state.motion_limits(time.delta_secs());
        let out = state.position() - center.translation.truncate();
        let inward = (orbit.radius - out.length()) / orbit.radius;
        let along = out.normalize_or(Vec2::X);
        let wanted = along.perp() + 2.0 * inward * along;
        let wanted = wanted.normalize_or_zero() * limits.max_speed;
        let force = limits.force_toward_velocity(state.velocity(), wanted);
        contributions.add(Tier::Goal, force.extend(0.0));
    }
}

fn blow_wind(time: Res<Time>, mut agents: Query<&mut SteeringContributions, With<Orbit>>) {
    let gust = (1.3 * time.elapsed_secs()).sin().max(0.0);
    for mut contributions in &mut agents {
        contributions.add(Tier::Goal, vec3(420.0 * gust, 0.0, 0.0));
    }
}
