//! The solid obstacles round one body, in double precision.

use crate::obstacles::index::Obstacles;
use crate::obstacles::outline::Outline;
use crate::obstacles::placed::{ObstacleId, PlacedObstacle};
use crate::obstacles::sweep::{RelativeEdge, SweepHit, direction_and_length_exactly};
use crate::obstacles::swept_disc::SweptDisc;
use crate::solidity::slide::contact_gap;
use glam::DVec2;
use smallvec::SmallVec;

/// The part of the gap within which a body is in contact.
const TOUCH: f64 = 1e-3;
/// The part of the gap that a body may lose, to rounding and to pushes of others, before it is put
/// back.
const TOLERANCE: f64 = 0.5;

/// A way out longer than this many radii of the body does not count. For a small body the limit is
/// a million units. So far away single precision does not tell the body from a point.
const FARTHEST_EXIT: f64 = 16_777_216.0;
/// Smaller bodies count as this large for the limit, world units.
const SMALLEST_BODY: f64 = 0.06;

/// The solid obstacles round one body.
#[derive(Clone, Copy)]
pub(super) struct Solids<'a> {
    pub(super) obstacles: &'a Obstacles,
    /// The obstacle on the body itself, which does not count.
    pub(super) own: ObstacleId,
    /// How far its center stays from surfaces: its radius and the gap.
    pub(super) keep_out: f64,
    pub(super) gap: f64,
    radius: f64,
}

/// An obstacle that the body overlaps.
#[derive(Clone, Copy)]
pub(super) struct Overlap<'a> {
    pub(super) obstacle: &'a PlacedObstacle,
    /// The distance from the center to the surface; negative where the center is inside.
    pub(super) distance: f64,
    /// The unit vector along the way out; zero where all ways are equal.
    pub(super) normal: DVec2,
}

impl<'a> Solids<'a> {
    /// The obstacles round a body that keeps `gap` from them. `own` is on the body itself.
    #[inline]
    pub(super) fn new(obstacles: &'a Obstacles, own: ObstacleId, radius: f32, gap: f32) -> Self {
        let (radius, gap) = (f64::from(radius), f64::from(gap));
        Self {
            obstacles,
            own,
            keep_out: radius + gap,
            gap,
            radius,
        }
    }

    /// The same with the gap that the body needs up to `distance` from `from`: larger coordinates
    /// are coarser.
    #[inline]
    pub(super) fn reaching(&self, from: DVec2, distance: f64) -> Self {
        let farthest = (from.abs() + distance).as_vec2();
        let gap = f64::from(contact_gap(self.radius as f32, farthest)).max(self.gap);
        Self {
            keep_out: self.radius + gap,
            gap,
            ..*self
        }
    }

    /// The largest length of a way out.
    #[inline]
    pub(super) fn farthest_exit(&self) -> f64 {
        FARTHEST_EXIT * self.radius.max(SMALLEST_BODY)
    }

    /// The first obstacle that stops the body on its way, and the hit.
    #[inline]
    pub(super) fn first_hit(
        &self,
        from: DVec2,
        heading: DVec2,
        length: f64,
    ) -> Option<(&'a PlacedObstacle, SweepHit)> {
        self.obstacles.sweep(
            from,
            heading,
            length,
            self.keep_out,
            self.touch(),
            |obstacle| self.counts(obstacle),
        )
    }

    /// The distance from a surface within which the body touches it.
    #[inline]
    pub(super) fn touch(&self) -> f64 {
        TOUCH * self.gap
    }

    /// Whether an obstacle keeps this body out.
    #[inline]
    pub(super) fn counts(&self, obstacle: &PlacedObstacle) -> bool {
        obstacle.solid && obstacle.id != self.own
    }

