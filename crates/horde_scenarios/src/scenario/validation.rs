//! What can be wrong with a scenario whose text can be read.

use super::legal::{
    self, LONGEST_RUN, MOST_AGENT_SECONDS, MOST_AGENTS, MOST_OBSTACLES, MOST_WAYPOINTS, above_zero,
    at_least, at_most,
};
use super::{End, Goal, Group, Layout, Movement, MovingTarget, Scenario};
use crate::barrier::Barrier;
use bevy::math::Vec2;

/// Bodies that touch overlap by no more than this, metres: the rounding of places in a file.
const TOUCHING: f32 = 1e-4;

impl Scenario {
    /// The first thing that is wrong with it: the field, what it is, and what is legal.
    pub(super) fn find_fault(&self) -> Option<String> {
        if self.groups.is_empty() {
            return Some("groups is empty, and must have at least one group".into());
        }
        let latest = self.ends.latest();
        let own = above_zero("ends", latest)
            .or_else(|| at_most("ends", latest, LONGEST_RUN))
            .or_else(|| at_least("arrival.within", self.arrival.within, 0.0))
            .or_else(|| self.wraps.and_then(fault_of_ground))
            .or_else(|| self.fault_of_end())
            .or_else(|| self.requires.find_fault());
        let of_target = |target: &MovingTarget| {
            at_least("speed", target.speed, 0.0).or_else(|| legal::path(&target.path))
        };
        own.or_else(|| first_fault("groups", &self.groups, Group::find_fault))
            .or_else(|| self.fault_of_size())
            .or_else(|| first_fault("obstacles", &self.obstacles, Barrier::find_fault))
            .or_else(|| first_fault("targets", &self.targets, of_target))
    }

    /// What is wrong with all groups together: the numbers of each are legal.
    fn fault_of_size(&self) -> Option<String> {
        let agents: usize = self.groups.iter().map(|group| group.start.count()).sum();
        let seconds = self.ends.latest();
        let obstacles = self.obstacles.len();
        if agents > MOST_AGENTS {
            return Some(format!(
                "groups have {agents} agents in all, and must have at most {MOST_AGENTS}"
            ));
        }
        if obstacles > MOST_OBSTACLES {
            return Some(format!(
                "obstacles has {obstacles} obstacles, and must have at most {MOST_OBSTACLES}"
            ));
        }
        let field = format!("ends: {agents} agents times {seconds} seconds");
        at_most(&field, agents as f64 * seconds, MOST_AGENT_SECONDS)
    }

    fn fault_of_end(&self) -> Option<String> {
        let walks = |group: &Group| matches!(group.moves, Movement::Walks(_));
        let waits_for_nobody =
            matches!(self.ends, End::EveryoneArrived { .. }) && !self.groups.iter().any(walks);
        waits_for_nobody
            .then(|| "ends is EveryoneArrived, and no group walks; legal is After(seconds)".into())
    }
}

impl Group {
    fn find_fault(&self) -> Option<String> {
        let speeds = || {
            let in_order = self.speed.slowest <= self.speed.fastest;
            at_least("speed", self.speed.slowest, 0.0)
                .or_else(|| at_least("speed", self.speed.fastest, 0.0))
                .or_else(|| (!in_order).then(|| "speed must have the slowest first".into()))
        };
        above_zero("radius", self.radius)
            .or_else(speeds)
            .or_else(|| above_zero("mass", self.mass))
            .or_else(|| {
                let fault = self.start.find_fault(self.radius)?;
                Some(format!("start: {fault}"))
            })
            .or_else(|| Some(format!("moves: {}", self.moves.find_fault()?)))
            .or_else(|| {
                let (agents, each) = (self.start.count(), self.moves.waypoints());
                let field = format!("moves: {agents} agents times {each} places");
                at_most(&field, agents.saturating_mul(each), MOST_WAYPOINTS)
            })
    }
}

impl Movement {
    /// The places that each agent keeps.
    fn waypoints(&self) -> usize {
        match self {
            Self::Walks(goals) => goals.len(),
            Self::Circulates { path, .. } => path.len(),
            Self::Stands | Self::Hunts { .. } | Self::Flocks { .. } => 0,
        }
    }

    fn find_fault(&self) -> Option<String> {
        match self {
            Self::Walks(goals) if goals.is_empty() => {
                Some("Walks is empty, and must have at least one goal".into())
            }
            Self::Walks(goals) => goals.iter().enumerate().find_map(|(number, goal)| {
                let fault = goal.find_fault()?;
                Some(format!("Walks[{number}]: {fault}"))
            }),
            Self::Circulates { path, within } => {
                let fault = above_zero("within", *within).or_else(|| legal::path(path))?;
                Some(format!("Circulates: {fault}"))
            }
            Self::Stands | Self::Hunts { .. } | Self::Flocks { .. } => None,
        }
    }
}

impl Goal {
    fn find_fault(&self) -> Option<String> {
        let finite = |places: &[Vec2]| {
            let legal = places.iter().all(|place| place.is_finite());
            (!legal).then(|| "has a coordinate that is not a finite number".into())
        };
        match self {
            Self::Point(place) | Self::Offset(place) | Self::Antipode(place) => finite(&[*place]),
            Self::Points(places) => finite(places),
            Self::Start => None,
            Self::Gate { from, to } => legal::apart(*from, *to).or_else(|| finite(&[*from, *to])),
        }
    }
}

impl Layout {
    /// The first agent that begins in another, or in an obstacle.
    pub(super) fn find_overlap(&self) -> Option<String> {
        self.participants
            .iter()
            .enumerate()
            .find_map(|(number, agent)| {
                let (group, start) = (agent.group, agent.start);
                let who = format!("groups[{group}].start: agent {number}, at {start},");
                if !start.is_finite() {
                    return Some(format!("{who} is not at a finite place"));
                }
                let others = self.participants[..number].iter().enumerate();
                let mut touched = others.filter(|(_, other)| {
                    other.start.distance(start) < other.radius + agent.radius - TOUCHING
                });
                if let Some((other, _)) = touched.next() {
                    return Some(format!(
                        "{who} overlaps agent {other}; starts must be the sum of the radii apart"
                    ));
                }
                let place = start.as_dvec2();
                let least = f64::from(agent.radius - TOUCHING);
                let mut hit = self.barriers.iter().enumerate();
                let hit = hit
                    .find(|(_, barrier)| barrier.signed_distance(place) < least)?
                    .0;
                Some(format!(
                    "{who} overlaps obstacles[{hit}]; starts must be a radius away from obstacles"
                ))
            })
    }
}

/// The fault of the first in a list that has one, with its number.
fn first_fault<Item>(
    list: &str,
    items: &[Item],
    find_fault: impl Fn(&Item) -> Option<String>,
) -> Option<String> {
    items.iter().enumerate().find_map(|(number, item)| {
        let fault = find_fault(item)?;
        Some(format!("{list}[{number}].{fault}"))
    })
}

fn fault_of_ground(size: Vec2) -> Option<String> {
    above_zero("wraps.x", size.x).or_else(|| above_zero("wraps.y", size.y))
}
