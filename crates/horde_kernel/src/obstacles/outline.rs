//! Outlines: the common form of all obstacle shapes.
//!
//! An outline consists of straight edges and everything within `radius` of them. A filled outline
//! includes the enclosed area. A disc is one edge of zero length, and a capsule is one edge. A wall
//! is a chain of edges, and a polygon a filled ring. So every query of a shape is a query of edges.

mod surface;

use crate::obstacles::bounds::Bounds;
use crate::obstacles::bounds_tree::BoundsTree;
use crate::obstacles::edge::{Edge, compare};
use core::cmp::Ordering;
use glam::Vec2;
use smallvec::SmallVec;

pub use surface::SurfacePoint;

/// Up to this number of edges, a search visits all of them.
const FEW_EDGES: usize = 8;

/// A shape: edges, a radius about them, and optionally an inside.
#[derive(Clone, Debug)]
pub struct Outline {
    /// At least one edge. Most shapes have one, which needs no heap allocation.
    edges: SmallVec<[Edge; 1]>,
    radius: f32,
    filled: bool,
    bounds: Bounds,
    /// The tree over the edges, where there are many.
    tree: Option<BoundsTree>,
}

impl Outline {
    /// Everything within `radius` of one edge.
    #[inline]
    pub fn of_edge(edge: Edge, radius: f32) -> Self {
        Self {
            edges: [edge].into(),
            radius,
            filled: false,
            bounds: edge.bounds().grown(radius),
            tree: None,
        }
    }

    /// The outline of these edges; `None` without edges.
    #[inline]
    pub fn from_edges(edges: SmallVec<[Edge; 1]>, radius: f32, filled: bool) -> Option<Self> {
        let boxes = edges.iter().map(Edge::bounds);
        let bounds = boxes.clone().reduce(|all, one| all.union(&one))?;
        let tree = (edges.len() > FEW_EDGES).then(|| BoundsTree::coarse(boxes));
        Some(Self {
            edges,
            radius,
            filled,
            bounds: bounds.grown(radius),
            tree,
        })
    }

    /// A disc.
    #[inline]
    pub fn disc(center: Vec2, radius: f32) -> Self {
        Self::of_edge(Edge::point(center), radius)
    }

    /// A wall along `points`; `closed` joins the last point to the first. Successive equal points
    /// count as one.
    ///
    /// `None` without two different points, or if any point is not finite.
    pub fn wall(points: &[Vec2], closed: bool) -> Option<Self> {
        if !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        let first = points.first().filter(|_| closed);
        let edges: SmallVec<[Edge; 1]> = points
            .iter()
            .zip(points.iter().skip(1).chain(first))
            .map(|(start, end)| Edge {
                start: *start,
                end: *end,
            })
            .filter(|edge| edge.start != edge.end)
            .collect();
        Self::from_edges(edges, 0.0, false)
    }

    /// A filled polygon with points in either orientation.
    ///
    /// `None` when the points are collinear or any point is not finite. The polygon may touch
    /// itself, see `touches_itself`. A polygon with loops that cancel each other has no inside, and
    /// is not filled.
    pub fn polygon(points: &[Vec2]) -> Option<Self> {
        // Relative to the first point, because rounding of the products of large coordinates would
        // hide a small area.
        let origin = points.first()?.as_dvec2();
        let corners = points.iter().map(|point| point.as_dvec2() - origin);
        let (mut twice_area, mut twice_loops) = (0.0_f64, 0.0);
        let (mut perimeter, mut size) = (0.0, 0.0_f64);
        for (start, end) in corners.clone().zip(corners.cycle().skip(1)) {
            twice_area += start.perp_dot(end);
            twice_loops += start.perp_dot(end).abs();
            perimeter += start.distance(end);
            size = size.max(start.length());
        }
        // A smaller area is a rounding error of collinear points.
        let least = f64::from(f32::EPSILON) * size * perimeter;
        if twice_loops <= least {
            return None;
        }
        let ring = if twice_area < -least {
            let turned: Vec<Vec2> = points.iter().rev().copied().collect();
            Self::wall(&turned, true)
        } else {
            Self::wall(points, true)
        };
        ring.map(|ring| Self {
            filled: twice_area.abs() > least,
            ..ring
        })
    }

