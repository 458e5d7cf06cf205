//! Guards that patrol, chase a thief in sight, search for a lost one, and go back to their beats.
//!
//! Run it: `cargo run --example patrol`
//!
//! Watch: the thief is at the mouse. Each guard walks its beat and sees what is in its cone. A
//! guard that sees the thief chases it, red. Without sight it goes to where it last saw the thief,
//! amber, for at most 4 seconds, and then back to its beat, green.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, FollowsMouse, Readout, palette};

const SIGHT: f32 = 230.0;
const HALF_ANGLE: f32 = 0.6;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin(
        "green patrols, red chases, amber searches; the thief is at the mouse",
    ))
    .add_plugins(SteeringPlugin::default())
    .add_systems(Startup, spawn)
    // The game decides before the tick reads its decision.
    .add_systems(FixedUpdate, decide.before(SteeringSystems::Perceive))
    .add_systems(Update, draw);
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let thief = commands.spawn(FollowsMouse).id();
    for x in [-240.0, 240.0] {
        let tower = Obstacle::rectangle(130.0, 130.0);
        commands.spawn((Transform::from_xyz(x, 0.0, 0.0), tower));
        // Once round the tower.
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|corner| vec2(x, 0.0) + 115.0 * Vec2::from(corner));
        let beat = commands.spawn(Path::new(corners).closed()).id();
        for start in [corners[0], corners[2]] {
            commands.spawn((
                Transform::from_translation(start.extend(1.0)),
                Sprite {
                    image: assets.load("agent.png"),
                    custom_size: Some(Vec2::splat(28.0)),
                    ..default()
                },
                SteeringAgent::new(12.0, 120.0),
                (AvoidObstacles::default(), AvoidAgents::default()),
                // Both behaviors stay. `Pursue` adds nothing until the guard has seen the thief.
                (FollowPath::along(beat), Pursue::new(thief)),
                LineOfSight::default()
                    .within(SIGHT, HALF_ANGLE)
                    .remembering(4.0),
            ));
        }
    }
}

/// A guard leaves its beat for as long as it sees the thief, or remembers where it saw the thief.
fn decide(
    mut guards: Query<(&LastSeen, &mut FollowPath, &mut Sprite)>,
    mut readout: ResMut<Readout>,
) {
    let [mut on_patrol, mut chasing, mut searching] = [0; 3];
    for (last_seen, mut follow, mut sprite) in &mut guards {
        let seen = last_seen.of::<Pursue>();
        let (color, count) = match seen {
            None => (palette::GREEN, &mut on_patrol),
            Some(seen) if seen.age == 0.0 => (palette::RED, &mut chasing),
            Some(_) => (palette::AMBER, &mut searching),
        };
        *count += 1;
        sprite.color = color;
        follow.weight = if seen.is_some() { 0.0 } else { 1.0 };
    }
    readout.0 = format!("on patrol: {on_patrol}, chasing: {chasing}, searching: {searching}");
}

fn draw(
    guards: Query<(&Transform, &Heading, &Sprite, &LastSeen)>,
    paths: Query<&Path>,
    mut gizmos: Gizmos,
) {
    for (transform, heading, sprite, last_seen) in &guards {
        let (place, ahead) = (transform.translation.truncate(), heading.0.truncate());
        let edge = |angle: f32| place + SIGHT * Vec2::from_angle(angle).rotate(ahead);
        let arc = (-4..=4).map(|step| edge(HALF_ANGLE * step as f32 / 4.0));
        gizmos.linestrip_2d([place].into_iter().chain(arc).chain([place]), sprite.color);
        if let Some(seen) = last_seen.of::<Pursue>() {
            gizmos.circle_2d(seen.position, 14.0, palette::CHALK);
        }
    }
    for path in &paths {
        let first = path.points.first();
        gizmos.linestrip_2d(path.points.iter().chain(first).copied(), palette::GRAY);
    }
}
