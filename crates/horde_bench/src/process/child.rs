//! A measurement in a process of its own.

use crate::measurement::{Outcome, Task, measure};
use std::env;
use std::process::{Command, Stdio};

/// The argument that makes a process a child; the task follows.
pub(super) const CHILD: &str = "child";

/// A command that measures a task, and nothing else.
pub(super) fn arguments(task: &Task) -> Result<Vec<String>, String> {
    let program = env::current_exe()
        .map_err(|error| format!("cannot find the program of this process: {error}"))?;
    let program = program.into_os_string().into_string();
    let program = program.map_err(|path| format!("the path {path:?} is not valid text"))?;
    let task = serde_json::to_string(task).map_err(|error| error.to_string())?;
    Ok(vec![program, CHILD.into(), task])
}

/// Measures a task in a process of its own.
///
/// # Errors
///
/// One line, when the process fails.
pub fn measure_apart(task: &Task) -> Result<Outcome, String> {
    let arguments = arguments(task)?;
    let output = Command::new(&arguments[0])
        .args(&arguments[1..])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start a measuring process: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().last().unwrap_or("it said nothing");
        let agents = task.crowd.agents;
        return Err(format!(
            "measuring {agents} agents ended with {}: {last}",
            output.status
        ));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("a measuring process answered something else: {error}"))
}

/// What a child answers on stdout.
///
/// # Errors
///
/// One line, when the task cannot be read.
pub fn answer(task: &str) -> Result<String, String> {
    let task: Task =
        serde_json::from_str(task).map_err(|error| format!("the task cannot be read: {error}"))?;
    serde_json::to_string(&measure(&task)).map_err(|error| error.to_string())
}
