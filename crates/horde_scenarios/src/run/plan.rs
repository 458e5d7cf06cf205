//! Which scenarios are run how.

use super::selection::Chosen;
use crate::frame::Participant;
use crate::options::Options;
use crate::requirements::STANDARD_RATE;
use crate::scenario::{End, Layout, Pose};
use crate::simulation::{Model, Variant};

/// Tick rates of the full form, hertz.
const RATES: [u32; 3] = [30, 60, 240];
/// Scenarios that take more agent-seconds than this are run only at the standard rate in the quick form. In every pose: what is
/// judged by the mean of the poses is a matter of chance in one.
const QUICK_AGENT_SECONDS: f64 = 5000.0;

/// One run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Job {
    /// Number of the scenario among the chosen.
    pub scenario: usize,
    pub variant: Variant,
    /// Whether it is the run that stands for its scenario and model: its trails are drawn.
    pub is_standard: bool,
}

impl Layout {
    /// What a run of it costs at most: ticks, for each agent.
    pub(super) fn agent_ticks(&self, rate: u32) -> f64 {
        self.participants.len() as f64 * self.end.latest() * f64::from(rate)
    }

    /// The time of all agents together, seconds, if nobody has to wait or make a detour.
    fn expected_agent_seconds(&self) -> f64 {
        let longest = match self.end {
            End::After(seconds) => seconds,
            End::EveryoneArrived { .. } => {
                let straight = |agent: &Participant| f64::from(agent.way(0.0) / agent.speed);
                self.participants.iter().map(straight).fold(0.0, f64::max)
            }
        };
        self.participants.len() as f64 * longest
    }
}

/// All runs, scenario by scenario, the standard one first.
pub(super) fn jobs(chosen: &[Chosen], options: &Options) -> Vec<Job> {
    let or_all = |models: &[Model]| match models {
        [] => Model::ALL.to_vec(),
        models => models.to_vec(),
    };
    let models = or_all(&options.models);
    let mut jobs = Vec::new();
    for (number, chosen) in chosen.iter().enumerate() {
        let variants = variants(options, &chosen.layout);
        for model in &models {
            let model_jobs = variants.iter().enumerate().map(|(rank, (rate, pose))| Job {
                scenario: number,
                variant: Variant {
                    rate: *rate,
                    pose: *pose,
                    model: *model,
                },
                is_standard: rank == 0,
            });
            jobs.extend(model_jobs);
        }
    }
    jobs
}

/// Every rate in every pose; the standard run first.
fn variants(options: &Options, layout: &Layout) -> Vec<(u32, Pose)> {
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
    let poses = match &options.poses[..] {
        [] => Pose::ALL.to_vec(),
        poses => poses.to_vec(),
    };
    let standard_rate = match rates.contains(&STANDARD_RATE) {
        true => STANDARD_RATE,
        false => rates[0],
    };
    let standard_pose = match poses.contains(&Pose::Plain) {
        true => Pose::Plain,
        false => poses[0],
    };
    let mut variants = vec![(standard_rate, standard_pose)];
    let all = poses
        .iter()
        .flat_map(|pose| rates.iter().map(|rate| (*rate, *pose)));
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

    fn variants_of(name: &str, arguments: &[&str]) -> Vec<(u32, Pose)> {
        let options = Options::parse_from([&["horde_scenarios"], arguments].concat());
        let (_, layout) = shipped(name)
            .expect("it comes with the suite")
            .expect("it is legal");
        variants(&options, &layout)
    }

    #[test]
    fn the_full_form_has_rates_and_poses() {
        let expected = [
            (60, Pose::Plain),
            (30, Pose::Plain),
            (240, Pose::Plain),
            (30, Pose::Mirrored),
            (60, Pose::Mirrored),
            (240, Pose::Mirrored),
            (30, Pose::Rotated),
            (60, Pose::Rotated),
            (240, Pose::Rotated),
            (30, Pose::Shifted),
            (60, Pose::Shifted),
            (240, Pose::Shifted),
        ];
        assert_eq!(variants_of("antipodal-250", &[]), expected);
        for small in ["head-on-aligned", "bottleneck", "antipodal-100"] {
            assert_eq!(variants_of(small, &["--quick"]), expected);
        }
        for large in ["antipodal-250", "zombies", "pedestrians"] {
            let standard_rate = [
                (60, Pose::Plain),
                (60, Pose::Mirrored),
                (60, Pose::Rotated),
                (60, Pose::Shifted),
            ];
            assert_eq!(variants_of(large, &["--quick"]), standard_rate);
        }
    }

    #[test]
    fn rates_and_poses_can_be_chosen() {
        let chosen = variants_of("corner", &["--rates", "30,20", "--poses", "rotated"]);
        assert_eq!(chosen, [(30, Pose::Rotated), (20, Pose::Rotated)]);
    }
}
