//! `Combine`: a weighted sum or priorities.
//!
//! Run it: `cargo run --example combine`
//!
//! Watch: the same crowd crosses the same boulders twice. With `WeightedSum` every force counts a
//! little, and in a crowd the other forces outweigh obstacle avoidance. With `Prioritized` (the
//! default) avoidance comes first. An agent that touches a boulder turns red, and the readout
//! counts the time.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("an agent that touches a boulder turns red"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, change_sides.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, count_touches.after(SteeringSystems::Locomote));
}

/// The two ends of an agent's way.
#[derive(Component)]
struct Ends([Vec2; 2]);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let ways = [
        ("WeightedSum", Combine::WeightedSum),
        ("Prioritized", Combine::Prioritized),
    ];
    for (index, (name, combine)) in ways.into_iter().enumerate() {
        let panel = Panel::beside(index, 2, name);
        let center = panel.area.center();
        for (x, y) in [
            (-170.0, 20.0),
            (0.0, -60.0),
            (170.0, 20.0),
            (-85.0, 110.0),
            (85.0, 110.0),
        ] {
            let position = center + vec2(x, y);
            commands.spawn((
                Transform::from_translation(position.extend(0.0)),
                Obstacle::circle(44.0),
            ));
        }
        for number in 0..40 {
            let (column, row) = (number % 10, number / 10);
            let start = vec2(45.0 * column as f32 - 205.0, -180.0 - 28.0 * row as f32);
            commands.spawn((
                Transform::from_translation((center + start).extend(0.0)),
                SteeringAgent::new(8.0, 90.0).with_combine(combine),
                Seek::default(),
                Flock::default(),
                AvoidObstacles::default(),
                // Forces alone, so strong that they outweigh others; limits on the speed hold in
                // either mode.
                AvoidAgents {
                    braking_time: 0.0,
                    weight: 3.0,
                    horizon: 1.5,
                    range: Length::Radii(10.0),
                    margin: Length::Radii(0.25),
                    ..default()
                },
                Ends([center + vec2(0.0, 260.0), center + vec2(0.0, -260.0)]),
                Sprite {
                    image: image.clone(),
                    color: palette::GREEN,
                    custom_size: Some(Vec2::splat(18.0)),
                    ..default()
                },
            ));
        }
        commands.spawn(panel);
    }
}

fn change_sides(time: Res<Time>, mut agents: Query<(&Ends, &mut Seek)>) {
    let way = (time.elapsed_secs() / 8.0) as usize % 2;
    for (ends, mut seek) in &mut agents {
        seek.target = ends.0[way].into();
    }
}

fn count_touches(
    time: Res<Time>,
    mut agents: Query<(&Transform, &SteeringAgent, &mut Sprite)>,
    boulders: SteeringQuery,
    mut seconds: Local<[f32; 2]>,
    mut readout: ResMut<Readout>,
) {
    for (transform, agent, mut sprite) in &mut agents {
        let nearest = boulders.nearest_obstacle(transform.translation);
        let touches = nearest.is_some_and(|nearest| nearest.distance < 1.02 * agent.body_radius);
        if touches {
            seconds[usize::from(agent.combine == Combine::Prioritized)] += time.delta_secs();
        }
        sprite.color = if touches {
            palette::RED
        } else {
            palette::GREEN
        };
    }
    let [sum, tiers] = *seconds;
    readout.0 = format!("seconds in touch: weighted sum {sum:.1}, prioritized {tiers:.1}");
}
