//! The agents that have settled for one place.

use crate::obstacle::ObstacleIndex;
use crate::perception::AgentState;
use bevy::math::{DVec2, ops};
use bevy::prelude::*;
use core::f32::consts::TAU;
use horde_kernel::behaviors::settling::{filled_radius, filled_radius_within, visible_middle};
use horde_kernel::crowd::body::NO_SLOT;
use horde_kernel::math::portable::unit_at;
use std::sync::OnceLock;

/// The number of directions in which a crowd measures how much room the walls leave.
const DIRECTIONS: usize = 32;
/// How far a crowd measures, in radii of the disc that it fills in the open.
const FARTHEST: f32 = 5.0;
/// A crowd is between walls if a wall is within this many times the radius of the area that it
/// fills.
const WALLS_WITHIN: f32 = 1.3;

/// A doorway is at most this many directions wide, between walls of at least `SHORTEST_WALL`.
const WIDEST_DOORWAY: usize = 8;
const SHORTEST_WALL: usize = 3;

/// The agents that have settled for one place.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) number: u32,
    place: Vec2,
    /// Whether no way leads to the goal, and the place is the one nearest to it.
    is_enclosed: bool,
    /// The number of its agents.
    count: u32,
    /// The sum of the squared radii of the solid agents.
    squared_radii: f64,
    /// The sum of the offsets of the solid agents from the place, each times the squared radius.
    offsets: DVec2,
    /// The distance of the farthest solid agent from the place, world units.
    reach: f32,
    /// The solid agent nearest to the place.
    nearest: Nearest,
    /// The walls around the nearest agent, measured when first needed; `None` in the open.
    sight: OnceLock<Option<Sight>>,
}

/// The agent of a group that is nearest to the place.
#[derive(Clone, Copy, Debug, Default)]
struct Nearest {
    distance_squared: f32,
    slot: u32,
    position: Vec2,
    heading: Vec2,
}

/// The distances to the walls in all directions, world units.
#[derive(Debug)]
struct Sight {
    directions: [Vec2; DIRECTIONS],
    distances: [f32; DIRECTIONS],
}

impl Sight {
    /// The radius of the area in sight that bodies fill.
    fn filled_radius(&self, squared_radii: f32) -> f32 {
        filled_radius_within(squared_radii, &mut self.distances.clone())
    }
}

impl Group {
    /// A group without agents.
    pub(super) fn new(number: u32, place: Vec2) -> Self {
        Self {
            number,
            place,
            is_enclosed: false,
            count: 0,
            squared_radii: 0.0,
            offsets: DVec2::ZERO,
            reach: 0.0,
            nearest: Nearest {
                distance_squared: f32::INFINITY,
                slot: NO_SLOT,
                ..Nearest::default()
            },
            sight: OnceLock::new(),
        }
    }

    /// Adds an agent.
    pub(super) fn add(&mut self, slot: u32, state: &AgentState, is_enclosed: bool) {
        self.is_enclosed |= is_enclosed;
        let added = Nearest {
            distance_squared: state.position.distance_squared(self.place),
            slot,
            position: state.position,
            heading: state.heading,
        };
        self.count += 1;
        if !state.solid {
            return;
        }
        let squared_radius = state.body_radius * state.body_radius;
        self.squared_radii += f64::from(squared_radius);
        self.offsets += ((state.position - self.place) * squared_radius).as_dvec2();
        self.reach = self.reach.max(ops::sqrt(added.distance_squared));
        let rank = |nearest: &Nearest| (nearest.distance_squared, nearest.slot);
        if rank(&added) < rank(&self.nearest) {
            self.nearest = added;
        }
    }

    pub(super) fn place(&self) -> Vec2 {
        self.place
    }

    /// Whether the group has a solid body.
    pub(super) fn is_solid(&self) -> bool {
        self.nearest.slot != NO_SLOT
    }

    pub(super) fn is_enclosed(&self) -> bool {
        self.is_enclosed
    }

    pub(super) fn squared_radii(&self) -> f64 {
        self.squared_radii
    }

