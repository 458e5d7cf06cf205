//! Paint: colors, noise, and the pieces of which all obstacle art consists.

use super::outline::{inset, toward};
use super::{PathStyle, Piece};
use bevy::math::ops;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An opaque color.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rgb(pub [u8; 3]);

/// The color of contours and of deep shade.
pub(super) const OUTLINE: Rgb = Rgb([0x07, 0x10, 0x1a]);
/// Moonlight on lit edges.
const MOONLIGHT: Rgb = Rgb([0xbf, 0xe9, 0xf2]);
/// The tint of shade.
const SHADE: Rgb = Rgb([0x0c, 0x1c, 0x30]);
/// Cut stone.
pub(super) const STONE: Rgb = Rgb([0x7b, 0x90, 0x98]);
/// Older, darker stone.
pub(super) const OLD_STONE: Rgb = Rgb([0x56, 0x69, 0x73]);
/// Moss, and leaves.
pub(super) const MOSS: Rgb = Rgb([0x55, 0x7d, 0x4b]);
/// Weathered wood.
pub(super) const WOOD: Rgb = Rgb([0x77, 0x61, 0x4e]);
/// Wrought iron.
pub(super) const IRON: Rgb = Rgb([0x4a, 0x5b, 0x68]);
/// Copper of roofs.
pub(super) const COPPER: Rgb = Rgb([0x4f, 0x8f, 0x88]);
/// Flames.
pub(super) const FLAME: Rgb = Rgb([0xff, 0xd8, 0x7a]);

/// The unit vector toward the moon, which is in the upper left.
pub(super) const MOON: Vec2 = Vec2::new(
    -core::f32::consts::FRAC_1_SQRT_2,
    core::f32::consts::FRAC_1_SQRT_2,
);

impl Rgb {
    /// Mixes in `share` (0 to 1) of `other`.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        Self(core::array::from_fn(|channel| {
            let own = f32::from(self.0[channel]);
            (own + (f32::from(other.0[channel]) - own) * share).round() as u8
        }))
    }

    /// The color under moonlight (1), in the shade (-1), or between.
    pub fn lit(self, light: f32) -> Self {
        if light >= 0.0 {
            self.mix(MOONLIGHT, 0.55 * light)
        } else {
            self.mix(SHADE, -0.75 * light)
        }
    }

    /// The color with an opacity, 0 to 1.
    pub fn at(self, opacity: f32) -> [u8; 4] {
        let [red, green, blue] = self.0;
        [
            red,
            green,
            blue,
            (opacity.clamp(0.0, 1.0) * 255.0).round() as u8,
        ]
    }
}

/// Random numbers that depend on the obstacle's shape alone, so that nothing flickers while it
/// moves.
pub(super) struct Noise(u32);

impl Noise {
    pub fn of(shape: &ObstacleShape) -> Self {
        let mut noise = Self(0x9e37_79b9);
        let mut add = |number: f32| {
            noise.0 = (noise.0 ^ number.to_bits())
                .wrapping_mul(0x85eb_ca6b)
                .rotate_left(13);
        };
        match shape {
            ObstacleShape::Circle { radius } => add(*radius),
            ObstacleShape::Rectangle { half_size } => {
                half_size.to_array().into_iter().for_each(add)
            }
            ObstacleShape::Segment { start, end } => {
                [start.x, start.y, end.x, end.y].into_iter().for_each(add)
            }
            ObstacleShape::Capsule { start, end, .. } => {
                [start.x, start.y, end.x, end.y].into_iter().for_each(add)
            }
            ObstacleShape::Polyline { points, .. } | ObstacleShape::Polygon { points } => {
                points
                    .iter()
                    .flat_map(|point| point.to_array())
                    .for_each(add);
            }
            _ => {}
        }
        noise
    }

    /// A random number from `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
        let mut hash = self.0 ^ (self.0 >> 15);
        hash = hash.wrapping_mul(0x2c1b_3c6d);
        hash ^= hash >> 12;
        low + (high - low) * (hash >> 8) as f32 / 16_777_216.0
    }

    /// True with probability `often`.
    pub fn happens(&mut self, often: f32) -> bool {
        self.between(0.0, 1.0) < often
    }

    /// A random unit vector.
    pub fn direction(&mut self) -> Vec2 {
        toward(self.between(0.0, core::f32::consts::TAU))
    }
}

/// A filled outline.
pub(super) fn fill(points: Vec<Vec2>, color: [u8; 4]) -> Piece {
    Piece {
        points,
        color,
        style: PathStyle::Fill,
    }
}

