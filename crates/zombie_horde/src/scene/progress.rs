//! The progress line on stderr while a large scene is built.

use super::{SceneSettings, rebuild_scene};
use bevy::prelude::*;
use core::time::Duration;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// Scenes with fewer agents show no progress.
const LARGE: u32 = 50_000;
/// Time between redraws.
const REDRAW: Duration = Duration::from_millis(100);

/// The progress line on stderr, while it is shown.
#[derive(Resource, Default)]
struct BuildProgress(Option<ProgressBar>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BuildProgress>().add_systems(
        PreUpdate,
        (
            show_progress.before(rebuild_scene),
            // Agents are spawned before progress is hidden.
            hide_progress.after(rebuild_scene),
        )
            .run_if(resource_changed::<SceneSettings>),
    );
}

fn show_progress(settings: Res<SceneSettings>, mut progress: ResMut<BuildProgress>) {
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

fn hide_progress(mut progress: ResMut<BuildProgress>) {
    if let Some(line) = progress.0.take() {
        line.finish_and_clear();
    }
}
