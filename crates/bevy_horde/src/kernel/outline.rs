//! Outlines: the one form to which every shape of obstacle comes down.
//!
//! An outline is a number of straight edges, everything within `radius` of them, and, when it is filled, everything that
//! they enclose. A disc is one edge of no length, a capsule one edge, a wall some edges of no thickness, a polygon a closed
//! ring of them that is filled. So whatever is asked of any shape is asked of edges.

use super::circle::CastHit;
use super::edge::Edge;
use super::hierarchy::{Bounds, BoundsHierarchy};
use super::sweep::{RelativeEdge, Separation, SweepHit};
use super::vector::direction_and_length;
use bevy::math::{DVec2, Vec2};
use core::cmp::Ordering;

/// With fewer edges than this, looking at all of them is as quick as looking for some.
const FEW_EDGES: usize = 8;

/// A shape: edges, a radius about them, and perhaps an inside.
#[derive(Clone, Debug)]
pub struct Outline {
    edges: Edges,
    radius: f32,
    filled: bool,
    bounds: Bounds,
    hierarchy: Option<BoundsHierarchy>,
}

/// Most shapes have one edge, and need no memory of their own for it.
#[derive(Clone, Debug)]
enum Edges {
    One(Edge),
    Many(Vec<Edge>),
}

/// The place on a surface that is nearest to some point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurfacePoint {
    /// Where it is.
    pub point: Vec2,
    /// The outward unit normal there: from the surface to the point that was asked about, or, from inside, the way out.
    pub normal: Vec2,
    /// The distance from that point, world units; negative inside.
    pub distance: f32,
}

impl Outline {
    /// Everything within `radius` of one edge.
    pub fn of_edge(edge: Edge, radius: f32) -> Self {
        let bounds = edge.bounds();
        Self {
            edges: Edges::One(edge),
            radius,
            filled: false,
            bounds: bounds.grown(radius),
            hierarchy: None,
        }
    }

    /// A disc.
    pub fn disc(center: Vec2, radius: f32) -> Self {
        Self::of_edge(
            Edge {
                start: center,
                end: center,
            },
            radius,
        )
    }

    /// A wall along `points`; `closed` joins the last to the first. A point that repeats the one before is left out.
    ///
    /// `None` when fewer than two different points are left, or any of them is not finite.
    pub fn wall(points: &[Vec2], closed: bool) -> Option<Self> {
        Self::of_ring(points, closed, false)
    }

    /// A filled polygon, its points in either direction of turn.
    ///
    /// `None` when its points are on one line or one of them is not finite. Whether it touches itself is a question of its
    /// own: [`touches_itself`](Self::touches_itself). One whose loops cancel each other has no inside, and is not filled.
    pub fn polygon(points: &[Vec2]) -> Option<Self> {
        // About the first point, or the products of large coordinates leave nothing of a small area.
        let origin = points.first()?.as_dvec2();
        let corner = |index: usize| points[index % points.len()].as_dvec2() - origin;
        let numbers = 0..points.len();
        let twice_areas = numbers
            .clone()
            .map(|index| corner(index).perp_dot(corner(index + 1)));
        let twice_area: f64 = twice_areas.clone().sum();
        let perimeter: f64 = numbers
            .clone()
            .map(|index| corner(index).distance(corner(index + 1)))
            .sum();
        let size = numbers.map(|index| corner(index).length());
        // Less is what rounding makes of points on one line.
        let least = f64::from(f32::EPSILON) * size.fold(0.0, f64::max) * perimeter;
        if twice_areas.map(f64::abs).sum::<f64>() <= least {
            return None;
        }
        if twice_area.abs() <= least {
            return Self::of_ring(points, true, false);
        }
        if twice_area > 0.0 {
            return Self::of_ring(points, true, true);
        }
        let turned: Vec<Vec2> = points.iter().rev().copied().collect();
        Self::of_ring(&turned, true, true)
    }

