//! Presets and differences in the panel.

#[cfg(not(target_arch = "wasm32"))]
use super::files;
use super::{
    Difference, GroupPreset, SteeringPreset, as_rust, differences_from_default, preset_text,
};
use crate::groups::agent_groups;
use bevy::prelude::*;
use bevy_egui::egui;
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

/// Largest number of listed settings that a preset cannot hold; the rest is counted.
#[cfg(not(target_arch = "wasm32"))]
const MAX_LEFT_OUT: usize = 3;

/// How the panel writes and reads presets.
///
/// By default a preset is a [`SteeringPreset`]. A game replaces the functions to save more, such
/// as its level.
#[derive(Resource, Clone)]
pub struct PresetFormat {
    /// Returns the present state as a text.
    pub write: fn(&mut World) -> Result<String, String>,
    /// Applies a text, and returns a message about the parts that could not be applied; empty if
    /// there are none. If it returns an error, it changes nothing.
    pub read: fn(&mut World, &str) -> Result<String, String>,
    /// The presets of the game: names and texts.
    pub shipped: &'static [(&'static str, &'static str)],
    /// What a preset holds, in one sentence.
    pub contents: &'static str,
}

impl Default for PresetFormat {
    fn default() -> Self {
        Self {
            write: |world| SteeringPreset::of(world).text(),
            read: |world, text| {
                let preset = SteeringPreset::parse(world, text)?;
                let missing = preset.apply(world);
                if missing.is_empty() {
                    return Ok(String::new());
                }
                let titles: Vec<_> = missing.iter().map(|title| format!("`{title}`")).collect();
                let text = format!("no group of agents is called {}", titles.join(" or "));
                match missing.len() < preset.groups.len() {
                    true => Ok(text),
                    false => Err(text),
                }
            },
            shipped: &[],
            contents: "All steering settings.",
        }
    }
}

/// What the panel remembers about presets.
#[derive(Resource)]
pub(crate) struct PresetPanel {
    #[cfg(not(target_arch = "wasm32"))]
    path: String,
    /// The file that a save overwrites without a warning: the last that was loaded, saved or warned
    /// of.
    #[cfg(not(target_arch = "wasm32"))]
    known: Option<PathBuf>,
    /// The result of the last button.
    outcome: Option<Result<String, String>>,
    compared: Vec<Compared>,
}

/// A group and its differences from the defaults.
struct Compared {
    title: String,
    sample: Entity,
    differences: Vec<Difference>,
}

impl Default for PresetPanel {
    fn default() -> Self {
        Self {
            #[cfg(not(target_arch = "wasm32"))]
            path: "preset.ron".into(),
            #[cfg(not(target_arch = "wasm32"))]
            known: None,
            outcome: None,
            compared: Vec::new(),
        }
    }
}

/// Loads, saves and copies presets, and compares the settings with the defaults.
///
/// On the web it offers no files.
pub fn presets_ui(ui: &mut egui::Ui, world: &mut World) {
    world.init_resource::<PresetFormat>();
    world.init_resource::<PresetPanel>();
    let format = world.resource::<PresetFormat>().clone();
    world.resource_scope(|world, mut panel: Mut<PresetPanel>| {
        let mut outcome = None;
        ui.horizontal_wrapped(|ui| {
            for &(name, text) in format.shipped {
                if ui.button(name).clicked() {
                    outcome = Some(load(world, &format, name, text));
                }
            }
        });
        #[cfg(not(target_arch = "wasm32"))]
        {
            outcome = files_ui(ui, world, &mut panel, &format).or(outcome);
        }
        ui.horizontal(|ui| {
            let copy = ui.button("copy").on_hover_text("copies the preset as RON");
            if copy.clicked() {
                outcome = Some((format.write)(world).map(|text| {
                    ui.ctx().copy_text(text);
                    "copied the preset".into()
                }));
            }
            let compare = ui
                .button("compare")
                .on_hover_text("lists the settings that differ from the defaults");
            if compare.clicked() {
                panel.compared = compare_groups(world);
            }
        });
        if outcome.is_some() {
            panel.outcome = outcome;
        }
        match &panel.outcome {
            Some(Ok(message)) => ui.label(message),
            Some(Err(message)) => ui.colored_label(ui.visuals().error_fg_color, message),
            None => ui.weak(format.contents),
        };
        for group in &panel.compared {
            compared_ui(ui, world, group);
        }
    });
}

