//! Hedges: clumps of leaves, the lowest and darkest first.

use super::Drawing;
use super::brush::{self, Grain, Ink, MOON, MOSS, OUTLINE};
use super::outline;
use bevy::prelude::*;

/// How high it stands, world units.
const HEIGHT: f32 = 8.0;
/// Ground for each clump, square units.
const AREA_PER_CLUMP: f32 = 46.0;
/// More clumps than this are as good as this many.
const MOST_CLUMPS: f32 = 900.0;
/// Layers of clumps: part of the clumps, size, light, how far they lean to the moon.
const LAYERS: [(f32, f32, f32, f32); 4] = [
    (1.0, 8.0, -0.62, 0.0),
    (1.0, 6.6, -0.32, 1.5),
    (0.9, 5.0, -0.02, 3.2),
    (0.5, 3.2, 0.3, 4.6),
];
/// Flowers in a hedge that has some.
const FLOWERS: [Ink; 3] = [
    Ink([0xe8, 0x5a, 0x6c]),
    Ink([0xf4, 0xe4, 0xee]),
    Ink([0xb8, 0x86, 0xf0]),
];

pub(super) fn draw(drawing: &mut Drawing, corners: &[Vec2], grain: &mut Grain) {
    let bounds = outline::bounds(corners);
    brush::cast_shadow(&mut drawing.low, corners, HEIGHT);
    let pieces = &mut drawing.low;
    pieces.push(brush::ring(corners.to_vec(), 2.6, OUTLINE.at(1.0)));
    pieces.push(brush::fill(corners.to_vec(), MOSS.lit(-0.85).at(1.0)));
    let area = bounds.width() * bounds.height();
    let clumps = (area / AREA_PER_CLUMP).min(MOST_CLUMPS);
    let flower = grain
        .happens(0.5)
        .then(|| FLOWERS[grain.between(0.0, 2.99) as usize]);
    for (part, size, light, lean) in LAYERS {
        for _ in 0..(part * clumps) as u32 {
            let place = bounds.min
                + bounds.size() * Vec2::new(grain.between(0.0, 1.0), grain.between(0.0, 1.0));
            let reach = outline::distance_to_line(corners, true, place);
            if !outline::contains(corners, place) || reach < 0.35 * size {
                continue;
            }
            let radius = (size * grain.between(0.75, 1.1)).min(reach + 0.5);
            // What leans over the edge would stand where bodies pass.
            let place = place + MOON * lean.min((reach - radius).max(0.0));
            let ink = MOSS.lit(light + grain.between(-0.12, 0.12));
            pieces.push(brush::blot(
                place - MOON * 0.22 * radius,
                radius,
                ink.lit(-0.5).at(1.0),
                grain,
            ));
            pieces.push(brush::blot(place, 0.86 * radius, ink.at(1.0), grain));
        }
    }
    let Some(flower) = flower else {
        return;
    };
    for _ in 0..(0.1 * clumps) as u32 {
        let place = bounds.min
            + bounds.size() * Vec2::new(grain.between(0.0, 1.0), grain.between(0.0, 1.0));
        if outline::contains(corners, place)
            && outline::distance_to_line(corners, true, place) > 3.0
        {
            pieces.push(brush::blot(place, 2.6, OUTLINE.at(0.7), grain));
            pieces.push(brush::blot(place, 2.0, flower.at(1.0), grain));
            pieces.push(brush::blot(place, 0.8, brush::FLAME.at(1.0), grain));
        }
    }
}
