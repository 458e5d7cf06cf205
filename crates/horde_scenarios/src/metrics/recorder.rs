//! Records all metrics of one run, tick by tick.

use super::arrivals::{ArrivalRecorder, Arrivals};
use super::contacts::{Contacts, PairRecorder, WallRecorder};
use super::crossings::CrossingRecorder;
use super::energy::{Energy, EnergyRecorder};
use super::flock::{FlockRecorder, FlockShape};
use super::observer::Observer;
use super::per_agent_minute;
use super::progress::ProgressRecorder;
use super::results::{AgentResult, ResultRecorder};
use super::sample_window::SampleWindow;
use super::smoothness::JerkRecorder;
use super::surging::SurgeRecorder;
use super::trails::{Trail, TrailRecorder, TrailSettings};
use super::trembling::TremblingRecorder;
use super::turning::TurnRecorder;
use super::turning_back::{TurnBackRecorder, TurningBack};
use super::waits::{WaitRecorder, Waits};
use super::winding::WindingRecorder;
use crate::barrier::{Barrier, Door};
use crate::frame::{Frame, Participant};
use bevy::math::Vec2;
use serde::Serialize;

/// What to record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecorderSettings {
    /// Distance from the last goal that counts as arrival, meters. The straight way ends there.
    pub arrival_distance: f32,
    /// Whether to measure the shape of a flock.
    pub measures_flock: bool,
    /// Obstacles that are there for a part of the run.
    pub doors: Vec<Door>,
    /// The two ends of each line whose crossings count, meters.
    pub lines: Vec<(Vec2, Vec2)>,
    /// How to sample trails; `None` samples none.
    pub trails: Option<TrailSettings>,
}

/// The measures of one run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measures {
    /// Number of agents, with those that appear later.
    pub agents: usize,
    /// Length of the run, seconds.
    pub duration: f64,
    /// Sum of the time that each agent was present, seconds.
    pub agent_seconds: f64,
    /// Arrivals at the last goal.
    pub arrivals: Arrivals,
    /// Contacts of agents with agents.
    pub agent_contacts: Contacts,
    /// Contacts of agents with walls.
    pub wall_contacts: Contacts,
    /// Waits before arrival.
    pub waits: Waits,
    /// The total time of an agent without progress while its way was free, seconds; the largest of
    /// all agents.
    pub idle: f64,
    /// The most turns of an agent about its goal.
    pub turns_about_goal: f64,
    /// Reversals in place per minute, of the agent with most.
    pub trembling: f64,
    /// Crossings of each line that the scenario names.
    pub crossings: Vec<u64>,
    /// Turning back, per agent-minute.
    pub velocity_sign_changes: TurningBack,
    /// Changes between speeding up and slowing down, per agent-minute.
    pub acceleration_sign_changes: f64,
    /// Degrees turned, per agent-minute.
    pub degrees_turned: f64,
    /// Energy of walking.
    pub energy: Energy,
    /// Mean absolute jerk before arrival, meters per second cubed.
    pub mean_jerk: f64,
    /// The shape of the flock, if measured.
    pub flock: Option<FlockShape>,
    /// The result of each agent, by number.
    pub results: Vec<AgentResult>,
    /// The trails, by number; empty if not sampled.
    #[serde(skip)]
    pub trails: Vec<Trail>,
}

/// Records a run. It must observe every frame in order, from the first at time 0.
#[derive(Clone, Debug)]
pub struct Recorder {
    observer: Observer,
    sample_window: SampleWindow,
    agents: usize,
    duration: f64,
    agent_seconds: f64,
    arrivals: ArrivalRecorder,
    pairs: PairRecorder,
    walls: WallRecorder,
    waits: WaitRecorder,
    progress: ProgressRecorder,
    winding: WindingRecorder,
    trembling: TremblingRecorder,
    crossings: CrossingRecorder,
    results: ResultRecorder,
    turn_backs: TurnBackRecorder,
    surges: SurgeRecorder,
    turns: TurnRecorder,
    energy: EnergyRecorder,
    jerk: JerkRecorder,
    flock: Option<FlockRecorder>,
    trails: Option<TrailRecorder>,
}

