//! Sprite atlases: equal square frames in rows and columns.

use tiny_skia::{BlendMode, Pixmap};

use crate::canvas::Canvas;

/// Lays out one frame per (column, row), left to right and top to bottom.
pub fn assemble(
    frame_size: u32,
    columns: u32,
    rows: u32,
    draw: impl Fn(u32, u32) -> Pixmap,
) -> Pixmap {
    let mut sheet = Canvas::new(columns * frame_size, rows * frame_size, 1);
    for row in 0..rows {
        for column in 0..columns {
            let corner = ((column * frame_size) as i32, (row * frame_size) as i32);
            sheet.lay(corner, &draw(column, row), BlendMode::Source);
        }
    }
    sheet.finish()
}
