//! The memory of an agent that others block, or that yields to them.

use bevy::prelude::*;

/// A body is blocked while its speed along its preferred velocity is below this part of its
/// preferred speed.
const BLOCKED: f32 = 0.42;
/// How long a body is blocked before it looks whether to yield, seconds.
const PATIENCE: f32 = 0.5;
/// Time between two looks, seconds.
const LOOK_INTERVAL: f32 = 0.25;
/// A body that others block for longer than this beside an obstacle goes first, seconds.
const WAITED: f32 = 3.5;
/// A body that goes first does so for at most half of this once it is free, seconds: its time
/// counts down twice as fast.
const KEPT: f32 = 1.0;
/// A body yields to all that come for at most this long, seconds. A body that is blocked for so
/// long waits anew, from `BLOCKED_AGAIN` on.
const LONGEST: f32 = 12.0;
/// After `LONGEST` a body yields only to bodies near by, for at most this long, seconds. It does so
/// from the start if the other has room to pass, or does not want past it.
const BRIEF: f32 = 2.0;
/// The blocked time to which a body falls back after `LONGEST`, seconds.
const BLOCKED_AGAIN: f32 = 2.5;

/// Whether an agent yields to others. Memory, written by the plugin.
///
/// Two agents that want to get past each other may block each other beside obstacles, as in a
/// doorway for one. After half a second one of them yields: it steps aside, or goes back until it
/// can. The agent with the shorter way to a free place yields; a queue behind an agent makes its
/// way longer. If neither finds a free place, one of the two goes back all the same. Of two agents
/// that want into the same place, the one behind yields. On a tie the lower
/// [`AgentId`](crate::agent_id::AgentId) goes first. A higher `priority` of
/// [`AvoidAgents`](super::AvoidAgents) always goes first. An agent yields for at most two seconds
/// if the other has room beside it or does not want past it. Else it waits until the way is free,
/// for at most twelve seconds. Then it waits only for agents near by, for at most two more seconds.
///
/// An agent that is blocked beside an obstacle for three and a half seconds goes first. The others
/// make room, as for a higher `priority`, unless they have waited as long. So agents beside a
/// narrow opening merge into the stream through it. To go first an agent needs a way to its goal,
/// and must not settle in a crowd. It also needs a body before it, or another agent that presses
/// toward it from close by. After twelve seconds, or after it has yielded, it waits anew.
///
/// An agent may wedge another at an obstacle: it presses on the other, which does not press back
/// and has no agent before it. After two and a half seconds the pressing agent yields, unless its
/// `priority` is higher.
///
/// On an open way, agents that stand round its goal may hold an agent up. After some six seconds it
/// has right of way: agents at their goals step aside and come back. Its right of way lasts until
/// it is on its way, for at most twelve seconds.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
pub struct YieldState {
    /// How long the agent has been yielding or, while it does not yield, blocked, seconds. The
    /// blocked time stops at some three seconds if the agent cannot go first. The yielding time
    /// ends at 14, and begins at 12 if the agent yields for two seconds only.
    pub seconds: f32,
    /// The direction in which the agents go that it lets pass, in the plane; zero while
    /// it does not yield.
    pub along: Vec2,
    /// The direction in which the agent steps aside; zero while it only goes back.
    pub aside: Vec2,
    /// The part of its preferred speed that the agent has lacked, averaged over some three seconds,
    /// 0 to 1.
    pub held_up: f32,
    /// For how long the agent has had right of way because others held it up, seconds; 0 without
    /// right of way.
    pub right_of_way: f32,
    /// Where the agent was at its last update, in the plane.
    pub position: Vec2,
    /// The time from its last update to the next, seconds; 0 if `position` is not known.
    pub update_time: f32,
}

impl YieldState {
    /// Whether the agent yields to others.
    pub fn is_yielding(&self) -> bool {
        self.along != Vec2::ZERO
    }

    /// The mean velocity since the last update; `velocity` if that is unknown. Bodies that press on
    /// each other may stand in spite of their `velocity`.
    #[inline(always)]
    pub(crate) fn moved(&self, position: Vec2, velocity: Vec2) -> Vec2 {
        let moved = (position - self.position) / self.update_time;
        if moved.is_finite() { moved } else { velocity }
    }

