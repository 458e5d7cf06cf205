//! Preset files: loading and saving.

use super::use_preset;
use crate::presets::{self, Preset};
use bevy::prelude::*;
use bevy_egui::egui;
use std::path::{Path, PathBuf};

/// The suggested file name.
const FIRST_FILE: &str = "horde.ron";

/// The file name in the panel.
#[derive(Resource)]
struct PresetFile {
    path: String,
    /// The file that may be overwritten: it was loaded or saved here, or the user has been warned.
    known: Option<PathBuf>,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(PresetFile {
        path: FIRST_FILE.into(),
        known: None,
    });
}

/// The name and the buttons. Returns the result of a button that was clicked.
pub(super) fn show(ui: &mut egui::Ui, world: &mut World) -> Option<Result<String, String>> {
    let mut outcome = None;
    world.resource_scope(|world, mut file: Mut<PresetFile>| {
        ui.horizontal(|ui| {
            ui.add(egui::TextEdit::singleline(&mut file.path).desired_width(160.0));
            let path = PathBuf::from(file.path.trim());
            if ui.button("load").clicked() {
                outcome = Some(load(world, &path));
                if matches!(outcome, Some(Ok(_))) {
                    file.known = Some(path.clone());
                }
            }
            if ui.button("save").clicked() {
                let known = file.known.as_deref() == Some(path.as_path());
                outcome = Some(save(world, &path, known));
                file.known = Some(path);
            }
        });
    });
    outcome
}

fn load(world: &mut World, path: &Path) -> Result<String, String> {
    let preset = presets::load(path)?;
    Ok(use_preset(world, &preset, &path.display().to_string()))
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
