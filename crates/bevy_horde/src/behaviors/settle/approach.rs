//! Agents come up to the crowd at their goal, take a free place, and settle.

use super::place::Choice;
use super::{
    AT_PLACE, Agent, Beside, CLOSING_TIME, GOAL_MOVES, Group, PATIENCE, STUCK, Settling, TOUCHES,
};
use crate::arbitration::Goal;
use crate::settled::Settled;
use bevy::prelude::*;
use horde_kernel::avoidance::velocity_constraint::{VelocityConstraint, keep_within};
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::vector::direction;

/// An agent within this distance of its goal has reached the goal, body radii.
const AT_GOAL: f32 = 0.5;
/// An agent may settle this near to a goal that it cannot reach, body radii.
const NEAR_GOAL: f32 = 3.0;
/// An agent comes to touch a body at this part of its largest speed or faster.
const SLOWEST_TO_TOUCH: f32 = 0.2;
/// The extra gap that others leave round a free place, so that the first agent can pass, body
/// radii.
const STAND_OFF: f32 = 0.4;
/// An agent in a passage that makes no progress to its free place settles after this time, seconds.
const GIVES_UP: f32 = 30.0;

impl Agent<'_> {
    /// Comes up to the crowd, and settles there.
    pub(super) fn approach(&self, settled: &Settled, goal: &Goal) -> (Settled, Option<Goal>) {
        let (state, place) = (self.state, &self.place);
        let radius = state.body_radius;
        let distance = place.spot().distance(state.position);
        let group = self.settling.crowd.group_at(place.position);
        let group = group.filter(|group| !state.solid || group.is_solid());
        let nearby = group.filter(|group| self.is_near(group));
        let beside = nearby.map_or_else(Beside::default, |group| self.beside(group));
        let (mut constraints, mut touches) = (beside.constraints, beside.touches);
        let mut their_radius = 0.0;
        if place.slot != NO_SLOT {
            let body = self.settling.index.body_of(place.slot);
            their_radius = body.radius;
            if place.touches {
                let gap = distance - radius - their_radius;
                if gap <= TOUCHES * radius {
                    let stops = self.turned(goal, goal.preferred_velocity, Vec2::ZERO);
                    return (self.settles_at(state.position), stops);
                }
                constraints.extend(self.comes_to_touch(gap));
            } else if place.begins && state.solid {
                touches |=
                    self.constrain(&mut constraints, body.position, body.radius, place.gap, 1.0);
            }
        } else if group.is_none()
            && state.solid
            && place.surface_there().is_none()
            && let Some(first) = self.settling.crowd.first_at(place.position)
            && first.slot != self.slot
        {
            let gap = place.gap + STAND_OFF * radius;
            self.constrain(&mut constraints, place.position, first.radius, gap, 1.0);
        }
        if place.begins && place.slot == NO_SLOT && distance <= AT_GOAL * radius {
            return (self.settles_at(place.spot()), None);
        }
        let knows_nothing = settled.is_settled || self.has_another_goal(settled);
        let known = if knows_nothing {
            Settled::default()
        } else {
            *settled
        };
        let is_close = distance <= NEAR_GOAL * radius + their_radius;
        let preferred = goal.preferred_velocity;
        let within = keep_within(&constraints, preferred, state.max_speed);
        if !(nearby.is_some() || place.begins && is_close) {
            return (Settled::default(), self.turned(goal, preferred, within));
        }
        let is_new = known == Settled::default();
        let wants = preferred != Vec2::ZERO;
        let stays = !is_new && wants && !self.makes_progress(&known);
        let mut memory = Settled {
            goal: place.position,
            progress: known.progress.after(state, stays, self.time),
            ..known
        };
        let stuck_for = memory.progress.stuck_for;
        let Some(group) = nearby.filter(|_| state.solid) else {
            // In touch with the body at the goal, or beside a goal that it cannot reach.
            let is_there = touches && stuck_for > PATIENCE;
            let gives_up = group.is_none() && is_close && stuck_for > STUCK;
            if is_there || gives_up && !self.place_is_free() {
                return (self.settles_at(state.position), None);
            }
            return (memory, self.turned(goal, preferred, within));
        };
        let at_place = if place.touches { TOUCHES } else { AT_PLACE };
        if memory.has_place && memory.spot.distance(state.position) <= at_place * radius {
            return (self.settles_at(state.position), None);
        }
        let times = |stuck_for: f32| (stuck_for / PATIENCE) as u32;
        let waits = times(stuck_for) > times(known.progress.stuck_for);
        let looks = waits || self.looks_for_place(group, &memory);
        if looks && self.look_for_place(group, &mut memory) == Choice::Here && touches && waits {
            return (self.settles_at(state.position), None);
        }
        let patience = if memory.passes_through {
            GIVES_UP
        } else {
            2.0 * STUCK
        };
        if stuck_for > patience {
            return (self.settles_at(state.position), None);
        }
        (memory, self.go_on(group, &memory, goal, &constraints))
    }

    /// Whether an agent that does not wait looks for a free place.
    fn looks_for_place(&self, group: &Group, memory: &Settled) -> bool {
        if memory.has_place {
            self.is_taken(group, memory.spot)
        } else {
            memory.progress.stuck_for == 0.0
        }
    }

    /// Looks for a free place, and remembers it.
    fn look_for_place(&self, group: &Group, memory: &mut Settled) -> Choice {
        let is_in_passage = self.is_in_passage(self.state.position);
        let choice = self.choose(group, is_in_passage);
        if let Choice::At(spot) = choice {
            (memory.has_place, memory.spot) = (true, spot);
            memory.passes_through = is_in_passage;
        } else {
            (memory.has_place, memory.passes_through) = (false, false);
        }
        choice
    }

    /// The goal of an agent on its way to its place, or to the crowd, if the goal changes.
    fn go_on(
        &self,
        group: &Group,
        memory: &Settled,
        goal: &Goal,
        constraints: &[VelocityConstraint],
    ) -> Option<Goal> {
        let preferred = goal.preferred_velocity;
        let there = self.onward(group, memory).filter(|_| memory.has_place);
        // Its crowd makes way for an agent that passes through.
        let velocity = match memory.passes_through {
            true => there.unwrap_or(preferred),
            false => keep_within(
                constraints,
                there.unwrap_or(preferred),
                self.state.max_speed,
            ),
        };
        let position = there.map_or(goal.position, |_| memory.spot);
        let turned = self.turned(goal, preferred, velocity)?;
        Some(Goal { position, ..turned })
    }

    /// The constraint of an agent that comes to touch the body at its place, at this gap.
    fn comes_to_touch(&self, gap: f32) -> Option<VelocityConstraint> {
        let (state, Settling { tick, .. }) = (self.state, self.settling);
        let toward = direction(self.place.position - state.position)?;
        let slowest = SLOWEST_TO_TOUCH * state.max_speed;
        Some(VelocityConstraint {
            toward,
            max_speed: (gap / CLOSING_TIME).max(slowest.min(gap / tick)),
        })
    }

    /// Whether the agent has come nearer to its free place, or without one to its goal.
    fn makes_progress(&self, known: &Settled) -> bool {
        let to = if known.has_place {
            known.spot
        } else {
            self.place.position
        };
        let way = self.state.position.distance(to);
        way < known.progress.anchor.distance(to) - self.least_progress()
    }

    /// The way that counts as progress, world units: less for a body that is slow for its size.
    pub(super) fn least_progress(&self) -> f32 {
        AT_PLACE * (self.state.body_radius).min(self.state.max_speed * PATIENCE)
    }

    /// Whether the body would fit at the agent's place.
    pub(super) fn place_is_free(&self) -> bool {
        let (radius, place) = (self.state.body_radius, self.place.position);
        self.settling.obstacles.fits(place, radius) && self.bodies_leave_room(place, 1.0)
    }

    /// Whether the agent's goal differs from the goal that it remembers.
    fn has_another_goal(&self, settled: &Settled) -> bool {
        let moved = settled.goal.distance(self.place.position);
        moved > GOAL_MOVES * self.state.body_radius
    }
}
