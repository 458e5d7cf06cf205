//! Converts obstacle components to placed shapes.

use super::{Fill, Shape, crosses, nearest_on};
use bevy::math::{DQuat, DVec2, DVec3};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The largest number of a checked shape. The plugin may ignore shapes with numbers above 1.8e19,
/// whose squares overflow in single precision; this limit is well below.
const LARGEST: f64 = 1e15;
/// Tolerance of the squared length of a rotation's quaternion.
const UNIT: f64 = 1e-5;

/// The shape of an obstacle in the plane; `None` if it is too degenerate or too large to
/// check.
pub fn placed(obstacle: &Obstacle, transform: &Transform, space: MovementSpace) -> Option<Shape> {
    let rotation = transform.rotation.as_dquat();
    if !transform.is_finite() || (rotation.length_squared() - 1.0).abs() > UNIT {
        return None;
    }
    let placer = Placer {
        space,
        translation: transform.translation.as_dvec3(),
        rotation,
        scale: transform.scale.as_dvec3(),
    };
    let shape = match &obstacle.shape {
        ObstacleShape::Circle { radius } => {
            let center = placer.plane(placer.translation);
            round(vec![[center, center]], placer.scaled(*radius)?)
        }
        ObstacleShape::Segment { start, end } => placer.wall(&[*start, *end], false)?,
        ObstacleShape::Polyline { points, closed } => placer.wall(points, *closed)?,
        ObstacleShape::Rectangle { half_size } => {
            let Vec2 { x, y } = *half_size;
            let corners = [vec2(x, y), vec2(-x, y), vec2(-x, -y), vec2(x, -y)];
            (half_size.min_element() > 0.0).then_some(())?;
            placer.polygon(&corners)?
        }
        ObstacleShape::Polygon { points } => placer.polygon(points)?,
        ObstacleShape::Capsule { start, end, radius } => {
            let edge = [placer.place(*start), placer.place(*end)];
            edge.iter().all(|end| end.is_finite()).then_some(())?;
            round(vec![edge], placer.scaled(*radius)?)
        }
        _ => return None,
    };
    (shape.magnitude < LARGEST).then_some(shape)
}

fn round(edges: Vec<[DVec2; 2]>, radius: f64) -> Shape {
    Shape::new(edges, radius, Fill::Hollow, false)
}

struct Placer {
    space: MovementSpace,
    translation: DVec3,
    rotation: DQuat,
    scale: DVec3,
}

impl Placer {
    fn plane(&self, world: DVec3) -> DVec2 {
        match self.space {
            MovementSpace::Xy => DVec2::new(world.x, world.y),
            MovementSpace::Xz => DVec2::new(world.x, world.z),
        }
    }

    fn place(&self, point: Vec2) -> DVec2 {
        let point = self.space.to_world(point).as_dvec3() * self.scale;
        self.plane(rotate(self.rotation, point) + self.translation)
    }

    fn scaled(&self, radius: f32) -> Option<f64> {
        let scale = self.plane(self.scale).abs().max_element();
        Some(f64::from(radius) * scale).filter(|radius| *radius > 0.0)
    }

    /// The placed corners, without a corner that equals the one before it. `None` for fewer than
    /// two corners, or if one is not finite.
    fn corners(&self, points: &[Vec2]) -> Option<Vec<DVec2>> {
        let mut corners: Vec<_> = points.iter().map(|point| self.place(*point)).collect();
        corners.dedup();
        let is_usable = corners.len() > 1 && corners.iter().all(|corner| corner.is_finite());
        is_usable.then_some(corners)
    }

    fn wall(&self, points: &[Vec2], is_closed: bool) -> Option<Shape> {
        let edges = edges_along(&self.corners(points)?, is_closed);
        Some(Shape::new(edges, 0.0, Fill::Hollow, is_closed))
    }

