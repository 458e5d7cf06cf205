//! A scenario with everybody in their place.

use super::placement::Ground;
use super::{Arrival, End, Goal, Group, Movement, MovingTarget, Scenario};
use crate::barrier::Barrier;
use crate::closed_path::legs;
use crate::frame::Participant;
use crate::segment::Segment;
use bevy::math::Vec2;
use core::f32::consts::TAU;
use horde_flocking::FlockView;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A scenario with everybody in their place.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// Everybody, group by group.
    pub participants: Vec<Participant>,
    /// What each of them is about, in the same order.
    pub errands: Vec<Errand>,
    /// Everything in the way.
    pub barriers: Vec<Barrier>,
    /// What hunters are after.
    pub targets: Vec<MovingTarget>,
    /// When somebody has arrived, and what then.
    pub arrival: Arrival,
    /// When it is over.
    pub end: End,
    /// Width and height of a ground that is left on one side and entered on the other, metres.
    pub wraps: Option<Vec2>,
}

/// What an agent is about.
#[derive(Clone, PartialEq, Debug)]
pub enum Errand {
    /// Goes from one place to the next.
    Walk {
        /// In order.
        waypoints: Vec<Waypoint>,
    },
    /// Stays where it began.
    Stand,
    /// Goes round a closed path for ever.
    Circulate {
        /// The corners, metres; the first is the one it heads for first.
        path: Vec<Vec2>,
        /// How near a corner counts as passed, metres.
        within: f32,
    },
    /// Is after a target, by number.
    Hunt {
        /// Which one.
        target: usize,
    },
    /// Stays with the others.
    Flock {
        /// How far and wide it sees.
        view: FlockView,
        /// How it moves at first, metres per second.
        velocity: Vec2,
    },
}

/// Something to reach on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Waypoint {
    /// A place to get near to, metres.
    Place(Vec2),
    /// A line to cross.
    Gate {
        /// One end, metres.
        from: Vec2,
        /// The other end, metres.
        to: Vec2,
    },
}

/// How far from the ends of a gate the middle of a body passes, radii: a body, and the room that it likes to keep.
const ROOM_AT_GATE: f32 = 1.5;

impl Waypoint {
    /// The place of it that is nearest to `from` and has room for a body of `radius`.
    pub fn nearest(self, from: Vec2, radius: f32) -> Vec2 {
        match self {
            Self::Place(place) => place,
            Self::Gate {
                from: start,
                to: end,
            } => {
                let length = start.distance(end);
                let along = (end - start) / length;
                let room = (ROOM_AT_GATE * radius).min(length / 2.0);
                start + along * (from - start).dot(along).clamp(room, length - room)
            }
        }
    }
}

impl Scenario {
    /// Everybody in their place.
    ///
    /// # Errors
    ///
    /// One line that names the field: a group finds no room, or a goal has not as many places as its group has agents.
    pub fn lay_out(&self) -> Result<Layout, String> {
        let mut participants = Vec::new();
        let mut errands = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let in_group = |fault: String| format!("groups[{number}].{fault}");
            let mut random =
                Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(number as u64));
            let ground = Ground {
                bodies: bodies(&participants),
                barriers: &self.obstacles,
            };
            let places = group.start.places(group.radius, &ground, &mut random);
            let places = places.map_err(|fault| in_group(format!("start: {fault}")))?;
            for (rank, start) in places.iter().copied().enumerate() {
                let speed = group.draw_speed(&mut random);
                let errand = self.errand(group, (rank, places.len()), start, speed, &mut random);
                let errand = errand.map_err(in_group)?;
                participants.push(Participant {
                    group: number,
                    radius: group.radius,
                    speed,
                    mass: group.mass,
                    start,
                    goals: errand.goals(start, group.radius),
                });
                errands.push(errand);
            }
        }
        Ok(Layout {
            participants,
            errands,
            barriers: self.obstacles.clone(),
            targets: self.targets.clone(),
            arrival: self.arrival,
            end: self.ends,
            wraps: self.wraps,
        })
    }

    fn errand(
        &self,
        group: &Group,
        (rank, size): (usize, usize),
        start: Vec2,
        speed: f32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Errand, String> {
        Ok(match &group.moves {
            Movement::Walks(goals) => {
                let waypoint = |(index, goal): (usize, &Goal)| {
                    let place = goal.waypoint(rank, size, start);
                    place.map_err(|fault| format!("moves: Walks[{index}]: {fault}"))
                };
                let waypoints: Result<_, String> = goals.iter().enumerate().map(waypoint).collect();
                Errand::Walk {
                    waypoints: waypoints?,
                }
            }
            Movement::Stands => Errand::Stand,
            Movement::Circulates { path, within } => {
                let mut path = path.clone();
                let first = end_of_nearest_leg(&path, start);
                path.rotate_left(first);
                Errand::Circulate {
                    path,
                    within: *within,
                }
            }
            Movement::Hunts { target } => {
                let found = self.targets.iter().position(|other| other.name == *target);
                Errand::Hunt {
                    target: found.ok_or_else(|| {
                        format!(
                            "moves: Hunts: target \"{target}\" is not among the targets of the file"
                        )
                    })?,
                }
            }
            Movement::Flocks { view } => Errand::Flock {
                view: *view,
                velocity: speed * Vec2::from_angle(random.random_range(0.0..TAU)),
            },
        })
    }
}

fn bodies(participants: &[Participant]) -> Vec<(Vec2, f32)> {
    let body = |participant: &Participant| (participant.start, participant.radius);
    participants.iter().map(body).collect()
}

/// The number of the corner at the end of the leg that is nearest to a place.
fn end_of_nearest_leg(path: &[Vec2], place: Vec2) -> usize {
    let distance = |(from, to)| Segment::between(from, to).distance(place.as_dvec2());
    let nearest = legs(path)
        .map(distance)
        .enumerate()
        .min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.map_or(0, |(leg, _)| (leg + 1) % path.len())
}

impl Group {
    fn draw_speed(&self, random: &mut Xoshiro256PlusPlus) -> f32 {
        let range = self.speed.fastest - self.speed.slowest;
        if range > 0.0 {
            self.speed.slowest + range * random.random::<f32>()
        } else {
            self.speed.slowest
        }
    }
}

impl Goal {
    fn waypoint(&self, rank: usize, size: usize, start: Vec2) -> Result<Waypoint, String> {
        Ok(match self {
            Self::Point(place) => Waypoint::Place(*place),
            Self::Points(places) if places.len() == size => Waypoint::Place(places[rank]),
            Self::Points(places) => {
                let given = places.len();
                return Err(format!(
                    "Points has {given} places, and must have one for each of the {size} agents"
                ));
            }
            Self::Offset(offset) => Waypoint::Place(start + offset),
            Self::Antipode(center) => Waypoint::Place(2.0 * center - start),
            Self::Start => Waypoint::Place(start),
            Self::Gate { from, to } => Waypoint::Gate {
                from: *from,
                to: *to,
            },
        })
    }
}

impl Errand {
    /// Where it leads, one place after the other, by the shortest way through the gates in their order.
    fn goals(&self, start: Vec2, radius: f32) -> Vec<Vec2> {
        let Self::Walk { waypoints } = self else {
            return Vec::new();
        };
        let mut from = start;
        let goal = |waypoint: &Waypoint| {
            from = waypoint.nearest(from, radius);
            from
        };
        waypoints.iter().map(goal).collect()
    }
}

#[cfg(test)]
mod tests;
