//! The night ground: moss, grass, bare earth, leaves and pebbles, in a seamless tile.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tiny_skia::Pixmap;

use crate::canvas::Canvas;
use crate::noise;
use crate::palette::{BONE, OUTLINE, Rgb};
use crate::relief::Material;
use crate::shapes::{self, Spot};

/// Width and height of the tile in pixels.
pub const SIZE: u32 = 1024;

const SPAN: f32 = SIZE as f32;
/// No detail extends farther than this from its center.
const REACH: f32 = 60.0;
const TURF: Rgb = Rgb::hex(0x2a4542);
const DEEP_TURF: Rgb = Rgb::hex(0x20373b);
const MOSSY: Rgb = Rgb::hex(0x355642);
const SOIL: Rgb = Rgb::hex(0x3c403d);
const DEEP_SOIL: Rgb = Rgb::hex(0x2c3234);
const GRASS: Rgb = Rgb::hex(0x487055);
const PEBBLE: Rgb = Rgb::hex(0x506066);
const LEAVES: [Rgb; 4] = [
    Rgb::hex(0x664f3a),
    Rgb::hex(0x5c4338),
    Rgb::hex(0x6e5c3c),
    Rgb::hex(0x4a5640),
];

/// Draws the tile.
pub fn tile() -> Pixmap {
    let mut canvas = Canvas::new(SIZE, SIZE, 1);
    paint_soil(&mut canvas);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2024);
    scatter(&mut canvas, &mut random, 26, crack);
    scatter(&mut canvas, &mut random, 190, pebble);
    scatter(&mut canvas, &mut random, 1500, tuft);
    scatter(&mut canvas, &mut random, 120, fallen_leaf);
    scatter(&mut canvas, &mut random, 9, mushroom);
    scatter(&mut canvas, &mut random, 7, old_bone);
    canvas.finish()
}

/// How bare the earth is at a position of the tile, from 0 (turf) to 1 (soil).
fn bareness(spot: Spot) -> f32 {
    let (u, v) = (spot.0 / SPAN * 8.0, spot.1 / SPAN * 8.0);
    noise::step(0.57, 0.66, noise::layered(u, v, 8, 4, 40))
}

fn paint_soil(canvas: &mut Canvas) {
    for y in 0..SIZE {
        for x in 0..SIZE {
            let spot = (x as f32, y as f32);
            let (u, v) = (spot.0 / SPAN, spot.1 / SPAN);
            let broad = noise::layered(u * 4.0, v * 4.0, 4, 4, 7);
            let fine = noise::layered(u * 48.0, v * 48.0, 48, 3, 23);
            let damp = noise::layered(u * 9.0, v * 9.0, 9, 4, 31);
            let turf = DEEP_TURF
                .mix(TURF, noise::step(0.25, 0.7, broad))
                .mix(MOSSY, 0.75 * noise::step(0.5, 0.72, damp))
                .mix(OUTLINE, 0.26 * (1.0 - fine));
            let soil = DEEP_SOIL.mix(SOIL, noise::step(0.25, 0.75, fine * 0.6 + damp * 0.4));
            let bare = bareness(spot);
            // The turf ends in a low bank, which shades the soil.
            let bank = 1.0 - (bare - 0.45).abs() * 3.4;
            let rgb = turf.mix(soil, bare).mix(OUTLINE, 0.2 * bank.max(0.0));
            canvas.pixmap.pixels_mut()[(y * SIZE + x) as usize] =
                rgb.with_opacity(1.0).premultiply().to_color_u8();
        }
    }
}

/// Draws a detail at many positions; details near an edge are repeated at the opposite edge.
fn scatter(
    canvas: &mut Canvas,
    random: &mut Xoshiro256PlusPlus,
    count: usize,
    draw: fn(&mut Canvas, f32, &mut Xoshiro256PlusPlus),
) {
    for _ in 0..count {
        let spot = (
            random.random_range(0.0..SPAN),
            random.random_range(0.0..SPAN),
        );
        let degrees = random.random_range(0.0..360.0);
        let seed: u64 = random.random();
        let copies = |value: f32| -> Vec<f32> {
            let mut places = vec![value];
            if value < REACH {
                places.push(value + SPAN);
            }
            if value > SPAN - REACH {
                places.push(value - SPAN);
            }
            places
        };
        for &x in &copies(spot.0) {
            for &y in &copies(spot.1) {
                let mut own_random = Xoshiro256PlusPlus::seed_from_u64(seed);
                canvas.placed((x, y), degrees, 1.0, |canvas| {
                    draw(canvas, bareness(spot), &mut own_random);
                });
            }
        }
    }
}

fn tuft(canvas: &mut Canvas, bare: f32, random: &mut Xoshiro256PlusPlus) {
    if bare > 0.35 {
        return;
    }
    let rgb = GRASS.mix(TURF, random.random_range(0.3..0.9));
    for _ in 0..random.random_range(3..7) {
        let angle = random.random_range(-0.9..0.9_f32);
        let (x, y) = shapes::polar(random.random_range(7.0..15.0), angle);
        let blade = shapes::limb((0.0, y * 0.2), 1.3, (x, y), 0.3);
        canvas.fill(&blade, rgb, 0.6);
    }
}

