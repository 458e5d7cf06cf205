//! The way out of obstacles, at a bounded cost in any world.
//!
//! A body takes a straight way out if its center passes only through obstacles that enclose it, or
//! that moved over the body in this tick. Else it leaves through other obstacles. It never leaves
//! through a wall, which has no inside. A body pushed by an obstacle that moved or appeared never
//! leaves through an older obstacle. A body without a way out stays in place, squeezed.

use crate::obstacles::bounds::Bounds;
use crate::obstacles::placed::ObstacleId;
use crate::solidity::exits::Exits;
use crate::solidity::nearest_free_position::{Barrier, nearest_free_position};
use crate::solidity::solids::{Overlap, Solids};
use core::cell::Cell;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

/// The search for the nearest free place reaches this many times the least way out, plus the width
/// of the body.
const NEAR: f64 = 4.0;
/// If the search finds none, it is repeated with this many times that reach, where more edges are
/// within it.
const FAR: f64 = 8.0;
/// With more edges than this nearby, the search for the nearest place is skipped.
const MOST_EDGES: usize = 24;

/// Where a body begins its move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Start {
    pub(super) position: DVec2,
    /// Whether the body still overlaps an obstacle: it has no way out, or is not out yet.
    pub(super) is_squeezed: bool,
}

impl Start {
    /// A body that stays where it is.
    #[inline]
    pub(super) fn at(position: DVec2, is_squeezed: bool) -> Self {
        Self {
            position,
            is_squeezed,
        }
    }
}

impl Solids<'_> {
    /// Returns `from` if the body fits there or is squeezed, else the place where it leaves the
    /// obstacles that it overlaps.
    ///
    /// The body leaves along `direction` when no way is better than another, and moves by at most
    /// `push`, world units.
    pub(super) fn leave(
        &self,
        from: DVec2,
        tick: u64,
        push: f64,
        direction: impl FnOnce() -> Vec2,
    ) -> Start {
        match self.deepest(from) {
            None => Start::at(from, false),
            Some(_) if push == 0.0 => Start::at(from, true),
            Some(deepest) => {
                let tick = self.push_begins(from, tick, push, &deepest);
                Escape::new(*self, from, deepest, tick, direction()).start(push)
            }
        }
    }

    /// The tick in which obstacles began to push a body out. It is the present one, unless a
    /// limited push may not have brought the body out yet.
    fn push_begins(&self, from: DVec2, tick: u64, push: f64, deepest: &Overlap) -> u64 {
        if push.is_infinite() {
            return tick;
        }
        let pushed_at = self.pushed_at(from);
        let pushed_by = push * tick.saturating_sub(pushed_at) as f64;
        let bounds = deepest.obstacle.shape.bounds();
        let size = f64::from(bounds.min.distance(bounds.max)) + 2.0 * self.keep_out;
        if pushed_by <= size { pushed_at } else { tick }
    }
}

/// A body that overlaps an obstacle.
struct Escape<'a> {
    solids: Solids<'a>,
    from: DVec2,
    /// The deepest overlap.
    deepest: Overlap<'a>,
    /// The obstacles through which the body may leave.
    left_by: SmallVec<[ObstacleId; 4]>,
    /// The direction when all ways are equal.
    direction: DVec2,
}

impl<'a> Escape<'a> {
    fn new(
        solids: Solids<'a>,
        from: DVec2,
        mut deepest: Overlap<'a>,
        tick: u64,
        direction: Vec2,
    ) -> Self {
        let direction = direction.as_dvec2().normalize_or(DVec2::X);
        let shape = &deepest.obstacle.shape;
        if deepest.normal == DVec2::ZERO {
            deepest.normal = direction;
        } else if !shape.is_filled() && deepest.distance <= -f64::from(shape.radius()) {
            // On the axis of a capsule, or on a wall, both sides are equally near.
            deepest.normal *= deepest.normal.dot(direction).signum();
        }
        let farthest = NEAR * FAR * (solids.keep_out - deepest.distance);
        let left_by = solids.left_by(from, tick);
        Self {
            solids: solids.reaching(from, farthest),
            from,
            deepest,
            left_by,
            direction,
        }
    }

