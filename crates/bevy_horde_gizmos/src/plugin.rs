//! The plugin: adds traces to the watched agents and draws.

use crate::orders;
use crate::{GizmoPainter, SteeringGizmos, WatchSteering, WatchedAgents};
use bevy::gizmos::AppGizmoBuilder;
use bevy::gizmos::config::{GizmoConfig, GizmoConfigStore, GizmoLineConfig};
use bevy::gizmos::gizmos::Gizmos;
use bevy::prelude::*;
use bevy_horde::debug::{
    AgentViews, DebugAgent, DebugLayer, draw_agent, draw_obstacle, draw_trace,
};
use bevy_horde::obstacle::{ObstacleIndex, entity_of};
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use core::any::TypeId;

/// Default width of the lines, pixels.
const LINE_WIDTH: f32 = 1.5;

/// Draws perception and decisions of agents, with the gizmo group [`SteeringGizmos`].
///
/// It draws every frame, in [`PostUpdate`] after transform propagation, at the height or z layer of
/// each agent or obstacle. Some layers show what ticks record. While such a layer is on, the
/// watched agents have a [`SteeringTrace`], and the layer fills from the next tick on. While none
/// is on, or the group is disabled, the plugin removes its traces, and recording costs nothing.
///
/// Requires [`SteeringPlugin`] and Bevy's `GizmoPlugin`. `DefaultPlugins` contains the latter with
/// the feature `bevy_gizmos`; visible lines also need `bevy_gizmos_render`. If the game has already
/// configured the group, its settings stay.
pub struct SteeringDebugPlugin;

/// Switches a layer, or only reads it with `None`. Returns whether the layer is then on.
///
/// The plugin puts this function into the type data of [`DebugLayer`]. There panels find it without
/// depending on this crate.
pub type LayerSwitch = fn(&mut World, DebugLayer, Option<bool>) -> bool;

fn switch_layer(world: &mut World, layer: DebugLayer, on: Option<bool>) -> bool {
    let Some(mut store) = world.get_resource_mut::<GizmoConfigStore>() else {
        return false;
    };
    // Reading must not mark the store as changed.
    let store = match on {
        Some(on) => {
            let (_, gizmos) = store.config_mut::<SteeringGizmos>();
            if on {
                gizmos.show(layer);
            } else {
                gizmos.hide(layer);
            }
            &*store
        }
        None => store.bypass_change_detection(),
    };
    let (_, gizmos) = store.config::<SteeringGizmos>();
    gizmos.color(layer).is_some()
}

/// The systems of the plugin in [`PostUpdate`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SteeringDebugSystems {
    /// Adds traces to the watched agents, and draws.
    Draw,
}

/// Marks an agent whose trace the plugin has added; the plugin removes only such traces.
#[derive(Component)]
struct GivenTrace;

impl Plugin for SteeringDebugPlugin {
    fn build(&self, app: &mut App) {
        let is_set_up = app
            .world()
            .get_resource::<GizmoConfigStore>()
            .is_some_and(|store| store.get_config::<SteeringGizmos>().is_some());
        if !is_set_up {
            let line = GizmoLineConfig {
                width: LINE_WIDTH,
                ..default()
            };
            let config = GizmoConfig { line, ..default() };
            app.insert_gizmo_config(SteeringGizmos::default(), config);
        }
        app.register_type::<SteeringGizmos>()
            .register_type::<WatchSteering>()
            .register_type::<DebugLayer>();
        let registry = app.world().resource::<AppTypeRegistry>().clone();
        if let Some(layers) = registry.write().get_mut(TypeId::of::<DebugLayer>()) {
            layers.insert(switch_layer as LayerSwitch);
        }
        app.add_plugins(orders::plugin).add_systems(
            PostUpdate,
            (
                give_traces,
                (draw_obstacles, draw_agents, orders::draw)
                    .chain()
                    .run_if(any_layer_is_on),
            )
                .chain_ignore_deferred()
                .in_set(SteeringDebugSystems::Draw)
                .after(TransformSystems::Propagate),
        );
    }
}

fn any_layer_is_on(store: Res<GizmoConfigStore>) -> bool {
    store
        .get_config::<SteeringGizmos>()
        .is_some_and(|(config, gizmos)| config.enabled && gizmos.shows_any(|_| true))
}

/// Adds traces to the drawn agents while a layer needs them, and removes them from all others.
/// Traces that the game has added stay.
fn give_traces(
    mut commands: Commands,
    store: Res<GizmoConfigStore>,
    watched: WatchedAgents,
    traced: Query<(), With<SteeringTrace>>,
    given: Query<Entity, With<GivenTrace>>,
) {
    let wanted = store
        .get_config::<SteeringGizmos>()
        .filter(|(config, gizmos)| config.enabled && gizmos.shows_any(DebugLayer::needs_trace))
        .map(|_| watched.list())
        .unwrap_or_default();
    for entity in &wanted {
        if !traced.contains(*entity) {
            commands
                .entity(*entity)
                .try_insert((SteeringTrace::default(), GivenTrace));
        }
    }
    let wanted: bevy::ecs::entity::EntityHashSet = wanted.into_iter().collect();
    for entity in &given {
        if !wanted.contains(&entity) {
            commands
                .entity(entity)
                .try_remove::<(SteeringTrace, GivenTrace)>();
        }
    }
}

/// The components of a drawn agent.
type DrawnAgent = (
    &'static Transform,
    &'static Heading,
    &'static SteeringAgent,
    AgentViews,
    &'static Velocity,
    &'static Steering,
    Option<&'static SteeringTrace>,
);

fn draw_agents(
    space: Res<MovementSpace>,
    watched: WatchedAgents,
    agents: Query<DrawnAgent>,
    mut gizmos: Gizmos<SteeringGizmos>,
) {
    let arrow_length = gizmos.config_ext.arrow_length;
    let mut painter = GizmoPainter(&mut gizmos);
    for entity in watched.list() {
        let Ok((transform, heading, agent, views, velocity, steering, trace)) = agents.get(entity)
        else {
            continue;
        };
        let position = transform.translation;
        let drawn = DebugAgent::new(*space, position, heading, agent, arrow_length);
        let views = views.views();
        draw_agent(&mut painter, *space, &drawn, views, velocity, steering);
        if let Some(trace) = trace {
            draw_trace(&mut painter, *space, &drawn, trace);
        }
    }
}

fn draw_obstacles(
    space: Res<MovementSpace>,
    index: Res<ObstacleIndex>,
    places: Query<&Transform>,
    watched: WatchedAgents,
    bodies: Query<(&SteeringAgent, Option<&AvoidObstacles>)>,
    mut gizmos: Gizmos<SteeringGizmos>,
) {
    let clearance = if gizmos.config_ext.inflated_obstacles.is_some() {
        let reaches = watched.list().into_iter().filter_map(|entity| {
            let (agent, avoid) = bodies.get(entity).ok()?;
            let margin = avoid.map_or(Length::ZERO, |avoid| avoid.margin);
            Some(agent.body_radius + margin.resolve(agent.body_radius))
        });
        reaches.fold(0.0, f32::max)
    } else {
        0.0
    };
    let mut painter = GizmoPainter(&mut gizmos);
    for obstacle in index.obstacles() {
        let level = places
            .get(entity_of(obstacle.id))
            .map_or(Vec3::ZERO, |transform| transform.translation);
        draw_obstacle(&mut painter, *space, level, &obstacle.shape, clearance);
    }
}
