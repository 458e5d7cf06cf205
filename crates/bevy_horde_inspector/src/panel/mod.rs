//! The panel and its parts. A game can show each part in its own panel.

mod agent;
mod component;
mod globals;
mod groups;
mod members;
mod reasons;

pub use agent::inspected_agent_ui;
pub use globals::{globals_ui, warnings_ui};
pub use groups::agent_groups_ui;
#[cfg(test)]
pub(crate) use groups::next_of;
#[cfg(test)]
pub(crate) use reasons::sentence;

use crate::heat_map::heat_map_ui;
use crate::histories::CrowdHistory;
use crate::inspected::InspectedAgent;
use crate::overlays::{has_overlays, overlays_ui};
use crate::plots::crowd_plots;
use crate::presets::presets_ui;
use crate::stage_history::{StageHistory, stage_times_plot};
use crate::status::{Status, status_line};
use crate::time_control::time_ui;
use bevy::prelude::*;
use bevy_egui::egui;

/// Shows all parts, as the crate's own panel does.
pub fn panel_ui(ui: &mut egui::Ui, world: &mut World) {
    status_line(ui, &Status::of(world));
    time_ui(ui, world);
    section(ui, "Crowd", |ui| crowd_ui(ui, world));
    section(ui, "World", |ui| globals_ui(ui, world));
    if has_overlays(world) {
        section(ui, "Overlays", |ui| overlays_ui(ui, world));
    }
    section(ui, "Agents", |ui| agent_groups_ui(ui, world));
    section(ui, "Inspected agent", |ui| inspected_agent_ui(ui, world));
    section(ui, "Presets", |ui| presets_ui(ui, world));
    section(ui, "Warnings", |ui| {
        if let Some(entity) = warnings_ui(ui, world) {
            world.insert_resource(InspectedAgent(Some(entity)));
        }
    });
}

/// Shows the stage times, the overlapping and the stuck agents over the last ticks, and the switch
/// of the heat map.
pub fn crowd_ui(ui: &mut egui::Ui, world: &mut World) {
    if let Some(history) = world.get_resource::<StageHistory>() {
        stage_times_plot(ui, history);
    }
    if let Some(history) = world.get_resource::<CrowdHistory>() {
        crowd_plots(ui, history);
    }
    heat_map_ui(ui, world);
}

fn section(ui: &mut egui::Ui, title: &str, contents: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(title)
        .default_open(true)
        .show(ui, contents);
}
