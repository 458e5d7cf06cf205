//! The demo without a window: a report, and a picture.

mod measure;
mod picture;
mod report;
mod run;
mod statistics;
mod trails;

use crate::command::{console, output};
use crate::display::NoWindow;
use crate::options::Options;
use run::HeadlessRun;
use std::path::Path;
use std::process::ExitCode;

/// File of the picture when no window can be opened.
const FALLBACK_PICTURE: &str = "zombie_horde.png";

/// Runs headless because no window can be opened, and says so.
pub fn run_without_window(options: &Options, reason: NoWindow) -> ExitCode {
    let picture = Path::new(FALLBACK_PICTURE);
    let path = std::path::absolute(picture).unwrap_or(picture.to_owned());
    if let Err(error) = output::try_to_write(picture) {
        return console::failure(format_args!(
            "no window, because {reason}; and the picture to draw instead cannot be \
             written to {}: {error}; run with --headless for a report, with \
             --headless --picture FILE for both",
            path.display()
        ));
    }
    console::print_to_stderr(format_args!(
        "No window, because {reason}: running as with --headless instead, with a report here \
         and a picture in {}",
        path.display()
    ));
    run(options, Some(picture))
}

/// Runs the scene, prints the report and, on request, draws the end of the run.
pub fn run(options: &Options, picture: Option<&Path>) -> ExitCode {
    let mut run = HeadlessRun::new(options);
    run.run_all(options);
    let report = run.report(options);
    let status = if options.json {
        console::print(report.to_json())
    } else {
        console::print(report)
    };
    if status != ExitCode::SUCCESS {
        return status;
    }
    let Some(file) = picture else {
        return status;
    };
    let drawn = run
        .draw(options.follow)
        .and_then(|png| output::write(file, png).map_err(|error| error.to_string()));
    match drawn {
        Ok(()) => {
            // Without the request, a message before the run has already named the file.
            if options.picture.is_some() {
                console::print_to_stderr(format_args!("wrote {}", file.display()));
            }
            status
        }
        Err(error) => console::failure(format_args!("cannot write {}: {error}", file.display())),
    }
}
