//! The components of a group, or of one agent.

use super::component::{Action, component_ui, switch_ui};
use crate::catalog::{Catalog, Entry};
use crate::documentation::Role;
use crate::editing::{ScanCache, change_field, reset, reset_field};
use crate::groups::AgentGroup;
use crate::inspected::InspectedAgent;
use crate::search::Search;
use crate::switches::{forget, switch};
use crate::undo::{Scope, UndoHistory, record};
use crate::widgets::{Change, TargetNames};
use bevy::prelude::*;
use bevy_egui::egui;

pub(super) fn members_ui(
    ui: &mut egui::Ui,
    world: &mut World,
    catalog: &Catalog,
    group: &AgentGroup,
) {
    let inspected = world.get_resource::<InspectedAgent>().and_then(|it| it.0);
    let names = TargetNames::collect(world, inspected);
    let search = Search::of(world);
    let mut actions = Vec::new();
    world.init_resource::<ScanCache>();
    world.resource_scope(|world, mut scans: Mut<ScanCache>| {
        ui.push_id(group.key, |ui| {
            ui.horizontal_wrapped(|ui| {
                for entry in catalog.of_role(Role::Switch) {
                    switch_ui(ui, entry, group, &mut actions);
                }
            });
            for entry in &catalog.entries {
                let is_here = group.present.contains_key(&entry.type_id)
                    || group.suspended.contains_key(&entry.type_id);
                let is_shown = is_here && (search.is_empty() || search.finds(catalog, entry));
                if is_shown && matches!(entry.role, Role::Body | Role::Behavior) {
                    component_ui(
                        ui,
                        world,
                        catalog,
                        entry,
                        group,
                        (&names, &search),
                        &mut scans,
                        &mut actions,
                    );
                }
            }
            add_ui(ui, catalog, group, &mut actions);
        });
    });
    for (entry, action) in actions {
        perform(world, catalog, entry, group, action);
    }
    // A drag or a typed number is one step of the undo history.
    let is_editing = ui.input(|input| input.pointer.any_down())
        || ui.memory(|memory| memory.focused().is_some());
    if !is_editing && let Some(mut history) = world.get_resource_mut::<UndoHistory>() {
        history.close();
    }
}

fn add_ui<'a>(
    ui: &mut egui::Ui,
    catalog: &'a Catalog,
    group: &AgentGroup,
    actions: &mut Vec<(&'a Entry, Action)>,
) {
    ui.menu_button("add a behavior", |ui| {
        for entry in catalog.of_role(Role::Behavior) {
            let is_here = group.present.contains_key(&entry.type_id)
                || group.suspended.contains_key(&entry.type_id);
            if is_here {
                continue;
            }
            let response = ui.button(entry.name).on_hover_text(entry.meaning);
            if response.clicked() {
                actions.push((entry, Action::Switch(true)));
                ui.close();
            }
        }
    });
}

fn perform(
    world: &mut World,
    catalog: &Catalog,
    entry: &Entry,
    group: &AgentGroup,
    action: Action,
) {
    let members = &group.members;
    let of = match group.title.as_str() {
        "" => "one agent",
        title => title,
    };
    let title = match &action {
        Action::Field(field, _) => format!("{} of {}, {of}", field.name, entry.name),
        _ => format!("{}, {of}", entry.name),
    };
    let scope = match &action {
        Action::Field(field, _) => Scope::Field(field.parsed.clone()),
        Action::Reset => Scope::Values,
        Action::Switch(_) | Action::Forget => Scope::Presence,
    };
    record(world, entry, members, title, scope);
    match action {
        Action::Switch(on) => switch(world, entry, members, on),
        Action::Forget => forget(world, entry, members),
        Action::Reset => reset(world, catalog, entry, members),
        Action::Field(field, Change::Reset) => reset_field(world, entry, members, &field),
        Action::Field(field, Change::Edit(edit)) => {
            change_field(world, entry, members, &field, &edit);
        }
    }
}
