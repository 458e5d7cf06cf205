//! Runs all stages: from the command line to the table and the files.

mod plan;
mod random;
mod results;
mod selection;
mod workers;

use crate::barrier::Barrier;
use crate::command::console;
use crate::options::Options;
use crate::report::{ScenarioReport, json, table};
use crate::requirements::Run;
use crate::rival::{RivalKind, method};
use crate::scenario::shipped_names;
use plan::Job;
use results::Folder;
use selection::Chosen;
use std::iter;
use std::process::ExitCode;

/// Runs the command; returns its exit status.
pub fn run() -> ExitCode {
    match Options::from_command_line() {
        Ok(options) if options.list => console::print(list()),
        Ok(options) => run_with(&options).unwrap_or_else(|status| status),
        Err(status) => status,
    }
}

fn list() -> String {
    shipped_names().map(|name| format!("{name}\n")).collect()
}

fn run_with(options: &Options) -> Result<ExitCode, ExitCode> {
    if let Some(count) = options.random {
        return random::run(count, options);
    }
    let chosen = selection::choose(&options.scenarios).map_err(console::usage_error)?;
    let folder = Folder::of(options).map_err(console::usage_error)?;
    let trajectories = options.trajectories.as_deref();
    let trajectories = trajectories.map(results::create).transpose();
    let trajectories = trajectories.map_err(console::usage_error)?;
    let all = options.all_trajectories.as_deref();
    all.map_or(Ok(()), results::create_folder)
        .map_err(console::usage_error)?;

    let jobs = plan::jobs(&chosen, options);
    let runs = workers::run_all(&chosen, &jobs, options.threads, trajectories, all);
    let runs = runs.map_err(console::failure)?;
    let reports = reports(&chosen, &jobs, &runs);

    if let Some(folder) = folder {
        folder.write(&reports).map_err(console::failure)?;
    }
    let printed = if options.json {
        let text = json(&reports);
        let text = text.map_err(console::failure)?;
        console::print(format_args!("{text}\n"))
    } else {
        console::print(format_args!("{}\n", table(&reports)))
    };
    let is_met = meets_requirements(&reports);
    Ok(if options.check && !is_met {
        ExitCode::FAILURE
    } else {
        printed
    })
}

/// Whether the plugin meets all requirements. Rivals never count.
fn meets_requirements(reports: &[ScenarioReport]) -> bool {
    let is_own = |report: &&ScenarioReport| report.rival_settings.is_none();
    reports.iter().filter(is_own).all(|report| report.is_met)
}

/// One report per scenario and method, in the order of the selection.
fn reports(chosen: &[Chosen], jobs: &[Job], runs: &[Run]) -> Vec<ScenarioReport> {
    let rivals = || iter::once(None).chain(RivalKind::ALL.map(Some));
    let pairs = (0..chosen.len()).flat_map(|scenario| rivals().map(move |rival| (scenario, rival)));
    pairs
        .filter_map(|(scenario, rival)| {
            let belongs = |job: &Job| job.scenario == scenario && job.rival == rival;
            let own = jobs.iter().zip(runs).filter(|(job, _)| belongs(job));
            let own: Vec<Run> = own.map(|(_, run)| run.clone()).collect();
            let Chosen {
                name,
                scenario,
                layout,
            } = &chosen[scenario];
            let doors = layout.doors.iter().map(|door| door.shape.clone());
            let barriers: Vec<Barrier> = layout.barriers.iter().cloned().chain(doors).collect();
            (!own.is_empty()).then(|| {
                ScenarioReport::new(name, &scenario.title, &scenario.about, method(rival))
                    .with_rival_settings(rival.map(RivalKind::settings))
                    .with_layout(&layout.participants, &barriers)
                    .with_runs(&scenario.requirements(), own)
            })
        })
        .collect()
}
