//! The zombies, seen from above: six kinds, each with eight walk frames, facing +X.

mod body;
mod clothes;
mod head;
mod kind;
mod pose;

use tiny_skia::Pixmap;

use crate::atlas;
use crate::canvas::Canvas;
use kind::Kind;
use pose::Pose;

/// Frames of the walk; the first follows smoothly after the last.
pub const FRAMES: u32 = 8;
/// Width and height of a frame in pixels.
pub const FRAME_SIZE: u32 = 96;

/// The atlas: one row per kind, one column per frame of the walk.
pub fn atlas() -> Pixmap {
    let kinds = kind::all();
    atlas::assemble(FRAME_SIZE, FRAMES, kinds.len() as u32, |column, row| {
        frame(
            &kinds[row as usize],
            Pose::at(column as f32 / FRAMES as f32),
        )
    })
}

/// One zombie in one pose.
fn frame(kind: &Kind, pose: Pose) -> Pixmap {
    let mut canvas = Canvas::new(FRAME_SIZE, FRAME_SIZE, 3).lit_at(0.55);
    let center = FRAME_SIZE as f32 / 2.0;
    let origin = (center - 10.0 + pose.sway.0, center + pose.sway.1);
    canvas.placed(origin, pose.twist * 0.3, 1.0, |canvas| {
        body::legs(canvas, kind, &pose);
    });
    canvas.placed(origin, pose.twist, 1.0, |canvas| {
        body::torso(canvas, kind);
        body::arms(canvas, kind, &pose);
    });
    canvas.placed(origin, pose.twist * 0.5, 1.0, |canvas| {
        head::draw(canvas, kind, &pose);
    });
    canvas.finish()
}
