//! An old well: the moon on black water, a beam across, a bucket on the rim.

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{MOONLIGHT, OLD_STONE, OUTLINE, Rgb, STONE, WATER, WOOD};
use crate::relief::Material;
use crate::shapes;

/// Draws the well around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(202);
    base(canvas, OLD_STONE.darker(0.35), 5.0, |_| ());
    parts::stone_ring(canvas, 82.0, 108.0, 17, OLD_STONE, &mut random);
    parts::stone_ring(canvas, 58.0, 84.0, 13, STONE, &mut random);
    shaft(canvas);
    parts::moss(canvas, (-72.0, -54.0), 15.0, &mut random);
    parts::moss(canvas, (20.0, 92.0), 13.0, &mut random);
    parts::moss(canvas, (48.0, 74.0), 10.0, &mut random);
    windlass(canvas);
    bucket(canvas);
    parts::lantern(canvas, (-62.0, 60.0), 10.0, 58.0);
}

fn shaft(canvas: &mut Canvas) {
    let center = (0.0, 0.0);
    canvas.fill(&shapes::circle(center, 58.0), OUTLINE, 1.0);
    canvas.fill(&shapes::circle((3.0, 3.0), 53.0), WATER.darker(0.55), 1.0);
    canvas.fill(&shapes::circle((6.0, 6.0), 47.0), WATER.darker(0.2), 1.0);
    for (radius, opacity) in [(38.0, 0.3), (27.0, 0.4), (17.0, 0.5)] {
        canvas.stroke(
            &shapes::circle((12.0, 12.0), radius),
            MOONLIGHT,
            1.3,
            opacity * 0.5,
        );
    }
    canvas.fill(&shapes::circle((18.0, 16.0), 11.0), MOONLIGHT, 0.95);
    canvas.fill(&shapes::circle((15.0, 13.0), 3.0), WATER, 0.28);
    canvas.fill(&shapes::circle((21.0, 19.0), 2.0), WATER, 0.28);
    canvas.glow_atop((18.0, 16.0), 32.0, MOONLIGHT, 0.4);
    let gleam = shapes::ellipse((-14.0, 30.0), 9.0, 1.6);
    canvas.fill(&gleam, MOONLIGHT, 0.4);
}

fn windlass(canvas: &mut Canvas) {
    let wood = Material::new(WOOD)
        .rounded(3.0, 0.95)
        .outlined(1.8)
        .casting(6.0)
        .rough(0.5);
    canvas.placed((0.0, 0.0), -24.0, 1.0, |canvas| {
        for side in [-1.0, 1.0] {
            let post = shapes::rounded_rectangle((84.0 * side, 0.0), 24.0, 30.0, 4.0);
            canvas.relief_with(&post, wood, |canvas| {
                canvas.stroke(&shapes::circle((84.0 * side, 0.0), 6.0), OUTLINE, 1.2, 0.5);
                canvas.stroke(&shapes::circle((84.0 * side, 0.0), 2.6), OUTLINE, 1.2, 0.5);
            });
        }
        let beam = shapes::rounded_rectangle((0.0, 0.0), 166.0, 12.0, 5.0);
        canvas.relief_with(&beam, wood.casting(9.0), |canvas| {
            for line in [-2.5, 1.5] {
                let vein = shapes::smooth_line(&[(-80.0, line), (0.0, line + 1.5), (80.0, line)]);
                canvas.stroke(&vein, OUTLINE, 1.0, 0.4);
            }
        });
        let rope = Material::new(Rgb::hex(0xb59a6a))
            .rounded(1.6, 0.9)
            .outlined(1.0);
        for turn in 0..7 {
            let across = -34.0 + turn as f32 * 4.6;
            canvas.relief(
                &shapes::rounded_rectangle((across, 0.0), 4.0, 16.0, 2.0),
                rope,
            );
        }
    });
}

fn bucket(canvas: &mut Canvas) {
    let wood = Material::new(WOOD.lighter(0.06))
        .rounded(3.0, 1.0)
        .outlined(1.7)
        .casting(4.0)
        .rough(0.4);
    let center = (58.0, 54.0);
    canvas.relief(&shapes::circle(center, 18.0), wood);
    canvas.stroke(&shapes::circle(center, 15.2), Rgb::hex(0x2c3640), 2.4, 1.0);
    canvas.fill(&shapes::circle(center, 13.0), OUTLINE, 1.0);
    canvas.fill(&shapes::circle((59.5, 55.5), 10.6), WATER, 1.0);
    canvas.fill(&shapes::ellipse((57.0, 52.0), 3.4, 2.0), MOONLIGHT, 0.7);
}
