//! Switches for drawings over the agents.

use bevy::prelude::*;
use bevy_egui::egui;

/// What to draw over the agents.
///
/// The panel has the switches; the game draws, because it knows its cameras and colors.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Resource, Default)]
pub struct Overlays {
    /// The steering force and the velocity of each agent.
    pub forces: bool,
    /// The force of each tier, before they are combined.
    pub tiers: bool,
    /// The limits of the approach speed to neighbors, where they apply or nearly apply.
    pub limits: bool,
    /// The range and angle of each rule.
    pub views: bool,
    /// The corridor and the whiskers that detect obstacles.
    pub feelers: bool,
    /// The bearings that obstacles block.
    pub blocked_bearings: bool,
    /// The bearing chosen instead.
    pub bearing: bool,
    /// A line from an agent to its goal.
    pub goals: bool,
    /// Lines from an agent to the neighbors and targets that it sees.
    pub sight_lines: bool,
    /// The line and the corridor of each path.
    pub paths: bool,
    /// Arrows along the ways of each flow field.
    pub fields: bool,
    /// The slots of each formation, and a line from each member to its slot.
    pub formations: bool,
    /// A mark round each agent that arrives, settles or is stuck.
    pub events: bool,
    /// The outline of each obstacle.
    pub obstacles: bool,
    /// The limit for body centers around each obstacle.
    pub inflated_obstacles: bool,
    /// The cells of the index of agents.
    pub grid: bool,
}

impl Overlays {
    /// Every switch: its one-word name, a description, and its value.
    pub fn switches(&mut self) -> [(&'static str, &'static str, &mut bool); 16] {
        [
            (
                "forces",
                "the steering force and the velocity of each agent",
                &mut self.forces,
            ),
            (
                "tiers",
                "the force of each tier before they are combined: avoidance red, flocking \
                 violet, goals green",
                &mut self.tiers,
            ),
            (
                "limits",
                "limits of the approach speed to neighbors: lines that the velocity must not cross",
                &mut self.limits,
            ),
            ("views", "the range and angle of each rule", &mut self.views),
            (
                "feelers",
                "the corridor and the whiskers that detect obstacles",
                &mut self.feelers,
            ),
            (
                "blocked",
                "the bearings that obstacles block, as far away as the obstacle",
                &mut self.blocked_bearings,
            ),
            ("bearing", "the bearing chosen instead", &mut self.bearing),
            ("goals", "from an agent to its goal", &mut self.goals),
            (
                "sight",
                "from an agent to the neighbors and targets that it sees",
                &mut self.sight_lines,
            ),
            (
                "paths",
                "the line and the corridor of each path",
                &mut self.paths,
            ),
            (
                "fields",
                "arrows along the ways of each flow field",
                &mut self.fields,
            ),
            (
                "formations",
                "the slots of each formation, and a line from each member to its slot",
                &mut self.formations,
            ),
            (
                "events",
                "a ring round an agent that arrives, a square if it settles, a cross if it is stuck",
                &mut self.events,
            ),
            (
                "obstacles",
                "the outline of each obstacle",
                &mut self.obstacles,
            ),
            (
                "inflated",
                "the limit for body centers around each obstacle",
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
