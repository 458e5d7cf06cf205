//! Queries of the surface of an outline: distances, casts and blocks.

use super::Outline;
use crate::math::vector::{direction, direction_and_length};
use crate::obstacles::bounds::Bounds;
use crate::obstacles::circle::CastHit;
use crate::obstacles::edge::Edge;
use crate::obstacles::sweep::{EdgeDistance, RelativeEdge, SweepHit};
use crate::obstacles::swept_disc::SweptDisc;
use core::cell::Cell;
use glam::{DVec2, Vec2};

/// A bound on a squared distance allows for rounding by this factor.
const ROUNDED: f32 = 1.0 + 8.0 * f32::EPSILON;

/// The point of a surface that is nearest to a query point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurfacePoint {
    /// The nearest point of the surface.
    pub point: Vec2,
    /// The outward unit normal there: from the surface to the query point, or out of the shape from
    /// inside.
    pub normal: Vec2,
    /// The distance from the query point, world units; negative inside.
    pub distance: f32,
}

impl Outline {
    /// Whether the edges enclose `point`; always false for an outline that is not filled.
    pub fn encloses(&self, point: impl Into<DVec2>) -> bool {
        let point: DVec2 = point.into();
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

    /// The point of the surface that is nearest to `point`. On a tie, the first edge wins.
    ///
    /// At the center of a disc, the way out is along `+x`. For a point on an edge, the way out is
    /// to the left of the edge, or to the right if the outline is filled.
    pub fn nearest(&self, point: Vec2) -> SurfacePoint {
        let of_edge = |edge: &Edge| edge.outward(point).length_squared();
        // Without a bound from the start, a search from inside a round shape visits most edges.
        let near = self.tree.as_ref().and_then(|tree| tree.near(point));
        let bound = near.map_or(f32::INFINITY, |number| {
            of_edge(&self.edges[number]) * ROUNDED
        });
        let nearest = self.first_answer(
            bound.into(),
            |bounds, reach| bounds.distance_squared(point) <= reach as f32,
            |edge, _| {
                let outward = edge.outward(point);
                Some((outward.length_squared().into(), (*edge, outward)))
            },
        );
        let (edge, outward) = nearest.unwrap_or((self.edges[0], Vec2::ZERO));
        let (away, distance) = direction_and_length(outward).unwrap_or_else(|| {
            let left = direction(edge.end - edge.start).map(Vec2::perp);
            // The inside of a filled outline is on the left of its edges.
            let outside = left.map(|left| if self.filled { -left } else { left });
            (outside.unwrap_or(Vec2::X), 0.0)
        });
        let is_inside = self.encloses(point) && distance > 0.0;
        let side = if is_inside { -1.0 } else { 1.0 };
        SurfacePoint {
            point: point - outward + away * (side * self.radius),
            normal: away * side,
            distance: distance * side - self.radius,
        }
    }

    /// The signed distance from `point` to the surface; negative inside.
    #[inline]
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        if let [edge] = self.edges() {
            return edge.outward(point).length() - self.radius;
        }
        self.nearest(point).distance
    }

    /// The signed distance from `center` to the surface and the way out, in double precision.
    ///
    /// On a tie, the first edge wins. At the exact center of a disc, the direction is zero.
    pub fn separation(&self, center: DVec2) -> EdgeDistance {
        let rounded = center.as_vec2();
        let of_edge = |edge: &Edge| RelativeEdge::new(edge, center).separation();
        // Without a bound from the start, a search from inside a round shape visits most edges.
        let near = self.tree.as_ref().and_then(|tree| tree.near(rounded));
        let nearest = self.first_answer(
            near.map_or(f64::INFINITY, |number| {
                of_edge(&self.edges[number]).distance
            }),
            |bounds, reach| bounds.is_within(rounded, reach as f32),
            |edge, _| {
                let own = of_edge(edge);
                Some((own.distance, own))
            },
        );
        let EdgeDistance { distance, normal } = nearest.unwrap_or_else(|| of_edge(&self.edges[0]));
        let is_inside = self.encloses(center);
        // The inside of a filled outline is on the left of its edges, and the normal of an edge
        // points to the left.
        let is_turned = is_inside || (self.filled && distance <= 0.0);
        EdgeDistance {
            distance: if is_inside { -distance } else { distance } - f64::from(self.radius),
            normal: if is_turned { -normal } else { normal },
        }
    }

