//! Straight edges, the building blocks of every obstacle, and casts of circles against them.

use crate::math::vector::{direction, direction_and_length};
use crate::obstacles::bounds::Bounds;
use crate::obstacles::circle::{CastHit, Circle};
use core::cmp::Ordering;
use core::f32::consts::FRAC_PI_2;
use core::ops::Range;
use glam::Vec2;

/// Sine of the angle below which a heading counts as along a surface. At this angle a body enters a
/// circle by less than a hundred-millionth of its radius. That is far less than the gap between
/// bodies.
const ALONG_SURFACE: f32 = 1e-4;
/// The relative rounding error of a squared distance at contact.
const TOUCH: f32 = 1e-6;

/// A straight line segment; a single point when both ends are the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// One end.
    pub start: Vec2,
    /// The other end.
    pub end: Vec2,
}

impl Edge {
    /// A single point.
    #[inline]
    pub fn point(place: Vec2) -> Self {
        Self {
            start: place,
            end: place,
        }
    }

    /// The bounding box.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        Bounds::of_points(self.start, self.end)
    }

    /// The coordinates of both ends.
    #[inline]
    pub fn coordinates(&self) -> [f32; 4] {
        [self.start.x, self.start.y, self.end.x, self.end.y]
    }

    /// A total order of edges by their coordinates alone.
    #[inline]
    pub fn order(&self, other: &Self) -> Ordering {
        compare(self.coordinates(), other.coordinates())
    }

    /// The same edge in coordinates about `origin`.
    #[inline]
    pub fn about(&self, origin: Vec2) -> Self {
        Self {
            start: self.start - origin,
            end: self.end - origin,
        }
    }

    /// The point of the edge that is nearest to `point`.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let along = self.end - self.start;
        let length_squared = along.length_squared();
        let part = (point - self.start).dot(along) / length_squared;
        // A NaN fails the comparison: the edge is a point, or so short that its square underflows.
        if part > 0.0 {
            if part >= 1.0 {
                self.end
            } else {
                self.start + along * part
            }
        } else {
            self.start
        }
    }

    /// The vector from the nearest point of the edge to `point`. It is equally exact at any
    /// distance from the origin.
    #[inline]
    pub fn outward(&self, point: Vec2) -> Vec2 {
        -self.about(point).nearest(Vec2::ZERO)
    }

    /// The distance between the two edges; 0 where they cross.
    #[inline]
    pub fn distance_to(&self, other: &Self) -> f32 {
        if self.crosses(other) {
            return 0.0;
        }
        let to = |edge: &Self, point: Vec2| edge.outward(point).length_squared();
        let least_squared = to(other, self.start)
            .min(to(other, self.end))
            .min(to(self, other.start))
            .min(to(self, other.end));
        least_squared.sqrt()
    }

    /// Whether the two edges cross at a point inside both.
    #[inline]
    pub fn crosses(&self, other: &Self) -> bool {
        let side = |edge: &Self, point: Vec2| (edge.end - edge.start).perp_dot(point - edge.start);
        let opposite = |a: f32, b: f32| (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0);
        opposite(side(self, other.start), side(self, other.end))
            && opposite(side(other, self.start), side(other, self.end))
    }

    /// Whether the two edges share a point.
    ///
    /// The test uses double precision. It is exact for single-precision coordinates unless they
    /// differ by many orders of magnitude.
    pub fn touches(&self, other: &Self) -> bool {
        let side = |edge: &Self, point: Vec2| {
            let start = edge.start.as_dvec2();
            (edge.end.as_dvec2() - start).perp_dot(point.as_dvec2() - start)
        };
        let lies_on = |edge: &Self, point: Vec2| {
            let Bounds { min, max } = edge.bounds();
            let is_in_box = point.cmpge(min).all() && point.cmple(max).all();
            is_in_box && side(edge, point) == 0.0
        };
        let divides = |edge: &Self, ends: &Self| {
            let (start, end) = (side(edge, ends.start), side(edge, ends.end));
            start < 0.0 && end > 0.0 || start > 0.0 && end < 0.0
        };
        divides(self, other) && divides(other, self)
            || lies_on(other, self.start)
            || lies_on(other, self.end)
            || lies_on(self, other.start)
            || lies_on(self, other.end)
    }

    /// Whether `next`, which starts at the end of this edge, runs straight back along it.
    #[inline]
    pub fn doubles_back(&self, next: &Self) -> bool {
        let along = |edge: &Self| edge.end.as_dvec2() - edge.start.as_dvec2();
        let (first, second) = (along(self), along(next));
        first.perp_dot(second) == 0.0 && first.dot(second) < 0.0
    }

    /// The part of the edge within the disc of `radius` about `center`; `None` if the edge is
    /// outside.
    pub fn cropped(&self, center: Vec2, radius: f32) -> Option<Self> {
        let from_start = self.start - center;
        let Some((along, length)) = direction_and_length(self.end - self.start) else {
            return (from_start.length_squared() <= radius * radius).then_some(*self);
        };
        let to_foot = -from_start.dot(along);
        let aside = along.perp_dot(from_start);
        let half_chord_squared = radius * radius - aside * aside;
        if half_chord_squared < 0.0 {
            return None;
        }
        let half_chord = half_chord_squared.sqrt();
        let (first, last) = (to_foot - half_chord, to_foot + half_chord);
        if last < 0.0 || first > length {
            return None;
        }
        let at = |part: f32| self.start + along * part;
        Some(Self {
            start: if first > 0.0 { at(first) } else { self.start },
            end: if last < length { at(last) } else { self.end },
        })
    }

    /// Casts a circle of `radius` from `from` along the unit vector `heading` to this edge.
    ///
    /// If the circle touches the edge at the start, the distance is 0, and the normal is the
    /// shortest way out. If `from` is exactly on the edge, the normal points against `heading`.
    #[inline]
    pub fn cast(&self, from: Vec2, heading: Vec2, length: f32, radius: f32) -> Option<CastHit> {
        let outward = self.outward(from);
        if outward.length_squared() > radius * radius {
            return self.cast_from_outside(from, heading, length, radius);
        }
        let normal = direction(outward).unwrap_or_else(|| self.normal_against(heading));
        Some(CastHit {
            distance: 0.0,
            normal,
        })
    }

    /// Like [`cast`](Self::cast), but for motion: a body that starts in contact and leaves or
    /// slides is not blocked.
    pub fn block(&self, from: Vec2, heading: Vec2, length: f32, radius: f32) -> Option<CastHit> {
        let outward = self.outward(from);
        if outward.length_squared() > radius * radius * (1.0 + TOUCH) {
            return self.cast_from_outside(from, heading, length, radius);
        }
        // A rounding error must not turn a slide along the surface into a collision, or the body
        // sticks.
        let runs_in = outward.dot(heading) < -ALONG_SURFACE * radius;
        direction(outward)
            .filter(|_| runs_in)
            .map(|normal| CastHit {
                distance: 0.0,
                normal,
            })
    }

    fn cast_from_outside(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
    ) -> Option<CastHit> {
        if let Some((along, edge_length)) = direction_and_length(self.end - self.start) {
            let offset = from - self.start;
            let is_right = along.perp_dot(offset) < 0.0;
            let normal = along.perp() * if is_right { -1.0 } else { 1.0 };
            let height = normal.dot(offset) - radius;
            let sinking = -normal.dot(heading);
            // The start is beside the edge and not in contact, so a height of 0 or less is a
            // rounding error. It occurs far from the start of a long edge.
            let touches = height <= 0.0 && (0.0..=edge_length).contains(&offset.dot(along));
            if height > 0.0 || touches {
                // A body that does not sink toward the line of the edge never hits it.
                if sinking <= if touches { ALONG_SURFACE } else { 0.0 } {
                    return None;
                }
                let distance = height.max(0.0) / sinking;
                if distance > length {
                    return None;
                }
                let foot = (offset + heading * distance).dot(along);
                if (0.0..=edge_length).contains(&foot) {
                    return Some(CastHit { distance, normal });
                }
            }
        }
        let cast_end = |center: Vec2| Circle { center, radius }.cast(from, heading, length);
        match (cast_end(self.start), cast_end(self.end)) {
            (Some(first), Some(second)) if second.distance < first.distance => Some(second),
            (first, second) => first.or(second),
        }
    }

    /// The unit normal of the edge that faces against `heading`. For a point, it is the reversed
    /// heading.
    #[inline]
    pub fn normal_against(&self, heading: Vec2) -> Vec2 {
        match direction(self.end - self.start).map(Vec2::perp) {
            Some(normal) if normal.dot(heading) > 0.0 => -normal,
            Some(normal) => normal,
            None => -heading,
        }
    }
}

