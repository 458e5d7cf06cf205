//! Runs jobs in parallel.

use super::plan::Job;
use super::results::{self, TrajectoryFile};
use super::selection::Chosen;
use crate::command::console;
use crate::frame::Frame;
use crate::metrics::{Recorder, RecorderSettings, TrailSettings};
use crate::requirements::Run;
use crate::rival::{method, walk};
use crate::scenario::Task;
use crate::simulation::simulate;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Pictures of scenarios without walkers show this last part of the run, seconds.
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
    let trajectories = Mutex::new(trajectories);
    let work = |number: &usize| {
        let job = &jobs[*number];
        // With `--trajectories`, the first job is the standard run of the only scenario.
        let file = (*number == 0).then(|| take(&trajectories)).flatten();
        let chosen = &chosen[job.scenario];
        let own = all_trajectories
            .map(|folder| results::create_in(folder, &chosen.name, job.variant, job.rival));
        let run = own.transpose().and_then(|own| {
            let files = file.into_iter().chain(own).collect();
            run_one(chosen, job, &progress, files)
        });
        (*number, run)
    };
    let threads = threads.map_or_else(available_threads, usize::from);
    let mut runs = in_parallel(&order, threads, work);
    progress.finish_and_clear();
    runs.sort_by_key(|(number, _)| *number);
    runs.into_iter().map(|(_, run)| run).collect()
}

fn take<T>(mutex: &Mutex<Option<T>>) -> Option<T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// One thread per core.
pub(super) fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` on all items; the results are in the order of the items.
pub(super) fn in_parallel<Item: Sync, Done: Send>(
    items: &[Item],
    threads: usize,
    work: impl Fn(&Item) -> Done + Sync,
) -> Vec<Done> {
    let done: Vec<Mutex<Option<Done>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some((item, place)) = items
                    .iter()
                    .zip(&done)
                    .nth(next.fetch_add(1, Ordering::Relaxed))
                {
                    let result = work(item);
                    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                }
            });
        }
    });
    let done = done
        .into_iter()
        .map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner));
    done.flatten().collect()
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
    let observe = |frame: &Frame<'_>| {
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
    };
    match job.rival {
        Some(rival) => walk(layout, &mut *rival.start(), variant.rate, observe),
        None => simulate(layout, variant, observe),
    };
    let shown = observation - observation % (agents * u64::from(variant.rate));
    progress.inc(cost.saturating_sub(shown));
    // An incomplete file does not get its final name.
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
            method: method(job.rival).into(),
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
