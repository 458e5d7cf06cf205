//! The free places of a crowd: at its edge, and not in a passage.

use super::{Agent, Group, TOUCHES};
use crate::arbitration::Goal;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::settled::Settled;
use bevy::math::Vec2;
use core::f32::consts::TAU;
use horde_kernel::behaviors::settling::{DIRECTIONS, Edge};
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::portable::unit_at;
use horde_kernel::math::vector::{direction, direction_and_length};
use smallvec::SmallVec;

/// An agent takes the free place with the least sum of its distance to the goal and this part of
/// the agent's own way round the crowd.
const OWN_WAY: f32 = 0.1;
/// An agent does not go round its crowd to gain less than this, and a place is not for it unless
/// another has this much farther to go there, body radii.
const GAIN: f32 = 0.5;
/// A place is taken when another body is nearer than this part of the sum of the two radii.
const TAKEN: f32 = 0.9;
/// How much an agent that goes round its crowd turns inward, so that it keeps to it.
const INWARD: f32 = 0.3;
/// An agent looks for the walls of a passage within this distance, body radii.
const NEAR_WALLS: f32 = 4.0;
/// The number of directions in which an agent looks for walls.
const RAYS: usize = 24;
/// From wall to wall, a passage spans at most this many directions.
const WIDEST: usize = RAYS / 2 + 1;
/// The radius of the disc that looks for walls, body radii.
const PROBE: f32 = 0.25;

/// Where an agent may settle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Choice {
    /// No free place is better than where it is.
    Here,
    /// At this free place.
    At(Vec2),
}

