//! Runs commands like a user, for their tests.

#[cfg(unix)]
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs, io, process};

/// The output of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandOutput {
    /// The exit status.
    pub status: i32,
    /// The results.
    pub stdout: String,
    /// Errors, warnings and progress.
    pub stderr: String,
}

impl CommandOutput {
    /// Runs a command and waits for its end.
    ///
    /// # Panics
    ///
    /// If the command does not start, is killed, or prints invalid text.
    pub fn of(command: &mut Command) -> Self {
        command.output().expect("the command starts").into()
    }

    /// The error line of a wrong argument.
    ///
    /// # Panics
    ///
    /// If the command did not fail with one error line and exit status 2.
    pub fn error_line(self) -> String {
        assert_eq!(self.status, 2, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        self.stderr
    }
}

impl From<Output> for CommandOutput {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("it exits without a signal"),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// A command that can write only a few kilobytes into a file, as on a full disk.
///
/// A limit on the size of files holds for root, too; permissions do not.
#[cfg(unix)]
pub fn with_full_disk(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    command.args(["-c", script, "sh"]).arg(program);
    command
}

/// An empty folder that is removed at the end of the test.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates the folder. Each test process has its own.
    ///
    /// # Panics
    ///
    /// If the folder cannot be created.
    pub fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("horde-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    /// The names of its files, sorted.
    ///
    /// # Panics
    ///
    /// If the folder no longer exists.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A leftover temporary folder does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
