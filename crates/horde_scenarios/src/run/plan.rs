//! Plans the runs of the scenarios.

use super::selection::Chosen;
use crate::frame::Participant;
use crate::options::Options;
use crate::requirements::STANDARD_RATE;
use crate::rival::{RivalKind, can_walk};
use crate::scenario::{End, Layout, Symmetry};
use crate::simulation::Variant;

/// The default tick rates, hertz.
const RATES: [u32; 3] = [30, 60, 240];
/// With `--quick`, scenarios above this number of expected agent-seconds run only at the standard
/// rate. They still run in every symmetry, because some requirements need the mean.
const QUICK_AGENT_SECONDS: f64 = 5000.0;

/// A planned run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Job {
    /// Index of the scenario in the selection.
    pub scenario: usize,
    pub variant: Variant,
    /// The rival that walks the scenario; `None` for the plugin.
    pub rival: Option<RivalKind>,
    /// Whether it represents its scenario and method; then its trails are recorded.
    pub is_standard: bool,
}

impl Layout {
    /// The largest cost of a run: ticks times agents.
    pub(super) fn agent_ticks(&self, rate: u32) -> f64 {
        self.participants.len() as f64 * self.end.latest() * f64::from(rate)
    }

    /// The expected length of a run, seconds, times the number of agents. A run until all have
    /// arrived lasts as long as the slowest walk, without waits or detours.
    fn expected_agent_seconds(&self) -> f64 {
        let longest = match self.end {
            End::After(seconds) => seconds,
            End::AllArrived { .. } => {
                let straight = |agent: &Participant| f64::from(agent.way(0.0) / agent.speed);
                self.participants.iter().map(straight).fold(0.0, f64::max)
            }
        };
        self.participants.len() as f64 * longest
    }
}

/// All runs, scenario by scenario, the standard run first.
pub(super) fn jobs(chosen: &[Chosen], options: &Options) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (number, chosen) in chosen.iter().enumerate() {
        let variants = variants(options, &chosen.layout);
        let own = variants.iter().enumerate();
        jobs.extend(own.map(|(rank, (rate, symmetry))| Job {
            scenario: number,
            variant: Variant {
                rate: *rate,
                symmetry: *symmetry,
            },
            rival: None,
            is_standard: rank == 0,
        }));
        // A rival runs once, because the tables show only the standard run.
        let (rate, symmetry) = (variants[0].0, Symmetry::Plain);
        let rivals = options.rivals.iter().filter(|_| can_walk(&chosen.layout));
        jobs.extend(rivals.map(|rival| Job {
            scenario: number,
            variant: Variant { rate, symmetry },
            rival: Some(*rival),
            is_standard: true,
        }));
    }
    jobs
}

/// Every rate in every symmetry; the standard run first.
fn variants(options: &Options, layout: &Layout) -> Vec<(u32, Symmetry)> {
    let is_cut_short = options.quick && layout.expected_agent_seconds() > QUICK_AGENT_SECONDS;
    let all_rates = if is_cut_short {
        &RATES[1..2]
    } else {
        &RATES[..]
    };
    let given = |rates: &[u32]| {
        if rates.is_empty() {
            all_rates.to_vec()
        } else {
            rates.to_vec()
        }
    };
    let rates = given(&options.rates);
    let symmetries = match &options.symmetries[..] {
        [] => Symmetry::ALL.to_vec(),
        symmetries => symmetries.to_vec(),
    };
    let standard_rate = match rates.contains(&STANDARD_RATE) {
        true => STANDARD_RATE,
        false => rates[0],
    };
    let standard_pose = match symmetries.contains(&Symmetry::Plain) {
        true => Symmetry::Plain,
        false => symmetries[0],
    };
    let mut variants = vec![(standard_rate, standard_pose)];
    let all = symmetries
        .iter()
        .flat_map(|symmetry| rates.iter().map(|rate| (*rate, *symmetry)));
    for variant in all {
        if !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::shipped;
    use clap::Parser;

    fn variants_of(name: &str, arguments: &[&str]) -> Vec<(u32, Symmetry)> {
        let options = Options::parse_from([&["horde_scenarios"], arguments].concat());
        let (_, layout) = shipped(name)
            .expect("it comes with the suite")
            .expect("it is legal");
        variants(&options, &layout)
    }

    #[test]
    fn a_full_run_has_all_rates_and_symmetries() {
        let expected = [
            (60, Symmetry::Plain),
            (30, Symmetry::Plain),
            (240, Symmetry::Plain),
            (30, Symmetry::Mirrored),
            (60, Symmetry::Mirrored),
            (240, Symmetry::Mirrored),
            (30, Symmetry::Rotated),
            (60, Symmetry::Rotated),
            (240, Symmetry::Rotated),
            (30, Symmetry::Shifted),
            (60, Symmetry::Shifted),
            (240, Symmetry::Shifted),
        ];
        assert_eq!(variants_of("antipodal-250", &[]), expected);
        for small in ["head-on-aligned", "bottleneck", "antipodal-100"] {
            assert_eq!(variants_of(small, &["--quick"]), expected);
        }
        for large in ["antipodal-250", "zombies", "pedestrians"] {
            let standard_rate = [
                (60, Symmetry::Plain),
                (60, Symmetry::Mirrored),
                (60, Symmetry::Rotated),
                (60, Symmetry::Shifted),
            ];
            assert_eq!(variants_of(large, &["--quick"]), standard_rate);
        }
    }

    #[test]
    fn rates_and_symmetries_can_be_selected() {
        let chosen = variants_of("corner", &["--rates", "30,20", "--symmetries", "rotated"]);
        assert_eq!(chosen, [(30, Symmetry::Rotated), (20, Symmetry::Rotated)]);
    }
}
