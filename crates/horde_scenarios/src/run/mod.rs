//! The thread that ties all stages together: from the command line to the table and the files.

mod plan;
mod results;
mod selection;
mod workers;

use crate::options::Options;
use crate::report::{Account, json, table};
use crate::requirements::Run;
use crate::scenario::shipped_names;
use crate::simulation::Model;
use horde_command::console;
use plan::Job;
use results::Folder;
use selection::Chosen;
use std::process::ExitCode;

/// Does what the command line asks for; the exit status says how it went.
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
    let chosen = selection::choose(&options.scenarios).map_err(console::wrong_use)?;
    let folder = Folder::of(options).map_err(console::wrong_use)?;
    let trajectories = options.trajectories.as_deref();
    let trajectories = trajectories.map(results::create).transpose();
    let trajectories = trajectories.map_err(console::wrong_use)?;

    let jobs = plan::jobs(&chosen, options);
    let runs = workers::run_all(&chosen, &jobs, options.threads, trajectories);
    let runs = runs.map_err(console::failed)?;
    let accounts = accounts(&chosen, &jobs, &runs);

    if let Some(folder) = folder {
        folder.write(&accounts).map_err(console::failed)?;
    }
    let printed = if options.json {
        let text = json(&accounts);
        let text = text.map_err(console::failed)?;
        console::print(format_args!("{text}\n"))
    } else {
        console::print(format_args!("{}\n", table(&accounts)))
    };
    let is_met = meets_requirements(&accounts);
    Ok(if options.check && !is_met {
        ExitCode::FAILURE
    } else {
        printed
    })
}

/// What the default model does counts; another one only where it was asked for alone.
fn meets_requirements(accounts: &[Account]) -> bool {
    let default = Model::default().name();
    let is_default = |account: &&Account| account.model == default;
    if accounts.iter().any(|account| is_default(&account)) {
        accounts
            .iter()
            .filter(is_default)
            .all(|account| account.is_met)
    } else {
        accounts.iter().all(|account| account.is_met)
    }
}

/// One account for each scenario and model, in the order of the choice.
fn accounts(chosen: &[Chosen], jobs: &[Job], runs: &[Run]) -> Vec<Account> {
    let models = Model::ALL.into_iter();
    let pairs =
        (0..chosen.len()).flat_map(|scenario| models.clone().map(move |model| (scenario, model)));
    pairs
        .filter_map(|(scenario, model)| {
            let belongs = |job: &Job| job.scenario == scenario && job.variant.model == model;
            let own = jobs.iter().zip(runs).filter(|(job, _)| belongs(job));
            let own: Vec<Run> = own.map(|(_, run)| run.clone()).collect();
            let Chosen {
                name,
                scenario,
                layout,
            } = &chosen[scenario];
            (!own.is_empty()).then(|| {
                Account::new(name, &scenario.title, &scenario.about, model.name())
                    .with_layout(&layout.participants, &layout.barriers)
                    .with_runs(&scenario.requirements(), own)
            })
        })
        .collect()
}