    fn polygon(&self, points: &[Vec2]) -> Option<Shape> {
        let edges = edges_along(&self.corners(points)?, true);
        let mut shape = Shape::new(edges, 0.0, Fill::Uncertain, true);
        let doubt = 16.0 * f64::from(f32::EPSILON) * shape.magnitude;
        let twice_area: f64 = {
            let origin = shape.edges[0][0];
            let areas = shape.edges.iter();
            areas
                .map(|[start, end]| (*start - origin).perp_dot(*end - origin))
                .sum()
        };
        if twice_area.abs() <= 1e-3 * doubt.max(1e-3 * shape.size()) * shape.size() {
            // The polygon may be a line, which the plugin ignores.
            return None;
        }
        shape.fill = fill_of(&shape.edges, doubt);
        Some(shape)
    }
}

/// Rotates a point by the formula of `Quat`. `Quat` itself panics in some builds if a rotation is
/// not quite normalized.
fn rotate(rotation: DQuat, point: DVec3) -> DVec3 {
    let axis = DVec3::new(rotation.x, rotation.y, rotation.z);
    point + 2.0 * axis.cross(axis.cross(point) + rotation.w * point)
}

fn edges_along(corners: &[DVec2], is_closed: bool) -> Vec<[DVec2; 2]> {
    let next = corners
        .iter()
        .skip(1)
        .chain(&corners[..usize::from(is_closed)]);
    let edges = corners.iter().zip(next).map(|(start, end)| [*start, *end]);
    edges.filter(|[start, end]| start != end).collect()
}

/// The fill of a ring: hollow, as a wall, if the ring touches itself, and uncertain if it nearly
/// does.
fn fill_of(edges: &[[DVec2; 2]], doubt: f64) -> Fill {
    let mut least = f64::INFINITY;
    let mut by_left: Vec<usize> = (0..edges.len()).collect();
    let left = |edge: usize| edges[edge][0].x.min(edges[edge][1].x);
    let right = |edge: usize| edges[edge][0].x.max(edges[edge][1].x);
    by_left.sort_by(|a, b| left(*a).total_cmp(&left(*b)));
    for (place, first) in by_left.iter().enumerate() {
        let later = by_left[place + 1..].iter();
        for second in later.take_while(|second| left(**second) <= right(*first) + doubt) {
            let gap = gap_between(edges, *first, *second);
            if gap <= 0.0 {
                return Fill::Hollow;
            }
            least = least.min(gap);
        }
    }
    if least > doubt {
        Fill::Filled
    } else {
        Fill::Uncertain
    }
}

/// The distance between two edges of a ring; for neighbors that double back, from the end of the
/// shorter one to the longer one. Infinite for other neighbors, and in a triangle.
fn gap_between(edges: &[[DVec2; 2]], first: usize, second: usize) -> f64 {
    let (a, b) = (edges[first], edges[second]);
    let follows = |one: usize, other: usize| (one + 1) % edges.len() == other;
    if follows(first, second) || follows(second, first) {
        let (a, b) = if follows(first, second) {
            (a, b)
        } else {
            (b, a)
        };
        let (back, on) = (a[0] - a[1], b[1] - b[0]);
        let doubles_back = back.dot(on) > 0.0;
        let is_triangle = edges.len() == 3;
        return match doubles_back && !is_triangle {
            true => {
                // An edge exactly back along the other one has no gap; a nearly opposite edge has a
                // small one.
                if back.length() < on.length() {
                    nearest_on(b, a[0]).distance(a[0])
                } else {
                    nearest_on(a, b[1]).distance(b[1])
                }
            }
            false => f64::INFINITY,
        };
    }
    if crosses(a, b[0], b[1]) {
        return 0.0;
    }
    let distance = |edge, point: DVec2| nearest_on(edge, point).distance(point);
    let ends = [
        distance(a, b[0]),
        distance(a, b[1]),
        distance(b, a[0]),
        distance(b, a[1]),
    ];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}
