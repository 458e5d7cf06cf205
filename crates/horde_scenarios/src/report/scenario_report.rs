//! The report of one scenario with one method.

use crate::barrier::Barrier;
use crate::frame::Participant;
use crate::requirements::{Run, Verdict, judge, rate_spread, standard_run, symmetry_spread};
use crate::scenario::Requirements;
use serde::Serialize;

/// A scenario, its runs with one method, and the verdicts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScenarioReport {
    /// Name of the scenario: its file name.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// Description of the scenario.
    pub about: String,
    /// The name of the plugin or of a rival.
    pub method: String,
    /// What the rival is and how it is set; `None` for the plugin.
    pub rival_settings: Option<String>,
    /// The agents of the plain layout.
    #[serde(skip)]
    pub participants: Vec<Participant>,
    /// The barriers of the plain layout.
    #[serde(skip)]
    pub barriers: Vec<Barrier>,
    /// Largest relative difference between tick rates, of arrivals or of the neighbor distance of a
    /// flock; `None` if there is nothing to compare.
    pub rate_spread: Option<f64>,
    /// Largest relative difference between symmetries, of the mean arrival or of the neighbor
    /// distance of a flock; `None` if there is nothing to compare.
    pub symmetry_spread: Option<f64>,
    /// Whether all requirements are met, except for those that are known as not met yet.
    pub is_met: bool,
    /// The verdict on each requirement.
    pub verdicts: Vec<Verdict>,
    /// The runs at every rate and in every symmetry.
    pub runs: Vec<Run>,
}

impl ScenarioReport {
    /// A report without runs.
    pub fn new(scenario: &str, title: &str, about: &str, method: &str) -> Self {
        Self {
            scenario: scenario.into(),
            title: title.into(),
            about: about.into(),
            method: method.into(),
            rival_settings: None,
            participants: Vec::new(),
            barriers: Vec::new(),
            rate_spread: None,
            symmetry_spread: None,
            is_met: true,
            verdicts: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Sets the settings of the rival; `None` for the plugin.
    pub fn with_rival_settings(mut self, settings: Option<String>) -> Self {
        self.rival_settings = settings;
        self
    }

    /// Adds the agents and barriers, for the picture.
    pub fn with_layout(mut self, participants: &[Participant], barriers: &[Barrier]) -> Self {
        self.participants = participants.to_vec();
        self.barriers = barriers.to_vec();
        self
    }

    /// Adds the runs and judges them.
    pub fn with_runs(mut self, requirements: &Requirements, runs: Vec<Run>) -> Self {
        self.rate_spread = rate_spread(&runs);
        self.symmetry_spread = symmetry_spread(&runs);
        self.verdicts = judge(requirements, &runs);
        self.is_met = self.failures() == 0;
        self.runs = runs;
        self
    }

    /// The run for tables and pictures; `None` without runs.
    pub fn standard_run(&self) -> Option<&Run> {
        standard_run(&self.runs)
    }

    /// Number of requirements that are not met, except for those that are known as unmet.
    pub fn failures(&self) -> usize {
        let failures = self.verdicts.iter().filter(|verdict| verdict.is_failure());
        failures.count()
    }

    /// The verdicts on requirements that are not met, or are met although `not_yet` lists them.
    pub(super) fn remarkable(&self) -> impl Iterator<Item = &Verdict> {
        let is_remarkable = |verdict: &&Verdict| !verdict.is_met || verdict.is_known;
        self.verdicts.iter().filter(is_remarkable)
    }
}
