//! Commands run as a user would, for their tests.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs, io, process};

/// What a command said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The exit status.
    pub status: i32,
    /// The results.
    pub stdout: String,
    /// Everything else.
    pub stderr: String,
}

impl Said {
    /// Runs a command to its end.
    ///
    /// # Panics
    ///
    /// When it does not start, does not end by itself, or does not write text.
    pub fn by(command: &mut Command) -> Self {
        command.output().expect("the command starts").into()
    }

    /// The one line on stderr with which it gave up.
    ///
    /// # Panics
    ///
    /// When it did anything else.
    pub fn complaint(self) -> String {
        assert_eq!(self.status, 2, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        self.stderr
    }
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

/// A command that finds no room for more than a few kilobytes in any file, as on a full disk.
///
/// Unlike permissions, a limit of the size of files holds for administrators too.
#[cfg(unix)]
pub fn short_of_room(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    command.args(["-c", script, "sh"]).arg(program);
    command
}

/// A new empty folder that goes when the test ends.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// A folder of this name that no other run of the tests has.
    ///
    /// # Panics
    ///
    /// When there is no temporary folder to make it in.
    pub fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("horde-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    /// The names of the files in it, sorted.
    ///
    /// # Panics
    ///
    /// When it is gone.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
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
