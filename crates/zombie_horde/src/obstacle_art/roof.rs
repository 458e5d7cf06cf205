//! Polygons of stone: crypts under hipped copper roofs.

use super::Drawing;
use super::outline;
use super::paint::{self, COPPER, MOON, Noise, OLD_STONE, OUTLINE};
use bevy::prelude::*;

/// Height of the eaves, world units.
const HEIGHT: f32 = 13.0;
/// Width of the plinth outside the roof, world units.
const PLINTH: f32 = 9.0;
/// Rows of sheets on a slope.
const ROWS: u32 = 4;
/// Distance between seams, world units.
const SEAMS: f32 = 17.0;

pub(super) fn draw(drawing: &mut Drawing, corners: &[Vec2], noise: &mut Noise) {
    let size = outline::bounds(corners).size().min_element();
    let deepest = outline::depth_of(corners, 0.5 * size);
    let plinth = PLINTH.min(0.3 * deepest);
    paint::cast_shadow(&mut drawing.low, corners, HEIGHT.min(0.3 * size));
    let pieces = &mut drawing.low;
    pieces.push(paint::ring(corners.to_vec(), 3.0, OUTLINE.at(1.0)));
    paint::bevel(pieces, corners, 0.35 * plinth, OLD_STONE);
    let eaves = outline::inset(corners, plinth);
    for ((from, to), (inner_from, inner_to)) in outline::edges(corners).zip(outline::edges(&eaves))
    {
        let blocks = (from.distance(to) / (2.2 * PLINTH)).round().max(1.0) as u32;
        for block in 0..blocks {
            let part = block as f32 / blocks as f32;
            let joint = vec![from.lerp(to, part), inner_from.lerp(inner_to, part)];
            pieces.push(paint::line(joint, 1.2, OUTLINE.at(0.75)));
        }
    }
    for &corner in corners {
        if noise.happens(0.3) {
            paint::moss(pieces, corner.lerp(eaves[0], 0.02), 7.0, noise);
        }
    }
    let ridge = outline::inset(corners, plinth + 0.78 * (deepest - plinth));
    pieces.push(paint::ring(eaves.clone(), 4.0, OUTLINE.at(1.0)));
    pieces.push(paint::fill(eaves.clone(), COPPER.at(1.0)));
    for ((from, to), (top_from, top_to)) in outline::edges(&eaves).zip(outline::edges(&ridge)) {
        let outward = -(to - from).perp().normalize_or_zero();
        let rgb = COPPER.lit(0.72 * outward.dot(MOON) - 0.08);
        pieces.push(paint::fill(vec![from, to, top_to, top_from], rgb.at(1.0)));
        for row in 1..ROWS {
            let part = row as f32 / ROWS as f32;
            let row = vec![from.lerp(top_from, part), to.lerp(top_to, part)];
            pieces.push(paint::line(row, 0.9, rgb.lit(-0.7).at(0.5)));
        }
        let sheets = (from.distance(to) / SEAMS).round().max(1.0) as u32;
        for sheet in 1..sheets {
            let part = sheet as f32 / sheets as f32;
            let seam = vec![from.lerp(to, part), top_from.lerp(top_to, part)];
            pieces.push(paint::line(seam, 1.8, rgb.lit(-0.55).at(0.6)));
            if noise.happens(0.25) {
                let position = from.lerp(to, part - 0.5 / sheets as f32);
                let streak = vec![
                    position,
                    position.lerp(top_from.lerp(top_to, part), noise.between(0.4, 0.9)),
                ];
                pieces.push(paint::line(
                    streak,
                    3.0,
                    paint::Rgb([0x8a, 0x5a, 0x3a]).at(0.22),
                ));
            }
        }
    }
    for (eave, top) in eaves.iter().zip(&ridge) {
        pieces.push(paint::line(vec![*eave, *top], 3.4, OUTLINE.at(0.8)));
        pieces.push(paint::line(vec![*eave, *top], 1.9, COPPER.lit(0.3).at(1.0)));
    }
    pieces.push(paint::ring(ridge.clone(), 3.0, OUTLINE.at(0.85)));
    let depth = 0.08 * (deepest - plinth);
    paint::bevel(pieces, &ridge, depth, COPPER.lit(0.22));
}