    /// Whether [`separation`](Self::separation) returns a distance below `range`, above 0. It ends
    /// at the first edge that is so near.
    pub fn is_within(&self, center: DVec2, range: f64) -> bool {
        let (rounded, radius) = (center.as_vec2(), f64::from(self.radius));
        let reach = (range + radius) as f32;
        let is_only = self.edges.len() == 1;
        let is_near = self.any_edge(
            |bounds| bounds.is_within(rounded, reach),
            |_, edge| {
                (is_only || edge.bounds().is_within(rounded, reach))
                    && RelativeEdge::new(edge, center).separation().distance - radius < range
            },
        );
        is_near || self.encloses(center)
    }

    /// The contact that stops a body of `body_radius` along the unit vector `heading`, in double
    /// precision.
    ///
    /// A body that starts in contact or inside the surface may leave or slide, but not go deeper.
    pub fn sweep(
        &self,
        from: DVec2,
        heading: DVec2,
        length: f64,
        body_radius: f64,
        touch: f64,
    ) -> Option<SweepHit> {
        let reach = f64::from(self.radius) + body_radius;
        let (start, end) = (from.as_vec2(), (from + heading * length).as_vec2());
        let swept = SweptDisc::new(start, end, (reach + touch) as f32);
        self.first_answer(
            length,
            |bounds, _| swept.may_touch(bounds),
            |edge, _| {
                if !self.may_touch(&swept, edge) {
                    return None;
                }
                let hit = RelativeEdge::new(edge, from).block(heading, length, reach, touch)?;
                Some((hit.distance, hit))
            },
        )
    }

    /// Casts a circle of `moving_radius` from `from` along the unit vector `heading` to the
    /// outline.
    ///
    /// A start inside or in contact returns distance 0 and the shortest direction out.
    pub fn cast(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        moving_radius: f32,
    ) -> Option<CastHit> {
        let distance = if self.encloses(from) {
            0.0
        } else {
            let hit = self.first_hit(from, heading, length, moving_radius, Edge::cast)?;
            if hit.distance > 0.0 || self.edges.len() == 1 {
                return Some(hit);
            }
            hit.distance
        };
        // Of several edges in contact, the nearest one gives the direction out.
        let normal = self.nearest(from).normal;
        Some(CastHit { distance, normal })
    }

    /// The contact that stops a moving body of `body_radius`. A body that starts in contact and
    /// leaves is not stopped.
    #[inline]
    pub fn block(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        body_radius: f32,
    ) -> Option<CastHit> {
        self.first_hit(from, heading, length, body_radius, Edge::block)
    }

    /// Whether [`block`](Self::block) returns a contact. It ends at the first one, not at the
    /// nearest.
    #[inline]
    pub fn is_in_way(&self, from: Vec2, heading: Vec2, length: f32, body_radius: f32) -> bool {
        let wide = self.radius + body_radius;
        let swept = SweptDisc::new(from, from + heading * length, wide);
        self.any_edge(
            |bounds| swept.may_touch(bounds),
            |_, edge| {
                self.may_touch(&swept, edge) && edge.block(from, heading, length, wide).is_some()
            },
        )
    }

    /// Whether a swept disc that may touch this outline may touch one of its edges.
    fn may_touch(&self, swept: &SweptDisc, edge: &Edge) -> bool {
        self.edges.len() == 1 || swept.may_touch(&edge.bounds())
    }

    fn first_hit(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        moving_radius: f32,
        cast: impl Fn(&Edge, Vec2, Vec2, f32, f32) -> Option<CastHit>,
    ) -> Option<CastHit> {
        let wide = self.radius + moving_radius;
        let swept = SweptDisc::new(from, from + heading * length, wide);
        self.first_answer(
            length.into(),
            |bounds, _| swept.may_touch(bounds),
            |edge, reach| {
                if !self.may_touch(&swept, edge) {
                    return None;
                }
                let hit = cast(edge, from, heading, reach as f32, wide)?;
                Some((hit.distance.into(), hit))
            },
        )
    }

    /// The result of the edge with the least distance. On a tie, the first edge wins.
    ///
    /// `enters` and `answer` receive the least distance so far, which starts at `most`.
    fn first_answer<T: Copy>(
        &self,
        most: f64,
        enters: impl Fn(&Bounds, f64) -> bool,
        answer: impl Fn(&Edge, f64) -> Option<(f64, T)>,
    ) -> Option<T> {
        let reach = Cell::new(most);
        let mut first: Option<(f64, usize, T)> = None;
        self.visit_edges(
            |bounds| enters(bounds, reach.get()),
            |number, edge| {
                if let Some((distance, answer)) = answer(edge, reach.get())
                    && first.is_none_or(|(least, before, _)| (distance, number) < (least, before))
                {
                    first = Some((distance, number, answer));
                    reach.set(distance.min(reach.get()));
                }
            },
        );
        first.map(|(_, _, answer)| answer)
    }
}
