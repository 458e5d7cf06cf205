//! A slow reference of the geometry: shapes as lists of edges, all searched, in double precision.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f64::consts::TAU;

/// The placement of an obstacle: scaled along its local axes, rotated counterclockwise, then moved.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    pub at: Vec2,
    pub angle: f32,
    pub scale: Vec2,
}

impl Placement {
    pub fn at(place: Vec2) -> Self {
        Self {
            at: place,
            angle: 0.0,
            scale: Vec2::ONE,
        }
    }

    /// The placement as a `Transform`. Its part outside the plane must not matter.
    pub fn transform(&self, space: MovementSpace) -> Transform {
        let outside = 7.0;
        let (rotation, scale) = match space {
            MovementSpace::Xy => (
                Quat::from_rotation_z(self.angle),
                self.scale.extend(outside),
            ),
            MovementSpace::Xz => (
                Quat::from_rotation_y(-self.angle),
                Vec3::new(self.scale.x, outside, self.scale.y),
            ),
        };
        Transform {
            translation: space.with_plane(Vec3::splat(outside), self.at),
            rotation,
            scale,
        }
    }

    fn place(&self, point: Vec2) -> DVec2 {
        let scaled = point.as_dvec2() * self.scale.as_dvec2();
        self.at.as_dvec2() + DVec2::from_angle(f64::from(self.angle)).rotate(scaled)
    }

    fn scaled(&self, radius: f32) -> f64 {
        f64::from(radius) * self.scale.as_dvec2().abs().max_element()
    }
}

/// A placed shape.
#[derive(Clone, Debug)]
pub struct SlowShape {
    edges: Vec<[DVec2; 2]>,
    radius: f64,
    is_filled: bool,
}

impl SlowShape {
    pub fn new(shape: &ObstacleShape, placement: &Placement) -> Self {
        let along = |points: &[Vec2], closed: bool| {
            let last = points.len() - usize::from(!closed);
            (0..last)
                .map(|number| {
                    let end = (number + 1) % points.len();
                    [
                        placement.place(points[number]),
                        placement.place(points[end]),
                    ]
                })
                .collect()
        };
        let (edges, radius, is_filled) = match shape {
            ObstacleShape::Circle { radius } => {
                let center = placement.place(Vec2::ZERO);
                (vec![[center, center]], placement.scaled(*radius), false)
            }
            ObstacleShape::Segment { start, end } => (along(&[*start, *end], false), 0.0, false),
            ObstacleShape::Polyline { points, closed } => (along(points, *closed), 0.0, false),
            ObstacleShape::Rectangle { half_size } => {
                let (x, y) = (half_size.x, half_size.y);
                let corners = [vec2(x, y), vec2(-x, y), vec2(-x, -y), vec2(x, -y)];
                (along(&corners, true), 0.0, true)
            }
            ObstacleShape::Polygon { points } => (along(points, true), 0.0, true),
            ObstacleShape::Capsule { start, end, radius } => (
                along(&[*start, *end], false),
                placement.scaled(*radius),
                false,
            ),
            other => panic!("the slow geometry lacks {other:?}"),
        };
        Self {
            edges,
            radius,
            is_filled,
        }
    }

    /// Whether `point` is inside: an odd number of edges is above it.
    pub fn encloses(&self, point: DVec2) -> bool {
        let above = self.edges.iter().filter(|[start, end]| {
            let spans = (start.x <= point.x) != (end.x <= point.x);
            let part = (point.x - start.x) / (end.x - start.x);
            spans && start.y + (end.y - start.y) * part > point.y
        });
        above.count() % 2 == 1
    }

    /// The distance to the surface, not negative.
    pub fn distance_to_surface(&self, point: DVec2) -> f64 {
        (self.distance_to_edges(point) - self.radius).abs()
    }

    fn distance_to_edges(&self, point: DVec2) -> f64 {
        let distances = self.edges.iter().map(|[start, end]| {
            let along = *end - *start;
            let length_squared = along.length_squared();
            let part = if length_squared > 0.0 {
                ((point - *start).dot(along) / length_squared).clamp(0.0, 1.0)
            } else {
                0.0
            };
            point.distance(*start + along * part)
        });
        distances.fold(f64::INFINITY, f64::min)
    }

    /// The distance to the surface; negative inside.
    pub fn distance(&self, point: DVec2) -> f64 {
        let to_edges = self.distance_to_edges(point);
        if self.is_filled && self.encloses(point) {
            -to_edges
        } else {
            to_edges - self.radius
        }
    }

    /// The distance that a circle moves before its first contact.
    ///
    /// Sphere tracing: each step is as long as the current distance to the surface.
    pub fn first_touch(&self, from: DVec2, to: DVec2, radius: f64) -> Option<f64> {
        let (way, length) = ((to - from).normalize_or(DVec2::X), from.distance(to));
        let mut traveled = 0.0;
        for _ in 0..2000 {
            let free = self.distance(from + way * traveled) - radius;
            if free <= 1e-7 {
                return Some(traveled);
            }
            traveled += free;
            if traveled > length {
                return None;
            }
        }
        Some(traveled)
    }

    /// Whether the straight line between two positions crosses an edge.
    pub fn is_crossed(&self, from: DVec2, to: DVec2) -> bool {
        self.edges.iter().any(|[start, end]| {
            let (edge, way) = (*end - *start, to - from);
            let sides = edge.perp_dot(from - *start) * edge.perp_dot(to - *start);
            let ends = way.perp_dot(*start - from) * way.perp_dot(*end - from);
            sides < 0.0 && ends < 0.0
        })
    }

    /// Points around the edges, each at the distance `radius + reach` from a point of an edge.
    pub fn points_about(&self, reach: f64) -> Vec<DVec2> {
        let mut points = Vec::new();
        for [start, end] in &self.edges {
            for part in [0.0, 0.3, 0.5, 0.9] {
                for turn in 0..8 {
                    let away = DVec2::from_angle(f64::from(turn) * TAU / 8.0 + 0.1);
                    points.push(start.lerp(*end, part) + away * (self.radius + reach));
                }
            }
        }
        points
    }
}
