//! Settled agents stand, make way, and move up.

use super::crowd::Member;
use super::{Agent, GOAL_MOVES, STUCK};
use crate::arbitration::{Goal, Response};
use crate::settled::Settled;
use bevy::prelude::*;
use horde_kernel::avoidance::velocity_constraint::keep_within;
use horde_kernel::behaviors::settling::{Passer, make_way, passer_range};
use horde_kernel::math::vector::{direction_and_length, truncate};
use smallvec::SmallVec;

/// An agent gives up its place when it is pushed farther than this from its spot, body radii.
const PUSHED_AWAY: f32 = 6.0;
/// The farthest that an agent steps aside, body radii.
pub(super) const STEPS_ASIDE: f32 = 2.4;
/// An agent moves up once room nearer to the goal has been free for this time, seconds.
const ROOM_LASTS: f32 = 0.5;
/// How far an agent looks for room, and how much nearer to the goal the room has to be, body radii.
const ROOM: (f32, f32) = (1.0, 0.3);
/// The nearest agent of a crowd moves to the place itself from farther away than this, body radii.
const AWAY_FROM_PLACE: f32 = 0.5;
/// The directions in which an agent looks for room, as cosine and sine of the angle to the goal.
const ROOM_DIRECTIONS: [(f32, f32); 5] = [
    (1.0, 0.0),
    (0.866_025_4, 0.5),
    (0.866_025_4, -0.5),
    (0.5, 0.866_025_4),
    (0.5, -0.866_025_4),
];
/// The packing of a crowd is measured within this distance, body radii.
const NEARBY: f32 = 5.0;
/// An agent is back at its spot within this distance, body radii.
const AT_SPOT: f32 = 0.05;
/// Bodies overlap when they are nearer than this part of the sum of their radii.
const OVERLAPS_WITHIN: f32 = 0.999;
/// The time in which an agent follows the place to which it steps aside, seconds. That place moves
/// with the passer, and a body that follows at once trembles.
const FOLLOWS: f32 = 0.4;
/// A body passes if its preferred speed is above this part of the agent's largest speed.
const PASSES: f32 = 0.05;

