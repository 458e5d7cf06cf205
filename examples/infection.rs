//! `Target::NearestOf`: zombies chase the nearest human, and humans run from the nearest zombie.
//!
//! Run it: `cargo run --example infection`
//!
//! Watch: a zombie sees 60 degrees to each side, and not through walls. It remembers for two
//! seconds where it last saw a human. A human that a zombie touches becomes a zombie. When there
//! are no humans left, the round begins again.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

/// Bits of the groups. Bit 0 is the group of agents that have no other.
const HUMANS: u32 = 1 << 1;
const ZOMBIES: u32 = 1 << 2;
const RADIUS: f32 = 10.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("green zombies, white humans"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, spawn_walls)
        .add_systems(FixedUpdate, begin_round.before(SteeringSystems::Perceive))
        .add_systems(
            FixedUpdate,
            (bite, read_out).chain().after(SteeringSystems::Locomote),
        );
}

#[derive(Component)]
struct Human;

fn spawn_walls(mut commands: Commands) {
    commands.spawn(Camera2d);
    for (x, y, width, height) in [
        (-330.0, 100.0, 30.0, 220.0),
        (-120.0, -140.0, 240.0, 30.0),
        (60.0, 130.0, 200.0, 30.0),
        (300.0, -60.0, 30.0, 240.0),
    ] {
        commands.spawn((
            Transform::from_xyz(x, y, 0.0),
            Obstacle::rectangle(width, height),
        ));
    }
}

fn begin_round(
    humans: Query<(), With<Human>>,
    agents: Query<Entity, With<SteeringAgent>>,
    assets: Res<AssetServer>,
    mut commands: Commands,
) {
    if !humans.is_empty() {
        return;
    }
    for agent in &agents {
        commands.entity(agent).despawn();
    }
    for number in 0..60 {
        let place = 48.0 * (number as f32).sqrt() * Vec2::from_angle(2.399_963 * number as f32);
        let mut agent = commands.spawn((
            Transform::from_translation((1.5 * place - vec2(0.0, 30.0)).extend(1.0)),
            Sprite {
                image: assets.load("agent.png"),
                color: palette::CHALK,
                custom_size: Some(Vec2::splat(2.3 * RADIUS)),
                ..default()
            },
            SteeringAgent::new(RADIUS, 85.0),
            // An agent that sees no target would run straight on.
            Wander {
                weight: 0.3,
                ..default()
            },
            (AvoidObstacles::default(), AvoidAgents::default()),
            Contain::rectangle(vec2(0.0, -30.0), vec2(1200.0, 600.0)),
        ));
        if number < 4 {
            turn_into_zombie(&mut agent);
        } else {
            let groups = Perception {
                memberships: HUMANS,
                ..default()
            };
            agent.insert((
                Human,
                groups,
                Evade::new(Target::NearestOf(ZOMBIES)).within(120.0),
            ));
        }
    }
}

fn turn_into_zombie(agent: &mut EntityCommands) {
    let sight = LineOfSight {
        // Neighbors are heard through walls.
        neighbors: false,
        ..default()
    };
    agent.remove::<(Human, Evade)>().insert((
        SteeringAgent::new(RADIUS, 110.0),
        Perception {
            memberships: ZOMBIES,
            ..default()
        },
        Pursue::new(Target::NearestOf(HUMANS)),
        sight.within(300.0, 60_f32.to_radians()).remembering(2.0),
    ));
}

fn bite(
    query: SteeringQuery,
    zombies: Query<(Entity, &Transform), (With<Pursue>, Without<Human>)>,
    mut sprites: Query<&mut Sprite>,
    mut commands: Commands,
) {
    for (entity, transform) in &zombies {
        if let Ok(mut sprite) = sprites.get_mut(entity) {
            sprite.color = palette::GREEN;
        }
        let reach = query.in_groups(HUMANS);
        for hit in reach.agents_within(transform.translation, 2.3 * RADIUS) {
            turn_into_zombie(&mut commands.entity(hit.entity));
        }
    }
}

fn read_out(humans: Query<(), With<Human>>, mut readout: ResMut<Readout>) {
    readout.0 = format!("humans left: {}", humans.iter().len());
}
