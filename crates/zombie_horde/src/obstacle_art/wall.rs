//! Stone walls seen from above: a row of capstones, and piers at their ends and corners.

use super::Drawing;
use super::outline;
use super::paint::{self, Noise, OUTLINE, STONE};
use bevy::prelude::*;

/// Half of a wall's thickness, world units.
pub(super) const HALF_WIDTH: f32 = 7.0;
/// Half of a pier's side, world units.
const HALF_PIER: f32 = 10.0;
/// Height of a wall, world units: the length of its shadow.
const HEIGHT: f32 = 9.0;
/// Lengths of capstones, world units.
const STONES: core::ops::Range<f32> = 17.0..30.0;
/// Width of a joint and of the contour, world units.
const JOINT: f32 = 1.3;

pub(super) fn draw(drawing: &mut Drawing, points: &[Vec2], closed: bool, noise: &mut Noise) {
    paint::cast_line_shadow(&mut drawing.low, points, closed, 2.0 * HALF_WIDTH, HEIGHT);
    let contour = if closed { paint::ring } else { paint::line };
    let width = 2.0 * (HALF_WIDTH + JOINT);
    let pieces = &mut drawing.tall;
    pieces.push(contour(points.to_vec(), width, OUTLINE.at(1.0)));
    let parts = points.len() - usize::from(!closed);
    for (from, to) in outline::edges(points).take(parts) {
        lay_stones(drawing, from, to, noise);
    }
    for (number, &point) in points.iter().enumerate() {
        let other = points[(number + 1) % points.len()];
        let other = if number + 1 == points.len() && !closed {
            points[number - 1]
        } else {
            other
        };
        let is_bend = closed || (0 < number && number + 1 < points.len());
        if is_bend && bends_little(points, number) {
            continue;
        }
        let half = (other - point).normalize_or_zero() * HALF_PIER;
        let pier = outline::rounded(&outline::along(point - half, point + half, HALF_PIER), 3.0);
        let pieces = &mut drawing.tall;
        pieces.push(paint::ring(pier.clone(), 2.0 * JOINT, OUTLINE.at(1.0)));
        paint::bevel(pieces, &pier, 3.2, STONE.lit(-0.12));
        let cap = outline::rounded(&outline::inset(&pier, 4.6), 1.0);
        pieces.push(paint::ring(cap.clone(), 0.9, OUTLINE.at(0.45)));
        pieces.push(paint::fill(cap, STONE.lit(0.12).at(1.0)));
    }
}

/// Whether a wall bends so little at a point that it needs no pier.
fn bends_little(points: &[Vec2], number: usize) -> bool {
    let count = points.len();
    let before = points[number] - points[(number + count - 1) % count];
    let after = points[(number + 1) % count] - points[number];
    before.normalize_or_zero().dot(after.normalize_or_zero()) > 0.92
}

fn lay_stones(drawing: &mut Drawing, from: Vec2, to: Vec2, noise: &mut Noise) {
    let length = from.distance(to);
    let along = (to - from).normalize_or_zero();
    let mean = (STONES.start + STONES.end) / 2.0;
    let count = (length / mean).round().max(1.0);
    let mut start = 0.0;
    for number in 1..=count as u32 {
        let even = length * number as f32 / count;
        let end = if number as f32 == count {
            length
        } else {
            even + noise.between(-0.18, 0.18) * mean
        };
        let [left, right] = [start + 0.5 * JOINT, end - 0.5 * JOINT];
        let half_width = HALF_WIDTH - noise.between(0.0, 0.9);
        let stone = outline::along(from + along * left, from + along * right, half_width);
        let stone = outline::rounded(&stone, 2.4);
        let rgb = STONE.lit(noise.between(-0.3, 0.06));
        let pieces = &mut drawing.tall;
        paint::bevel(pieces, &stone, 2.1, rgb);
        let middle = from + along * 0.5 * (left + right);
        for _ in 0..2 {
            let position = middle
                + along * noise.between(-0.28, 0.28) * (right - left)
                + noise.direction() * 1.4;
            let light = noise.between(-0.5, 0.35);
            pieces.push(paint::blot(
                position,
                noise.between(1.2, 3.0),
                rgb.lit(light).at(0.35),
                noise,
            ));
        }
        if noise.happens(0.12) {
            paint::crack(pieces, middle - along * 3.0, 7.0, noise);
        }
        if noise.happens(0.1) {
            let side = along.perp()
                * if noise.happens(0.5) {
                    HALF_WIDTH
                } else {
                    -HALF_WIDTH
                };
            paint::moss(pieces, middle + 0.7 * side, 5.5, noise);
        }
        start = end;
    }
}
