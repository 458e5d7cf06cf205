//! Presets: those of the demo and, on a desktop, files.

#[cfg(not(target_arch = "wasm32"))]
mod files;

use super::theme;
use crate::command::console::one_line;
use crate::presets::{Preset, shipped};
use bevy::prelude::*;
use bevy_egui::egui;

/// The result of the last button.
#[derive(Resource, Default)]
struct Outcome(Option<Result<String, String>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Outcome>();
    #[cfg(not(target_arch = "wasm32"))]
    app.add_plugins(files::plugin);
}

pub(super) fn show(ui: &mut egui::Ui, world: &mut World) {
    let mut outcome = None;
    ui.horizontal_wrapped(|ui| {
        for &(name, text) in shipped::ALL {
            if ui.button(name).clicked() {
                let read = shipped::read(name, text);
                outcome = Some(read.map(|preset| use_preset(world, &preset, name)));
            }
        }
    });
    #[cfg(not(target_arch = "wasm32"))]
    {
        outcome = files::show(ui, world).or(outcome);
    }
    let mut last = world.resource_mut::<Outcome>();
    if outcome.is_some() {
        last.0 = outcome;
    }
    match &last.0 {
        Some(Ok(message)) => ui.colored_label(theme::SUCCESS, message),
        Some(Err(message)) => ui.colored_label(theme::ERROR, one_line(message)),
        None => ui.weak("Scene, seed and all steering settings."),
    };
}

fn use_preset(world: &mut World, preset: &Preset, name: &str) -> String {
    preset.apply(world);
    format!("loaded {name}")
}
