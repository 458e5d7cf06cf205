//! Runs jobs in parallel.

use super::plan::Job;
use super::results::{self, TrajectoryFile};
use super::selection::Chosen;
use crate::metrics::{Recorder, RecorderSettings, TrailSettings};
use crate::requirements::Run;
use crate::scenario::Task;
use crate::simulation::simulate;
use horde_command::console;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Length of the shown end for a scenario without arrivals, seconds.
const LAST_SECONDS: f64 = 10.0;

/// The runs of all jobs, in order. Results do not depend on the number of threads.
///
/// # Errors
///
/// One line, if the trajectories cannot be written.
pub(super) fn run_all(
    chosen: &[Chosen],
    jobs: &[Job],
    threads: Option<u16>,
    trajectories: Option<TrajectoryFile>,
    all_trajectories: Option<&Path>,
) -> Result<Vec<Run>, String> {
    let cost = |job: &Job| chosen[job.scenario].layout.agent_ticks(job.variant.rate);
    // The longest jobs run first, so that no long job is left at the end.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by(|one, other| cost(&jobs[*other]).total_cmp(&cost(&jobs[*one])));
    let progress = progress_bar(jobs.iter().map(cost).sum());
    let runs: Vec<Mutex<Option<Run>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let trajectories = Mutex::new(trajectories);
    let work = || {
        while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let job = &jobs[number];
            // The first job is the standard run of the only scenario.
            let file = (number == 0).then(|| take(&trajectories)).flatten();
            let chosen = &chosen[job.scenario];
            let own = all_trajectories
                .map(|folder| results::create_in(folder, &chosen.name, job.variant));
            let files = file.into_iter().chain(own.transpose()?);
            let run = run_one(chosen, job, &progress, files.collect());
            *runs[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(run?);
        }
        Ok::<(), String>(())
    };
    let count = threads.map_or_else(available_threads, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..count.min(jobs.len()))
            .map(|_| scope.spawn(work))
            .collect();
        let mut outcomes = workers.into_iter().map(|worker| worker.join());
        outcomes.try_for_each(|outcome| {
            outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    progress.finish_and_clear();
    let runs = runs
        .into_iter()
        .map(|run| run.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok(runs.flatten().collect())
}

fn take<T>(mutex: &Mutex<Option<T>>) -> Option<T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn run_one(
    chosen: &Chosen,
    job: &Job,
    progress: &ProgressBar,
    mut trajectories: Vec<TrajectoryFile>,
) -> Result<Run, String> {
    let Chosen { name, layout, .. } = chosen;
    let variant = job.variant;
    progress.set_message(console::one_line(name));
    let mut recorder = Recorder::new(
        &layout.participants,
        &layout.barriers,
        &settings(chosen, job.is_standard),
    );
    let cost = layout.agent_ticks(variant.rate) as u64;
    let agents = layout.participants.len() as u64;
    let mut observation = 0;
    let mut error = None;
    simulate(layout, variant, |frame| {
        recorder.observe(frame);
        for file in &mut trajectories {
            if error.is_none() {
                error = file.write(frame).err();
            }
        }
        observation += agents;
        if observation.is_multiple_of(agents * u64::from(variant.rate)) {
            progress.inc(agents * u64::from(variant.rate));
        }
    });
    let shown = observation - observation % (agents * u64::from(variant.rate));
    progress.inc(cost.saturating_sub(shown));
    // An incomplete file does not get its name.
    for file in trajectories {
        if error.is_none() {
            error = file.finish().err();
        }
    }
    match error {
        Some(error) => Err(error),
        None => Ok(Run {
            rate: variant.rate,
            symmetry: variant.symmetry,
            model: variant.model.name().into(),
            measures: recorder.finish(),
        }),
    }
}

fn settings(chosen: &Chosen, keeps_trails: bool) -> RecorderSettings {
    let layout = &chosen.layout;
    let lines = &chosen.scenario.requires.not_crossed;
    let has = |is: fn(&Task) -> bool| layout.tasks.iter().any(is);
    let arrives = has(|task| matches!(task, Task::Walk { .. }));
    RecorderSettings {
        arrival_distance: layout.arrival.within,
        measures_flock: has(|task| matches!(task, Task::Flock { .. } | Task::Hunt { .. })),
        doors: layout.doors.clone(),
        lines: lines.iter().map(|line| (line.from, line.to)).collect(),
        trails: keeps_trails.then(|| TrailSettings {
            last: (!arrives).then_some(LAST_SECONDS),
            ..TrailSettings::default()
        }),
    }
}

fn progress_bar(cost: f64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40.green} {percent} %, at most {eta} left, {msg}")
            .expect("a template as its documentation has them")
            .progress_chars("█▉▊▋▌▍▎▏ ");
    ProgressBar::new(cost as u64).with_style(style)
}
