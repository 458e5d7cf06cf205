//! A crowd settles behind a doorway: an agent that would block the doorway passes on to a free
//! place.

use super::{Agent, Group, PATIENCE};
use crate::arbitration::Goal;
use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use crate::settled::Settled;
use bevy::math::{Vec2, ops};
use core::f32::consts::TAU;
use horde_kernel::math::portable::unit_at;
use horde_kernel::math::vector::{direction, direction_and_length};

/// An agent looks for the walls of a doorway within this distance, body radii.
const NEAR_WALLS: f32 = 4.0;
/// The number of directions in which an agent looks for walls.
const RAYS: usize = 24;
/// From wall to wall, a doorway spans at most this many directions.
const WIDEST: usize = RAYS / 2 + 1;
/// The radius of the disc that looks for walls, body radii.
const PROBE: f32 = 0.25;
/// Free places are this many times as far apart as bodies that touch.
const APART: f32 = 1.02;
/// The distance of the farthest free place from the goal, in radii of the area that the crowd
/// fills.
const FARTHEST: f32 = 1.6;
/// The most rows of free places to each side of the goal.
const MOST_ROWS: f32 = 40.0;
/// An agent takes the free place with the least sum of its distance to the goal and this part of
/// the agent's own way.
const OWN_WAY: f32 = 0.25;
/// An agent settles within this distance of its free place, body radii.
const AT_PLACE: f32 = 0.25;
/// An agent that passes on gives up once it has waited for this time, seconds.
const GIVES_UP: f32 = 30.0;
/// Waiting counts this many times in sight of the free place: there the agent waits for other
/// agents, and not for the doorway.
const COUNTS_IN_SIGHT: f32 = 6.0;
/// An agent waits while it is below this part of its largest speed.
const WAITS_BELOW: f32 = 0.1;

