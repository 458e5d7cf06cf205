//! What there is to report of one scenario with one model.

use crate::barrier::Barrier;
use crate::frame::Participant;
use crate::requirements::{Run, Verdict, judge, pose_spread, rate_spread, standard_run};
use crate::scenario::Requirements;
use serde::Serialize;

/// A scenario, its runs with one model, and the verdicts on them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Account {
    /// Name of the scenario: that of its file.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Its sentence.
    pub about: String,
    /// The avoidance model.
    pub model: String,
    /// Everybody, as laid out in the plain pose.
    #[serde(skip)]
    pub participants: Vec<Participant>,
    /// Everything in the way, in the plain pose.
    #[serde(skip)]
    pub barriers: Vec<Barrier>,
    /// Largest relative difference of the mean arrival between tick rates, if there is more than one.
    pub rate_spread: Option<f64>,
    /// Largest relative difference of the mean arrival between poses, if there is more than one.
    pub pose_spread: Option<f64>,
    /// Whether everything asked has been reached.
    pub is_met: bool,
    /// On each thing that is asked.
    pub verdicts: Vec<Verdict>,
    /// At every rate and in every pose.
    pub runs: Vec<Run>,
}

impl Account {
    /// An account without runs.
    pub fn new(scenario: &str, title: &str, about: &str, model: &str) -> Self {
        Self {
            scenario: scenario.into(),
            title: title.into(),
            about: about.into(),
            model: model.into(),
            participants: Vec::new(),
            barriers: Vec::new(),
            rate_spread: None,
            pose_spread: None,
            is_met: true,
            verdicts: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// The same with who took part and what was in the way, for the picture.
    pub fn with_layout(mut self, participants: &[Participant], barriers: &[Barrier]) -> Self {
        self.participants = participants.to_vec();
        self.barriers = barriers.to_vec();
        self
    }

    /// The same with the runs, judged.
    pub fn with_runs(mut self, requirements: &Requirements, runs: Vec<Run>) -> Self {
        self.rate_spread = rate_spread(&runs);
        self.pose_spread = pose_spread(&runs);
        self.verdicts = judge(requirements, &runs);
        self.is_met = self.verdicts.iter().all(|verdict| verdict.is_met);
        self.runs = runs;
        self
    }

    /// The run that tables and pictures show.
    pub fn standard_run(&self) -> Option<&Run> {
        standard_run(&self.runs)
    }

    /// How many requirements are not met.
    pub fn failures(&self) -> usize {
        self.verdicts
            .iter()
            .filter(|verdict| !verdict.is_met)
            .count()
    }
}
