//! `Hide`: thieves keep stones between themselves and the guards.
//!
//! Run it: `cargo run --example hide`
//!
//! Watch: the red ring is a guard, and so is the gray agent that walks its round. A gray line is
//! drawn from a guard to each thief that it sees. Thieves move on when a guard comes round their
//! stone. A thief without a place to hide flees.

use bevy::prelude::*;
use bevy_horde::behaviors::HideState;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Readout, palette};

const RADIUS: f32 = 9.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("green thieves hide from two guards"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, look_for_thieves);
}

#[derive(Component)]
struct Guard;

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let image = assets.load("agent.png");
    let sprite = |color: Color| Sprite {
        image: image.clone(),
        color,
        custom_size: Some(Vec2::splat(2.3 * RADIUS)),
        ..default()
    };
    let first = commands.spawn((FollowsMouse, Guard)).id();
    let round = [
        (-480.0, -240.0),
        (480.0, -240.0),
        (480.0, 220.0),
        (-480.0, 220.0),
    ];
    let second = commands.spawn((
        Transform::from_xyz(480.0, 220.0, 1.0),
        (
            Guard,
            SteeringAgent::new(RADIUS, 70.0),
            sprite(palette::GRAY),
        ),
        (
            FollowPath::default(),
            Path::new(round.map(Vec2::from)).closed(),
        ),
    ));
    let guards = [first, second.id()];
    for number in 0..11 {
        let place =
            vec2(150.0, 68.0) * (number as f32).sqrt() * Vec2::from_angle(2.4 * number as f32);
        let stone = if number % 3 == 0 {
            Obstacle::rectangle(90.0, 40.0)
        } else {
            Obstacle::circle(32.0)
        };
        let rotation = Quat::from_rotation_z(0.7 * number as f32);
        let place = Transform::from_translation((place - vec2(0.0, 20.0)).extend(0.0));
        commands.spawn((place.with_rotation(rotation), stone));
    }
    for number in 0..12 {
        let place = vec2(
            90.0 * (number % 4) as f32 - 135.0,
            110.0 * (number / 4) as f32 - 165.0,
        );
        commands.spawn((
            Transform::from_translation(place.extend(1.0)),
            sprite(palette::GREEN),
            SteeringAgent::new(RADIUS, 110.0),
            Hide::from_all(guards.map(Target::from)),
            (AvoidObstacles::default(), AvoidAgents::default()),
            Contain::rectangle(vec2(0.0, -20.0), vec2(1200.0, 580.0)),
        ));
    }
}

/// Draws a line from each guard to each thief in its sight. A thief that knows no hiding place
/// flees.
fn look_for_thieves(
    query: SteeringQuery,
    guards: Query<(Entity, &Transform), With<Guard>>,
    thieves: Query<(Entity, &Transform, &HideState, Has<Flee>)>,
    mut gizmos: Gizmos,
    mut readout: ResMut<Readout>,
    mut commands: Commands,
) {
    let (mut seen, mut fleeing) = (0, 0);
    for (thief, transform, hiding, flees) in &thieves {
        let place = transform.translation;
        let mut is_seen = false;
        for (_, guard) in &guards {
            if query.line_of_sight(guard.translation, place) {
                is_seen = true;
                gizmos.line_2d(
                    guard.translation.truncate(),
                    place.truncate(),
                    palette::LINE,
                );
            }
        }
        seen += usize::from(is_seen);
        fleeing += usize::from(flees);
        let nearest = guards.iter().min_by(|(_, one), (_, other)| {
            let distance = |guard: &Transform| guard.translation.distance(place);
            distance(one).total_cmp(&distance(other))
        });
        match nearest {
            Some((guard, _)) if hiding.place.is_none() => {
                commands.entity(thief).insert(Flee::new(guard));
            }
            _ if flees => {
                commands.entity(thief).remove::<Flee>();
            }
            _ => {}
        }
    }
    readout.0 = format!(
        "seen: {seen} of {}, fleeing: {fleeing}",
        thieves.iter().len()
    );
}
