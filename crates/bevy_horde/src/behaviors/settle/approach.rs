//! Agents come up to the crowd at their goal, and settle.

use super::{Agent, Beside, CLOSING_TIME, GOAL_MOVES, Group, PATIENCE, STUCK, Settling};
use crate::arbitration::Goal;
use crate::settled::Settled;
use bevy::prelude::*;
use core::f32::consts::PI;
use horde_kernel::avoidance::velocity_constraint::{VelocityConstraint, keep_within};
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::vector::direction;

/// An agent within this distance of its goal has reached the goal, body radii.
const AT_GOAL: f32 = 0.5;
/// An agent may settle this near to a goal that it cannot reach, body radii.
const NEAR_GOAL: f32 = 3.0;
/// An agent settles within this many radii of the disc that the crowd fills, plus this many body
/// radii.
const DISC: (f32, f32) = (1.08, 0.2);
/// The first number of `DISC` between walls, where bodies pack less densely.
const WALLED_DISC: f32 = 1.18;
/// `WALLED_DISC` grows by this in each second that counts as waiting, see `WAITS_AT_LEAST`.
const MORE_DISC: f32 = 0.005;
/// In the open, `DISC.0` grows by the first number within the second number of seconds, or within
/// half a round if that takes longer. Then it stays: the agent goes on to the other side.
const MORE_DISC_IN_THE_OPEN: (f32, f32) = (0.12, 24.0);
/// A small crowd in the open is not round. So `DISC.1` grows by the first number a second, body
/// radii, once an agent has gone round for the second number of seconds.
const OUT_OF_ROUND: (f32, f32) = (0.25, 5.0);
/// `DISC.1` grows by at most this over the squared radius of the disc in body radii.
const MOST_OUT_OF_ROUND: f32 = 15.0;
/// An agent comes nearer to its goal while it approaches at this part of its largest speed.
const COMES_NEARER: f32 = 0.1;
/// An agent touches a body within this gap, in its body radii.
const TOUCHES: f32 = 0.02;
/// An agent comes to touch a body at this part of its largest speed or faster: above
/// `COMES_NEARER`, or it would settle before it touches.
const SLOWEST_TO_TOUCH: f32 = 2.0 * COMES_NEARER;
/// The extra gap that others leave round a free place, so that the first agent can pass, body
/// radii.
const STAND_OFF: f32 = 0.4;
/// An agent goes round the crowd with these parts of its largest speed: along it, and inward.
const GOES_ROUND: (f32, f32) = (0.7, 0.3);
/// The part of the time that counts as waiting while an agent goes round a crowd between walls at
/// `GOES_ROUND.0` of its largest speed, or faster.
const WAITS_AT_LEAST: f32 = 0.2;
/// A crowd of more agents than this is large. Streams round smaller crowds are short, and agents
/// that follow each other there settle on one side.
const LARGE: u32 = 240;
/// Where a wall is this near, an agent turns to go round the other way, body radii.
const NEAR_WALL: f32 = 3.0;
/// Agents go round at full speed if the crowd leans by at least this, see [`Group::lean`], body
/// radii.
const LEANS: f32 = 0.25;

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
        if let Some(group) = nearby {
            if settled.passes_through && !self.has_another_goal(settled) {
                return self.pass_through(settled, group, goal);
            }
            let is_known = !self.has_another_goal(settled);
            let waited = if is_known { settled.room_for } else { 0.0 };
            let begins = touches.then(|| self.begins_to_pass(group, waited));
            if let Some(memory) = begins.flatten() {
                return (memory, None);
            }
        }
        if place.begins && place.slot == NO_SLOT && distance <= AT_GOAL * radius {
            return (self.settles_at(place.spot()), None);
        }
        let preferred = goal.preferred_velocity;
        let within = keep_within(&constraints, preferred, state.max_speed);
        // If the agent went straight on, it would stand in the stream of agents that go round.
        let follows = beside.follows && nearby.is_some_and(|group| self.is_large_and_open(group));
        let is_close = distance <= NEAR_GOAL * radius + their_radius;
        let remembers = nearby.is_some() && *settled != Settled::default();
        if !(touches || follows || remembers || place.begins && is_close) {
            return (Settled::default(), self.turned(goal, preferred, within));
        }
        let mut memory = self.nearest(settled, place.position.distance(state.position));
        let own = radius * radius + their_radius * their_radius;
        let is_there = match group {
            None => place.slot != NO_SLOT && !place.touches,
            Some(group) => self.reaches(group, own, distance, memory.room_for),
        };
        // An agent that has lost touch goes on round the crowd. Straight on, it would soon touch
        // the crowd again, and turn back.
        let goes_on = memory.room_for > 0.0 && memory.blocked_for > PATIENCE;
        let is_blocked = memory.blocked_for > PATIENCE && touches && is_there;
        let gives_up = group.is_none() && is_close && memory.blocked_for > STUCK;
        if is_blocked || (gives_up && !self.place_is_free()) {
            return (self.settles_at(state.position), None);
        }
        match group {
            Some(group) if (touches || follows || goes_on) && !is_there => {
                memory.room_for += self.time * self.waiting_part(group);
                let round = keep_within(&constraints, self.goes_round(group), state.max_speed);
                (memory, self.turned(goal, preferred, round))
            }
            _ => (memory, self.turned(goal, preferred, within)),
        }
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

    /// Whether a crowd is so large that a stream of agents goes round it, and no wall is near.
    fn is_large_and_open(&self, group: &Group) -> bool {
        group.count() > LARGE && group.is_in_the_open(self.settling.obstacles)
    }

    /// Whether the body would fit at the agent's place.
    pub(super) fn place_is_free(&self) -> bool {
        let (radius, place) = (self.state.body_radius, self.place.position);
        self.settling.obstacles.fits(place, radius) && self.bodies_leave_room(place, 1.0)
    }

    /// The memory of the spot nearest to the goal so far, and of the time since then.
    fn nearest(&self, settled: &Settled, distance: f32) -> Settled {
        let (state, place) = (self.state, &self.place);
        let nearer = COMES_NEARER * state.max_speed * PATIENCE;
        let knows_nothing = *settled == Settled::default() || settled.passes_through;
        if knows_nothing || self.has_another_goal(settled) {
            Settled {
                goal: place.position,
                spot: state.position,
                ..Settled::default()
            }
        } else if distance < settled.spot.distance(place.position) - nearer {
            Settled {
                goal: place.position,
                spot: state.position,
                blocked_for: 0.0,
                ..*settled
            }
        } else {
            Settled {
                blocked_for: settled.blocked_for + self.time,
                ..*settled
            }
        }
    }

    /// Whether the agent's goal differs from the goal that it remembers.
    fn has_another_goal(&self, settled: &Settled) -> bool {
        let moved = settled.goal.distance(self.place.position);
        moved > GOAL_MOVES * self.state.body_radius
    }

    /// Whether the agent is within the disc that it and the crowd fill together.
    fn reaches(&self, group: &Group, own: f32, distance: f32, waited: f32) -> bool {
        let (state, obstacles) = (self.state, self.settling.obstacles);
        let (reach, slack) = match group.disc_within(own, obstacles) {
            // In a corner between crowd and wall there may be no way round.
            Some(_) if waited > STUCK => return true,
            Some(walled) => ((WALLED_DISC + MORE_DISC * waited) * walled, DISC.1),
            None => {
                let disc = group.disc(own);
                let more = more_disc_after(waited, disc, state.max_speed);
                let out_of_round = out_of_round_after(waited, disc / state.body_radius);
                ((DISC.0 + more) * disc, DISC.1 + out_of_round)
            }
        };
        distance <= reach + slack * state.body_radius
    }

    /// How much of the time counts as waiting while the agent goes round the crowd, 0 to 1.
    fn waiting_part(&self, group: &Group) -> f32 {
        let state = self.state;
        match group.is_walled(self.settling.obstacles) {
            true => waiting_part_between_walls(state.velocity.length(), state.max_speed),
            false => 1.0,
        }
    }

    /// The velocity round the crowd, away from the side to which the crowd leans: see
    /// [`Group::lean`].
    fn goes_round(&self, group: &Group) -> Vec2 {
        let state = self.state;
        let outward = (state.position - self.place.position).normalize_or_zero();
        let passing = self.settling.passing_side.of(-outward);
        let lean = group.lean(self.settling.obstacles) / (LEANS * state.body_radius);
        let beside = passing.dot(lean);
        let strength = if outward.dot(lean) > 0.0 {
            lean.length()
        } else {
            beside.abs()
        };
        let along = if beside > 0.0 { -passing } else { passing };
        let away = self.away_from_walls(passing);
        let speed = GOES_ROUND.0 * strength.min(1.0) * (1.0 - away.length());
        let round = along * speed + away * GOES_ROUND.0 - outward * GOES_ROUND.1;
        round * state.max_speed
    }

    /// The push away from walls on both sides of an agent, of length 0 to 1.
    fn away_from_walls(&self, passing: Vec2) -> Vec2 {
        let (state, obstacles) = (self.state, self.settling.obstacles);
        let length = NEAR_WALL * state.body_radius;
        if length == 0.0 {
            return Vec2::ZERO;
        }
        let nearness = |along: Vec2| {
            let to = state.position + along * length;
            let hit = obstacles.first_hit(state.position, to, state.body_radius, |_| true);
            hit.map_or(0.0, |hit| 1.0 - hit.distance / length)
        };
        passing * (nearness(-passing) - nearness(passing))
    }
}

