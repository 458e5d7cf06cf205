//! Shapes of components, placed in the plane as outlines.

use super::component::ObstacleShape;
use crate::space::{MovementSpace, unit_rotation};
use bevy::prelude::*;
use horde_kernel::obstacles::bounds::Bounds;
use horde_kernel::obstacles::edge::Edge;
use horde_kernel::obstacles::outline::Outline;

/// A defect of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    /// The shape is not finite, or has no extent.
    IsUnusable,
    /// The polygon touches or crosses itself, so it has no certain inside.
    TouchesItself,
    /// A point repeats the one before.
    RepeatsPoints,
}

/// A shape in a few words, for warnings.
pub(super) fn described(shape: &ObstacleShape) -> String {
    match shape {
        ObstacleShape::Polyline { points, .. } => format!("a polyline of {} points", points.len()),
        ObstacleShape::Polygon { points } => format!("a polygon of {} points", points.len()),
        other => format!("the {other:?}"),
    }
}

/// The defect that `shape` has at any place; `None` without one.
pub(super) fn flaw(shape: &ObstacleShape) -> Option<Flaw> {
    let (points, closed) = match shape {
        ObstacleShape::Polyline { points, closed } => (points, *closed),
        ObstacleShape::Polygon { points } => (points, true),
        _ => return None,
    };
    let is_polygon = matches!(shape, ObstacleShape::Polygon { .. });
    if is_polygon && Outline::polygon(points).is_some_and(|outline| outline.touches_itself()) {
        return Some(Flaw::TouchesItself);
    }
    let last_joins_itself = closed && points.len() > 1 && points.first() == points.last();
    let repeats = last_joins_itself || points.windows(2).any(|pair| pair[0] == pair[1]);
    repeats.then_some(Flaw::RepeatsPoints)
}

/// `shape` placed by `transform`; `None` when it is not finite or has no extent.
pub(super) fn place(
    shape: &ObstacleShape,
    transform: &Transform,
    space: MovementSpace,
) -> Option<Outline> {
    let rotation = unit_rotation(transform.rotation);
    let placed = |point: Vec2| {
        rotation.map_or(Vec2::NAN, |rotation| {
            let transform = transform.with_rotation(rotation);
            space.to_plane(transform.transform_point(space.to_world(point)))
        })
    };
    let scaled = |radius: f32| {
        let scale = space.to_plane(transform.scale).abs();
        let scaled = radius * scale.max_element();
        let usable = scale.is_finite() && scaled.is_finite() && scaled > 0.0;
        usable.then_some(scaled)
    };
    let placed_all = |points: &[Vec2]| points.iter().copied().map(placed).collect::<Vec<_>>();
    let outline = match shape {
        ObstacleShape::Circle { radius } => {
            Outline::disc(space.to_plane(transform.translation), scaled(*radius)?)
        }
        ObstacleShape::Segment { start, end } => {
            Outline::wall(&placed_all(&[*start, *end]), false)?
        }
        ObstacleShape::Polyline { points, closed } => Outline::wall(&placed_all(points), *closed)?,
        ObstacleShape::Rectangle { half_size } => {
            let (min, max) = (-half_size, *half_size);
            let corners = placed_all(&Bounds { min, max }.corners());
            let has_extent = half_size.min_element() > 0.0;
            Outline::polygon(&corners).filter(|_| has_extent)?
        }
        ObstacleShape::Polygon { points } => Outline::polygon(&placed_all(points))?,
        ObstacleShape::Capsule { start, end, radius } => {
            let (start, end) = (placed(*start), placed(*end));
            // The box round a NaN point and a finite point may be finite.
            let usable = start.is_finite() && end.is_finite();
            let radius = scaled(*radius).filter(|_| usable)?;
            Outline::of_edge(Edge { start, end }, radius)
        }
    };
    let is_round = outline.edges().len() == 1 && outline.radius() > 0.0;
    let bounds = outline.bounds();
    // Coordinates that are too large to square have no distances.
    let size = bounds.min.length_squared() + bounds.max.length_squared();
    let is_usable =
        bounds.min.is_finite() && bounds.max.is_finite() && (is_round || size.is_finite());
    is_usable.then_some(outline)
}
