//! Draws the scene at a given tick, or the window, into a PNG file.

use super::off_screen::{OffScreen, pixmap};
use crate::command::{console, output};
use crate::options::Options;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use tiny_skia::Pixmap;

/// Draws tick `tick` into `file`.
pub(super) fn take(options: &Options, file: &Path, tick: u64) -> ExitCode {
    let taken = OffScreen::new(options)
        .and_then(|mut demo| {
            demo.run(tick);
            demo.draw()
        })
        .and_then(|picture| write(&picture, file));
    match taken {
        Ok(()) => {
            console::print_to_stderr(format_args!("wrote {}", file.display()));
            ExitCode::SUCCESS
        }
        Err(failure) => console::failure(format_args!("no screenshot: {failure}")),
    }
}

/// Saves a picture of the window when F12 is pressed.
pub(super) fn key_plugin(app: &mut App) {
    app.add_systems(Update, shoot_window);
}

fn shoot_window(mut commands: Commands, keys: Res<ButtonInput<KeyCode>>) {
    if !keys.just_pressed(KeyCode::F12) {
        return;
    }
    let seconds = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let file = PathBuf::from(format!("zombie_horde_{seconds}.png"));
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>| {
            let written = pixmap(&captured.image).and_then(|picture| write(&picture, &file));
            match written {
                Ok(()) => console::print_to_stderr(format_args!("saved {}", file.display())),
                Err(failure) => console::print_to_stderr(format_args!("no picture: {failure}")),
            }
        },
    );
}

fn write(picture: &Pixmap, file: &Path) -> Result<(), String> {
    let failed =
        |reason: &dyn core::fmt::Display| format!("cannot write {}: {reason}", file.display());
    let png = picture.encode_png().map_err(|reason| failed(&reason))?;
    output::write(file, png).map_err(|reason| failed(&reason))
}
