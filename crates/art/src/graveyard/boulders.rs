//! Boulders that form one round rock.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{MOSS, OLD_STONE, OUTLINE, Rgb, STONE};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Draws the rock around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(404);
    base(canvas, OLD_STONE, 14.0, |canvas| {
        for (x, y) in [(-80.0, 66.0), (88.0, 52.0), (4.0, -102.0), (-100.0, -20.0)] {
            canvas.fill(&shapes::blob((x, y), 26.0, 9, 0.2, &mut random), MOSS, 0.75);
        }
    });
    for (angle, radius, reach) in [
        (0.2, 34.0, 72.0),
        (1.1, 31.0, 74.0),
        (1.95, 36.0, 70.0),
        (2.9, 32.0, 73.0),
        (3.75, 37.0, 69.0),
        (4.7, 33.0, 72.0),
        (5.5, 31.0, 74.0),
    ] {
        boulder(canvas, shapes::polar(reach, angle), radius, &mut random);
    }
    boulder(canvas, (-22.0, 18.0), 44.0, &mut random);
    boulder(canvas, (24.0, -18.0), 50.0, &mut random);
    parts::moss(canvas, (-30.0, 40.0), 17.0, &mut random);
    parts::moss(canvas, (46.0, 14.0), 14.0, &mut random);
    parts::moss(canvas, (-60.0, -52.0), 12.0, &mut random);
    mushrooms(canvas);
}

fn boulder(canvas: &mut Canvas, center: Spot, radius: f32, random: &mut Xoshiro256PlusPlus) {
    let rgb = OLD_STONE.mix(STONE, random.random_range(0.2..1.0));
    let outline = shapes::blob(center, radius, 8, 0.1, random);
    let rock = Material::new(rgb)
        .rounded(radius * 0.3, 1.25)
        .outlined(2.2)
        .casting(7.0)
        .rough(0.55);
    canvas.relief_with(&outline, rock, |canvas| {
        let ridge = shapes::blob(
            (center.0 - radius * 0.16, center.1 - radius * 0.18),
            radius * 0.56,
            6,
            0.16,
            random,
        );
        canvas.fill(&ridge, rgb.lighter(0.16), 0.75);
        parts::crack(
            canvas,
            center,
            random.random_range(0.0..6.2),
            radius * 0.9,
            random,
        );
        canvas.stroke(&outline, OUTLINE, 1.0, 0.2);
    });
}

fn mushrooms(canvas: &mut Canvas) {
    for (x, y, size) in [(-46.0, 70.0, 8.0), (-34.0, 80.0, 6.0), (-58.0, 80.0, 5.5)] {
        let cap = Material::new(Rgb::hex(0x6ae0c0))
            .rounded(2.6, 0.9)
            .outlined(1.3)
            .casting(2.4);
        canvas.glow_atop((x, y), size * 3.6, Rgb::hex(0x58ffd0), 0.4);
        canvas.relief(&shapes::circle((x, y), size), cap);
        for (dot_x, dot_y) in [(-0.3, -0.35), (0.35, 0.0), (-0.15, 0.4)] {
            let dot = shapes::circle((x + dot_x * size, y + dot_y * size), size * 0.17);
            canvas.fill(&dot, Rgb::hex(0xe8fff4), 0.9);
        }
    }
}
