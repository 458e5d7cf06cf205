//! Runs the command as a user would.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs, process};

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
    Said::from(
        command()
            .args(arguments)
            .output()
            .expect("the command starts"),
    )
}

/// What a run said.
pub struct Said {
    /// The exit status.
    pub status: i32,
    /// The results.
    pub stdout: String,
    /// Everything else.
    pub stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("it exits by itself"),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// A new empty folder that goes when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A folder of this name that no other run of the tests has.
    pub fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("zombie_horde-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary one does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
