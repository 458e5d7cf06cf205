//! Requirements that a scenario file adds to those of every run.

use super::legal::above_zero;
use super::{End, Goal, Group, Movement, Scenario};
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

/// The requirements on the runs of one scenario.
///
/// By default there are none. A file cannot relax the requirements on every run, but `not_yet`
/// lists requirements that are known as unmet.
#[derive(Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Whether all agents with goals must reach their last one.
    pub all_arrive: bool,
    /// Whether no agent may reach its last goal.
    pub none_arrive: bool,
    /// The time limit for the last arrival, seconds.
    pub done_within: Option<f64>,
    /// The time limit of each arrival, in multiples of the time of the agent's shortest way at full
    /// speed.
    pub way_ratio: Option<f64>,
    /// The longest wait of an agent, seconds.
    pub longest_wait: Option<f64>,
    /// The largest total time of an agent without progress while its way is free, seconds.
    pub idle: Option<f64>,
    /// The most turns of an agent about its goal.
    pub turns_about_goal: Option<f64>,
    /// The most reversals of an agent in place, per minute.
    pub trembling: Option<f64>,
    /// The largest speed of an agent at the end, meters per second.
    pub final_speed: Option<f64>,
    /// The largest distance of an agent from its last goal at the end, meters.
    pub final_distance: Option<f64>,
    /// Where groups must be at the end.
    pub ends_near: Vec<EndsNear>,
    /// Lines that no agent may cross.
    pub not_crossed: Vec<Line>,
    /// Requirements that are known as not met yet. They do not fail a check.
    pub not_yet: Vec<Requirement>,
}

/// Where a group must be at the end.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct EndsNear {
    /// The index of the group.
    #[serde(default)]
    pub group: usize,
    /// The point that the group must be near, meters.
    pub point: Vec2,
    /// The largest distance of an agent's center from the point, meters.
    pub within: f64,
}

/// A line between two points, meters.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// One end.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
}

/// The name of a requirement.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Requirement {
    /// All agents with goals arrive.
    AllArrive,
    /// No agent arrives.
    NoneArrive,
    /// The last arrival is in time.
    DoneWithin,
    /// Arrivals take no longer than a multiple of the shortest way.
    WayRatio,
    /// No agent waits for long.
    LongestWait,
    /// Agents go on while their way is free.
    Idle,
    /// Agents do not circle their goal.
    TurnsAboutGoal,
    /// Agents do not tremble.
    Trembling,
    /// Agents stand at the end.
    FinalSpeed,
    /// Agents are at their last goals at the end.
    FinalDistance,
    /// Groups end near a point.
    EndsNear,
    /// No agent crosses a line.
    NotCrossed,
    /// No agent enters a wall.
    Walls,
    /// Agents do not overlap deeply.
    Overlap,
    /// Agents do not go to and fro.
    ToAndFro,
    /// Tick rates agree.
    Rates,
    /// Symmetries agree.
    Symmetries,
}

impl Requirements {
    /// Whether `name` is required, by these fields or of every run.
    fn sets(&self, name: Requirement) -> bool {
        match name {
            Requirement::AllArrive => self.all_arrive,
            Requirement::NoneArrive => self.none_arrive,
            Requirement::DoneWithin => self.done_within.is_some(),
            Requirement::WayRatio => self.way_ratio.is_some(),
            Requirement::LongestWait => self.longest_wait.is_some(),
            Requirement::Idle => self.idle.is_some(),
            Requirement::TurnsAboutGoal => self.turns_about_goal.is_some(),
            Requirement::Trembling => self.trembling.is_some(),
            Requirement::FinalSpeed => self.final_speed.is_some(),
            Requirement::FinalDistance => self.final_distance.is_some(),
            Requirement::EndsNear => !self.ends_near.is_empty(),
            Requirement::NotCrossed => !self.not_crossed.is_empty(),
            Requirement::Walls
            | Requirement::Overlap
            | Requirement::ToAndFro
            | Requirement::Rates
            | Requirement::Symmetries => true,
        }
    }

