//! The way that an agent follows from one search to the next.

use super::surroundings::Surroundings;
use super::ways::Detour;
use super::{DetourState, Settings};
use crate::obstacle::obstacle_of;
use crate::perception::AgentState;
use bevy::prelude::*;
use horde_kernel::math::vector::Side;
use horde_kernel::obstacles::shortest_way::{Corner, line_to_corner};

/// The least time between two searches for a way, seconds.
const SEARCH_INTERVAL: f32 = 0.2;
/// The largest addition to that time, seconds. The addition differs by slot, so agents search in
/// different ticks.
const SPREAD: f32 = 0.1;
/// How long an agent follows a guess at most without a look at the walls in its way, seconds.
const LONGEST_GUESS: f32 = SEARCH_INTERVAL + SPREAD;
/// After a whole search that draws many lines, an agent waits at most a second for each so many of
/// them, and at least half a second. The part differs by slot.
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

    /// Remembers the way to `goal`.
    pub(super) fn planning(
        self,
        detour: Option<&Detour>,
        state: &AgentState,
        goal: Vec2,
        reach: f32,
    ) -> Self {
        let looks_far = detour.is_some_and(|detour| detour.looks_far);
        let first = detour.filter(|detour| detour.ends_within.is_none());
        let first = first.and_then(|detour| {
            let (corner, side) = detour.corner?;
            let (_, distance) = line_beside(&corner, side)?;
            let beyond = if detour.is_guess {
                GUESSED
            } else {
                (detour.length - distance).max(0.0)
            };
            Some((corner, side, beyond))
        });
        let Some((corner, side, way_beyond)) = first else {
            return Self { looks_far, ..self };
        };
        Self {
            looks_far,
            corner: state.position + corner.center,
            clearance: corner.radius,
            corner_on_right: side == Side::Left,
            exit: detour.map_or(Vec2::ZERO, |detour| detour.exit),
            reach,
            way_beyond,
            goal,
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
        is_first || (self.is_guess() && !self.is_due())
    }

    /// Sets the time until the next search, from the memory `before` this update.
    ///
    /// It is the rest of the last interval, or a new one if a search was due. After a guess it is a
    /// part of an interval that differs by slot, so agents that begin together search whole in
    /// different ticks. After much `work`, in lines drawn, of a whole search it is longer.
    pub(super) fn next_search(self, before: &Self, time: f32, slot: u32, work: u32) -> Self {
        if !self.is_passing && !self.is_enclosed() {
            return self;
        }
        let (was_due, was_short) = (before.is_due(), before.is_short_search());
        let fraction = (slot as f32 * 0.618_034).fract();
        let regular = if !was_due {
            before.search_in - time
        } else if was_short && self.is_guess() {
            LONGEST_GUESS * fraction
        } else {
            SEARCH_INTERVAL + SPREAD * fraction
        };
        let pause = (work as f32 / LINES_PER_SECOND).min(LONGEST_INTERVAL);
        let is_whole = !was_short && (was_due || !self.is_enclosed());
        // The pauses differ, or agents that begin together would always search together.
        let differing = pause * (1.0 - 0.5 * fraction);
        let search_in = if is_whole && pause > LONGEST_GUESS {
            regular.max(differing)
        } else {
            regular
        };
        Self { search_in, ..self }
    }

    /// Whether the way is a guess.
    fn is_guess(&self) -> bool {
        self.way_beyond >= GUESSED
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
    /// would turn the agent to and fro. A guess gives way to any search.
    pub(super) fn outlasts(&self, other: Option<&Detour>) -> bool {
        let Some(other) = other.filter(|_| self.length < GUESSED) else {
            return false;
        };
        let is_same = other.corner.is_some_and(|(corner, side)| {
            let apart = corner.center.distance(self.corner.center);
            apart <= SAME_CORNER * corner.radius && side == self.side
        });
        !is_same && (other.ends_within.is_some() || other.length > LONGER * self.length)
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
    /// The way that an agent follows, if it is free as far as the next corner. A guess need not be
    /// free shortly before the next search.
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
                |obstacle| obstacle.id != obstacle_of(agent),
            )
        };
        let is_short_guess = memory.is_guess() && memory.search_in <= LONGEST_GUESS;
        (is_short_guess || !is_blocked()).then_some(Plan { reach, ..plan })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: f32 = 1.0 / 60.0;

    fn passing(search_in: f32, way_beyond: f32) -> DetourState {
        DetourState {
            is_passing: true,
            search_in,
            way_beyond,
            ..DetourState::default()
        }
    }

    #[test]
    fn the_first_search_is_short_and_so_are_those_after_a_guess() {
        assert!(DetourState::default().is_short_search());
        assert!(passing(0.1, GUESSED).is_short_search());
        // When a search is due, and where the way is known, the search is whole.
        assert!(!passing(0.0, GUESSED).is_short_search());
        assert!(!passing(0.1, 5.0).is_short_search());
    }

    #[test]
    fn the_next_search_depends_on_what_the_last_one_was() {
        let next = |before: &DetourState, now: DetourState, work: u32| {
            // The fraction of slot 1 is 0.618.
            now.next_search(before, TICK, 1, work).search_in
        };
        let near = |time: f32, expected: f32| (time - expected).abs() < 1e-4;
        let (first, guess, known) = (
            DetourState::default(),
            passing(0.1, GUESSED),
            passing(0.1, 5.0),
        );
        // 0.618 * 0.3 after the first guess, and 0.2 + 0.618 * 0.1 after a way; each at any work.
        assert!(near(next(&first, guess, 80), 0.18541));
        assert!(near(next(&first, known, 80), 0.26180));
        // A short search in between leaves the rest: 0.1 less a tick.
        assert!(near(next(&guess, guess, 80), 0.08333));
        assert!(near(next(&guess, known, 80), 0.08333));
        // After a whole search of 64 lines: a second, less 0.618 of its half. It is at most 2 s.
        assert!(near(next(&known, known, 64), 0.69098));
        assert!(near(next(&passing(0.0, GUESSED), guess, 640), 1.38197));
        // After one of 19 lines, which is 0.297 s, the interval is the usual one.
        assert!(near(next(&passing(0.0, 5.0), known, 19), 0.26180));
        // An agent without a way searches again when it is due, whatever else it searches for.
        let enclosed = DetourState {
            unreachable_goal: Some(Vec2::X),
            ..known
        };
        assert!(near(next(&enclosed, enclosed, 640), 0.08333));
    }
}
