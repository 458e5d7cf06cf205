//! Runs random scenarios.

use super::results::{self, TrajectoryFile};
use super::workers::{available_threads, in_parallel};
use crate::command::console;
use crate::frame::Frame;
use crate::metrics::{Recorder, RecorderSettings, TrailSettings};
use crate::options::Options;
use crate::random::{Flaw, FlawKind, MotionObserver, RandomScenario, draw};
use crate::report::{RandomReport, RandomResult, ScenarioReport, picture};
use crate::requirements::{Run, STANDARD_RATE};
use crate::rival::{RivalKind, method, walk};
use crate::scenario::Symmetry;
use crate::simulation::{Variant, simulate};
use indicatif::ProgressBar;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// The default seed of the first scenario.
const FIRST_SEED: u64 = 1;
/// The largest number of points of all trails of a picture.
const TRAIL_POINTS: usize = 20_000;

/// Draws and runs this many scenarios, and prints which are solved.
pub(super) fn run(count: u32, options: &Options) -> Result<ExitCode, ExitCode> {
    let first = options.seed.unwrap_or(FIRST_SEED);
    let seeds: Vec<u64> = (0..u64::from(count))
        .map(|number| first.wrapping_add(number))
        .collect();
    let output = options.output.as_deref();
    if let Some(folder) = output {
        std::fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            console::usage_error(format!("--output {folder} cannot be written to: {error}"))
        })?;
    }
    let trajectories = options.trajectories.as_deref();
    let trajectories = trajectories.map(results::create).transpose();
    let trajectories = Mutex::new(trajectories.map_err(console::usage_error)?);
    let variant = Variant {
        rate: options.rates.first().copied().unwrap_or(STANDARD_RATE),
        symmetry: Symmetry::Plain,
    };
    let threads = options.threads.map_or_else(available_threads, usize::from);
    let rivals = options.rivals.iter().copied().map(Some);
    let methods: Vec<Option<RivalKind>> = core::iter::once(None).chain(rivals).collect();
    let progress = ProgressBar::new(u64::from(count) * methods.len() as u64);
    let mut reports = Vec::new();
    for rival in methods {
        let runner = Runner {
            variant,
            rival,
            draws: output.map(|folder| (folder, count == 1)),
            trajectories: &trajectories,
        };
        let runs = in_parallel(&seeds, threads, |seed| {
            let result = runner.run(*seed);
            progress.inc(1);
            result
        });
        let results: Result<Vec<RandomResult>, String> = runs.into_iter().collect();
        let results = results.map_err(console::failure)?;
        reports.push(RandomReport::new(method(runner.rival), results));
    }
    progress.finish_and_clear();
    let is_solved = reports[0].solved == reports[0].scenarios;
    let printed = if options.json {
        let text = serde_json::to_string_pretty(&reports);
        console::print(format_args!("{}\n", text.map_err(console::failure)?))
    } else {
        let texts: Vec<String> = reports.iter().map(RandomReport::text).collect();
        console::print(texts.join("\n"))
    };
    Ok(if options.check && !is_solved {
        ExitCode::FAILURE
    } else {
        printed
    })
}

/// How a scenario is run.
struct Runner<'a> {
    variant: Variant,
    /// The rival that walks the scenario; `None` for the plugin.
    rival: Option<RivalKind>,
    /// The folder of the pictures, and whether solved runs are drawn too; `None` draws none.
    draws: Option<(&'a Path, bool)>,
    trajectories: &'a Mutex<Option<TrajectoryFile>>,
}

impl Runner<'_> {
    fn run(&self, seed: u64) -> Result<RandomResult, String> {
        let drawn = draw(seed)?;
        let mut observer = MotionObserver::new(&drawn.layout.participants, &drawn.layout.barriers);
        let mut recorder = self.draws.map(|_| recorder(&drawn));
        let mut rows = self
            .trajectories
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let mut written = Ok(());
        let walked = catch_unwind(AssertUnwindSafe(|| {
            let observe = |frame: &Frame<'_>| {
                observer.observe(frame);
                if let Some(recorder) = &mut recorder {
                    recorder.observe(frame);
                }
                if let (Some(rows), Ok(())) = (&mut rows, &written) {
                    written = rows.write(frame);
                }
            };
            match self.rival {
                Some(rival) => walk(
                    &drawn.layout,
                    &mut *rival.start(),
                    self.variant.rate,
                    observe,
                ),
                None => simulate(&drawn.layout, self.variant, observe),
            }
        }));
        written?;
        rows.map_or(Ok(()), TrajectoryFile::finish)?;
        let observed = observer.finish();
        let (observed, flaws) = match walked {
            Ok(_) => (Some(observed.clone()), observed.flaws()),
            Err(panic) => (None, vec![panicked(&*panic)]),
        };
        if let (Some(recorder), Some((folder, draws_all))) = (recorder, self.draws)
            && (draws_all || !flaws.is_empty())
        {
            self.draw(&drawn, recorder, folder)?;
        }
        Ok(RandomResult {
            seed,
            ground: drawn.ground,
            goals: drawn.goals,
            is_guided: drawn.is_guided,
            narrowest_door: drawn.narrowest_door,
            agents: drawn.layout.participants.len(),
            limit: drawn.layout.end.latest(),
            observed,
            flaws,
        })
    }

    fn draw(
        &self,
        drawn: &RandomScenario,
        recorder: Recorder,
        folder: &Path,
    ) -> Result<(), String> {
        let run = Run {
            rate: self.variant.rate,
            symmetry: self.variant.symmetry,
            method: method(self.rival).into(),
            measures: recorder.finish(),
        };
        let scenario = &drawn.scenario;
        let name = match self.rival {
            Some(rival) => format!("random-{}-{}", drawn.seed, rival.name()),
            None => format!("random-{}", drawn.seed),
        };
        let title = format!("{}: {}", scenario.title, scenario.about);
        let report = ScenarioReport::new(&name, &title, &scenario.about, method(self.rival))
            .with_layout(&drawn.layout.participants, &drawn.layout.barriers)
            .with_runs(&scenario.requirements(), vec![run]);
        let path: PathBuf = folder.join(format!("{name}.svg"));
        let drawn = picture(&report);
        let drawn = drawn.map_err(|error| format!("cannot draw {}: {error}", path.display()))?;
        results::write(&path, &drawn)
    }
}

fn recorder(drawn: &RandomScenario) -> Recorder {
    let layout = &drawn.layout;
    let settings = RecorderSettings {
        arrival_distance: layout.arrival.within,
        measures_flock: false,
        doors: Vec::new(),
        lines: Vec::new(),
        trails: Some(TrailSettings {
            most: TRAIL_POINTS,
            ..TrailSettings::default()
        }),
    };
    Recorder::new(&layout.participants, &layout.barriers, &settings)
}

fn panicked(panic: &(dyn Any + Send)) -> Flaw {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    Flaw {
        kind: FlawKind::Panics,
        measure: 1.0,
        measured: text.unwrap_or_else(|| "without a message".into()),
    }
}
