//! Walls as mirrors: image sources that keep the push parallel to nearby walls.

use crate::math::portable::unit_at;
use crate::solidity::depenetration::pressure::Source;
use core::f32::consts::TAU;
use glam::Vec2;

/// The number of rays that search for walls around a source.
const RAYS: usize = 16;
/// The most walls of a source.
pub(super) const MOST_WALLS: usize = 4;

/// A flat wall: a point on it, and its outward unit normal.
pub type Wall = (Vec2, Vec2);

/// Adds the mirror images of the sources from `first` on, in the walls within `reach`. With them,
/// no push leads into a wall.
pub(super) fn mirror(
    sources: &mut Vec<Source>,
    first: usize,
    reach: f32,
    wall_between: &impl Fn(Vec2, Vec2) -> Option<Wall>,
) {
    for number in first..sources.len() {
        let source = sources[number];
        let mut walls = [None; MOST_WALLS];
        let count = find_walls(source.center, reach, wall_between, &mut walls);
        for (number, (point, normal)) in walls[..count].iter().flatten().enumerate() {
            let mirrored = source.mirrored(*point, *normal);
            sources.push(mirrored);
            // In a corner of two walls, the image in one wall has an image in the other.
            for (other_point, other_normal) in walls[..number].iter().flatten() {
                if normal.dot(*other_normal).abs() < 0.5 {
                    sources.push(mirrored.mirrored(*other_point, *other_normal));
                }
            }
        }
    }
}

/// Finds flat walls within `reach`, and returns their number.
///
/// Two adjacent rays that hit the same plane have hit a wall. At a post, each ray hits a different
/// plane.
pub(super) fn find_walls(
    // Inputs
    center: Vec2,
    reach: f32,
    wall_between: &impl Fn(Vec2, Vec2) -> Option<Wall>,
    // Output
    walls: &mut [Option<Wall>; MOST_WALLS],
) -> usize {
    let ray = |number: usize| {
        let angle = number as f32 * (TAU / RAYS as f32);
        wall_between(center, center + unit_at(angle) * reach)
    };
    let mut count = 0;
    let mut last = ray(0);
    for number in 1..=RAYS {
        let next = ray(number % RAYS);
        if let (Some(one), Some(other)) = (last, next)
            && is_same_plane(one, other, center)
            && !(walls.iter().flatten()).any(|wall| is_same_plane(*wall, one, center))
            && count < MOST_WALLS
        {
            walls[count] = Some(one);
            count += 1;
        }
        last = next;
    }
    count
}

fn is_same_plane(one: Wall, other: Wall, seen_from: Vec2) -> bool {
    let distance = (one.0 - seen_from).dot(one.1);
    let step = (other.0 - one.0).dot(one.1);
    distance < 0.0 && one.1.dot(other.1) > 0.999 && step.abs() < 1e-2 * -distance
}
