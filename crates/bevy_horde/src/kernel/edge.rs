//! Straight edges, and everything within some distance of one: the piece that every obstacle is made of.

use super::circle::{CastHit, Circle};
use super::hierarchy::Bounds;
use super::vector::{direction, direction_and_length, left};
use bevy::math::Vec2;
use core::cmp::Ordering;

/// Sine of the angle below which a heading runs along a surface; going that far into a circle costs a hundred-millionth
/// of its radius, far less than the gap that bodies keep.
const ALONG_SURFACE: f32 = 1e-4;
/// The part of a squared distance by which rounding may lift a body off the surface that it touches.
const TOUCH: f32 = 1e-6;

/// A straight line from one point to another; a single point when the two are the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// One end.
    pub start: Vec2,
    /// The other end.
    pub end: Vec2,
}

impl Edge {
    /// The box round it.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            min: self.start.min(self.end),
            max: self.start.max(self.end),
        }
    }

    /// An order of edges that depends on where they are alone.
    pub fn order(&self, other: &Self) -> Ordering {
        let numbers = |edge: &Self| [edge.start.x, edge.start.y, edge.end.x, edge.end.y];
        numbers(self)
            .iter()
            .zip(&numbers(other))
            .map(|(own, other)| own.total_cmp(other))
            .fold(Ordering::Equal, Ordering::then)
    }

    /// The point of it that is nearest to `point`.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let along = self.end - self.start;
        let length_squared = along.length_squared();
        let part = (point - self.start).dot(along) / length_squared;
        // Not above zero also when the edge is a point, or so short that its square is none.
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

    /// The least distance between any point of this one and any point of another; 0 where they cross.
    pub fn distance_to(&self, other: &Self) -> f32 {
        if self.crosses(other) {
            return 0.0;
        }
        let least_squared = [
            other.nearest(self.start).distance_squared(self.start),
            other.nearest(self.end).distance_squared(self.end),
            self.nearest(other.start).distance_squared(other.start),
            self.nearest(other.end).distance_squared(other.end),
        ];
        least_squared
            .into_iter()
            .fold(f32::INFINITY, f32::min)
            .sqrt()
    }

    /// Whether the two meet at a point that is inside both.
    pub fn crosses(&self, other: &Self) -> bool {
        let side = |edge: &Self, point: Vec2| (edge.end - edge.start).perp_dot(point - edge.start);
        let opposite = |a: f32, b: f32| (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0);
        opposite(side(self, other.start), side(self, other.end))
            && opposite(side(other, self.start), side(other, self.end))
    }

    /// Whether the two have a point in common.
    ///
    /// In double precision, where differences of coordinates of single precision and their products
    /// are exact unless they differ by many orders of magnitude.
    pub fn touches(&self, other: &Self) -> bool {
        let side = |edge: &Self, point: Vec2| {
            let start = edge.start.as_dvec2();
            let side = (edge.end.as_dvec2() - start).perp_dot(point.as_dvec2() - start);
            i32::from(side > 0.0) - i32::from(side < 0.0)
        };
        let is_in_box = |edge: &Self, point: Vec2| {
            let (low, high) = (edge.start.min(edge.end), edge.start.max(edge.end));
            point.cmpge(low).all() && point.cmple(high).all()
        };
        let own = [side(other, self.start), side(other, self.end)];
        let others = [side(self, other.start), side(self, other.end)];
        let lies_on = |edge: &Self, point: Vec2, side: i32| side == 0 && is_in_box(edge, point);
        own[0] * own[1] < 0 && others[0] * others[1] < 0
            || lies_on(other, self.start, own[0])
            || lies_on(other, self.end, own[1])
            || lies_on(self, other.start, others[0])
            || lies_on(self, other.end, others[1])
    }

    /// The part of it within the disc of `radius` about `center`; `None` when there is none.
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
        Some(Self {
            start: if first > 0.0 {
                self.start + along * first
            } else {
                self.start
            },
            end: if last < length {
                self.start + along * last
            } else {
                self.end
            },
        })
    }

    /// Where a circle of `radius` that moves from `from` along the unit vector `heading` first touches this edge.
    ///
    /// A start in contact answers distance 0 and the direct way out; right on the edge, the side from which the heading
    /// comes.
    pub fn cast(&self, from: Vec2, heading: Vec2, length: f32, radius: f32) -> Option<CastHit> {
        let nearest = self.nearest(from);
        let outward = from - nearest;
        if outward.length_squared() <= radius * radius {
            let normal = direction(outward).unwrap_or_else(|| self.normal_against(heading));
            return Some(CastHit {
                distance: 0.0,
                normal,
            });
        }
        self.cast_from_outside(from, heading, length, radius)
    }

    /// The same for a body that moves: one that starts in contact and leaves, or goes along, is not stopped.
    pub fn block(&self, from: Vec2, heading: Vec2, length: f32, radius: f32) -> Option<CastHit> {
        let nearest = self.nearest(from);
        let outward = from - nearest;
        if outward.length_squared() <= radius * radius * (1.0 + TOUCH) {
            // A heading along the surface must not count as a run into it for a rounding error, or the body sticks.
            if outward.dot(heading) >= -ALONG_SURFACE * radius {
                return None;
            }
            return direction(outward).map(|normal| CastHit {
                distance: 0.0,
                normal,
            });
        }
        self.cast_from_outside(from, heading, length, radius)
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
            let normal = left(along)
                * if along.perp_dot(offset) < 0.0 {
                    -1.0
                } else {
                    1.0
                };
            let height = normal.dot(offset) - radius;
            let sinking = -normal.dot(heading);
            // Beside the edge and not in contact, so that a height of none is rounding's: far from its start a long edge
            // is known less exactly than its nearest point.
            let touches = height <= 0.0 && (0.0..=edge_length).contains(&offset.dot(along));
            if height > 0.0 || touches {
                // The whole edge lies on or below its own line.
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
        let cast_end = |center: Vec2| {
            let distance = Circle { center, radius }.entry(from, heading, length)?;
            let normal = direction(from + heading * distance - center).unwrap_or(-heading);
            Some(CastHit { distance, normal })
        };
        match (cast_end(self.start), cast_end(self.end)) {
            (Some(first), Some(second)) if second.distance < first.distance => Some(second),
            (first, second) => first.or(second),
        }
    }

    /// The unit normal of the edge that looks against `heading`; against the heading itself when the edge is a point.
    pub fn normal_against(&self, heading: Vec2) -> Vec2 {
        match direction(self.end - self.start) {
            Some(along) if left(along).dot(heading) > 0.0 => -left(along),
            Some(along) => left(along),
            None => -heading,
        }
    }
}

#[cfg(test)]
mod tests;
