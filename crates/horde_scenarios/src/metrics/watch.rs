//! All metrics of one run, tick by tick.

use super::arrivals::{ArrivalBook, Arrivals};
use super::contacts::{Contacts, PairBook, WallBook};
use super::energy::{Energy, EnergyBook};
use super::flock::{FlockBook, FlockShape};
use super::glances::Glances;
use super::per_agent_minute;
use super::seen::Eye;
use super::smoothness::JerkBook;
use super::surging::SurgeBook;
use super::trails::{Trail, TrailBook, TrailSettings};
use super::turning::TurnBook;
use super::turning_back::{TurnBackBook, TurningBack};
use super::waits::{WaitBook, Waits};
use crate::barrier::Barrier;
use crate::frame::{Frame, Participant};
use serde::Serialize;

/// What to watch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WatchSettings {
    /// Within how far of the last goal an agent has arrived, metres: so much shorter is the straight way.
    pub arrival_distance: f32,
    /// Whether the shape of a flock is measured.
    pub measures_flock: bool,
    /// Whether and how trails are kept.
    pub trails: Option<TrailSettings>,
}

/// What was seen of one run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measures {
    /// How many agents there were at the start.
    pub agents: usize,
    /// How long the run was, seconds.
    pub duration: f64,
    /// The time of all agents that were there, together, seconds.
    pub agent_seconds: f64,
    /// Who reached the last goal, and when.
    pub arrivals: Arrivals,
    /// Agents in each other.
    pub agent_contacts: Contacts,
    /// Agents in walls.
    pub wall_contacts: Contacts,
    /// Who stood about before arriving.
    pub waits: Waits,
    /// Turning back, for each agent-minute.
    pub velocity_sign_changes: TurningBack,
    /// Changes between speeding up and slowing down, for each agent-minute.
    pub acceleration_sign_changes: f64,
    /// Degrees turned, for each agent-minute.
    pub degrees_turned: f64,
    /// What the way cost.
    pub energy: Energy,
    /// Mean absolute jerk before arrival, metres per second cubed.
    pub mean_jerk: f64,
    /// The shape of the flock, where there is one.
    pub flock: Option<FlockShape>,
    /// Where everybody went, by number; empty when that was not asked for.
    #[serde(skip)]
    pub trails: Vec<Trail>,
}

/// Watches a run: shown every frame in order, from the first, at time 0.
#[derive(Clone, Debug)]
pub struct Watch {
    eye: Eye,
    glances: Glances,
    agents: usize,
    duration: f64,
    agent_seconds: f64,
    arrivals: ArrivalBook,
    pairs: PairBook,
    walls: WallBook,
    waits: WaitBook,
    turn_backs: TurnBackBook,
    surges: SurgeBook,
    turns: TurnBook,
    energy: EnergyBook,
    jerk: JerkBook,
    flock: Option<FlockBook>,
    trails: Option<TrailBook>,
}

impl Watch {
    /// For a run of these among these.
    pub fn new(
        participants: &[Participant],
        barriers: &[Barrier],
        settings: &WatchSettings,
    ) -> Self {
        let agents = participants.len();
        Self {
            eye: Eye::new(participants),
            glances: Glances::new(agents),
            agents,
            duration: 0.0,
            agent_seconds: 0.0,
            arrivals: ArrivalBook::new(participants, settings.arrival_distance),
            pairs: PairBook::new(participants),
            walls: WallBook::new(participants, barriers),
            waits: WaitBook::new(participants),
            turn_backs: TurnBackBook::new(participants),
            surges: SurgeBook::new(participants),
            turns: TurnBook::new(participants),
            energy: EnergyBook::new(participants, settings.arrival_distance),
            jerk: JerkBook::default(),
            flock: settings
                .measures_flock
                .then(|| FlockBook::new(participants)),
            trails: settings
                .trails
                .as_ref()
                .map(|trails| TrailBook::new(agents, trails)),
        }
    }

    /// Looks at the next frame.
    pub fn observe(&mut self, frame: &Frame) {
        let seen = self.eye.look(frame);
        self.duration = seen.time;
        self.agent_seconds += seen.tick * seen.present().count() as f64;
        self.arrivals.observe(&seen);
        self.pairs.observe(&seen);
        self.walls.observe(&seen);
        self.waits.observe(&seen);
        self.turn_backs.observe(&seen);
        self.energy.observe(&seen);
        if self.glances.take(&seen) {
            self.surges.observe(&self.glances);
            self.turns.observe(&self.glances);
            self.jerk.observe(&self.glances);
        }
        if let Some(flock) = &mut self.flock {
            flock.observe(&seen);
        }
        if let Some(trails) = &mut self.trails {
            trails.observe(&seen);
        }
    }

    /// What there was to see.
    pub fn finish(self) -> Measures {
        let each_minute = |count: u64| per_agent_minute(count as f64, self.agent_seconds);
        let (all, repeated) = self.turn_backs.finish();
        Measures {
            agents: self.agents,
            duration: self.duration,
            agent_seconds: self.agent_seconds,
            arrivals: self.arrivals.finish(),
            agent_contacts: self.pairs.finish(self.agent_seconds),
            wall_contacts: self.walls.finish(self.agent_seconds),
            waits: self.waits.finish(),
            velocity_sign_changes: TurningBack {
                all: each_minute(all),
                repeated: each_minute(repeated),
            },
            acceleration_sign_changes: each_minute(self.surges.finish()),
            degrees_turned: per_agent_minute(self.turns.finish(), self.agent_seconds),
            energy: self.energy.finish(),
            mean_jerk: self.jerk.finish(),
            flock: self.flock.map(|flock| flock.finish()),
            trails: self.trails.map(TrailBook::finish).unwrap_or_default(),
        }
    }
}