impl Agent<'_> {
    /// The memory of an agent that begins to pass on to a free place; `None` where it blocks no
    /// doorway, where no place is free, and after it has given up.
    pub(super) fn begins_to_pass(&self, group: &Group, waited: f32) -> Option<Settled> {
        let (position, obstacles) = (self.state.position, self.settling.obstacles);
        let begins = waited < GIVES_UP
            && group.has_doorway_toward(position, obstacles)
            && self.is_behind_a_doorway(position);
        let spot = begins.then(|| self.free_place(group)).flatten()?;
        Some(Settled {
            passes_through: true,
            goal: self.place.position,
            spot,
            ..Settled::default()
        })
    }

    /// Passes on to the free place, and settles there.
    pub(super) fn pass_through(
        &self,
        settled: &Settled,
        group: &Group,
        goal: &Goal,
    ) -> (Settled, Option<Goal>) {
        let (state, obstacles) = (self.state, self.settling.obstacles);
        let mut settled = *settled;
        if state.position.distance(settled.spot) <= AT_PLACE * state.body_radius {
            return (self.settles_at(state.position), None);
        }
        if self.bodies_leave_room(settled.spot, 1.0) {
            settled.blocked_for = 0.0;
        } else {
            settled.blocked_for += self.time;
        }
        if settled.blocked_for > PATIENCE {
            settled.blocked_for = 0.0;
            settled.spot = self.free_place(group).unwrap_or(settled.spot);
        }
        let there = onward_goal(state, settled.spot, obstacles, self.settling.tick);
        if state.velocity.length() < WAITS_BELOW * state.max_speed {
            let counts = if there.is_some() {
                COUNTS_IN_SIGHT
            } else {
                1.0
            };
            settled.room_for += self.time * counts;
        }
        settled.passes_through = settled.room_for < GIVES_UP;
        let Some(there) = there else {
            // Before the free place is in sight, the way to the goal leads through the doorway.
            return (settled, None);
        };
        let turned = self.turned(goal, goal.preferred_velocity, there.preferred_velocity);
        let turned = turned.map(|goal| Goal {
            position: settled.spot,
            ..goal
        });
        (settled, turned)
    }

    /// The best free place of a hexagonal grid round the goal, near to the goal and the agent;
    /// `None` if no place is free.
    fn free_place(&self, group: &Group) -> Option<Vec2> {
        let (state, goal) = (self.state, self.place.position);
        let obstacles = self.settling.obstacles;
        let radius = state.body_radius;
        let outward = direction(state.position - goal)?;
        let apart = APART * (2.0 * radius + self.place.gap);
        let own = radius * radius;
        let filled = group.disc_within(own, obstacles);
        let filled = filled.filter(|filled| filled.is_finite());
        let farthest = FARTHEST * filled.unwrap_or_else(|| group.disc(own)) + apart;
        let between_rows = apart * ops::sqrt(0.75);
        let (along, across) = (outward * apart, self.settling.passing_side.of(outward));
        let rows = (farthest / between_rows).min(MOST_ROWS) as i32;
        let mut spots = Vec::new();
        for row in -rows..=rows {
            for column in -rows..=rows {
                let shift = 0.5 * (row & 1) as f32;
                let offset = along * (column as f32 + shift) + across * (row as f32 * between_rows);
                let (spot, distance) = (goal + offset, offset.length());
                if distance <= farthest {
                    spots.push((distance + OWN_WAY * spot.distance(state.position), spot));
                }
            }
        }
        spots.sort_by(|one, other| one.0.total_cmp(&other.0));
        spots.into_iter().map(|(_, spot)| spot).find(|&spot| {
            obstacles.fits(spot, radius)
                && self.bodies_leave_room(spot, 1.0)
                && !self.is_behind_a_doorway(spot)
        })
    }

    /// Whether no wall is between the goal and a position. A goal inside of a wall counts as in
    /// sight.
    pub(super) fn is_in_sight_of_goal(&self, position: Vec2) -> bool {
        let probe = PROBE * self.state.body_radius;
        let (goal, obstacles) = (self.place.position, self.settling.obstacles);
        let hit = obstacles.first_hit(goal, position, probe, |_| true);
        hit.is_none() || !obstacles.fits(goal, probe)
    }

    /// Whether a position is out of sight of the goal, in a doorway or a short way behind one.
    fn is_behind_a_doorway(&self, position: Vec2) -> bool {
        let radius = self.state.body_radius;
        let toward = self.place.position - position;
        let step = toward.normalize_or_zero() * radius;
        let count = (toward.length() / radius).min(NEAR_WALLS) as u32;
        let mut on_the_way = (0..=count).map(|number| position + step * number as f32);
        !self.is_in_sight_of_goal(position) || on_the_way.any(|spot| self.is_doorway(spot))
    }

    /// Whether a position is between two walls, with a way out on the side away from the goal.
    fn is_doorway(&self, position: Vec2) -> bool {
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
        is_between_walls(&walls)
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
fn is_between_walls(walls: &[bool; RAYS]) -> bool {
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
    use super::{RAYS, is_between_walls};

    /// Walls in the directions with these numbers.
    fn walls(at: &[usize]) -> [bool; RAYS] {
        core::array::from_fn(|ray| at.contains(&ray))
    }

    #[test]
    fn a_doorway_has_a_wall_on_each_side_and_a_way_beyond() {
        // 24 directions, 15 degrees apart. Jambs at 90 degrees on both sides.
        assert!(is_between_walls(&walls(&[6, 18])));
        // A wall with an opening of 90 degrees, seen from before it.
        assert!(is_between_walls(&walls(&[3, 4, 5, 19, 20, 21])));
    }

    #[test]
    fn open_ground_a_wall_and_a_corner_are_no_doorways() {
        assert!(!is_between_walls(&walls(&[])));
        // A wall on one side only, and a wall in the way.
        assert!(!is_between_walls(&walls(&[5, 6, 7])));
        assert!(!is_between_walls(&walls(&[0, 1, 23])));
        // The corner of a room, open outward, and two walls too far apart.
        let corner: Vec<usize> = (6..=18).collect();
        assert!(!is_between_walls(&walls(&corner)));
        assert!(!is_between_walls(&walls(&[8, 16])));
    }
}
