//! The search for a way to a goal that obstacles may turn.

use super::view::ObstacleView;
use super::ways::{DETOUR_FOR_ROOM, Detour, WaySearch};
use super::{DetourState, FAR};
use crate::trace::SteeringTrace;
use bevy::prelude::*;
use horde_kernel::math::vector::Side;
use horde_kernel::obstacles::side::{HEAD_ON, SidePreferences};

/// A goal that may need a detour, and the agent's data for that.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) goal: Vec2,
    /// Whether the last search found no way, and the number of obstacles is the same since.
    pub(super) is_enclosed: bool,
    /// The direction of the goal, and how far away it is.
    pub(super) toward: Vec2,
    pub(super) distance: f32,
    pub(super) heading: Vec2,
    pub(super) memory: DetourState,
    pub(super) passing_side: Side,
}

impl Turn {
    /// The way round the obstruction. Gives up the margin in `view` where the body fits through on
    /// a much shorter way.
    pub(super) fn round_or_through(
        &self,
        view: &mut ObstacleView,
        search: &mut WaySearch,
        trace: &mut Option<&mut SteeringTrace>,
    ) -> Option<Detour> {
        let best = self.round_in_sight(view, search, trace)?;
        if self.is_short(&best) || view.reach <= view.least_reach {
            return Some(best);
        }
        let mut narrow = ObstacleView {
            reach: view.least_reach,
            longest: best.length / DETOUR_FOR_ROOM,
            goal: None,
            ..view.clone()
        };
        let through = self.round(&mut narrow, search, &mut None);
        let length = through.map_or(self.distance, |through| through.length);
        let is_guess = through.is_some_and(|through| through.is_guess);
        if is_guess || length * DETOUR_FOR_ROOM >= best.length {
            return Some(best);
        }
        *view = ObstacleView {
            longest: view.longest,
            ..narrow
        };
        if let Some(trace) = trace {
            trace.bearing = through.map(|through| through.bearing);
        }
        // This search needed all obstacles in sight. The near obstacles alone may show another way,
        // which leads back.
        through.map(|through| Detour {
            looks_far: true,
            ..through
        })
    }

    /// The way round the obstruction among the near obstacles, if it is good enough; else among all
    /// in sight. The larger search meets more walls.
    fn round_in_sight(
        &self,
        view: &mut ObstacleView,
        search: &mut WaySearch,
        trace: &mut Option<&mut SteeringTrace>,
    ) -> Option<Detour> {
        let looks_far = self.memory.looks_far;
        let is_good = |way: &Detour| way.is_known && self.is_short(way);
        let mut near = ObstacleView {
            sight: view.sight / FAR,
            longest: DETOUR_FOR_ROOM * self.distance,
            ..view.clone()
        };
        if !looks_far {
            let found = self.round(&mut near, search, trace);
            if found.as_ref().is_none_or(is_good) {
                *view = ObstacleView {
                    sight: view.sight,
                    longest: view.longest,
                    ..near
                };
                return found;
            }
            if let Some(trace) = trace {
                trace.blocked.clear();
            }
        }
        let far = self.round(view, search, trace)?;
        // The near obstacles are enough again when they lead the same way.
        let is_near_enough = looks_far && is_good(&far) && {
            let found = self.round(&mut near, search, &mut None);
            found.is_some_and(|way| is_good(&way) && way.corner == far.corner)
        };
        Some(Detour {
            looks_far: !is_near_enough,
            ..far
        })
    }

    /// Whether a way is at most `DETOUR_FOR_ROOM` times as long as the straight one.
    pub(super) fn is_short(&self, way: &Detour) -> bool {
        way.length <= DETOUR_FOR_ROOM * self.distance
    }

    /// The way round the obstruction of the straight way to the goal. When the straight way is
    /// free, the way that the agent keeps out of a deep dead end, if any.
    fn round(
        &self,
        view: &mut ObstacleView,
        search: &mut WaySearch,
        trace: &mut Option<&mut SteeringTrace>,
    ) -> Option<Detour> {
        if view.sight <= 0.0 {
            return None;
        }
        let (toward, memory) = (self.toward, self.memory);
        let remembered = memory.remembered();
        let sight = view.sight.min(self.distance);
        let mut first = view.first_edge(toward, sight);
        if let Some(hit) = &first {
            // Beside the goal, the body may come nearer to obstacles. A first edge elsewhere stays
            // the first.
            view.set_goal(self.goal);
            if !view.is_away_from_goal(hit) {
                first = view.first_edge(toward, sight);
            }
        }
        let detour = match &first {
            Some(first) => {
                let preferences = SidePreferences {
                    heading: Side::containing(toward, self.heading, HEAD_ON),
                    ..SidePreferences::new(self.passing_side)
                };
                view.detour(
                    toward,
                    first,
                    sight,
                    &preferences,
                    remembered,
                    self.is_enclosed,
                    search,
                    trace,
                )
            }
            None => {
                // The way out of a dead end deeper than the sight leads away from the goal. The
                // agent keeps it unless the goal has moved to the other side.
                let leads_off = self.distance > view.sight && self.heading.dot(toward) < 0.0;
                let is_same_goal = memory.goal_bearing.dot(toward) > 0.0;
                let kept = remembered.filter(|_| leads_off && is_same_goal);
                let along = kept.and_then(|kept| view.along_wall(self.heading, kept.side, search));
                along.map(|along| Detour {
                    is_kept: true,
                    ..along
                })
            }
        };
        if let (Some(trace), Some(detour)) = (trace, &detour) {
            trace.bearing = Some(detour.bearing);
        }
        detour
    }
}
