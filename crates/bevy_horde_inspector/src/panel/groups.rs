//! All groups of agents.

use super::members::members_ui;
use crate::catalog::Catalog;
use crate::groups::{AgentGroup, groups_of};
use crate::inspected::InspectedAgent;
use crate::search::{Search, search_ui};
use crate::undo::undo_ui;
use bevy::prelude::*;
use bevy_egui::egui;

/// Largest number of letters of a title in the panel; the tooltip has the whole title.
const MAX_TITLE: usize = 40;

/// Every group of agents, with every setting of every component.
///
/// An edit applies to all agents of the group. If they differ, the panel shows the mean. Dragging
/// the mean scales every agent's value (whole numbers and a mean of 0 are shifted), and a button
/// makes all values equal. Above the groups are the undo buttons and the search box.
pub fn agent_groups_ui(ui: &mut egui::Ui, world: &mut World) {
    ui.horizontal(|ui| {
        undo_ui(ui, world);
        search_ui(ui, world);
    });
    let is_searching = !Search::of(world).is_empty();
    let catalog = Catalog::read(world);
    let groups = groups_of(world, &catalog);
    if groups.is_empty() {
        ui.weak("No agents.");
    }
    for group in &groups {
        let header = egui::CollapsingHeader::new(title(group))
            // During a search the id differs, so groups that the search opens close when it ends.
            .id_salt((group.key, is_searching))
            .default_open(groups.len() == 1 || is_searching)
            .show(ui, |ui| {
                if ui
                    .small_button("inspect one")
                    .on_hover_text("edit one agent of this group; click again for the next one")
                    .clicked()
                {
                    let next = next_of(group, world);
                    world.insert_resource(InspectedAgent(next));
                }
                members_ui(ui, world, &catalog, group);
            });
        header.header_response.on_hover_text(&group.title);
    }
}

fn title(group: &AgentGroup) -> String {
    let size = group.members.len();
    let mut letters = group.title.chars();
    let start: String = letters.by_ref().take(MAX_TITLE).collect();
    let rest = if letters.next().is_some() { "…" } else { "" };
    format!("{start}{rest} ({size})")
}

/// The member after the inspected agent in the order of entities, or the first. The order of
/// `members` is no use, because inspecting an agent changes that order.
pub(crate) fn next_of(group: &AgentGroup, world: &World) -> Option<Entity> {
    let inspected = world.get_resource::<InspectedAgent>().and_then(|it| it.0);
    let members = || group.members.iter().copied();
    let after = members().filter(|member| Some(*member) > inspected).min();
    after.or_else(|| members().min())
}
