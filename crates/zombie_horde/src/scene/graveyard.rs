//! The horde outside a graveyard: a wall with two gates; inside it tombs, hedges, trees and a
//! crypt.

use super::angle::{angle_of, turned_by};
use super::bait::Stops;
use super::ground::{POST, Plot, Taken, WAY, build_post};
use super::interest::Interest;
use super::zombies::{AREA_PER_ZOMBIE, BODY_RADIUS, Chase, SIGHT, spawn_zombie};
use super::{Arena, Build, Look, SceneEntity, SceneRandom, bait};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::RngExt;

/// Size of the walled part, relative to the arena.
const WALLED: Vec2 = Vec2::new(0.68, 0.62);
/// Positions of the upper and the lower gate, relative to half of the wall's width.
const GATES: [f32; 2] = [0.42, -0.42];
/// Width of a gate, relative to the wall's width.
const GATE: f32 = 0.13;
/// Smallest width of a gate, world units: three zombies side by side.
const MIN_GATE: f32 = 8.0 * BODY_RADIUS;
/// Approximate side of a plot, world units.
const PLOT: f32 = 138.0;
/// Half of the width of the avenue from gate to gate, world units.
const HALF_AVENUE: f32 = 5.0 * BODY_RADIUS;
/// Positions of the lanterns along each half of the avenue, relative to the length of that half.
const LANTERNS: [f32; 2] = [0.3, 0.68];
/// Side of a lantern's foot in the avenue, world units.
const LANTERN: f32 = 26.0;
/// The crypt, relative to its size: a house with a forecourt that is open on one side.
const CRYPT: [Vec2; 8] = [
    Vec2::new(-1.0, -0.8),
    Vec2::new(1.0, -0.8),
    Vec2::new(1.0, 0.8),
    Vec2::new(0.36, 0.8),
    Vec2::new(0.36, -0.05),
    Vec2::new(-0.36, -0.05),
    Vec2::new(-0.36, 0.8),
    Vec2::new(-1.0, 0.8),
];
/// Half of the crypt's width, relative to half of the wall's height.
const CRYPT_PART: f32 = 0.31;
/// Largest half of the crypt's width, world units.
const LARGEST_CRYPT: f32 = 120.0;
/// Trees and boulders outside the wall, per zombie.
const WILD_PER_ZOMBIE: f32 = 0.03;
/// The stops of the bait in turn, relative to half of the walled part: within it and outside of it.
const STOPS: [Vec2; 4] = [
    Vec2::new(0.1, 0.1),
    Vec2::new(-1.25, -1.2),
    Vec2::new(0.6, -0.5),
    Vec2::new(1.2, 1.25),
];
/// Seconds that the bait stays at a stop.
const STAY: f32 = 30.0;
/// Kinds of round objects inside the wall.
const TENDED: [u8; 5] = [2, 1, 7, 5, 0];
/// Kinds of round objects outside the wall.
const WILD: [u8; 3] = [2, 3, 6];

pub(super) fn spawn(
    commands: &mut Commands,
    agents: u32,
    by_field: bool,
    random: &mut SceneRandom,
) -> Arena {
    let arena = Arena::of_area(1.25 * AREA_PER_ZOMBIE * agents.max(150) as f32);
    let target = bait::spawn(commands);
    let half = arena.half_size * WALLED;
    commands.entity(target).insert(Stops {
        places: STOPS.map(|place| half * place).to_vec(),
        stay: STAY,
    });
    let mut taken = Taken::default();
    build_wall(commands, half, &mut taken);
    build_crypt(commands, half, &mut taken);
    lay_avenue(commands, half, &mut taken);
    lay_plots(commands, half, &mut taken, random);
    let wild = ((agents as f32 * WILD_PER_ZOMBIE) as u32).max(4);
    grow_wild(commands, wild, &arena, half, &mut taken, random);
    let chase = if by_field {
        Chase::by_field(commands, &arena, target)
    } else {
        Chase::Bait {
            target,
            avoid_obstacles: AvoidObstacles {
                sight: Length::Radii(SIGHT),
                ..default()
            },
        }
    };
    for _ in 0..agents {
        let position = loop {
            let position = arena.random_position(BODY_RADIUS, random);
            let is_outside = (position.abs() - half).max_element() > 3.0 * BODY_RADIUS;
            if is_outside && taken.is_free(position, 1.5 * BODY_RADIUS) {
                break position;
            }
        };
        let zombie = spawn_zombie(commands, position, chase, random);
        commands.entity(zombie).insert(Interest::new(chase, random));
    }
    arena
}

/// The middles of the gates.
fn gates(half: Vec2) -> [Vec2; 2] {
    [
        Vec2::new(GATES[0] * half.x, half.y),
        Vec2::new(GATES[1] * half.x, -half.y),
    ]
}

