//! Shapes placed in the plane, and what can be asked of them.
//!
//! Every stage asks a shape through these few questions, so that a new shape is one more arm in each of them.

use super::component::ObstacleShape;
use crate::kernel::circle::{CastHit, Circle, cast_circle};
use crate::kernel::hierarchy::Bounds;
use crate::kernel::slide::blocking_hit;
use crate::space::MovementSpace;
use bevy::prelude::*;

/// A shape, placed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum PlacedShape {
    /// A disc.
    Circle(Circle),
}

impl PlacedShape {
    /// `shape` where `transform` puts it; `None` when it is not finite or has no extent.
    pub(crate) fn place(
        shape: &ObstacleShape,
        transform: &Transform,
        space: MovementSpace,
    ) -> Option<Self> {
        match shape {
            ObstacleShape::Circle { radius } => {
                let scale = space.to_plane(transform.scale).abs();
                if !scale.is_finite() {
                    return None;
                }
                let circle = Circle {
                    center: space.to_plane(transform.translation),
                    radius: radius * scale.max_element(),
                };
                let usable =
                    circle.center.is_finite() && circle.radius.is_finite() && circle.radius > 0.0;
                usable.then_some(Self::Circle(circle))
            }
        }
    }

    /// The box round it.
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Circle(circle) => Bounds::of_disc(circle.center, circle.radius + self.rounding()),
        }
    }

    /// By how much, at most, rounding falsifies a distance to it.
    pub(crate) fn rounding(&self) -> f32 {
        match self {
            Self::Circle(circle) => {
                4.0 * f32::EPSILON * (circle.center.abs().max_element() + circle.radius)
            }
        }
    }

    /// The distance from `point` to its surface; negative inside.
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        match self {
            Self::Circle(circle) => circle.signed_distance(point),
        }
    }

    /// Where a circle of `radius` that moves from `from` along the unit vector `heading` first touches it.
    pub fn cast(&self, from: Vec2, heading: Vec2, length: f32, radius: f32) -> Option<CastHit> {
        match self {
            Self::Circle(circle) => cast_circle(circle, from, heading, length, radius),
        }
    }

    /// The same for a body that moves: one that starts in contact and leaves is not stopped.
    pub(crate) fn block(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
    ) -> Option<CastHit> {
        match self {
            Self::Circle(circle) => {
                blocking_hit(circle, from, heading, length, radius + self.rounding())
            }
        }
    }

    /// A number by which shapes are put into an order of their own, whatever order they were spawned in.
    pub(crate) fn order_key(&self) -> [f32; 3] {
        match self {
            Self::Circle(circle) => [circle.center.x, circle.center.y, circle.radius],
        }
    }
}
