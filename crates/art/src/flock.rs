//! The agents of the flocking scenes: darts in three colors, and a token that can be tinted.

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

/// The atlas of darts: one column per color.
pub fn atlas() -> Pixmap {
    atlas::assemble(FRAME_SIZE, COLORS.len() as u32, 1, |column, _| {
        dart(COLORS[column as usize])
    })
}

fn dart(rgb: Rgb) -> Pixmap {
    centered(|canvas| {
        let wings = Material::new(rgb)
            .rounded(3.0, 0.7)
            .outlined(2.6)
            .casting(0.0);
        canvas.relief_with(&arrow(), wings, |canvas| {
            for side in [-1.0, 1.0] {
                let tip = shapes::polygon(&[
                    (-24.0, 27.0 * side),
                    (-8.0, 17.0 * side),
                    (-12.0, 7.0 * side),
                    (-26.0, 14.0 * side),
                ]);
                canvas.fill(&tip, rgb.darker(0.4), 1.0);
            }
        });
        let body = Material::new(rgb.lighter(0.35))
            .rounded(3.0, 0.8)
            .outlined(0.0)
            .casting(2.0);
        canvas.relief(&shapes::limb((-9.0, 0.0), 3.0, (14.0, 0.0), 5.6), body);
        for side in [-1.0, 1.0] {
            canvas.fill(&shapes::circle((16.0, 3.6 * side), 2.0), OUTLINE, 1.0);
        }
    })
}

/// The outline of a dart with swept wings; its nose points toward +X.
fn arrow() -> Path {
    shapes::smooth_outline(&[
        (27.0, 0.0),
        (19.0, 6.5),
        (5.0, 11.0),
        (-9.0, 22.0),
        (-22.0, 25.0),
        (-15.0, 12.0),
        (-17.0, 5.0),
        (-25.0, 0.0),
        (-17.0, -5.0),
        (-15.0, -12.0),
        (-22.0, -25.0),
        (-9.0, -22.0),
        (5.0, -11.0),
        (19.0, -6.5),
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
