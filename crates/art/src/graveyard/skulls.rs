//! A heap of skulls in a ring of bones, with candles on top.

use std::f32::consts::TAU;

use rand::RngExt;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{BONE, EARTH};
use crate::shapes;

/// Draws the heap around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(707);
    base(canvas, EARTH.darker(0.25), 10.0, |_| ());
    for bone in 0..22 {
        let angle = TAU * bone as f32 / 22.0;
        let spot = shapes::polar(92.0, angle);
        let lean = random.random_range(-24.0..24.0);
        parts::bone(canvas, spot, 22.0, angle.to_degrees() + lean);
    }
    for (count, radius, size, turn) in [
        (13, 74.0, 13.5, 0.1),
        (9, 46.0, 15.0, 0.3),
        (4, 20.0, 16.0, 0.5),
    ] {
        for skull in 0..count {
            let angle = turn + TAU * skull as f32 / count as f32;
            let spot = shapes::polar(radius + random.random_range(-3.0..3.0), angle);
            let degrees = angle.to_degrees() + random.random_range(-38.0..38.0);
            let rgb = BONE.darker(random.random_range(0.0..0.24));
            parts::skull(canvas, spot, size, degrees, rgb);
        }
    }
    parts::skull(canvas, (0.0, -1.0), 21.0, 84.0, BONE.lighter(0.15));
    parts::candle(canvas, (-30.0, -34.0), 6.0);
    parts::candle(canvas, (40.0, -20.0), 5.0);
    parts::candle(canvas, (-24.0, 46.0), 5.0);
    parts::candle(canvas, (-12.0, -56.0), 4.4);
}
