//! Observes a run and says why it is not solved.

mod reversals;

use crate::barrier::Barrier;
use crate::frame::{Frame, Participant};
use bevy::math::{DVec2, Vec2};
use reversals::Reversals;
use serde::Serialize;

/// Bodies may overlap each other and walls by this share of the smaller radius.
pub const MAX_OVERLAP: f64 = 0.01;
/// A body has entered a wall when it is inside by this share of its radius.
pub const ENTERED: f64 = 0.1;
/// An agent may tremble for this time in all, seconds.
pub const MAX_TREMBLING: f64 = 3.0;
/// An agent that has stayed within one radius for this time at the end is stuck, seconds.
const STUCK_AFTER: f64 = 10.0;

/// When and where a measure of a run was worst.
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct Moment {
    /// The worst value; the field that holds the moment tells the unit.
    pub worst: f64,
    /// Seconds since the start.
    pub seconds: f64,
    /// The number of the agent.
    pub agent: usize,
    /// The agent's position, meters.
    pub position: Vec2,
}

impl Moment {
    fn raise(&mut self, worst: f64, seconds: f64, (agent, position): (usize, Vec2)) {
        if worst > self.worst {
            *self = Self {
                worst,
                seconds,
                agent,
                position,
            };
        }
    }
}

/// The measures of a run.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Observed {
    /// Number of agents.
    pub agents: usize,
    /// Number of agents that arrived.
    pub arrived: usize,
    /// Number of agents that had not arrived and had stayed within one radius for the last 10 s.
    pub stuck: usize,
    /// The end of the run, seconds.
    pub seconds: f64,
    /// The deepest overlap of two agents, in radii of the smaller body.
    pub overlap: Moment,
    /// The deepest overlap with a wall, in radii of the body.
    pub wall: Moment,
    /// How often the center of an agent passed a thin wall.
    pub crossings: u32,
    /// The longest total time that one agent trembled, seconds. An agent trembles while it has
    /// reversed six times in the last two seconds, all within one radius.
    pub trembling: Moment,
}

/// Why a run is not solved, from the worst to the mildest.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum FlawKind {
    /// The run ended with a panic.
    Panics,
    /// A body passed a wall, or was a tenth of its radius inside one.
    EntersWall,
    /// Not every agent arrived in time.
    DoesNotArrive,
    /// An agent trembled for longer than 3 s in all.
    Trembles,
    /// Two agents overlapped by more than 1 % of the smaller radius.
    Overlaps,
    /// A body was more than 1 % of its radius inside a wall.
    TouchesWall,
}

impl FlawKind {
    /// All kinds, the worst first.
    pub const ALL: [Self; 6] = [
        Self::Panics,
        Self::EntersWall,
        Self::DoesNotArrive,
        Self::Trembles,
        Self::Overlaps,
        Self::TouchesWall,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panics => "panics",
            Self::EntersWall => "enters a wall",
            Self::DoesNotArrive => "does not arrive",
            Self::Trembles => "trembles",
            Self::Overlaps => "overlaps",
            Self::TouchesWall => "touches a wall",
        }
    }
}

/// One reason why a run is not solved.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Flaw {
    /// The kind.
    pub kind: FlawKind,
    /// How bad the flaw is among flaws of its kind; larger is worse.
    pub measure: f64,
    /// The measure in words.
    pub measured: String,
}

impl Observed {
    /// Why the run is not solved, the worst first; empty if it is solved.
    pub fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let mut add = |kind, measure, measured| {
            flaws.push(Flaw {
                kind,
                measure,
                measured,
            });
        };
        let at = |moment: &Moment| {
            let Moment {
                seconds,
                agent,
                position: Vec2 { x, y },
                ..
            } = moment;
            format!("agent {agent} at {seconds:.1} s, ({x:.1}, {y:.1})")
        };
        let wall = format!(
            "{:.1} % of the radius, {}",
            100.0 * self.wall.worst,
            at(&self.wall)
        );
        let has_entered = self.crossings > 0 || self.wall.worst > ENTERED;
        if has_entered {
            let crossings = self.crossings;
            let measured = format!("{wall}; {crossings} times across a thin wall");
            let measure = f64::from(crossings) + self.wall.worst;
            add(FlawKind::EntersWall, measure, measured);
        }
        let missing = self.agents - self.arrived;
        if missing > 0 {
            let measured = format!("{missing} of {}, {} stuck", self.agents, self.stuck);
            let share = missing as f64 / self.agents as f64;
            add(FlawKind::DoesNotArrive, share, measured);
        }
        if self.trembling.worst > MAX_TREMBLING {
            let measured = format!("{:.1} s, {}", self.trembling.worst, at(&self.trembling));
            add(FlawKind::Trembles, self.trembling.worst, measured);
        }
        if self.overlap.worst > MAX_OVERLAP {
            let depth = 100.0 * self.overlap.worst;
            let measured = format!("{depth:.1} % of the radius, {}", at(&self.overlap));
            add(FlawKind::Overlaps, self.overlap.worst, measured);
        }
        if self.wall.worst > MAX_OVERLAP && !has_entered {
            add(FlawKind::TouchesWall, self.wall.worst, wall);
        }
        flaws
    }
}

