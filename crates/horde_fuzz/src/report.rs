//! Prints minimized failures, and counts.

use crate::act::Script;
use crate::code::expression;
use crate::command::console;
use crate::draw::Family;
use crate::minimize::Minimizer;
use crate::options::Options;
use crate::play::{Counts, Failure};
use crate::script_check::reproduce;
use crate::variation::Comparison;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longer lists of acts are not printed.
const MOST_PRINTED: usize = 200;

/// The results of one script, or of all.
#[derive(Default, Debug)]
pub struct Tally {
    /// Number of scripts.
    pub apps: u64,
    /// Counts of ticks and agents.
    pub counts: Counts,
    /// Number of runs of each kind that were compared with the usual run.
    pub comparisons: BTreeMap<Comparison, u64>,
    /// The failures.
    pub found: Vec<Found>,
}

/// A failure and its origin.
#[derive(Debug)]
pub struct Found {
    failure: Failure,
    script: Script,
    drawn: Option<(Family, u64)>,
    seed: u64,
}

impl Found {
    /// A failure of a drawn or read script.
    pub fn new(failure: Failure, script: &Script, drawn: Option<(Family, u64)>, seed: u64) -> Self {
        Self {
            failure,
            script: script.clone(),
            drawn,
            seed,
        }
    }

    /// The kind of failure; one failure per kind is minimized.
    fn kind(&self) -> String {
        let Failure {
            flaw, comparison, ..
        } = &self.failure;
        let comparison = comparison.map_or("", Comparison::name);
        let family = self.drawn.map(|(family, _)| family);
        format!("{family:?} {:?} {comparison}", flaw.check)
    }
}

impl Counts {
    /// Adds other counts.
    pub fn add(&mut self, others: Self) {
        self.ticks += others.ticks;
        self.agent_ticks += others.agent_ticks;
    }
}

/// Collects and prints results.
pub struct Report<'a> {
    options: &'a Options,
    started: Instant,
    seed: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    total: Tally,
    failures: u64,
    kinds: BTreeMap<String, u64>,
    told: Option<Instant>,
}

impl<'a> Report<'a> {
    /// A report for a run with these options.
    pub fn new(options: &'a Options, seed: u64) -> Self {
        console::print_to_stderr(format_args!("seed {seed}"));
        Self {
            options,
            started: Instant::now(),
            seed,
            state: Mutex::default(),
        }
    }

    /// The number of failures so far.
    pub fn failures(&self) -> u64 {
        self.lock().failures
    }

    /// Adds the results of a script. Minimizes and prints the first failure of each kind.
    pub fn add(&self, tally: Tally) {
        let mut new = Vec::new();
        {
            let mut state = self.lock();
            state.total.apps += tally.apps;
            state.total.counts.add(tally.counts);
            for (comparison, count) in tally.comparisons {
                *state.total.comparisons.entry(comparison).or_default() += count;
            }
            for found in tally.found {
                state.failures += 1;
                let seen = state.kinds.entry(found.kind()).or_default();
                *seen += 1;
                if *seen == 1 {
                    new.push(found);
                }
            }
            self.tell_progress(&mut state);
        }
        for found in new {
            console::print(self.describe(found));
        }
    }

    /// Prints the counts.
    pub fn end(&self) -> ExitCode {
        let state = self.lock();
        let total = &state.total;
        let comparisons: u64 = total.comparisons.values().sum();
        let mut text = format!(
            "seed {}: {} apps, {} ticks, {} agent-ticks, {comparisons} comparisons, {} failures \
             in {:.0} s\n",
            self.seed,
            total.apps,
            total.counts.ticks,
            total.counts.agent_ticks,
            state.failures,
            self.started.elapsed().as_secs_f64()
        );
        for (comparison, count) in &total.comparisons {
            let _ = writeln!(text, "  compared: {} {count}", comparison.name());
        }
        for (kind, count) in &state.kinds {
            let _ = writeln!(text, "  failed: {kind} {count}");
        }
        let status = console::print(text);
        match state.failures {
            0 => status,
            _ => ExitCode::FAILURE,
        }
    }

    fn describe(&self, found: Found) -> String {
        let origin = match found.drawn {
            Some((family, app)) => format!(
                "horde_fuzz --family {} --app {app:#x}",
                format!("{family:?}").to_lowercase()
            ),
            None => "a script".into(),
        };
        let mut text = format!("\n// {origin}\n// {}\n", found.failure);
        let (script, failure) = if self.options.minimize > 0 {
            let limit = Duration::from_secs(self.options.minimize);
            let mut minimizer = Minimizer::new(reproduce(&found.failure, found.seed), limit);
            let (script, failure) = minimizer.minimize(found.script, found.failure);
            let _ = writeln!(
                text,
                "// minimized to {} acts with {} scripts tried\n// {failure}",
                script.acts.len(),
                minimizer.tried
            );
            (script, failure)
        } else {
            (found.script, found.failure)
        };
        self.write(&script, found.drawn);
        if script.acts.len() > MOST_PRINTED {
            let _ = writeln!(text, "// too long to print: --write FOLDER writes it");
            return text;
        }
        let _ = writeln!(
            text,
            "let script = Script {{\n    stage: {},\n    acts: vec![",
            expression(&script.stage)
        );
        for act in &script.acts {
            let _ = writeln!(text, "        {},", expression(act));
        }
        let _ = writeln!(text, "    ],\n}};");
        let _ = match failure.comparison {
            Some(comparison) => writeln!(
                text,
                "assert_eq!(compare(&script, Comparison::{comparison:?}, {:#x}).failures, []);",
                found.seed
            ),
            None => writeln!(text, "assert_eq!(replay(&script), Ok(()));"),
        };
        text
    }

    fn write(&self, script: &Script, drawn: Option<(Family, u64)>) {
        let Some(folder) = &self.options.write else {
            return;
        };
        let name = drawn.map_or("script".into(), |(family, app)| {
            format!("{family:?}-{app:x}")
        });
        let path = folder.join(format!("{name}.ron"));
        let text = ron::to_string(script).unwrap_or_default();
        if let Err(error) =
            std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text))
        {
            console::print_to_stderr(format_args!(
                "error: cannot write {}: {error}",
                path.display()
            ));
        }
    }

    fn tell_progress(&self, state: &mut State) {
        let is_due = state
            .told
            .is_none_or(|told| told.elapsed() > Duration::from_secs(1));
        if is_due && std::io::stderr().is_terminal() {
            state.told = Some(Instant::now());
            eprint!(
                "\r{:.0} s: {} apps, {} ticks, {} failures ",
                self.started.elapsed().as_secs_f64(),
                state.total.apps,
                state.total.counts.ticks,
                state.failures
            );
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
