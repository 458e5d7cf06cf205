//! Survivors: a player by keys against 1 000 zombies, with bullets and blasts.
//!
//! Run it: `cargo run --example survivors`
//!
//! Watch: move with WASD. The gun fires at the nearest zombie, and every four seconds a blast
//! throws all that are near. Three seconds after the end a new round begins. Until the first key
//! the player walks in a circle.

use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;
use bevy_horde::prelude::*;
use bevy_horde_examples::{ExamplePlugin, Readout, palette};
use core::time::Duration;

const ZOMBIES: u32 = 1 << 1;
const SPEED: f32 = 160.0;

fn main() -> AppExit {
    App::new().add_plugins((DefaultPlugins, example)).run()
}

/// Adds everything in the app except Bevy's plugins.
pub fn example(app: &mut App) {
    let shoot = shoot.run_if(on_timer(Duration::from_millis(80)));
    let explode = explode.run_if(on_timer(Duration::from_secs(4)));
    let before = (begin_round, walk).chain();
    let after = (shoot, explode, fly, bite).chain();
    app.add_plugins(ExamplePlugin("WASD to walk"))
        .add_plugins(SteeringPlugin::default())
        .init_resource::<Round>()
        .add_systems(FixedUpdate, before.before(SteeringSystems::Perceive))
        .add_systems(FixedUpdate, after.after(SteeringSystems::Locomote));
    app.world_mut().spawn(Camera2d);
}

#[derive(Resource, Default)]
struct Round {
    number: u32,
    health: f32,
    /// How long the round has been over, seconds.
    over_for: f32,
}

#[derive(Component)]
struct Player;

/// A player that is not dead.
type Alive = (With<Player>, Without<SteeringDisabled>);

/// The velocity of a bullet.
#[derive(Component)]
struct Bullet(Vec3);

fn begin_round(
    time: Res<Time>,
    old: Query<Entity, Or<(With<SteeringAgent>, With<Bullet>)>>,
    zombies: Query<(), With<Pursue>>,
    assets: Res<AssetServer>,
    mut round: ResMut<Round>,
    mut commands: Commands,
) {
    if round.health > 0.0 && !zombies.is_empty() {
        return;
    }
    round.over_for += time.delta_secs();
    if round.number > 0 && round.over_for < 3.0 {
        return;
    }
    round.number += 1;
    (round.health, round.over_for) = (100.0, 0.0);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let body = |radius: f32, speed: f32, color: Color| {
        let mut sprite = Sprite::from_image(assets.load("agent.png"));
        (sprite.color, sprite.custom_size) = (color, Some(Vec2::splat(2.3 * radius)));
        (SteeringAgent::new(radius, speed), sprite)
    };
    let player = (Player, body(10.0, SPEED, palette::AMBER));
    let player = commands.spawn(player).id();
    for number in 0..1_000_u16 {
        // The golden angle avoids rows.
        let way = Vec2::from_angle(2.399_963 * f32::from(number));
        let place = way * (70_000.0 + 400.0 * f32::from(number)).sqrt();
        let group = Perception {
            memberships: ZOMBIES,
            ..default()
        };
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            (body(6.0, 50.0, palette::GREEN), group),
            (Pursue::new(player), AvoidAgents::default()),
        ));
    }
}

/// The game sets the player's velocity before the tick reads it.
fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut player: Single<&mut Velocity, Alive>,
    mut was_pressed: Local<bool>,
) {
    let axis = |more, less| f32::from(keys.pressed(more)) - f32::from(keys.pressed(less));
    let x = axis(KeyCode::KeyD, KeyCode::KeyA);
    let y = axis(KeyCode::KeyW, KeyCode::KeyS);
    *was_pressed |= x != 0.0 || y != 0.0;
    let mut way = vec2(x, y);
    if !*was_pressed {
        way = Vec2::from_angle(0.8 * time.elapsed_secs());
    }
    player.0 = SPEED * way.normalize_or_zero().extend(0.0);
}

fn shoot(query: SteeringQuery, player: Single<&Transform, Alive>, mut commands: Commands) {
    let muzzle = **player;
    if let Some(target) = query.in_groups(ZOMBIES).nearest_agent(muzzle.translation) {
        let way = (target.position - muzzle.translation).normalize_or_zero();
        let sprite = Sprite::from_color(palette::CHALK, Vec2::splat(5.0));
        commands.spawn((Bullet(600.0 * way), muzzle, sprite));
    }
}

fn explode(player: Single<&Transform, Alive>, mut commands: Commands) {
    let blast = Blast::new(player.translation, 150.0, 500.0); // radius, speed
    commands.queue(blast.in_groups(ZOMBIES));
}

/// A bullet hits the first body on its way in this tick, so it is never too fast.
fn fly(
    time: Res<Time>,
    query: SteeringQuery,
    mut bullets: Query<(Entity, &Bullet, &mut Transform)>,
    mut commands: Commands,
) {
    for (bullet, velocity, mut at) in &mut bullets {
        let from = at.translation;
        at.translation += velocity.0 * time.delta_secs();
        let zombies = query.in_groups(ZOMBIES);
        let hit = zombies.first_agent_for_circle(from, at.translation, 2.5);
        if let Some(hit) = hit {
            commands.entity(hit.entity).try_despawn(); // two bullets may hit it
        }
        if hit.is_some() || from.length() > 800.0 {
            commands.entity(bullet).despawn();
        }
    }
}

fn bite(
    time: Res<Time>,
    query: SteeringQuery,
    zombies: Query<(), With<Pursue>>,
    mut player: Single<(Entity, &Transform, &mut Sprite), Alive>,
    (mut round, mut readout): (ResMut<Round>, ResMut<Readout>),
    mut commands: Commands,
) {
    let (entity, at, sprite) = &mut *player;
    let in_reach = query.in_groups(ZOMBIES).agents_within(at.translation, 19.0);
    round.health -= 3.0 * time.delta_secs() * in_reach.len() as f32;
    let (number, left) = (round.number, zombies.iter().len());
    readout.0 = format!(
        "round: {number}; zombies: {left}; health: {:.0}",
        round.health
    );
    if round.health <= 0.0 {
        sprite.color = palette::RED;
        commands.entity(*entity).insert(SteeringDisabled);
    }
}
