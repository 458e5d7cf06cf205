//! Runs the command like a user.

use std::ffi::OsStr;
use std::process::Command;
use zombie_horde::command::test_support::CommandOutput;

/// The scenes, in the order of the command's list.
pub const SCENES: [&str; 15] = [
    "zombies",
    "graveyard",
    "maze",
    "orders",
    "parade",
    "flock-wide",
    "flock-limited",
    "flock-narrow",
    "patrol-one-ray",
    "patrol-three-rays",
    "crossing",
    "wall",
    "cul-de-sac",
    "long-wall",
    "crossing-sight",
];

/// The command, without a display.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zombie_horde"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

/// The output of the command with these arguments.
pub fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> CommandOutput {
    CommandOutput::of(command().args(arguments))
}
