//! The trails of agents, which fade with age.

use super::still::{Still, Thing};
use super::{Camera, HEIGHT, WIDTH};
use crate::headless::trails::Trails;
use crate::scene::Look;
use bevy::prelude::*;
use tiny_skia::{LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, Transform as Placing};

/// A step longer than this share of half the arena's width is a jump, and is not drawn.
const JUMP: f32 = 0.25;
/// Opacity of the newest part of a trail.
const OPACITY: f32 = 0.5;
/// Width of the newest part, in body radii.
const CORE_WIDTH: f32 = 0.34;
/// Width of the haze around the newest part, in body radii.
const HAZE_WIDTH: f32 = 1.2;
/// Smallest width of a trail, pixels.
const MIN_WIDTH: f32 = 0.7;

/// Draws all trails.
pub fn draw(canvas: &mut Pixmap, camera: &Camera, still: &Still, trails: &Trails) {
    let Some(mut layer) = Pixmap::new(WIDTH, HEIGHT) else {
        return;
    };
    let steps = trails.steps();
    let count = steps.len() as f32;
    for (index, (from, to)) in steps.enumerate() {
        let youth = (index + 1) as f32 / count;
        for color in COLORS {
            let is_mine = |agent: &Thing| color_of(agent.look) == color;
            let Some(path) = path_of_step(camera, still, from, to, is_mine) else {
                continue;
            };
            let radius = still
                .agents
                .iter()
                .find(|agent| is_mine(agent))
                .map_or(0.0, |agent| agent.radius);
            for (width, part) in [(HAZE_WIDTH, 0.25), (CORE_WIDTH, 1.0)] {
                let mut paint = Paint::default();
                let opacity = OPACITY * part * youth * youth;
                paint.set_color_rgba8(color[0], color[1], color[2], (opacity * 255.0) as u8);
                let stroke = Stroke {
                    width: (width * radius * camera.scale * youth).max(MIN_WIDTH),
                    line_cap: LineCap::Butt,
                    ..Stroke::default()
                };
                layer.stroke_path(&path, &paint, &stroke, Placing::identity(), None);
            }
        }
    }
    canvas.draw_pixmap(
        0,
        0,
        layer.as_ref(),
        &tiny_skia::PixmapPaint::default(),
        Placing::identity(),
        None,
    );
}

/// Colors of trails.
const COLORS: [[u8; 3]; 7] = [
    [168, 236, 120],
    [255, 190, 84],
    [96, 222, 246],
    [246, 110, 214],
    [180, 240, 230],
    [255, 120, 104],
    [255, 190, 96],
];

fn color_of(look: Look) -> [u8; 3] {
    match look {
        Look::Unit(color) => COLORS[1 + usize::from(color).min(2)],
        Look::Walker => COLORS[4],
        Look::Stubborn => COLORS[5],
        Look::Rival => COLORS[6],
        _ => COLORS[0],
    }
}

/// The lines of one step of the agents that `is_mine` accepts.
fn path_of_step(
    camera: &Camera,
    still: &Still,
    from: &[Vec2],
    to: &[Vec2],
    is_mine: impl Fn(&Thing) -> bool,
) -> Option<Path> {
    let longest = JUMP * still.arena.half_size.x;
    let mut path = PathBuilder::new();
    for ((agent, from), to) in still.agents.iter().zip(from).zip(to) {
        let step = from.distance(*to);
        if is_mine(agent) && step > 0.0 && step < longest {
            let (from, to) = (camera.pixel(*from), camera.pixel(*to));
            path.move_to(from.x, from.y);
            path.line_to(to.x, to.y);
        }
    }
    path.finish()
}
