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
    /// What is asked for in each tier, before it is combined.
    pub tiers: bool,
    /// How fast each agent may come nearer to its neighbours, where that binds or nearly does.
    pub limits: bool,
    /// How far and wide each rule looks.
    pub views: bool,
    /// The corridor and the whiskers with which agents feel obstacles.
    pub feelers: bool,
    /// The bearings that obstacles block.
    pub blocked_bearings: bool,
    /// The bearing chosen instead.
    pub bearing: bool,
    /// From an agent to where it is going.
    pub goals: bool,
    /// From an agent to whom it sees.
    pub sight_lines: bool,
    /// The edge of each obstacle.
    pub obstacles: bool,
    /// How near to each obstacle the middle of a body may come.
    pub inflated_obstacles: bool,
    /// The cells of the index of agents.
    pub grid: bool,
}

impl Overlays {
    /// Every switch: its name, a single word, and what it shows.
    pub fn switches(&mut self) -> [(&'static str, &'static str, &mut bool); 12] {
        [
            (
                "forces",
                "the steering force and the velocity of each agent",
                &mut self.forces,
            ),
            (
                "tiers",
                "what is asked for in each tier, before it is combined: avoidance red, society violet, goals green",
                &mut self.tiers,
            ),
            (
                "limits",
                "how fast each agent may come nearer to its neighbours: bars that its velocity may not pass",
                &mut self.limits,
            ),
            ("views", "how far and wide each rule looks", &mut self.views),
            (
                "feelers",
                "the corridor and the whiskers with which agents feel obstacles",
                &mut self.feelers,
            ),
            (
                "blocked",
                "the bearings that obstacles block, as far away as the obstacle",
                &mut self.blocked_bearings,
            ),
            ("bearing", "the bearing chosen instead", &mut self.bearing),
            (
                "goals",
                "from an agent to where it is going",
                &mut self.goals,
            ),
            (
                "sight",
                "from an agent to whom it sees",
                &mut self.sight_lines,
            ),
            (
                "obstacles",
                "the edge of each obstacle",
                &mut self.obstacles,
            ),
            (
                "inflated",
                "how near to each obstacle the middle of a body may come",
                &mut self.inflated_obstacles,
            ),
            ("grid", "the cells of the index of agents", &mut self.grid),
        ]
    }
}

/// A check box for each overlay.
pub fn overlays_ui(ui: &mut egui::Ui, overlays: &mut Overlays) {
    ui.horizontal_wrapped(|ui| {
        for (name, explanation, on) in overlays.switches() {
            ui.checkbox(on, name).on_hover_text(explanation);
        }
    });
}
