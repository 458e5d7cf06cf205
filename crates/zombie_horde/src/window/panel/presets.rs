//! Saving and loading presets.

use super::theme;
use crate::command::console::one_line;
use crate::presets::{self, Preset, shipped};
use bevy::prelude::*;
use bevy_egui::egui;
use std::path::{Path, PathBuf};

/// The suggested file name.
const FIRST_FILE: &str = "horde.ron";

/// The file name in the panel, and the result of the last button.
#[derive(Resource)]
struct PresetFile {
    path: String,
    outcome: Option<Result<String, String>>,
    /// The file that may be overwritten: it was loaded or saved here, or the user has been warned.
    known: Option<PathBuf>,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(PresetFile {
        path: FIRST_FILE.into(),
        outcome: None,
        known: None,
    });
}

pub(super) fn show(ui: &mut egui::Ui, world: &mut World) {
    world.resource_scope(|world, mut file: Mut<PresetFile>| {
        ui.horizontal_wrapped(|ui| {
            for &(name, text) in shipped::ALL {
                if ui.button(name).clicked() {
                    let read = shipped::read(name, text);
                    file.outcome = Some(read.map(|preset| use_preset(world, &preset, name)));
                }
            }
        });
        ui.horizontal(|ui| {
            ui.add(egui::TextEdit::singleline(&mut file.path).desired_width(160.0));
            let path = PathBuf::from(file.path.trim());
            if ui.button("load").clicked() {
                file.outcome = Some(load(world, &path));
                if matches!(file.outcome, Some(Ok(_))) {
                    file.known = Some(path.clone());
                }
            }
            if ui.button("save").clicked() {
                let known = file.known.as_deref() == Some(path.as_path());
                file.outcome = Some(save(world, &path, known));
                file.known = Some(path);
            }
        });
        match &file.outcome {
            Some(Ok(message)) => ui.colored_label(theme::SUCCESS, message),
            Some(Err(message)) => ui.colored_label(theme::ERROR, one_line(message)),
            None => ui.weak("Scene, seed and all steering settings, as a text file."),
        };
    });
}

fn load(world: &mut World, path: &Path) -> Result<String, String> {
    let preset = presets::load(path)?;
    Ok(use_preset(world, &preset, &path.display().to_string()))
}

fn use_preset(world: &mut World, preset: &Preset, name: &str) -> String {
    preset.apply(world);
    format!("loaded {name}")
}

fn save(world: &mut World, path: &Path, known: bool) -> Result<String, String> {
    if path.as_os_str().is_empty() {
        return Err("enter a file name first".into());
    }
    if !known && path.exists() {
        return Err(format!(
            "{} exists; save again to overwrite it",
            path.display()
        ));
    }
    presets::save(&Preset::of(world), path)?;
    Ok(format!("saved {}", path.display()))
}
