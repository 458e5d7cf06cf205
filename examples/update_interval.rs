//! `UpdateInterval`: distant agents decide less often, and cost less.
//!
//! Run it: `cargo run --release --example update_interval`
//!
//! Watch: the red ring is the camera's focus. Green agents near it decide in every tick, blue ones
//! in every fourth, violet ones in every eighth. All of them move in every tick. The line below
//! says how many decide in this tick.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Readout, palette};

/// Of each ring: its reach from the focus, world units; the ticks from one decision of an agent in
/// it to the next; the agent's color.
const RINGS: [(f32, u8, Color); 3] = [
    (150.0, 1, palette::GREEN),
    (300.0, 4, palette::BLUE),
    (f32::INFINITY, 8, palette::VIOLET),
];

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("far from the ring agents decide less often"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, set_intervals.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    commands.spawn(FollowsMouse);
    let image = assets.load("agent.png");
    for number in 0..600 {
        let place = 19.0 * (number as f32).sqrt() * Vec2::from_angle(2.4 * number as f32);
        commands.spawn((
            Transform::from_translation((vec2(1.2, 0.6) * place).extend(1.0)),
            Sprite {
                image: image.clone(),
                custom_size: Some(Vec2::splat(13.0)),
                ..default()
            },
            (SteeringAgent::new(5.0, 60.0), UpdateInterval::default()),
            (Flock::default(), Wander::default(), AvoidAgents::default()),
            Contain::rectangle(vec2(0.0, -20.0), vec2(1240.0, 620.0)),
        ));
    }
}

fn set_intervals(
    focus: Single<&Transform, With<FollowsMouse>>,
    mut agents: Query<(&AgentState, &mut UpdateInterval, &mut Sprite)>,
) {
    let focus = focus.translation.truncate();
    for (state, mut interval, mut sprite) in &mut agents {
        let distance = state.position().distance(focus);
        let ring = RINGS.iter().find(|(reach, ..)| distance < *reach);
        let (_, ticks, color) = ring.unwrap_or(&RINGS[2]);
        // A change is marked only where there is one.
        interval.set_if_neq(UpdateInterval { ticks: *ticks });
        sprite.color = *color;
    }
}

fn measure(
    agents: Query<(&AgentState, &UpdateInterval)>,
    mut gizmos: Gizmos,
    focus: Single<&Transform, With<FollowsMouse>>,
    mut readout: ResMut<Readout>,
) {
    for (reach, ..) in &RINGS[..2] {
        gizmos.circle_2d(focus.translation.truncate(), *reach, palette::LINE);
    }
    let deciding = agents.iter().filter(|(state, _)| state.is_updating());
    readout.0 = format!("deciding: {} of {}", deciding.count(), agents.iter().len());
}
