//! Sweeps a disc past a straight edge, in double precision and relative to the center of the disc.
//!
//! Single-precision coordinates and their differences are exact here. So a sweep is correct for
//! every radius, 0 included, for every length, and far from the origin.

use crate::obstacles::edge::Edge;
use glam::DVec2;

/// Sine of the angle below which a heading counts as along a surface.
const ALONG_SURFACE: f64 = 1e-12;
/// The largest rounding error of a distance to an edge, relative to its largest coordinate.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// An edge relative to the center of a disc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RelativeEdge {
    start: DVec2,
    end: DVec2,
    /// Unit vector from start to end; zero where the edge is a point.
    along: DVec2,
    length: f64,
}

/// The distance from the center of a disc to a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EdgeDistance {
    /// The distance, world units; negative inside a shape.
    pub distance: f64,
    /// The unit vector away from the surface, or out of the shape from inside. It is zero where no
    /// direction is preferred.
    pub normal: DVec2,
}

/// The contact of a sweep with a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SweepHit {
    /// Distance traveled before contact, world units.
    pub distance: f64,
    /// The outward unit normal of the surface at the contact.
    pub normal: DVec2,
}

/// The direction and the length of `vector`; `None` when it is zero or not finite.
#[inline]
pub fn direction_and_length_exactly(vector: DVec2) -> Option<(DVec2, f64)> {
    let length = vector.length();
    (length > 0.0 && length.is_finite()).then(|| (vector / length, length))
}

impl RelativeEdge {
    /// `edge` relative to `center`.
    #[inline]
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

    /// The distance from the center to the edge, and the direction away from it.
    ///
    /// From a point on the edge, the direction is to the left of the edge. For an edge that is a
    /// point, the direction is zero there.
    pub fn separation(&self) -> EdgeDistance {
        let foot = -self.start.dot(self.along);
        if self.length > 0.0 && foot >= 0.0 && foot <= self.length {
            let height = -self.along.perp().dot(self.start);
            let side = if height < 0.0 { -1.0 } else { 1.0 };
            return EdgeDistance {
                distance: height.abs(),
                normal: self.along.perp() * side,
            };
        }
        let nearest = if foot > 0.0 { self.end } else { self.start };
        match direction_and_length_exactly(-nearest) {
            Some((normal, distance)) => EdgeDistance { distance, normal },
            None => EdgeDistance {
                distance: 0.0,
                normal: self.along.perp(),
            },
        }
    }

    /// The interval along the unit vector `heading` where the center is within `reach` of the edge.
    ///
    /// The distances are from the center, negative behind it. `None` for an empty interval.
    pub fn interval_within(&self, heading: DVec2, reach: f64) -> Option<(f64, f64)> {
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
                // Skip parallel motion, where the distance is NaN or infinite.
                if distance.is_finite() && foot >= 0.0 && foot <= self.length {
                    include(distance);
                }
            }
        }
        (first <= last).then_some((first, last))
    }

    /// The contact that stops a body along the unit vector `heading`.
    ///
    /// A body within `touch` of the surface is in contact. A body in contact or deeper may leave or
    /// slide, but not go deeper.
    pub fn block(&self, heading: DVec2, length: f64, reach: f64, touch: f64) -> Option<SweepHit> {
        let separation = self.separation();
        if separation.distance <= reach + touch + self.rounding() {
            let normal = if separation.distance > 0.0 {
                separation.normal
            } else {
                self.normal_against(heading)
            };
            // The surface is convex. A straight motion from its nearest point that does not
            // approach at first never does.
            return (normal.dot(heading) < -ALONG_SURFACE).then_some(SweepHit {
                distance: 0.0,
                normal,
            });
        }
        self.cast_from_outside(heading, length, reach)
    }

    fn cast_from_outside(&self, heading: DVec2, length: f64, reach: f64) -> Option<SweepHit> {
        let (first, last) = self.interval_within(heading, reach)?;
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
        // A graze does not shorten the motion.
        (normal.dot(heading) < 0.0).then_some(SweepHit { distance, normal })
    }

    /// The unit normal of the edge that faces against `heading`. For an edge that is a point, the
    /// normal is `-heading`.
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

    /// The largest rounding error of a distance to the edge.
    fn rounding(&self) -> f64 {
        ROUNDING * self.start.abs().max(self.end.abs()).max_element()
    }
}

#[cfg(test)]
mod tests;
