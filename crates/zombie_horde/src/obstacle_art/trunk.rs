//! Fallen trunks: bark along the axis, a cut at one end.

use super::Drawing;
use super::outline;
use super::paint::{self, MOON, Noise, OUTLINE, WOOD};
use bevy::prelude::*;

/// Distance between the grooves of the bark, in radii.
const GROOVES: f32 = 0.3;

pub(super) fn draw(
    drawing: &mut Drawing,
    corners: &[Vec2],
    (start, end, radius): (Vec2, Vec2, f32),
    noise: &mut Noise,
) {
    paint::cast_shadow(&mut drawing.low, corners, 0.5 * radius);
    let pieces = &mut drawing.low;
    pieces.push(paint::ring(corners.to_vec(), 2.6, OUTLINE.at(1.0)));
    pieces.push(paint::fill(corners.to_vec(), WOOD.lit(-0.7).at(1.0)));
    // Narrower and brighter trunks, each nearer to the moon, look rounded.
    for (part, light) in [
        (0.86, -0.5),
        (0.7, -0.3),
        (0.52, -0.1),
        (0.3, 0.1),
        (0.12, 0.28),
    ] {
        let lean = MOON * 0.55 * (1.0 - part) * radius;
        let slice = outline::capsule(start + lean, end + lean, part * radius);
        pieces.push(paint::fill(slice, WOOD.lit(light).at(0.75)));
    }
    let along = (end - start).normalize_or_zero();
    let length = start.distance(end);
    let grooves = (2.0 / GROOVES) as i32 / 2;
    for groove in -grooves..=grooves {
        let across = along.perp() * groove as f32 * GROOVES * radius;
        let mut from = noise.between(0.0, 0.1);
        while from < 1.0 {
            let to = (from + noise.between(0.12, 0.35)).min(1.0);
            let steps = 5;
            let points = (0..=steps).map(|step| {
                let part = from + (to - from) * step as f32 / steps as f32;
                start
                    + along * part * length
                    + across
                    + along.perp() * noise.between(-0.06, 0.06) * radius
            });
            pieces.push(paint::line(
                points.collect(),
                0.07 * radius,
                OUTLINE.at(0.5),
            ));
            from = to + noise.between(0.02, 0.08);
        }
    }
    let cut = end + along * 0.12 * radius;
    pieces.push(paint::fill(
        outline::circle(cut, 0.84 * radius),
        OUTLINE.at(1.0),
    ));
    for (part, light) in [
        (0.76, 0.32),
        (0.6, 0.2),
        (0.44, 0.32),
        (0.28, 0.2),
        (0.12, 0.05),
    ] {
        pieces.push(paint::fill(
            outline::circle(cut, part * radius),
            WOOD.lit(light).at(1.0),
        ));
    }
    paint::crack(pieces, cut, 0.6 * radius, noise);
    for _ in 0..3 {
        let position = start + along * noise.between(0.0, 0.8) * length;
        let side = along.perp() * noise.between(-0.5, 0.5) * radius;
        paint::moss(pieces, position + side, 0.42 * radius, noise);
    }
}
