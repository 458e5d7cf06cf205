//! Flow fields without agents.

use crate::crowd::{Executor, MeasuredApp, maze};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::hint::black_box;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// Half of the side of the area, world units. With cells of 1 unit the field has a million cells.
const HALF_SIDE: f32 = 500.0;

/// The measured work on a field of a million cells in a maze of 200 walls.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum FieldWork {
    /// All ticks until a new field is ready.
    Build,
    /// All ticks until the field is ready again after a door of an outer room was closed or opened.
    Gate,
    /// Like `Gate`, but with a door through which the ways of many rooms lead.
    MiddleGate,
    /// The direction of the field for each agent, at random positions.
    Sample,
}

/// A field in an app.
pub struct MeasuredField {
    app: MeasuredApp,
    work: FieldWork,
    field: Entity,
    gate: Entity,
    places: Vec<Vec2>,
}

impl MeasuredField {
    /// A maze with a field, and random positions for this many agents.
    pub fn new(work: FieldWork, agents: usize, threads: usize) -> Self {
        let mut app = MeasuredApp::empty(threads, Executor::SingleThreaded);
        let world = app.world_mut();
        for [start, end] in maze::walls(HALF_SIDE) {
            world.spawn((Transform::default(), Obstacle::segment(start, end)));
        }
        let [start, end] = match work {
            FieldWork::MiddleGate => maze::door(HALF_SIDE, 5, 5),
            _ => maze::door(HALF_SIDE, 0, 0),
        };
        let gate = world
            .spawn((elsewhere(), Obstacle::segment(start, end)))
            .id();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut coordinate = || random.random_range(-HALF_SIDE..HALF_SIDE);
        let places = (0..agents).map(|_| Vec2::new(coordinate(), coordinate()));
        let mut measured = Self {
            places: places.collect(),
            field: spawn_field(world),
            app,
            work,
            gate,
        };
        measured.run_until_ready();
        measured
    }

    /// Does the measured work once.
    pub fn tick(&mut self) {
        let world = self.app.world_mut();
        match self.work {
            FieldWork::Build => {
                world.despawn(self.field);
                self.field = spawn_field(world);
                self.run_until_ready();
            }
            FieldWork::Gate | FieldWork::MiddleGate => {
                if let Some(mut gate) = world.get_mut::<Transform>(self.gate) {
                    let is_open = *gate != Transform::default();
                    *gate = if is_open { default() } else { elsewhere() };
                }
                self.run_until_ready();
            }
            FieldWork::Sample => {
                let field = world.get::<FlowFieldState>(self.field);
                let ways = |field: &FlowFieldState| {
                    let ways = self.places.iter();
                    let ways = ways.filter_map(|place| field.direction(*place, 0.5));
                    ways.sum::<Vec2>()
                };
                black_box(field.map(ways));
            }
        }
    }

    /// The cost from a corner of the area to the goal; `None` without a way.
    pub fn cost(&self) -> Option<f32> {
        let field = self.app.world().get::<FlowFieldState>(self.field)?;
        field.cost(Vec2::splat(5.0 - HALF_SIDE), 0.5)
    }

    fn run_until_ready(&mut self) {
        loop {
            self.app.tick();
            let field = self.app.world().get::<FlowFieldState>(self.field);
            if field.is_none_or(FlowFieldState::is_ready) {
                return;
            }
        }
    }
}

fn spawn_field(world: &mut World) -> Entity {
    let area = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(HALF_SIDE));
    let field = FlowField::new(area).to(maze::goal(HALF_SIDE));
    world.spawn(field).id()
}

/// A transform far outside of the area.
fn elsewhere() -> Transform {
    Transform::from_xyz(1e5, 0.0, 0.0)
}

#[cfg(test)]
mod tests {
    use super::{FieldWork, MeasuredField};

    #[test]
    fn every_work_leaves_a_field_that_leads_through_the_maze() {
        for work in [
            FieldWork::Build,
            FieldWork::Gate,
            FieldWork::MiddleGate,
            FieldWork::Sample,
        ] {
            let mut field = MeasuredField::new(work, 100, 1);
            let before = field.cost().expect("a way");
            // The straight line from the corner to the goal is 912 long.
            assert!(before > 900.0, "{before}");
            field.tick();
            let after = field.cost().expect("a way");
            let has_gate = matches!(work, FieldWork::Gate | FieldWork::MiddleGate);
            assert_eq!(after > before, has_gate, "{work:?}: {before} {after}");
            field.tick();
            assert_eq!(field.cost(), Some(before), "{work:?}");
        }
    }
}
