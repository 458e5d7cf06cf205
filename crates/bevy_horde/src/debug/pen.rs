//! Drawing in the plane.

use super::{DebugLayer, SteeringPainter};
use crate::space::MovementSpace;
use bevy::math::ops;
use bevy::prelude::*;
use core::f32::consts::TAU;
use horde_kernel::math::vector::{direction_and_length, left};

/// Straight pieces of a whole circle.
const CIRCLE_PIECES: f32 = 64.0;
/// The length and half the width of an arrow's head, as parts of the arrow's length.
const HEAD: Vec2 = Vec2::new(0.22, 0.11);

/// Draws in the plane, at one level of the world: the z layer of a sprite, or the height of a
/// walker.
pub(super) struct Pen<'a, P: ?Sized> {
    pub(super) painter: &'a mut P,
    pub(super) space: MovementSpace,
    /// Any position at that level.
    pub(super) level: Vec3,
}

impl<P: SteeringPainter + ?Sized> Pen<'_, P> {
    /// Whether the painter draws `layer`.
    pub(super) fn draws(&self, layer: DebugLayer) -> bool {
        self.painter.draws(layer)
    }

    /// Draws straight lines from point to point. Draws nothing for fewer than two points, or if one
    /// is not finite.
    pub(super) fn polyline(&mut self, layer: DebugLayer, points: &[Vec2]) {
        if points.len() < 2 || !self.draws(layer) {
            return;
        }
        let points: Vec<Vec3> = points
            .iter()
            .map(|point| self.space.with_plane(self.level, *point))
            .collect();
        if !points.iter().all(|point| point.is_finite()) {
            return;
        }
        match points[..] {
            [from, to] => self.painter.line(layer, from, to),
            _ => self.painter.polyline(layer, &points),
        }
    }

    pub(super) fn line(&mut self, layer: DebugLayer, from: Vec2, to: Vec2) {
        self.polyline(layer, &[from, to]);
    }

    pub(super) fn circle(&mut self, layer: DebugLayer, center: Vec2, radius: f32) {
        self.polyline(layer, &arc(center, Vec2::new(radius, 0.0), TAU));
    }

    /// Draws an arrow from `from` to `from + along`. Draws nothing if `along` has no length.
    pub(super) fn arrow(&mut self, layer: DebugLayer, from: Vec2, along: Vec2) {
        let Some((direction, length)) = direction_and_length(along) else {
            return;
        };
        let tip = from + along;
        let neck = tip - direction * (HEAD.x * length);
        let side = left(direction) * (HEAD.y * length);
        self.line(layer, from, tip);
        self.polyline(layer, &[neck + side, tip, neck - side]);
    }
}

/// Returns the points of an arc about `center`. The arc begins at `center + start` and turns by
/// `angle`, to the left when positive.
pub(super) fn arc(center: Vec2, start: Vec2, angle: f32) -> Vec<Vec2> {
    let pieces = arc_pieces(angle);
    (0..=pieces)
        .map(|piece| center + turned(start, angle * (piece as f32 / pieces as f32)))
        .collect()
}

/// Returns the number of straight pieces of an arc: an even number, so that the arc has a middle
/// point.
pub(super) fn arc_pieces(angle: f32) -> u32 {
    2 * (0.5 * CIRCLE_PIECES * angle.abs() / TAU).ceil().max(1.0) as u32
}

/// Returns `vector` turned by `angle`, to the left when positive.
pub(super) fn turned(vector: Vec2, angle: f32) -> Vec2 {
    let (sine, cosine) = ops::sin_cos(angle);
    vector * cosine + left(vector) * sine
}

/// Returns the angle from `from` to `to`, from minus half a turn to half a turn, to the left when
/// positive.
pub(super) fn turn_between(from: Vec2, to: Vec2) -> f32 {
    ops::atan2(from.perp_dot(to), from.dot(to))
}