/// Compares two sequences of numbers lexicographically.
#[inline]
pub(super) fn compare(
    own: impl IntoIterator<Item = f32>,
    other: impl IntoIterator<Item = f32>,
) -> Ordering {
    let pairs = own.into_iter().zip(other);
    let mut orders = pairs.map(|(own, other)| own.total_cmp(&other));
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Divides successive edges into runs, each within `tolerance` of the straight edge from its start
/// to its end. Edges that do not follow each other are in different runs.
pub fn straight_runs(edges: &[Edge], tolerance: f32) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut next = 0;
    core::iter::from_fn(move || {
        let first = edges.get(next)?;
        let (start, mut last) = (next, first);
        let mut before = first.end - first.start;
        let (mut length, mut turn) = (before.length(), 0.0);
        next += 1;
        while let Some(edge) = edges.get(next).filter(|edge| edge.start == last.end) {
            let along = edge.end - edge.start;
            let more = along.length();
            // An angle is at most this many times its sine.
            turn += FRAC_PI_2 * before.perp_dot(along).abs() / (before.length() * more);
            length += more;
            // A chain strays from its chord by at most a quarter of its length times its turn.
            let is_straight = before.dot(along) > 0.0 && 0.25 * length * turn <= tolerance;
            if !is_straight {
                break;
            }
            (last, before) = (edge, along);
            next += 1;
        }
        Some(start..next)
    })
}

#[cfg(test)]
mod tests;
