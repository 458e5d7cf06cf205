//! `Separation`: keeping distance from neighbors.
//!
//! Run it: `cargo run --example separation`
//!
//! Watch: two crowds arrive at a point each. Without separation their solid bodies touch. With it
//! they keep apart, so the crowd is wider.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, palette};

const RADIUS: f32 = 9.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("the same crowd without and with separation"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for (index, heading) in ["Arrive only", "Arrive and Separation"]
        .into_iter()
        .enumerate()
    {
        let panel = Panel::beside(index, 2, heading);
        let center = panel.area.center();
        for number in 0..40 {
            let (sin, cos) = (number as f32 * std::f32::consts::TAU / 40.0).sin_cos();
            let mut agent = commands.spawn((
                Transform::from_translation((center + 260.0 * vec2(cos, sin)).extend(0.0)),
                Sprite {
                    image: image.clone(),
                    color: [palette::AMBER, palette::GREEN][index],
                    custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                    ..default()
                },
                SteeringAgent::new(RADIUS, 90.0),
                Arrive {
                    weight: 0.5,
                    ..Arrive::new(center)
                },
            ));
            if index == 1 {
                agent.insert(Separation {
                    view: View::all(Length::Radii(5.0)),
                    ..default()
                });
            }
        }
        commands.spawn(panel);
    }
}
