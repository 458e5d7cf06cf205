//! A round plot behind an iron fence: a grave, a headstone and flowers.

use std::f32::consts::TAU;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{EARTH, IRON, MOSS, OUTLINE, Rgb, STONE};
use crate::relief::Material;
use crate::shapes;

const SPIKES: usize = 30;

/// Draws the plot around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(808);
    lawn(canvas, &mut random);
    grave(canvas, &mut random);
    headstone(canvas);
    flowers(canvas, &mut random);
    parts::lantern(canvas, (46.0, -34.0), 9.0, 62.0);
    fence(canvas);
}

fn lawn(canvas: &mut Canvas, random: &mut Xoshiro256PlusPlus) {
    base(canvas, MOSS.darker(0.3), 8.0, |canvas| {
        for _ in 0..260 {
            let spot = shapes::polar(
                110.0 * random.random_range(0.0..1.0_f32).sqrt(),
                random.random_range(0.0..TAU),
            );
            let rgb = MOSS.mix(Rgb::hex(0x8ab862), random.random_range(0.0..0.5));
            let blade = shapes::smooth_line(&[
                spot,
                (
                    spot.0 + random.random_range(-3.0..3.0),
                    spot.1 - random.random_range(4.0..8.0),
                ),
            ]);
            canvas.stroke(&blade, rgb, 1.5, 0.7);
        }
    });
}

fn grave(canvas: &mut Canvas, random: &mut Xoshiro256PlusPlus) {
    let soil = Material::new(EARTH.lighter(0.07))
        .rounded(8.0, 1.1)
        .outlined(1.8)
        .casting(4.0)
        .rough(0.7);
    let outline = shapes::rounded_rectangle((0.0, 22.0), 62.0, 96.0, 22.0);
    canvas.relief_with(&outline, soil, |canvas| {
        for _ in 0..40 {
            let spot = (
                random.random_range(-30.0..30.0),
                random.random_range(-24.0..68.0),
            );
            let clod = shapes::circle(spot, random.random_range(1.2..3.4));
            canvas.fill(&clod, EARTH.darker(0.5), 0.6);
        }
    });
}

fn headstone(canvas: &mut Canvas) {
    let stone = Material::new(STONE.lighter(0.08))
        .rounded(4.0, 1.0)
        .outlined(2.0)
        .casting(7.0)
        .rough(0.35);
    let outline = shapes::smooth_outline(&[
        (-30.0, -30.0),
        (-31.0, -58.0),
        (-20.0, -76.0),
        (0.0, -82.0),
        (20.0, -76.0),
        (31.0, -58.0),
        (30.0, -30.0),
        (0.0, -27.0),
    ]);
    canvas.relief_with(&outline, stone, |canvas| {
        let upright = shapes::smooth_line(&[(0.0, -73.0), (0.0, -52.0)]);
        let across = shapes::smooth_line(&[(-7.0, -66.0), (7.0, -66.0)]);
        canvas.stroke(&upright, OUTLINE, 3.0, 0.6);
        canvas.stroke(&across, OUTLINE, 3.0, 0.6);
        for (y, half) in [(-45.0, 18.0), (-38.5, 13.0)] {
            canvas.stroke(
                &shapes::smooth_line(&[(-half, y), (half, y)]),
                OUTLINE,
                2.0,
                0.5,
            );
        }
    });
}

fn flowers(canvas: &mut Canvas, random: &mut Xoshiro256PlusPlus) {
    let inks = [
        Rgb::hex(0xe85a6c),
        Rgb::hex(0xf4e4ee),
        Rgb::hex(0xb886f0),
        Rgb::hex(0xf2b84a),
    ];
    for index in 0..46 {
        let angle = TAU * index as f32 / 46.0 + random.random_range(-0.05..0.05);
        let spot = shapes::polar(random.random_range(76.0..88.0), angle);
        parts::leaf(
            canvas,
            spot,
            9.0,
            random.random_range(0.0..360.0),
            MOSS.lighter(0.12),
        );
        if index % 2 == 0 {
            let rgb = inks[random.random_range(0..inks.len())];
            parts::flower(canvas, spot, random.random_range(4.2..5.8), rgb);
        }
    }
    for (x, y, rgb) in [
        (-8.0, 26.0, 0),
        (3.0, 20.0, 0),
        (-2.0, 34.0, 1),
        (10.0, 29.0, 2),
        (-14.0, 38.0, 0),
    ] {
        parts::leaf(canvas, (x, y), 13.0, 70.0, MOSS.lighter(0.15));
        parts::flower(canvas, (x, y), 6.4, inks[rgb]);
    }
}

fn fence(canvas: &mut Canvas) {
    let iron = Material::new(IRON.lighter(0.14))
        .rounded(1.8, 1.0)
        .outlined(1.2)
        .casting(3.0);
    canvas.relief(&shapes::ring((0.0, 0.0), 98.0, 103.0), iron.outlined(1.4));
    for spike in 0..SPIKES {
        let angle = TAU * spike as f32 / SPIKES as f32;
        let corner_post = spike % 5 == 0;
        let spot = shapes::polar(100.5, angle);
        if corner_post {
            let post = Material::new(STONE)
                .rounded(2.6, 1.0)
                .outlined(1.4)
                .casting(3.0)
                .rough(0.3);
            let block = shapes::rounded_rectangle((0.0, 0.0), 15.0, 15.0, 2.5);
            canvas.relief(&shapes::turned(block, angle.to_degrees(), spot), post);
            canvas.relief(&shapes::circle(spot, 4.4), post.casting(1.0));
        } else {
            let point = shapes::polygon(&[(5.0, 0.0), (0.0, 4.0), (-5.0, 0.0), (0.0, -4.0)]);
            canvas.relief(&shapes::turned(point, angle.to_degrees(), spot), iron);
        }
    }
}
