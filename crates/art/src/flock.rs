//! The agents of the flocking scenes: birds in three colors, and a token that can be tinted.

use tiny_skia::{Path, Pixmap};

use crate::atlas;
use crate::canvas::Canvas;
use crate::palette::{OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes;

/// Width and height of a frame in pixels.
pub const FRAME_SIZE: u32 = 64;

/// Amber, cyan and magenta.
const COLORS: [Rgb; 3] = [Rgb::hex(0xffb838), Rgb::hex(0x3cdcf4), Rgb::hex(0xf458c8)];

/// The atlas of birds: one column per color.
pub fn atlas() -> Pixmap {
    atlas::assemble(FRAME_SIZE, COLORS.len() as u32, 1, |column, _| {
        bird(COLORS[column as usize])
    })
}

fn bird(rgb: Rgb) -> Pixmap {
    centered(|canvas| {
        let tail = Material::new(rgb.darker(0.25))
            .rounded(2.0, 0.6)
            .outlined(2.2)
            .casting(0.0);
        let fan = [
            (-8.0, 2.5),
            (-25.0, 8.0),
            (-22.0, 0.0),
            (-25.0, -8.0),
            (-8.0, -2.5),
        ];
        canvas.relief(&shapes::polygon(&fan), tail);
        let plumage = Material::new(rgb)
            .rounded(3.0, 0.7)
            .outlined(2.4)
            .casting(0.0);
        for side in [-1.0, 1.0] {
            canvas.relief_with(&wing(side), plumage, |canvas| {
                let tip = shapes::polygon(&[
                    (-2.0, 17.0 * side),
                    (4.0, 30.0 * side),
                    (-22.0, 30.0 * side),
                    (-11.0, 17.0 * side),
                ]);
                canvas.fill(&tip, rgb.darker(0.5), 1.0);
            });
        }
        let body = Material::new(rgb.lighter(0.35))
            .rounded(3.0, 0.8)
            .outlined(2.0)
            .casting(2.0);
        canvas.relief(&shapes::limb((-11.0, 0.0), 3.2, (9.0, 0.0), 5.6), body);
        let beak = shapes::polygon(&[(18.0, 2.6), (26.0, 0.0), (18.0, -2.6)]);
        canvas.fill(&beak, Rgb::hex(0xff9a2e), 1.0);
        canvas.relief(&shapes::circle((15.0, 0.0), 5.2), body);
        for side in [-1.0, 1.0] {
            canvas.fill(&shapes::circle((17.0, 2.9 * side), 1.5), OUTLINE, 1.0);
        }
    })
}

/// The outline of a spread wing, swept back toward its tip.
fn wing(side: f32) -> Path {
    shapes::smooth_outline(&[
        (9.0, 2.0 * side),
        (10.0, 9.0 * side),
        (5.0, 17.0 * side),
        (-6.0, 24.0 * side),
        (-17.0, 26.0 * side),
        (-12.0, 19.0 * side),
        (-9.0, 12.0 * side),
        (-9.0, 3.0 * side),
    ])
}

/// A round token, nearly white for tinting, with an arrow toward +X.
pub fn token() -> Pixmap {
    centered(|canvas| {
        let disc = Material::new(Rgb::hex(0xf2f4f4))
            .rounded(5.0, 0.55)
            .outlined(2.6)
            .casting(0.0);
        canvas.relief_with(&shapes::circle((0.0, 0.0), 27.0), disc, |canvas| {
            canvas.stroke(&shapes::circle((0.0, 0.0), 21.0), OUTLINE, 1.6, 0.22);
        });
        let chevron = shapes::polygon(&[(21.0, 0.0), (-8.0, 14.0), (-2.0, 0.0), (-8.0, -14.0)]);
        canvas.fill(&chevron, OUTLINE, 0.88);
    })
}

fn centered(draw: impl FnOnce(&mut Canvas)) -> Pixmap {
    let mut canvas = Canvas::new(FRAME_SIZE, FRAME_SIZE, 4).lit_at(0.5);
    let middle = FRAME_SIZE as f32 / 2.0;
    canvas.placed((middle, middle), 0.0, 1.0, draw);
    canvas.finish()
}
