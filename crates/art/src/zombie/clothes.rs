//! Clothes, painted onto torso and sleeves before they are lit.

use super::kind::{Kind, Outfit};
use crate::canvas::Canvas;
use crate::palette::{BLOOD, OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Paints the front and back of a torso.
pub fn paint(canvas: &mut Canvas, kind: &Kind) {
    match kind.outfit {
        Outfit::Shirt => shirt(canvas, kind),
        Outfit::Rags => rags(canvas, kind),
        Outfit::Vest => vest(canvas, kind),
        Outfit::Suit => suit(canvas, kind),
        Outfit::Dress => dress(canvas, kind),
        Outfit::Dungarees => dungarees(canvas, kind),
    }
}

/// Paints a sleeve from shoulder to elbow.
pub fn paint_sleeve(canvas: &mut Canvas, kind: &Kind, shoulder: Spot, elbow: Spot) {
    if kind.outfit == Outfit::Shirt {
        for step in 1..5 {
            let share = step as f32 / 4.0;
            let x = shoulder.0 + (elbow.0 - shoulder.0) * share;
            let band = shapes::smooth_line(&[(x, shoulder.1 - 14.0), (x, shoulder.1 + 14.0)]);
            canvas.stroke(&band, kind.trim, 2.0, 0.55);
        }
    }
    if kind.outfit == Outfit::Dress {
        let cuff = shapes::smooth_line(&[(elbow.0 + 2.0, elbow.1 - 9.0), (elbow.0, elbow.1 + 9.0)]);
        canvas.stroke(&cuff, kind.trim, 4.0, 0.8);
    }
}

/// The wide hem of a dress, behind and beside the torso.
pub fn skirt(canvas: &mut Canvas, kind: &Kind) {
    let hem: Vec<Spot> = (0..20)
        .map(|corner| {
            let angle = std::f32::consts::TAU * corner as f32 / 20.0;
            let torn = if corner % 2 == 0 { 1.0 } else { 0.84 };
            let (x, y) = shapes::polar(torn, angle);
            (x * 21.0 - 7.0, y * 21.0)
        })
        .collect();
    let cloth = Material::new(kind.cloth.darker(0.18))
        .rounded(4.0, 0.9)
        .outlined(1.7);
    canvas.relief(&shapes::smooth_outline(&hem), cloth);
}

fn patch(canvas: &mut Canvas, outline: &[Spot], rgb: Rgb) {
    let path = shapes::polygon(outline);
    canvas.stroke(&path, OUTLINE, 1.2, 0.55);
    canvas.fill(&path, rgb, 1.0);
}

fn stain(canvas: &mut Canvas, center: Spot, size: f32) {
    canvas.fill(&shapes::ellipse(center, size, size * 0.7), BLOOD, 0.75);
    for (x, y, share) in [(1.1, 0.5, 0.32), (-0.8, 0.9, 0.26), (0.4, -1.1, 0.22)] {
        let drop = (center.0 + x * size, center.1 + y * size);
        canvas.fill(&shapes::circle(drop, size * share), BLOOD, 0.75);
    }
}

fn shirt(canvas: &mut Canvas, kind: &Kind) {
    for line in -4..=4 {
        let y = line as f32 * 7.0;
        canvas.stroke(
            &shapes::smooth_line(&[(-20.0, y), (20.0, y)]),
            kind.trim,
            2.2,
            0.6,
        );
    }
    for line in -2..=2 {
        let x = line as f32 * 6.5;
        canvas.stroke(
            &shapes::smooth_line(&[(x, -34.0), (x, 34.0)]),
            kind.trim,
            2.0,
            0.45,
        );
    }
    patch(
        canvas,
        &[
            (-4.0, 12.0),
            (3.0, 15.0),
            (6.0, 22.0),
            (0.0, 20.0),
            (-6.0, 24.0),
        ],
        kind.skin,
    );
    stain(canvas, (9.0, -14.0), 4.0);
}

fn rags(canvas: &mut Canvas, kind: &Kind) {
    for side in [-1.0, 1.0] {
        for rib in 0..4 {
            let x = -7.0 + rib as f32 * 4.6;
            let line = shapes::smooth_line(&[
                (x, 4.0 * side),
                (x + 1.5, 11.0 * side),
                (x - 0.5, 18.0 * side),
            ]);
            canvas.stroke(&line, OUTLINE, 1.5, 0.4);
        }
    }
    let spine = shapes::smooth_line(&[(-12.0, 0.0), (12.0, 0.0)]);
    canvas.stroke(&spine, OUTLINE, 1.6, 0.35);
    patch(
        canvas,
        &[
            (-16.0, -30.0),
            (16.0, -30.0),
            (14.0, -17.0),
            (7.0, -19.0),
            (3.0, -14.0),
            (-3.0, -17.0),
            (-9.0, -12.0),
            (-16.0, -14.0),
        ],
        kind.cloth,
    );
    patch(
        canvas,
        &[
            (-16.0, 30.0),
            (16.0, 30.0),
            (10.0, 21.0),
            (4.0, 23.0),
            (-2.0, 18.0),
            (-16.0, 22.0),
        ],
        kind.cloth,
    );
    let strap = shapes::smooth_line(&[(12.0, -22.0), (-2.0, 2.0), (-13.0, 20.0)]);
    canvas.stroke(&strap, kind.trim, 4.0, 1.0);
}

fn vest(canvas: &mut Canvas, kind: &Kind) {
    for side in [-1.0, 1.0] {
        let armhole = shapes::ellipse((2.0, 31.0 * side), 18.0, 10.0);
        canvas.stroke(&armhole, OUTLINE, 1.4, 0.5);
        canvas.fill(&armhole, kind.skin, 1.0);
        let braces =
            shapes::smooth_line(&[(24.0, 9.0 * side), (4.0, 13.0 * side), (-24.0, 8.0 * side)]);
        canvas.stroke(&braces, OUTLINE, 4.8, 0.45);
        canvas.stroke(&braces, kind.trim, 3.4, 1.0);
    }
    patch(
        canvas,
        &[
            (24.0, -9.0),
            (15.5, -7.0),
            (17.0, -3.0),
            (14.0, 1.0),
            (17.0, 4.0),
            (15.0, 8.0),
            (24.0, 10.0),
        ],
        kind.skin,
    );
    stain(canvas, (11.0, 5.0), 4.2);
    canvas.fill(
        &shapes::ellipse((-9.0, -5.0), 4.0, 3.0),
        Rgb::hex(0xb5a85e),
        0.5,
    );
}

fn suit(canvas: &mut Canvas, kind: &Kind) {
    let front = shapes::polygon(&[(20.0, -9.0), (20.0, 9.0), (-4.0, 0.0)]);
    canvas.fill(&front, Rgb::hex(0xe9eae4), 1.0);
    let tie = shapes::polygon(&[(8.0, -1.6), (20.0, -4.0), (20.0, 4.0), (8.0, 1.6)]);
    canvas.fill(&tie, kind.trim, 1.0);
    for side in [-1.0, 1.0] {
        let lapel = shapes::polygon(&[
            (-4.0, 0.0),
            (20.0, 9.0 * side),
            (20.0, 16.0 * side),
            (4.0, 12.0 * side),
        ]);
        canvas.fill(&lapel, kind.cloth.lighter(0.16), 1.0);
        canvas.stroke(&lapel, OUTLINE, 1.0, 0.5);
    }
    let seam = shapes::smooth_line(&[(-20.0, 0.0), (-6.0, 0.0)]);
    canvas.stroke(&seam, OUTLINE, 1.4, 0.7);
    canvas.fill(&shapes::circle((8.5, -16.5), 3.4), kind.trim, 1.0);
    canvas.fill(
        &shapes::circle((8.5, -16.5), 1.4),
        kind.trim.lighter(0.45),
        1.0,
    );
    patch(
        canvas,
        &[
            (-6.0, 17.0),
            (0.0, 15.0),
            (3.0, 20.0),
            (-2.0, 22.0),
            (-5.0, 26.0),
        ],
        kind.skin,
    );
    let dust = shapes::ellipse((-5.0, -14.0), 5.0, 6.0);
    canvas.fill(&dust, Rgb::hex(0x8a785e), 0.35);
}

fn dress(canvas: &mut Canvas, kind: &Kind) {
    let collar = shapes::ellipse((5.0, 0.0), 13.0, 19.0);
    canvas.stroke(&collar, OUTLINE, 1.2, 0.5);
    canvas.fill(&collar, kind.trim, 1.0);
    canvas.fill(&shapes::ellipse((7.0, 0.0), 11.0, 14.0), kind.skin, 1.0);
    for dot in 0..6 {
        let y = -22.0 + dot as f32 * 8.8;
        canvas.fill(&shapes::circle((-9.0, y), 1.5), kind.trim, 0.7);
        canvas.fill(&shapes::circle((-4.0, y + 4.0), 1.3), kind.trim, 0.5);
    }
    stain(canvas, (9.0, 12.0), 3.6);
}

fn dungarees(canvas: &mut Canvas, kind: &Kind) {
    let bib = shapes::rounded_rectangle((12.0, 0.0), 18.0, 27.0, 4.0);
    canvas.stroke(&bib, OUTLINE, 1.4, 0.6);
    canvas.fill(&bib, kind.trim, 1.0);
    for side in [-1.0, 1.0] {
        let strap =
            shapes::smooth_line(&[(6.0, 11.0 * side), (-4.0, 10.0 * side), (-20.0, 2.0 * side)]);
        canvas.stroke(&strap, OUTLINE, 6.4, 0.5);
        canvas.stroke(&strap, kind.trim, 4.8, 1.0);
        canvas.fill(
            &shapes::circle((5.5, 11.0 * side), 1.7),
            Rgb::hex(0xffe38a),
            1.0,
        );
    }
    patch(
        canvas,
        &[(-5.0, -22.0), (2.0, -18.0), (5.0, -23.0), (1.0, -25.0)],
        kind.skin,
    );
    stain(canvas, (11.0, -7.0), 3.8);
}
