//! An agent that has settled at a place of its own makes way, and comes home.
//!
//! It does not press on others on its way back. Otherwise neighbors with places close together
//! would drive each other off for ever.

use super::stand::STEPS_ASIDE;
use super::{Agent, CLOSING_TIME, Constraints, GOAL_MOVES, Group};
use crate::arbitration::Goal;
use crate::settled::Settled;
use bevy::prelude::*;
use horde_kernel::avoidance::velocity_constraint::keep_within;

/// An agent gives up its place when it is pushed farther than this from it, body radii.
const PUSHED_AWAY: f32 = 30.0;
/// An agent is away when it is farther than this from its place, body radii.
const AWAY: f32 = 1.0;
/// An agent that has been away for this time gives up its place, seconds. Then it is on its way
/// again, and others make way for it.
const WAITS: f32 = 4.0;
/// An agent waits longer while another passes within this distance, body radii: many agents that
/// come home at once would drive each other off again.
const ONE_AT_A_TIME: f32 = 10.0;
/// An agent waits for this time at most, seconds.
const WAITS_AT_MOST: f32 = 20.0;
/// The gap that an agent leaves to others on its way home, body radii.
const GAP: f32 = 0.05;

impl Agent<'_> {
    /// Whether the agent has settled at its goal itself, and is the only agent settled for that
    /// goal.
    pub(super) fn has_a_home(&self, settled: &Settled) -> bool {
        let home = self.place.position;
        let most = GOAL_MOVES * self.state.body_radius;
        settled.spot == settled.goal
            && settled.goal.distance(home) <= most
            && !self.place.is_nearest
            && (self.settling.crowd.group_at(home)).is_some_and(Group::is_of_one)
    }

    /// Stands at its own place, or gives it up.
    pub(super) fn stay_home(&self, settled: &Settled, goal: &Goal) -> (Settled, Option<Goal>) {
        let (state, home) = (self.state, self.place.position);
        let distance = home.distance(state.position) / state.body_radius;
        let spot = if distance > AWAY + STEPS_ASIDE {
            state.position
        } else {
            home
        };
        let (aside, _) = self.step_aside(spot);
        let away_for = if distance <= AWAY {
            0.0
        } else if aside == Vec2::ZERO {
            settled.blocked_for + self.time
        } else {
            settled.blocked_for
        };
        let waits = away_for <= WAITS || (away_for <= WAITS_AT_MOST && self.is_passer_near());
        if distance > PUSHED_AWAY || !waits {
            return self.approach(&Settled::default(), goal);
        }
        let memory = Settled {
            goal: home,
            spot: home,
            blocked_for: away_for,
            room_for: 0.0,
            ..*settled
        };
        let turned = if aside == Vec2::ZERO {
            self.come_home(goal)
        } else {
            Some(self.follow(spot + aside))
        };
        (memory, turned)
    }

    /// Comes home as far as other bodies let it.
    fn come_home(&self, goal: &Goal) -> Option<Goal> {
        let (state, crowd) = (self.state, self.settling.crowd);
        let gap = GAP * state.body_radius;
        let range = state.body_radius + crowd.largest_body + gap + state.max_speed * CLOSING_TIME;
        let mut constraints = Constraints::new();
        self.settling
            .index
            .bodies()
            .visit_within(state.position, range, |_, body, _| {
                if body.slot != self.slot && state.solid && crowd.member(body.slot).is_solid {
                    self.constrain(&mut constraints, body.position, body.radius, gap, 1.0);
                }
            });
        let preferred = goal.preferred_velocity;
        let velocity = keep_within(&constraints, preferred, state.max_speed);
        self.turned(goal, preferred, velocity)
    }

    /// Whether another agent passes near by.
    fn is_passer_near(&self) -> bool {
        let (state, crowd) = (self.state, self.settling.crowd);
        let near = ONE_AT_A_TIME * state.body_radius;
        let range = near + crowd.largest_body;
        let slowest = self.slowest_passer();
        let mut is_near = false;
        self.settling.index.bodies().visit_within(
            state.position,
            range,
            |_, body, distance_squared| {
                let reach = near + body.radius;
                let passes = crowd.member(body.slot).is_passer(slowest);
                is_near |= passes && distance_squared <= reach * reach;
            },
        );
        is_near
    }
}
