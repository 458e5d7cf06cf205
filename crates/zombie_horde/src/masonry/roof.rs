//! Polygons of stone: crypts under hipped copper roofs.

use super::Drawing;
use super::brush::{self, COPPER, Grain, MOON, OLD_STONE, OUTLINE};
use super::outline;
use bevy::prelude::*;

/// How high the eaves are, world units.
const HEIGHT: f32 = 13.0;
/// How far the plinth reaches out under the roof, world units.
const PLINTH: f32 = 9.0;
/// Rows of sheets on a slope.
const ROWS: u32 = 4;
/// From seam to seam, world units.
const SEAMS: f32 = 17.0;

pub(super) fn draw(drawing: &mut Drawing, corners: &[Vec2], grain: &mut Grain) {
    let size = outline::bounds(corners).size().min_element();
    let deepest = outline::depth_of(corners, 0.5 * size);
    let plinth = PLINTH.min(0.3 * deepest);
    brush::cast_shadow(&mut drawing.low, corners, HEIGHT.min(0.3 * size));
    let pieces = &mut drawing.low;
    pieces.push(brush::ring(corners.to_vec(), 3.0, OUTLINE.at(1.0)));
    brush::bevel(pieces, corners, 0.35 * plinth, OLD_STONE);
    let eaves = outline::inset(corners, plinth);
    for ((from, to), (inner_from, inner_to)) in outline::edges(corners).zip(outline::edges(&eaves))
    {
        let blocks = (from.distance(to) / (2.2 * PLINTH)).round().max(1.0) as u32;
        for block in 0..blocks {
            let part = block as f32 / blocks as f32;
            let joint = vec![from.lerp(to, part), inner_from.lerp(inner_to, part)];
            pieces.push(brush::line(joint, 1.2, OUTLINE.at(0.75)));
        }
    }
    for &corner in corners {
        if grain.happens(0.3) {
            brush::moss(pieces, corner.lerp(eaves[0], 0.02), 7.0, grain);
        }
    }
    let ridge = outline::inset(corners, plinth + 0.78 * (deepest - plinth));
    pieces.push(brush::ring(eaves.clone(), 4.0, OUTLINE.at(1.0)));
    pieces.push(brush::fill(eaves.clone(), COPPER.at(1.0)));
    for ((from, to), (top_from, top_to)) in outline::edges(&eaves).zip(outline::edges(&ridge)) {
        let outward = -(to - from).perp().normalize_or_zero();
        let ink = COPPER.lit(0.72 * outward.dot(MOON) - 0.08);
        pieces.push(brush::fill(vec![from, to, top_to, top_from], ink.at(1.0)));
        for row in 1..ROWS {
            let part = row as f32 / ROWS as f32;
            let row = vec![from.lerp(top_from, part), to.lerp(top_to, part)];
            pieces.push(brush::line(row, 0.9, ink.lit(-0.7).at(0.5)));
        }
        let sheets = (from.distance(to) / SEAMS).round().max(1.0) as u32;
        for sheet in 1..sheets {
            let part = sheet as f32 / sheets as f32;
            let seam = vec![from.lerp(to, part), top_from.lerp(top_to, part)];
            pieces.push(brush::line(seam, 1.8, ink.lit(-0.55).at(0.6)));
            if grain.happens(0.25) {
                let place = from.lerp(to, part - 0.5 / sheets as f32);
                let streak = vec![
                    place,
                    place.lerp(top_from.lerp(top_to, part), grain.between(0.4, 0.9)),
                ];
                pieces.push(brush::line(
                    streak,
                    3.0,
                    brush::Ink([0x8a, 0x5a, 0x3a]).at(0.22),
                ));
            }
        }
    }
    for (eave, top) in eaves.iter().zip(&ridge) {
        pieces.push(brush::line(vec![*eave, *top], 3.4, OUTLINE.at(0.8)));
        pieces.push(brush::line(vec![*eave, *top], 1.9, COPPER.lit(0.3).at(1.0)));
    }
    pieces.push(brush::ring(ridge.clone(), 3.0, OUTLINE.at(0.85)));
    let depth = 0.08 * (deepest - plinth);
    brush::bevel(pieces, &ridge, depth, COPPER.lit(0.22));
}