    /// The start of the body's move: where it fits, `push` nearer to that place, or, without a way
    /// out, where it is.
    fn start(&self, push: f64) -> Start {
        let out = self.straight_out().or_else(|| self.way_out());
        let place = out.unwrap_or(self.from);
        let way = place - self.from;
        let is_near = way.length() <= push;
        Start {
            position: if is_near {
                place
            } else {
                self.from + way.normalize_or_zero() * push
            },
            is_squeezed: out.is_none() || !is_near,
        }
    }

    /// The nearest place where the body fits. If the search does not reach that far, the end of a
    /// straight way out may be nearer than the place that it finds.
    fn way_out(&self) -> Option<DVec2> {
        let found = self.nearest_place();
        if let Some((place, true)) = found {
            return Some(place);
        }
        let exits = Exits {
            solids: self.solids,
            from: self.from,
            depth: self.missing(),
            pushed_at: self.solids.pushed_at(self.from),
            left_by: &self.left_by,
        };
        let end = exits.shortest(self.deepest.normal, self.direction);
        let Some((place, _)) = found else {
            return end;
        };
        let least = place.distance(self.from);
        let nearer = end.filter(|end| end.distance(self.from) < least && self.is_possible(*end));
        Some(nearer.unwrap_or(place))
    }

    /// The least distance that the body has to go to leave the deepest obstacle.
    fn missing(&self) -> f64 {
        self.solids.keep_out - self.deepest.distance
    }

    /// The place straight out of the deepest overlap; `None` if that is not free. This is the usual
    /// way.
    fn straight_out(&self) -> Option<DVec2> {
        let out = self.from + self.deepest.normal * self.missing();
        self.is_possible(out).then_some(out)
    }

    /// The nearest place where the body fits, and whether no place beyond the searched edges can be
    /// nearer. `None` if too many edges are near, or the body fits at no place that was tried.
    fn nearest_place(&self) -> Option<(DVec2, bool)> {
        let reach = NEAR * self.missing() + 2.0 * self.solids.keep_out;
        let (mut found, mut place, mut tested) = (None, None, 0);
        for reach in [reach, FAR * reach] {
            let Some(barriers) = self.barriers(reach) else {
                break;
            };
            if barriers.len() > tested {
                tested = barriers.len();
                place =
                    nearest_free_position(self.from, &barriers, |place| self.is_possible(place));
            }
            let is_nearest = |place: DVec2| place.distance(self.from) <= reach;
            found = place.map(|place| (place, is_nearest(place))).or(found);
            if let Some((_, true)) = found {
                break;
            }
        }
        found
    }

    fn is_possible(&self, place: DVec2) -> bool {
        let is_near = place.distance(self.from) <= self.solids.farthest_exit();
        is_near
            && self.solids.fits(place)
            && self.solids.is_way_open(self.from, place, &self.left_by)
    }

    /// The edges within `reach`, in an order that follows from the obstacles alone; `None` for more
    /// than [`MOST_EDGES`].
    fn barriers(&self, reach: f64) -> Option<Vec<Barrier>> {
        let mut near = Vec::new();
        let count = Cell::new(0);
        let disc = Bounds::of_disc(self.from.as_vec2(), reach as f32);
        self.solids.visit_within(self.from, reach, |obstacle| {
            let shape = &obstacle.shape;
            shape.visit_edges(
                |bounds| count.get() <= MOST_EDGES && bounds.overlaps(&disc),
                |number, edge| {
                    if count.get() > MOST_EDGES {
                        return;
                    }
                    let barrier = Barrier {
                        edge: *edge,
                        clearance: self.solids.keep_out + f64::from(shape.radius()),
                        is_filled: shape.is_filled(),
                    };
                    // The tree also visits some obstacles that are not near. Which ones depends on
                    // the history of the tree.
                    if barrier.distance(self.from) <= reach {
                        count.set(count.get() + 1);
                        near.push((obstacle, number, barrier));
                    }
                },
            );
        });
        if near.len() > MOST_EDGES {
            return None;
        }
        near.sort_by(|first, second| {
            let by_obstacle = first.0.order(second.0);
            by_obstacle.then(first.1.cmp(&second.1))
        });
        Some(near.into_iter().map(|(_, _, barrier)| barrier).collect())
    }
}
