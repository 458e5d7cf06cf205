//! The layout of a scenario: every agent with its position and task.

use super::placement::Ground;
use super::{Arrival, End, Goal, Group, Movement, MovingTarget, Scenario, Settings};
use crate::barrier::{Barrier, Door};
use crate::closed_path::legs;
use crate::flocking::FlockView;
use crate::frame::Participant;
use crate::segment::Segment;
use bevy::math::{DVec2, Vec2};
use core::f32::consts::TAU;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A scenario with the position and task of every agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The agents, group by group.
    pub participants: Vec<Participant>,
    /// The task of each agent, in the same order.
    pub tasks: Vec<Task>,
    /// The settings of each group.
    pub settings: Vec<Settings>,
    /// Obstacles that are always there.
    pub barriers: Vec<Barrier>,
    /// Obstacles that are there for a part of the run.
    pub doors: Vec<Door>,
    /// The targets of hunters.
    pub targets: Vec<MovingTarget>,
    /// When a walker has arrived, and what it does then.
    pub arrival: Arrival,
    /// When the scenario ends.
    pub end: End,
    /// Width and height of a wrapping ground: agents leave on one side and enter on the other,
    /// meters.
    pub wraps: Option<Vec2>,
}

/// The task of an agent.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// Walks from waypoint to waypoint.
    Walk {
        /// The waypoints in order.
        waypoints: Vec<Waypoint>,
    },
    /// Stays at its start.
    Stand,
    /// Circulates on a closed path forever.
    Circulate {
        /// The corners, meters; the agent heads for the first one first.
        path: Vec<Vec2>,
        /// Distance at which a corner counts as passed, meters.
        within: f32,
    },
    /// Hunts a target.
    Hunt {
        /// The index of the target.
        target: usize,
    },
    /// Flocks with the others.
    Flock {
        /// Its view range and angle.
        view: FlockView,
        /// Its first velocity, meters per second.
        velocity: Vec2,
    },
}

/// A waypoint of a walker.
#[derive(Clone, PartialEq, Debug)]
pub enum Waypoint {
    /// A position to come near to, meters.
    Position(Vec2),
    /// A line to cross.
    Gate {
        /// One end, meters.
        from: Vec2,
        /// The other end, meters.
        to: Vec2,
    },
    /// A shape to enter.
    Area(Barrier),
}

/// Bodies pass a gate at least this far from its ends, in radii: the body and some clearance.
const GATE_CLEARANCE: f32 = 1.5;

impl Waypoint {
    /// The nearest point of the waypoint to `from` where a body of `radius` fits.
    pub fn nearest(&self, from: Vec2, radius: f32) -> Vec2 {
        match self {
            Self::Position(position) => *position,
            Self::Area(shape) => nearest_inside(shape, from, radius),
            Self::Gate {
                from: start,
                to: end,
            } => {
                let length = start.distance(*end);
                let along = (*end - *start) / length;
                let room = (GATE_CLEARANCE * radius).min(length / 2.0);
                *start + along * (from - *start).dot(along).clamp(room, length - room)
            }
        }
    }
}

/// `from` if a body of `radius` fits there; otherwise the point one radius inward from the nearest
/// point of the surface. If this point is not inside, the result is the middle of the corners, or
/// else the nearest point of the surface.
fn nearest_inside(shape: &Barrier, from: Vec2, radius: f32) -> Vec2 {
    let (position, radius) = (from.as_dvec2(), f64::from(radius));
    let distance = shape.signed_distance(position);
    if distance <= -radius {
        return from;
    }
    let surface = shape.nearest_on_surface(position);
    let inward = (surface - position).normalize_or_zero() * distance.signum();
    let corners = shape.positions();
    let middle = corners.iter().sum::<DVec2>() / corners.len() as f64;
    let best = [surface + radius * inward, middle];
    let inside = best
        .into_iter()
        .find(|point| shape.signed_distance(*point) < 0.0);
    inside.unwrap_or(surface).as_vec2()
}

