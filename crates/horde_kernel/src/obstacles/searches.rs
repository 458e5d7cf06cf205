//! Searches over all obstacles.
//!
//! Of several equal results, the first by shape and place counts. So no result depends on the order
//! in which the tree visits obstacles.

use crate::math::vector::direction_and_length;
use crate::obstacles::bounds::Bounds;
use crate::obstacles::circle::CastHit;
use crate::obstacles::index::Obstacles;
use crate::obstacles::outline::{Outline, SurfacePoint};
use crate::obstacles::placed::{NearestObstacle, ObstacleHit, ObstacleId, PlacedObstacle};
use crate::obstacles::sweep::SweepHit;
use crate::obstacles::swept_disc::SweptDisc;
use core::cell::Cell;
use glam::{DVec2, Vec2};

/// Rounding may move a line of sight past a corner by this part of the line's length.
const SIGHT_ROUNDING: f32 = 4.0 * f32::EPSILON;
/// Rounding may swap two hits that differ by less than this part of the distance.
const TIE_ROUNDING: f32 = 1e-3;

impl Obstacles {
    /// The first obstacle, among those that `counts` accepts, that a circle of `radius` meets from
    /// `from` to `to`.
    ///
    /// The circle meets an obstacle around its start at distance 0. Of several at the same distance
    /// the first by shape and place counts. Places that are not finite, or a radius that is
    /// negative or not finite, meet nothing.
    pub fn first_hit(
        &self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<ObstacleHit> {
        if !(from.is_finite() && to.is_finite() && radius >= 0.0 && radius.is_finite()) {
            return None;
        }
        let (heading, length) = direction_and_length(to - from).unwrap_or((Vec2::X, 0.0));
        let cast = |shape: &Outline, length| shape.cast(from, heading, length, radius);
        let (obstacle, hit) = self.nearest_cast(from, heading, length, radius, counts, cast)?;
        Some(ObstacleHit {
            id: obstacle.id,
            distance: hit.distance,
            position: from + heading * hit.distance,
            normal: hit.normal,
        })
    }

    /// Whether no opaque obstacle touches the straight line from `from` to `to`, except those for
    /// which `is_ignored` holds.
    ///
    /// A line that only touches a corner is blocked. From inside of an opaque obstacle nothing is
    /// in sight, nor is anything inside in sight from elsewhere. Places that are not finite are in
    /// sight, because no obstacle is known to be between.
    pub fn line_of_sight_past(
        &self,
        from: Vec2,
        to: Vec2,
        is_ignored: impl Fn(ObstacleId) -> bool,
    ) -> bool {
        if !(from.is_finite() && to.is_finite()) || self.is_clear(from, to, 0.0) {
            return true;
        }
        let (heading, length) = direction_and_length(to - from).unwrap_or((Vec2::X, 0.0));
        // The line is as thick as its direction is uncertain, or it slips through where two edges
        // meet.
        let thickness = SIGHT_ROUNDING * length;
        let swept = SweptDisc::new(from, to, thickness);
        !self.tree.any(
            |bounds| swept.may_touch(bounds),
            |number| {
                let obstacle = &self.obstacles[number];
                let hit = || obstacle.shape.cast(from, heading, length, thickness);
                obstacle.opaque && !is_ignored(obstacle.id) && hit().is_some()
            },
        )
    }

    /// The first obstacle that stops a body of `radius` on its way from `from` along the unit
    /// vector `heading`. Only obstacles that `counts` accepts stop it. In double precision: see
    /// [`Outline::sweep`].
    pub fn sweep(
        &self,
        from: DVec2,
        heading: DVec2,
        length: f64,
        radius: f64,
        touch: f64,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<(&PlacedObstacle, SweepHit)> {
        let (start, end) = (from.as_vec2(), (from + heading * length).as_vec2());
        let wide = (radius + touch) as f32;
        let swept = SweptDisc::new(start, end, wide);
        self.first_answer(
            (start, end, wide),
            length,
            counts,
            |bounds, _| swept.may_touch(bounds),
            |shape, _| {
                let hit = shape.sweep(from, heading, length, radius, touch)?;
                Some((hit.distance, hit))
            },
        )
    }

    /// The first obstacle in the way of a disc of `radius`, among those that `counts` accepts. A
    /// disc that starts in contact and leaves, or moves along the surface, meets nothing.
    pub fn blocking_hit(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<CastHit> {
        let block = |shape: &Outline, length| shape.block(from, heading, length, radius);
        let first = self.nearest_cast(from, heading, length, radius, counts, block);
        first.map(|(_, hit)| hit)
    }

    /// Whether an obstacle that `counts` accepts is in the way of a disc of `radius`, as for
    /// [`blocking_hit`](Self::blocking_hit). It tries the `likely` obstacle first.
    pub fn is_blocked(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
        likely: Option<ObstacleId>,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> bool {
        let to = from + heading * length;
        if self.is_clear(from, to, radius) {
            return false;
        }
        let swept = SweptDisc::new(from, to, radius);
        let meets = |bounds: &Bounds| swept.may_touch(bounds);
        let blocks = |number: usize| {
            let PlacedObstacle { shape, .. } = &self.obstacles[number];
            let is_in_way = || shape.is_in_way(from, heading, length, radius);
            meets(shape.bounds()) && counts(&self.obstacles[number]) && is_in_way()
        };
        let number = |id| self.number(id);
        likely.and_then(number).is_some_and(blocks) || self.tree.any(meets, blocks)
    }

    /// The point of the surface of an obstacle nearest to `point`; `None` without the obstacle.
    #[inline]
    pub fn nearest_on(&self, id: ObstacleId, point: Vec2) -> Option<SurfacePoint> {
        Some(self.get(id)?.shape.nearest(point))
    }

    /// The obstacle with the surface nearest to `point`, among those that `counts` accepts, at most
    /// `range` away.
    ///
    /// Inside of an obstacle the distance is negative, and the deepest counts as the nearest.
    pub fn nearest(
        &self,
        point: Vec2,
        range: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> Option<NearestObstacle> {
        if !point.is_finite() {
            return None;
        }
        let (obstacle, surface) = self.first_answer(
            (point, point, range),
            range.into(),
            counts,
            // Never misses an obstacle that is equally near: else the order of visits would decide
            // between the two.
            |bounds, reach| bounds.is_within(point, reach.max(0.0) as f32),
            |shape, _| {
                let surface = shape.nearest(point);
                (surface.distance <= range).then_some((surface.distance.into(), surface))
            },
        )?;
        Some(NearestObstacle {
            id: obstacle.id,
            distance: surface.distance,
            point: surface.point,
            normal: surface.normal,
        })
    }

    /// Whether the clearance field alone tells that a disc of `radius` meets no obstacle's box from
    /// `from` to `to`. `false` tells nothing.
    #[inline]
    pub fn is_clear(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        let half_way = (to - from).abs().max_element() * 0.5;
        let rounding = f32::EPSILON * from.abs().max(to.abs()).max_element();
        self.clearance.at_least((from + to) * 0.5) > half_way + radius + rounding
    }

    /// The same for a disc that does not move.
    #[inline]
    pub fn is_clear_around(&self, center: Vec2, radius: f32) -> bool {
        let rounding = f32::EPSILON * center.abs().max_element();
        self.clearance.at_least(center) > radius + rounding
    }

    /// Whether a disc of `radius` touches no obstacle.
    #[inline]
    pub fn fits(&self, center: Vec2, radius: f32) -> bool {
        self.fits_among(center, radius, |_| true)
    }

    /// Whether a disc of `radius` touches none of the obstacles that `counts` accepts.
    pub fn fits_among(
        &self,
        center: Vec2,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
    ) -> bool {
        let nearest = || self.nearest(center, radius, counts);
        self.is_clear_around(center, radius) || nearest().is_none()
    }

    /// Whether a disc of `radius` meets no obstacle's box on the two straight ways from `from` to
    /// `ends`.
    #[inline]
    pub fn are_clear(&self, from: Vec2, ends: [Vec2; 2], radius: f32) -> bool {
        let [first, second] = ends;
        let low = from.min(first).min(second);
        let high = from.max(first).max(second);
        let half = (high - low).max_element() * 0.5;
        let rounding = f32::EPSILON * low.abs().max(high.abs()).max_element();
        let is_far = self.clearance.at_least((low + high) * 0.5) > half + radius + rounding;
        is_far || self.meets_no_box(from, ends, radius)
    }

    /// The same by a search of the tree alone.
    #[inline(never)]
    fn meets_no_box(&self, from: Vec2, ends: [Vec2; 2], radius: f32) -> bool {
        let [first, second] = ends.map(|end| Bounds::of_points(from, end).grown(radius));
        let around = first.union(&second);
        let swept = ends.map(|end| SweptDisc::new(from, end, radius));
        !self.tree.any(
            |bounds| bounds.overlaps(&around),
            |number| {
                let bounds = self.obstacles[number].shape.bounds();
                swept.iter().any(|swept| swept.may_touch(bounds))
            },
        )
    }

    /// Calls `visit` with each obstacle of which the disc may touch the box, and its number in
    /// [`obstacles`](Self::obstacles).
    pub fn visit_near<'a>(
        &'a self,
        center: Vec2,
        radius: f32,
        visit: impl FnMut(u32, &'a PlacedObstacle),
    ) {
        if !self.is_clear_around(center, radius) {
            self.visit_unclear(center, radius, visit);
        }
    }

    /// The same without a test of the clearance field, for a disc that is rarely
    /// [clear](Self::is_clear_around).
    pub fn visit_unclear<'a>(
        &'a self,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(u32, &'a PlacedObstacle),
    ) {
        let disc = Bounds::of_disc(center, radius);
        self.tree.visit(
            |bounds| bounds.overlaps(&disc),
            |number| visit(number as u32, &self.obstacles[number]),
        );
    }

    /// How many obstacles have boxes that overlap the box around this disc.
    #[inline]
    pub fn count_around(&self, center: Vec2, radius: f32) -> usize {
        let disc = Bounds::of_disc(center, radius);
        let mut count = 0;
        self.visit_unclear(center, radius, |_, obstacle| {
            count += usize::from(obstacle.shape.bounds().overlaps(&disc));
        });
        count
    }

    /// Calls `visit` with each obstacle of which a disc of `radius` may touch the box, from `from`
    /// to `to`.
    pub fn visit_sweep<'a>(
        &'a self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        mut visit: impl FnMut(&'a PlacedObstacle),
    ) {
        if self.is_clear(from, to, radius) {
            return;
        }
        let swept = SweptDisc::new(from, to, radius);
        self.tree.visit(
            |bounds| swept.may_touch(bounds),
            |number| visit(&self.obstacles[number]),
        );
    }

    /// Calls `visit` with each obstacle of which `swept` may touch the box, and its number. `visit`
    /// may shorten `swept`.
    pub fn visit_along<'a>(
        &'a self,
        swept: &Cell<SweptDisc>,
        mut visit: impl FnMut(u32, &'a PlacedObstacle),
    ) {
        self.tree.visit(
            |bounds| swept.get().may_touch(bounds),
            |number| visit(number as u32, &self.obstacles[number]),
        );
    }

    fn nearest_cast(
        &self,
        from: Vec2,
        heading: Vec2,
        length: f32,
        radius: f32,
        counts: impl Fn(&PlacedObstacle) -> bool,
        cast: impl Fn(&Outline, f32) -> Option<CastHit>,
    ) -> Option<(&PlacedObstacle, CastHit)> {
        let to = from + heading * length;
        let swept = Cell::new(SweptDisc::new(from, to, radius));
        self.first_answer(
            (from, to, radius),
            length.into(),
            counts,
            |bounds, _| swept.get().may_touch(bounds),
            |shape, reach| {
                let hit = cast(shape, reach as f32)?;
                // Look a little farther, or rounding decides which of two equally near obstacles is
                // visited.
                let farther = hit.distance + (hit.distance + radius) * TIE_ROUNDING;
                let to = from + heading * farther.min(length);
                swept.set(SweptDisc::new(from, to, radius));
                Some((hit.distance.into(), hit))
            },
        )
    }

    /// The obstacle with the nearest `answer` among those that a disc of `radius` may meet from
    /// `from` to `to`. Of several equally near, the first by shape and place counts.
    ///
    /// `enters` and `answer` receive the least distance so far, `most` at first.
    fn first_answer<T: Copy>(
        &self,
        (from, to, radius): (Vec2, Vec2, f32),
        most: f64,
        counts: impl Fn(&PlacedObstacle) -> bool,
        enters: impl Fn(&Bounds, f64) -> bool,
        answer: impl Fn(&Outline, f64) -> Option<(f64, T)>,
    ) -> Option<(&PlacedObstacle, T)> {
        if self.is_clear(from, to, radius) {
            return None;
        }
        let reach = Cell::new(most);
        let mut first: Option<(f64, &PlacedObstacle, T)> = None;
        self.tree.visit(
            |bounds| enters(bounds, reach.get()),
            |number| {
                let obstacle = &self.obstacles[number];
                if counts(obstacle)
                    && let Some((distance, answer)) = answer(&obstacle.shape, reach.get())
                    && first.is_none_or(|(least, other, _)| {
                        distance < least || (distance == least && obstacle.order(other).is_lt())
                    })
                {
                    first = Some((distance, obstacle, answer));
                    reach.set(distance);
                }
            },
        );
        first.map(|(_, obstacle, answer)| (obstacle, answer))
    }
}

#[cfg(test)]
mod tests;
