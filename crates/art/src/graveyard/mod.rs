//! Round objects seen from above; each fills the same circle.

mod boulders;
mod fountain;
mod grave_plot;
mod mausoleum;
mod parts;
mod skulls;
mod tomb;
mod tree;
mod well;

use tiny_skia::Pixmap;

use crate::atlas;
use crate::canvas::Canvas;
use crate::palette::{OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes;

/// Width and height of a frame in pixels.
pub const FRAME_SIZE: u32 = 256;
/// Columns of the atlas.
pub const COLUMNS: u32 = 4;
/// Rows of the atlas.
pub const ROWS: u32 = 2;
/// Radius of the circle that every object fills, around the center of its frame.
pub const FOOTPRINT: f32 = 112.0;

/// The objects in the order of the atlas, left to right and top to bottom.
const OBJECTS: [fn(&mut Canvas); (COLUMNS * ROWS) as usize] = [
    tomb::draw,
    well::draw,
    tree::draw,
    boulders::draw,
    mausoleum::draw,
    fountain::draw,
    skulls::draw,
    grave_plot::draw,
];

/// The atlas of all objects.
pub fn atlas() -> Pixmap {
    atlas::assemble(FRAME_SIZE, COLUMNS, ROWS, |column, row| {
        frame(OBJECTS[(row * COLUMNS + column) as usize])
    })
}

fn frame(draw: fn(&mut Canvas)) -> Pixmap {
    let mut canvas = Canvas::new(FRAME_SIZE, FRAME_SIZE, 2);
    let center = FRAME_SIZE as f32 / 2.0;
    canvas.placed((center, center), 0.0, 1.0, |canvas| {
        for layer in 0..7 {
            let spread = layer as f32;
            let shadow = shapes::circle((6.5, 6.5), FOOTPRINT - 5.0 + 2.0 * spread);
            canvas.fill(&shadow, OUTLINE, 0.11);
        }
        draw(canvas);
    });
    canvas.finish()
}

/// Draws the disc that fills an object's footprint.
fn base(canvas: &mut Canvas, rgb: Rgb, bevel: f32, decorate: impl FnOnce(&mut Canvas)) {
    let contour = 2.5;
    let material = Material::new(rgb)
        .rounded(bevel, 0.9)
        .outlined(contour)
        .casting(0.0)
        .rough(0.3);
    canvas.relief_with(
        &shapes::circle((0.0, 0.0), FOOTPRINT - contour),
        material,
        decorate,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_fills_its_circle_and_no_more() {
        let center = FRAME_SIZE as f32 / 2.0;
        for draw in OBJECTS {
            let picture = frame(draw);
            for y in 0..FRAME_SIZE {
                for x in 0..FRAME_SIZE {
                    let (across, down) = (x as f32 + 0.5 - center, y as f32 + 0.5 - center);
                    let distance = across.hypot(down);
                    let alpha = picture.pixel(x, y).map_or(0, |pixel| pixel.alpha());
                    if distance < FOOTPRINT - 1.0 {
                        assert_eq!(alpha, 255, "hole at {x}, {y}");
                    }
                    if distance > FOOTPRINT + 1.0 {
                        assert!(alpha < 200, "solid outside the circle at {x}, {y}");
                    }
                }
            }
        }
    }
}
