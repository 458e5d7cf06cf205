//! Draws the end of a run without a graphics driver.

mod ground;
mod obstacle_art;
mod sprite;
mod still;
mod streaks;
mod things;

pub use still::{Still, take_still};

use super::trails::Trails;
use crate::scene::NEAR_VIEW;
use bevy::prelude::*;
use tiny_skia::Pixmap;

/// Width of the picture, pixels.
const WIDTH: u32 = 1600;
/// Height of the picture, pixels.
const HEIGHT: u32 = 900;
/// Share of the picture that the arena fills when all of it is shown.
const FILL: f32 = 0.97;
/// The picture shows at least this share of the arena's width and height.
const MIN_PART: f32 = 0.4;
/// Ground around the outermost agents, relative to the arena's height.
const MARGIN: f32 = 0.09;

/// Maps the world onto the picture.
#[derive(Clone, Copy)]
struct Camera {
    /// Pixels per world unit.
    scale: f32,
    /// The world position in the middle of the picture.
    center: Vec2,
}

impl Camera {
    /// A view of everything in the arena that moves, as large as possible, without much ground
    /// beyond the arena.
    fn fit(still: &Still) -> Self {
        let arena = still.arena.half_size;
        let half_picture = Vec2::new(WIDTH as f32, HEIGHT as f32) / 2.0;
        let positions = || {
            still
                .moving_things()
                .filter(|position| position.abs().cmple(arena).all())
        };
        let low = positions().fold(arena, Vec2::min);
        let high = positions().fold(-arena, Vec2::max);
        let half_seen = ((high - low) / 2.0 + MARGIN * 2.0 * arena.y).max(MIN_PART * arena);
        let scale = (half_picture / half_seen).min_element();
        let half_shown = half_picture / scale;
        if half_shown.cmpge(arena).any() {
            return Self {
                scale: FILL * (half_picture / arena).min_element(),
                center: Vec2::ZERO,
            };
        }
        Self {
            scale,
            center: ((low + high) / 2.0).clamp(half_shown - arena, arena - half_shown),
        }
    }

    /// A near view of the bait, without much ground beyond the arena; `None` without a bait.
    fn near_bait(still: &Still) -> Option<Self> {
        let bait = still.baits().next()?.position;
        let scale = HEIGHT as f32 / NEAR_VIEW;
        let half_shown = Vec2::new(WIDTH as f32, HEIGHT as f32) / 2.0 / scale;
        let room = (still.arena.half_size - half_shown).max(Vec2::ZERO);
        Some(Self {
            scale,
            center: bait.clamp(-room, room),
        })
    }

    /// The pixel of a world position.
    fn pixel(&self, position: Vec2) -> Vec2 {
        Vec2::new(WIDTH as f32, HEIGHT as f32) / 2.0
            + (position - self.center) * Vec2::new(1.0, -1.0) * self.scale
    }
}

/// Draws the end of a run; returns the bytes of a PNG file. A `near` picture shows the bait and the
/// horde round it, without trails.
pub fn draw(still: &Still, trails: &Trails, near: bool) -> Result<Vec<u8>, String> {
    let mut canvas = Pixmap::new(WIDTH, HEIGHT).ok_or("no memory for the picture")?;
    let near = near.then(|| Camera::near_bait(still)).flatten();
    let camera = near.unwrap_or_else(|| Camera::fit(still));
    ground::draw(&mut canvas, &camera, still)?;
    if near.is_none() {
        streaks::draw(&mut canvas, &camera, still, trails);
    }
    things::draw(&mut canvas, &camera, still)?;
    ground::draw_edges(&mut canvas)?;
    canvas.encode_png().map_err(|error| error.to_string())
}

/// Decodes a picture of the demo's art.
fn art(png: &[u8]) -> Result<Pixmap, String> {
    Pixmap::decode_png(png).map_err(|error| error.to_string())
}
