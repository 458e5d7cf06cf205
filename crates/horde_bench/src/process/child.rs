//! A measurement in a child process.

use crate::measurement::{Outcome, Task, measure};
use std::env;
use std::process::{Command, Stdio};

/// The argument that starts a child; the task follows.
pub(super) const CHILD: &str = "child";

/// The command line of a child that measures a task.
pub(super) fn arguments(task: &Task) -> Result<Vec<String>, String> {
    let program = env::current_exe()
        .map_err(|error| format!("cannot find the program of this process: {error}"))?;
    let program = program.into_os_string().into_string();
    let program = program.map_err(|path| format!("the path {path:?} is not valid text"))?;
    let task = serde_json::to_string(task).map_err(|error| error.to_string())?;
    Ok(vec![program, CHILD.into(), task])
}

/// Measures a task in a child process.
///
/// # Errors
///
/// The reason in one line, if the process fails.
pub fn measure_in_child(task: &Task) -> Result<Outcome, String> {
    let arguments = arguments(task)?;
    let output = Command::new(&arguments[0])
        .args(&arguments[1..])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start a measuring process: {error}"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let last = stderr.lines().last().unwrap_or("it printed nothing");
        let agents = task.crowd.agents;
        return Err(format!(
            "measuring {agents} agents ended with {}: {last}",
            output.status
        ));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("invalid output of a measuring process: {error}"))
}

/// Measures a task in the child; returns its output as JSON.
///
/// # Errors
///
/// One line, if the task cannot be parsed.
pub fn answer(task: &str) -> Result<String, String> {
    let task: Task =
        serde_json::from_str(task).map_err(|error| format!("the task cannot be read: {error}"))?;
    serde_json::to_string(&measure(&task)).map_err(|error| error.to_string())
}
