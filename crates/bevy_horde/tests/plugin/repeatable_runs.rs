//! Runs that must give the same bits, in this process and in child processes.

use crate::harness::{app_on, bits};
use bevy::app::TaskPoolOptions;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use std::process::Command;

/// The environment variable that sets the number of threads of a child process.
const THREADS: &str = "BEVY_HORDE_TEST_THREADS";

/// Whether [`fingerprint_of_child`] started this process.
pub fn is_child() -> bool {
    std::env::var_os(THREADS).is_some()
}

/// An app that steers at 60 Hz. In a child process it has the given number of threads.
pub fn app_on_threads(plugin: SteeringPlugin) -> App {
    let threads = std::env::var(THREADS).ok();
    let threads = threads.and_then(|count| count.parse().ok());
    let task_pool_options =
        threads.map_or_else(TaskPoolOptions::default, TaskPoolOptions::with_num_threads);
    app_on(TaskPoolPlugin { task_pool_options }, plugin, 60.0)
}

/// The bits of all agents, sorted by id.
pub fn bits_by_id(app: &mut App) -> Vec<(u64, Vec<u32>)> {
    let mut agents = app.world_mut().query::<(Entity, &AgentId)>();
    let agents = agents.iter(app.world());
    let mut agents: Vec<(u64, Entity)> = agents.map(|(entity, id)| (id.0, entity)).collect();
    agents.sort_unstable();
    let agents = agents.into_iter();
    agents.map(|(id, entity)| (id, bits(app, entity))).collect()
}

/// A hash of the bits of all agents.
pub fn fingerprint(agents: &[(u64, Vec<u32>)]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (id, bits) in agents {
        for word in core::iter::once(*id).chain(bits.iter().map(|bit| u64::from(*bit))) {
            hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// The fingerprint that a test prints in a child process with this number of threads.
pub fn fingerprint_of_child(test: &str, threads: &str) -> String {
    let program = std::env::current_exe().expect("the test program has a path");
    let mut child = Command::new(program);
    child.args(["--exact", test, "--nocapture"]);
    let output = child.env(THREADS, threads).output();
    let output = output.expect("the child process runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let fingerprint = text
        .lines()
        .find_map(|line| line.split("fingerprint ").nth(1));
    let fingerprint = fingerprint.unwrap_or_else(|| panic!("no fingerprint in {text}"));
    fingerprint.trim().to_owned()
}
