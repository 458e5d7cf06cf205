//! The way that an agent follows from one search to the next.

use super::surroundings::Surroundings;
use super::ways::Detour;
use super::{DetourState, Settings};
use crate::math::shortest_way::{Corner, line_to_corner};
use crate::math::vector::Side;
use crate::perception::AgentState;
use bevy::prelude::*;

/// The least time between two searches for a way, seconds.
const SEARCH_INTERVAL: f32 = 0.2;
/// The largest addition to that time, seconds. The addition differs by slot, so agents search in
/// different ticks.
const SPREAD: f32 = 0.1;
/// Where a search draws many lines, the next one waits until these are no more a second.
const LINES_PER_SECOND: f32 = 64.0;
/// The longest time between two such searches, seconds.
const LONGEST_INTERVAL: f32 = 2.0;
/// An agent searches again when its goal has moved by this part of the distance to the goal.
const GOAL_MOVES: f32 = 0.05;
/// An agent counts as at a corner within this distance, body radii.
const AT_THE_CORNER: f32 = 0.5;
/// That distance grows by the way of the agent in this many ticks.
const TICKS_BEFORE: f32 = 2.0;
/// At a corner, an agent searches again when the sine of the remaining turn is below this.
const LEAST_TURN: f32 = 0.05;
/// A new way replaces the present one unless it is more than this many times as long.
const LONGER: f32 = 1.1;
/// The length of a way that a search guessed.
pub(super) const GUESSED: f32 = f32::MAX;
/// The part of the clearance that must be free on the way to a corner. The rest allows for
/// rounding.
const FREE: f32 = 0.998;
/// Two corners nearer to each other than this part of the clearance are the same corner.
const SAME_CORNER: f32 = 1e-3;

/// The way that an agent follows. Places are relative to the agent.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    corner: Corner,
    side: Side,
    /// The distance that the center of the body keeps from surfaces, world units.
    pub(super) reach: f32,
    /// The direction to the corner, and its distance.
    bearing: Vec2,
    distance: f32,
    /// The distance at which the agent counts as at the corner.
    near: f32,
    exit: Vec2,
    /// The length of the way from here to the goal, world units.
    length: f32,
    obstacle: Entity,
    left: bool,
    looks_far: bool,
}

impl DetourState {
    /// The way that the agent follows to `goal`. `None` without a known way, if the goal has moved
    /// far, and once the agent has turned round the corner.
    pub(super) fn plan(&self, state: &AgentState, goal: Vec2, tick: f32) -> Option<Plan> {
        let obstacle = self.obstacle.filter(|_| self.is_passing)?;
        let position = state.position;
        let is_usable = self.clearance > 0.0 && self.reach > 0.0 && self.way_beyond >= 0.0;
        let is_same_goal = self.goal.distance(goal) <= GOAL_MOVES * position.distance(goal);
        if !(is_usable && is_same_goal) {
            return None;
        }
        let corner = Corner {
            center: self.corner - position,
            radius: self.clearance,
            is_seen: true,
        };
        let side = if self.corner_on_right {
            Side::Left
        } else {
            Side::Right
        };
        let (bearing, distance) = line_beside(&corner, side)?;
        let near = AT_THE_CORNER * state.body_radius
            + TICKS_BEFORE * state.velocity.length() * state.update_time(tick);
        let turn = bearing.perp_dot(self.exit);
        let left_to_turn = if self.corner_on_right { -turn } else { turn };
        (distance > near || left_to_turn > LEAST_TURN).then_some(Plan {
            corner,
            side,
            exit: self.exit,
            reach: self.reach,
            bearing,
            distance,
            near,
            length: distance + self.way_beyond,
            obstacle,
            left: self.left,
            looks_far: self.looks_far,
        })
    }

    /// Remembers the way to `goal`, or to the place nearest to it.
    pub(super) fn planning(
        self,
        detour: Option<&Detour>,
        state: &AgentState,
        goal: Vec2,
        reach: f32,
    ) -> Self {
        let looks_far = detour.is_some_and(|detour| detour.looks_far);
        let first = detour.and_then(|detour| {
            let (corner, side) = detour.corner?;
            let (_, distance) = line_beside(&corner, side)?;
            let beyond = if detour.is_guess {
                GUESSED
            } else {
                (detour.ends_within.unwrap_or(detour.length) - distance).max(0.0)
            };
            Some((detour, corner, side, beyond))
        });
        let Some((detour, corner, side, way_beyond)) = first else {
            return Self { looks_far, ..self };
        };
        let is_nearest = detour.ends_within.is_some();
        Self {
            looks_far,
            corner: state.position + corner.center,
            clearance: corner.radius,
            corner_on_right: side == Side::Left,
            exit: detour.exit,
            reach,
            way_beyond,
            goal: if is_nearest {
                state.position + detour.ends_at
            } else {
                goal
            },
            ..self
        }
    }

