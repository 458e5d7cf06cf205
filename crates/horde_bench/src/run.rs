//! Runs all stages: from the command line to the table and the files.

mod folder;
mod rounds;

use crate::command::{arguments, console};
use crate::measurement::{Effort, Subject, Task, measure};
use crate::options::{Command, Measure, Options};
use crate::process::{Counter, answer};
use crate::report::{
    Instructions, Machine, Measured, instructions_json, instructions_table, json, measured_part,
    pictures, table,
};
use crate::table::{Row, Size, fill, instruction_rows, names, rows, select, tasks_of};
use crate::worst_cases;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use folder::Folder;
use std::process::ExitCode;

/// Runs the command; returns its exit status.
pub fn run() -> ExitCode {
    match arguments::parse::<Options>(std::env::args_os()) {
        Ok(options) => run_with(&options).unwrap_or_else(|status| status),
        Err(status) => status,
    }
}

fn run_with(options: &Options) -> Result<ExitCode, ExitCode> {
    let machine = Machine::this();
    let size = if options.quick {
        Size::Quick
    } else {
        Size::Full
    };
    let all = rows(size, machine.cores);
    match &options.command {
        Some(Command::Measure(measure)) => return Ok(measure_one(measure, &machine)),
        Some(Command::Child { task }) => {
            return answer(task)
                .map(console::print)
                .map_err(console::usage_error);
        }
        Some(Command::WorstCases { names, list }) => return measure_worst_cases(names, *list),
        None if options.list => {
            let lines = names(&all).into_iter().map(|name| format!("{name}\n"));
            return Ok(console::print(lines.collect::<String>()));
        }
        None => {}
    }
    let chosen = select(all.clone(), &options.rows, options.output.is_some());
    let chosen = chosen.map_err(console::usage_error)?;
    if options.instructions {
        return count_instructions(options, &machine, size, &chosen);
    }
    let folder = options.output.as_deref().map(Folder::open).transpose();
    let folder = folder.map_err(console::usage_error)?;

    let outcomes = rounds::measure_all(&tasks_of(&chosen, &all)).map_err(console::failure)?;
    let filled = fill(&chosen, &all, &outcomes);
    if filled.is_empty() {
        return Err(console::failure(
            "this system does not report the memory that these rows need",
        ));
    }
    if let Some(folder) = folder {
        let pictures = pictures(&filled)
            .map_err(|error| console::failure(format_args!("cannot draw: {error}")))?;
        let conditions = conditions(&machine, size);
        let part = measured_part(&conditions, &filled, &pictures, Folder::PICTURES);
        folder.write(&part, &pictures).map_err(console::failure)?;
        if options.quick {
            console::print_to_stderr(
                "these figures are of smaller crowds than the targets are meant for (--quick)",
            );
        }
    }
    Ok(if options.json {
        let text = json(&filled).map_err(console::failure)?;
        console::print(format_args!("{text}\n"))
    } else {
        let conditions = conditions(&machine, size);
        console::print(format_args!("{conditions}\n{}\n", table(&filled)))
    })
}

/// The conditions of the figures.
fn conditions(machine: &Machine, size: Size) -> String {
    match size {
        Size::Full => machine.to_string(),
        Size::Quick => format!("{machine}, --quick: smaller crowds than the targets are meant for"),
    }
}

fn measure_worst_cases(beginnings: &[String], is_list: bool) -> Result<ExitCode, ExitCode> {
    let all = worst_cases::names();
    if is_list {
        return Ok(console::print(all.join("\n") + "\n"));
    }
    let is_unknown = |beginning: &&String| !all.iter().any(|name| name.starts_with(*beginning));
    if let Some(unknown) = beginnings.iter().find(is_unknown) {
        let error = format!("no set-up begins with '{unknown}'; see --list");
        return Err(console::usage_error(error));
    }
    Ok(console::print(worst_cases::table(beginnings) + "\n"))
}

fn measure_one(options: &Measure, machine: &Machine) -> ExitCode {
    if options.neighbors >= options.agents.max(2) as f32 {
        return console::usage_error(format_args!(
            "--neighbors {}: {} agents have fewer neighbors",
            options.neighbors, options.agents
        ));
    }
    let task = Task {
        subject: Subject::Plugin(options.executor()),
        crowd: options.crowd(),
        threads: options.threads.into(),
        effort: Effort {
            warm_up: options.warm_up,
            ticks: options.ticks,
            seconds: None,
            rounds: 1,
        },
    };
    if !machine.is_release {
        console::print_to_stderr(machine);
    }
    let outcome = measure(&task);
    let workload = options.workload.to_possible_value();
    let workload = workload.as_ref().map_or("crowd", PossibleValue::get_name);
    let measured = Measured::new(workload.into(), &task, &outcome);
    let Some(measured) = measured else {
        return console::failure("no tick was measured");
    };
    if options.json {
        match measured.json() {
            Ok(text) => console::print(format_args!("{text}\n")),
            Err(error) => console::failure(error),
        }
    } else {
        console::print(format_args!("{measured}\n"))
    }
}

fn count_instructions(
    options: &Options,
    machine: &Machine,
    size: Size,
    chosen: &[Row],
) -> Result<ExitCode, ExitCode> {
    let chosen = instruction_rows(chosen);
    if chosen.is_empty() {
        return Err(console::usage_error(
            "--instructions counts rows of tick times with 1 thread, with targets or of single \
             behaviors; none of these is selected",
        ));
    }
    let counter = Counter::find().map_err(console::failure)?;
    let progress = rounds::progress_bar(chosen.len());
    let mut counted = Vec::new();
    for (row, task) in &chosen {
        progress.set_message(row.key.name.clone());
        let instructions = counter.instructions_of_tick(task);
        let instructions = instructions
            .map_err(|error| console::failure(format_args!("{}: {error}", counter.name())))?;
        counted.push(Instructions {
            row: row.key.name.clone(),
            agents: task.crowd.agents,
            neighbors: task.crowd.neighbors,
            threads: task.threads,
            instructions_per_agent: instructions / task.crowd.agents as f64,
            counter: counter.name(),
        });
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(if options.json {
        let text = instructions_json(&counted).map_err(console::failure)?;
        console::print(format_args!("{text}\n"))
    } else {
        let text = instructions_table(&counted);
        console::print(format_args!(
            "{}\nInstructions counted by {}, one thread, single-threaded executor.\n{text}\n",
            conditions(machine, size),
            counter.name()
        ))
    })
}