    /// The slot of the solid agent nearest to the place; `NO_SLOT` without one.
    pub(super) fn nearest_slot(&self) -> u32 {
        self.nearest.slot
    }

    /// The number of its agents.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Whether only one agent has settled for the place.
    pub(super) fn is_of_one(&self) -> bool {
        self.count == 1
    }

    /// The distance of the farthest solid agent of the group from the place, world units.
    pub(super) fn reach(&self) -> f32 {
        self.reach
    }

    /// Whether a body of this radius at a place would be among the group.
    pub(super) fn covers(&self, place: Vec2, radius: f32) -> bool {
        self.place.distance(place) <= self.reach + 2.0 * radius
    }

    /// The offset of the middle of the group from the middle of the area that it can fill.
    pub(super) fn lean(&self, obstacles: &ObstacleIndex) -> Vec2 {
        if self.squared_radii == 0.0 {
            return Vec2::ZERO;
        }
        let middle = (self.offsets / self.squared_radii).as_vec2();
        self.sight(obstacles).map_or(middle, |sight| {
            let reach = sight.filled_radius(self.squared_radii as f32);
            middle - visible_middle(&sight.directions, &sight.distances, reach)
        })
    }

    /// The radius of the disc that the group fills in the open. `more` is added to the sum of the
    /// squared radii.
    pub(super) fn disc(&self, more: f32) -> f32 {
        filled_radius(self.squared_radii as f32 + more)
    }

    /// The radius of the area that the group fills between walls; `None` if no wall is near. `more`
    /// is added to the sum of the squared radii.
    pub(super) fn disc_within(&self, more: f32, obstacles: &ObstacleIndex) -> Option<f32> {
        let sight = self.sight(obstacles)?;
        let filled = sight.filled_radius(self.squared_radii as f32 + more);
        let nearest = sight
            .distances
            .iter()
            .copied()
            .fold(f32::INFINITY, f32::min);
        (nearest <= WALLS_WITHIN * filled).then_some(filled)
    }

    /// Whether walls leave at most a narrow opening on the side of a position.
    pub(super) fn has_doorway_toward(&self, position: Vec2, obstacles: &ObstacleIndex) -> bool {
        let Some(sight) = self.sight(obstacles) else {
            return false;
        };
        let farthest = FARTHEST * self.disc(0.0);
        let along = position - self.nearest.position;
        let cosine = |ray: &usize| sight.directions[*ray].dot(along);
        let by_cosine = |one: &usize, other: &usize| cosine(one).total_cmp(&cosine(other));
        let is_narrow = |own: usize, step: usize| {
            let ray = |count: usize| (own + count * step) % DIRECTIONS;
            is_narrow_opening(&core::array::from_fn(|count| {
                sight.distances[ray(count)] >= farthest
            }))
        };
        // Of two equal directions, one search takes the left one, and the other the right one.
        let (first, last) = (
            (0..DIRECTIONS).rev().max_by(by_cosine),
            (0..DIRECTIONS).max_by(by_cosine),
        );
        first.is_some_and(|own| is_narrow(own, DIRECTIONS - 1))
            && last.is_some_and(|own| is_narrow(own, 1))
    }

    /// Whether the group is between walls.
    pub(super) fn is_walled(&self, obstacles: &ObstacleIndex) -> bool {
        self.disc_within(0.0, obstacles).is_some()
    }

    /// Whether no wall is near the group.
    pub(super) fn is_in_the_open(&self, obstacles: &ObstacleIndex) -> bool {
        self.sight(obstacles).is_none()
    }

    /// The walls around the agent nearest to the place; `None` where there are none.
    fn sight(&self, obstacles: &ObstacleIndex) -> Option<&Sight> {
        let sight = self.sight.get_or_init(|| {
            let Nearest {
                position: from,
                heading,
                ..
            } = self.nearest;
            let farthest = FARTHEST * self.disc(0.0);
            if obstacles.is_clear_around(from, farthest) {
                return None;
            }
            let directions = core::array::from_fn(|number| {
                // Evenly to both sides of the heading, so that a mirrored crowd sees the same.
                let angle = TAU * (number as f32 + 0.5) / DIRECTIONS as f32;
                unit_at(angle).rotate(heading)
            });
            let mut is_open = true;
            let distances = directions.map(|direction| {
                let hit = obstacles.first_hit(from, from + direction * farthest, 0.0, |_| true);
                is_open &= hit.is_none();
                hit.map_or(farthest, |hit| hit.distance)
            });
            // The test above may miss that no wall is near, so it must not decide.
            (!is_open).then_some(Sight {
                directions,
                distances,
            })
        });
        sight.as_ref()
    }
}

