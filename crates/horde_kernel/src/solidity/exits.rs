//! Straight ways out of overlapping obstacles, in several directions.

use crate::math::portable::wide_unit_at;
use crate::obstacles::bounds::Bounds;
use crate::obstacles::placed::{ObstacleId, PlacedObstacle};
use crate::obstacles::sweep::RelativeEdge;
use crate::obstacles::swept_disc::SweptDisc;
use crate::solidity::solids::{Solids, has_inside};
use core::cell::Cell;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

/// The number of directions to try beside the straight way out, evenly spread. One of them lies in
/// every way out as wide as an eleventh of a turn.
const DIRECTIONS: usize = 11;
/// The first search reaches this many times the least way out. Each further search reaches this
/// many times farther than the one before.
const FARTHER: f64 = 4.0;
/// The largest number of covered intervals to examine for a body in a tick.
const MOST_INTERVALS: usize = 1024;
/// The largest number of further intervals to examine along the body's own direction.
const MOST_ALONG: usize = 256;

/// The ways out for a body that overlaps obstacles.
pub(super) struct Exits<'a> {
    pub(super) solids: Solids<'a>,
    pub(super) from: DVec2,
    /// The least distance that the body has to go.
    pub(super) depth: f64,
    /// The latest tick in which an obstacle that the body overlaps appeared or moved. The body
    /// leaves through no older obstacle, unless that encloses its center.
    pub(super) pushed_at: u64,
    /// The obstacles through which it may leave, see [`Solids::left_by`].
    pub(super) left_by: &'a [ObstacleId],
}

/// The result of a straight way.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    /// The body fits after this distance.
    Out { through: Through, distance: f64 },
    /// A wall is on the way, so this is no way out.
    Blocked,
    /// The search has found neither.
    Unknown,
}

/// The obstacles that the center passes through, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Through {
    /// Only the obstacles through which it may leave.
    Nothing,
    /// Other obstacles that have an inside.
    Obstacles,
}

impl Exits<'_> {
    /// The end of the shortest way out. Its direction is `normal`, the opposite, one of the two
    /// along the surface, or one of those spread round from `own`. Ways through other obstacles
    /// come last. Ways through walls do not count, nor do ways through obstacles that stood before
    /// the body was pushed.
    ///
    /// If there is too much to examine, the result lies on the way along `own`. `own` is the same
    /// in every tick, so the body comes out in the end.
    pub(super) fn shortest(&self, normal: DVec2, own: DVec2) -> Option<DVec2> {
        let turn = wide_unit_at(core::f64::consts::TAU / DIRECTIONS as f64);
        let spread = core::iter::successors(Some(own), |last| Some(last.rotate(turn)));
        let first = [normal, normal.perp(), -normal.perp(), -normal].into_iter();
        let directions: SmallVec<[DVec2; DIRECTIONS + 4]> =
            first.chain(spread.take(DIRECTIONS)).collect();
        let mut ways: SmallVec<[Way; DIRECTIONS + 4]> =
            directions.iter().map(|_| Way::Unknown).collect();
        let mut left = MOST_INTERVALS;
        let mut length = FARTHER * self.depth;
        let farthest = self.solids.farthest_exit();
        while length <= farthest * FARTHER {
            for (direction, way) in directions.iter().zip(&mut ways) {
                if *way == Way::Unknown {
                    *way = self.way(*direction, length.min(farthest), &mut left);
                }
                if left == 0 {
                    break;
                }
            }
            let is_settled = ways.iter().all(|way| *way != Way::Unknown);
            let has_clean = ways.iter().any(|way| {
                matches!(
                    way,
                    Way::Out {
                        through: Through::Nothing,
                        ..
                    }
                )
            });
            if is_settled || has_clean || left == 0 {
                break;
            }
            length *= FARTHER;
        }
        let out = directions
            .iter()
            .zip(&ways)
            .filter_map(|(direction, way)| match way {
                Way::Out { through, distance } => Some((*through, *distance, *direction)),
                _ => None,
            });
        let shortest =
            out.min_by(|first, second| first.0.cmp(&second.0).then(first.1.total_cmp(&second.1)));
        let place = match shortest {
            Some((_, distance, direction)) => self.from + direction * distance,
            None if left == 0 => self.along(own)?,
            None => return None,
        };
        place.as_vec2().is_finite().then_some(place)
    }

    /// The first place along `own` where the body is outside, or the end of what was searched;
    /// `None` if a wall is on the way. Where too many obstacles are near, it searches only the
    /// first part.
    fn along(&self, own: DVec2) -> Option<DVec2> {
        let mut left = MOST_ALONG;
        let mut length = FARTHER * self.depth;
        let mut step = length;
        let farthest = self.solids.farthest_exit();
        while length < farthest {
            match self.way(own, length, &mut left) {
                Way::Out { distance, .. } => return Some(self.from + own * distance),
                Way::Blocked => return None,
                Way::Unknown if left == 0 => break,
                Way::Unknown => step = length,
            }
            length *= FARTHER;
        }
        let place = self.from + own * step;
        let way = (self.from, place);
        let is_closed = (self.solids).has_wall_between(way, self.pushed_at, self.left_by);
        (!is_closed).then_some(place)
    }

    /// Whether, and where, the way along `direction` leads out within `length`. Subtracts the
    /// examined intervals from `left`.
    fn way(&self, direction: DVec2, length: f64, left: &mut usize) -> Way {
        let solids = self.solids.reaching(self.from, length);
        let mut covered = Covered {
            exits: self,
            solids,
            direction,
            length,
            intervals: SmallVec::new(),
            wall: f64::INFINITY,
            other: f64::INFINITY,
        };
        let to = (self.from + direction * length).as_vec2();
        self.solids.obstacles.visit_sweep(
            self.from.as_vec2(),
            to,
            solids.keep_out as f32,
            |obstacle| {
                if solids.counts(obstacle) {
                    covered.add(obstacle, to, *left);
                }
            },
        );
        if covered.intervals.len() >= *left {
            *left = 0;
            return Way::Unknown;
        }
        *left -= covered.intervals.len();
        covered.way()
    }

    /// Whether no filled obstacle has `point` inside.
    fn is_outside(&self, point: DVec2) -> bool {
        let mut is_outside = true;
        self.solids.visit_within(point, 0.0, |obstacle| {
            is_outside &= !obstacle.shape.encloses(point);
        });
        is_outside
    }
}

