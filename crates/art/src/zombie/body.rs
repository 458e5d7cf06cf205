//! Legs, torso and outstretched arms.

use tiny_skia::Path;

use super::clothes;
use super::kind::{Kind, Outfit};
use super::pose::Pose;
use crate::canvas::Canvas;
use crate::palette::{OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Contour width of body parts; visible even when a frame is drawn at a third of its size.
pub const CONTOUR: f32 = 1.7;

/// -1 for side 0 (left, up in the picture), 1 for side 1 (right).
pub fn side_sign(side: usize) -> f32 {
    if side == 0 { -1.0 } else { 1.0 }
}

/// Legs and shoes, where they are visible beyond the torso.
pub fn legs(canvas: &mut Canvas, kind: &Kind, pose: &Pose) {
    for side in 0..2 {
        let hip = (-3.0, 11.0 * side_sign(side));
        let ankle = (pose.stride[side] - 1.0, 13.0 * side_sign(side));
        let shoe = if side == 0 || kind.outfit == Outfit::Suit {
            Rgb::hex(0x3a302c)
        } else {
            kind.skin.darker(0.12)
        };
        let leather = Material::new(shoe).rounded(2.5, 0.9).outlined(CONTOUR);
        let toes = (ankle.0 + 8.0, ankle.1 + 1.5 * side_sign(side));
        canvas.relief(&shapes::limb(ankle, 4.6, toes, 5.2), leather);
        canvas.relief(
            &shapes::torn_limb(hip, 7.6, (ankle.0 + 1.0, ankle.1), 6.4, 4.0),
            Material::new(kind.trousers)
                .rounded(3.0, 0.9)
                .outlined(CONTOUR),
        );
    }
}

/// The torso with its clothes.
pub fn torso(canvas: &mut Canvas, kind: &Kind) {
    if kind.outfit == Outfit::Dress {
        clothes::skirt(canvas, kind);
    }
    let base = match kind.outfit {
        Outfit::Rags => kind.skin,
        _ => kind.cloth,
    };
    let material = Material::new(base)
        .rounded(5.0, 0.75)
        .outlined(CONTOUR)
        .casting(2.5);
    canvas.relief_with(&torso_outline(kind), material, |canvas| {
        clothes::paint(canvas, kind);
    });
}

fn torso_outline(kind: &Kind) -> Path {
    let (wide, deep) = (kind.shoulders, kind.girth);
    let back = if kind.outfit == Outfit::Vest {
        0.85
    } else {
        1.0
    };
    shapes::smooth_outline(&[
        (deep, 0.0),
        (deep * 0.94, wide * 0.42),
        (deep * 0.62, wide * 0.84),
        (0.0, wide + 1.5),
        (-deep * 0.62 * back, wide * 0.8),
        (-deep * 0.9 * back, wide * 0.4),
        (-deep * back, 0.0),
        (-deep * 0.9 * back, -wide * 0.4),
        (-deep * 0.62 * back, -wide * 0.8),
        (0.0, -wide - 1.5),
        (deep * 0.62, -wide * 0.84),
        (deep * 0.94, -wide * 0.42),
    ])
}

/// Both arms: the forearm with its hand, then the torn sleeve over it.
pub fn arms(canvas: &mut Canvas, kind: &Kind, pose: &Pose) {
    for side in 0..2 {
        let sign = side_sign(side);
        let shoulder = (1.0, (kind.shoulders - 4.0) * sign);
        let elbow = (
            19.0 + pose.reach[side] * 0.5,
            (kind.shoulders - 3.0) * sign + pose.drift[side] * 0.4,
        );
        let wrist = (
            31.5 + pose.reach[side],
            (kind.shoulders - 9.0) * sign + pose.drift[side],
        );
        arm(canvas, kind, [shoulder, elbow, wrist], sign);
    }
}

fn arm(canvas: &mut Canvas, kind: &Kind, [shoulder, elbow, wrist]: [Spot; 3], sign: f32) {
    let thickness = kind.limbs;
    let flesh = Material::new(kind.skin)
        .rounded(2.6, 0.7)
        .outlined(CONTOUR)
        .casting(2.0);
    let forearm = shapes::union(&[
        shapes::limb(elbow, thickness * 0.86, wrist, thickness * 0.72),
        hand(wrist, thickness, sign),
    ]);
    canvas.relief_with(&forearm, flesh, |canvas| {
        let wound = (
            (elbow.0 + wrist.0) / 2.0 + 2.0,
            (elbow.1 + wrist.1) / 2.0 + 1.5 * sign,
        );
        let wounded = sign > 0.0;
        if wounded {
            canvas.fill(&shapes::ellipse(wound, 3.2, 2.0), Rgb::hex(0x9c3a44), 0.85);
        }
        for finger in 0..3 {
            let spread = (finger as f32 - 1.0) * 3.0;
            let knuckle = (wrist.0 + 5.5, wrist.1 + spread);
            canvas.fill(&shapes::circle(knuckle, 0.9), OUTLINE, 0.28);
        }
    });
    let bare = kind.outfit == Outfit::Vest || kind.outfit == Outfit::Rags;
    if bare {
        canvas.relief(
            &shapes::limb(shoulder, thickness * 1.15, elbow, thickness * 0.9),
            flesh,
        );
    } else {
        let cloth = Material::new(kind.cloth)
            .rounded(3.0, 0.75)
            .outlined(CONTOUR)
            .casting(2.0);
        let sleeve = shapes::torn_limb(shoulder, thickness * 1.3, elbow, thickness * 1.12, 5.0);
        canvas.relief_with(&sleeve, cloth, |canvas| {
            clothes::paint_sleeve(canvas, kind, shoulder, elbow);
        });
    }
}

/// A hand with spread fingers.
fn hand(wrist: Spot, thickness: f32, sign: f32) -> Path {
    let size = 0.72 + 0.045 * thickness;
    let palm = (wrist.0 + 3.0 * size, wrist.1);
    let mut parts = vec![shapes::limb(wrist, thickness * 0.7, palm, 5.2 * size)];
    for (across, length, lean) in [(-4.0, 8.0, -1.6), (0.0, 10.0, 0.0), (4.0, 8.0, 1.6)] {
        let root = (palm.0 + 2.0 * size, palm.1 + across * 0.8 * size);
        let tip = (palm.0 + length * size, palm.1 + (across + lean) * size);
        parts.push(shapes::limb(root, 2.1 * size, tip, 1.6 * size));
    }
    let thumb = (palm.0 + 4.0 * size, palm.1 - 7.0 * sign * size);
    parts.push(shapes::limb(palm, 2.2 * size, thumb, 1.7 * size));
    shapes::union(&parts)
}
