//! A disc that moves past a straight edge, in double precision and relative to the disc's center.
//!
//! Coordinates of single precision are exact here, and so are their differences. So a sweep is
//! right for a disc of every radius, 0 included, for every length, and at any distance from the
//! origin.

use super::edge::Edge;
use bevy::math::DVec2;

/// Sine of the angle below which a heading runs along a surface and not into it.
const ALONG_SURFACE: f64 = 1e-12;
/// What rounding takes from a distance to an edge, as a part of its largest coordinate.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// An edge as seen from the center of a disc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RelativeEdge {
    start: DVec2,
    end: DVec2,
    /// Unit vector from start to end; zero where the edge is a point.
    along: DVec2,
    length: f64,
}

/// The least distance from the center of a disc to a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Separation {
    /// World units; negative inside of a shape.
    pub distance: f64,
    /// The unit vector that leads away from the surface, or, from inside, out. Zero where every
    /// direction is as good.
    pub normal: DVec2,
}

/// Where a sweep meets a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SweepHit {
    /// Distance traveled until the meeting, world units.
    pub distance: f64,
    /// The outward unit normal of the surface at the meeting.
    pub normal: DVec2,
}

/// The direction of `vector` and its length; `None` when it has none or is not finite.
pub fn direction_and_length_exactly(vector: DVec2) -> Option<(DVec2, f64)> {
    let length = vector.length();
    (length > 0.0 && length.is_finite()).then(|| (vector / length, length))
}

impl RelativeEdge {
    /// `edge` as seen from `center`.
    pub fn new(edge: &Edge, center: DVec2) -> Self {
        let (start, end) = (edge.start.as_dvec2() - center, edge.end.as_dvec2() - center);
        let whole = edge.end.as_dvec2() - edge.start.as_dvec2();
        let (along, length) = direction_and_length_exactly(whole).unwrap_or_default();
        Self {
            start,
            end,
            along,
            length,
        }
    }

    /// How far from the center the edge is, and which way leads away from it.
    ///
    /// From a point on the edge, the way leads to the left of the edge. From an edge that is a
    /// point itself, the normal is zero.
    pub fn separation(&self) -> Separation {
        let foot = -self.start.dot(self.along);
        if self.length > 0.0 && foot >= 0.0 && foot <= self.length {
            let height = -self.along.perp().dot(self.start);
            let side = if height < 0.0 { -1.0 } else { 1.0 };
            return Separation {
                distance: height.abs(),
                normal: self.along.perp() * side,
            };
        }
        let nearest = if foot > 0.0 { self.end } else { self.start };
        match direction_and_length_exactly(-nearest) {
            Some((normal, distance)) => Separation { distance, normal },
            None => Separation {
                distance: 0.0,
                normal: self.along.perp(),
            },
        }
    }

    /// The stretch of the way along the unit vector `heading` on which the center is within `reach`
    /// of the edge. It is given as distances from where the center is, negative behind. `None`
    /// where there is none.
    pub fn stretch_within(&self, heading: DVec2, reach: f64) -> Option<(f64, f64)> {
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut include = |distance: f64| {
            first = first.min(distance);
            last = last.max(distance);
        };
        let ends = [self.start, self.end];
        for end in &ends[..if self.length > 0.0 { 2 } else { 1 }] {
            let lateral = heading.perp_dot(*end).abs();
            if lateral <= reach {
                let middle = heading.dot(*end);
                let half = ((reach - lateral) * (reach + lateral)).sqrt();
                include(middle - half);
                include(middle + half);
            }
        }
        if self.length > 0.0 {
            let height = -self.along.perp().dot(self.start);
            let climb = self.along.perp().dot(heading);
            for side in [-reach, reach] {
                let distance = (side - height) / climb;
                let foot = self.along.dot(heading * distance - self.start);
                // Not where the way is parallel: the distance is then no number, or infinite.
                if distance.is_finite() && foot >= 0.0 && foot <= self.length {
                    include(distance);
                }
            }
        }
        (first <= last).then_some((first, last))
    }

    /// Where the edge stops a body on its way along the unit vector `heading`.
    ///
    /// The body is in contact within `touch` of the surface. A body in contact or deeper may leave
    /// or go along. It is stopped from going deeper.
    pub fn block(&self, heading: DVec2, length: f64, reach: f64, touch: f64) -> Option<SweepHit> {
        let separation = self.separation();
        if separation.distance <= reach + touch + self.rounding() {
            let normal = if separation.distance > 0.0 {
                separation.normal
            } else {
                self.normal_against(heading)
            };
            // The surface is convex: from its nearest point, a straight way that does not come
            // nearer at first never does.
            return (normal.dot(heading) < -ALONG_SURFACE).then_some(SweepHit {
                distance: 0.0,
                normal,
            });
        }
        self.cast_from_outside(heading, length, reach)
    }

    fn cast_from_outside(&self, heading: DVec2, length: f64, reach: f64) -> Option<SweepHit> {
        let (first, last) = self.stretch_within(heading, reach)?;
        if last < 0.0 || first > length {
            return None;
        }
        let distance = first.max(0.0);
        let moved = Self {
            start: self.start - heading * distance,
            end: self.end - heading * distance,
            ..*self
        };
        let separation = moved.separation();
        let is_on_it = separation.distance <= self.rounding();
        let normal = if is_on_it {
            self.normal_against(heading)
        } else {
            separation.normal
        };
        // A graze takes nothing from a way.
        (normal.dot(heading) < 0.0).then_some(SweepHit { distance, normal })
    }

    /// The unit normal of the edge that points against `heading`. For an edge that is a point, it
    /// is `-heading`.
    fn normal_against(&self, heading: DVec2) -> DVec2 {
        let normal = self.along.perp();
        if self.length <= 0.0 {
            -heading
        } else if normal.dot(heading) > 0.0 {
            -normal
        } else {
            normal
        }
    }

    /// By how much, at most, rounding falsifies a distance to the edge.
    fn rounding(&self) -> f64 {
        ROUNDING * self.start.abs().max(self.end.abs()).max_element()
    }
}

#[cfg(test)]
mod tests;
