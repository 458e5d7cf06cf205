//! Squads that obey orders, in a graveyard whose walls have gates: the case of strategy games.

mod send;
mod timetable;

pub(super) use send::dismiss_leaders;
pub use send::{Orders, Soldier};
pub use timetable::OrderControl;
use timetable::Squad;
pub(super) use timetable::follow_timetable;

use super::ground::{Taken, build_wall, lay_plots};
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
/// From the middle of the field to those of its wings, world units.
const WING: f32 = 545.0;
/// From the middle of the field to the upper stations, world units.
const ROW: f32 = 225.0;
/// From the middle of the field to the walls beside it, world units.
const WALLS: f32 = 285.0;
/// Width of a gate, world units: four soldiers side by side.
const GATE: f32 = 130.0;
/// Ground that stays free about the middle of the field, and about stations, world units.
const FREE: [f32; 2] = [225.0, 130.0];
/// Half of the ways that stay free between stations, world units.
const HALF_WAY: f32 = 75.0;
/// Soldiers side by side at the start, and their distance, world units.
const START: (u32, f32) = (5, 2.7 * BODY_RADIUS);

pub(super) fn spawn(commands: &mut Commands, agents: u32, random: &mut SceneRandom) -> Arena {
    let (arena, fields) = Arena::of_cells(agents.div_ceil(SQUADS * SQUAD), FIELD);
    let mut taken = Taken::default();
    let mut squads = Vec::new();
    for field in fields {
        build(commands, field, &mut taken, random);
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

/// Builds the walls of a field, and lays out graves where no squad marches.
fn build(commands: &mut Commands, field: Vec2, taken: &mut Taken, random: &mut SceneRandom) {
    let half = 0.5 * FIELD;
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32| field + Vec2::new(side * x, y);
        let gates = [at(WALLS, -ROW), at(WALLS, ROW)];
        build_wall(
            commands,
            [at(WALLS, -half.y), at(WALLS, half.y)],
            &gates,
            GATE,
            taken,
        );
        let gate = [at(WING, 0.0)];
        build_wall(
            commands,
            [at(WALLS, 0.0), at(half.x, 0.0)],
            &gate,
            GATE,
            taken,
        );
    }
    let [middle, station] = FREE;
    taken.take(field, middle);
    for (from, to) in STATIONS
        .into_iter()
        .zip(STATIONS.into_iter().cycle().skip(1))
    {
        taken.take(field + from, station);
        taken.take_along(field + from, field + to, HALF_WAY);
    }
    lay_plots(commands, field, half, taken, random);
}