/// Whether the opening nearest to direction 0 is narrow, between walls that are wide enough. True
/// without an opening. The directions are evenly round a place.
fn is_narrow_opening(open: &[bool; DIRECTIONS]) -> bool {
    let sides = (0..DIRECTIONS).flat_map(|ray| [ray, (DIRECTIONS - ray) % DIRECTIONS]);
    let Some(start) = sides.into_iter().find(|ray| open[*ray]) else {
        return true;
    };
    // One step back is `DIRECTIONS - 1` steps forward.
    let (forward, back) = (1, DIRECTIONS - 1);
    let run = |from: usize, step: usize, is_open: bool| {
        let rays = (0..DIRECTIONS).map(|count| open[(from + count * step) % DIRECTIONS]);
        rays.take_while(|ray| *ray == is_open).count()
    };
    let (left, right) = (run(start, forward, true), run(start, back, true));
    let wall_left = run(start + left, forward, false);
    let wall_right = run(start + right * back, back, false);
    left + right - 1 <= WIDEST_DOORWAY && wall_left.min(wall_right) >= SHORTEST_WALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use horde_kernel::step::agent::Agent;

    /// Open directions but for these walls, each from its first number to below its second.
    fn open_but(walls: &[(usize, usize)]) -> [bool; DIRECTIONS] {
        let is_wall = |ray: usize| walls.iter().any(|(from, to)| (*from..*to).contains(&ray));
        core::array::from_fn(|ray| !is_wall(ray))
    }

    #[test]
    fn bodies_that_are_not_solid_take_no_room() {
        let agent = |x: f32, solid: bool| {
            AgentState(Agent {
                position: Vec2::new(x, 0.0),
                body_radius: 0.5,
                solid,
                ..Agent::default()
            })
        };
        let mut group = Group::new(0, Vec2::ZERO);
        group.add(7, &agent(0.0, false), false);
        assert!(!group.is_solid() && group.is_of_one());
        assert_eq!(group.lean(&ObstacleIndex::default()), Vec2::ZERO);
        group.add(8, &agent(2.0, true), true);
        assert!(group.is_solid() && group.is_enclosed());
        assert_eq!(
            (group.count(), group.nearest_slot(), group.reach()),
            (2, 8, 2.0)
        );
        // A disc of packing 0.6 with one body of radius 0.5.
        assert!((group.disc(0.0) - 0.5 / 0.6_f32.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn an_opening_is_narrow_between_two_walls() {
        // 32 directions. Five of them are open round the first: 30, 31, 0, 1, 2.
        assert!(is_narrow_opening(&open_but(&[(3, 30)])));
        // Direction 0 meets a wall, and directions 3 to 10 are open.
        assert!(is_narrow_opening(&open_but(&[(0, 3), (11, 32)])));
        assert!(is_narrow_opening(&open_but(&[(0, 32)])));
        // A door between two walls of three directions each, and open ground behind them.
        assert!(is_narrow_opening(&open_but(&[(3, 6), (27, 30)])));
    }

    #[test]
    fn rocks_and_open_ground_leave_no_narrow_opening() {
        assert!(!is_narrow_opening(&open_but(&[])));
        // One rock: the rest is open.
        assert!(!is_narrow_opening(&open_but(&[(0, 4)])));
        // The opening from 4 to 12 is nine directions wide.
        assert!(!is_narrow_opening(&open_but(&[(0, 4), (13, 32)])));
        // Beside the opening from 4 to 8 is a rock of two directions.
        assert!(!is_narrow_opening(&open_but(&[(0, 4), (9, 11)])));
    }
}