    /// The value of `seconds` after `time` more seconds, at this `velocity`.
    #[inline(always)]
    pub(crate) fn seconds_after(&self, velocity: Vec2, preferred_velocity: Vec2, time: f32) -> f32 {
        if self.is_yielding() {
            self.seconds + time
        } else if velocity.dot(preferred_velocity) < BLOCKED * preferred_velocity.length_squared() {
            // Bounded, because a tick adds nothing to a very large time.
            let known = if self.seconds < LONGEST {
                self.seconds.max(0.0)
            } else {
                BLOCKED_AGAIN
            };
            known + time
        } else {
            (self.since_last_look() - 2.0 * time).max(0.0)
        }
    }

    /// The blocked time that is left once the body moves: at most half a second, so that it soon
    /// counts as free. A body that goes first keeps more, and goes first for a moment longer.
    fn since_last_look(&self) -> f32 {
        if self.seconds > WAITED {
            self.seconds.min(WAITED + KEPT)
        } else if self.seconds < PATIENCE {
            self.seconds
        } else {
            PATIENCE - LOOK_INTERVAL + (self.seconds - PATIENCE) % LOOK_INTERVAL
        }
    }

    /// Whether a body that has now been blocked for `seconds` looks at its situation. A yielding
    /// body always does.
    #[inline(always)]
    pub(crate) fn looks_round(&self, seconds: f32) -> bool {
        let looks = |seconds: f32| ((seconds - PATIENCE) / LOOK_INTERVAL).floor();
        self.is_yielding() || (seconds >= PATIENCE && looks(seconds) > looks(self.seconds))
    }

    /// Whether the agent has been blocked beside an obstacle for so long that it goes first.
    pub fn has_waited(&self) -> bool {
        !self.is_yielding() && self.seconds > WAITED
    }

    /// Whether the agent will have waited long enough to go first by its next look.
    pub(crate) fn has_nearly_waited(&self) -> bool {
        !self.is_yielding() && self.seconds > WAITED - 1.5 * LOOK_INTERVAL
    }

    /// Shortens the blocked time, so that the agent does not go first by its next look.
    pub(crate) fn wait_on(&mut self) {
        self.seconds = self.seconds.min(WAITED - 2.0 * LOOK_INTERVAL);
    }

    /// Ends yielding and sets the blocked time to 0. The right of way stays.
    pub(crate) fn go_on(&mut self) {
        *self = Self {
            held_up: self.held_up,
            right_of_way: self.right_of_way,
            position: self.position,
            update_time: self.update_time,
            ..default()
        };
    }

    /// Yields to bodies that go `along`, with a step `aside`. A yield that begins as brief starts
    /// at `LONGEST`.
    pub(crate) fn yield_to(&mut self, along: Vec2, aside: Vec2, is_brief: bool) {
        if !self.is_yielding() {
            self.seconds = if is_brief { LONGEST } else { 0.0 };
        }
        (self.along, self.aside) = (along, aside);
    }

    /// Whether the agent yields only to bodies near by: in its last two seconds.
    pub(crate) fn yields_to_near(&self) -> bool {
        self.is_yielding() && self.seconds >= LONGEST
    }

