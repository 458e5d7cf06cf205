//! Overlays.

use super::app;
use super::screen::Screen;
use crate::overlays::WatchInspectedPlugin;
use crate::{InspectedAgent, LayerSwitch, Overlay, panel_ui};
use bevy::prelude::*;
use bevy_horde::debug::DebugLayer;
use core::any::TypeId;

/// The layers that the game's own drawing shows.
#[derive(Resource, Default)]
struct Drawn(Vec<DebugLayer>);

fn draw_layers(app: &mut App) {
    let switch: LayerSwitch = |world, layer, on| {
        let mut drawn = world.get_resource_or_init::<Drawn>();
        match on {
            Some(true) if !drawn.0.contains(&layer) => drawn.0.push(layer),
            Some(false) => drawn.0.retain(|other| *other != layer),
            _ => {}
        }
        drawn.0.contains(&layer)
    };
    app.register_type::<DebugLayer>();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let mut registry = registry.write();
    if let Some(layers) = registry.get_mut(TypeId::of::<DebugLayer>()) {
        layers.insert(switch);
    }
}

#[test]
fn every_layer_belongs_to_one_overlay() {
    let layers = Overlay::ALL.into_iter().flat_map(|it| it.layers.to_vec());
    let mut layers: Vec<DebugLayer> = layers.collect();
    layers.sort_unstable();
    assert_eq!(layers, DebugLayer::ALL);
}

#[test]
fn overlays_are_shown_only_where_they_are_drawn() {
    let mut app = app();
    let screen = Screen::new(app.world_mut(), panel_ui);
    assert!(!screen.shows("Overlays") && !screen.shows("tiers"));
    assert_eq!(Overlay::ALL[0].is_on(app.world_mut()), None);

    draw_layers(&mut app);
    let world = app.world_mut();
    let mut screen = Screen::new(world, panel_ui);
    assert!(screen.shows("Overlays"));
    screen.click(world, "forces");
    let drawn = |world: &World| world.resource::<Drawn>().0.clone();
    assert_eq!(drawn(world), [DebugLayer::Velocity, DebugLayer::Force]);
    assert_eq!(Overlay::ALL[0].is_on(world), Some(true));
    screen.click(world, "forces");
    assert_eq!(drawn(world), []);
}

/// Stands for the component of `bevy_horde_gizmos`, which has the same name.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct WatchSteering;

#[test]
fn only_the_inspected_agent_is_watched() {
    let mut app = App::new();
    app.add_plugins(WatchInspectedPlugin)
        .register_type::<WatchSteering>();
    let [first, second] = [(); 2].map(|()| app.world_mut().spawn_empty().id());
    let marked = app.world_mut().spawn(WatchSteering).id();
    let mut watched = |inspected: Option<Entity>| {
        app.insert_resource(InspectedAgent(inspected));
        app.update();
        let world = app.world_mut();
        let mut watched = world.query_filtered::<Entity, With<WatchSteering>>();
        let mut watched: Vec<Entity> = watched.iter(world).collect();
        watched.retain(|entity| *entity != marked);
        assert!(world.get::<WatchSteering>(marked).is_some());
        watched
    };
    assert_eq!(watched(None), []);
    assert_eq!(watched(Some(first)), [first]);
    assert_eq!(watched(Some(second)), [second]);
    // What the game has marked stays marked.
    assert_eq!(watched(Some(marked)), []);
    assert_eq!(watched(None), []);
}
