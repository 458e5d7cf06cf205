//! Global values.

use crate::status::count;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::agent::SteeringAgent;
use bevy_horde::obstacle::Obstacle;
use bevy_horde::schedule::{SteeringSeed, SteeringTick};
use bevy_horde::space::MovementSpace;
use bevy_horde::validation::SteeringWarnings;

/// Largest number of listed warnings; the rest is counted.
const MAX_WARNINGS: usize = 50;

/// The seed, the tick, the numbers of agents and obstacles, and the plane of movement.
pub fn globals_ui(ui: &mut egui::Ui, world: &mut World) {
    egui::Grid::new("globals").num_columns(2).show(ui, |ui| {
        if let Some(mut seed) = world.get_resource_mut::<SteeringSeed>() {
            ui.label("seed");
            let mut number = seed.0;
            let response = ui
                .add(egui::DragValue::new(&mut number))
                .on_hover_text("the seed of all random numbers; the same seed gives the same run");
            if response.changed() {
                seed.0 = number;
            }
            ui.end_row();
        }
        let facts = [
            (
                "tick",
                world
                    .get_resource::<SteeringTick>()
                    .map(|tick| tick.0.to_string()),
            ),
            ("agents", Some(count::<SteeringAgent>(world).to_string())),
            ("obstacles", Some(count::<Obstacle>(world).to_string())),
            (
                "plane",
                world
                    .get_resource::<MovementSpace>()
                    .map(|space| format!("{space:?}")),
            ),
        ];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                ui.label(name);
                ui.monospace(fact);
                ui.end_row();
            }
        }
    });
}

/// Lists the invalid settings, each with its warning as a tooltip, below a button that clears them.
/// Returns the agent of the clicked entry.
pub fn warnings_ui(ui: &mut egui::Ui, world: &mut World) -> Option<Entity> {
    if let Some(mut warnings) = world.get_resource_mut::<SteeringWarnings>() {
        let button = ui.small_button("clear");
        let explanation = "forgets all; values that are still bad come back";
        if button.on_hover_text(explanation).clicked() {
            warnings.clear();
        }
    }
    let world = &*world;
    let warnings = world.get_resource::<SteeringWarnings>();
    let reported = warnings.map(SteeringWarnings::reported).unwrap_or_default();
    if reported.is_empty() {
        ui.weak("None.");
    }
    let mut clicked = None;
    for setting in reported.iter().take(MAX_WARNINGS) {
        let text = warnings.and_then(|warnings| warnings.text(setting));
        let (name, text) = (setting.to_string(), text.unwrap_or_default());
        // Some settings belong to obstacles, to parents, or to entities that lack `SteeringAgent`.
        if world.get::<SteeringAgent>(setting.entity).is_none() {
            ui.label(name).on_hover_text(text);
            continue;
        }
        let link = ui.link(name).on_hover_text(text);
        if link.on_hover_text("click to inspect the agent").clicked() {
            clicked = Some(setting.entity);
        }
    }
    let more = reported.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        ui.weak(format!("and {more} more"));
    }
    clicked
}
