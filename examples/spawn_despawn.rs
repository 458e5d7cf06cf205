//! Agents that come and go: a source, a goal that ends them, and a target that disappears.
//!
//! Run it: `cargo run --example spawn_despawn`
//!
//! Watch: ants leave the nest and carry the crumb away: each ant that arrives takes a piece and
//! despawns. When the crumb is eaten, another lies elsewhere. Ants whose target has despawned run
//! on without a force until they get the next crumb.

use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};

/// Seconds between two ants.
const PERIOD: f32 = 0.15;
/// Distance between the centers of an ant and the crumb that it eats from, world units.
const REACH: f32 = 24.0;
/// Pieces of a crumb.
const PIECES: u32 = 12;
const NEST: Vec2 = vec2(-480.0, 0.0);

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    app.add_plugins(ExamplePlugin("from the nest to the crumb"))
        .add_plugins(SteeringPlugin::default())
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
            commands.spawn((
                Transform::from_translation(NEST.extend(0.0)),
                Sprite::from_color(palette::STONE, Vec2::splat(60.0)),
            ));
            for (x, y) in [(-150.0, 40.0), (60.0, -140.0), (100.0, 150.0)] {
                commands.spawn((Transform::from_xyz(x, y, 0.0), Obstacle::circle(60.0)));
            }
        })
        .add_systems(
            FixedUpdate,
            (drop_crumb, spawn_ants, choose_target)
                .chain()
                .before(SteeringSystems::Perceive),
        )
        .add_systems(
            FixedUpdate,
            (eat, read_out).chain().after(SteeringSystems::Locomote),
        );
}

/// A crumb, and the pieces that are left of it.
#[derive(Component)]
struct Crumb(u32);

#[derive(Component)]
struct Ant;

fn drop_crumb(crumbs: Query<(), With<Crumb>>, mut number: Local<u32>, mut commands: Commands) {
    if crumbs.is_empty() {
        let place = vec2(420.0, -20.0) + 150.0 * Vec2::from_angle(2.4 * *number as f32);
        *number += 1;
        commands.spawn((
            Crumb(PIECES),
            Transform::from_translation(place.extend(0.0)),
            Sprite::from_color(palette::AMBER, Vec2::splat(26.0)),
        ));
    }
}

fn spawn_ants(
    time: Res<Time>,
    assets: Res<AssetServer>,
    mut next: Local<f32>,
    mut number: Local<u32>,
    mut commands: Commands,
) {
    *next -= time.delta_secs();
    if *next > 0.0 {
        return;
    }
    *next += PERIOD;
    *number += 1;
    let place = NEST + 26.0 * Vec2::from_angle(2.399_963 * *number as f32);
    commands.spawn((
        Ant,
        Transform::from_translation(place.extend(1.0)),
        Sprite {
            image: assets.load("agent.png"),
            color: palette::GREEN,
            custom_size: Some(Vec2::splat(18.0)),
            ..default()
        },
        SteeringAgent::new(8.0, 120.0),
        (AvoidObstacles::default(), AvoidAgents::default()),
        Contain::rectangle(vec2(0.0, -30.0), vec2(1240.0, 620.0)),
    ));
}

/// Ants without a crumb get the present one.
fn choose_target(
    crumbs: Query<Entity, With<Crumb>>,
    ants: Query<(Entity, Option<&Seek>), With<Ant>>,
    mut commands: Commands,
) {
    let Ok(crumb) = crumbs.single() else { return };
    for (ant, seek) in &ants {
        if seek.is_none_or(|seek| seek.target != Target::Entity(crumb)) {
            commands.entity(ant).insert(Seek::entity(crumb));
        }
    }
}

/// An ant that touches the crumb leaves with a piece.
fn eat(
    query: SteeringQuery,
    mut crumbs: Query<(Entity, &Transform, &mut Crumb)>,
    mut commands: Commands,
) {
    for (entity, transform, mut crumb) in &mut crumbs {
        for hit in query.agents_within(transform.translation, REACH) {
            if crumb.0 > 0 {
                commands.entity(hit.entity).despawn();
                crumb.0 -= 1;
            }
        }
        if crumb.0 == 0 {
            commands.entity(entity).despawn();
        }
    }
}

fn read_out(
    ants: Query<(), With<Ant>>,
    mut left: RemovedComponents<Ant>,
    mut eaten: Local<usize>,
    mut readout: ResMut<Readout>,
) {
    *eaten += left.read().count();
    readout.0 = format!(
        "ants: {}, pieces carried away: {}",
        ants.iter().len(),
        *eaten
    );
}