/// By how much `DISC.0` has grown in the open after an agent has `waited`, seconds. The crowd fills
/// a disc of radius `disc`, world units.
fn more_disc_after(waited: f32, disc: f32, max_speed: f32) -> f32 {
    let (most, shortest) = MORE_DISC_IN_THE_OPEN;
    let half_round = PI * disc / (GOES_ROUND.0 * max_speed);
    most * (waited / half_round.max(shortest)).min(1.0)
}

/// By how much `DISC.1` has grown after an agent has `waited`, seconds, in its body radii. The
/// crowd fills a disc of radius `disc`, in the same radii.
fn out_of_round_after(waited: f32, disc: f32) -> f32 {
    let (rate, begins) = OUT_OF_ROUND;
    let grown = rate * (waited - begins).max(0.0);
    grown.min(MOST_OUT_OF_ROUND / (disc * disc))
}

/// How much of the time counts as waiting between walls at this speed, 0 to 1. It is less the
/// faster the agent moves, because it may be on its way to room on the other side.
fn waiting_part_between_walls(speed: f32, max_speed: f32) -> f32 {
    let full = (GOES_ROUND.0 * max_speed).max(f32::MIN_POSITIVE);
    1.0 - (1.0 - WAITS_AT_LEAST) * (speed / full).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{more_disc_after, out_of_round_after, waiting_part_between_walls};

    #[test]
    fn a_small_crowd_may_be_more_out_of_round() {
        // 15 bodies fill a disc of sqrt(15 / 0.6) = 5 radii, 540 bodies a disc of 30.
        assert_eq!(out_of_round_after(5.0, 5.0), 0.0);
        assert_eq!(out_of_round_after(6.0, 5.0), 0.25);
        assert_eq!(out_of_round_after(60.0, 5.0), 0.6);
        assert!((out_of_round_after(60.0, 30.0) - 0.0167).abs() < 1e-4);
    }

    #[test]
    fn the_disc_grows_until_an_agent_has_gone_half_round() {
        let close = |one: f32, other: f32| assert!((one - other).abs() < 1e-5, "{one} {other}");
        // Half round a disc of 2 units at 0.7 of 1.5 m/s takes 6 s, so 24 s count as the longer
        // time.
        close(more_disc_after(0.0, 2.0, 1.5), 0.0);
        close(more_disc_after(12.0, 2.0, 1.5), 0.06);
        close(more_disc_after(24.0, 2.0, 1.5), 0.12);
        close(more_disc_after(90.0, 2.0, 1.5), 0.12);
        // Half round a disc of 126 / pi units takes 126 / 1.05 = 120 s.
        let large = 126.0 / core::f32::consts::PI;
        close(more_disc_after(60.0, large, 1.5), 0.06);
        close(more_disc_after(240.0, large, 1.5), 0.12);
        assert_eq!(more_disc_after(60.0, large, 0.0), 0.0);
    }

    #[test]
    fn an_agent_between_walls_waits_less_the_faster_it_moves() {
        // Full speed round the crowd is 0.7 of the largest: 1.4 of 2.
        assert_eq!(waiting_part_between_walls(0.0, 2.0), 1.0);
        assert!((waiting_part_between_walls(0.7, 2.0) - 0.6).abs() < 1e-6);
        assert!((waiting_part_between_walls(1.4, 2.0) - 0.2).abs() < 1e-6);
        assert!((waiting_part_between_walls(2.0, 2.0) - 0.2).abs() < 1e-6);
        assert_eq!(waiting_part_between_walls(0.0, 0.0), 1.0);
    }
}