impl Recorder {
    /// Makes a recorder for a run with these agents and barriers.
    pub fn new(
        participants: &[Participant],
        barriers: &[Barrier],
        settings: &RecorderSettings,
    ) -> Self {
        let agents = participants.len();
        Self {
            observer: Observer::new(participants),
            sample_window: SampleWindow::new(agents),
            agents,
            duration: 0.0,
            agent_seconds: 0.0,
            arrivals: ArrivalRecorder::new(participants, settings.arrival_distance),
            pairs: PairRecorder::new(participants),
            walls: WallRecorder::new(participants, barriers, &settings.doors),
            waits: WaitRecorder::new(participants),
            progress: ProgressRecorder::new(
                participants,
                barriers,
                &settings.doors,
                settings.arrival_distance,
            ),
            winding: WindingRecorder::new(participants),
            trembling: TremblingRecorder::new(participants),
            crossings: CrossingRecorder::new(&settings.lines),
            results: ResultRecorder::new(participants),
            turn_backs: TurnBackRecorder::new(participants),
            surges: SurgeRecorder::new(participants),
            turns: TurnRecorder::new(participants),
            energy: EnergyRecorder::new(participants, settings.arrival_distance),
            jerk: JerkRecorder::default(),
            flock: settings
                .measures_flock
                .then(|| FlockRecorder::new(participants)),
            trails: settings
                .trails
                .as_ref()
                .map(|trails| TrailRecorder::new(agents, trails)),
        }
    }

    /// Observes the next frame.
    pub fn observe(&mut self, frame: &Frame) {
        let observation = self.observer.observe(frame);
        self.duration = observation.time;
        self.agent_seconds += observation.tick * observation.present().count() as f64;
        self.arrivals.observe(&observation);
        self.pairs.observe(&observation);
        self.walls.observe(&observation);
        self.waits.observe(&observation);
        self.progress.observe(&observation);
        self.winding.observe(&observation);
        self.crossings.observe(&observation);
        self.results.observe(&observation);
        self.turn_backs.observe(&observation);
        self.energy.observe(&observation);
        if self.sample_window.take(&observation) {
            self.surges.observe(&self.sample_window);
            self.turns.observe(&self.sample_window);
            self.jerk.observe(&self.sample_window);
            self.trembling.observe(&self.sample_window);
        }
        if let Some(flock) = &mut self.flock {
            flock.observe(&observation);
        }
        if let Some(trails) = &mut self.trails {
            trails.observe(&observation);
        }
    }

    /// The measures of the run.
    pub fn finish(self) -> Measures {
        let each_minute = |count: u64| per_agent_minute(count as f64, self.agent_seconds);
        let (all, repeated) = self.turn_backs.finish();
        Measures {
            agents: self.agents,
            duration: self.duration,
            agent_seconds: self.agent_seconds,
            arrivals: self.arrivals.finish(self.progress.shortest()),
            agent_contacts: self.pairs.finish(self.agent_seconds),
            wall_contacts: self.walls.finish(self.agent_seconds),
            waits: self.waits.finish(),
            idle: self.progress.finish(),
            turns_about_goal: self.winding.finish(),
            trembling: self.trembling.finish(),
            crossings: self.crossings.finish(),
            velocity_sign_changes: TurningBack {
                all: each_minute(all),
                repeated: each_minute(repeated),
            },
            acceleration_sign_changes: each_minute(self.surges.finish()),
            degrees_turned: per_agent_minute(self.turns.finish(), self.agent_seconds),
            energy: self.energy.finish(),
            mean_jerk: self.jerk.finish(),
            flock: self.flock.map(|flock| flock.finish()),
            results: self.results.finish(self.arrivals.times()),
            trails: self.trails.map(TrailRecorder::finish).unwrap_or_default(),
        }
    }
}
