//! A component: its switch, its reset button and its fields.

use crate::catalog::{Catalog, Entry};
use crate::documentation::Role;
use crate::editing::{
    Field, FieldKind, ScanCache, default_for, selectable_variants, summarize_value,
};
use crate::groups::AgentGroup;
use crate::presets::{GroupPreset, as_rust, differences_from_default, preset_text};
use crate::search::Search;
use crate::widgets::{Change, FieldView, TargetNames, field_row};
use bevy::prelude::*;
use bevy::reflect::ReflectPath;
use bevy_egui::egui;
use egui::collapsing_header::CollapsingState;

/// An action of the user.
pub(super) enum Action {
    Switch(bool),
    /// Removes a switched-off behavior permanently.
    Forget,
    Reset,
    Field(Box<Field>, Change),
}

/// A check box for a marker component or a behavior.
pub(super) fn switch_ui<'a>(
    ui: &mut egui::Ui,
    entry: &'a Entry,
    group: &AgentGroup,
    actions: &mut Vec<(&'a Entry, Action)>,
) {
    let on = group.present.get(&entry.type_id).copied().unwrap_or(0);
    let mixed = on > 0 && on < group.members.len();
    let label = match entry.role {
        Role::Switch if mixed => format!("{} ({on})", entry.name),
        Role::Switch => entry.name.to_owned(),
        _ => String::new(),
    };
    let mut checked = on > 0 && !mixed;
    let response = ui
        .add(egui::Checkbox::new(&mut checked, label).indeterminate(mixed))
        .on_hover_text(if entry.role == Role::Switch {
            entry.meaning
        } else {
            "switch the behavior off and on; it keeps its settings"
        });
    if response.changed() {
        actions.push((entry, Action::Switch(checked)));
    }
}

pub(super) fn component_ui<'a>(
    ui: &mut egui::Ui,
    world: &World,
    catalog: &Catalog,
    entry: &'a Entry,
    group: &AgentGroup,
    (names, search): (&TargetNames, &Search),
    scans: &mut ScanCache,
    actions: &mut Vec<(&'a Entry, Action)>,
) {
    let is_searching = !search.is_empty();
    // During a search the id differs, so sections that the search opens close when it ends.
    let id = ui.make_persistent_id((entry.name, is_searching));
    let state = CollapsingState::load_with_default_open(ui.ctx(), id, is_searching);
    let mut toggled = false;
    let mut header = state.show_header(ui, |ui| {
        toggled = header_ui(ui, world, entry, group, actions);
    });
    if toggled {
        header.toggle();
    }
    let context = (names, search);
    header.body(|ui| fields_ui(ui, world, catalog, entry, group, context, scans, actions));
}

/// Returns whether the name was clicked.
fn header_ui<'a>(
    ui: &mut egui::Ui,
    world: &World,
    entry: &'a Entry,
    group: &AgentGroup,
    actions: &mut Vec<(&'a Entry, Action)>,
) -> bool {
    if entry.role == Role::Behavior {
        switch_ui(ui, entry, group, actions);
    }
    let on = group.present.get(&entry.type_id).copied().unwrap_or(0);
    let name = if on == group.members.len() {
        entry.name.to_owned()
    } else {
        format!("{} ({on} of {})", entry.name, group.members.len())
    };
    let label = ui
        .add(egui::Label::new(name).sense(egui::Sense::click()))
        .on_hover_text(entry.meaning);
    label.context_menu(|ui| copy_menu(ui, world, entry, group));
    let toggled = label.clicked();
    if on > 0 {
        let response = ui
            .small_button("reset")
            .on_hover_text("reset everything except targets and sizes");
        if response.clicked() {
            actions.push((entry, Action::Reset));
        }
    } else {
        let response = ui
            .small_button("remove")
            .on_hover_text("remove permanently");
        if response.clicked() {
            actions.push((entry, Action::Forget));
        }
    }
    toggled
}

/// Copies the component of the first agent that has it as Rust, or the differences of the group as
/// RON.
fn copy_menu(ui: &mut egui::Ui, world: &World, entry: &Entry, group: &AgentGroup) {
    let mut members = group.members.iter();
    if ui.button("Copy as Rust").clicked() {
        if let Some(code) = members.find_map(|&member| as_rust(world, member, entry.name)) {
            ui.ctx().copy_text(code);
        }
        ui.close();
    }
    if ui.button("Copy as RON").clicked() {
        let mut differences = differences_from_default(world, &group.members);
        differences.retain(|difference| difference.component == entry.name);
        let preset = GroupPreset::of_differences(&differences);
        ui.ctx().copy_text(preset_text(&preset).unwrap_or_default());
        ui.close();
    }
}

/// The fields of one component of a group.
pub(super) fn fields_ui<'a>(
    ui: &mut egui::Ui,
    world: &World,
    catalog: &Catalog,
    entry: &'a Entry,
    group: &AgentGroup,
    (names, search): (&TargetNames, &Search),
    scans: &mut ScanCache,
    actions: &mut Vec<(&'a Entry, Action)>,
) {
    let sample = group
        .members
        .iter()
        .find_map(|&member| entry.read(world, member));
    let Some(sample) = sample else {
        ui.weak("switched off");
        return;
    };
    let scan = scans.scan(world, catalog, entry, group);
    let mut defaults = Vec::new();
    let default = default_for(entry, sample);
    let registry = world.get_resource::<AppTypeRegistry>().cloned();
    let registry = registry.unwrap_or_default();
    summarize_value(default.as_partial_reflect(), &scan.fields, &mut defaults);
    egui::Grid::new("fields").num_columns(2).show(ui, |ui| {
        for (index, (field, summary)) in scan.fields.iter().zip(&scan.summaries).enumerate() {
            if !search.shows(entry, field, &scan.fields) {
                continue;
            }
            let variants = match (&field.parsed).reflect_element(sample.as_partial_reflect()) {
                Ok(value) if field.kind == FieldKind::Choice => {
                    selectable_variants(value, &registry.read())
                }
                _ => Vec::new(),
            };
            let view = FieldView {
                field,
                summary,
                default: defaults.get(index),
                variants: &variants,
                names,
            };
            if let Some(change) = field_row(ui, &view) {
                actions.push((entry, Action::Field(Box::new(field.clone()), change)));
            }
        }
    });
}
