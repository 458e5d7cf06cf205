//! Rectangles of stone: tombs with a carved cross, and posts with a lantern.

use super::outline::{self, along};
use super::paint::{self, FLAME, Noise, OLD_STONE, OUTLINE, STONE};
use super::{Drawing, Light, Piece};
use bevy::prelude::*;

/// Height of a tomb, world units.
const HEIGHT: f32 = 6.0;
/// The sizes of details are given for a box with this side, world units.
const USUAL_SIDE: f32 = 40.0;
/// Smallest length of the shorter side of a box with a cross, world units.
const MIN_CARVED: f32 = 16.0;
/// Radius of a lantern's light, world units.
const LANTERN_REACH: f32 = 140.0;

/// The middle of a box, half of its long axis, half of its short axis, and the length of its
/// shorter side.
fn axes(corners: &[Vec2]) -> (Vec2, Vec2, Vec2, f32) {
    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
    let one = (corners[1] - corners[0]) / 2.0;
    let other = (corners[2] - corners[1]) / 2.0;
    let (long, short) = if one.length() >= other.length() {
        (one, other)
    } else {
        (other, one)
    };
    // The head of the tomb is at the upper end.
    let long = if long.y < 0.0 { -long } else { long };
    (middle, long, short, 2.0 * short.length())
}

/// A tomb.
pub(super) fn draw(drawing: &mut Drawing, corners: &[Vec2], noise: &mut Noise) {
    let (middle, long, short, side) = axes(corners);
    let unit = (side / USUAL_SIDE).min(1.6);
    paint::cast_shadow(&mut drawing.low, corners, HEIGHT * unit.min(1.2));
    let pieces = &mut drawing.low;
    pieces.push(paint::ring(corners.to_vec(), 2.6 * unit, OUTLINE.at(1.0)));
    paint::bevel(pieces, corners, 2.6 * unit, OLD_STONE);
    course(pieces, corners, 5.4 * unit);
    let tomb = outline::inset(corners, 5.4 * unit);
    let tomb = outline::rounded(&tomb, 2.4 * unit);
    pieces.push(paint::ring(tomb.clone(), 2.6 * unit, OUTLINE.at(0.9)));
    paint::bevel(
        pieces,
        &tomb,
        3.0 * unit,
        STONE.lit(noise.between(-0.16, 0.02)),
    );
    for _ in 0..(2.0 + 10.0 * long.length() / USUAL_SIDE) as u32 {
        let position =
            middle + long * noise.between(-0.62, 0.62) + short * noise.between(-0.5, 0.5);
        let rgb = STONE.lit(noise.between(-0.7, 0.3));
        pieces.push(paint::blot(
            position,
            unit * noise.between(2.0, 5.0),
            rgb.at(0.28),
            noise,
        ));
    }
    let border = outline::inset(&tomb, 4.6 * unit);
    pieces.push(paint::ring(border, 0.9 * unit, OUTLINE.at(0.4)));
    if side < MIN_CARVED {
        return;
    }
    carve(pieces, (middle, long, short), unit);
    if noise.happens(0.6) {
        paint::crack(
            pieces,
            middle + short * noise.between(-0.4, 0.4),
            16.0 * unit,
            noise,
        );
    }
    for corner in corners {
        if noise.happens(0.4) {
            let position = corner.lerp(middle, 0.16);
            paint::moss(pieces, position, unit * noise.between(5.0, 8.5), noise);
        }
    }
    if noise.happens(0.35) {
        let position = middle - 0.62 * long + 0.42 * short;
        candle(drawing, position, 2.3 * unit);
        if noise.happens(0.5) {
            candle(
                drawing,
                position + 6.0 * unit * short.normalize_or_zero().perp(),
                1.8 * unit,
            );
        }
    }
}

/// The joints between the blocks along the edge.
fn course(pieces: &mut Vec<Piece>, corners: &[Vec2], depth: f32) {
    let inner = outline::inset(corners, depth);
    for ((from, to), (inner_from, inner_to)) in outline::edges(corners).zip(outline::edges(&inner))
    {
        let blocks = (from.distance(to) / (3.2 * depth)).round().max(1.0) as u32;
        for block in 0..blocks {
            let part = block as f32 / blocks as f32;
            let joint = vec![from.lerp(to, part), inner_from.lerp(inner_to, part)];
            pieces.push(paint::line(joint, 0.16 * depth, OUTLINE.at(0.75)));
        }
    }
}