    fn of_ring(points: &[Vec2], closed: bool, filled: bool) -> Option<Self> {
        if !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        let next = points
            .iter()
            .skip(1)
            .chain(points.first().filter(|_| closed));
        let edges: Vec<Edge> = points
            .iter()
            .zip(next)
            .map(|(start, end)| Edge {
                start: *start,
                end: *end,
            })
            .filter(|edge| edge.start != edge.end)
            .collect();
        let bounds = edges.iter().map(Edge::bounds).reduce(|a, b| a.union(&b))?;
        let hierarchy = (edges.len() > FEW_EDGES).then(|| {
            let mut hierarchy = BoundsHierarchy::default();
            let boxes: Vec<Bounds> = edges.iter().map(Edge::bounds).collect();
            hierarchy.rebuild(&boxes);
            hierarchy
        });
        Some(Self {
            edges: match edges[..] {
                [edge] => Edges::One(edge),
                _ => Edges::Many(edges),
            },
            radius: 0.0,
            filled,
            bounds,
            hierarchy,
        })
    }

    /// The same edges without the inside.
    pub fn hollow(mut self) -> Self {
        self.filled = false;
        self
    }

    /// The edges; those of a filled outline run counter-clockwise, its inside on their left.
    pub fn edges(&self) -> &[Edge] {
        match &self.edges {
            Edges::One(edge) => core::slice::from_ref(edge),
            Edges::Many(edges) => edges,
        }
    }

    /// How far the shape reaches beyond its edges, world units.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Whether what the edges enclose belongs to the shape.
    pub fn is_filled(&self) -> bool {
        self.filled
    }

    /// The box round it.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// By how much, at most, rounding falsifies a distance to it.
    pub fn rounding(&self) -> f32 {
        let corner = self.bounds.min.abs().max(self.bounds.max.abs());
        4.0 * f32::EPSILON * corner.max_element()
    }

    /// Numbers by which outlines are put into an order of their own, whatever order they came in.
    pub fn order_key(&self) -> [f32; 7] {
        let (Bounds { min, max }, first) = (self.bounds, self.edges()[0].start);
        [min.x, min.y, max.x, max.y, first.x, first.y, self.radius]
    }

    /// An order of outlines by shape and place alone: by their keys, then by their edges, those
    /// without an inside first. Only outlines that are the same are equal.
    pub fn order(&self, other: &Self) -> Ordering {
        let keys = self.order_key().into_iter().zip(other.order_key());
        let by_key = keys
            .map(|(own, other)| own.total_cmp(&other))
            .fold(Ordering::Equal, Ordering::then);
        by_key.then_with(|| {
            let (own, others) = (self.edges(), other.edges());
            let by_edge = || own.iter().zip(others).map(|(own, other)| own.order(other));
            own.len()
                .cmp(&others.len())
                .then_with(|| {
                    by_edge()
                        .find(|order| order.is_ne())
                        .unwrap_or(Ordering::Equal)
                })
                .then_with(|| self.filled.cmp(&other.filled))
        })
    }

    /// Calls `visit` with the number of every edge whose box (without the radius) `enters` accepts; when there are few
    /// edges, of all of them.
    pub fn visit_edges(
        &self,
        enters: impl FnMut(&Bounds) -> bool,
        mut visit: impl FnMut(usize, &Edge),
    ) {
        let edges = self.edges();
        match &self.hierarchy {
            Some(hierarchy) => hierarchy.visit(enters, |number| {
                visit(number as usize, &edges[number as usize])
            }),
            None => {
                for (number, edge) in edges.iter().enumerate() {
                    visit(number, edge);
                }
            }
        }
    }

    /// Whether the edges enclose `point`; never when it is not filled.
    pub fn encloses(&self, point: Vec2) -> bool {
        self.encloses_exactly(point.as_dvec2())
    }

    /// The same for a point in double precision.
    pub fn encloses_exactly(&self, point: DVec2) -> bool {
        let (min, max) = (self.bounds.min.as_dvec2(), self.bounds.max.as_dvec2());
        if !self.filled || point.cmplt(min).any() || point.cmpgt(max).any() {
            return false;
        }
        let mut winding = 0;
        // Edges that a ray to the right may cross.
        let on_the_ray = |bounds: &Bounds| {
            let (low, high) = (f64::from(bounds.min.y), f64::from(bounds.max.y));
            low <= point.y && point.y <= high && f64::from(bounds.max.x) >= point.x
        };
        self.visit_edges(on_the_ray, |_, edge| {
            let (start, end) = (edge.start.as_dvec2(), edge.end.as_dvec2());
            let is_left = || (end - start).perp_dot(point - start) > 0.0;
            if start.y <= point.y {
                if end.y > point.y && is_left() {
                    winding += 1;
                }
            } else if end.y <= point.y && !is_left() {
                winding -= 1;
            }
        });
        winding != 0
    }

