//! Following a path: how far along it a body is, and where it heads.
//!
//! The path is a corridor about a line of points. A body heads for the place ahead on the line, at
//! its own distance beside the line. So bodies side by side stay side by side, and use the width. A
//! body cuts a corner as far as the corridor allows: its straight way to the place ahead passes
//! every point within the half width. The module avoids two published defects. A search for the
//! nearest place of the whole path jumps where the path crosses itself or doubles back. Here the
//! search continues from the last place. A body that has to come near to each point orbits it, or
//! waits for others there. Here a body passes a point that it is beside.

mod cone;
mod nearest;
mod turning;

use cone::Cone;
use nearest::SegmentBoxes;
pub use turning::Walker;

use crate::math::vector::{direction_and_length, left};
use glam::Vec2;

/// A body farther outside of the corridor than this part of the half width may go back to earlier
/// segments.
const PUSHED_BACK: f32 = 0.1;
/// A body aims to pass points within this part of its passing distance.
const AIM: f32 = 0.9;

/// A line through points that are different from their neighbors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Polyline {
    points: Vec<Vec2>,
    /// The length of the line up to each point.
    lengths: Vec<f32>,
    /// The direction and the length of each segment.
    segments: Vec<(Vec2, f32)>,
    is_closed: bool,
    length: f32,
    boxes: SegmentBoxes,
}

impl Polyline {
    /// The line through `points`; `None` without points, or if a point or the length is not finite.
    ///
    /// A point equal to the previous one is left out. A closed line goes on from the last point to
    /// the first.
    pub fn new(points: &[Vec2], is_closed: bool) -> Option<Self> {
        let mut line = Self::default();
        for point in points {
            if !point.is_finite() {
                return None;
            }
            let last = line.points.last().copied();
            let step = last.map(|last| last.distance(*point));
            if step != Some(0.0) {
                line.length += step.unwrap_or(0.0);
                line.points.push(*point);
                line.lengths.push(line.length);
            }
        }
        let (first, last) = (*line.points.first()?, *line.points.last()?);
        if is_closed && line.points.len() > 1 {
            if first == last {
                line.points.pop();
                line.lengths.pop();
            } else {
                line.length += first.distance(last);
            }
        }
        line.is_closed = is_closed && line.points.len() > 1;
        let next = line.points.iter().cycle().skip(1);
        let steps = line.points.iter().zip(next).map(|(from, to)| *to - *from);
        let segments = steps.map(|step| direction_and_length(step).unwrap_or((Vec2::ZERO, 0.0)));
        line.segments = segments.collect();
        line.boxes = SegmentBoxes::new(&line.points);
        line.length.is_finite().then_some(line)
    }

    /// Whether this is the line through `points`. `false` also where one of them repeats another.
    #[inline]
    pub fn is_of(&self, points: &[Vec2], is_closed: bool) -> bool {
        self.is_closed == is_closed && self.points == points
    }

    /// The length of the line, world units.
    #[inline]
    pub fn length(&self) -> f32 {
        self.length
    }

    /// Whether the last point leads to the first.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }
}

/// A place on a path: the number of a segment in the direction of the walk, and the distance from
/// its beginning, world units.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PathPlace {
    /// The number of the segment.
    pub segment: usize,
    /// The distance from the beginning of the segment, world units.
    pub along: f32,
}

/// A path with the direction in which a body walks it.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The line that the body follows.
    pub line: &'a Polyline,
    /// Whether the body goes from the last point to the first.
    pub is_backward: bool,
    /// How far from the line the center of the body may be, world units; above 0.
    pub half_width: f32,
}

/// Where a body that follows a path heads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lead {
    /// The direction, a unit vector; zero at the end of the path.
    pub toward: Vec2,
    /// The place for which the body heads.
    pub position: Vec2,
    /// Whether that place is the end of an open path.
    pub is_end: bool,
}

