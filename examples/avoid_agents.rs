//! `AvoidAgents`: avoiding collisions with other agents.
//!
//! Run it: `cargo run --example avoid_agents`
//!
//! Watch: all agents go to the opposite side of the ring, and back after eight seconds. Without the
//! behavior they meet in the middle and jam. With it they yield early and circulate.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, Trail, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("all agents go to the opposite side"))
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
    let headings = ["solid bodies alone", "with AvoidAgents"];
    for (index, heading) in headings.into_iter().enumerate() {
        let panel = Panel::beside(index, 2, heading);
        let center = panel.area.center();
        for number in 0..16 {
            let out = 240.0 * Vec2::from_angle(number as f32 * std::f32::consts::TAU / 16.0);
            let mut agent = commands.spawn((
                Transform::from_translation((center + out).extend(0.0)),
                SteeringAgent::new(12.0, 110.0),
                Arrive::new(center - out),
                Ends([center - out, center + out]),
                Sprite {
                    image: image.clone(),
                    color: [palette::AMBER, palette::GREEN][index],
                    custom_size: Some(Vec2::splat(28.0)),
                    ..default()
                },
                Trail::default(),
            ));
            if index == 1 {
                // All sixteen meet at one point, so they look farther ahead than usual.
                agent.insert(AvoidAgents {
                    range: Length::Radii(20.0),
                    ..default()
                });
            }
        }
        commands.spawn(panel);
    }
}

fn change_sides(time: Res<Time>, mut agents: Query<(&Ends, &mut Arrive)>) {
    let way = (time.elapsed_secs() / 8.0) as usize % 2;
    for (ends, mut arrive) in &mut agents {
        arrive.target = ends.0[way].into();
    }
}

fn count_touches(
    agents: Query<(&Transform, Has<AvoidAgents>)>,
    index: SteeringQuery,
    mut touches: Local<[u32; 2]>,
    mut readout: ResMut<Readout>,
) {
    for (transform, avoids) in &agents {
        // The first result is the agent itself.
        let others = index
            .agents_within(transform.translation, 24.2)
            .len()
            .saturating_sub(1);
        touches[usize::from(avoids)] += others as u32;
    }
    readout.0 = format!(
        "ticks in touch: without {}, with {}",
        touches[0], touches[1]
    );
}
