//! `SteeringDisabled`: switching agents off and on.
//!
//! Run it: `cargo run --example disable`
//!
//! Watch: all agents follow the mouse. Every two seconds another third is switched off, gray; the
//! others walk around them.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Readout, palette};

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("the gray ones are switched off"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, take_turns.before(SteeringSystems::Perceive));
}

/// The third that an agent belongs to.
#[derive(Component)]
struct Shift(u32);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let mouse = commands.spawn(FollowsMouse).id();
    for number in 0..60 {
        let (column, row) = (number % 10, number / 10);
        commands.spawn((
            Shift(number % 3),
            Transform::from_xyz(40.0 * column as f32 - 560.0, 40.0 * row as f32 - 160.0, 0.0),
            SteeringAgent::new(11.0, 120.0),
            Seek::entity(mouse),
            Flock::default(),
            AvoidAgents::default(),
            Sprite {
                image: image.clone(),
                color: palette::GREEN,
                custom_size: Some(Vec2::splat(25.0)),
                ..default()
            },
        ));
    }
}

fn take_turns(
    time: Res<Time>,
    mut agents: Query<(Entity, &Shift, Has<SteeringDisabled>, &mut Sprite)>,
    mut readout: ResMut<Readout>,
    mut commands: Commands,
) {
    let asleep = (time.elapsed_secs() / 2.0) as u32 % 3;
    let mut sleepers = 0;
    for (entity, shift, is_disabled, mut sprite) in &mut agents {
        let sleeps = shift.0 == asleep;
        sleepers += u32::from(sleeps);
        if sleeps && !is_disabled {
            commands.entity(entity).insert(SteeringDisabled);
            sprite.color = palette::GRAY;
        } else if !sleeps && is_disabled {
            commands.entity(entity).remove::<SteeringDisabled>();
            sprite.color = palette::GREEN;
        }
    }
    readout.0 = format!("switched off: {sleepers}");
}
