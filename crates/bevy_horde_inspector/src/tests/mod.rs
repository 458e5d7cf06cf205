//! Tests the panel without a window: egui draws into a list of shapes, and a simulated pointer
//! clicks on them.

mod documentation;
mod editing;
mod grouping;
mod history;
mod panel;

use crate::catalog::Catalog;
use crate::documentation::Role;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An app with the plugin.
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
