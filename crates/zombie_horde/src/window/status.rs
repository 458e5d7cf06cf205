//! The status line and the plot of stage times.

use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde_inspector::{StageHistory, Status, stage_times_plot, status_line};

/// Frames per second, agents, milliseconds per frame and tick, and the steering's share of them.
pub(super) fn show_line(ui: &mut egui::Ui, world: &World) {
    status_line(ui, &Status::of(world));
}

/// A plot of each stage's milliseconds over the last ticks.
pub(super) fn show_plot(ui: &mut egui::Ui, world: &World) {
    if let Some(history) = world.get_resource::<StageHistory>() {
        stage_times_plot(ui, history);
    }
}
