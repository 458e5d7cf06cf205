//! What a game may draw over its agents.

use bevy::prelude::*;
use bevy_egui::egui;

/// What to draw over the agents.
///
/// The panel holds the switches; drawing is the game's affair, which knows its cameras and its colours.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Resource, Default)]
pub struct Overlays {
    /// The steering force and the velocity of each agent.
    pub forces: bool,
    /// How far and wide each rule looks.
    pub views: bool,
    /// The corridor and the whiskers with which agents feel obstacles.
    pub feelers: bool,
    /// The cells of the index of agents.
    pub grid: bool,
    /// From an agent to whom it sees.
    pub sight_lines: bool,
}

/// A check box for each overlay.
pub fn overlays_ui(ui: &mut egui::Ui, overlays: &mut Overlays) {
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut overlays.forces, "forces")
            .on_hover_text("the steering force and the velocity of each agent");
        ui.checkbox(&mut overlays.views, "views")
            .on_hover_text("how far and wide each rule looks");
        ui.checkbox(&mut overlays.feelers, "feelers")
            .on_hover_text("the corridor and the whiskers with which agents feel obstacles");
        ui.checkbox(&mut overlays.grid, "grid")
            .on_hover_text("the cells of the index of agents");
        ui.checkbox(&mut overlays.sight_lines, "sight lines")
            .on_hover_text("from an agent to whom it sees");
    });
}
