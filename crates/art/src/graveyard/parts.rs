//! Parts that several objects share: stone rings, moss, candles, skulls, flowers.

use std::f32::consts::TAU;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::canvas::Canvas;
use crate::palette::{BONE, FLAME, LANTERN, MOSS, OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// The random number generator of one object.
pub fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A ring of cut blocks with slightly different colors.
pub fn stone_ring(
    canvas: &mut Canvas,
    inner: f32,
    outer: f32,
    blocks: usize,
    rgb: Rgb,
    random: &mut Xoshiro256PlusPlus,
) {
    let turn = random.random_range(0.0..TAU);
    for block in 0..blocks {
        let start = turn + TAU * block as f32 / blocks as f32;
        let end = turn + TAU * (block + 1) as f32 / blocks as f32;
        let shift = random.random_range(-0.14..0.14_f32);
        let shade = if shift < 0.0 {
            rgb.darker(-shift)
        } else {
            rgb.lighter(shift)
        };
        let stone = Material::new(shade)
            .rounded(3.5, 0.95)
            .outlined(1.2)
            .casting(1.6)
            .rough(0.34);
        canvas.relief(&shapes::ring_block(inner, outer, start, end), stone);
    }
}

/// Cushions of moss around a spot.
pub fn moss(canvas: &mut Canvas, center: Spot, size: f32, random: &mut Xoshiro256PlusPlus) {
    for _ in 0..7 {
        let (x, y) = shapes::polar(
            random.random_range(0.0..size),
            random.random_range(0.0..TAU),
        );
        let cushion = shapes::blob(
            (center.0 + x, center.1 + y),
            random.random_range(0.22..0.5) * size,
            7,
            0.25,
            random,
        );
        let rgb = MOSS.lighter(random.random_range(0.0..0.14));
        canvas.relief(
            &cushion,
            Material::new(rgb)
                .rounded(2.2, 0.8)
                .outlined(0.6)
                .casting(0.8)
                .rough(0.5),
        );
    }
}

/// A crooked crack that starts at `from` and heads roughly toward `angle`.
pub fn crack(
    canvas: &mut Canvas,
    from: Spot,
    angle: f32,
    length: f32,
    random: &mut Xoshiro256PlusPlus,
) {
    let mut heading = angle;
    let mut spot = from;
    let mut points = vec![spot];
    for _ in 0..6 {
        heading += random.random_range(-0.7..0.7);
        let (x, y) = shapes::polar(length / 6.0, heading);
        spot = (spot.0 + x, spot.1 + y);
        points.push(spot);
    }
    let path = shapes::smooth_line(&points);
    canvas.stroke(&path, OUTLINE, 1.7, 0.6);
}

/// A burning candle and its light.
pub fn candle(canvas: &mut Canvas, center: Spot, size: f32) {
    canvas.glow_atop(center, size * 6.0, LANTERN, 0.5);
    let wax = Material::new(Rgb::hex(0xf0e2bd))
        .rounded(1.6, 0.9)
        .outlined(1.2);
    canvas.relief(&shapes::circle(center, size), wax);
    canvas.fill(&shapes::circle(center, size * 0.62), FLAME, 1.0);
    canvas.fill(
        &shapes::circle(center, size * 0.34),
        FLAME.lighter(0.8),
        1.0,
    );
    canvas.glow_atop(center, size * 3.0, FLAME, 0.55);
}

/// A square lantern seen from above, and its light.
pub fn lantern(canvas: &mut Canvas, center: Spot, size: f32, reach: f32) {
    canvas.glow_atop(center, reach, LANTERN, 0.75);
    let frame = Material::new(Rgb::hex(0x4a3b30))
        .rounded(1.8, 0.9)
        .outlined(1.4);
    canvas.relief(
        &shapes::rounded_rectangle(center, 2.2 * size, 2.2 * size, 2.0),
        frame,
    );
    let glass = shapes::rounded_rectangle(center, 1.5 * size, 1.5 * size, 1.6);
    canvas.fill(&glass, FLAME, 1.0);
    canvas.fill(
        &shapes::circle(center, size * 0.42),
        FLAME.lighter(0.85),
        1.0,
    );
    canvas.stroke(
        &shapes::smooth_line(&[(center.0 - size, center.1), (center.0 + size, center.1)]),
        Rgb::hex(0x4a3b30),
        1.3,
        1.0,
    );
    canvas.stroke(
        &shapes::smooth_line(&[(center.0, center.1 - size), (center.0, center.1 + size)]),
        Rgb::hex(0x4a3b30),
        1.3,
        1.0,
    );
    canvas.glow_atop(center, size * 3.2, FLAME, 0.5);
}

/// A skull, face up, its jaw toward +X before the rotation.
pub fn skull(canvas: &mut Canvas, center: Spot, size: f32, degrees: f32, rgb: Rgb) {
    canvas.placed(center, degrees, size / 14.0, |canvas| {
        let bone = Material::new(rgb)
            .rounded(4.0, 0.95)
            .outlined(1.5)
            .casting(3.0)
            .rough(0.16);
        let jaw = shapes::rounded_rectangle((11.0, 0.0), 12.0, 14.0, 3.5);
        canvas.relief_with(&jaw, bone, |canvas| {
            for tooth in [-4.0, -1.4, 1.4, 4.0] {
                let gap = shapes::smooth_line(&[(11.0, tooth), (18.0, tooth)]);
                canvas.stroke(&gap, OUTLINE, 1.0, 0.75);
            }
        });
        let dome = shapes::smooth_outline(&[
            (10.0, 0.0),
            (8.0, 9.0),
            (-1.0, 13.5),
            (-10.0, 10.5),
            (-14.0, 0.0),
            (-10.0, -10.5),
            (-1.0, -13.5),
            (8.0, -9.0),
        ]);
        canvas.relief(&dome, bone);
        let hollow = Rgb::hex(0x141620);
        for side in [-1.0, 1.0] {
            let socket = shapes::ellipse((3.4, 5.4 * side), 3.7, 3.9);
            canvas.fill(&socket, hollow, 1.0);
        }
        let nose = shapes::polygon(&[(6.6, 0.0), (10.2, -2.0), (10.2, 2.0)]);
        canvas.fill(&nose, hollow, 1.0);
    });
}

/// A long bone with knuckled ends.
pub fn bone(canvas: &mut Canvas, center: Spot, length: f32, degrees: f32) {
    let half = length / 2.0;
    let outline = shapes::union(&[
        shapes::limb((-half, 0.0), 2.5, (half, 0.0), 2.5),
        shapes::circle((-half, -2.7), 3.4),
        shapes::circle((-half, 2.7), 3.4),
        shapes::circle((half, -2.7), 3.4),
        shapes::circle((half, 2.7), 3.4),
    ]);
    let material = Material::new(BONE.darker(0.1))
        .rounded(2.2, 0.9)
        .outlined(1.3)
        .casting(2.2);
    canvas.relief(&shapes::turned(outline, degrees, center), material);
}

/// A flower of five petals.
pub fn flower(canvas: &mut Canvas, center: Spot, size: f32, rgb: Rgb) {
    let petals: Vec<_> = (0..5)
        .map(|petal| {
            let (x, y) = shapes::polar(size * 0.62, TAU * petal as f32 / 5.0 + center.0);
            shapes::circle((center.0 + x, center.1 + y), size * 0.56)
        })
        .collect();
    let material = Material::new(rgb)
        .rounded(1.4, 0.8)
        .outlined(1.0)
        .casting(1.2);
    canvas.relief(&shapes::union(&petals), material);
    canvas.fill(&shapes::circle(center, size * 0.36), FLAME, 1.0);
}

/// A leaf from its stalk, toward +X before the rotation.
pub fn leaf(canvas: &mut Canvas, stalk: Spot, length: f32, degrees: f32, rgb: Rgb) {
    let outline = shapes::smooth_outline(&[
        (0.0, 0.0),
        (length * 0.45, length * 0.24),
        (length, 0.0),
        (length * 0.45, -length * 0.24),
    ]);
    let material = Material::new(rgb)
        .rounded(1.4, 0.8)
        .outlined(0.9)
        .casting(1.0);
    canvas.relief(&shapes::turned(outline, degrees, stalk), material);
}
