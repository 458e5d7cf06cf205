//! Draws obstacles of every shape.

use crate::picture::Picture;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use std::f32::consts::PI;

/// Half of the thickness of a wall, world units.
const HALF_WALL: f32 = 4.0;
/// Width of the lighter rim, world units.
const RIM: f32 = 2.0;
/// The rim, the surface and its darker middle, as factors of the stone color.
const SHADES: [f32; 3] = [1.9, 1.0, 0.82];
/// Corners of a half circle.
const HALF_CIRCLE: u32 = 16;

/// A shape in local coordinates, in shades of its paint.
pub(crate) fn picture_of(shape: &ObstacleShape) -> Picture {
    match shape {
        ObstacleShape::Segment { start, end } => wall(&[*start, *end], false),
        ObstacleShape::Polyline { points, closed } => wall(points, *closed),
        ObstacleShape::Rectangle { half_size } => {
            let (right, up) = (half_size.with_y(0.0), half_size.with_x(0.0));
            block(&[right + up, up - right, -right - up, right - up])
        }
        ObstacleShape::Polygon { points } => block(points),
        ObstacleShape::Capsule { start, end, radius } => block(&capsule(*start, *end, *radius)),
        _ => Picture::default(),
    }
}

fn shade(number: usize) -> LinearRgba {
    LinearRgba::rgb(SHADES[number], SHADES[number], SHADES[number])
}

fn wall(points: &[Vec2], closed: bool) -> Picture {
    let last = closed.then(|| points.first()).flatten();
    let points: Vec<Vec2> = points.iter().chain(last).copied().collect();
    let mut picture = Picture::default();
    for (number, half_width) in [(0, HALF_WALL), (1, HALF_WALL - RIM)] {
        for part in points.windows(2).filter(|part| part[0] != part[1]) {
            let outline = capsule(part[0], part[1], half_width);
            picture = picture.triangles(&triangulated(&outline), shade(number));
        }
    }
    picture
}

fn block(corners: &[Vec2]) -> Picture {
    let mut corners = corners.to_vec();
    if area(&corners) < 0.0 {
        corners.reverse();
    }
    let low = corners.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    let rim = RIM.min(0.1 * (high - low).min_element());
    let mut picture = Picture::default();
    for (number, depth) in [(0, 0.0), (1, rim), (2, 4.0 * rim)] {
        let outline = inset(&corners, depth);
        picture = picture.triangles(&triangulated(&outline), shade(number));
    }
    picture
}

fn capsule(start: Vec2, end: Vec2, radius: f32) -> Vec<Vec2> {
    let along = (end - start).normalize_or(Vec2::X);
    let cap = |center: Vec2, along: Vec2| {
        (0..=HALF_CIRCLE).map(move |corner| {
            let angle = PI * (corner as f32 / HALF_CIRCLE as f32 - 0.5);
            center + radius * along.rotate(Vec2::from_angle(angle))
        })
    };
    cap(end, along).chain(cap(start, -along)).collect()
}

fn area(corners: &[Vec2]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(corner, next)| corner.perp_dot(*next))
        .sum()
}

/// Moves every edge inward; the corners, which are counterclockwise, follow.
fn inset(corners: &[Vec2], depth: f32) -> Vec<Vec2> {
    let count = corners.len();
    let inward = |edge: usize| {
        (corners[(edge + 1) % count] - corners[edge % count])
            .perp()
            .normalize_or_zero()
    };
    (0..count)
        .map(|corner| {
            let (before, after) = (inward(corner + count - 1), inward(corner));
            // The point of a needle would move very far.
            corners[corner] + (before + after) * depth / (1.0 + before.dot(after)).max(0.35)
        })
        .collect()
}

/// Ear clipping; a part without ears, because the polygon touches itself, is left out.
fn triangulated(corners: &[Vec2]) -> Vec<[Vec2; 3]> {
    let mut left = corners.to_vec();
    let mut triangles = Vec::new();
    while left.len() >= 3 {
        let count = left.len();
        let around = |corner: usize| [(corner + count - 1) % count, corner, (corner + 1) % count];
        let ear = (0..count).find(|corner| {
            let [before, here, after] = around(*corner);
            let triangle = [left[before], left[here], left[after]];
            let others = (0..count).filter(|other| ![before, here, after].contains(other));
            turns_left(triangle)
                && others
                    .into_iter()
                    .all(|other| !is_inside(triangle, left[other]))
        });
        let Some(ear) = ear else {
            break;
        };
        triangles.push(around(ear).map(|corner| left[corner]));
        left.remove(ear);
    }
    triangles
}

fn turns_left([first, second, third]: [Vec2; 3]) -> bool {
    (second - first).perp_dot(third - second) > 0.0
}

fn is_inside([first, second, third]: [Vec2; 3], position: Vec2) -> bool {
    let is_left_of = |from: Vec2, to: Vec2| (to - from).perp_dot(position - from) > 0.0;
    is_left_of(first, second) && is_left_of(second, third) && is_left_of(third, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_cover_a_courtyard_and_nothing_else() {
        let courtyard = [
            vec2(0.0, 0.0),
            vec2(60.0, 0.0),
            vec2(60.0, 60.0),
            vec2(40.0, 60.0),
            vec2(40.0, 20.0),
            vec2(20.0, 20.0),
            vec2(20.0, 60.0),
            vec2(0.0, 60.0),
        ];
        // 60 * 20 + 2 * 20 * 40.
        let triangles = triangulated(&courtyard);
        let covered: f32 = triangles.iter().map(|triangle| area(triangle) / 2.0).sum();
        assert!((covered - 2800.0).abs() < 1e-2, "{covered}");
        let in_the_court = vec2(30.0, 40.0);
        assert!(
            !triangles
                .iter()
                .any(|triangle| is_inside(*triangle, in_the_court))
        );
    }

    #[test]
    fn every_shape_has_a_picture() {
        for obstacle in [
            Obstacle::segment(Vec2::ZERO, Vec2::X * 50.0),
            Obstacle::closed_polyline([Vec2::ZERO, Vec2::X * 50.0, Vec2::Y * 50.0]),
            Obstacle::rectangle(30.0, 20.0),
            // Clockwise.
            Obstacle::polygon([Vec2::ZERO, Vec2::Y * 50.0, Vec2::X * 50.0]),
            Obstacle::capsule(Vec2::ZERO, Vec2::X * 50.0, 9.0),
        ] {
            let mesh = picture_of(&obstacle.shape).into_mesh();
            assert!(mesh.count_vertices() > 5, "{obstacle:?}");
        }
    }
}
