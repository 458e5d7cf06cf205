//! A dead tree on a mound of roots, with a crow.

use std::f32::consts::TAU;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{EARTH, FLAME, MOSS, OUTLINE, Rgb, WOOD};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Draws the tree around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(303);
    mound(canvas, &mut random);
    for root in 0..11 {
        let angle = TAU * root as f32 / 11.0 + random.random_range(-0.14..0.14);
        root_from(canvas, angle, &mut random);
    }
    let bark = Material::new(WOOD.darker(0.12))
        .rounded(9.0, 1.0)
        .outlined(2.2)
        .casting(8.0)
        .rough(0.6);
    canvas.relief_with(
        &shapes::blob((0.0, 0.0), 29.0, 11, 0.12, &mut random),
        bark,
        |canvas| {
            for ridge in 0..14 {
                let angle = TAU * ridge as f32 / 14.0;
                let groove = shapes::smooth_line(&[
                    shapes::polar(36.0, angle),
                    shapes::polar(26.0, angle + 0.14),
                    shapes::polar(16.0, angle - 0.06),
                ]);
                canvas.stroke(&groove, OUTLINE, 1.6, 0.45);
            }
        },
    );
    for (angle, length) in [
        (0.5, 96.0),
        (1.75, 82.0),
        (2.75, 98.0),
        (3.9, 92.0),
        (4.75, 80.0),
        (5.6, 90.0),
    ] {
        branch_from(canvas, (0.0, 0.0), angle, length, 7.5, 3, &mut random);
    }
    canvas.relief(
        &shapes::circle((0.0, 0.0), 15.0),
        Material::new(WOOD.lighter(0.1))
            .rounded(5.0, 1.0)
            .outlined(1.8)
            .casting(5.0)
            .rough(0.5),
    );
    canvas.fill(&shapes::ellipse((1.0, 1.0), 7.0, 6.0), OUTLINE, 0.9);
    crow(canvas, (44.0, 30.0));
}

fn mound(canvas: &mut Canvas, random: &mut Xoshiro256PlusPlus) {
    base(canvas, EARTH, 22.0, |canvas| {
        for _ in 0..44 {
            let spot = shapes::polar(
                random.random_range(30.0..112.0),
                random.random_range(0.0..TAU),
            );
            let size = random.random_range(5.0..13.0);
            let rgb = MOSS.mix(EARTH, random.random_range(0.0..0.45));
            canvas.fill(&shapes::blob(spot, size, 8, 0.25, random), rgb, 0.7);
        }
    });
    for _ in 0..16 {
        let spot = shapes::polar(
            random.random_range(48.0..100.0),
            random.random_range(0.0..TAU),
        );
        let rgb =
            [Rgb::hex(0xa86a34), Rgb::hex(0x8c4c32), Rgb::hex(0xb88a40)][random.random_range(0..3)];
        parts::leaf(canvas, spot, 9.0, random.random_range(0.0..360.0), rgb);
    }
}

fn root_from(canvas: &mut Canvas, angle: f32, random: &mut Xoshiro256PlusPlus) {
    let bark = Material::new(WOOD.darker(0.35))
        .rounded(4.0, 1.0)
        .outlined(1.7)
        .casting(4.0)
        .rough(0.6);
    let bend = random.random_range(-0.35..0.35);
    let length = random.random_range(88.0..104.0);
    let mut parts = Vec::new();
    let mut spot = shapes::polar(20.0, angle);
    for step in 1..=6 {
        let share = step as f32 / 6.0;
        let next = shapes::polar(20.0 + (length - 20.0) * share, angle + bend * share * share);
        let thickness = |share: f32| 12.0 * (1.0 - share) + 1.8;
        parts.push(shapes::limb(
            spot,
            thickness(share - 1.0 / 6.0),
            next,
            thickness(share),
        ));
        spot = next;
    }
    canvas.relief(&shapes::union(&parts), bark);
}

fn branch_from(
    canvas: &mut Canvas,
    from: Spot,
    angle: f32,
    length: f32,
    thickness: f32,
    forks: u32,
    random: &mut Xoshiro256PlusPlus,
) {
    let bark = Material::new(WOOD.lighter(0.2))
        .rounded(2.4, 1.0)
        .outlined(1.2)
        .casting(5.0)
        .rough(0.5);
    let half = length * 0.5;
    let bend = |random: &mut Xoshiro256PlusPlus| random.random_range(-0.42..0.42_f32);
    let (x, y) = shapes::polar(half, angle + bend(random));
    let elbow = (from.0 + x, from.1 + y);
    let kink = angle + bend(random);
    let (x, y) = shapes::polar(half, kink);
    let tip = (elbow.0 + x, elbow.1 + y);
    let end = 1.0_f32.max(thickness * 0.25);
    let outline = shapes::union(&[
        shapes::limb(from, thickness, elbow, thickness * 0.6),
        shapes::limb(elbow, thickness * 0.6, tip, end),
    ]);
    if forks > 0 {
        for (side, share) in [(-1.0, 0.52), (1.0, 0.42)] {
            let spread = side * random.random_range(0.45..0.85);
            let root = if side < 0.0 {
                elbow
            } else {
                ((elbow.0 + tip.0) / 2.0, (elbow.1 + tip.1) / 2.0)
            };
            branch_from(
                canvas,
                root,
                kink + spread,
                length * share,
                thickness * 0.48,
                forks - 1,
                random,
            );
        }
    }
    canvas.relief(&outline, bark);
}

fn crow(canvas: &mut Canvas, center: Spot) {
    canvas.placed(center, 145.0, 1.2, |canvas| {
        let plumage = Material::new(Rgb::hex(0x333c52))
            .rounded(3.0, 1.0)
            .outlined(1.4)
            .casting(4.0);
        canvas.relief(
            &shapes::polygon(&[
                (-6.0, -4.0),
                (-22.0, -5.0),
                (-19.0, 0.0),
                (-22.0, 5.0),
                (-6.0, 4.0),
            ]),
            plumage,
        );
        canvas.relief_with(
            &shapes::ellipse((-1.0, 0.0), 12.0, 8.5),
            plumage,
            |canvas| {
                for side in [-1.0, 1.0] {
                    let wing = shapes::smooth_line(&[
                        (6.0, 5.5 * side),
                        (-3.0, 3.0 * side),
                        (-12.0, 4.0 * side),
                    ]);
                    canvas.stroke(&wing, OUTLINE, 1.3, 0.8);
                }
            },
        );
        let beak = Material::new(Rgb::hex(0xd8a048))
            .rounded(1.2, 0.9)
            .outlined(1.1);
        canvas.relief(
            &shapes::polygon(&[(15.0, -2.8), (24.0, 0.0), (15.0, 2.8)]),
            beak,
        );
        canvas.relief(&shapes::circle((11.0, 0.0), 6.4), plumage);
        for side in [-1.0, 1.0] {
            canvas.fill(&shapes::circle((13.4, 3.2 * side), 1.5), FLAME, 1.0);
        }
    });
}