    /// Describes the first error, for a file with this many groups: the field, its value, and what
    /// is legal.
    pub(super) fn find_error(&self, groups: usize) -> Option<String> {
        let limits = [
            ("done_within", self.done_within),
            ("way_ratio", self.way_ratio),
            ("longest_wait", self.longest_wait),
            ("idle", self.idle),
            ("turns_about_goal", self.turns_about_goal),
            ("trembling", self.trembling),
            ("final_speed", self.final_speed),
            ("final_distance", self.final_distance),
        ];
        let limit = limits
            .into_iter()
            .find_map(|(field, limit)| above_zero(&format!("requires.{field}"), limit?));
        let end = |(number, end): (usize, &EndsNear)| {
            let field = format!("requires.ends_near[{number}]");
            let group = end.group;
            let is_known = group < groups;
            let within = above_zero(&format!("{field}.within"), end.within);
            within.or_else(|| {
                (!is_known).then(|| format!("{field}.group is {group}, and must be below {groups}"))
            })
        };
        let line = |(number, line): (usize, &Line)| {
            let is_line = line.from.is_finite() && line.to.is_finite() && line.from != line.to;
            (!is_line).then(|| {
                format!("requires.not_crossed[{number}] must have two different finite ends")
            })
        };
        limit
            .or_else(|| self.ends_near.iter().enumerate().find_map(end))
            .or_else(|| self.not_crossed.iter().enumerate().find_map(line))
    }
}

impl Scenario {
    /// Describes requirements that contradict each other, the end or the last goals, and a
    /// requirement in `not_yet` that the file does not set.
    pub(super) fn error_in_requirements(&self) -> Option<String> {
        let requirements = self.requirements();
        if requirements.none_arrive && requirements.all_arrive {
            let legal = "legal is After(seconds)";
            return Some(format!(
                "requires.none_arrive contradicts all_arrive, or the end AllArrived; {legal}"
            ));
        }
        let waits = matches!(self.ends, End::AllArrived { .. });
        if requirements.final_speed.is_some() && waits {
            return Some(
                "requires.final_speed needs the end After(seconds): at the end AllArrived the last \
                 agent still moves"
                    .into(),
            );
        }
        let ends_at_a_point = |group: &Group| match &group.moves {
            Movement::Walks(goals) => {
                !matches!(goals.last(), Some(Goal::Gate { .. } | Goal::Area(_)))
            }
            _ => true,
        };
        if requirements.final_distance.is_some() && !self.groups.iter().all(ends_at_a_point) {
            return Some(
                "requires.final_distance needs a point as the last goal of each group; a Gate or \
                 an Area is none"
                    .into(),
            );
        }
        let unset = |name: &&Requirement| !requirements.sets(**name);
        let name = requirements.not_yet.iter().find(unset)?;
        let name = serde_json::to_value(name).ok()?;
        Some(format!(
            "requires.not_yet lists {}, which requires does not set",
            name.as_str()?
        ))
    }

    /// The requirements of the file and of its end: a scenario that ends when all have arrived
    /// requires all arrivals.
    pub fn requirements(&self) -> Requirements {
        let waits = matches!(self.ends, End::AllArrived { .. });
        Requirements {
            all_arrive: self.requires.all_arrive || waits,
            ..self.requires.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EndsNear, Requirement, Requirements};
    use bevy::math::Vec2;

    #[test]
    fn a_limit_is_above_zero() {
        let error = |limit| {
            Requirements {
                done_within: limit,
                ..Requirements::default()
            }
            .find_error(1)
        };
        assert_eq!(error(None), None);
        assert_eq!(error(Some(700.0)), None);
        for illegal in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(
                error(Some(illegal))
                    .is_some_and(|error| error.starts_with("requires.done_within is"))
            );
        }
    }

    #[test]
    fn the_group_of_an_end_is_one_of_the_file() {
        let end = |group| Requirements {
            ends_near: vec![EndsNear {
                group,
                point: Vec2::ZERO,
                within: 1.0,
            }],
            ..Requirements::default()
        };
        assert_eq!(end(1).find_error(2), None);
        assert_eq!(
            end(2).find_error(2).as_deref(),
            Some("requires.ends_near[0].group is 2, and must be below 2")
        );
    }

    #[test]
    fn requirements_may_be_empty_and_reject_unknown_fields() {
        let read = |text| crate::command::file::parse::<Requirements>(text);
        assert_eq!(read("()"), Ok(Requirements::default()));
        assert_eq!(
            read("(all_arrive: true, done_within: 100, not_yet: [way_ratio])"),
            Ok(Requirements {
                all_arrive: true,
                done_within: Some(100.0),
                not_yet: vec![Requirement::WayRatio],
                ..Requirements::default()
            })
        );
        assert!(read("(all_wait: true)").is_err());
        assert!(read("(not_yet: [patience])").is_err());
    }
}
