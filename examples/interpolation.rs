//! Smooth motion on a fast display: `bevy_transform_interpolation` between fixed ticks.
//!
//! Run it: `cargo run --example interpolation`
//!
//! Watch: both rings turn at ten ticks a second, fewer than a game would use. On the left each
//! tick is a jump. On the right the crate draws the frames between two ticks, and the plugin still
//! gets the `Transform` of the tick.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Panel, Readout, palette};
use bevy_transform_interpolation::prelude::*;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("ten ticks a second"))
        .add_plugins((
            SteeringPlugin::default(),
            TransformInterpolationPlugin::default(),
        ))
        .insert_resource(Time::<Fixed>::from_hz(10.0))
        .add_systems(Startup, spawn)
        .add_systems(Update, measure);
}

/// Where a runner was drawn in the last frame.
#[derive(Component, Default)]
struct LastDrawn(Vec2);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    for (index, heading) in ["ticks alone", "with TransformInterpolation"]
        .into_iter()
        .enumerate()
    {
        let panel = Panel::beside(index, 2, heading);
        let center = panel.area.center();
        let corners = (0..24).map(|corner| {
            center + 200.0 * Vec2::from_angle(core::f32::consts::TAU * corner as f32 / 24.0)
        });
        let ring = commands.spawn(Path::new(corners).closed()).id();
        for number in 0..12 {
            let direction = Vec2::from_angle(core::f32::consts::TAU * number as f32 / 12.0);
            let mut runner = commands.spawn((
                Transform::from_translation((center + 200.0 * direction).extend(0.0)),
                Sprite {
                    image: assets.load("agent.png"),
                    color: [palette::AMBER, palette::GREEN][index],
                    custom_size: Some(Vec2::splat(32.0)),
                    ..default()
                },
                SteeringAgent::new(14.0, 180.0),
                FollowPath::along(ring),
                AvoidAgents::default(),
                LastDrawn::default(),
            ));
            if index == 1 {
                runner.insert((TranslationInterpolation, RotationInterpolation));
            }
        }
        commands.spawn(panel);
    }
}

fn measure(
    mut runners: Query<(&Transform, &mut LastDrawn, Has<TranslationInterpolation>)>,
    mut longest: Local<[f32; 2]>,
    mut readout: ResMut<Readout>,
    mut frames: Local<u32>,
) {
    *frames += 1;
    for (transform, mut last, is_smooth) in &mut runners {
        let step = transform.translation.truncate().distance(last.0);
        last.0 = transform.translation.truncate();
        // The first frames do not count, because runners were not drawn before.
        if *frames > 60 {
            let longest = &mut longest[usize::from(is_smooth)];
            *longest = longest.max(step);
        }
    }
    let [without, with] = *longest;
    readout.0 = format!("longest step of a frame: without {without:.1}, with {with:.1} units");
}