fn pebble(canvas: &mut Canvas, bare: f32, random: &mut Xoshiro256PlusPlus) {
    let small = if bare > 0.4 { 1.0 } else { 0.6 };
    let size = small * random.random_range(2.0..7.5);
    let rgb = PEBBLE.mix(DEEP_SOIL, random.random_range(0.0..0.6));
    let stone = Material::new(rgb)
        .rounded(size * 0.35, 0.7)
        .outlined(0.8)
        .casting(1.6);
    canvas.relief(&shapes::blob((0.0, 0.0), size, 7, 0.16, random), stone);
}

fn fallen_leaf(canvas: &mut Canvas, _bare: f32, random: &mut Xoshiro256PlusPlus) {
    let rgb = LEAVES[random.random_range(0..LEAVES.len())];
    let length = random.random_range(7.0..13.0);
    let outline = shapes::smooth_outline(&[
        (0.0, 0.0),
        (length * 0.45, length * 0.26),
        (length, 0.0),
        (length * 0.45, -length * 0.26),
    ]);
    let blade = Material::new(rgb)
        .rounded(1.4, 0.5)
        .outlined(0.6)
        .casting(1.2);
    canvas.relief_with(&outline, blade, |canvas| {
        let vein = shapes::smooth_line(&[(0.0, 0.0), (length, 0.0)]);
        canvas.stroke(&vein, OUTLINE, 0.8, 0.4);
    });
}

fn crack(canvas: &mut Canvas, bare: f32, random: &mut Xoshiro256PlusPlus) {
    if bare < 0.6 {
        return;
    }
    for arm in 0..3 {
        let mut heading = arm as f32 * 2.1;
        let mut spot = (0.0, 0.0);
        let mut points = vec![spot];
        for _ in 0..5 {
            heading += random.random_range(-0.7..0.7);
            let (x, y) = shapes::polar(random.random_range(4.0..9.0), heading);
            spot = (spot.0 + x, spot.1 + y);
            points.push(spot);
        }
        canvas.stroke(&shapes::smooth_line(&points), OUTLINE, 1.5, 0.45);
    }
}

fn mushroom(canvas: &mut Canvas, bare: f32, random: &mut Xoshiro256PlusPlus) {
    if bare > 0.5 {
        return;
    }
    for _ in 0..3 {
        let spot = (
            random.random_range(-12.0..12.0),
            random.random_range(-12.0..12.0),
        );
        let size = random.random_range(2.4..4.2);
        let cap = Material::new(Rgb::hex(0x5aa092))
            .rounded(1.4, 0.7)
            .outlined(0.8)
            .casting(1.6);
        canvas.glow_atop(spot, size * 4.0, Rgb::hex(0x4cc8ac), 0.14);
        canvas.relief(&shapes::circle(spot, size), cap);
    }
}

fn old_bone(canvas: &mut Canvas, _bare: f32, random: &mut Xoshiro256PlusPlus) {
    let half = random.random_range(7.0..10.0);
    let outline = shapes::union(&[
        shapes::limb((-half, 0.0), 1.6, (half, 0.0), 1.6),
        shapes::circle((-half, -1.7), 2.2),
        shapes::circle((-half, 1.7), 2.2),
        shapes::circle((half, -1.7), 2.2),
        shapes::circle((half, 1.7), 2.2),
    ]);
    let bone = Material::new(BONE.mix(TURF, 0.45))
        .rounded(1.4, 0.7)
        .outlined(0.8)
        .casting(1.6);
    canvas.relief(&outline, bone);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean difference of two neighboring lines of pixels.
    fn difference(tile: &Pixmap, pixels: impl Fn(u32) -> [(u32, u32); 2]) -> f32 {
        let mut sum = 0;
        for index in 0..SIZE {
            let [one, other] = pixels(index).map(|(x, y)| {
                let pixel = tile.pixel(x, y).expect("inside the tile");
                [pixel.red(), pixel.green(), pixel.blue()]
            });
            for channel in 0..3 {
                sum += u32::from(one[channel].abs_diff(other[channel]));
            }
        }
        sum as f32 / (3 * SIZE) as f32
    }

    #[test]
    fn the_tile_continues_across_its_edges() {
        let tile = tile();
        let last = SIZE - 1;
        let usual = (1..32)
            .map(|line| difference(&tile, |index| [(line * 31, index), (line * 31 + 1, index)]))
            .sum::<f32>()
            / 31.0;
        let sideways = difference(&tile, |index| [(last, index), (0, index)]);
        let upright = difference(&tile, |index| [(index, last), (index, 0)]);
        assert!(sideways < usual * 1.5, "{sideways} against {usual}");
        assert!(upright < usual * 1.5, "{upright} against {usual}");
    }
}
