//! Rectangles of stone: tombs with a carved cross, and posts with a lantern.

use super::brush::{self, FLAME, Grain, OLD_STONE, OUTLINE, STONE};
use super::outline::{self, along};
use super::{Drawing, Light, Piece};
use bevy::prelude::*;

/// How high a tomb stands, world units.
const HEIGHT: f32 = 6.0;
/// The side of a box that all details are measured for, world units.
const USUAL_SIDE: f32 = 40.0;
/// The smallest box that is worth a cross, world units.
const LEAST_CARVED: f32 = 16.0;
/// How far a lantern shines, world units.
const LANTERN_REACH: f32 = 140.0;

/// The middle of a box, half of its long and half of its short axis, and the length of its shorter side.
fn axes(corners: &[Vec2]) -> (Vec2, Vec2, Vec2, f32) {
    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
    let one = (corners[1] - corners[0]) / 2.0;
    let other = (corners[2] - corners[1]) / 2.0;
    let (long, short) = if one.length() >= other.length() {
        (one, other)
    } else {
        (other, one)
    };
    // Heads lie up, where there is an up.
    let long = if long.y < 0.0 { -long } else { long };
    (middle, long, short, 2.0 * short.length())
}

/// A tomb.
pub(super) fn draw(drawing: &mut Drawing, corners: &[Vec2], grain: &mut Grain) {
    let (middle, long, short, side) = axes(corners);
    let unit = (side / USUAL_SIDE).min(1.6);
    brush::cast_shadow(&mut drawing.low, corners, HEIGHT * unit.min(1.2));
    let pieces = &mut drawing.low;
    pieces.push(brush::ring(corners.to_vec(), 2.6 * unit, OUTLINE.at(1.0)));
    brush::bevel(pieces, corners, 2.6 * unit, OLD_STONE);
    course(pieces, corners, 5.4 * unit);
    let slab = outline::inset(corners, 5.4 * unit);
    let slab = outline::rounded(&slab, 2.4 * unit);
    pieces.push(brush::ring(slab.clone(), 2.6 * unit, OUTLINE.at(0.9)));
    brush::bevel(
        pieces,
        &slab,
        3.0 * unit,
        STONE.lit(grain.between(-0.16, 0.02)),
    );
    for _ in 0..(2.0 + 10.0 * long.length() / USUAL_SIDE) as u32 {
        let place = middle + long * grain.between(-0.62, 0.62) + short * grain.between(-0.5, 0.5);
        let ink = STONE.lit(grain.between(-0.7, 0.3));
        pieces.push(brush::blot(
            place,
            unit * grain.between(2.0, 5.0),
            ink.at(0.28),
            grain,
        ));
    }
    let border = outline::inset(&slab, 4.6 * unit);
    pieces.push(brush::ring(border, 0.9 * unit, OUTLINE.at(0.4)));
    if side < LEAST_CARVED {
        return;
    }
    carve(pieces, (middle, long, short), unit);
    if grain.happens(0.6) {
        brush::crack(
            pieces,
            middle + short * grain.between(-0.4, 0.4),
            16.0 * unit,
            grain,
        );
    }
    for corner in corners {
        if grain.happens(0.4) {
            let place = corner.lerp(middle, 0.16);
            brush::moss(pieces, place, unit * grain.between(5.0, 8.5), grain);
        }
    }
    if grain.happens(0.35) {
        let place = middle - 0.62 * long + 0.42 * short;
        candle(drawing, place, 2.3 * unit);
        if grain.happens(0.5) {
            candle(
                drawing,
                place + 6.0 * unit * short.normalize_or_zero().perp(),
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
            pieces.push(brush::line(joint, 0.16 * depth, OUTLINE.at(0.75)));
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
        pieces.push(brush::ring(bar.clone(), 2.2 * unit, OUTLINE.at(0.65)));
    }
    for bar in &bars {
        brush::bevel(pieces, bar, 1.2 * unit, STONE.lit(0.16));
    }
    for (part, width) in [(-0.42, 0.42), (-0.52, 0.3)] {
        let place = middle + up * part * reach;
        let half = across * width * short.length();
        pieces.push(brush::line(
            vec![place - half, place + half],
            1.4 * unit,
            OUTLINE.at(0.42),
        ));
    }
}

fn candle(drawing: &mut Drawing, place: Vec2, size: f32) {
    let wax = outline::circle(place, size);
    drawing
        .low
        .push(brush::ring(wax.clone(), 0.7 * size, OUTLINE.at(0.8)));
    drawing
        .low
        .push(brush::fill(wax, brush::Ink([0xf0, 0xe2, 0xbd]).at(1.0)));
    drawing.low.push(brush::fill(
        outline::circle(place, 0.6 * size),
        FLAME.at(1.0),
    ));
    drawing.lights.push(Light {
        place,
        reach: 14.0 * size,
    });
}

/// A post with a lantern on it.
pub(super) fn draw_post(drawing: &mut Drawing, corners: &[Vec2], grain: &mut Grain) {
    let (middle, _, _, side) = axes(corners);
    let unit = side / USUAL_SIDE;
    brush::cast_shadow(&mut drawing.low, corners, 9.0 * unit);
    let pieces = &mut drawing.tall;
    let foot = outline::rounded(corners, 4.0 * unit);
    pieces.push(brush::ring(foot.clone(), 3.0 * unit, OUTLINE.at(1.0)));
    brush::bevel(pieces, &foot, 4.0 * unit, OLD_STONE.lit(-0.15));
    course(pieces, corners, 6.0 * unit);
    let top = outline::rounded(&outline::inset(corners, 6.5 * unit), 3.0 * unit);
    pieces.push(brush::ring(top.clone(), 2.4 * unit, OUTLINE.at(0.9)));
    brush::bevel(
        pieces,
        &top,
        3.4 * unit,
        STONE.lit(grain.between(-0.4, -0.3)),
    );
    let frame = outline::inset(corners, 10.5 * unit);
    pieces.push(brush::ring(frame.clone(), 2.2 * unit, OUTLINE.at(1.0)));
    pieces.push(brush::fill(
        frame.clone(),
        brush::Ink([0x4a, 0x3b, 0x30]).at(1.0),
    ));
    let glass = outline::inset(&frame, 2.2 * unit);
    pieces.push(brush::fill(glass, FLAME.at(1.0)));
    let flame = outline::inset(&frame, 5.2 * unit);
    pieces.push(brush::fill(flame, brush::Ink([0xff, 0xf8, 0xe2]).at(1.0)));
    for (from, to) in [(0, 2), (1, 3)] {
        let bar = vec![frame[from], frame[to]];
        pieces.push(brush::line(
            bar,
            1.2 * unit,
            brush::Ink([0x4a, 0x3b, 0x30]).at(1.0),
        ));
    }
    drawing.lights.push(Light {
        place: middle,
        reach: LANTERN_REACH * unit.max(0.8),
    });
}
