//! Compares runs with different numbers of threads. Bevy's thread pools belong to the process, so
//! each run needs a child process.

use crate::act::{Act, Script};
use crate::judge::{Check, Flaw};
use crate::play::{Counts, Failure, Played, Way, play};
use crate::variation::Comparison;
use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};
use std::io::Write;
use std::process::{Command, Stdio};

/// The compared numbers of threads.
pub const COMPARED: [usize; 4] = [1, 2, 4, 8];

/// Sets the number of threads for apps of this process.
pub fn use_threads(count: usize) {
    ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(count).build());
}

/// Plays a script. Returns a text with a hash of the recorded states, the number of ticks and the
/// failures; and the counts of the run.
pub fn fingerprint(script: &Script) -> (String, Counts) {
    let way = Way {
        records: true,
        ..Way::default()
    };
    let played = play(script, &way);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (thing, bits) in played.record.iter().flatten() {
        for word in core::iter::once(thing).chain(bits) {
            hash = (hash ^ u64::from(*word)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let failed: String = played
        .failures
        .iter()
        .map(|failure| format!(" {failure}"))
        .collect();
    let ticks = played.record.len();
    (
        format!("{hash:016x} after {ticks} ticks{failed}"),
        played.counts,
    )
}

/// Plays a script with several numbers of threads and compares the states.
pub fn compare_threads(script: &Script) -> Played {
    let mut played = Played::default();
    let ends: Vec<_> = COMPARED
        .iter()
        .map(|count| in_a_child(script, *count))
        .collect();
    played.counts = counts_of(script);
    if ends.windows(2).any(|pair| pair[0] != pair[1]) {
        let ends: Vec<_> = COMPARED
            .iter()
            .zip(&ends)
            .map(|(count, end)| format!("{count} threads: {end}"))
            .collect();
        played.failures.push(Failure {
            flaw: Flaw::new(Check::Bits, ends.join("; ")),
            comparison: Some(Comparison::Threads),
            thing: None,
            act: script.acts.len().saturating_sub(1),
            tick: 0,
        });
    }
    played
}

/// The fingerprint of a script in a child process with this many threads.
fn in_a_child(script: &Script, threads: usize) -> String {
    let run = || -> std::io::Result<String> {
        let text = ron::to_string(script).map_err(std::io::Error::other)?;
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--threads", &threads.to_string(), "--fingerprint"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(text.as_bytes())?;
        }
        let output = child.wait_with_output()?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    run().unwrap_or_else(|error| format!("cannot run with {threads} threads: {error}"))
}

fn counts_of(script: &Script) -> Counts {
    let ticks = script.acts.iter().map(|act| match act {
        Act::Tick(count) => u64::from(*count),
        _ => 0,
    });
    Counts {
        ticks: ticks.sum::<u64>() * COMPARED.len() as u64,
        agent_ticks: 0,
    }
}
