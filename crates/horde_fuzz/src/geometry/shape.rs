//! A placed shape: edges, everything within a radius of them, and possibly the inside.

use super::{crosses, nearest_on};
use bevy::math::DVec2;

/// Whether the inside belongs to the shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// A wall or a round shape: edges and their radius only.
    Hollow,
    /// The inside belongs to the shape.
    Filled,
    /// The fill is in doubt because of rounding, so nothing is checked about the inside.
    Uncertain,
}

/// A placed shape, in the plane.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The edges in order.
    pub edges: Vec<[DVec2; 2]>,
    /// The radius around the edges, world units.
    pub radius: f64,
    /// Whether the inside belongs to the shape.
    pub fill: Fill,
    /// Whether the obstacle is a closed polyline, a polygon or a rectangle. Then the last edge ends
    /// where the first one starts.
    pub is_closed: bool,
    /// The largest absolute coordinate of a corner, or the radius if that is larger.
    pub magnitude: f64,
    min: DVec2,
    max: DVec2,
}

impl Shape {
    /// A shape of these edges.
    pub fn new(edges: Vec<[DVec2; 2]>, radius: f64, fill: Fill, is_closed: bool) -> Self {
        let points = || edges.iter().flatten();
        let min = points().fold(DVec2::INFINITY, |least, point| least.min(*point));
        let max = points().fold(DVec2::NEG_INFINITY, |most, point| most.max(*point));
        let magnitude = min.abs().max(max.abs()).max_element().max(radius);
        Self {
            edges,
            radius,
            fill,
            is_closed,
            magnitude,
            min: min - radius,
            max: max + radius,
        }
    }

    /// The center of its bounding box.
    pub fn middle(&self) -> DVec2 {
        0.5 * (self.min + self.max)
    }

    /// The diagonal of its bounding box.
    pub fn size(&self) -> f64 {
        self.min.distance(self.max)
    }

    /// Whether the shape may be within `reach` of the segment between two points.
    pub fn is_near(&self, from: DVec2, to: DVec2, reach: f64) -> bool {
        let (least, most) = (from.min(to) - reach, from.max(to) + reach);
        least.cmple(self.max).all() && most.cmpge(self.min).all()
    }

    /// Whether `point` may be inside: the fill is in doubt, and the edges enclose it.
    pub fn may_hold(&self, point: DVec2) -> bool {
        self.fill == Fill::Uncertain && self.encloses(point)
    }

    /// Whether the shape is a wall: edges without a radius or an inside.
    pub fn is_wall(&self) -> bool {
        self.radius == 0.0 && self.fill == Fill::Hollow
    }

    /// Whether the edges are closed, and an odd number of them is above `point`.
    pub fn encloses(&self, point: DVec2) -> bool {
        let above = self.edges.iter().filter(|[start, end]| {
            let spans = (start.x <= point.x) != (end.x <= point.x);
            spans && {
                let part = (point.x - start.x) / (end.x - start.x);
                start.y + (end.y - start.y) * part > point.y
            }
        });
        self.is_closed && above.count() % 2 == 1
    }

    /// The distance to its edges, from either side.
    pub fn distance_to_edges(&self, point: DVec2) -> f64 {
        let squares = self
            .edges
            .iter()
            .map(|edge| nearest_on(*edge, point).distance_squared(point));
        squares.fold(f64::INFINITY, f64::min).sqrt()
    }

    /// The distance to its surface, negative inside. If the fill is in doubt, the distance to the
    /// edges.
    pub fn distance(&self, point: DVec2) -> f64 {
        let to_edges = self.distance_to_edges(point);
        match self.fill {
            Fill::Filled if self.encloses(point) => -to_edges,
            Fill::Filled | Fill::Hollow | Fill::Uncertain => to_edges - self.radius,
        }
    }

    /// The number of edges that the segment between two points crosses.
    pub fn crossings(&self, from: DVec2, to: DVec2) -> usize {
        let crossed = self.edges.iter().filter(|edge| crosses(**edge, from, to));
        crossed.count()
    }
}
