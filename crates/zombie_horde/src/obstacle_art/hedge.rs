//! Hedges: clumps of leaves, the lowest and darkest first.

use super::Drawing;
use super::outline;
use super::paint::{self, MOON, MOSS, Noise, OUTLINE, Rgb};
use bevy::prelude::*;

/// Height of a hedge, world units.
const HEIGHT: f32 = 8.0;
/// Ground per clump, square units.
const AREA_PER_CLUMP: f32 = 46.0;
/// Largest number of clumps.
const MAX_CLUMPS: f32 = 900.0;
/// Layers of clumps: share of the clumps, size, light, and shift toward the moon.
const LAYERS: [(f32, f32, f32, f32); 4] = [
    (1.0, 8.0, -0.62, 0.0),
    (1.0, 6.6, -0.32, 1.5),
    (0.9, 5.0, -0.02, 3.2),
    (0.5, 3.2, 0.3, 4.6),
];
/// Colors of the flowers.
const FLOWERS: [Rgb; 3] = [
    Rgb([0xe8, 0x5a, 0x6c]),
    Rgb([0xf4, 0xe4, 0xee]),
    Rgb([0xb8, 0x86, 0xf0]),
];

pub(super) fn draw(drawing: &mut Drawing, corners: &[Vec2], noise: &mut Noise) {
    let bounds = outline::bounds(corners);
    paint::cast_shadow(&mut drawing.low, corners, HEIGHT);
    let pieces = &mut drawing.low;
    pieces.push(paint::ring(corners.to_vec(), 2.6, OUTLINE.at(1.0)));
    pieces.push(paint::fill(corners.to_vec(), MOSS.lit(-0.85).at(1.0)));
    let area = bounds.width() * bounds.height();
    let clumps = (area / AREA_PER_CLUMP).min(MAX_CLUMPS);
    let flower = noise
        .happens(0.5)
        .then(|| FLOWERS[noise.between(0.0, 2.99) as usize]);
    for (part, size, light, lean) in LAYERS {
        for _ in 0..(part * clumps) as u32 {
            let position = bounds.min
                + bounds.size() * Vec2::new(noise.between(0.0, 1.0), noise.between(0.0, 1.0));
            let reach = outline::distance_to_line(corners, true, position);
            if !outline::contains(corners, position) || reach < 0.35 * size {
                continue;
            }
            let radius = (size * noise.between(0.75, 1.1)).min(reach + 0.5);
            // Leaves beyond the edge would cover ground where bodies pass.
            let position = position + MOON * lean.min((reach - radius).max(0.0));
            let rgb = MOSS.lit(light + noise.between(-0.12, 0.12));
            pieces.push(paint::blot(
                position - MOON * 0.22 * radius,
                radius,
                rgb.lit(-0.5).at(1.0),
                noise,
            ));
            pieces.push(paint::blot(position, 0.86 * radius, rgb.at(1.0), noise));
        }
    }
    let Some(flower) = flower else {
        return;
    };
    for _ in 0..(0.1 * clumps) as u32 {
        let position = bounds.min
            + bounds.size() * Vec2::new(noise.between(0.0, 1.0), noise.between(0.0, 1.0));
        if outline::contains(corners, position)
            && outline::distance_to_line(corners, true, position) > 3.0
        {
            pieces.push(paint::blot(position, 2.6, OUTLINE.at(0.7), noise));
            pieces.push(paint::blot(position, 2.0, flower.at(1.0), noise));
            pieces.push(paint::blot(position, 0.8, paint::FLAME.at(1.0), noise));
        }
    }
}
