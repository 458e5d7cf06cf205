//! The files that a run writes.

use crate::command::console;
use crate::command::output::{self, NewFile};
use crate::frame::Frame;
use crate::options::Options;
use crate::report::{ScenarioReport, Trajectories, file_name, markdown, picture, picture_name};
use crate::rival::RivalKind;
use crate::simulation::Variant;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The page, in the results folder.
const PAGE: &str = "tables.md";
/// The folder of the pictures, in the results folder.
const PICTURES: &str = "pictures";
/// A file that only this workspace has.
const WORKSPACE_MARK: &str = "crates/horde_scenarios/Cargo.toml";

/// The results folder.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder that the options name. Without one, a full run in the workspace uses
    /// `measured`, and other runs have none.
    ///
    /// # Errors
    ///
    /// One line, if the folder cannot be written.
    pub fn of(options: &Options) -> Result<Option<Self>, String> {
        let own = || options.is_full().then(folder_of_workspace).flatten();
        let Some(folder) = options.output.clone().or_else(own) else {
            return Ok(None);
        };
        let folder = Self(folder);
        folder.try_to_write().map_err(|error| {
            let path = folder.0.display();
            format!("--output {path} cannot be written to: {error}; legal is a folder")
        })?;
        Ok(Some(folder))
    }

    fn try_to_write(&self) -> io::Result<()> {
        fs::create_dir_all(self.0.join(PICTURES))?;
        output::try_to_write(&self.0.join(PAGE))
    }

    /// Writes the page and the pictures.
    ///
    /// # Errors
    ///
    /// One line that names the file.
    pub fn write(&self, reports: &[ScenarioReport]) -> Result<(), String> {
        write(&self.0.join(PAGE), &markdown(reports, PICTURES))?;
        let own = |report: &&ScenarioReport| report.rival_settings.is_none();
        for report in reports.iter().filter(own) {
            let path = self.0.join(PICTURES).join(picture_name(report));
            let drawn = picture(report);
            let drawn =
                drawn.map_err(|error| format!("cannot draw {}: {error}", path.display()))?;
            write(&path, &drawn)?;
        }
        let (page, pictures) = (self.0.join(PAGE), reports.iter().filter(own).count());
        let plural = if pictures == 1 { "" } else { "s" };
        console::print_to_stderr(format_args!(
            "wrote {} and {pictures} picture{plural}",
            page.display()
        ));
        Ok(())
    }
}

/// Writes a whole file.
///
/// # Errors
///
/// One line that names the file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    output::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The folder of the results in the workspace, if the command runs in the workspace.
fn folder_of_workspace() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut above = here.ancestors();
    let workspace = above.find(|folder| folder.join(WORKSPACE_MARK).is_file())?;
    Some(workspace.join("crates/horde_scenarios/measured"))
}

/// An open CSV file.
pub(super) struct TrajectoryFile {
    path: PathBuf,
    rows: Trajectories<NewFile>,
}

/// Creates the file of the trajectories.
///
/// # Errors
///
/// One line that names the file.
pub(super) fn create(path: &Path) -> Result<TrajectoryFile, String> {
    let rows = NewFile::create(path).and_then(Trajectories::new);
    let rows =
        rows.map_err(|error| format!("--trajectories cannot write {}: {error}", path.display()))?;
    Ok(TrajectoryFile {
        path: path.to_owned(),
        rows,
    })
}

/// Creates the folder of the trajectories of all runs.
///
/// # Errors
///
/// One line that names the folder.
pub(super) fn create_folder(folder: &Path) -> Result<(), String> {
    let path = folder.display();
    fs::create_dir_all(folder).map_err(|error| {
        format!("--all-trajectories {path} cannot be written to: {error}; legal is a folder")
    })
}

/// Creates the file of one run in the folder of all trajectories.
///
/// # Errors
///
/// One line that names the file.
pub(super) fn create_in(
    folder: &Path,
    scenario: &str,
    variant: Variant,
    rival: Option<RivalKind>,
) -> Result<TrajectoryFile, String> {
    let Variant { rate, symmetry } = variant;
    let method = rival.map_or_else(String::new, |rival| format!("-{}", rival.name()));
    let name = file_name(&format!("{scenario}-{}-{rate}{method}", symmetry.name()));
    create(&folder.join(format!("{name}.csv")))
}

impl TrajectoryFile {
    /// Writes a frame.
    pub fn write(&mut self, frame: &Frame<'_>) -> Result<(), String> {
        self.rows
            .write(frame)
            .map_err(|error| write_error(&self.path, &error))
    }

    /// Completes the file and gives it its final name.
    pub fn finish(self) -> Result<(), String> {
        self.rows
            .finish()
            .and_then(NewFile::finish)
            .map_err(|error| write_error(&self.path, &error))
    }
}

fn write_error(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