/// A straight way, and its intervals that obstacles cover.
struct Covered<'a, 'b> {
    exits: &'a Exits<'b>,
    solids: Solids<'b>,
    direction: DVec2,
    length: f64,
    /// The intervals on which the body does not fit.
    intervals: SmallVec<[(f64, f64); 64]>,
    /// The distance at which the center meets a wall.
    wall: f64,
    /// The distance at which the center enters another obstacle than those that it may leave.
    other: f64,
}

impl Covered<'_, '_> {
    /// Adds the intervals that an obstacle covers, until there are `most`.
    fn add(&mut self, obstacle: &PlacedObstacle, to: Vec2, most: usize) {
        let (from, shape) = (self.exits.from, &obstacle.shape);
        let solids = &self.solids;
        let radius = f64::from(shape.radius());
        let (direction, length) = (self.direction, self.length);
        let wide = solids.keep_out + radius;
        let has_inside = has_inside(shape);
        let may_leave = has_inside && self.exits.left_by.contains(&obstacle.id);
        let keeps_in = obstacle.standing_since < self.exits.pushed_at;
        let is_wall = keeps_in || !has_inside;
        let left = Cell::new(most.saturating_sub(self.intervals.len()));
        let swept = SweptDisc::new(from.as_vec2(), to, wide as f32);
        let meets = |bounds: &Bounds| left.get() > 0 && swept.may_touch(bounds);
        shape.visit_edges(meets, |_, edge| {
            if left.get() == 0 {
                return;
            }
            let edge = RelativeEdge::new(edge, from);
            if let Some((first, last)) = edge.interval_within(direction, wide)
                && last > 0.0
                && first < length
            {
                self.intervals.push((first, last));
                left.set(left.get() - 1);
            }
            // A wall encloses nothing: a body exactly on one of its edges may leave only that edge.
            let is_left = may_leave || (!has_inside && edge.separation().distance <= 0.0);
            if !is_left {
                let touch = solids.touch() + radius;
                if let Some(hit) = edge.block(direction, length, touch, 0.0) {
                    let entered = if is_wall {
                        &mut self.wall
                    } else {
                        &mut self.other
                    };
                    *entered = entered.min(hit.distance);
                }
            }
        });
    }

    /// The result: a way out ends at the first place where the body fits.
    fn way(mut self) -> Way {
        self.intervals.sort_unstable_by(|first, second| {
            first
                .0
                .total_cmp(&second.0)
                .then(first.1.total_cmp(&second.1))
        });
        let mut end = 0.0_f64;
        let beyond = (f64::INFINITY, f64::INFINITY);
        for (first, last) in self.intervals.iter().copied().chain([beyond]) {
            if end >= self.length {
                break;
            }
            // Behind a wall there is no way out.
            if end > self.wall {
                return Way::Blocked;
            }
            let through = if end > self.other {
                Through::Obstacles
            } else {
                Through::Nothing
            };
            let place = self.exits.from + self.direction * end;
            if first > end && self.exits.is_outside(place) {
                return Way::Out {
                    through,
                    distance: end,
                };
            }
            end = end.max(last);
        }
        if end > self.wall {
            Way::Blocked
        } else {
            Way::Unknown
        }
    }
}
