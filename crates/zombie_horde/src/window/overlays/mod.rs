//! Overlays: the plugin's debug drawing, and the index of agents.

mod grid;

use bevy::prelude::*;
use bevy_horde_gizmos::{SteeringDebugPlugin, SteeringGizmos};
use bevy_horde_inspector::Overlay;

/// With more agents, at most this many, evenly spread, have overlays.
const MAX_AGENTS: usize = 36;
/// Width of the lines, pixels.
const LINE_WIDTH: f32 = 1.5;

/// The gizmo group of the overlay that the plugin does not draw.
#[derive(Default, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
struct GridGizmos;

/// Whether the cells of the index of agents are drawn.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ShowGrid(pub bool);

/// The name of the overlay that the plugin does not draw.
const GRID: &str = "grid";

/// The names of all overlays.
pub fn names() -> impl Iterator<Item = &'static str> {
    let names = Overlay::ALL.into_iter().map(|overlay| overlay.name);
    names.chain([GRID])
}

/// Switches the named overlays on, and all others off.
pub(super) fn show(world: &mut World, names: &[String]) {
    let is_named = |name: &str| names.iter().any(|named| named == name);
    for overlay in Overlay::ALL {
        overlay.switch(world, is_named(overlay.name));
    }
    world.insert_resource(ShowGrid(is_named(GRID)));
}

pub(super) fn plugin(app: &mut App) {
    let config = || GizmoConfig {
        line: GizmoLineConfig {
            width: LINE_WIDTH,
            ..default()
        },
        ..default()
    };
    let nothing = SteeringGizmos {
        max_agents: MAX_AGENTS,
        ..SteeringGizmos::NONE
    };
    app.insert_gizmo_config(GridGizmos, config())
        .insert_gizmo_config(nothing, config())
        .add_plugins(SteeringDebugPlugin)
        .init_resource::<ShowGrid>()
        .add_systems(
            PostUpdate,
            grid::draw.run_if(resource_equals(ShowGrid(true))),
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::gizmos::config::GizmoConfigStore;
    use bevy_horde::debug::DebugLayer;

    #[test]
    fn the_panel_switches_the_layers_of_the_gizmos() {
        let mut app = App::new();
        app.add_plugins((AssetPlugin::default(), bevy::gizmos::GizmoPlugin, plugin));
        let color = |app: &App, layer| {
            let store = app.world().resource::<GizmoConfigStore>();
            store.config::<SteeringGizmos>().1.color(layer)
        };
        let tiers = Overlay::ALL.iter().find(|it| it.name == "tiers");
        let tiers = tiers.expect("there is an overlay of the tiers");
        for named in [&["tiers".to_owned(), "grid".to_owned()][..], &[]] {
            show(app.world_mut(), named);
            let is_on = !named.is_empty();
            for layer in DebugLayer::ALL {
                let is_drawn = color(&app, layer).is_some();
                let is_named = is_on && tiers.layers.contains(&layer);
                assert_eq!(is_drawn, is_named, "{layer:?}");
            }
            assert_eq!(tiers.is_on(app.world_mut()), Some(is_on));
            assert_eq!(*app.world().resource::<ShowGrid>(), ShowGrid(is_on));
        }
    }
}
