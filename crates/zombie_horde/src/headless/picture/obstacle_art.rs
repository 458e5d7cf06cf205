//! Draws obstacles of every shape from their pieces.

use super::Camera;
use crate::obstacle_art::{PathStyle, Piece};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform as Placing,
};

/// Smallest size of a line or piece that is drawn, pixels.
const MIN_SIZE: f32 = 0.12;

/// Draws the pieces in order.
pub fn draw(canvas: &mut Pixmap, camera: &Camera, pieces: &[Piece]) {
    for piece in pieces {
        draw_piece(canvas, camera, piece);
    }
}

fn draw_piece(canvas: &mut Pixmap, camera: &Camera, piece: &Piece) {
    let mut path = PathBuilder::new();
    for (number, point) in piece.points.iter().enumerate() {
        let pixel = camera.pixel(*point);
        if number == 0 {
            path.move_to(pixel.x, pixel.y);
        } else {
            path.line_to(pixel.x, pixel.y);
        }
    }
    if !matches!(piece.style, PathStyle::Line(_)) {
        path.close();
    }
    let Some(path) = path.finish() else {
        return;
    };
    let mut paint = Paint::default();
    let [red, green, blue, alpha] = piece.color;
    paint.set_color_rgba8(red, green, blue, alpha);
    match piece.style {
        PathStyle::Fill => {
            let size = path.bounds();
            if size.width().max(size.height()) > MIN_SIZE {
                let rule = FillRule::Winding;
                canvas.fill_path(&path, &paint, rule, Placing::identity(), None);
            }
        }
        PathStyle::Line(width) | PathStyle::Loop(width) => {
            let stroke = Stroke {
                width: width * camera.scale,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            if stroke.width > MIN_SIZE {
                canvas.stroke_path(&path, &paint, &stroke, Placing::identity(), None);
            }
        }
    }
}