fn load(
    world: &mut World,
    format: &PresetFormat,
    name: &str,
    text: &str,
) -> Result<String, String> {
    match (format.read)(world, text) {
        Ok(rest) if rest.is_empty() => Ok(format!("loaded {name}")),
        Ok(rest) => Ok(format!("loaded {name}; {rest}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn files_ui(
    ui: &mut egui::Ui,
    world: &mut World,
    panel: &mut PresetPanel,
    format: &PresetFormat,
) -> Option<Result<String, String>> {
    let mut outcome = None;
    ui.horizontal(|ui| {
        ui.add(egui::TextEdit::singleline(&mut panel.path).desired_width(160.0));
        let path = PathBuf::from(panel.path.trim());
        if ui.button("load").clicked() {
            let name = path.display().to_string();
            let loaded = files::read(&path);
            let loaded = loaded.and_then(|text| load(world, format, &name, &text));
            if loaded.is_ok() {
                panel.known = Some(path.clone());
            }
            outcome = Some(loaded);
        }
        if ui.button("save").clicked() {
            let is_known = panel.known.as_ref() == Some(&path);
            let is_asked = !is_known && path.exists();
            let saved = save(world, format, &path, is_known);
            if saved.is_ok() || is_asked {
                panel.known = Some(path);
            }
            outcome = Some(saved);
        }
    });
    outcome
}

#[cfg(not(target_arch = "wasm32"))]
fn save(
    world: &mut World,
    format: &PresetFormat,
    path: &std::path::Path,
    is_known: bool,
) -> Result<String, String> {
    if path.as_os_str().is_empty() {
        return Err("enter a file name first".into());
    }
    let name = path.display();
    if !is_known && path.exists() {
        return Err(format!("{name} exists; save again to overwrite it"));
    }
    files::write(path, &(format.write)(world)?)?;
    Ok(format!("saved {name}{}", limits(world)))
}

/// What a preset of all groups does not hold, and which groups it may not find again.
#[cfg(not(target_arch = "wasm32"))]
fn limits(world: &World) -> String {
    let groups = agent_groups(world);
    let left_out = groups.iter().flat_map(|group| {
        let left_out = GroupPreset::left_out(world, &group.members);
        (left_out.into_iter()).map(move |setting| format!("{setting} of {}", group.title))
    });
    let mut left_out: Vec<String> = left_out.collect();
    let more = left_out.len().saturating_sub(MAX_LEFT_OUT);
    left_out.truncate(MAX_LEFT_OUT);
    if more > 0 {
        left_out.push(format!("{more} more"));
    }
    let mut text = String::new();
    if !left_out.is_empty() {
        text += &format!("; a preset cannot hold {}", left_out.join(", "));
    }
    if groups.iter().any(|group| !group.is_named) {
        text += "; groups without an InspectorGroup are found by their behaviors, so loading it \
                 finds them only while these are the same";
    }
    text
}

fn compare_groups(world: &World) -> Vec<Compared> {
    let groups = agent_groups(world).into_iter();
    let groups = groups.filter_map(|group| {
        Some(Compared {
            sample: *group.members.first()?,
            differences: differences_from_default(world, &group.members),
            title: group.title,
        })
    });
    groups.collect()
}

fn compared_ui(ui: &mut egui::Ui, world: &World, group: &Compared) {
    let Compared {
        title,
        sample,
        differences,
    } = group;
    ui.horizontal(|ui| {
        ui.strong(title);
        let rust = ui.small_button("copy as Rust").on_hover_text(
            "copies the components as Rust code; where agents differ, those of the first agent",
        );
        if rust.clicked() {
            let mut names: Vec<&str> = differences.iter().map(|it| it.component).collect();
            names.dedup();
            let code = names
                .into_iter()
                .filter_map(|name| as_rust(world, *sample, name));
            let code: Vec<String> = code.map(|code| format!("{code},\n")).collect();
            ui.ctx().copy_text(code.concat());
        }
        let ron = ui
            .small_button("copy as RON")
            .on_hover_text("copies the differences for the `groups` of a preset");
        if ron.clicked()
            && let Ok(text) = preset_text(&GroupPreset::of_differences(differences))
        {
            ui.ctx().copy_text(format!("{title:?}: {text},"));
        }
    });
    if differences.is_empty() {
        ui.weak("Every setting has its default.");
    }
    egui::Grid::new(title).num_columns(2).show(ui, |ui| {
        for Difference {
            component,
            path,
            value,
            default,
        } in differences
        {
            ui.label(format!("{component}.{path}"));
            let default = default
                .as_ref()
                .map_or_else(|| "no default".to_owned(), |it| format!("default {it}"));
            ui.horizontal(|ui| {
                ui.monospace(value.to_string());
                ui.weak(default);
            });
            ui.end_row();
        }
    });
}
