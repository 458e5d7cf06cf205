//! Compares ways among random walls with ways on a fine grid, and with exhaustive searches.

use super::*;
use horde_kernel::math::random::agent_stream;
use rand::RngExt;
use std::collections::BinaryHeap;

/// The size of a cell of the grid. The grid reaches `HALF` cells to each side of the origin.
const CELL: f32 = 0.08;
const HALF: i32 = 110;

/// The length of the shortest way on a grid over cells with this clearance; `None` without a way.
fn grid_way(walls: &[PlacedObstacle], from: Vec2, goal: Vec2, clearance: f32) -> Option<f32> {
    let cell = |place: Vec2| {
        let cell = (place / CELL).round();
        (cell.x as i32, cell.y as i32)
    };
    let side = (2 * HALF + 1) as usize;
    let number = |(x, y): (i32, i32)| (y + HALF) as usize * side + (x + HALF) as usize;
    let is_free = |(x, y): (i32, i32)| {
        let place = Vec2::new(x as f32, y as f32) * CELL;
        x.abs() <= HALF
            && y.abs() <= HALF
            && walls
                .iter()
                .all(|wall| wall.shape.signed_distance(place) > clearance)
    };
    let mut lengths = vec![f32::INFINITY; side * side];
    let mut open = BinaryHeap::new();
    lengths[number(cell(from))] = 0.0;
    open.push((core::cmp::Reverse(0_u64), cell(from)));
    while let Some((core::cmp::Reverse(length), at)) = open.pop() {
        let length = length as f32 * 1e-4;
        if at == cell(goal) {
            return Some(length);
        }
        if length > lengths[number(at)] + 1e-3 {
            continue;
        }
        for step in [(1, 0), (1, 1), (2, 1), (1, 2)] {
            for (turned, flipped) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                for (x, y) in [step, (step.1, step.0)] {
                    let (x, y) = (x * turned, y * flipped);
                    let next = (at.0 + x, at.1 + y);
                    let way = length + Vec2::new(x as f32, y as f32).length() * CELL;
                    if is_free(next) && way < lengths[number(next)] - 1e-4 {
                        lengths[number(next)] = way;
                        open.push((core::cmp::Reverse((way * 1e4) as u64), next));
                    }
                }
            }
        }
    }
    None
}

#[test]
fn ways_are_as_short_as_on_a_fine_grid() {
    let (mut ways, mut enclosed, mut longer) = (0, 0, 0);
    for number in 0..100 {
        let stream = &mut agent_stream(31, number, 0);
        let count = stream.random_range(2..9_u32);
        let mut place = |most: f32| {
            let mut one = || stream.random_range(-most..most);
            Vec2::new(one(), one())
        };
        let mut edges: Vec<((f32, f32), (f32, f32))> = (0..count)
            .map(|_| {
                let start = place(5.0);
                (start.into(), (start + place(4.0)).into())
            })
            .collect();
        if number % 3 == 0 {
            // A room with a door that may be too narrow.
            let (half, door) = (3.0, 0.15 + 0.005 * number as f32);
            edges.truncate(2);
            edges.extend([
                ((-half, -half), (half, -half)),
                ((half, -half), (half, half)),
                ((half, half), (-half, half)),
                ((-half, half), (-half, 1.0 + door)),
                ((-half, 1.0 - door), (-half, -half)),
            ]);
        }
        let obstacles = walls(&edges);
        let (from, goal) = (place(2.0), place(7.0));
        let is_free = |place: Vec2| {
            let mut shapes = obstacles.iter().map(|obstacle| &obstacle.shape);
            shapes.all(|shape| shape.signed_distance(place) > 1.3 * REACH)
        };
        if !is_free(from) || !is_free(goal) {
            continue;
        }
        let Some(detour) = detour(&obstacles, (from, goal), REACH, false) else {
            continue;
        };
        let wide = grid_way(&obstacles, from, goal, 1.1 * REACH);
        let narrow = grid_way(&obstacles, from, goal, 0.9 * REACH);
        match (wide, narrow, detour.ends_within) {
            (Some(wide), Some(narrow), None) => {
                let length = detour.length;
                longer += u32::from(length >= 1.03 * wide + 0.2);
                assert!(
                    length > 0.95 * narrow - 0.2,
                    "scene {number}: {length}, grid {narrow}"
                );
                ways += 1;
            }
            (None, None, Some(_)) => enclosed += 1,
            (None, Some(_), _) => {}
            (wide, narrow, ends) => panic!("scene {number}: {wide:?} {narrow:?} {ends:?}"),
        }
    }
    assert!(
        ways > 25 && enclosed > 3,
        "{ways} ways, {enclosed} enclosed"
    );
    assert_eq!(longer, 0, "of {ways} ways are longer than need be");
}

#[test]
fn a_search_that_ends_early_finds_the_same_way() {
    let mut early = 0;
    for number in 0..600 {
        let stream = &mut agent_stream(57, number, 0);
        let count = stream.random_range(2..12_u32);
        let mut place = |most: f32| {
            let mut one = || stream.random_range(-most..most);
            Vec2::new(one(), one())
        };
        let edges: Vec<((f32, f32), (f32, f32))> = (0..count)
            .map(|_| {
                let start = place(5.0);
                (start.into(), (start + place(3.0)).into())
            })
            .collect();
        let obstacles = walls(&edges);
        let ways = (place(6.0), place(8.0));
        let kept = |side| Remembered {
            side,
            obstacle: Entity::PLACEHOLDER,
            times: 0,
        };
        for remembered in [None, Some(kept(Side::Left)), Some(kept(Side::Right))] {
            for is_enclosed in [false, true] {
                let found = |is_exhaustive: bool| {
                    let view = (REACH, 0.6 * REACH, 100.0);
                    detour_of(
                        &obstacles,
                        ways,
                        view,
                        remembered,
                        is_enclosed,
                        is_exhaustive,
                    )
                };
                let (Some(own), Some(full)) = (found(false), found(true)) else {
                    continue;
                };
                let facts = |way: &Detour| {
                    let Detour {
                        bearing, length, ..
                    } = way;
                    // Without a remembered side, one way may count for both sides.
                    let side = remembered.map(|_| way.side);
                    (
                        *bearing,
                        side,
                        *length,
                        way.ends_within,
                        way.is_kept,
                        way.turns_back,
                    )
                };
                assert_eq!(facts(&own), facts(&full), "scene {number}, {remembered:?}");
                let is_short = own.length <= DETOUR_FOR_ROOM * ways.0.distance(ways.1);
                early += u32::from(is_short);
            }
        }
    }
    assert!(early > 300, "{early} early");
}