fn build_wall(commands: &mut Commands, half: Vec2, taken: &mut Taken) {
    let [upper, lower] = gates(half);
    let opening = Vec2::new((GATE * half.x).max(0.5 * MIN_GATE) + 0.5 * POST, 0.0);
    let corner = |x: f32, y: f32| half * Vec2::new(x, y);
    let walls = [
        [
            upper - opening,
            corner(-1.0, 1.0),
            corner(-1.0, -1.0),
            lower - opening,
        ],
        [
            lower + opening,
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            upper + opening,
        ],
    ];
    for wall in walls {
        for part in wall.windows(2) {
            taken.take_along(part[0], part[1], 0.25 * WAY);
        }
        commands.spawn((
            SceneEntity,
            Look::Built(Build::Stone),
            Obstacle::polyline(wall),
        ));
        for end in [wall[0], wall[3]] {
            build_post(commands, end, taken);
        }
    }
}

/// Keeps the way from gate to gate free, with lanterns on both sides.
fn lay_avenue(commands: &mut Commands, half: Vec2, taken: &mut Taken) {
    for gate in gates(half) {
        let beside = gate.perp().normalize_or_zero() * (HALF_AVENUE + 0.5 * LANTERN);
        for (part, side) in LANTERNS
            .into_iter()
            .flat_map(|part| [(part, -1.0), (part, 1.0)])
        {
            let plot = Plot {
                position: part * gate + side * beside,
                turn: angle_of(gate),
                size: 1.0,
            };
            let foot = Obstacle::rectangle(LANTERN, LANTERN);
            let lantern = (Look::Built(Build::Lamp), foot, 0.7 * LANTERN);
            if let Some(reach) = plot.put(commands, taken, lantern) {
                taken.take(plot.position, reach);
            }
        }
    }
    for gate in gates(half) {
        taken.take_along(gate, Vec2::ZERO, HALF_AVENUE);
    }
}

fn build_crypt(commands: &mut Commands, half: Vec2, taken: &mut Taken) {
    let position = half * Vec2::new(-0.42, 0.36);
    let size = (CRYPT_PART * half.y).min(LARGEST_CRYPT);
    taken.take(position, size * 1.28 + 0.5 * WAY);
    commands.spawn((
        SceneEntity,
        Look::Built(Build::Stone),
        Transform::from_translation(position.extend(0.0)).with_rotation(turned_by(-1.75)),
        Obstacle::polygon(CRYPT.map(|corner| size * corner)),
    ));
}

fn lay_plots(commands: &mut Commands, half: Vec2, taken: &mut Taken, random: &mut SceneRandom) {
    let room = half - 0.5 * WAY;
    let counts = (2.0 * room / PLOT).round().max(Vec2::ONE);
    let plot = 2.0 * room / counts;
    for row in 0..counts.y as u32 {
        for column in 0..counts.x as u32 {
            let cell = Vec2::new(column as f32, row as f32) + 0.5;
            let stray = Vec2::new(
                random.random_range(-1.0..1.0),
                random.random_range(-1.0..1.0),
            );
            let position = cell * plot - room + 12.0 * stray;
            let turn = random.random_range(-0.3..0.3_f32);
            let kind = random.random_range(0.0..1.0_f32);
            let size = random.random_range(0.85..1.15_f32);
            let plot = Plot {
                position,
                turn,
                size,
            };
            let reach = match kind {
                ..0.36 => plot.hedge(commands, taken),
                0.36..0.56 => {
                    let kind = (column + 2 * row) as usize % TENDED.len();
                    plot.round(commands, taken, TENDED[kind])
                }
                _ => None,
            };
            // Plots without a larger object get a tomb if it fits.
            let reach = reach.or_else(|| plot.tomb(commands, taken));
            if let Some(reach) = reach {
                taken.take(position, reach);
            }
        }
    }
}

fn grow_wild(
    commands: &mut Commands,
    count: u32,
    arena: &Arena,
    half: Vec2,
    taken: &mut Taken,
    random: &mut SceneRandom,
) {
    const TRIES_PER_THING: u32 = 20;
    let mut grown = 0;
    for _ in 0..count * TRIES_PER_THING {
        if grown == count {
            break;
        }
        let position = arena.random_position(70.0, random);
        let turn = random.random_range(0.0..core::f32::consts::TAU);
        let size = random.random_range(0.7..1.2_f32);
        // Agents that follow the wall need a free way.
        let is_outside = (position.abs() - half).max_element() > 60.0 + 2.0 * WAY;
        if !is_outside {
            continue;
        }
        let plot = Plot {
            position,
            turn,
            size,
        };
        let reach = if grown % 3 == 0 {
            let axis = Vec2::new(46.0 * size, 0.0);
            let trunk = Obstacle::capsule(-axis, axis, 15.0);
            plot.put(
                commands,
                taken,
                (Look::Built(Build::Wood), trunk, axis.x + 15.0),
            )
        } else {
            let kind = WILD[grown as usize % WILD.len()];
            plot.round(commands, taken, kind)
        };
        if let Some(reach) = reach {
            taken.take(position, reach);
            grown += 1;
        }
    }
}
