//! The progress line on stderr while a large scene is built.

use super::SceneSettings;
use bevy::prelude::*;
use core::time::Duration;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// Scenes with fewer agents show no progress.
const LARGE: u32 = 50_000;
/// Time between redraws.
const REDRAW: Duration = Duration::from_millis(100);

/// The line on stderr.
#[derive(Resource, Default)]
pub(super) struct BuildProgress(Option<ProgressBar>);

pub(super) fn show_progress(settings: Res<SceneSettings>, mut progress: ResMut<BuildProgress>) {
    if settings.agents < LARGE {
        return;
    }
    let style = ProgressStyle::with_template("{spinner:.green} building {msg}, {elapsed}")
        .expect("a template as its documentation has them");
    let agents = HumanCount(settings.agents.into());
    let line = ProgressBar::new_spinner()
        .with_style(style)
        .with_message(format!("a scene of {agents} agents"));
    line.enable_steady_tick(REDRAW);
    progress.0 = Some(line);
}

pub(super) fn hide_progress(mut progress: ResMut<BuildProgress>) {
    if let Some(line) = progress.0.take() {
        line.finish_and_clear();
    }
}