    /// Whether the agent has yielded long enough, or its directions are not finite.
    pub(crate) fn is_over(&self) -> bool {
        let is_usable = self.along.is_finite() && self.aside.is_finite();
        !(is_usable && self.seconds < LONGEST + BRIEF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_moves_as_far_as_it_gets_and_not_as_its_velocity_says() {
        let memory = YieldState {
            position: Vec2::new(1.0, 2.0),
            update_time: 0.25,
            ..default()
        };
        // From (1, 2) to (1.5, 2) in 0.25 s.
        let moved = memory.moved(Vec2::new(1.5, 2.0), Vec2::Y);
        assert_eq!(moved, Vec2::new(2.0, 0.0));
        assert_eq!(memory.moved(memory.position, Vec2::X), Vec2::ZERO);
        // `velocity` counts before the first update, and where the difference overflows.
        assert_eq!(YieldState::default().moved(Vec2::X, Vec2::Y), Vec2::Y);
        for x in [f32::NAN, f32::INFINITY, f32::MIN] {
            let memory = YieldState {
                position: Vec2::new(x, 0.0),
                ..memory
            };
            assert_eq!(memory.moved(Vec2::new(f32::MAX, 0.0), Vec2::Y), Vec2::Y);
        }
    }

    #[test]
    fn a_blocked_body_looks_round_for_ever() {
        let tick = 1.0 / 64.0;
        for seconds in [1e7, f32::INFINITY, f32::NAN, -1.0, 11.9] {
            let mut memory = YieldState {
                seconds,
                ..default()
            };
            let mut looks = 0;
            for _ in 0..640 {
                let seconds = memory.seconds_after(Vec2::ZERO, Vec2::X, tick);
                looks += u8::from(memory.looks_round(seconds));
                memory.seconds = seconds;
            }
            assert!((35..=40).contains(&looks), "{looks} looks from {seconds}");
        }
    }

    #[test]
    fn a_body_goes_first_after_three_and_a_half_seconds_and_for_half_a_second_on_its_way() {
        let tick = 1.0 / 64.0;
        let after = |mut memory: YieldState, ticks: u32, velocity: Vec2, waits_on: bool| {
            for _ in 0..ticks {
                let seconds = memory.seconds_after(velocity, Vec2::X, tick);
                let looks = memory.looks_round(seconds);
                memory.seconds = seconds;
                if looks && waits_on && memory.has_nearly_waited() {
                    memory.wait_on();
                }
            }
            memory
        };
        // 3.5 s are 224 ticks.
        let waits = after(default(), 224, Vec2::ZERO, false);
        assert!(!waits.has_waited());
        let goes_first = after(waits, 64, Vec2::ZERO, false);
        assert!(goes_first.has_waited());
        // Each tick on its way undoes two of waiting: from 4.5 s to 3.5 s in 32 ticks.
        assert!(after(goes_first, 31, Vec2::X, false).has_waited());
        let free = after(goes_first, 33, Vec2::X, false);
        assert!(!free.has_waited());
        assert!(free.seconds < 0.5, "{}", free.seconds);
        let yields = YieldState {
            along: Vec2::X,
            ..goes_first
        };
        assert!(!yields.has_waited());
        for ticks in [224, 256, 640, 1000] {
            assert!(!after(default(), ticks, Vec2::ZERO, true).has_waited());
        }
    }

    #[test]
    fn a_body_yields_for_fourteen_seconds_or_briefly_for_two() {
        for (is_brief, to_all, longest) in [(false, 12.0, 14.0), (true, 0.0, 2.0)] {
            let mut memory = YieldState {
                seconds: 3.0,
                ..default()
            };
            memory.yield_to(Vec2::X, Vec2::Y, is_brief);
            let mut seconds = 0.0;
            while !memory.is_over() {
                assert!(memory.is_yielding());
                assert_eq!(memory.yields_to_near(), seconds >= to_all);
                // Whether the yield is brief is decided at the start.
                memory.yield_to(Vec2::X, Vec2::Y, !is_brief);
                memory.seconds = memory.seconds_after(Vec2::ZERO, Vec2::X, 0.25);
                seconds += 0.25;
            }
            assert_eq!(seconds, longest);
            memory.go_on();
            assert!(!memory.yields_to_near());
        }
    }

    #[test]
    fn a_blocked_body_looks_round_after_half_a_second_and_then_in_quarters() {
        let tick = 1.0 / 64.0;
        let (velocity, preferred) = (Vec2::ZERO, Vec2::X);
        let mut memory = YieldState::default();
        let mut looks = Vec::new();
        for number in 1..=96 {
            let seconds = memory.seconds_after(velocity, preferred, tick);
            if memory.looks_round(seconds) {
                looks.push(number);
            }
            memory.seconds = seconds;
        }
        assert_eq!(looks, [32, 48, 64, 80, 96]);
        // Of 1.5 s a quarter second is left once it moves, and a tick on its way takes back two.
        assert_eq!(memory.seconds, 1.5);
        let seconds = memory.seconds_after(preferred, preferred, tick);
        assert_eq!(seconds, 0.25 - 2.0 * tick);
    }
}