/// A line along points.
pub(super) fn line(points: Vec<Vec2>, width: f32, color: [u8; 4]) -> Piece {
    Piece {
        points,
        color,
        style: PathStyle::Line(width),
    }
}

/// A closed line around an outline.
pub(super) fn ring(points: Vec<Vec2>, width: f32, color: [u8; 4]) -> Piece {
    Piece {
        points,
        color,
        style: PathStyle::Loop(width),
    }
}

/// Number of lines of a soft edge, each wider than the previous one.
const SOFT_LINES: u32 = 6;

/// The soft shadow of an outline of this height, to its lower right.
pub(super) fn cast_shadow(pieces: &mut Vec<Piece>, corners: &[Vec2], height: f32) {
    let moved: Vec<Vec2> = corners
        .iter()
        .map(|corner| corner - MOON * height)
        .collect();
    pieces.push(fill(moved.clone(), OUTLINE.at(0.4)));
    for step in 1..=SOFT_LINES {
        let width = 2.0 * height * step as f32 / SOFT_LINES as f32;
        pieces.push(ring(moved.clone(), width, OUTLINE.at(0.1)));
    }
}

/// The soft shadow of a line of this width and height.
pub(super) fn cast_line_shadow(
    pieces: &mut Vec<Piece>,
    points: &[Vec2],
    closed: bool,
    width: f32,
    height: f32,
) {
    let moved: Vec<Vec2> = points.iter().map(|point| point - MOON * height).collect();
    for step in 0..=SOFT_LINES {
        let width = width + 2.0 * height * step as f32 / SOFT_LINES as f32;
        let draw = if closed { ring } else { line };
        pieces.push(draw(moved.clone(), width, OUTLINE.at(0.13)));
    }
}

/// A convex or gently bent outline with beveled edges: bright toward the moon, dark away from it.
pub(super) fn bevel(pieces: &mut Vec<Piece>, corners: &[Vec2], depth: f32, rgb: Rgb) {
    let inner = inset(corners, depth);
    pieces.push(fill(corners.to_vec(), rgb.lit(-0.2).at(1.0)));
    let count = corners.len();
    for corner in 0..count {
        let next = (corner + 1) % count;
        let outward = -(corners[next] - corners[corner]).perp().normalize_or_zero();
        let face = vec![corners[corner], corners[next], inner[next], inner[corner]];
        pieces.push(fill(face, rgb.lit(0.85 * outward.dot(MOON)).at(1.0)));
    }
    pieces.push(fill(inner, rgb.at(1.0)));
}

/// An irregular blob.
pub(super) fn blot(center: Vec2, radius: f32, color: [u8; 4], noise: &mut Noise) -> Piece {
    const CORNERS: usize = 9;
    let turn = noise.between(0.0, core::f32::consts::TAU);
    let corner = |corner: usize, reach: f32| {
        center
            + radius
                * reach
                * toward(turn + core::f32::consts::TAU * corner as f32 / CORNERS as f32)
    };
    let points = (0..CORNERS).map(|number| corner(number, noise.between(0.72, 1.0)));
    fill(points.collect(), color)
}

/// Cushions of moss within a radius.
pub(super) fn moss(pieces: &mut Vec<Piece>, center: Vec2, radius: f32, noise: &mut Noise) {
    for _ in 0..4 {
        let position = center + noise.direction() * noise.between(0.0, 0.55 * radius);
        let size = radius * noise.between(0.3, 0.45);
        pieces.push(blot(position, 1.25 * size, OUTLINE.at(0.7), noise));
        let rgb = MOSS.lit(noise.between(-0.25, 0.1));
        pieces.push(blot(position, size, rgb.at(1.0), noise));
        let crown = position + MOON * 0.25 * size;
        pieces.push(blot(crown, 0.55 * size, rgb.lit(0.3).at(0.8), noise));
    }
}

/// A crack of irregular direction.
pub(super) fn crack(pieces: &mut Vec<Piece>, from: Vec2, length: f32, noise: &mut Noise) {
    let mut angle = noise.between(0.0, core::f32::consts::TAU);
    let mut points = vec![from];
    let mut position = from;
    for _ in 0..5 {
        angle += noise.between(-0.7, 0.7);
        position += toward(angle) * 0.2 * length;
        points.push(position);
    }
    pieces.push(line(points, ops::sqrt(length) * 0.2, OUTLINE.at(0.5)));
}
