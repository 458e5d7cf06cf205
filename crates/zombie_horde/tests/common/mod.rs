//! Runs the command as a user would.

use horde_command::trial::Said;
use std::ffi::OsStr;
use std::process::Command;

/// The scenes, as the command lists them.
pub const SCENES: [&str; 12] = [
    "zombies",
    "graveyard",
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

/// What the command says to these arguments.
pub fn run<Argument: AsRef<OsStr>>(arguments: impl IntoIterator<Item = Argument>) -> Said {
    Said::by(command().args(arguments))
}