fn carve(pieces: &mut Vec<Piece>, (middle, long, short): (Vec2, Vec2, Vec2), unit: f32) {
    let up = long.normalize_or_zero();
    let across = short.normalize_or_zero();
    let reach = long.length();
    let crossing = middle + up * 0.24 * reach;
    let arm = (0.52 * short.length()).min(0.3 * reach);
    let bars = [
        along(crossing - up * 2.0 * arm, crossing + up * arm, 2.3 * unit),
        along(crossing - across * arm, crossing + across * arm, 2.3 * unit),
    ];
    for bar in &bars {
        pieces.push(paint::ring(bar.clone(), 2.2 * unit, OUTLINE.at(0.65)));
    }
    for bar in &bars {
        paint::bevel(pieces, bar, 1.2 * unit, STONE.lit(0.16));
    }
    for (part, width) in [(-0.42, 0.42), (-0.52, 0.3)] {
        let position = middle + up * part * reach;
        let half = across * width * short.length();
        pieces.push(paint::line(
            vec![position - half, position + half],
            1.4 * unit,
            OUTLINE.at(0.42),
        ));
    }
}

fn candle(drawing: &mut Drawing, position: Vec2, size: f32) {
    let wax = outline::circle(position, size);
    drawing
        .low
        .push(paint::ring(wax.clone(), 0.7 * size, OUTLINE.at(0.8)));
    drawing
        .low
        .push(paint::fill(wax, paint::Rgb([0xf0, 0xe2, 0xbd]).at(1.0)));
    drawing.low.push(paint::fill(
        outline::circle(position, 0.6 * size),
        FLAME.at(1.0),
    ));
    drawing.lights.push(Light {
        position,
        reach: 14.0 * size,
    });
}

/// A post with a lantern on it.
pub(super) fn draw_post(drawing: &mut Drawing, corners: &[Vec2], noise: &mut Noise) {
    let (middle, _, _, side) = axes(corners);
    let unit = side / USUAL_SIDE;
    paint::cast_shadow(&mut drawing.low, corners, 9.0 * unit);
    let pieces = &mut drawing.tall;
    let foot = outline::rounded(corners, 4.0 * unit);
    pieces.push(paint::ring(foot.clone(), 3.0 * unit, OUTLINE.at(1.0)));
    paint::bevel(pieces, &foot, 4.0 * unit, OLD_STONE.lit(-0.15));
    course(pieces, corners, 6.0 * unit);
    let top = outline::rounded(&outline::inset(corners, 6.5 * unit), 3.0 * unit);
    pieces.push(paint::ring(top.clone(), 2.4 * unit, OUTLINE.at(0.9)));
    paint::bevel(
        pieces,
        &top,
        3.4 * unit,
        STONE.lit(noise.between(-0.4, -0.3)),
    );
    let frame = outline::inset(corners, 10.5 * unit);
    pieces.push(paint::ring(frame.clone(), 2.2 * unit, OUTLINE.at(1.0)));
    pieces.push(paint::fill(
        frame.clone(),
        paint::Rgb([0x4a, 0x3b, 0x30]).at(1.0),
    ));
    let glass = outline::inset(&frame, 2.2 * unit);
    pieces.push(paint::fill(glass, FLAME.at(1.0)));
    let flame = outline::inset(&frame, 5.2 * unit);
    pieces.push(paint::fill(flame, paint::Rgb([0xff, 0xf8, 0xe2]).at(1.0)));
    for (from, to) in [(0, 2), (1, 3)] {
        let bar = vec![frame[from], frame[to]];
        pieces.push(paint::line(
            bar,
            1.2 * unit,
            paint::Rgb([0x4a, 0x3b, 0x30]).at(1.0),
        ));
    }
    drawing.lights.push(Light {
        position: middle,
        reach: LANTERN_REACH * unit.max(0.8),
    });
}
