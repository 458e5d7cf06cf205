//! A state machine: guards wander, chase what they see, flee from a lantern, and give up.
//!
//! Run it: `cargo run --example state_machine`
//!
//! Watch: the thief is at the mouse. Green guards wander. A guard that sees the thief chases it,
//! red, and gives up three seconds after the thief was last in sight. While the lantern burns (the
//! ring around the thief), guards near it flee, blue. Each state is a set of components.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Readout, palette};

const SIGHT: f32 = 260.0;
const LANTERN_LIGHT: f32 = 180.0;
/// Seconds without sight of the thief until a guard gives up.
const PATIENCE: f32 = 3.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("green wanders, red chases, blue flees"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(
            FixedUpdate,
            (change_states, apply_states)
                .chain()
                .before(SteeringSystems::Perceive),
        )
        .add_systems(Update, draw_lantern);
}

#[derive(Component, Clone, Copy, PartialEq, Default)]
#[require(Unseen)]
enum Guard {
    #[default]
    Wanders,
    Chases,
    Flees,
}

/// How long ago a guard saw the thief, seconds.
#[derive(Component, Default)]
struct Unseen(f32);

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    commands.spawn((FollowsMouse, Name::new("thief")));
    for (x, y, width, height) in [
        (-300.0, 120.0, 200.0, 30.0),
        (-200.0, -160.0, 30.0, 200.0),
        (120.0, 60.0, 30.0, 260.0),
        (330.0, -140.0, 220.0, 30.0),
    ] {
        commands.spawn((
            Transform::from_xyz(x, y, 0.0),
            Obstacle::rectangle(width, height),
        ));
    }
    for number in 0..14 {
        let place = 90.0 * (number as f32).sqrt() * Vec2::from_angle(2.399_963 * number as f32);
        commands.spawn((
            Guard::default(),
            Transform::from_translation((place - vec2(0.0, 40.0)).extend(1.0)),
            Sprite {
                image: assets.load("agent.png"),
                custom_size: Some(Vec2::splat(25.0)),
                ..default()
            },
            SteeringAgent::new(11.0, 130.0),
            (AvoidObstacles::default(), AvoidAgents::default()),
            Contain::rectangle(vec2(0.0, -30.0), vec2(1240.0, 620.0)),
        ));
    }
}

fn lantern_burns(time: &Time) -> bool {
    time.elapsed_secs() % 12.0 > 8.0
}

/// Decides by what a guard sees. `set_if_neq` marks only real changes.
fn change_states(
    time: Res<Time>,
    query: SteeringQuery,
    thief: Single<&Transform, With<FollowsMouse>>,
    mut guards: Query<(&Transform, &mut Guard, &mut Unseen), Without<FollowsMouse>>,
) {
    for (transform, mut guard, mut unseen) in &mut guards {
        let distance = transform.translation.distance(thief.translation);
        let sees =
            distance < SIGHT && query.line_of_sight(transform.translation, thief.translation);
        unseen.0 = if sees {
            0.0
        } else {
            unseen.0 + time.delta_secs()
        };
        let next = match *guard {
            _ if lantern_burns(&time) && distance < LANTERN_LIGHT => Guard::Flees,
            Guard::Flees if lantern_burns(&time) && distance < 1.5 * LANTERN_LIGHT => Guard::Flees,
            _ if sees => Guard::Chases,
            Guard::Chases if unseen.0 < PATIENCE => Guard::Chases,
            _ => Guard::Wanders,
        };
        guard.set_if_neq(next);
    }
}

/// Gives a guard the behaviors of its state when the state changes.
fn apply_states(
    thief: Single<Entity, With<FollowsMouse>>,
    mut guards: Query<(Entity, &Guard, &mut Sprite), Changed<Guard>>,
    all: Query<&Guard>,
    mut readout: ResMut<Readout>,
    mut commands: Commands,
) {
    for (entity, guard, mut sprite) in &mut guards {
        let mut entity = commands.entity(entity);
        match guard {
            Guard::Wanders => {
                entity.remove::<(Pursue, Flee)>().insert(Wander::default());
                sprite.color = palette::GREEN;
            }
            Guard::Chases => {
                entity
                    .remove::<(Wander, Flee)>()
                    .insert_if_new(Pursue::new(*thief));
                sprite.color = palette::RED;
            }
            Guard::Flees => {
                entity
                    .remove::<(Wander, Pursue)>()
                    .insert_if_new(Flee::new(*thief));
                sprite.color = palette::BLUE;
            }
        }
    }
    let count = |state: Guard| all.iter().filter(|guard| **guard == state).count();
    readout.0 = format!(
        "wander: {}, chase: {}, flee: {}",
        count(Guard::Wanders),
        count(Guard::Chases),
        count(Guard::Flees),
    );
}

fn draw_lantern(
    time: Res<Time>,
    thief: Single<&Transform, With<FollowsMouse>>,
    mut gizmos: Gizmos,
) {
    if lantern_burns(&time) {
        gizmos.circle_2d(thief.translation.truncate(), LANTERN_LIGHT, palette::AMBER);
    }
}