impl Agent<'_> {
    /// The best free place at the edge of the crowd. An agent in a passage takes any.
    pub(super) fn choose(&self, group: &Group, is_in_passage: bool) -> Choice {
        let (state, place, obstacles) = (self.state, &self.place, self.settling.obstacles);
        let goal = place.position;
        let Some((outward, here)) = direction_and_length(state.position - goal) else {
            return Choice::Here;
        };
        let apart = state.body_radius + place.gap;
        let mut edge = Edge::new(outward);
        for body in group.bodies().filter(|body| body.slot != self.slot) {
            // A place is for the agent that is clearly nearer to it.
            let own_way = body.position.distance(state.position);
            let is_for_other = body.way < own_way + GAIN * state.body_radius;
            if is_for_other {
                edge.add(body.position - goal, apart + body.radius);
            }
        }
        if place.slot != NO_SLOT {
            let body = self.settling.index.body_of(place.slot);
            edge.add(body.position - goal, apart + body.radius);
        }
        let passing = self.settling.passing_side.of(-outward);
        let gain = if place.touches { TOUCHES } else { GAIN };
        let limit = if is_in_passage {
            f32::INFINITY
        } else {
            here - gain * state.body_radius
        };
        let mut spots = SmallVec::<[(f32, f32, Vec2); DIRECTIONS]>::new();
        for (turn, direction, distance) in edge.directions() {
            let cost = distance * (1.0 + OWN_WAY * turn);
            // All directions without a body lead to the goal itself.
            let is_place = distance > 0.0 || place.begins && turn == 0.0;
            let is_ahead = turn == 0.0 && distance < here;
            if (cost < limit || is_ahead) && is_place {
                let side = -passing.dot(direction);
                spots.push((cost, side, goal + direction * distance));
            }
        }
        spots.sort_unstable_by(|one, other| {
            one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        let mut spots = spots.into_iter().map(|(_, _, spot)| spot);
        let free = spots.find(|spot| {
            obstacles.fits(*spot, state.body_radius)
                && !self.is_taken(group, *spot)
                && !self.is_in_passage(*spot)
        });
        free.map_or(Choice::Here, Choice::At)
    }

    /// Whether a body stands at a spot, or an agent that is nearer to the spot keeps it.
    pub(super) fn is_taken(&self, group: &Group, spot: Vec2) -> bool {
        let (position, radius) = (self.state.position, self.state.body_radius);
        let own = (position.distance(spot), self.slot);
        let is_near = |at: Vec2, their: f32| at.distance(spot) < TAKEN * (radius + their);
        let mut kept = group.kept().iter().filter(|other| other.slot != self.slot);
        if kept.any(|other| is_near(other.position, other.radius) && (other.way, other.slot) < own)
        {
            return true;
        }
        let crowd = self.settling.crowd;
        let mut is_taken = false;
        self.settling.index.bodies().visit_within(
            spot,
            TAKEN * (radius + crowd.largest_body),
            |_, body, _| {
                let other = crowd.member(body.slot);
                let stands = other.is_settled && other.is_solid && body.slot != self.slot;
                is_taken |= stands && is_near(body.position, body.radius);
            },
        );
        is_taken
    }

    /// The velocity to the free place of an agent; `None` while the place is out of sight.
    pub(super) fn onward(&self, group: &Group, memory: &Settled) -> Option<Vec2> {
        let (state, goal) = (self.state, self.place.position);
        let there = onward_goal(
            state,
            memory.spot,
            self.settling.obstacles,
            self.settling.tick,
        )?;
        let ways = direction_and_length(state.position - goal)
            .zip(direction_and_length(memory.spot - goal));
        let round = ways.filter(|((outward, own), (toward, place))| {
            // Its place does not lie outward from here: the way leads round the crowd.
            !memory.passes_through && outward.dot(*toward) * own < place - state.body_radius
        });
        let rim = group.reach() + self.place.gap + 2.0 * state.body_radius;
        Some(
            round.map_or(there.preferred_velocity, |((outward, own), (toward, _))| {
                let side = outward.perp_dot(toward);
                let along = if side == 0.0 {
                    self.settling.passing_side.of(-outward)
                } else {
                    outward.perp() * side.signum()
                };
                // Along the tangent to the rim of the crowd.
                let sine = (rim / own).min(1.0);
                let inward = f32::sqrt(1.0 - sine * sine).max(INWARD);
                (along * sine - outward * inward).normalize_or_zero() * state.max_speed
            }),
        )
    }

    /// Whether no wall is between the goal and a position. A goal inside of a wall counts as in
    /// sight.
    pub(super) fn is_in_sight_of_goal(&self, position: Vec2) -> bool {
        let probe = PROBE * self.state.body_radius;
        let (goal, obstacles) = (self.place.position, self.settling.obstacles);
        let hit = obstacles.first_hit(goal, position, probe, |_| true);
        hit.is_none() || !obstacles.fits(goal, probe)
    }

    /// Whether a position is out of sight of the goal, in a passage or a short way behind one.
    pub(super) fn is_in_passage(&self, position: Vec2) -> bool {
        let radius = self.state.body_radius;
        let toward = self.place.position - position;
        let step = toward.normalize_or_zero() * radius;
        let count = (toward.length() / radius).min(NEAR_WALLS) as u32;
        let mut on_the_way = (0..=count).map(|number| position + step * number as f32);
        !self.is_in_sight_of_goal(position) || on_the_way.any(|spot| self.is_between_walls(spot))
    }

    /// Whether a position is between two walls, with a way out on the side away from the goal.
    fn is_between_walls(&self, position: Vec2) -> bool {
        let (radius, obstacles) = (self.state.body_radius, self.settling.obstacles);
        let (reach, probe) = (NEAR_WALLS * radius, PROBE * radius);
        if obstacles.is_clear_around(position, reach + probe) {
            return false;
        }
        let Some(outward) = direction(position - self.place.position) else {
            return false;
        };
        let walls = core::array::from_fn(|ray| {
            let along = unit_at(TAU * ray as f32 / RAYS as f32).rotate(outward);
            let to = position + along * reach;
            let hit = obstacles.first_hit(position, to, probe, |_| true);
            hit.is_some()
        });
        is_passage(&walls)
    }
}
/// The goal of an agent that passes on to a free place; `None` while the place is out of sight.
pub(super) fn onward_goal(
    state: &AgentState,
    place: Vec2,
    obstacles: &ObstacleIndex,
    tick: f32,
) -> Option<Goal> {
    let way = direction_and_length(place - state.position);
    let is_in_sight = way.is_none_or(|(heading, length)| {
        let (from, radius) = (state.position, state.body_radius);
        !obstacles.is_blocked(from, heading, length, radius, None, |_| true)
    });
    is_in_sight.then(|| Goal::arrive(state, tick, place, Vec2::ZERO))
}

/// Whether direction 0 leads between two walls, and another direction behind both is free. `walls`
/// tells where walls are, in directions evenly round a position.
fn is_passage(walls: &[bool; RAYS]) -> bool {
    let left = walls.iter().position(|wall| *wall);
    let right = walls.iter().rposition(|wall| *wall);
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    let leads_on = walls[left..right].contains(&false);
    left > 0 && left + RAYS - right <= WIDEST && leads_on
}

#[cfg(test)]
mod tests {
    use super::{RAYS, is_passage};

    /// Walls in the directions with these numbers.
    fn walls(at: &[usize]) -> [bool; RAYS] {
        core::array::from_fn(|ray| at.contains(&ray))
    }

    #[test]
    fn a_passage_has_a_wall_on_each_side_and_a_way_beyond() {
        // 24 directions, 15 degrees apart. Jambs at 90 degrees on both sides.
        assert!(is_passage(&walls(&[6, 18])));
        // A wall with an opening of 90 degrees, seen from before it.
        assert!(is_passage(&walls(&[3, 4, 5, 19, 20, 21])));
    }

    #[test]
    fn open_ground_a_wall_and_a_corner_are_no_passages() {
        assert!(!is_passage(&walls(&[])));
        // A wall on one side only, and a wall in the way.
        assert!(!is_passage(&walls(&[5, 6, 7])));
        assert!(!is_passage(&walls(&[0, 1, 23])));
        // The corner of a room, open outward, and two walls too far apart.
        let corner: Vec<usize> = (6..=18).collect();
        assert!(!is_passage(&walls(&corner)));
        assert!(!is_passage(&walls(&[8, 16])));
    }
}
