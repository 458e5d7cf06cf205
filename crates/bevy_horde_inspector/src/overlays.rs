//! Switches for the debug drawing of `bevy_horde_gizmos`, or of the game.

use crate::inspected::InspectedAgent;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::debug::DebugLayer;
use core::any::TypeId;

/// Switches a layer, or only reads it with `None`. Returns whether the layer is then on.
///
/// The crate that draws the layers puts this function into the type data of [`DebugLayer`]. So the
/// panel needs neither gizmos nor a renderer. `bevy_horde_gizmos` does so. A game that draws the
/// layers itself can do the same:
///
/// ```
/// # use bevy::prelude::*;
/// use bevy_horde::debug::DebugLayer;
/// use bevy_horde_inspector::LayerSwitch;
///
/// #[derive(Resource, Default)]
/// struct Drawn(Vec<DebugLayer>);
///
/// let switch: LayerSwitch = |world, layer, on| {
///     let mut drawn = world.get_resource_or_init::<Drawn>();
///     match on {
///         Some(true) if !drawn.0.contains(&layer) => drawn.0.push(layer),
///         Some(false) => drawn.0.retain(|other| *other != layer),
///         _ => {}
///     }
///     drawn.0.contains(&layer)
/// };
/// let mut app = App::new();
/// app.register_type::<DebugLayer>();
/// let registry = app.world().resource::<AppTypeRegistry>().clone();
/// let mut registry = registry.write();
/// if let Some(layers) = registry.get_mut(core::any::TypeId::of::<DebugLayer>()) {
///     layers.insert(switch);
/// }
/// ```
pub type LayerSwitch = fn(&mut World, DebugLayer, Option<bool>) -> bool;

/// The name, in the type registry, of the component that limits the drawing to some agents.
const WATCH: &str = "WatchSteering";

/// Layers that are switched together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Its one-word name.
    pub name: &'static str,
    /// What it draws.
    pub meaning: &'static str,
    /// The debug layers that it switches.
    pub layers: &'static [DebugLayer],
}

const fn overlay(
    name: &'static str,
    meaning: &'static str,
    layers: &'static [DebugLayer],
) -> Overlay {
    Overlay {
        name,
        meaning,
        layers,
    }
}

impl Overlay {
    /// All overlays. Each [`DebugLayer`] belongs to one.
    pub const ALL: [Self; 15] = {
        use DebugLayer::*;
        [
            overlay(
                "forces",
                "the steering force and the velocity of each agent",
                &[Velocity, Force],
            ),
            overlay(
                "tiers",
                "the force of each tier before they are combined: avoidance red, flocking \
                 violet, goals green",
                &[AvoidanceForce, FlockingForce, GoalForce],
            ),
            overlay(
                "limits",
                "limits of the approach speed to neighbors: lines that the velocity must not cross",
                &[VelocityConstraints],
            ),
            overlay(
                "views",
                "the range and angle of each rule",
                &[SeparationView, AlignmentView, CohesionView, AvoidAgentsView],
            ),
            overlay(
                "feelers",
                "the corridor and the whiskers that detect obstacles",
                &[Feelers, Hits],
            ),
            overlay(
                "blocked",
                "the bearings that obstacles block, as far away as the obstacle",
                &[BlockedBearings],
            ),
            overlay("bearing", "the bearing chosen instead", &[ChosenBearing]),
            overlay("goals", "from an agent to its goal", &[Goal]),
            overlay(
                "sight",
                "from an agent to the neighbors and targets that it sees",
                &[ClearSight, BlockedSight],
            ),
            overlay("paths", "the line and the corridor of each path", &[Paths]),
            overlay(
                "fields",
                "arrows along the ways of each flow field",
                &[FlowFields],
            ),
            overlay(
                "formations",
                "the slots of each formation, and a line from each member to its slot",
                &[Formations],
            ),
            overlay(
                "events",
                "a ring round an agent that arrives, a square if it settles, a cross if it is stuck",
                &[Events],
            ),
            overlay("obstacles", "the outline of each obstacle", &[Obstacles]),
            overlay(
                "inflated",
                "the limit for body centers around each obstacle",
                &[InflatedObstacles],
            ),
        ]
    };

    /// Whether all its layers are on; `None` if nothing draws them.
    pub fn is_on(&self, world: &mut World) -> Option<bool> {
        let switch = layer_switch(world)?;
        Some((self.layers.iter()).all(|&layer| switch(world, layer, None)))
    }

    /// Switches its layers. Does nothing if nothing draws them.
    pub fn switch(&self, world: &mut World, on: bool) {
        if let Some(switch) = layer_switch(world) {
            for &layer in self.layers {
                switch(world, layer, Some(on));
            }
        }
    }
}

fn layer_switch(world: &World) -> Option<LayerSwitch> {
    let registry = world.get_resource::<AppTypeRegistry>()?.read();
    let switch = registry.get_type_data::<LayerSwitch>(TypeId::of::<DebugLayer>());
    switch.copied()
}

/// While an agent is inspected, only this agent and agents that the game has marked have overlays.
///
/// [`InspectorPlugin`](crate::InspectorPlugin) adds it. It needs `bevy_horde_gizmos`, and does
/// nothing without it.
pub struct WatchInspectedPlugin;

impl Plugin for WatchInspectedPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<InspectedAgent>().add_systems(
            Update,
            watch_inspected.run_if(resource_changed::<InspectedAgent>),
        );
    }
}

fn watch_inspected(world: &mut World, mut watched: Local<Option<Entity>>) {
    let Some(registry) = world.get_resource::<AppTypeRegistry>().cloned() else {
        return;
    };
    let registry = registry.read();
    let registration = registry.get_with_short_type_path(WATCH);
    let data = registration.and_then(|registration| {
        let component = registration.data::<ReflectComponent>()?;
        Some((component, registration.data::<ReflectDefault>()?))
    });
    let Some((component, default)) = data else {
        return;
    };
    if let Some(last) = watched.take()
        && let Ok(mut entity) = world.get_entity_mut(last)
    {
        component.remove(&mut entity);
    }
    let inspected = world.resource::<InspectedAgent>().0;
    if let Some(inspected) = inspected
        && let Ok(mut entity) = world.get_entity_mut(inspected)
        // A mark that the game has set stays when the inspection ends.
        && !component.contains(&entity)
    {
        let mark = default.default();
        component.insert(&mut entity, mark.as_partial_reflect(), &registry);
        *watched = Some(inspected);
    }
}

/// Shows a check box for each overlay; nothing if no crate draws them.
pub fn overlays_ui(ui: &mut egui::Ui, world: &mut World) {
    if !has_overlays(world) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for overlay in Overlay::ALL {
            let mut on = overlay.is_on(world).unwrap_or_default();
            let response = ui.checkbox(&mut on, overlay.name);
            if response.on_hover_text(overlay.meaning).changed() {
                overlay.switch(world, on);
            }
        }
    });
}

/// Whether anything draws the overlays.
pub fn has_overlays(world: &World) -> bool {
    layer_switch(world).is_some()
}
