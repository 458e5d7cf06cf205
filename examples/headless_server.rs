//! A server without a window: a fixed number of ticks as fast as the machine goes, and a checksum.
//!
//! Run it: `cargo run --example headless_server -- 600`
//!
//! Watch: the last line is the same on every run, on every machine, with any number of threads. A
//! server and its clients can compare the checksum.

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

fn main() -> AppExit {
    let ticks = std::env::args()
        .nth(1)
        .and_then(|number| number.parse().ok());
    let without_pause = ScheduleRunnerPlugin::run_loop(core::time::Duration::ZERO);
    App::new()
        .add_plugins((MinimalPlugins.set(without_pause), example))
        // One tick per update, whatever the clock of the machine says.
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(LastTick(ticks.unwrap_or(600)))
        .run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(SteeringPlugin::default().with_seed(42))
        .add_systems(Startup, spawn)
        .add_systems(FixedLast, report.run_if(resource_exists::<LastTick>));
}

/// The server stops after this tick.
#[derive(Resource)]
struct LastTick(u64);

fn spawn(mut commands: Commands) {
    let player = commands.spawn((
        Transform::from_xyz(200.0, 0.0, 0.0),
        SteeringAgent::new(10.0, 80.0),
        (Wander::default(), AvoidObstacles::default()),
        Contain::circle(Vec2::ZERO, 400.0),
    ));
    let player = player.id();
    for number in 1..500 {
        let place = 18.0 * (number as f32).sqrt() * Vec2::from_angle(2.399_963 * number as f32);
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            SteeringAgent::new(6.0, 60.0),
            Pursue::new(player),
            (
                Flock::default(),
                AvoidObstacles::default(),
                AvoidAgents::default(),
            ),
        ));
    }
    for number in 0..5 {
        let place = 250.0 * Vec2::from_angle(1.2566 * number as f32);
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            Obstacle::circle(40.0),
        ));
    }
}

fn report(
    tick: Res<SteeringTick>,
    last: Res<LastTick>,
    agents: Query<(&AgentId, &Transform)>,
    mut exit: MessageWriter<AppExit>,
) {
    if tick.0 < last.0 {
        return;
    }
    // The order of entities may differ; that of ids does not.
    let mut agents: Vec<_> = agents.iter().collect();
    agents.sort_unstable_by_key(|(id, _)| **id);
    let coordinates = agents.iter().flat_map(|(_, at)| at.translation.to_array());
    let checksum = coordinates.fold(0_u64, |sum, coordinate| {
        sum.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(coordinate.to_bits())
    });
    println!(
        "tick {}: {} agents, checksum {checksum:016x}",
        tick.0,
        agents.len()
    );
    exit.write(AppExit::Success);
}
