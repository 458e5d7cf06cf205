//! Big heads with glowing eyes, tilted up a little so that the face is visible from above.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tiny_skia::Path;

use super::body::{CONTOUR, side_sign};
use super::kind::{Kind, Scalp};
use super::pose::Pose;
use crate::canvas::Canvas;
use crate::palette::{BONE, BRAIN, EYE, OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Draws the head of a zombie in a pose.
pub fn draw(canvas: &mut Canvas, kind: &Kind, pose: &Pose) {
    let place = (8.5 + pose.nod.0, pose.nod.1);
    canvas.placed(place, pose.roll, kind.head / 16.0, |canvas| {
        if kind.scalp == Scalp::Long {
            long_hair(canvas, kind, pose);
        }
        skull(canvas, kind);
        match kind.scalp {
            Scalp::Mop => mop(canvas, kind),
            Scalp::OpenSkull => open_skull(canvas),
            Scalp::Stitches => stitches(canvas, kind),
            Scalp::Parted => parted(canvas, kind),
            Scalp::Long => crown(canvas, kind),
            Scalp::Cap => cap(canvas, kind),
        }
    });
}

fn skull(canvas: &mut Canvas, kind: &Kind) {
    let skin = Material::new(kind.skin)
        .rounded(5.0, 0.6)
        .outlined(CONTOUR)
        .casting(3.0);
    for side in 0..2 {
        let ear = shapes::ellipse((-0.5, 15.6 * side_sign(side)), 3.6, 3.0);
        canvas.relief(&ear, skin.casting(1.0));
    }
    let outline = shapes::smooth_outline(&[
        (18.0, 0.0),
        (15.5, 7.5),
        (8.0, 14.0),
        (-3.0, 16.0),
        (-12.0, 11.0),
        (-15.5, 0.0),
        (-12.0, -11.0),
        (-3.0, -16.0),
        (8.0, -14.0),
        (15.5, -7.5),
    ]);
    canvas.relief_with(&outline, skin, |canvas| {
        canvas.fill(
            &shapes::ellipse((18.5, 0.0), 4.4, 6.4),
            Rgb::hex(0x3a121e),
            1.0,
        );
        for tooth in [-3.6, -0.4, 3.0] {
            let outline = shapes::rounded_rectangle((15.4, tooth), 2.6, 2.4, 0.7);
            canvas.fill(&outline, BONE, 1.0);
        }
    });
    eye(canvas, (9.2, -6.4), 4.5);
    eye(canvas, (9.2, 6.4), 3.7);
}

fn eye(canvas: &mut Canvas, center: Spot, size: f32) {
    canvas.fill(
        &shapes::ellipse(center, size * 1.08, size * 1.22),
        OUTLINE,
        0.85,
    );
    canvas.fill(&shapes::circle(center, size * 0.84), EYE, 1.0);
    canvas.glow_atop(center, size * 2.4, EYE, 0.45);
    let pupil = (
        center.0 + size * 0.32,
        center.1 - center.1.signum() * size * 0.14,
    );
    canvas.fill(&shapes::circle(pupil, size * 0.34), Rgb::hex(0x5c1212), 1.0);
}

fn hair_material(kind: &Kind) -> Material {
    Material::new(kind.hair)
        .rounded(3.5, 0.75)
        .outlined(1.3)
        .casting(1.6)
}

fn strands(canvas: &mut Canvas, kind: &Kind, count: usize) {
    for strand in 0..count {
        let y = -12.0 + 24.0 * (strand as f32 + 0.5) / count as f32;
        let line = shapes::smooth_line(&[(5.0, y * 0.8), (-6.0, y * 0.95), (-18.0, y * 0.7)]);
        let rgb = if strand % 2 == 0 {
            kind.hair.darker(0.35)
        } else {
            kind.hair.lighter(0.22)
        };
        canvas.stroke(&line, rgb, 1.3, 0.75);
    }
}

fn tufted(points: usize, radius: f32, center: Spot, jag: f32, seed: u64) -> Path {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let outline: Vec<Spot> = (0..points)
        .map(|point| {
            let angle = std::f32::consts::TAU * point as f32 / points as f32;
            let tuft = if point % 2 == 0 { jag } else { -jag };
            let (x, y) = shapes::polar(radius + tuft + random.random_range(-0.6..0.6), angle);
            (center.0 + x, center.1 + y)
        })
        .collect();
    shapes::polygon(&outline)
}

fn mop(canvas: &mut Canvas, kind: &Kind) {
    let outline = tufted(26, 12.2, (-6.5, 0.0), 2.0, 11);
    canvas.relief_with(&outline, hair_material(kind), |canvas| {
        strands(canvas, kind, 9);
    });
}

fn open_skull(canvas: &mut Canvas) {
    let opening = tufted(20, 10.2, (-4.5, 0.0), 0.8, 5);
    canvas.fill(&opening, Rgb::hex(0x4a1422), 1.0);
    canvas.stroke(&opening, BONE, 1.6, 1.0);
    let matter = Material::new(BRAIN)
        .rounded(2.2, 1.0)
        .outlined(0.9)
        .casting(0.8);
    for (x, y, size) in [
        (-10.0, -3.4, 3.4),
        (-10.0, 3.4, 3.4),
        (-5.6, -5.6, 3.5),
        (-5.6, 5.6, 3.5),
        (-0.6, -4.4, 3.3),
        (-0.6, 4.4, 3.3),
        (-5.0, -1.7, 3.0),
        (-5.0, 2.0, 3.0),
    ] {
        canvas.relief(&shapes::circle((x, y), size), matter);
    }
    let furrow = shapes::smooth_line(&[(-12.5, 0.0), (3.0, 0.2)]);
    canvas.stroke(&furrow, Rgb::hex(0x8e2c52), 1.3, 0.9);
}

fn stitches(canvas: &mut Canvas, kind: &Kind) {
    let scar = shapes::smooth_line(&[(2.0, -9.0), (-3.0, -3.0), (-4.0, 4.0), (-9.0, 9.0)]);
    canvas.stroke(&scar, Rgb::hex(0x7c363c), 1.8, 0.9);
    for (x, y) in [(-0.4, -6.2), (-3.4, -1.0), (-4.4, 4.0), (-7.4, 7.4)] {
        let thread = shapes::smooth_line(&[(x - 2.6, y - 1.8), (x + 2.6, y + 1.8)]);
        canvas.stroke(&thread, OUTLINE, 1.3, 0.9);
    }
    for (x, y, lean) in [(-9.0, -3.0, -4.0), (-10.0, 0.0, 0.5), (-9.0, 3.0, 4.0)] {
        let strand =
            shapes::smooth_line(&[(x + 3.0, y), (x - 4.0, y + lean * 0.5), (x - 8.0, y + lean)]);
        canvas.stroke(&strand, kind.hair, 1.6, 1.0);
    }
    canvas.fill(&shapes::circle((3.0, 9.5), 2.0), Rgb::hex(0xa8624a), 0.7);
}

fn parted(canvas: &mut Canvas, kind: &Kind) {
    let outline = shapes::smooth_outline(&[
        (4.0, -12.5),
        (6.5, -4.0),
        (3.5, 2.0),
        (5.0, 8.0),
        (1.0, 13.8),
        (-8.0, 13.0),
        (-15.0, 6.0),
        (-16.0, -4.0),
        (-10.0, -12.5),
        (-3.0, -15.0),
    ]);
    canvas.relief_with(&outline, hair_material(kind), |canvas| {
        strands(canvas, kind, 6);
        let parting = shapes::smooth_line(&[(6.0, 3.0), (-4.0, 5.0), (-12.0, 5.5)]);
        canvas.stroke(&parting, kind.skin, 1.6, 0.9);
    });
}

fn long_hair(canvas: &mut Canvas, kind: &Kind, pose: &Pose) {
    let swing = -pose.nod.1 * 1.2;
    let outline = shapes::smooth_outline(&[
        (4.0, -15.0),
        (5.0, 15.0),
        (-8.0, 19.0),
        (-21.0, 15.0 + swing),
        (-18.0, 9.0 + swing),
        (-27.0, 4.0 + swing),
        (-21.0, -1.0 + swing),
        (-26.0, -8.0 + swing),
        (-19.0, -11.0 + swing),
        (-20.0, -17.0 + swing),
        (-8.0, -19.0),
    ]);
    canvas.relief_with(
        &outline,
        hair_material(kind).outlined(CONTOUR).casting(2.5),
        |canvas| {
            for strand in -4..=4 {
                let y = strand as f32 * 3.8;
                let line = shapes::smooth_line(&[(0.0, y * 0.8), (-14.0, y), (-28.0, y + swing)]);
                canvas.stroke(&line, kind.hair.darker(0.4), 1.4, 0.6);
            }
        },
    );
}

fn crown(canvas: &mut Canvas, kind: &Kind) {
    let outline = shapes::smooth_outline(&[
        (7.0, -13.0),
        (4.0, -6.0),
        (5.0, 0.0),
        (4.0, 6.0),
        (7.0, 13.0),
        (-3.0, 16.5),
        (-13.0, 12.0),
        (-17.0, 0.0),
        (-13.0, -12.0),
        (-3.0, -16.5),
    ]);
    canvas.relief_with(&outline, hair_material(kind), |canvas| {
        strands(canvas, kind, 8);
        let parting = shapes::smooth_line(&[(6.0, 0.0), (-10.0, 0.0)]);
        canvas.stroke(&parting, kind.hair.darker(0.6), 1.2, 0.8);
    });
    let bow = Material::new(Rgb::hex(0xd84a5a))
        .rounded(1.6, 0.9)
        .outlined(1.1);
    for lean in [-1.0, 1.0] {
        let loop_outline = shapes::ellipse((-3.0 + 3.2 * lean, -12.0), 3.4, 2.6);
        canvas.relief(&loop_outline, bow);
    }
}

fn cap(canvas: &mut Canvas, kind: &Kind) {
    let cloth = hair_material(kind);
    let visor = shapes::smooth_outline(&[
        (0.5, -11.5),
        (5.5, -7.5),
        (7.0, 0.5),
        (5.0, 8.0),
        (0.5, 12.0),
        (-2.0, 0.0),
    ]);
    canvas.relief(
        &visor,
        Material::new(kind.hair.darker(0.35))
            .rounded(2.0, 0.9)
            .outlined(1.3),
    );
    canvas.relief_with(&shapes::ellipse((-6.0, 0.0), 12.0, 14.0), cloth, |canvas| {
        for (x, y) in [
            (-18.0, 0.0),
            (-10.0, -16.0),
            (-10.0, 16.0),
            (4.0, -14.0),
            (4.0, 14.0),
        ] {
            let seam = shapes::smooth_line(&[(-4.5, 0.0), (x, y)]);
            canvas.stroke(&seam, OUTLINE, 1.0, 0.45);
        }
        canvas.fill(
            &shapes::circle((-4.5, 0.0), 1.9),
            kind.hair.lighter(0.3),
            1.0,
        );
    });
}
