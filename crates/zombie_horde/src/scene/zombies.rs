//! The horde: zombies of several speeds that chase the bait, among tombs.

use super::angle::{angle_of, turned_by};
use super::bait::Stops;
use super::discs::Discs;
use super::interest::Interest;
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
/// Zombies spawn outside an ellipse in the middle, of this size relative to the arena.
const EMPTY_MIDDLE: f32 = 0.6;
/// Largest number of cells along a side of a field.
const MAX_CELLS: f32 = 4000.0;
/// How far zombies see walls, in body radii: far enough to see a gate. With less, zombies that
/// choose opposite ways round a wall jam.
pub(super) const SIGHT: f32 = 60.0;
/// The stops of the bait in turn, relative to half of the arena.
const STOPS: [Vec2; 5] = [
    Vec2::new(0.2, 0.15),
    Vec2::new(-0.75, -0.6),
    Vec2::new(0.75, 0.6),
    Vec2::new(-0.7, 0.65),
    Vec2::new(0.7, -0.65),
];
/// Seconds that the bait stays at a stop: enough for the fast zombies to arrive, not the slow ones.
const STAY: f32 = 20.0;
/// Number of kinds of zombie in the atlas.
pub(super) const KINDS: u8 = 6;
/// Number of kinds of tomb in the atlas.
const TOMB_KINDS: u8 = 8;

/// How zombies find the bait.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chase {
    /// Each zombie by what it sees.
    Bait {
        target: Entity,
        avoid_obstacles: AvoidObstacles,
    },
    /// All zombies by one flow field.
    Field(Entity),
}

impl Chase {
    /// A field with cells of a zombie's radius, or larger cells if there were too many.
    pub(super) fn by_field(commands: &mut Commands, arena: &Arena, target: Entity) -> Self {
        let longest = 2.0 * arena.half_size.max_element();
        let field = FlowField::new(Rect::from_center_half_size(Vec2::ZERO, arena.half_size))
            .to(target)
            .with_cell_size(BODY_RADIUS.max(longest / MAX_CELLS))
            .with_body_radii([BODY_RADIUS]);
        Self::Field(commands.spawn((SceneEntity, field)).id())
    }
}

pub(super) fn spawn(
    commands: &mut Commands,
    agents: u32,
    by_field: bool,
    random: &mut SceneRandom,
) -> Arena {
    let arena = Arena::of_area(AREA_PER_ZOMBIE * agents.max(40) as f32);
    let target = bait::spawn(commands);
    commands.entity(target).insert(Stops {
        places: STOPS.map(|place| arena.half_size * place).to_vec(),
        stay: STAY,
    });
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
    let chase = if by_field {
        Chase::by_field(commands, &arena, target)
    } else {
        Chase::Bait {
            target,
            avoid_obstacles: AvoidObstacles::default(),
        }
    };
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
        let zombie = spawn_zombie(commands, position, chase, random);
        commands.entity(zombie).insert(Interest::new(chase, random));
    }
    arena
}

/// Spawns one zombie of the horde.
pub(super) fn spawn_zombie(
    commands: &mut Commands,
    position: Vec2,
    chase: Chase,
    random: &mut SceneRandom,
) -> Entity {
    let kind = random.random_range(0..KINDS);
    let facing = random.random_range(0.0..core::f32::consts::TAU);
    let mut zombie = commands.spawn((
        SceneEntity,
        Look::Zombie(kind),
        Transform::from_translation(position.extend(1.0)).with_rotation(turned_by(facing)),
        SteeringAgent::new(BODY_RADIUS, random.random_range(SPEEDS)),
        Facing {
            smoothing_time: 0.2,
            ..default()
        },
        crate::flocking::zombie(),
        // With these settings zombies push each other.
        AvoidAgents {
            braking_time: 0.0,
            horizon: 0.8,
            range: Length::Radii(10.0),
            margin: Length::Radii(0.25),
            weight: 0.33,
            ..default()
        },
    ));
    match chase {
        Chase::Bait {
            target,
            avoid_obstacles,
        } => zombie.insert((Seek::entity(target), avoid_obstacles)),
        Chase::Field(field) => zombie.insert(FollowField::new(field)),
    };
    zombie.id()
}

/// A zombie that obeys orders or marches in a formation. It avoids other agents and goes round
/// obstacles.
pub(super) fn soldier(kind: u8, position: Vec2, facing: Vec2, max_speed: f32) -> impl Bundle {
    (
        SceneEntity,
        Look::Zombie(kind % KINDS),
        Transform::from_translation(position.extend(1.0))
            .with_rotation(turned_by(angle_of(facing))),
        SteeringAgent::new(BODY_RADIUS, max_speed),
        Facing {
            smoothing_time: 0.2,
            ..default()
        },
        AvoidObstacles {
            sight: Length::Radii(SIGHT),
            ..default()
        },
        AvoidAgents::default(),
    )
}
