//! Tests the panel without a window: egui draws into a list of shapes, and a simulated pointer
//! clicks on them.

mod documentation;
mod editing;
mod grouping;
mod heat_map;
mod histories;
mod history;
mod overlays;
mod panel;
mod picking;
mod presets;
mod reasons;
mod screen;
mod search;
mod time;
mod undo;

use crate::catalog::Catalog;
use crate::documentation::Role;
use bevy::prelude::*;
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};
use bevy_horde::prelude::*;

/// An app with the steering plugin, after one update.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::new(Update)));
    app.update();
    app
}

/// An agent with every behavior.
fn spawn_with_everything(world: &mut World) -> Entity {
    let entity = world
        .spawn((Transform::default(), SteeringAgent::new(8.0, 60.0)))
        .id();
    for name in names(world, Role::Behavior) {
        crate::set_behavior(world, &[entity], name, true);
    }
    entity
}

fn names(world: &World, role: Role) -> Vec<&'static str> {
    let catalog = Catalog::read(world);
    catalog.of_role(role).map(|entry| entry.name).collect()
}

/// Adds an egui context without a window, with an entity for the camera that shows it.
fn spawn_context(world: &mut World) -> (Entity, egui::Context) {
    let mut context = EguiContext::default();
    let egui_context = context.get_mut().clone();
    let camera = world.spawn((PrimaryEguiContext, context)).id();
    (camera, egui_context)
}

/// Runs `show` in a pass of egui with these events.
fn pass<T>(context: &egui::Context, events: Vec<egui::Event>, show: impl FnOnce() -> T) -> T {
    context.begin_pass(egui::RawInput {
        events,
        ..default()
    });
    let shown = show();
    context.end_pass().textures_delta.clear();
    shown
}

fn key(key: egui::Key, modifiers: egui::Modifiers) -> egui::Event {
    egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    }
}

fn release(key: egui::Key) -> egui::Event {
    egui::Event::Key {
        key,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    }
}