impl Walk<'_> {
    fn segments(&self) -> usize {
        let count = self.line.points.len();
        if self.line.is_closed {
            count
        } else {
            count - 1
        }
    }

    /// The point with this number in the direction of the walk.
    fn point(&self, number: usize) -> Vec2 {
        let count = self.line.points.len();
        let number = number % count;
        self.line.points[if self.is_backward {
            count - 1 - number
        } else {
            number
        }]
    }

    /// The number in the direction of the walk of a segment that is numbered in the order of the
    /// line's points, and the reverse.
    fn in_its_direction(&self, segment: usize) -> usize {
        let count = self.line.points.len();
        if self.is_backward {
            (2 * count - 2 - segment % count) % count
        } else {
            segment % count
        }
    }

    /// The beginning of a segment, its direction and its length.
    fn segment(&self, number: usize) -> (Vec2, Vec2, f32) {
        let (direction, length) = self.line.segments[self.in_its_direction(number)];
        let direction = if self.is_backward {
            Vec2::ZERO - direction
        } else {
            direction
        };
        (self.point(number), direction, length)
    }

    /// The next or the previous segment; `None` at an end of an open path.
    fn beside(&self, segment: usize, is_next: bool) -> Option<usize> {
        let count = self.segments();
        match (is_next, self.line.is_closed) {
            (true, true) => Some((segment + 1) % count),
            (false, true) => Some((segment + count - 1) % count),
            (true, false) => Some(segment + 1).filter(|next| *next < count),
            (false, false) => segment.checked_sub(1),
        }
    }

    /// Whether the path has the segment of this place, and its distance is not negative.
    #[inline]
    pub fn holds(&self, place: PathPlace) -> bool {
        place.segment < self.segments().max(1) && place.along >= 0.0
    }

    /// Whether a place is on the last segment of an open path.
    #[inline]
    pub fn is_last(&self, place: PathPlace) -> bool {
        !self.line.is_closed && place.segment + 1 >= self.segments()
    }

    /// The last point of the walk.
    #[inline]
    pub fn end(&self) -> Vec2 {
        self.point(self.line.points.len() - 1)
    }

    /// The coordinates of a place.
    #[inline]
    pub fn position(&self, place: PathPlace) -> Vec2 {
        if self.segments() == 0 {
            return self.point(0);
        }
        let (start, direction, length) = self.segment(place.segment);
        if place.along >= length {
            return self.point(place.segment + 1);
        }
        start + direction * place.along
    }

    /// The length of the path before a place, world units.
    #[inline]
    pub fn distance_along(&self, place: PathPlace) -> f32 {
        let lengths = &self.line.lengths;
        let count = lengths.len();
        let number = place.segment.min(count - 1);
        let before = if self.is_backward {
            lengths[count - 1] - lengths[count - 1 - number]
        } else {
            lengths[number]
        };
        (before + place.along).min(self.line.length)
    }

    /// The length of the path after a place, world units; of a closed path to the end of the round.
    #[inline]
    pub fn remaining(&self, place: PathPlace) -> f32 {
        self.line.length - self.distance_along(place)
    }

    /// The nearest place of a segment, and its distance.
    fn nearest_on(&self, segment: usize, position: Vec2) -> (PathPlace, f32) {
        let (start, direction, length) = self.segment(segment);
        let along = (position - start).dot(direction).clamp(0.0, length);
        let nearest = if along >= length {
            self.point(segment + 1)
        } else {
            start + direction * along
        };
        (PathPlace { segment, along }, nearest.distance(position))
    }

    /// A body at this `distance` from the line passes a point within the returned distance. A body
    /// outside of the corridor does not have to come nearer first.
    fn pass_distance(&self, distance: f32) -> f32 {
        self.half_width.max(distance)
    }

    /// Whether a body is so near to a point that the point no longer bounds its lead. Such a body
    /// counts as past the point. Otherwise it would turn back as soon as it left the point.
    fn has_passed(&self, point: usize, position: Vec2) -> bool {
        self.point(point).distance(position) <= AIM * self.half_width
    }

    /// The place of a body that was at `known`.
    ///
    /// The place moves to another segment only past points that the body is beside. So it stays on
    /// its branch where the path crosses itself or doubles back.
    pub fn advance(&self, known: PathPlace, position: Vec2) -> PathPlace {
        if self.segments() == 0 {
            return known;
        }
        let (mut best, mut least) = self.nearest_on(known.segment, position);
        let passing = self.pass_distance(least);
        let (mut segment, mut steps) = (known.segment, self.segments());
        while steps > 0 && self.point(segment + 1).distance(position) <= passing {
            let Some(next) = self.beside(segment, true) else {
                break;
            };
            let (place, distance) = self.nearest_on(next, position);
            if distance <= least || self.has_passed(segment + 1, position) {
                (best, least) = (place, distance);
            }
            (segment, steps) = (next, steps - 1);
        }
        let is_in_corridor = least <= (1.0 + PUSHED_BACK) * self.half_width;
        if best.segment != known.segment || is_in_corridor {
            return best;
        }
        (segment, steps) = (known.segment, self.segments());
        while steps > 0 && self.point(segment).distance(position) <= passing {
            let Some(before) = self.beside(segment, false) else {
                break;
            };
            let (place, distance) = self.nearest_on(before, position);
            if distance < least {
                (best, least) = (place, distance);
            }
            (segment, steps) = (before, steps - 1);
        }
        best
    }

    /// The distance of a body to the left of the path. At a passed point, the nearer segment
    /// counts, so that the body turns gently.
    fn lateral(&self, from: PathPlace, position: Vec2) -> f32 {
        let (mut place, least) = self.nearest_on(from.segment, position);
        if self.has_passed(from.segment, position)
            && let Some(before) = self.beside(from.segment, false)
        {
            let (other, distance) = self.nearest_on(before, position);
            if distance < least {
                place = other;
            }
        }
        let (_, direction, _) = self.segment(place.segment);
        left(direction).dot(position - self.position(place))
    }

    /// The lead of a body at `position` with the place `from`: `ahead` world units farther along
    /// the path, or less where the corridor turns.
    pub fn lead(&self, from: PathPlace, position: Vec2, ahead: f32) -> Lead {
        if self.segments() == 0 {
            return lead_to_end(position, self.point(0));
        }
        let passing = self.pass_distance(self.position(from).distance(position));
        let beside = self.lateral(from, position);
        let beside = beside.clamp(-self.half_width, self.half_width);
        let mut cone = Cone::default();
        let (mut place, mut rest) = (from, ahead);
        let mut steps = 2 * self.segments();
        let mut segment = self.segment(place.segment);
        loop {
            let (start, direction, length) = segment;
            if rest <= length - place.along || steps == 0 {
                let along = (place.along + rest).min(length);
                let target = start + direction * along + left(direction) * beside;
                return cone.lead(position, target, direction, false);
            }
            rest -= length - place.along;
            let end = self.point(place.segment + 1);
            let Some(next) = self.beside(place.segment, true) else {
                return cone.lead(position, end, direction, true);
            };
            segment = self.segment(next);
            let turn = direction.perp_dot(segment.1);
            if !cone.narrow(position, end, AIM * passing, turn) {
                return cone.lead(position, end, direction, false);
            }
            place = PathPlace {
                segment: next,
                along: 0.0,
            };
            steps -= 1;
        }
    }
}

fn lead_to_end(position: Vec2, end: Vec2) -> Lead {
    let way = direction_and_length(end - position);
    Lead {
        toward: way.map_or(Vec2::ZERO, |(toward, _)| toward),
        position: end,
        is_end: true,
    }
}

#[cfg(test)]
mod tests;
