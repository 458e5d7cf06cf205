//! A crowd goes through a gate, without an engine. Prints a picture of letters every two seconds.

use glam::{DVec2, Vec2};
use horde_kernel::behaviors::pursuit::{MotionLimits, seek};
use horde_kernel::motion::integrate::accelerate;
use horde_kernel::obstacles::outline::Outline;
use horde_kernel::search::grid::CellGrid;
use horde_kernel::solidity::slide::{contact_gap, slide};

const RADIUS: f32 = 0.5;
const TICK: f32 = 1.0 / 30.0;
const GOAL: Vec2 = Vec2::new(30.0, 8.0);
const LIMITS: MotionLimits = MotionLimits {
    max_speed: 5.0,
    max_force: 20.0,
    max_acceleration: 20.0,
    tick: TICK,
};

fn main() {
    let wall = |from, to| Outline::wall(&[Vec2::new(20.0, from), Vec2::new(20.0, to)], false);
    let walls = [wall(0.0, 6.0), wall(10.0, 16.0)].map(|wall| wall.expect("it has a length"));
    let start = |number| Vec2::new((number % 8) as f32, (number / 8) as f32) * 1.5 + 1.0;
    let mut positions: Vec<Vec2> = (0..72).map(start).collect();
    let mut velocities = vec![Vec2::ZERO; positions.len()];
    let mut grid = CellGrid::default();
    for tick in 0..=300 {
        if tick % 60 == 0 {
            print(&positions);
        }
        grid.rebuild(&positions, 2.0 * RADIUS);
        let before = positions.clone();
        for (own, (position, velocity)) in positions.iter_mut().zip(&mut velocities).enumerate() {
            let mut force =
                seek(&LIMITS, *velocity, GOAL - *position).map_or(Vec2::ZERO, |to| to.force);
            grid.visit_runs(*position, 3.0 * RADIUS, |run| {
                for &other in grid.order()[run]
                    .iter()
                    .filter(|other| **other as usize != own)
                {
                    let away = *position - before[other as usize];
                    let gap = away.length() - 2.0 * RADIUS;
                    force +=
                        away.normalize_or_zero() * LIMITS.max_force * (1.0 - gap / RADIUS).max(0.0);
                }
            });
            *velocity = accelerate(*velocity, force, LIMITS.max_speed, TICK);
            let touch = contact_gap(RADIUS, *position).into();
            let way = (*velocity * TICK).as_dvec2();
            let moved = slide(
                position.as_dvec2(),
                way,
                velocity.as_dvec2(),
                |from: DVec2, heading, length| {
                    let hits = walls
                        .iter()
                        .filter_map(|wall| wall.sweep(from, heading, length, RADIUS.into(), touch));
                    hits.min_by(|one, other| one.distance.total_cmp(&other.distance))
                },
            );
            (*position, *velocity) = (moved.position.as_vec2(), moved.velocity.as_vec2());
        }
    }
}

fn print(positions: &[Vec2]) {
    let mut picture = vec![[b' '; 36]; 16];
    (0..16)
        .filter(|row| !(6..10).contains(row))
        .for_each(|row| picture[row][20] = b'|');
    for place in positions.iter().map(|position| position.round().as_ivec2()) {
        if (0..36).contains(&place.x) && (0..16).contains(&place.y) {
            picture[place.y as usize][place.x as usize] = b'o';
        }
    }
    picture
        .iter()
        .for_each(|row| println!("{}", String::from_utf8_lossy(row).trim_end()));
    println!("{}", "-".repeat(36));
}
