//! Plays one script, one app, or random apps until a limit is reached.

use crate::act::Script;
use crate::command::{arguments, console, file};
use crate::draw::{Dice, Family, draw};
use crate::game::mix;
use crate::options::Options;
use crate::report::{Report, Tally};
use crate::script_check::check_script;
use crate::{panics, threads};
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Runs the command.
pub fn run() -> ExitCode {
    let options: Options = match arguments::parse(std::env::args_os()) {
        Ok(options) => options,
        Err(status) => return status,
    };
    threads::use_threads(options.threads.into());
    panics::remember();
    if options.fingerprint {
        return fingerprint();
    }
    let mut scripts = Vec::new();
    if let Some(path) = &options.script {
        let read = std::fs::read_to_string(path).map_err(|error| error.to_string());
        match read.and_then(|text| file::parse::<Script>(&text).map_err(|error| error.problem)) {
            Ok(script) => scripts.push(script),
            Err(what) => return console::usage_error(format_args!("{}: {what}", path.display())),
        }
    }
    if let Some(folder) = &options.write
        && let Err(error) = try_to_write_in(folder)
    {
        return console::usage_error(format_args!(
            "--write {}: no file can be written there: {error}",
            folder.display()
        ));
    }
    let seed = options.seed.unwrap_or_else(random_seed);
    let report = Report::new(&options, seed);
    if let Some(script) = scripts.pop() {
        report.add(check_script(&script, &options, None));
        return report.end();
    }
    if let (Some(app), Some(family)) = (options.app, options.families.first()) {
        let script = draw(*family, app);
        report.add(check_script(&script, &options, Some((*family, app))));
        return report.end();
    }
    play_all(&options, seed, &report);
    report.end()
}

/// Makes a folder, unless it is there, and writes a file in it that is gone at once.
fn try_to_write_in(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    tempfile::tempfile_in(folder).map(drop)
}

fn play_all(options: &Options, seed: u64, report: &Report) {
    let families = &match options.families.is_empty() {
        true => Family::usual(),
        false => options.families.clone(),
    };
    let deadline = Instant::now() + Duration::from_secs(options.seconds);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    let is_over = match options.runs {
                        Some(runs) => number >= runs,
                        None => Instant::now() > deadline,
                    };
                    if is_over || report.failures() >= options.failures {
                        return;
                    }
                    let app = mix(seed, number);
                    let family = Family::draw(&mut Dice::new(mix(app, 1)), families);
                    let script = draw(family, app);
                    let tally: Tally = check_script(&script, options, Some((family, app)));
                    report.add(tally);
                }
            });
        }
    });
}

fn fingerprint() -> ExitCode {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    if let Err(error) = read {
        return console::failure(format_args!("cannot read stdin: {error}"));
    }
    match ron::from_str::<Script>(&text) {
        Ok(script) => console::print(format_args!("{}\n", threads::fingerprint(&script).0)),
        Err(error) => console::usage_error(format_args!("the script on stdin: {error}")),
    }
}

fn random_seed() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos() as u64);
    // A seed of 32 bits is short enough to type.
    mix(time, u64::from(std::process::id())) >> 32
}
