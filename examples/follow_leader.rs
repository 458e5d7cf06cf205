//! `FollowLeader` and `OffsetPursue`: ducklings behind a duck, and wingmen beside a plane.
//!
//! Run it: `cargo run --example follow_leader`
//!
//! Watch: the ducklings come after the duck, and step out of its way when it turns about. The
//! wingmen keep their places beside the leader through each turn.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, Trail, palette};

const RADIUS: f32 = 9.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("behind a leader, and beside it"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, measure.after(SteeringSystems::Locomote));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let walker = |place: Vec2, speed: f32, color: Color| {
        (
            Transform::from_translation(place.extend(1.0)),
            SteeringAgent::new(RADIUS, speed),
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                ..default()
            },
        )
    };

    let panel = Panel::beside(0, 2, "FollowLeader");
    let center = panel.area.center();
    commands.spawn(panel);
    let way = [(-200.0, -220.0), (200.0, -220.0), (0.0, 200.0)];
    let way = Path::new(way.map(|point| center + Vec2::from(point)));
    let back_and_forth = FollowPath::default().with_direction(PathDirection::BackAndForth);
    let duck = walker(way.points[0], 60.0, palette::AMBER);
    let duck = commands.spawn((duck, way, back_and_forth)).id();
    for number in 0..10 {
        let place = center + vec2(-150.0 - 22.0 * number as f32, -250.0);
        let duckling = walker(place, 85.0, palette::GREEN);
        commands.spawn((duckling, FollowLeader::new(duck), AvoidAgents::default()));
    }

    let panel = Panel::beside(1, 2, "OffsetPursue");
    let center = panel.area.center();
    commands.spawn(panel);
    let round = [
        (-180.0, -180.0),
        (180.0, -180.0),
        (180.0, 170.0),
        (-180.0, 170.0),
    ];
    let round = Path::new(round.map(|point| center + Vec2::from(point))).closed();
    let leader = walker(round.points[0], 70.0, palette::RED);
    let leader = commands.spawn((leader, round, FollowPath::default())).id();
    for number in 0..6 {
        let (rank, side) = ((1 + number / 2) as f32, 1.0 - 2.0 * (number % 2) as f32);
        let offset = vec2(-28.0 * rank, 28.0 * rank * side);
        let wingman = walker(center - 180.0 + offset, 130.0, palette::BLUE);
        commands.spawn((wingman, OffsetPursue::new(leader, offset), Trail::default()));
    }
}

fn measure(
    states: Query<&AgentState>,
    followers: Query<(&AgentState, &FollowLeader)>,
    wingmen: Query<(&AgentState, &OffsetPursue)>,
    mut readout: ResMut<Readout>,
) {
    let leader = |target: Target| match target {
        Target::Entity(leader) => states.get(leader).ok(),
        _ => None,
    };
    let mut farthest = 0.0_f32;
    for (state, follow) in &followers {
        if let Some(leader) = leader(follow.target) {
            farthest = farthest.max(state.position().distance(leader.position()));
        }
    }
    let mut off = 0.0_f32;
    for (state, pursue) in &wingmen {
        if let Some(leader) = leader(pursue.target) {
            let place = leader.position() + pursue.offset.rotate(leader.heading());
            off = off.max(state.position().distance(place));
        }
    }
    readout.0 = format!(
        "the last of {} ducklings is {farthest:.0} units behind, one of {} wingmen {off:.0} off",
        followers.iter().len(),
        wingmen.iter().len(),
    );
}