impl Agent<'_> {
    /// Stands at a spot, moves up, or gives the spot up.
    pub(super) fn stand(&self, settled: &Settled, goal: &Goal) -> (Settled, Option<Goal>) {
        if self.has_a_home(settled) {
            return self.stay_home(settled, goal);
        }
        let radius = self.state.body_radius;
        let goal_moves = settled.goal.distance(self.place.position);
        let pushed = settled.spot.distance(self.state.position);
        let stays = goal_moves <= GOAL_MOVES * radius && pushed <= PUSHED_AWAY * radius;
        let is_place_free = stays && self.has_room_at_place();
        let room = self.room_nearer(settled.spot);
        let room = room.filter(|spot| stays && !is_place_free && !self.is_for_nearest(*spot));
        let room_for = if is_place_free || room.is_some() {
            settled.room_for + self.time
        } else {
            0.0
        };
        let has_room = room_for > ROOM_LASTS;
        if !stays || (has_room && is_place_free) {
            return self.approach(&Settled::default(), goal);
        }
        let mut settled = Settled {
            goal: self.place.position,
            room_for,
            ..*settled
        };
        let (aside, is_for_own) = self.step_aside(settled.spot);
        if let Some(spot) = room.filter(|_| has_room && aside == Vec2::ZERO) {
            (settled.spot, settled.room_for, settled.blocked_for) = (spot, 0.0, 0.0);
        }
        let pushed = settled.spot.distance(self.state.position);
        if aside != Vec2::ZERO {
            settled.blocked_for = 0.0;
            let turned = self.follow(settled.spot + aside);
            if is_for_own {
                // The passer joins the crowd, so the agent does not come back.
                settled.spot = self.state.position;
            }
            return (settled, Some(turned));
        }
        if settled.spot == self.place.position {
            return (settled, None);
        }
        if pushed > AT_SPOT * radius {
            settled.blocked_for += self.time;
        } else {
            settled.blocked_for = 0.0;
        }
        if settled.blocked_for > STUCK {
            (settled.spot, settled.blocked_for) = (self.state.position, 0.0);
        }
        (settled, self.come_back(&settled, goal))
    }

    /// Comes back to the spot without pressing on others, and stands there.
    fn come_back(&self, settled: &Settled, goal: &Goal) -> Option<Goal> {
        let state = self.state;
        let velocity = if settled.blocked_for == 0.0 || self.is_occupied(settled.spot) {
            Vec2::ZERO
        } else {
            let there = Goal::arrive(state, self.settling.tick, settled.spot, Vec2::ZERO);
            let group = self.settling.crowd.group_at(settled.goal)?;
            let constraints = self.beside(group).constraints;
            keep_within(&constraints, there.preferred_velocity, state.max_speed)
        };
        self.turned(goal, goal.preferred_velocity, velocity)
            .map(|goal| Goal {
                position: settled.spot,
                ..goal
            })
    }

    /// Whether another body would overlap the agent's at a spot. Two bodies that press for their
    /// spots tremble.
    fn is_occupied(&self, spot: Vec2) -> bool {
        self.state.solid && !self.bodies_leave_room(spot, OVERLAPS_WITHIN)
    }

    /// Whether the place itself is free, and the agent is the nearest of its crowd.
    fn has_room_at_place(&self) -> bool {
        let (state, place) = (self.state, &self.place);
        let distance = state.position.distance(place.position);
        let group = self.settling.crowd.group_at(place.position);
        let is_nearest = group.is_some_and(|group| group.nearest_slot() == self.slot);
        is_nearest && distance > AWAY_FROM_PLACE * state.body_radius && self.place_is_free()
    }

    /// Whether a spot overlaps the free place, which the nearest agent of the crowd takes.
    fn is_for_nearest(&self, spot: Vec2) -> bool {
        let free = 2.0 * self.state.body_radius + self.place.gap;
        spot.distance(self.place.position) < free && self.place_is_free()
    }

    /// The spot nearest to the goal where the body would fit: one step away, and nearer to the goal
    /// than the body and its `known` spot.
    fn room_nearer(&self, known: Vec2) -> Option<Vec2> {
        let (state, place) = (self.state, &self.place);
        let radius = state.body_radius;
        let (inward, distance) = direction_and_length(place.position - state.position)?;
        let (step, nearer) = (ROOM.0 * radius, ROOM.1 * radius);
        let most = distance.min(known.distance(place.position)) - nearer;
        if distance < nearer {
            return None;
        }
        let mut spots = SmallVec::<[Vec2; 5]>::new();
        for (cosine, sine) in ROOM_DIRECTIONS {
            let spot = state.position + Vec2::new(cosine, sine).rotate(inward) * step.min(distance);
            if spot.distance(place.position) <= most {
                spots.push(spot);
            }
        }
        let crowd = self.settling.crowd;
        let range = step + radius + crowd.largest_body + place.gap;
        self.settling
            .index
            .bodies()
            .visit_within(state.position, range, |_, body, _| {
                let counts = body.slot != self.slot && crowd.member(body.slot).is_solid;
                if state.solid && counts {
                    let free = radius + body.radius + place.gap;
                    spots.retain(|spot| body.position.distance(*spot) >= free);
                }
            });
        let obstacles = self.settling.obstacles;
        // The spots are in the order of their distance to the goal.
        spots.into_iter().find(|spot| {
            let hit = obstacles.first_hit(state.position, *spot, radius, |_| true);
            hit.is_none()
        })
    }

    /// Follows the spot to which the agent steps aside.
    pub(super) fn follow(&self, spot: Vec2) -> Goal {
        let state = self.state;
        let velocity = truncate((spot - state.position) / FOLLOWS, state.max_speed);
        Goal::new(spot, velocity).with_response(Response::Capped)
    }

    /// The speed above which another agent passes.
    pub(super) fn slowest_passer(&self) -> f32 {
        PASSES * self.state.max_speed
    }

    /// The agent's step off its spot for passers, and whether a passer of its own crowd causes it.
    pub(super) fn step_aside(&self, spot: Vec2) -> (Vec2, bool) {
        let (state, place, crowd) = (self.state, &self.place, self.settling.crowd);
        if !(crowd.fastest_passer > 0.0 && place.make_way > 0.0 && state.solid) {
            return (Vec2::ZERO, false);
        }
        let radius = state.body_radius;
        let widest = radius + crowd.largest_body + place.gap;
        let range = passer_range(widest, place.make_way, crowd.fastest_passer);
        let mut passers = SmallVec::<[(Passer, f32, bool); 4]>::new();
        let mut filled = 0.0;
        let nearby = NEARBY * radius;
        let own = crowd.member(self.slot).group;
        let slowest = self.slowest_passer();
        self.settling
            .index
            .bodies()
            .visit_within(spot, range, |_, body, _| {
                let other = crowd.member(body.slot);
                let is_foreign = other.group == Member::NO_GROUP || other.group != own;
                let passes = other.is_passer(slowest)
                    && (is_foreign || other.passes_through)
                    && body.slot != self.slot;
                if passes {
                    let width = radius + body.radius + place.gap;
                    passers.push((other.passer(body), width, is_foreign));
                } else if other.is_solid && body.position.distance_squared(spot) <= nearby * nearby
                {
                    filled += body.radius * body.radius;
                }
            });
        let packing = filled / (nearby * nearby);
        let side = self.settling.passing_side.opposite();
        let (mut sum, mut is_for_own) = (Vec2::ZERO, false);
        for (passer, width, is_foreign) in &passers {
            let (position, ahead) = (state.position, place.make_way);
            let step = make_way(spot, position, *width, ahead, packing, passer, side);
            sum += step;
            is_for_own |= !is_foreign && step != Vec2::ZERO;
        }
        (truncate(sum, STEPS_ASIDE * radius), is_for_own)
    }
}