    /// Removes the inside and keeps the edges.
    #[inline]
    pub fn hollow(mut self) -> Self {
        self.filled = false;
        self
    }

    /// The edges. Those of a filled outline run counter-clockwise, with the inside on their left.
    #[inline]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The radius about the edges, world units.
    #[inline]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Whether the enclosed area belongs to the shape.
    #[inline]
    pub fn is_filled(&self) -> bool {
        self.filled
    }

    /// The bounding box, the radius included.
    #[inline]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The largest rounding error of a distance to the outline.
    #[inline]
    pub fn rounding(&self) -> f32 {
        let corner = self.bounds.min.abs().max(self.bounds.max.abs());
        4.0 * f32::EPSILON * corner.max_element()
    }

    /// A total order of outlines by shape and position. Only identical outlines are equal.
    #[inline]
    pub fn order(&self, other: &Self) -> Ordering {
        compare(self.order_key(), other.order_key())
            .then_with(|| self.edges.len().cmp(&other.edges.len()))
            .then_with(|| compare(self.coordinates(), other.coordinates()))
            .then_with(|| self.filled.cmp(&other.filled))
    }

    /// The numbers that `order` compares first: the box, the first point and the radius.
    fn order_key(&self) -> [f32; 7] {
        let (Bounds { min, max }, first) = (self.bounds, self.edges[0].start);
        [min.x, min.y, max.x, max.y, first.x, first.y, self.radius]
    }

    fn coordinates(&self) -> impl Iterator<Item = f32> {
        self.edges.iter().flat_map(Edge::coordinates)
    }

    /// The interval that the shape covers across a direction: the least and the largest distance to
    /// the left of a straight line from `from`. `left` is the unit vector to that side.
    #[inline]
    pub fn extent_across(&self, from: Vec2, left: Vec2) -> (f32, f32) {
        let ends = self.edges.iter().flat_map(|edge| [edge.start, edge.end]);
        let beside = ends.map(|end| left.dot(end - from));
        let (least, most) = beside.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), it| {
            (least.min(it), most.max(it))
        });
        (least - self.radius, most + self.radius)
    }

    /// Calls `visit` for every edge with a box (without the radius) that `enters` accepts.
    ///
    /// The search may visit more edges, and visits all if they are few.
    pub fn visit_edges(
        &self,
        enters: impl FnMut(&Bounds) -> bool,
        mut visit: impl FnMut(usize, &Edge),
    ) {
        self.any_edge(enters, |number, edge| {
            visit(number, edge);
            false
        });
    }

    /// Whether `is` holds for any edge that `visit_edges` visits. The search ends at the first such
    /// edge.
    pub fn any_edge(
        &self,
        enters: impl FnMut(&Bounds) -> bool,
        mut is: impl FnMut(usize, &Edge) -> bool,
    ) -> bool {
        match &self.tree {
            Some(tree) => tree.any(enters, |number| is(number, &self.edges[number])),
            None => (self.edges.iter().enumerate()).any(|(number, edge)| is(number, edge)),
        }
    }

    /// Whether two edges touch that are not adjacent, or two adjacent edges overlap.
    ///
    /// The test makes one search per edge. An outline that touches itself has no definite inside.
    pub fn touches_itself(&self) -> bool {
        let edges = self.edges();
        let next = |number: usize| (number + 1) % edges.len();
        // The ends of an open wall are not adjacent.
        let follows = |first: usize, second: usize| {
            next(first) == second && edges[first].end == edges[second].start
        };
        edges.iter().enumerate().any(|(own, edge)| {
            let surroundings = edge.bounds();
            (follows(own, next(own)) && edge.doubles_back(&edges[next(own)]))
                || self.any_edge(
                    |bounds| bounds.overlaps(&surroundings),
                    |number, other| {
                        let are_neighbors = follows(own, number) || follows(number, own);
                        number > own && !are_neighbors && edge.touches(other)
                    },
                )
        })
    }
}

#[cfg(test)]
mod tests;
