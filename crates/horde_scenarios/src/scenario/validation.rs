//! What can be wrong with a scenario whose text can be read.

use super::placement::fault_of_ring;
use super::{End, Goal, Group, Layout, Movement, Scenario};
use bevy::math::Vec2;
use core::fmt::Display;

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
            .or_else(|| zero_or_more("arrival.within", self.arrival.within))
            .or_else(|| self.wraps.and_then(fault_of_ground))
            .or_else(|| self.fault_of_end())
            .or_else(|| self.requires.find_fault());
        let of_groups = || {
            let mut faults = self
                .groups
                .iter()
                .enumerate()
                .filter_map(|(number, group)| {
                    let fault = group.find_fault()?;
                    Some(format!("groups[{number}].{fault}"))
                });
            faults.next()
        };
        let of_obstacles = || {
            let mut faults = self
                .obstacles
                .iter()
                .enumerate()
                .filter_map(|(number, shape)| {
                    let fault = shape.find_fault()?;
                    Some(format!("obstacles[{number}].{fault}"))
                });
            faults.next()
        };
        let of_targets = || {
            let mut faults = self
                .targets
                .iter()
                .enumerate()
                .filter_map(|(number, target)| {
                    let speed = zero_or_more("speed", target.speed);
                    let fault = speed.or_else(|| fault_of_ring(&target.path))?;
                    Some(format!("targets[{number}].{fault}"))
                });
            faults.next()
        };
        own.or_else(of_groups)
            .or_else(of_obstacles)
            .or_else(of_targets)
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
            zero_or_more("speed", self.speed.slowest)
                .or_else(|| zero_or_more("speed", self.speed.fastest))
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
    }
}

impl Movement {
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
                let fault = above_zero("within", *within).or_else(|| fault_of_ring(path))?;
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
            Self::Gate { from, to } if from == to => {
                Some(format!("from and to are both {from}, and must differ"))
            }
            Self::Gate { from, to } => finite(&[*from, *to]),
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

fn fault_of_ground(size: Vec2) -> Option<String> {
    above_zero("wraps.x", size.x).or_else(|| above_zero("wraps.y", size.y))
}

fn above_zero<Number: Copy + Display + Into<f64>>(field: &str, number: Number) -> Option<String> {
    let legal = number.into().is_finite() && number.into() > 0.0;
    (!legal).then(|| format!("{field} is {number}, and must be above 0"))
}

fn zero_or_more(field: &str, number: f32) -> Option<String> {
    let legal = number.is_finite() && number >= 0.0;
    (!legal).then(|| format!("{field} is {number}, and must be 0 or more"))
}
