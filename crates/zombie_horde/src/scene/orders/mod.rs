//! Squads that obey orders, in a graveyard whose walls have gates: the case of strategy games.

mod send;
mod timetable;

pub(super) use send::dismiss_leaders;
pub use send::{Orders, Soldier};
pub use timetable::OrderControl;
use timetable::Squad;
pub(super) use timetable::follow_timetable;

use super::ground::{Taken, Thing, build_wall, mirror};
use super::zombies::{BODY_RADIUS, KINDS, soldier};
use super::{Arena, SceneEntity, SceneRandom};
use bevy::prelude::*;
use rand::RngExt;

/// Size of a field, which has six squads, world units.
const FIELD: Vec2 = Vec2::new(1600.0, 900.0);
/// Squads on a field.
const SQUADS: u32 = KINDS as u32;
/// Soldiers in a squad.
const SQUAD: u32 = 24;
/// The smallest and the largest speed of a soldier, world units per second.
const SPEEDS: core::ops::Range<f32> = 72.0..88.0;
/// Where squads stand, one after the other round the field.
const STATIONS: [Vec2; SQUADS as usize] = [
    Vec2::new(-WING, ROW),
    Vec2::new(0.0, ROW),
    Vec2::new(WING, ROW),
    Vec2::new(WING, -ROW),
    Vec2::new(0.0, -ROW),
    Vec2::new(-WING, -ROW),
];
/// Distance from the middle of the field to the middle of a wing, which is the part beyond a wall,
/// world units.
const WING: f32 = 545.0;
/// Distance from the middle of the field to the upper and to the lower stations, world units.
const ROW: f32 = 225.0;
/// Distance from the middle of the field to the walls on its left and on its right, world units.
const WALLS: f32 = 285.0;
/// Width of a gate, world units: four soldiers side by side.
const GATE: f32 = 130.0;
/// Graves and trees where no squad marches, in a quarter of the field.
const THINGS: [(Vec2, Thing); 8] = [
    (Vec2::new(330.0, 60.0), Thing::Tomb),
    (Vec2::new(388.0, 58.0), Thing::Tomb),
    (Vec2::new(742.0, 66.0), Thing::Round([5, 1, 7, 0])),
    (Vec2::new(748.0, 395.0), Thing::Round([2, 3, 6, 2])),
    (Vec2::new(660.0, 412.0), Thing::Tomb),
    (Vec2::new(440.0, 424.0), Thing::Hedge),
    (Vec2::new(340.0, 408.0), Thing::Round([7, 2, 0, 3])),
    (Vec2::new(150.0, 424.0), Thing::Hedge),
];
/// Soldiers side by side at the start, and their distance, world units.
const START: (u32, f32) = (5, 2.7 * BODY_RADIUS);

pub(super) fn spawn(commands: &mut Commands, agents: u32, random: &mut SceneRandom) -> Arena {
    let (arena, fields) = Arena::of_cells(agents.div_ceil(SQUADS * SQUAD), FIELD);
    let mut squads = Vec::new();
    for field in fields {
        build(commands, field);
        for (number, station) in STATIONS.into_iter().enumerate() {
            let squad = Squad { field, number };
            let entity = commands.spawn((SceneEntity, squad)).id();
            squads.push((entity, field + station, squad.order(0).0));
        }
    }
    for number in 0..agents {
        let field = number / (SQUADS * SQUAD);
        let of_field = number % SQUADS;
        let (squad, station, place) = squads[(field * SQUADS + of_field) as usize];
        let rank = number % (SQUADS * SQUAD) / SQUADS;
        let (files, spacing) = START;
        let middle = (files - 1) as f32 / 2.0;
        let block = Vec2::new(
            (rank / files) as f32 - middle,
            (rank % files) as f32 - middle,
        );
        let speed = random.random_range(SPEEDS);
        let facing = Vec2::new(
            random.random_range(-1.0..1.0),
            random.random_range(-1.0..1.0),
        );
        commands.spawn((
            soldier(of_field as u8, station + spacing * block, facing, speed),
            Soldier { squad, place },
        ));
    }
    arena
}

/// Builds the walls of a field, and its graves, hedges and trees.
fn build(commands: &mut Commands, field: Vec2) {
    let half = 0.5 * FIELD;
    let mut taken = Taken::default();
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32| field + Vec2::new(side * x, y);
        let ends = [at(WALLS, -half.y), at(WALLS, half.y)];
        let gates = [at(WALLS, -ROW), at(WALLS, ROW)];
        build_wall(commands, ends, &gates, GATE, &mut taken);
        let ends = [at(WALLS, 0.0), at(half.x, 0.0)];
        build_wall(commands, ends, &[at(WING, 0.0)], GATE, &mut taken);
    }
    mirror(commands, field, &THINGS);
}
