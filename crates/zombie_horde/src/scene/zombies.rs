//! The horde: zombies of several speeds that chase the bait, among tombs.

use super::discs::Discs;
use super::{Arena, Look, SceneEntity, SceneRandom, bait};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::RngExt;

/// Body radius, world units.
pub(super) const BODY_RADIUS: f32 = 12.0;
/// Ground per zombie, square units.
pub(super) const AREA_PER_ZOMBIE: f32 = 4600.0;
/// Zombies per tomb.
const ZOMBIES_PER_TOMB: u32 = 26;
/// The smallest and the largest speed of a zombie, world units per second.
const SPEEDS: core::ops::Range<f32> = 45.0..95.0;
/// Zombies spawn outside this share of the arena.
const EMPTY_MIDDLE: f32 = 0.6;
/// Number of kinds in the atlas.
const KINDS: u8 = 6;
/// Number of kinds of tomb in the atlas.
const TOMB_KINDS: u8 = 8;

pub(super) fn spawn(commands: &mut Commands, agents: u32, random: &mut SceneRandom) -> Arena {
    let arena = Arena::of_area(AREA_PER_ZOMBIE * agents.max(40) as f32);
    let target = bait::spawn(commands);
    let tombs = arena.scatter_discs(
        (agents / ZOMBIES_PER_TOMB).max(4),
        34.0..66.0,
        5.0 * BODY_RADIUS,
        3.0 * BODY_RADIUS,
        random,
    );
    for (number, tomb) in tombs.iter().enumerate() {
        commands.spawn((
            SceneEntity,
            Look::Tomb((number % usize::from(TOMB_KINDS)) as u8),
            Transform::from_translation(tomb.center.extend(0.0)),
            Obstacle::circle(tomb.radius),
        ));
    }
    let tombs = Discs::of(&tombs);
    for _ in 0..agents {
        let position = loop {
            let position = arena.random_position(BODY_RADIUS, random);
            let in_middle = (position / arena.half_size).length() < EMPTY_MIDDLE;
            let mut near = tombs.near(position, BODY_RADIUS);
            if !in_middle
                && near.all(|tomb| tomb.center.distance(position) >= tomb.radius + BODY_RADIUS)
            {
                break position;
            }
        };
        spawn_zombie(
            commands,
            position,
            target,
            AvoidObstacles::default(),
            random,
        );
    }
    arena
}

/// Spawns one zombie of the horde.
pub(super) fn spawn_zombie(
    commands: &mut Commands,
    position: Vec2,
    target: Entity,
    avoid_obstacles: AvoidObstacles,
    random: &mut SceneRandom,
) {
    let kind = random.random_range(0..KINDS);
    let facing = random.random_range(0.0..core::f32::consts::TAU);
    commands.spawn((
        SceneEntity,
        Look::Zombie(kind),
        Transform::from_translation(position.extend(1.0))
            .with_rotation(Quat::from_rotation_z(facing)),
        SteeringAgent::new(BODY_RADIUS, random.random_range(SPEEDS)),
        Facing {
            smoothing_time: 0.2,
            ..default()
        },
        Seek::entity(target),
        horde_flocking::zombie(),
        avoid_obstacles,
        // Zombies push each other.
        AvoidAgents {
            braking_time: 0.0,
            horizon: 0.8,
            range: Length::Radii(10.0),
            margin: Length::Radii(0.25),
            weight: 0.33,
            ..default()
        },
    ));
}
