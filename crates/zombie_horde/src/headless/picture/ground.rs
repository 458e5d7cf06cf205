//! The night ground below everything and the dark edges above everything.

use super::sprite::{Pose, Sprite};
use super::still::Still;
use super::{Camera, HEIGHT, WIDTH, art};
use crate::art::{GLOW_PNG, GROUND_PNG, PLAIN, VIGNETTE_PNG};
use bevy::prelude::*;
use tiny_skia::{
    BlendMode, Color, FillRule, FilterQuality, Paint, PathBuilder, Pattern, Pixmap, PixmapPaint,
    Rect, SpreadMode, Stroke, Transform as Placing,
};

/// Side of one tile of the ground, world units.
const TILE_SIZE: f32 = 1024.0 * 0.65;
/// Smallest side of one tile, pixels: smaller tiles would show a pattern in a huge arena.
const MIN_TILE_SIZE: f32 = 500.0;
/// Color of the moonlight on the ground.
const MOONLIGHT: [u8; 3] = [128, 176, 200];
/// Opacity of the moonlight.
const MOONLIGHT_OPACITY: f32 = 0.22;
/// Opacity of the darkness beyond the arena.
const BEYOND_OPACITY: f32 = 0.55;

/// Draws the ground and the border of the arena.
pub fn draw(canvas: &mut Pixmap, camera: &Camera, still: &Still) -> Result<(), String> {
    let arena = still.arena;
    let tile = art(GROUND_PNG)?;
    let tile_size = (TILE_SIZE * camera.scale).max(MIN_TILE_SIZE);
    let scale = tile_size / tile.width() as f32;
    let middle = camera.pixel(Vec2::ZERO);
    let whole = Rect::from_xywh(0.0, 0.0, WIDTH as f32, HEIGHT as f32).ok_or("an empty picture")?;
    let paint = Paint {
        shader: Pattern::new(
            tile.as_ref(),
            SpreadMode::Repeat,
            FilterQuality::Bilinear,
            1.0,
            Placing::from_scale(scale, scale).post_translate(middle.x, middle.y),
        ),
        ..Paint::default()
    };
    if still.is_on_plain_ground {
        let [red, green, blue] = PLAIN;
        canvas.fill(Color::from_rgba8(red, green, blue, 255));
    } else {
        canvas.fill_rect(whole, &paint, Placing::identity(), None);
    }
    let moonlight = Sprite::new(art(GLOW_PNG)?).tinted(MOONLIGHT);
    let overhead = Pose::upright(
        Vec2::new(0.4 * WIDTH as f32, 0.35 * HEIGHT as f32),
        1.3 * WIDTH as f32,
    );
    moonlight.draw_blended(canvas, overhead, MOONLIGHT_OPACITY, BlendMode::Screen);

    let (corner, opposite) = (
        camera.pixel(-arena.half_size),
        camera.pixel(arena.half_size),
    );
    let Some(border) = Rect::from_ltrb(corner.x, opposite.y, opposite.x, corner.y) else {
        return Ok(());
    };
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba(0.01, 0.02, 0.04, BEYOND_OPACITY).unwrap_or(Color::BLACK));
    let mut beyond = PathBuilder::from_rect(whole);
    let border = PathBuilder::from_rect(border);
    let mut both = PathBuilder::new();
    both.push_path(&beyond);
    both.push_path(&border);
    if let Some(both) = both.finish() {
        beyond = both;
    }
    canvas.fill_path(
        &beyond,
        &paint,
        FillRule::EvenOdd,
        Placing::identity(),
        None,
    );
    paint.set_color_rgba8(158, 184, 168, 70);
    let stroke = Stroke {
        width: 2.0,
        ..Stroke::default()
    };
    canvas.stroke_path(&border, &paint, &stroke, Placing::identity(), None);
    Ok(())
}

/// Darkens the edges of the picture.
pub fn draw_edges(canvas: &mut Pixmap) -> Result<(), String> {
    let vignette = art(VIGNETTE_PNG)?;
    let placing = Placing::from_scale(
        WIDTH as f32 / vignette.width() as f32,
        HEIGHT as f32 / vignette.height() as f32,
    );
    let paint = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    canvas.draw_pixmap(0, 0, vignette.as_ref(), &paint, placing, None);
    Ok(())
}
