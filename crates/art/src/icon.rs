//! The icon: a zombie's face in front of the moon.

use tiny_skia::Pixmap;

use crate::brain;
use crate::canvas::Canvas;
use crate::palette::{BONE, EYE, OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Width and height of the icon.
pub const SIZE: u32 = 256;

const SKIN: Rgb = Rgb::hex(0x9dd674);

/// Draws the icon.
pub fn icon() -> Pixmap {
    let mut canvas = Canvas::new(SIZE, SIZE, 3);
    let middle = SIZE as f32 / 2.0;
    canvas.placed((middle, middle), 0.0, 1.0, |canvas| {
        night(canvas);
        canvas.placed((0.0, 12.0), -5.0, 1.0, |canvas| {
            head(canvas);
            features(canvas);
        });
    });
    canvas.finish()
}

fn night(canvas: &mut Canvas) {
    let panel = shapes::rounded_rectangle((0.0, 0.0), 244.0, 244.0, 52.0);
    let sky = Material::new(Rgb::hex(0x1d4959))
        .rounded(7.0, 0.8)
        .outlined(4.0)
        .casting(0.0);
    canvas.relief_with(&panel, sky, |canvas| {
        canvas.glow_atop((-34.0, -40.0), 190.0, Rgb::hex(0x5fc8c8), 0.7);
        canvas.fill(
            &shapes::circle((-34.0, -42.0), 84.0),
            Rgb::hex(0xe4f2dc),
            1.0,
        );
        for (x, y, size) in [
            (-78.0, -74.0, 13.0),
            (-20.0, -106.0, 10.0),
            (-94.0, -30.0, 9.0),
            (-56.0, -102.0, 6.0),
        ] {
            canvas.fill(&shapes::circle((x, y), size), Rgb::hex(0xb8d4c4), 0.7);
        }
        canvas.fill(
            &shapes::ellipse((0.0, 132.0), 170.0, 46.0),
            Rgb::hex(0x122a34),
            1.0,
        );
    });
}

fn head(canvas: &mut Canvas) {
    let skin = Material::new(SKIN)
        .rounded(16.0, 1.0)
        .outlined(5.0)
        .casting(9.0)
        .rough(0.12);
    for side in [-1.0, 1.0] {
        let ear = shapes::ellipse((78.0 * side, 4.0), 14.0, 20.0);
        canvas.relief(&ear, skin.rounded(6.0, 1.0));
    }
    canvas.placed((0.0, -54.0), 0.0, 1.5, |canvas| brain::lobes(canvas, 1.2));
    let outline = shapes::smooth_outline(&[
        (-76.0, -28.0),
        (-52.0, -46.0),
        (-36.0, -38.0),
        (-18.0, -50.0),
        (2.0, -40.0),
        (22.0, -50.0),
        (40.0, -38.0),
        (56.0, -46.0),
        (76.0, -28.0),
        (78.0, 8.0),
        (68.0, 40.0),
        (60.0, 76.0),
        (34.0, 96.0),
        (0.0, 101.0),
        (-34.0, 96.0),
        (-60.0, 76.0),
        (-68.0, 40.0),
        (-78.0, 8.0),
    ]);
    canvas.relief_with(&outline, skin, |canvas| {
        for (x, y) in [(-34.0, 4.0), (35.0, 4.0)] {
            canvas.glow_atop((x, y), 44.0, Rgb::hex(0x356252), 0.95);
        }
        canvas.fill(
            &shapes::ellipse((56.0, 50.0), 10.0, 13.0),
            Rgb::hex(0x6c9c56),
            0.8,
        );
    });
}

fn features(canvas: &mut Canvas) {
    eye(canvas, (-34.0, 4.0), 29.0, (5.0, 3.0));
    eye(canvas, (35.0, 6.0), 21.0, (-3.0, -2.0));
    brow(canvas, &[(-68.0, -16.0), (-40.0, -31.0), (-10.0, -17.0)]);
    brow(canvas, &[(12.0, -16.0), (38.0, -25.0), (62.0, -9.0)]);
    for side in [-1.0, 1.0] {
        let nostril = shapes::limb((5.0 * side, 31.0), 2.4, (8.0 * side, 41.0), 4.6);
        canvas.fill(&nostril, Rgb::hex(0x1c3328), 1.0);
    }
    mouth(canvas);
    stitches(canvas);
}

fn eye(canvas: &mut Canvas, center: Spot, size: f32, look: Spot) {
    let ball = Material::new(EYE)
        .rounded(size * 0.3, 0.7)
        .outlined(4.0)
        .casting(3.0);
    canvas.relief(&shapes::circle(center, size), ball);
    let pupil = (center.0 + look.0, center.1 + look.1);
    canvas.fill(&shapes::circle(pupil, size * 0.4), Rgb::hex(0xb82a2a), 1.0);
    canvas.fill(&shapes::circle(pupil, size * 0.25), OUTLINE, 1.0);
    let gleam = (pupil.0 - size * 0.2, pupil.1 - size * 0.22);
    canvas.fill(&shapes::circle(gleam, size * 0.13), Rgb::hex(0xffffff), 1.0);
}

fn brow(canvas: &mut Canvas, line: &[Spot]) {
    let lid = Material::new(SKIN.darker(0.12))
        .rounded(4.0, 1.0)
        .outlined(3.0)
        .casting(4.0);
    canvas.relief(&shapes::thick(&shapes::smooth_line(line), 15.0), lid);
}

fn mouth(canvas: &mut Canvas) {
    let outline = shapes::smooth_outline(&[
        (-48.0, 56.0),
        (-20.0, 51.0),
        (20.0, 50.0),
        (46.0, 60.0),
        (38.0, 78.0),
        (14.0, 88.0),
        (-14.0, 88.0),
        (-40.0, 76.0),
    ]);
    canvas.stroke(&outline, OUTLINE, 8.0, 1.0);
    canvas.fill(&outline, Rgb::hex(0x3c0e1e), 1.0);
    let tooth = Material::new(BONE)
        .rounded(2.4, 0.9)
        .outlined(2.4)
        .casting(2.0);
    for (x, y, width, height) in [
        (-33.0, 60.0, 13.0, 15.0),
        (-15.0, 59.0, 14.0, 19.0),
        (19.0, 58.0, 14.0, 16.0),
        (-24.0, 78.0, 12.0, 12.0),
        (5.0, 81.0, 13.0, 14.0),
        (26.0, 77.0, 11.0, 12.0),
    ] {
        canvas.relief(
            &shapes::rounded_rectangle((x, y), width, height, 3.5),
            tooth,
        );
    }
}

fn stitches(canvas: &mut Canvas) {
    let scar = [(-66.0, 30.0), (-54.0, 44.0), (-50.0, 60.0)];
    canvas.stroke(&shapes::smooth_line(&scar), Rgb::hex(0x7c363c), 4.5, 0.9);
    for (x, y) in [(-63.0, 34.0), (-55.0, 44.0), (-51.0, 55.0)] {
        let thread = shapes::smooth_line(&[(x - 7.0, y + 3.0), (x + 7.0, y - 3.0)]);
        canvas.stroke(&thread, OUTLINE, 3.0, 0.95);
    }
}
