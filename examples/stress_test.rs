//! How many agents does this machine take? A horde of any size, and what a tick costs.
//!
//! Run it: `cargo run --release --example stress_test -- 20000`
//!
//! Watch: two crowds cross. The line below says what the stages of one tick take, and how many
//! frames a second are drawn. The number on the command line is the number of agents; 5000 without.

use bevy::diagnostic::{Diagnostic, DiagnosticPath, DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("two crowds cross"))
        .add_plugins(SteeringPlugin::default())
        .add_plugins(SteeringDiagnosticsPlugin::default())
        .add_plugins(FrameTimeDiagnosticsPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, turn_back.before(SteeringSystems::Perceive))
        .add_systems(Update, read_out);
}

/// The two ends of an agent's way; the agent goes to the first.
#[derive(Component)]
struct Ends([Vec2; 2]);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let number = std::env::args()
        .nth(1)
        .and_then(|number| number.parse().ok());
    let count = number.unwrap_or(5_000_u32);
    let (body_radius, gap) = (4.0, 11.0);
    let rows = (count as f32 / 3.0).sqrt().ceil();
    // The camera shows both crowds and the ground between them.
    let width = 2.5 * gap * count as f32 / (2.0 * rows);
    let scale = (width / 1280.0).max(gap * rows / 640.0);
    let zoom = OrthographicProjection {
        scale,
        ..OrthographicProjection::default_2d()
    };
    commands.spawn((Camera2d, Projection::Orthographic(zoom)));
    let image = assets.load("agent.png");
    for number in 0..count {
        let side = [-1.0, 1.0][number as usize % 2];
        let (rank, row) = ((number / 2) as f32 / rows, (number / 2) as f32 % rows);
        let x = side * (60.0 + gap * rank.floor());
        let start = vec2(x, gap * (row - 0.5 * rows) + 0.3 * rank.fract());
        commands.spawn((
            Transform::from_translation(start.extend(0.0)),
            Sprite {
                image: image.clone(),
                color: if side < 0.0 {
                    palette::BLUE
                } else {
                    palette::AMBER
                },
                custom_size: Some(Vec2::splat(2.3 * body_radius)),
                ..default()
            },
            SteeringAgent::new(body_radius, 40.0),
            Seek::new(vec2(-x, start.y)),
            Ends([vec2(-x, start.y), start]),
            AvoidAgents::default(),
        ));
    }
}

fn turn_back(mut agents: Query<(&AgentState, &mut Ends, &mut Seek)>) {
    for (state, mut ends, mut seek) in &mut agents {
        if state.position().distance(ends.0[0]) < 20.0 {
            ends.0.swap(0, 1);
            seek.target = ends.0[0].into();
        }
    }
}

fn read_out(
    diagnostics: Res<DiagnosticsStore>,
    agents: Query<(), With<SteeringAgent>>,
    mut readout: ResMut<Readout>,
) {
    let mean = |path: &DiagnosticPath| {
        let value = diagnostics.get(path);
        value.and_then(Diagnostic::average).unwrap_or(0.0)
    };
    let stages = [
        ("perceive", SteeringDiagnosticsPlugin::PERCEIVE),
        ("behave", SteeringDiagnosticsPlugin::BEHAVE),
        ("arbitrate", SteeringDiagnosticsPlugin::ARBITRATE),
        ("locomote", SteeringDiagnosticsPlugin::LOCOMOTE),
    ];
    let stages = stages.map(|(name, path)| format!("{name} {:.2} ms", mean(&path)));
    readout.0 = format!(
        "{} agents: {}; {:.0} frames a second",
        agents.iter().len(),
        stages.join(", "),
        mean(&FrameTimeDiagnosticsPlugin::FPS),
    );
}
