//! Checks the values of a scenario.

use super::legal::{
    self, MAX_AGENT_SECONDS, MAX_AGENTS, MAX_OBSTACLES, MAX_RUN, MAX_WAYPOINTS, above_zero,
    at_least, at_most,
};
use super::{
    AfterArrival, End, Goal, Group, Layout, Movement, MovingTarget, Scenario, Task, Waypoint,
    spread,
};
use crate::barrier::{Barrier, Door};
use bevy::math::Vec2;

/// Touching bodies may overlap by this much, meters: positions in a file are rounded.
const OVERLAPS: f32 = 1e-4;
/// The gap that a body keeps to an obstacle, in radii of the body.
const KEPT_GAP: f32 = 1e-3;

impl Scenario {
    /// Describes the first error: the field, its value, and what is legal.
    pub(super) fn find_error(&self) -> Option<String> {
        if self.groups.is_empty() {
            return Some("groups is empty, and must have at least one group".into());
        }
        let latest = self.ends.latest();
        let own = at_most("ends", latest, MAX_RUN)
            .or_else(|| above_zero("ends", latest))
            .or_else(|| at_least("arrival.within", self.arrival.within, 0.0))
            .or_else(|| self.wraps.and_then(error_in_ground))
            .or_else(|| self.error_in_end())
            .or_else(|| self.requires.find_error(self.groups.len()))
            .or_else(|| self.error_in_requirements());
        let of_target = |target: &MovingTarget| {
            at_least("speed", target.speed, 0.0).or_else(|| legal::path(&target.path))
        };
        own.or_else(|| first_error("groups", &self.groups, Group::find_error))
            .or_else(|| self.error_in_last_goal())
            .or_else(|| self.error_in_size())
            .or_else(|| first_error("obstacles", &self.obstacles, Barrier::find_error))
            .or_else(|| first_error("doors", &self.doors, error_in_door))
            .or_else(|| first_error("targets", &self.targets, of_target))
    }

    /// Checks the totals of all groups; each group is already legal.
    fn error_in_size(&self) -> Option<String> {
        let agents: usize = self.groups.iter().map(Group::count).sum();
        let seconds = self.ends.latest();
        let obstacles = self.obstacles.len() + self.doors.len();
        if agents > MAX_AGENTS {
            return Some(format!(
                "groups have {agents} agents in all, and must have at most {MAX_AGENTS}"
            ));
        }
        if obstacles > MAX_OBSTACLES {
            return Some(format!(
                "obstacles and doors are {obstacles} in all, and must be at most {MAX_OBSTACLES}"
            ));
        }
        let field = format!("ends: {agents} agents times {seconds} seconds");
        at_most(&field, agents as f64 * seconds, MAX_AGENT_SECONDS)
    }

    /// Describes a group whose walkers would stay in a gate and block it.
    fn error_in_last_goal(&self) -> Option<String> {
        let ends_in_gate = |group: &Group| match &group.moves {
            Movement::Walks(goals) => matches!(goals.last(), Some(Goal::Gate { .. })),
            _ => false,
        };
        let group = self.groups.iter().position(ends_in_gate)?;
        (self.arrival.then == AfterArrival::Stay).then(|| {
            format!(
                "groups[{group}].moves: the last goal of Walks is a Gate, and arrival.then is \
                 Stay; legal is Leave"
            )
        })
    }

    fn error_in_end(&self) -> Option<String> {
        let walks = |group: &Group| matches!(group.moves, Movement::Walks(_));
        let has_no_walkers =
            matches!(self.ends, End::AllArrived { .. }) && !self.groups.iter().any(walks);
        has_no_walkers
            .then(|| "ends is AllArrived, and no group walks; legal is After(seconds)".into())
    }
}

impl Group {
    fn find_error(&self) -> Option<String> {
        let agents = self.count();
        let emits = || self.emits.and_then(|emits| emits.find_error());
        emits()
            .or_else(|| self.radius.find_error("radius", agents, above_zero))
            .or_else(|| self.speed.find_error("speed", agents, spread::speed))
            .or_else(|| above_zero("mass", self.mass))
            .or_else(|| self.settings().find_error())
            .or_else(|| self.error_in_guide())
            .or_else(|| {
                let error = self.start.find_error(self.radius.largest())?;
                Some(format!("start: {error}"))
            })
            .or_else(|| Some(format!("moves: {}", self.moves.find_error()?)))
            .or_else(|| {
                let each = self.moves.waypoints();
                let field = format!("moves: {agents} agents times {each} waypoints");
                at_most(&field, agents.saturating_mul(each), MAX_WAYPOINTS)
            })
    }
}

impl Group {
    fn error_in_guide(&self) -> Option<String> {
        let is_ignored = self.guide.is_some() && !matches!(self.moves, Movement::Walks(_));
        is_ignored.then(|| "guide leads walkers only; legal is with moves: Walks".into())
    }
}

impl Movement {
    /// The number of waypoints per agent.
    fn waypoints(&self) -> usize {
        match self {
            Self::Walks(goals) => goals.len(),
            Self::Circulates { path, .. } => path.len(),
            Self::Stands | Self::Hunts { .. } | Self::Flocks { .. } => 0,
        }
    }