    /// The place on the surface that is nearest to `point`; of several as near, that of the first edge.
    ///
    /// From the very middle of a disc the way out is along `+x`; from a wall itself, to the left of its edge.
    pub fn nearest(&self, point: Vec2) -> SurfacePoint {
        let mut least = (f32::INFINITY, usize::MAX, point);
        let reach = core::cell::Cell::new(f32::INFINITY);
        self.visit_edges(
            |bounds| bounds.distance_squared(point) <= reach.get(),
            |number, edge| {
                let nearest = edge.nearest(point);
                let distance_squared = nearest.distance_squared(point);
                if distance_squared < least.0 || (distance_squared == least.0 && number < least.1) {
                    least = (distance_squared, number, nearest);
                    reach.set(distance_squared);
                }
            },
        );
        let (_, number, on_edge) = least;
        let edge = self.edges().get(number);
        let (away, distance) = direction_and_length(point - on_edge).unwrap_or_else(|| {
            let beside = edge.map_or(Vec2::ZERO, |edge| edge.end - edge.start);
            let left = direction_and_length(beside).map(|(along, _)| super::vector::left(along));
            // The inside of a filled outline is on the left of its edges.
            let outside = left.map(|left| if self.filled { -left } else { left });
            (outside.unwrap_or(Vec2::X), 0.0)
        });
        if self.encloses(point) && distance > 0.0 {
            SurfacePoint {
                point: on_edge - away * self.radius,
                normal: -away,
                distance: -distance - self.radius,
            }
        } else {
            SurfacePoint {
                point: on_edge + away * self.radius,
                normal: away,
                distance: distance - self.radius,
            }
        }
    }

