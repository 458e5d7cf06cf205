//! A stone fountain with an angel.

use std::f32::consts::TAU;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{FLAME, MOONLIGHT, MOSS, OLD_STONE, OUTLINE, Rgb, STONE, WATER};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Draws the fountain around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(606);
    base(canvas, OLD_STONE.darker(0.3), 5.0, |_| ());
    parts::stone_ring(canvas, 86.0, 108.0, 16, STONE, &mut random);
    water(canvas);
    let plinth = Material::new(STONE.darker(0.08))
        .rounded(5.0, 1.0)
        .outlined(2.0)
        .casting(7.0)
        .rough(0.35);
    canvas.relief_with(&shapes::circle((0.0, 0.0), 40.0), plinth, |canvas| {
        canvas.stroke(&shapes::circle((0.0, 0.0), 31.0), OUTLINE, 1.4, 0.5);
    });
    angel(canvas);
    parts::moss(canvas, (-86.0, 36.0), 12.0, &mut random);
    parts::moss(canvas, (60.0, -76.0), 10.0, &mut random);
    for (x, y, size) in [(54.0, 48.0, 9.0), (40.0, 60.0, 7.0), (-58.0, 34.0, 8.0)] {
        let pad = Material::new(MOSS.lighter(0.1))
            .rounded(2.0, 0.8)
            .outlined(1.1)
            .casting(1.5);
        canvas.relief(&shapes::circle((x, y), size), pad);
        canvas.stroke(
            &shapes::smooth_line(&[(x, y), (x + size, y - 2.0)]),
            OUTLINE,
            1.4,
            0.7,
        );
    }
    parts::flower(canvas, (54.0, 47.0), 4.6, Rgb::hex(0xf0c8dc));
}

fn water(canvas: &mut Canvas) {
    let center = (0.0, 0.0);
    canvas.fill(&shapes::circle(center, 86.0), OUTLINE, 1.0);
    canvas.fill(&shapes::circle((2.0, 2.0), 82.5), WATER.darker(0.35), 1.0);
    canvas.fill(&shapes::circle((4.0, 4.0), 77.0), WATER, 1.0);
    canvas.glow_atop((-34.0, -34.0), 64.0, MOONLIGHT, 0.3);
    for (radius, opacity) in [(48.0, 0.5), (58.0, 0.36), (68.0, 0.24)] {
        canvas.stroke(
            &shapes::circle((1.0, 1.0), radius),
            MOONLIGHT,
            1.5,
            opacity * 0.7,
        );
    }
    for (x, y, width) in [
        (-52.0, -34.0, 10.0),
        (-40.0, -48.0, 7.0),
        (20.0, 66.0, 9.0),
        (62.0, 4.0, 7.0),
    ] {
        canvas.fill(&shapes::ellipse((x, y), width, 1.5), MOONLIGHT, 0.55);
    }
}

/// The angel from above: wings to both sides, head toward the bottom.
fn angel(canvas: &mut Canvas) {
    let marble = Material::new(STONE.lighter(0.55))
        .rounded(3.0, 1.0)
        .outlined(1.7)
        .casting(5.0)
        .rough(0.14);
    canvas.placed((0.0, 2.0), 14.0, 1.3, |canvas| {
        for side in [-1.0, 1.0] {
            for feather in 0..6 {
                let share = feather as f32 / 5.0;
                let root = ((7.0 + 12.0 * share) * side, -10.0 - 3.0 * share);
                let tip: Spot = ((20.0 + 38.0 * share) * side, 16.0 - 26.0 * share);
                canvas.relief(&shapes::limb(root, 4.5, tip, 4.2), marble.casting(2.2));
            }
            let crest = shapes::smooth_line(&[
                (5.0 * side, -6.0),
                (24.0 * side, -17.0),
                (54.0 * side, -12.0),
            ]);
            canvas.relief(&shapes::thick(&crest, 8.0), marble);
        }
        let gown = shapes::ellipse((0.0, 1.0), 17.0, 13.0);
        canvas.relief_with(&gown, marble, |canvas| {
            for fold in [-10.0, -5.0, 0.0, 5.0, 10.0] {
                let line = shapes::smooth_line(&[(fold * 0.5, -6.0), (fold, 14.0)]);
                canvas.stroke(&line, OUTLINE, 1.1, 0.35);
            }
        });
        for side in [-1.0, 1.0] {
            let arm = shapes::limb((12.0 * side, 4.0), 4.2, (2.5 * side, 18.0), 3.4);
            canvas.relief(&arm, marble.casting(2.5));
        }
        let gold = Material::new(FLAME.darker(0.1))
            .rounded(1.4, 0.9)
            .outlined(1.2)
            .casting(3.0);
        canvas.relief(&shapes::ring((0.0, -2.0), 10.0, 12.6), gold);
        let curls: Vec<_> = (0..9)
            .map(|curl| {
                let (x, y) = shapes::polar(5.2, TAU * curl as f32 / 9.0);
                shapes::circle((x, y + 3.0), 3.4)
            })
            .collect();
        canvas.relief(&shapes::union(&curls), marble.rounded(2.6, 1.0));
        let parting = shapes::smooth_line(&[(0.0, -2.5), (0.8, 1.5), (0.0, 5.0)]);
        canvas.stroke(&parting, OUTLINE, 1.1, 0.4);
    });
}