    /// Whether the agent searches for a way now.
    pub(super) fn is_due(&self) -> bool {
        !(self.search_in > 0.0 && self.search_in <= LONGEST_INTERVAL)
    }

    /// Whether a search draws few lines now: the first at an obstruction, and searches after a
    /// guess until the next one is due.
    pub(super) fn is_short_search(&self) -> bool {
        let is_first = !(self.is_passing || self.is_enclosed() || self.is_open_ended);
        is_first || (self.way_beyond >= GUESSED && !self.is_due())
    }

    /// Sets the time until the next search: a new interval if a search `was_due`, else the rest of
    /// `before` after this update. After much `work`, in lines drawn, it is more. After a guess it is
    /// a part of the interval that differs by slot, so agents that begin together search whole in
    /// different ticks.
    pub(super) fn next_search(
        self,
        before: f32,
        was_due: bool,
        time: f32,
        slot: u32,
        work: u32,
    ) -> Self {
        if !self.is_passing && !self.is_enclosed() {
            return self;
        }
        let fraction = (slot as f32 * 0.618_034).fract();
        let regular = match (was_due, self.way_beyond >= GUESSED) {
            (true, true) => (SEARCH_INTERVAL + SPREAD) * fraction,
            (true, false) => SEARCH_INTERVAL + SPREAD * fraction,
            (false, _) => before - time,
        };
        let pause = (work as f32 / LINES_PER_SECOND).min(LONGEST_INTERVAL);
        let is_dear = pause > SEARCH_INTERVAL + SPREAD;
        // The pauses differ, or agents that begin together would always search together.
        let pause = pause * (1.0 - 0.5 * fraction);
        let search_in = if is_dear { regular.max(pause) } else { regular };
        Self { search_in, ..self }
    }
}

/// The direction and the distance to the place where a way passes a corner, also from within the
/// clearance.
fn line_beside(corner: &Corner, side: Side) -> Option<(Vec2, f32)> {
    let radius = corner.radius.min(FREE * corner.center.length());
    line_to_corner(&Corner { radius, ..*corner }, side)
}

impl Plan {
    /// Whether the agent first goes on to the next corner, because a new way is much longer or does
    /// not reach the goal. Otherwise a wall that comes into sight there, or goes out of sight,
    /// would turn the agent to and fro.
    pub(super) fn outlasts(&self, other: Option<&Detour>) -> bool {
        other.is_some_and(|other| {
            let is_same = other.corner.is_some_and(|(corner, side)| {
                let apart = corner.center.distance(self.corner.center);
                apart <= SAME_CORNER * corner.radius && side == self.side
            });
            !is_same && (other.ends_within.is_some() || other.length > LONGER * self.length)
        })
    }

    /// This plan as a detour on the way to `goal`.
    pub(super) fn detour(&self, goal: Vec2) -> Detour {
        Detour {
            bearing: self.bearing,
            side: if self.left { Side::Left } else { Side::Right },
            obstacle: self.obstacle,
            length: self.length,
            ends_at: goal,
            ends_within: None,
            corner: Some((self.corner, self.side)),
            exit: self.exit,
            is_known: true,
            is_guess: self.length >= GUESSED,
            looks_far: self.looks_far,
            is_kept: true,
            turns_back: false,
        }
    }
}

impl Surroundings<'_> {
    /// The way that an agent follows, if it is free as far as the next corner. The agent follows a
    /// guess until the next search, although a wall may be in the way.
    pub(super) fn plan(
        &self,
        agent: Entity,
        settings: &Settings,
        state: &AgentState,
        memory: &DetourState,
        goal: Vec2,
    ) -> Option<Plan> {
        let plan = memory.plan(state, goal, self.tick)?;
        let reach = plan.reach.min(settings.reach);
        let radius = FREE * reach.min(FREE * plan.corner.center.length());
        let is_blocked = || {
            self.index.is_blocked(
                state.position,
                plan.bearing,
                plan.distance.max(plan.near),
                radius,
                None,
                |obstacle| obstacle.entity != agent,
            )
        };
        (plan.length >= GUESSED || !is_blocked()).then_some(Plan { reach, ..plan })
    }
}