/// Observes a run, frame by frame from the start.
#[derive(Clone, Debug)]
pub struct MotionObserver<'a> {
    participants: &'a [Participant],
    barriers: &'a [Barrier],
    observed: Observed,
    /// The positions in the previous frame.
    before: Vec<Vec2>,
    reversals: Vec<Reversals>,
    /// Where each agent waits, meters, and since when, seconds.
    waits: Vec<(Vec2, f64)>,
}

impl<'a> MotionObserver<'a> {
    /// An observer of these agents among these barriers.
    pub fn new(participants: &'a [Participant], barriers: &'a [Barrier]) -> Self {
        let starts: Vec<Vec2> = participants.iter().map(|agent| agent.start).collect();
        Self {
            participants,
            barriers,
            observed: Observed {
                agents: participants.len(),
                ..Observed::default()
            },
            reversals: participants
                .iter()
                .map(|agent| Reversals::new(agent.start.as_dvec2(), agent.radius.into()))
                .collect(),
            waits: starts.iter().map(|start| (*start, 0.0)).collect(),
            before: starts,
        }
    }

    /// Observes the next frame. Of agents that are not present, only arrivals count.
    pub fn observe(&mut self, frame: &Frame<'_>) {
        self.observed.seconds = frame.time;
        let mut stuck = 0;
        let present = frame.agents.iter().enumerate();
        for (agent, sample) in present.filter(|(_, sample)| sample.is_present) {
            let position = sample.position;
            let radius = f64::from(self.participants[agent].radius);
            self.observe_walls(frame.time, agent, position, radius);
            self.observe_others(frame, agent, position);
            let trembles = self.reversals[agent].observe(frame.time, position.as_dvec2());
            let trembling = &mut self.observed.trembling;
            trembling.raise(trembles, frame.time, (agent, position));
            let (place, since) = &mut self.waits[agent];
            if f64::from(place.distance(position)) > radius {
                (*place, *since) = (position, frame.time);
            }
            stuck += usize::from(!sample.has_arrived && frame.time - *since >= STUCK_AFTER);
            self.before[agent] = position;
        }
        self.observed.stuck = stuck;
        self.observed.arrived = frame
            .agents
            .iter()
            .filter(|agent| agent.has_arrived)
            .count();
    }

    fn observe_walls(&mut self, time: f64, agent: usize, position: Vec2, radius: f64) {
        let (from, to): (DVec2, DVec2) = (self.before[agent].as_dvec2(), position.as_dvec2());
        for barrier in self.barriers {
            let depth = (radius - barrier.signed_distance(to)) / radius;
            self.observed.wall.raise(depth, time, (agent, position));
            self.observed.crossings += u32::from(barrier.is_crossed(from, to));
        }
    }

    fn observe_others(&mut self, frame: &Frame<'_>, agent: usize, position: Vec2) {
        let radius = self.participants[agent].radius;
        for (other, sample) in frame.agents.iter().enumerate().skip(agent + 1) {
            let its = self.participants[other].radius;
            let distance = position.as_dvec2().distance(sample.position.as_dvec2());
            if sample.is_present && distance < f64::from(radius + its) {
                let depth = (f64::from(radius + its) - distance) / f64::from(radius.min(its));
                let overlap = &mut self.observed.overlap;
                overlap.raise(depth, frame.time, (agent, position));
            }
        }
    }

    /// The measures of the run.
    pub fn finish(self) -> Observed {
        self.observed
    }
}

#[cfg(test)]
mod tests;
