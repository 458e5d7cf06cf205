use super::update::GREATEST;
use super::*;
use crate::fields::cost_grid::{FREE, OFFSETS};

use proptest::prelude::*;

mod maps;
mod repairs;
mod samples;
mod solution;

/// The cells from `first` to `end`, without the column and row of `end`.
fn region(first: (u32, u32), end: (u32, u32)) -> CellRegion {
    CellRegion {
        first: first.into(),
        end: end.into(),
    }
}

/// A field that is ready.
fn ready(grid: &CostGrid, goals: &[Goal]) -> EikonalField {
    let mut field = EikonalField::new(grid);
    field.begin(grid, goals, Vec::new());
    field.finish(grid);
    assert!(field.is_idle());
    field
}

/// A change of a grid.
#[derive(Clone, Debug)]
enum Edit {
    /// The corner and size of a region, and its slowness.
    Slowness(UVec2, UVec2, f32),
    /// The corner and size of a region, and the added cost of a step.
    Crowd(UVec2, UVec2, i32),
    /// The center and radius of a stone, and the radius of the body. A negative radius of the body
    /// removes the stones nearby.
    Stone(Vec2, f32, f32),
}

fn slowness() -> impl Strategy<Value = f32> {
    prop_oneof![
        3 => Just(f32::INFINITY),
        3 => Just(1.0_f32),
        2 => 0.5_f32..4.0,
        1 => prop_oneof![Just(0.02_f32), Just(999.0), Just(40.0)],
    ]
}

/// Changes of a grid of `size` by `size` cells.
fn edits(size: u32) -> impl Strategy<Value = Edit> {
    let cell = move || (0..size, 0..size).prop_map(UVec2::from);
    let extent = || (1_u32..12, 1_u32..12).prop_map(UVec2::from);
    let place = move || (0.0..size as f32, 0.0..size as f32).prop_map(Vec2::from);
    prop_oneof![
        3 => (cell(), extent(), slowness()).prop_map(|(at, extent, slowness)| {
            // Long and thin regions are walls and gates.
            let is_flat = extent.x > extent.y;
            let extent = if is_flat { (extent.x * 2, 1) } else { (1, extent.y * 2) };
            let extent = UVec2::from(extent);
            Edit::Slowness(at, extent, slowness)
        }),
        1 => (cell(), extent(), slowness()).prop_map(|(at, extent, slowness)| {
            Edit::Slowness(at, extent, slowness)
        }),
        2 => (cell(), extent(), 1_i32..20_000)
            .prop_map(|(at, extent, cost)| Edit::Crowd(at, extent, cost)),
        1 => (place(), 0.1_f32..5.0, prop_oneof![0.0_f32..2.0, Just(-100.0_f32)])
            .prop_map(|(center, stone, body)| Edit::Stone(center, stone, body)),
    ]
}

fn apply(grid: &mut CostGrid, edit: &Edit) {
    match *edit {
        Edit::Slowness(at, extent, slowness) => {
            let whole = CellRegion {
                first: at,
                end: at + extent,
            };
            grid.set_slowness(whole, slowness);
        }
        Edit::Crowd(at, extent, cost) => {
            let whole = CellRegion {
                first: at,
                end: at + extent,
            };
            grid.add_cost(whole, cost);
        }
        Edit::Stone(center, stone, body) => {
            let reach = Vec2::splat(8.0);
            let around = grid.region(center - reach, center + reach);
            let is_gone = body < 0.0;
            grid.rasterize(around, body, |place: Vec2| {
                if is_gone {
                    100.0
                } else {
                    place.distance(center) - stone
                }
            });
        }
    }
}

fn goals(size: u32) -> impl Strategy<Value = Vec<Goal>> {
    let place = move || (0.0..size as f32, 0.0..size as f32).prop_map(Vec2::from);
    let shape = prop_oneof![
        3 => Just(GoalShape::Point),
        1 => (0.0_f32..4.0).prop_map(GoalShape::Disc),
        1 => (0.0_f32..4.0, 0.0_f32..4.0).prop_map(|half| GoalShape::Box(half.into())),
    ];
    let goal = (place(), shape, prop_oneof![Just(0.0_f32), 0.0_f32..30.0]);
    let goal = goal.prop_map(|(center, shape, start_cost)| Goal {
        center,
        shape,
        start_cost,
    });
    prop::collection::vec(goal, 1..4)
}

/// The cells in which two fields differ, with both costs.
fn differences(costs: &[u32], others: &[u32]) -> Vec<(usize, u32, u32)> {
    let pairs = costs.iter().zip(others).enumerate();
    let pairs = pairs.map(|(cell, (one, other))| (cell, *one, *other));
    pairs.filter(|(_, one, other)| one != other).collect()
}