impl Scenario {
    /// Lays out the scenario.
    ///
    /// # Errors
    ///
    /// One line that names the field: a group does not fit, a target is unknown, or `Points` does
    /// not have one position for each agent.
    pub fn lay_out(&self) -> Result<Layout, String> {
        let mut participants = Vec::new();
        let mut tasks = Vec::new();
        let doors = self.doors.iter().filter(|door| door.is_there(0.0));
        let doors = doors.map(|door| door.shape.clone());
        let barriers: Vec<Barrier> = self.obstacles.iter().cloned().chain(doors).collect();
        for (number, group) in self.groups.iter().enumerate() {
            let in_group = |error: String| format!("groups[{number}].{error}");
            let mut random =
                Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(number as u64));
            let ground = Ground {
                bodies: bodies(&participants),
                barriers: &barriers,
            };
            let radii: Vec<f32> = (0..group.count())
                .map(|rank| group.radius.draw(rank, &mut random))
                .collect();
            let positions = match group.emits {
                None => group.start.positions(&radii, &ground, &mut random),
                // Any agent of the group may appear at any position.
                Some(_) => {
                    let widest = vec![group.radius.largest(); group.start.count()];
                    group.start.positions(&widest, &ground, &mut random)
                }
            };
            let positions = positions.map_err(|error| in_group(format!("start: {error}")))?;
            let starts = positions.iter().copied().cycle();
            for ((rank, radius), start) in radii.iter().copied().enumerate().zip(starts) {
                let speed = group.speed.draw(rank, &mut random);
                let task = self.task(group, (rank, radii.len()), start, speed, &mut random);
                let task = task.map_err(in_group)?;
                participants.push(Participant {
                    group: number,
                    radius,
                    speed,
                    mass: group.mass,
                    start,
                    appears: group.emits.map_or(0.0, |emits| emits.time(rank)),
                    goals: task.goals(start, radius),
                });
                tasks.push(task);
            }
        }
        Ok(Layout {
            participants,
            tasks,
            settings: self.groups.iter().map(Group::settings).collect(),
            barriers: self.obstacles.clone(),
            doors: self.doors.clone(),
            targets: self.targets.clone(),
            arrival: self.arrival,
            end: self.ends,
            wraps: self.wraps,
        })
    }

    fn task(
        &self,
        group: &Group,
        (rank, size): (usize, usize),
        start: Vec2,
        speed: f32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Task, String> {
        Ok(match &group.moves {
            Movement::Walks(goals) => {
                let waypoint = |(index, goal): (usize, &Goal)| {
                    let waypoint = goal.waypoint(rank, size, start);
                    waypoint.map_err(|error| format!("moves: Walks[{index}]: {error}"))
                };
                let waypoints: Result<_, String> = goals.iter().enumerate().map(waypoint).collect();
                Task::Walk {
                    waypoints: waypoints?,
                }
            }
            Movement::Stands => Task::Stand,
            Movement::Circulates { path, within } => {
                let mut path = path.clone();
                let first = end_of_nearest_leg(&path, start);
                path.rotate_left(first);
                Task::Circulate {
                    path,
                    within: *within,
                }
            }
            Movement::Hunts { target } => {
                let found = self.targets.iter().position(|other| other.name == *target);
                Task::Hunt {
                    target: found.ok_or_else(|| {
                        format!(
                            "moves: Hunts: target \"{target}\" is not among the targets of the file"
                        )
                    })?,
                }
            }
            Movement::Flocks { view } => Task::Flock {
                view: *view,
                velocity: speed * Vec2::from_angle(random.random_range(0.0..TAU)),
            },
        })
    }
}

fn bodies(participants: &[Participant]) -> Vec<(Vec2, f32)> {
    let body = |participant: &Participant| (participant.start, participant.radius);
    let at_start = participants
        .iter()
        .filter(|participant| participant.appears <= 0.0);
    at_start.map(body).collect()
}

/// The index of the corner at the end of the leg nearest to a position.
fn end_of_nearest_leg(path: &[Vec2], position: Vec2) -> usize {
    let distance = |(from, to)| Segment::between(from, to).distance(position.as_dvec2());
    let nearest = legs(path)
        .map(distance)
        .enumerate()
        .min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.map_or(0, |(leg, _)| (leg + 1) % path.len())
}

impl Goal {
    fn waypoint(&self, rank: usize, size: usize, start: Vec2) -> Result<Waypoint, String> {
        Ok(match self {
            Self::Point(position) => Waypoint::Position(*position),
            Self::Points(positions) if positions.len() == size => {
                Waypoint::Position(positions[rank])
            }
            Self::Points(positions) => {
                let given = positions.len();
                return Err(format!(
                    "Points has {given} positions, and must have one for each of the {size} agents"
                ));
            }
            Self::Offset(offset) => Waypoint::Position(start + offset),
            Self::Antipode(center) => Waypoint::Position(2.0 * center - start),
            Self::Start => Waypoint::Position(start),
            Self::Gate { from, to } => Waypoint::Gate {
                from: *from,
                to: *to,
            },
            Self::Area(shape) => Waypoint::Area(shape.clone()),
        })
    }
}

impl Task {
    /// The goals in order, meters; for a gate or area, its point nearest to the goal before.
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
