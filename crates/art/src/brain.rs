//! The bait: a glowing brain with a face.

use tiny_skia::Pixmap;

use crate::canvas::Canvas;
use crate::palette::{BRAIN, OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Width and height of the picture in pixels.
pub const SIZE: u32 = 128;

/// Draws the bait.
pub fn bait() -> Pixmap {
    let mut canvas = Canvas::new(SIZE, SIZE, 4);
    let middle = SIZE as f32 / 2.0;
    canvas.glow((middle, middle), 63.0, Rgb::hex(0xff5ca8), 0.85);
    canvas.placed((middle, middle - 2.0), 0.0, 1.0, |canvas| {
        stem(canvas);
        lobes(canvas, 1.0);
        face(canvas);
    });
    canvas.finish()
}

fn stem(canvas: &mut Canvas) {
    let flesh = Material::new(BRAIN.mix(Rgb::hex(0xb03c74), 0.45))
        .rounded(3.0, 1.0)
        .outlined(2.4);
    canvas.relief(&shapes::limb((3.0, 24.0), 8.0, (7.0, 43.0), 4.5), flesh);
}

/// Both halves with their folds, about 76 units wide.
pub fn lobes(canvas: &mut Canvas, contour: f32) {
    let flesh = Material::new(BRAIN)
        .rounded(7.0, 0.9)
        .outlined(2.6 * contour)
        .casting(3.0);
    canvas.relief_with(&silhouette(), flesh, |canvas| {
        canvas.fill(
            &shapes::ellipse((0.0, 26.0), 40.0, 14.0),
            Rgb::hex(0xd8528c),
            0.45,
        );
    });
    let fold = Material::new(BRAIN.lighter(0.12))
        .rounded(2.2, 1.0)
        .outlined(1.0)
        .casting(1.0);
    for side in [-1.0, 1.0] {
        for line in FOLDS {
            let points: Vec<Spot> = line.iter().map(|&(x, y)| (x * side, y)).collect();
            let path = shapes::thick(&shapes::smooth_line(&points), 6.4);
            canvas.relief(&path, fold);
        }
    }
    let furrow = shapes::smooth_line(&[(0.0, -33.0), (1.2, -20.0), (-0.6, -6.0), (0.6, 8.0)]);
    canvas.stroke(&furrow, Rgb::hex(0x8a2056), 2.6, 0.95);
    for (x, y) in [(-18.0, -24.0), (10.0, -27.0), (-29.0, -8.0)] {
        canvas.fill(&shapes::ellipse((x, y), 3.6, 1.8), Rgb::hex(0xffffff), 0.7);
    }
}

const FOLDS: [&[Spot]; 6] = [
    &[
        (5.5, -29.0),
        (14.0, -29.0),
        (20.0, -25.0),
        (15.0, -21.0),
        (8.0, -22.0),
    ],
    &[(26.0, -22.0), (31.0, -15.0), (26.0, -11.0), (22.0, -16.0)],
    &[
        (5.5, -15.0),
        (12.0, -13.0),
        (17.0, -8.0),
        (11.0, -4.0),
        (6.0, -6.0),
    ],
    &[
        (34.0, -7.0),
        (35.0, 2.0),
        (29.0, 5.0),
        (27.0, -2.0),
        (22.0, -1.0),
    ],
    &[(33.0, 12.0), (27.0, 17.0), (30.0, 22.0)],
    &[(22.0, 24.0), (16.0, 28.0), (9.0, 27.0)],
];

fn silhouette() -> tiny_skia::Path {
    shapes::smooth_outline(&[
        (0.0, -34.0),
        (13.0, -37.0),
        (26.0, -31.0),
        (35.0, -20.0),
        (40.0, -5.0),
        (39.0, 10.0),
        (34.0, 23.0),
        (23.0, 31.0),
        (9.0, 33.0),
        (0.0, 30.0),
        (-9.0, 33.0),
        (-23.0, 31.0),
        (-34.0, 23.0),
        (-39.0, 10.0),
        (-40.0, -5.0),
        (-35.0, -20.0),
        (-26.0, -31.0),
        (-13.0, -37.0),
    ])
}

fn face(canvas: &mut Canvas) {
    let white = Material::new(Rgb::hex(0xfffff6))
        .rounded(4.0, 0.5)
        .outlined(2.2)
        .casting(2.4);
    for (x, y, size, look) in [
        (-12.5, 3.0, 11.5, (3.6, 1.5)),
        (12.5, 2.0, 9.8, (-2.0, 2.6)),
    ] {
        canvas.relief(&shapes::circle((x, y), size), white);
        let pupil = (x + look.0, y + look.1);
        canvas.fill(&shapes::circle(pupil, size * 0.46), OUTLINE, 1.0);
        let gleam = (pupil.0 - size * 0.16, pupil.1 - size * 0.18);
        canvas.fill(&shapes::circle(gleam, size * 0.15), Rgb::hex(0xffffff), 1.0);
    }
    let mouth = shapes::smooth_line(&[
        (-10.0, 22.5),
        (-5.0, 19.5),
        (0.0, 22.5),
        (5.0, 19.5),
        (10.0, 22.5),
    ]);
    canvas.stroke(&mouth, Rgb::hex(0x5a103a), 3.2, 1.0);
    let sweat =
        shapes::smooth_outline(&[(34.0, -37.0), (38.5, -28.0), (34.0, -24.0), (29.5, -28.0)]);
    let water = Material::new(Rgb::hex(0x8ae4ff))
        .rounded(2.2, 0.8)
        .outlined(1.8);
    canvas.relief(&sweat, water);
}