    fn find_error(&self) -> Option<String> {
        match self {
            Self::Walks(goals) if goals.is_empty() => {
                Some("Walks is empty, and must have at least one goal".into())
            }
            Self::Walks(goals) => goals.iter().enumerate().find_map(|(number, goal)| {
                let error = goal.find_error()?;
                Some(format!("Walks[{number}]: {error}"))
            }),
            Self::Circulates { path, within } => {
                let error = above_zero("within", *within).or_else(|| legal::path(path))?;
                Some(format!("Circulates: {error}"))
            }
            Self::Stands | Self::Hunts { .. } | Self::Flocks { .. } => None,
        }
    }
}

impl Goal {
    fn find_error(&self) -> Option<String> {
        let out_of_range = |positions: &[Vec2]| {
            let legal = positions
                .iter()
                .all(|position| legal::is_position(*position));
            (!legal).then(|| format!("the goal {}", legal::bad_coordinate()))
        };
        match self {
            Self::Point(position) | Self::Offset(position) | Self::Antipode(position) => {
                out_of_range(&[*position])
            }
            Self::Points(positions) => out_of_range(positions),
            Self::Start => None,
            Self::Gate { from, to } => {
                legal::apart(*from, *to).or_else(|| out_of_range(&[*from, *to]))
            }
            Self::Area(shape) if !shape.is_filled() => {
                Some("Area must be a Circle, Rectangle, Polygon or Capsule".into())
            }
            Self::Area(shape) => Some(format!("Area: {}", shape.find_error()?)),
        }
    }
}

impl Layout {
    /// Describes the first agent that starts outside the legal range, or overlaps another agent or
    /// an obstacle.
    pub(super) fn find_overlap(&self) -> Option<String> {
        self.participants
            .iter()
            .enumerate()
            .find_map(|(number, agent)| {
                let (group, start) = (agent.group, agent.start);
                let subject = format!("groups[{group}].start: agent {number}, at {start},");
                if !legal::is_position(start) {
                    return Some(format!("{subject} {}", legal::bad_coordinate()));
                }
                let others = self.participants[..number].iter().enumerate();
                let is_later = agent.appears > 0.0;
                let mut touched = others.filter(|(_, other)| {
                    !is_later
                        && other.appears <= 0.0
                        && other.start.distance(start) < other.radius + agent.radius - OVERLAPS
                });
                if let Some((other, _)) = touched.next() {
                    return Some(format!(
                        "{subject} overlaps agent {other}; starts must be the sum of the radii \
                         apart"
                    ));
                }
                let position = start.as_dvec2();
                let least = f64::from(agent.radius - OVERLAPS);
                let covers = |barrier: &Barrier| barrier.signed_distance(position) < least;
                let hit = self.barriers.iter().position(covers);
                let hit = hit.map(|hit| format!("obstacles[{hit}]"));
                let door = |door: &Door| door.is_there(agent.appears) && covers(&door.shape);
                let door = || self.doors.iter().position(door);
                let hit = hit.or_else(|| Some(format!("doors[{}]", door()?)))?;
                Some(format!(
                    "{subject} overlaps {hit}; starts must be a radius away from obstacles"
                ))
            })
    }
}

impl Layout {
    /// Describes the first position that its walker cannot reach, because an obstacle covers the
    /// position.
    pub(super) fn find_covered_goal(&self) -> Option<String> {
        let within = self.arrival.within;
        let numbered = self.participants.iter().zip(&self.tasks).enumerate();
        numbered.clone().find_map(|(number, (agent, task))| {
            let Task::Walk { waypoints } = task else {
                return None;
            };
            waypoints.iter().enumerate().find_map(|(rank, waypoint)| {
                let Waypoint::Position(goal) = waypoint else {
                    return None;
                };
                let least = f64::from((1.0 + KEPT_GAP) * agent.radius - within);
                let covers = |barrier: &Barrier| barrier.signed_distance(goal.as_dvec2()) < least;
                let hit = self.barriers.iter().position(covers)?;
                let group = agent.group;
                Some(format!(
                    "groups[{group}].moves: Walks[{rank}]: the goal of agent {number}, at {goal}, \
                     is in obstacles[{hit}] or beside it; the body must have room within \
                     arrival.within, {within}, of it, or the scenario must require none_arrive"
                ))
            })
        })
    }
}

fn error_in_door(door: &Door) -> Option<String> {
    let Door { shape, from, until } = door;
    let until_is_legal = until.is_none_or(|until| until.is_finite() && until > *from);
    let shape = shape.find_error().map(|error| format!("shape.{error}"));
    let from_is_legal = from.is_finite() && *from >= 0.0;
    shape
        .or_else(|| (!from_is_legal).then(|| format!("from is {from}, and must be 0 or more")))
        .or_else(|| {
            let until = until.filter(|_| !until_is_legal)?;
            Some(format!("until is {until}, and must be above from, {from}"))
        })
}

/// The error of the first invalid list item, with its index.
fn first_error<Item>(
    list: &str,
    items: &[Item],
    find_error: impl Fn(&Item) -> Option<String>,
) -> Option<String> {
    items.iter().enumerate().find_map(|(number, item)| {
        let error = find_error(item)?;
        Some(format!("{list}[{number}].{error}"))
    })
}

fn error_in_ground(size: Vec2) -> Option<String> {
    above_zero("wraps.x", size.x).or_else(|| above_zero("wraps.y", size.y))
}
