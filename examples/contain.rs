//! `Contain`: staying inside a rectangle, a circle and a polygon.
//!
//! Run it: `cargo run --example contain`
//!
//! Watch: wandering agents turn before the border and glide along it. The amber ones try to leave
//! with full force, to the lower right, and stop at the border.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("no agent leaves its region"))
        .add_plugins(SteeringPlugin::default().with_seed(3))
        .add_systems(Startup, spawn)
        .add_systems(Update, draw_regions);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    for (index, name) in ["a rectangle", "a circle", "a polygon"]
        .into_iter()
        .enumerate()
    {
        let panel = Panel::beside(index, 3, name);
        let center = panel.area.center();
        let bent = [
            (-170.0, -220.0),
            (170.0, -220.0),
            (170.0, -20.0),
            (0.0, -20.0),
            (0.0, 220.0),
            (-170.0, 220.0),
        ];
        let contain = match index {
            0 => Contain::rectangle(center, vec2(340.0, 440.0)),
            1 => Contain::circle(center, 170.0),
            _ => Contain::polygon(bent.map(|corner| center + Vec2::from(corner))),
        };
        for number in 0..6 {
            let position = center + vec2(-90.0, -90.0) + Vec2::from_angle(number as f32) * 40.0;
            let walker = (
                Transform::from_translation(position.extend(0.0))
                    .with_rotation(Quat::from_rotation_z(number as f32)),
                Sprite {
                    image: image.clone(),
                    color: [palette::GREEN, palette::AMBER][number / 4],
                    custom_size: Some(Vec2::splat(21.0)),
                    ..default()
                },
                SteeringAgent::new(9.0, 90.0),
                contain.clone(),
            );
            if number < 4 {
                commands.spawn((walker, Wander::default()));
            } else {
                let outside = center + vec2(600.0, -100.0 - 150.0 * number as f32);
                commands.spawn((walker, Seek::new(outside)));
            }
        }
        commands.spawn(panel);
    }
}

fn draw_regions(agents: Query<&Contain>, mut gizmos: Gizmos) {
    for contain in &agents {
        match &contain.region {
            Region::Rectangle { center, half_size } => {
                gizmos.rect_2d(*center, 2.0 * half_size, palette::CHALK);
            }
            Region::Circle { center, radius } => {
                gizmos.circle_2d(*center, *radius, palette::CHALK);
            }
            Region::Polygon { points } => {
                let ring = points.iter().chain(points.first()).copied();
                gizmos.linestrip_2d(ring, palette::CHALK);
            }
            _ => {}
        }
    }
}