    /// The distance from `point` to the surface; negative inside.
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        if let Edges::One(edge) = &self.edges {
            return edge.nearest(point).distance(point) - self.radius;
        }
        self.nearest(point).distance
    }

    /// The distance from `center` to the surface, in double precision, and the direction away from
    /// it or, from inside, out.
    ///
    /// Of several edges as near, the first counts. From the exact middle of a disc no direction is
    /// better than another.
    pub fn separation(&self, center: DVec2) -> Separation {
        let radius = f64::from(self.radius);
        let of_edge = |edge: &Edge| RelativeEdge::new(edge, center).separation();
        let (mut nearest, is_inside) = match &self.edges {
            Edges::One(edge) => (of_edge(edge), false),
            Edges::Many(edges) => {
                let mut least: Option<(Separation, usize)> = None;
                let rounded = center.as_vec2();
                let reach = core::cell::Cell::new(f32::INFINITY);
                self.visit_edges(
                    |bounds| bounds.is_within(rounded, reach.get()),
                    |number, edge| {
                        let own = of_edge(edge);
                        let is_nearer = least.is_none_or(|(other, before)| {
                            own.distance < other.distance
                                || (own.distance == other.distance && number < before)
                        });
                        if is_nearer {
                            least = Some((own, number));
                            reach.set(own.distance as f32);
                        }
                    },
                );
                let (nearest, _) = least.unwrap_or((of_edge(&edges[0]), 0));
                (nearest, self.encloses_exactly(center))
            }
        };
        // The inside of a filled outline is on the left of its edges, and the normal of an edge
        // points to the left.
        if is_inside || (self.filled && nearest.distance <= 0.0) {
            nearest.normal = -nearest.normal;
        }
        let distance = if is_inside {
            -nearest.distance
        } else {
            nearest.distance
        };
        Separation {
            distance: distance - radius,
            normal: nearest.normal,
        }
    }

    /// What stops a body of `body_radius` on its way from `from` along the unit vector `heading`,
    /// in double precision.
    ///
    /// A body that starts in contact, or in the surface, may leave and go along. It is stopped from
    /// going deeper.
    pub fn sweep(
        &self,
        from: DVec2,
        heading: DVec2,
        length: f64,
        body_radius: f64,
        touch: f64,
    ) -> Option<SweepHit> {
        let reach = f64::from(self.radius) + body_radius;
        let of_edge =
            |edge: &Edge| RelativeEdge::new(edge, from).block(heading, length, reach, touch);
        if let Edges::One(edge) = &self.edges {
            return of_edge(edge);
        }
        let mut first: Option<(usize, SweepHit)> = None;
        let to = from + heading * length;
        let wide = (reach + touch) as f32;
        self.visit_edges(
            |bounds| bounds.meets_sweep(from.as_vec2(), to.as_vec2(), wide),
            |number, edge| {
                if let Some(hit) = of_edge(edge)
                    && first.is_none_or(|(before, best)| {
                        hit.distance < best.distance
                            || (hit.distance == best.distance && number < before)
                    })
                {
                    first = Some((number, hit));
                }
            },
        );
        first.map(|(_, hit)| hit)
    }

    /// Where a circle of `moving_radius` that moves from `from` along the unit vector `heading` first touches it.
    ///
    /// A start inside or in contact answers distance 0 and the direct way out.
    pub fn cast(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        moving_radius: f32,
    ) -> Option<CastHit> {
        let reach = self.radius + moving_radius;
        if let Edges::One(edge) = &self.edges {
            return edge.cast(from, heading, length, reach);
        }
        if self.encloses(from) {
            return Some(CastHit {
                distance: 0.0,
                normal: self.nearest(from).normal,
            });
        }
        let hit = self.first_of_edges(from, heading, length, reach, |edge, length| {
            edge.cast(from, heading, length, reach)
        })?;
        if hit.distance <= 0.0 {
            // Of several edges in contact the nearest says which way is out.
            return Some(CastHit {
                normal: self.nearest(from).normal,
                ..hit
            });
        }
        Some(hit)
    }

    /// Where a body of `body_radius` that moves is stopped: one that starts in contact and leaves is not.
    pub fn block(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        body_radius: f32,
    ) -> Option<CastHit> {
        let reach = self.radius + body_radius;
        if let Edges::One(edge) = &self.edges {
            return edge.block(from, heading, length, reach);
        }
        self.first_of_edges(from, heading, length, reach, |edge, length| {
            edge.block(from, heading, length, reach)
        })
    }

    fn first_of_edges(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        reach: f32,
        cast: impl Fn(&Edge, f32) -> Option<CastHit>,
    ) -> Option<CastHit> {
        let mut first: Option<(usize, CastHit)> = None;
        let to = core::cell::Cell::new(from + heading * length);
        self.visit_edges(
            |bounds| bounds.meets_sweep(from, to.get(), reach),
            |number, edge| {
                let left = first.map_or(length, |(_, hit)| hit.distance);
                if let Some(hit) = cast(edge, left)
                    && first.is_none_or(|(least, best)| {
                        hit.distance < best.distance
                            || (hit.distance == best.distance && number < least)
                    })
                {
                    first = Some((number, hit));
                    to.set(from + heading * hit.distance);
                }
            },
        );
        first.map(|(_, hit)| hit)
    }

    /// Whether two edges that are not neighbours touch, or two neighbours run back along each other.
    ///
    /// Costs one look at its surroundings per edge. An outline that touches itself has no certain inside.
    pub fn touches_itself(&self) -> bool {
        let edges = self.edges();
        let count = edges.len();
        edges.iter().enumerate().any(|(own, edge)| {
            let next = (own + 1) % count;
            let doubles_back = {
                let along = |edge: &Edge| edge.end.as_dvec2() - edge.start.as_dvec2();
                let (first, second) = (along(edge), along(&edges[next]));
                edge.end == edges[next].start
                    && first.perp_dot(second) == 0.0
                    && first.dot(second) < 0.0
            };
            let mut touches = doubles_back;
            let surroundings = edge.bounds();
            self.visit_edges(
                |bounds| bounds.overlaps(&surroundings),
                |other_number, other| {
                    // The ends of an open wall are none.
                    let follows = |first: usize, second: usize| {
                        (first + 1) % count == second && edges[first].end == edges[second].start
                    };
                    let is_neighbour = follows(own, other_number) || follows(other_number, own);
                    if other_number > own && !is_neighbour {
                        touches |= edge.touches(other);
                    }
                },
            );
            touches
        })
    }
}

#[cfg(test)]
mod tests;
