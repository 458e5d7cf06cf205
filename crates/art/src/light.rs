//! Light and shadow: contact shadow, glow and vignette.

use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::canvas::blank;
use crate::noise;
use crate::palette::{OUTLINE, Rgb};

/// Width and height of the contact shadow.
pub const SHADOW_SIZE: u32 = 96;
/// Width and height of the glow.
pub const GLOW_SIZE: u32 = 256;
/// Width and height of the vignette.
pub const VIGNETTE_SIZE: u32 = 512;

/// A zombie's contact shadow: a soft black ellipse, centered a little behind the middle.
pub fn shadow() -> Pixmap {
    let black = Rgb::hex(0x000000);
    shaded(SHADOW_SIZE, black, |x, y| {
        let behind = 0.15;
        let distance = ((x + behind) / 0.72).hypot(y / 0.92);
        0.6 * noise::step(1.0, 0.25, distance)
    })
}

/// White light that fades to nothing at the edges.
pub fn glow() -> Pixmap {
    shaded(GLOW_SIZE, Rgb::hex(0xffffff), |x, y| {
        let left = (1.0 - x.hypot(y)).max(0.0);
        left * left * (0.4 + 0.6 * left)
    })
}

/// Transparent in the middle, dark blue toward the edges and corners.
pub fn vignette() -> Pixmap {
    shaded(VIGNETTE_SIZE, OUTLINE, |x, y| {
        0.8 * noise::step(0.55, 1.42, x.hypot(y))
    })
}

/// A picture in one color; `opacity` receives x and y from -1 to 1.
fn shaded(size: u32, rgb: Rgb, opacity: impl Fn(f32, f32) -> f32) -> Pixmap {
    let mut picture = blank(size, size);
    let half = size as f32 / 2.0;
    for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
        let (column, row) = (index as u32 % size, index as u32 / size);
        let x = (column as f32 + 0.5 - half) / half;
        let y = (row as f32 + 0.5 - half) / half;
        // Half a level of noise prevents bands in slow gradients.
        let dither = noise::lattice(column as i32, row as i32, 9) - 0.5;
        let level = (opacity(x, y) * 255.0 + dither).clamp(0.0, 255.0);
        let alpha = level.round() as u8;
        let [red, green, blue] = rgb
            .channels()
            .map(|channel| (channel * f32::from(alpha) / 255.0).round() as u8);
        *pixel = PremultipliedColorU8::from_rgba(red, green, blue, alpha)
            .expect("no channel exceeds alpha");
    }
    picture
}
