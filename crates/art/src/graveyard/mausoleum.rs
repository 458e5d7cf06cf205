//! A mausoleum: a ribbed dome over a ring of columns, lit from its lantern.

use std::f32::consts::TAU;

use super::{base, parts};
use crate::canvas::Canvas;
use crate::palette::{OLD_STONE, OUTLINE, Rgb, STONE};
use crate::relief::Material;
use crate::shapes;

const RIBS: usize = 12;
const COPPER: Rgb = Rgb::hex(0x4f8f88);

/// Draws the mausoleum around the origin.
pub fn draw(canvas: &mut Canvas) {
    let mut random = parts::random(505);
    base(canvas, OLD_STONE.darker(0.15), 5.0, |canvas| {
        canvas.stroke(&shapes::circle((0.0, 0.0), 104.0), OUTLINE, 1.5, 0.5);
    });
    for column in 0..RIBS {
        let spot = shapes::polar(95.0, TAU * (column as f32 + 0.5) / RIBS as f32);
        let marble = Material::new(STONE.lighter(0.12))
            .rounded(3.5, 1.0)
            .outlined(1.6)
            .casting(3.0)
            .rough(0.2);
        canvas.relief(&shapes::circle(spot, 10.0), marble);
    }
    let roof = Material::new(COPPER)
        .rounded(26.0, 1.5)
        .outlined(2.4)
        .casting(7.0)
        .rough(0.35);
    canvas.relief_with(&shapes::circle((0.0, 0.0), 88.0), roof, |canvas| {
        for row in 1..6 {
            let radius = 20.0 + row as f32 * 13.0;
            canvas.stroke(&shapes::circle((0.0, 0.0), radius), OUTLINE, 1.4, 0.32);
        }
        for streak in 0..RIBS {
            let angle = TAU * (streak as f32 + 0.35) / RIBS as f32;
            let line =
                shapes::smooth_line(&[shapes::polar(34.0, angle), shapes::polar(84.0, angle)]);
            let rgb = if streak % 3 == 0 {
                Rgb::hex(0x8a5a3a)
            } else {
                COPPER.lighter(0.4)
            };
            canvas.stroke(&line, rgb, 3.2, 0.25);
        }
    });
    for rib in 0..RIBS {
        let angle = TAU * rib as f32 / RIBS as f32;
        let line = shapes::limb(
            shapes::polar(26.0, angle),
            2.0,
            shapes::polar(82.0, angle),
            3.6,
        );
        let metal = Material::new(COPPER.lighter(0.14))
            .rounded(1.8, 1.0)
            .outlined(1.1)
            .casting(2.0);
        canvas.relief(&line, metal);
    }
    let cupola = Material::new(STONE)
        .rounded(4.0, 1.0)
        .outlined(2.0)
        .casting(7.0)
        .rough(0.3);
    canvas.relief(&shapes::circle((0.0, 0.0), 30.0), cupola);
    parts::stone_ring(canvas, 18.0, 28.0, 8, STONE.lighter(0.1), &mut random);
    parts::lantern(canvas, (0.0, 0.0), 11.0, 66.0);
    parts::moss(canvas, (-58.0, 84.0), 10.0, &mut random);
    parts::moss(canvas, (92.0, -44.0), 9.0, &mut random);
}
