//! Obstacles of every shape: their pieces, one over the other.

use super::Camera;
use crate::masonry::{Manner, Piece};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform as Placing,
};

/// Lines and pieces smaller than this are left out, pixels.
const LEAST_SIZE: f32 = 0.12;

/// Draws the pieces in their order.
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
    if !matches!(piece.manner, Manner::Line(_)) {
        path.close();
    }
    let Some(path) = path.finish() else {
        return;
    };
    let mut paint = Paint::default();
    let [red, green, blue, alpha] = piece.color;
    paint.set_color_rgba8(red, green, blue, alpha);
    match piece.manner {
        Manner::Fill => {
            let size = path.bounds();
            if size.width().max(size.height()) > LEAST_SIZE {
                let rule = FillRule::Winding;
                canvas.fill_path(&path, &paint, rule, Placing::identity(), None);
            }
        }
        Manner::Line(width) | Manner::Loop(width) => {
            let stroke = Stroke {
                width: width * camera.scale,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            if stroke.width > LEAST_SIZE {
                canvas.stroke_path(&path, &paint, &stroke, Placing::identity(), None);
            }
        }
    }
}
