//! The nearest place of a path. Boxes around runs of segments leave out what is too far.

use super::{PathPlace, Walk};
use crate::obstacles::bounds::Bounds;
use core::ops::Range;
use glam::Vec2;

/// The number of segments in a run, and of boxes in a box of the next level.
const IN_RUN: usize = 16;
/// More than the rounding error of a distance, relative to the coordinates or the path's length.
const ROUNDING: f32 = 1e-5;

/// Boxes around runs of segments, then around runs of these boxes, and so on. A path of one run has
/// none.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SegmentBoxes {
    levels: Vec<Vec<Bounds>>,
}

impl SegmentBoxes {
    /// The boxes of the segments between these points.
    pub(super) fn new(points: &[Vec2]) -> Self {
        let segments = points.len().saturating_sub(1);
        let of_run = |start: usize| {
            let points = &points[start..=(start + IN_RUN).min(segments)];
            let point = Bounds::of_points(points[0], points[0]);
            let boxes = points.iter().map(|point| Bounds::of_points(*point, *point));
            boxes.fold(point, |all, one| all.union(&one))
        };
        let mut boxes: Vec<Bounds> = (0..segments).step_by(IN_RUN).map(of_run).collect();
        let mut levels = Vec::new();
        while boxes.len() > 1 {
            let union = |boxes: &[Bounds]| {
                let others = boxes[1..].iter();
                others.fold(boxes[0], |all, one| all.union(one))
            };
            let above = boxes.chunks(IN_RUN).map(union).collect();
            levels.push(core::mem::replace(&mut boxes, above));
        }
        Self { levels }
    }

    /// Lets the search visit its segments in rising order, of `count` in all.
    fn search(&self, count: usize, search: &mut impl Search) {
        match self.levels.len() {
            0 => (0..count).for_each(|segment| search.visit(segment)),
            levels => self.descend(levels - 1, 0..self.levels[levels - 1].len(), count, search),
        }
    }

    fn descend(&self, level: usize, boxes: Range<usize>, count: usize, search: &mut impl Search) {
        let segments_in_box = IN_RUN.pow(level as u32 + 1);
        for number in boxes {
            let start = number * segments_in_box;
            let segments = start..(start + segments_in_box).min(count);
            if !search.enters(&self.levels[level][number], &segments) {
                continue;
            }
            if level == 0 {
                segments.for_each(|segment| search.visit(segment));
            } else {
                let below = self.levels[level - 1].len();
                let start = number * IN_RUN;
                self.descend(level - 1, start..(start + IN_RUN).min(below), count, search);
            }
        }
    }

    /// Segments near to a position: at each level those in the nearest box.
    fn run_near(&self, position: Vec2, count: usize) -> Range<usize> {
        let mut boxes = 0..self.levels.last().map_or(0, Vec::len);
        for (level, all) in self.levels.iter().enumerate().rev() {
            let distance = |number: &usize| all[*number].distance_squared(position);
            let nearest = boxes.min_by(|one, other| distance(one).total_cmp(&distance(other)));
            let start = nearest.unwrap_or(0) * IN_RUN;
            let below = level
                .checked_sub(1)
                .map_or(count, |below| self.levels[below].len());
            boxes = start..(start + IN_RUN).min(below);
        }
        boxes
    }
}

/// A search for segments, which are numbered in the order of the line's points.
trait Search {
    /// Whether segments in a box count.
    fn enters(&self, bounds: &Bounds, segments: &Range<usize>) -> bool;
    fn visit(&mut self, segment: usize);
}

/// Searches the least distance, and a place at that distance.
struct Nearest<'a> {
    walk: &'a Walk<'a>,
    position: Vec2,
    least: f32,
    place: Option<PathPlace>,
}

impl Search for Nearest<'_> {
    fn enters(&self, bounds: &Bounds, _: &Range<usize>) -> bool {
        is_within(bounds, self.position, self.least)
    }

    fn visit(&mut self, segment: usize) {
        let segment = self.walk.in_its_direction(segment);
        let (place, distance) = self.walk.nearest_on(segment, self.position);
        if distance < self.least {
            (self.least, self.place) = (distance, Some(place));
        }
    }
}

/// Searches the place within `reach` whose distance along the path is nearest to `known`.
struct AboutKnown<'a> {
    walk: &'a Walk<'a>,
    position: Vec2,
    reach: f32,
    known: f32,
    /// The place, and how far it is from `known`.
    best: Option<(PathPlace, f32)>,
}

impl AboutKnown<'_> {
    fn compare(&mut self, place: PathPlace) {
        let away = (self.walk.distance_along(place) - self.known).abs();
        let wins = self.best.is_none_or(|(best, least)| {
            away.total_cmp(&least)
                .then(place.segment.cmp(&best.segment))
                .is_lt()
        });
        if wins {
            self.best = Some((place, away));
        }
    }
}

impl Search for AboutKnown<'_> {
    fn enters(&self, bounds: &Bounds, segments: &Range<usize>) -> bool {
        let Some((_, away)) = self.best else {
            return is_within(bounds, self.position, self.reach);
        };
        let along = self.walk.along(segments);
        let gap = (along.start - self.known).max(self.known - along.end);
        let is_too_far = gap > away + ROUNDING * self.walk.line.length;
        !is_too_far && is_within(bounds, self.position, self.reach)
    }

    fn visit(&mut self, segment: usize) {
        let segment = self.walk.in_its_direction(segment);
        let (place, distance) = self.walk.nearest_on(segment, self.position);
        if distance <= self.reach {
            self.compare(place);
        }
    }
}

/// Whether a box may have a segment within `reach` of the position, rounding included.
fn is_within(bounds: &Bounds, position: Vec2, reach: f32) -> bool {
    let rounding = ROUNDING * (position.abs().max_element() + reach);
    bounds.is_within(position, reach + rounding)
}

impl Walk<'_> {
    /// The nearest place of the whole path. Among places farther by at most the half width, the
    /// place wins whose distance along the path is nearest to `known`.
    pub fn nearest(&self, position: Vec2, known: f32) -> PathPlace {
        let (line, count) = (self.line, self.line.points.len() - 1);
        // The segment that closes the line is in no box.
        let closing = line.is_closed.then_some(count);
        let mut nearest = Nearest {
            walk: self,
            position,
            least: f32::INFINITY,
            place: None,
        };
        let first = line.boxes.run_near(position, count).chain(closing);
        first.for_each(|segment| nearest.visit(segment));
        line.boxes.search(count, &mut nearest);
        let mut about_known = AboutKnown {
            walk: self,
            position,
            reach: nearest.least + self.half_width,
            known,
            best: None,
        };
        if let Some(place) = nearest.place {
            about_known.compare(place);
        }
        closing
            .into_iter()
            .for_each(|segment| about_known.visit(segment));
        line.boxes.search(count, &mut about_known);
        about_known
            .best
            .map_or_else(PathPlace::default, |(place, _)| place)
    }

    /// The distances along the path that these segments of the line have.
    fn along(&self, segments: &Range<usize>) -> Range<f32> {
        let lengths = &self.line.lengths;
        let (start, end) = (lengths[segments.start], lengths[segments.end]);
        if self.is_backward {
            let length = lengths[lengths.len() - 1];
            length - end..length - start
        } else {
            start..end
        }
    }
}

#[cfg(test)]
mod tests;