    /// The obstacle that a body at `center` overlaps most deeply. Of several as deep, it is the
    /// first by shape and place. `None` if the body fits.
    pub(super) fn deepest(&self, center: DVec2) -> Option<Overlap<'a>> {
        let mut deepest: Option<Overlap> = None;
        let allowed = self.allowed();
        self.visit_within(center, self.keep_out, |obstacle| {
            let separation = obstacle.shape.separation(center);
            let is_deeper = deepest.is_none_or(|other| {
                separation.distance < other.distance
                    || (separation.distance == other.distance
                        && obstacle.order(other.obstacle).is_lt())
            });
            if separation.distance < allowed && is_deeper {
                deepest = Some(Overlap {
                    obstacle,
                    distance: separation.distance,
                    normal: separation.normal,
                });
            }
        });
        deepest
    }

    /// The obstacles through which a body at `center` may leave: those that have its center inside
    /// or on their surface, and those with an inside that moved over the body in tick `tick`.
    pub(super) fn left_by(&self, center: DVec2, tick: u64) -> SmallVec<[ObstacleId; 4]> {
        let mut left_by = SmallVec::new();
        let allowed = self.allowed();
        self.visit_within(center, self.keep_out, |obstacle| {
            let shape = &obstacle.shape;
            let has_moved = obstacle.standing_since == tick && has_inside(shape);
            let is_near = has_moved || shape.bounds().is_within(center.as_vec2(), 0.0);
            if is_near {
                let distance = shape.separation(center).distance;
                if distance <= 0.0 || (has_moved && distance < allowed) {
                    left_by.push(obstacle.id);
                }
            }
        });
        left_by
    }

    /// A body nearer to a surface than this overlaps it.
    fn allowed(&self) -> f64 {
        self.keep_out - TOLERANCE * self.gap
    }

    /// The latest tick in which one of the obstacles that a body at `center` overlaps appeared,
    /// moved or changed its shape.
    #[inline]
    pub(super) fn pushed_at(&self, center: DVec2) -> u64 {
        let allowed = self.allowed();
        let mut latest = 0;
        self.visit_within(center, self.keep_out, |obstacle| {
            if obstacle.shape.separation(center).distance < allowed {
                latest = latest.max(obstacle.standing_since);
            }
        });
        latest
    }

    /// Whether a body at `center` is deeper in an obstacle than one at `other`.
    #[inline]
    pub(super) fn is_deeper(&self, center: DVec2, other: DVec2) -> bool {
        let distance = |center| {
            let deepest = self.deepest(center);
            deepest.map_or(f64::INFINITY, |overlap| overlap.distance)
        };
        distance(center) < distance(other)
    }

    /// Whether the body fits at `center`.
    #[inline]
    pub(super) fn fits(&self, center: DVec2) -> bool {
        if !center.as_vec2().is_finite() {
            return false;
        }
        let (allowed, mut fits) = (self.allowed(), true);
        self.visit_within(center, self.keep_out, |obstacle| {
            fits = fits && !obstacle.shape.is_within(center, allowed);
        });
        fits
    }

    /// Whether the straight way from `from` to `to` leads the body's center through no surface.
    ///
    /// The way may lead through the obstacles in `left_by`, but through no wall.
    pub(super) fn is_way_open(&self, from: DVec2, to: DVec2, left_by: &[ObstacleId]) -> bool {
        let Some((heading, length)) = direction_and_length_exactly(to - from) else {
            return true;
        };
        let touch = self.touch();
        let mut is_open = true;
        self.visit_sweep(from, to, |obstacle| {
            if !is_open || !self.counts(obstacle) {
                return;
            }
            let shape = &obstacle.shape;
            is_open = if has_inside(shape) {
                left_by.contains(&obstacle.id)
                    || shape.sweep(from, heading, length, 0.0, touch).is_none()
            } else {
                !crosses_wall(shape, from, heading, length, touch)
            };
        });
        is_open
    }

    /// Whether the straight way from `from` to `to` leads the body's center through a wall, or into
    /// an obstacle that has stood since before tick `pushed_at`. Obstacles in `left_by` count only
    /// if they are walls.
    pub(super) fn has_wall_between(
        &self,
        (from, to): (DVec2, DVec2),
        pushed_at: u64,
        left_by: &[ObstacleId],
    ) -> bool {
        let Some((heading, length)) = direction_and_length_exactly(to - from) else {
            return false;
        };
        let mut is_met = false;
        self.visit_sweep(from, to, |obstacle| {
            let is_wall = !has_inside(&obstacle.shape)
                || (obstacle.standing_since < pushed_at && !left_by.contains(&obstacle.id));
            is_met |= is_wall
                && self.counts(obstacle)
                && crosses_wall(&obstacle.shape, from, heading, length, self.touch());
        });
        is_met
    }

    /// Calls `visit` with every solid obstacle that may come within `range` of `center`.
    pub(super) fn visit_within(
        &self,
        center: DVec2,
        range: f64,
        mut visit: impl FnMut(&'a PlacedObstacle),
    ) {
        let rounded = center.as_vec2();
        self.obstacles
            .visit_sweep(rounded, rounded, range as f32, |obstacle| {
                if self.counts(obstacle) {
                    visit(obstacle);
                }
            });
    }

    /// Calls `visit` with every obstacle that the straight line from `from` to `to` may meet.
    fn visit_sweep(&self, from: DVec2, to: DVec2, visit: impl FnMut(&'a PlacedObstacle)) {
        self.obstacles
            .visit_sweep(from.as_vec2(), to.as_vec2(), 0.0, visit);
    }
}

/// Whether the shape has an inside; walls have none.
#[inline]
pub(super) fn has_inside(shape: &Outline) -> bool {
    shape.is_filled() || shape.radius() > 0.0
}

/// Whether a straight way leads through an edge of `wall`. A way that starts on an edge may leave
/// it to either side.
fn crosses_wall(wall: &Outline, from: DVec2, heading: DVec2, length: f64, touch: f64) -> bool {
    let to = (from + heading * length).as_vec2();
    let radius = f64::from(wall.radius());
    let touch = touch + radius;
    let swept = SweptDisc::new(from.as_vec2(), to, touch as f32);
    wall.any_edge(
        |bounds| swept.may_touch(bounds),
        |_, edge| {
            if !swept.may_touch(&edge.bounds()) {
                return false;
            }
            let edge = RelativeEdge::new(edge, from);
            edge.separation().distance > radius && edge.block(heading, length, touch, 0.0).is_some()
        },
    )
}
