//! A round tomb: two steps of stone and a slab with a ringed cross.

use tiny_skia::Path;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{OLD_STONE, OUTLINE, STONE};
use crate::relief::Material;
use crate::shapes;

/// Draws the tomb around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(101);
    base(canvas, OLD_STONE.darker(0.3), 5.0, |_| ());
    parts::stone_ring(canvas, 84.0, 108.0, 18, OLD_STONE, &mut random);
    let slab = Material::new(STONE)
        .rounded(5.0, 0.9)
        .outlined(2.0)
        .casting(5.0)
        .rough(0.34);
    canvas.relief_with(&shapes::circle((0.0, 0.0), 81.0), slab, |canvas| {
        for radius in [72.0, 68.0] {
            canvas.stroke(&shapes::circle((0.0, 0.0), radius), OUTLINE, 1.6, 0.5);
        }
        parts::crack(canvas, (30.0, 34.0), 0.9, 58.0, &mut random);
        parts::crack(canvas, (-40.0, 20.0), 2.6, 44.0, &mut random);
    });
    let carved = Material::new(STONE.lighter(0.1))
        .rounded(4.0, 1.0)
        .outlined(1.8)
        .casting(4.0)
        .rough(0.3);
    canvas.placed((0.0, 0.0), -8.0, 1.0, |canvas| {
        canvas.relief(&shapes::ring((0.0, -8.0), 27.0, 36.0), carved);
        canvas.relief_with(&cross(), carved, |canvas| {
            canvas.stroke(&shapes::circle((0.0, -8.0), 6.0), OUTLINE, 1.8, 0.55);
        });
    });
    parts::moss(canvas, (-66.0, 62.0), 20.0, &mut random);
    parts::moss(canvas, (78.0, -48.0), 13.0, &mut random);
    parts::moss(canvas, (-30.0, 92.0), 9.0, &mut random);
    parts::candle(canvas, (58.0, 40.0), 6.5);
    parts::candle(canvas, (66.0, 24.0), 5.0);
    parts::candle(canvas, (-58.0, -36.0), 5.5);
}

fn cross() -> Path {
    let (narrow, wide) = (6.0, 11.0);
    shapes::polygon(&[
        (-wide, -58.0),
        (wide, -58.0),
        (narrow, -14.0),
        (46.0, -19.0),
        (46.0, 3.0),
        (narrow, -2.0),
        (wide + 1.0, 60.0),
        (-wide - 1.0, 60.0),
        (-narrow, -2.0),
        (-46.0, 3.0),
        (-46.0, -19.0),
        (-narrow, -14.0),
    ])
}
