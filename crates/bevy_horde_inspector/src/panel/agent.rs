//! A single agent.

use super::members::members_ui;
use super::reasons::reasons_ui;
use crate::catalog::Catalog;
use crate::documentation::Role;
use crate::groups::single_agent_group;
use crate::histories::AgentHistory;
use crate::inspected::InspectedAgent;
use crate::plots::agent_plots;
use bevy::prelude::*;
use bevy::reflect::ReflectRef;
use bevy_egui::egui;
use bevy_horde::agent::SteeringAgent;
use bevy_horde::agent_id::AgentId;

/// Shows the plots of the agent in [`InspectedAgent`], what slows, turns or pushes it, all its
/// settings, and the plugin's state of it.
pub fn inspected_agent_ui(ui: &mut egui::Ui, world: &mut World) {
    let inspected = world.get_resource::<InspectedAgent>().and_then(|it| it.0);
    let Some(entity) = inspected.filter(|&entity| world.get::<SteeringAgent>(entity).is_some())
    else {
        ui.weak("No agent. Click one, or choose \"inspect one\" in a group.");
        return;
    };
    let name = world.get::<Name>(entity).map_or("agent", Name::as_str);
    let id = world.get::<AgentId>(entity).map_or(0, |id| id.0);
    let title = format!("{name}, id {id}, entity {entity}");
    ui.horizontal(|ui| {
        ui.label(title);
        if ui.small_button("none").clicked() {
            world.insert_resource(InspectedAgent(None));
        }
    });
    if let Some(history) = world.get_resource::<AgentHistory>() {
        agent_plots(ui, history);
    }
    reasons_ui(ui, world, entity);
    let catalog = Catalog::read(world);
    let group = single_agent_group(world, &catalog, entity);
    members_ui(ui, world, &catalog, &group);
    ui.push_id(entity.to_bits(), |ui| {
        ui.collapsing("plugin state", |ui| {
            memory_ui(ui, world, &catalog, entity);
        });
    });
}

fn memory_ui(ui: &mut egui::Ui, world: &World, catalog: &Catalog, entity: Entity) {
    for entry in catalog.of_role(Role::Memory) {
        let Some(component) = entry.read(world, entity) else {
            continue;
        };
        ui.label(entry.name).on_hover_text(entry.meaning);
        ui.indent(entry.name, |ui| match component.reflect_ref() {
            ReflectRef::Struct(fields) => {
                for index in 0..fields.field_len() {
                    if let (Some(name), Some(value)) =
                        (fields.name_at(index), fields.field_at(index))
                    {
                        ui.monospace(format!("{name}: {value:.2?}"));
                    }
                }
            }
            ReflectRef::TupleStruct(fields) => {
                for value in fields.iter_fields() {
                    ui.monospace(format!("{value:.2?}"));
                }
            }
            _ => {}
        });
    }
}
