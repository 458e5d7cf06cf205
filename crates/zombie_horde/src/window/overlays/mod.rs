//! Overlays: the plugin's debug drawing, and the index of agents.

mod grid;

use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy_horde::debug::DebugLayer;
use bevy_horde_gizmos::{SteeringDebugPlugin, SteeringDebugSystems, SteeringGizmos, WatchSteering};
use bevy_horde_inspector::{InspectedAgent, Overlays};

/// With more agents, only this many, evenly spread, have overlays.
const MAX_AGENTS: usize = 36;
/// Width of the lines, pixels.
const LINE_WIDTH: f32 = 1.5;

/// The overlay that the plugin does not draw.
#[derive(Default, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
struct GridGizmos;

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
        .init_resource::<Overlays>()
        .init_resource::<InspectedAgent>()
        .add_systems(
            PostUpdate,
            (
                switch_layers.run_if(resource_changed::<Overlays>),
                watch_picked.run_if(resource_changed::<InspectedAgent>),
                grid::draw.run_if(|overlays: Res<Overlays>| overlays.grid),
            )
                .chain()
                .before(SteeringDebugSystems::Draw),
        );
}

/// The debug layers of each switch in the panel.
fn layers_of(overlays: &Overlays) -> [(bool, &'static [DebugLayer]); 15] {
    use DebugLayer::*;
    [
        (overlays.forces, &[Velocity, Force]),
        (overlays.tiers, &[AvoidanceForce, FlockingForce, GoalForce]),
        (overlays.limits, &[VelocityConstraints]),
        (
            overlays.views,
            &[SeparationView, AlignmentView, CohesionView, AvoidAgentsView],
        ),
        (overlays.feelers, &[Feelers, Hits]),
        (overlays.blocked_bearings, &[BlockedBearings]),
        (overlays.bearing, &[ChosenBearing]),
        (overlays.goals, &[Goal]),
        (overlays.sight_lines, &[ClearSight, BlockedSight]),
        (overlays.paths, &[Paths]),
        (overlays.fields, &[FlowFields]),
        (overlays.formations, &[Formations]),
        (overlays.events, &[Events]),
        (overlays.obstacles, &[Obstacles]),
        (overlays.inflated_obstacles, &[InflatedObstacles]),
    ]
}

fn switch_layers(overlays: Res<Overlays>, mut store: ResMut<GizmoConfigStore>) {
    let (_, gizmos) = store.config_mut::<SteeringGizmos>();
    for (on, layers) in layers_of(&overlays) {
        for layer in layers {
            if on {
                gizmos.show(*layer);
            } else {
                gizmos.hide(*layer);
            }
        }
    }
}

/// If an agent is picked, only this agent has overlays.
fn watch_picked(
    mut commands: Commands,
    picked: Res<InspectedAgent>,
    watched: Query<Entity, With<WatchSteering>>,
) {
    for entity in &watched {
        commands.entity(entity).try_remove::<WatchSteering>();
    }
    if let Some(entity) = picked.0
        && let Ok(mut entity) = commands.get_entity(entity)
    {
        entity.try_insert(WatchSteering);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_horde::prelude::Tier;

    #[test]
    fn every_layer_belongs_to_one_switch_and_every_switch_but_the_grid_has_layers() {
        let mut overlays = Overlays::default();
        let mut layers = Vec::new();
        for number in 0..overlays.switches().len() {
            let mut only = Overlays::default();
            let (name, _, on) = &mut only.switches()[number];
            let name = *name;
            **on = true;
            let own: Vec<DebugLayer> = layers_of(&only)
                .iter()
                .filter(|(on, _)| *on)
                .flat_map(|(_, layers)| layers.iter().copied())
                .collect();
            assert_eq!(own.is_empty(), name == "grid", "{name}");
            layers.extend(own);
        }
        layers.sort_unstable();
        assert_eq!(layers, DebugLayer::ALL);
    }

    const TIERS: [Tier; 3] = [Tier::Avoidance, Tier::Flocking, Tier::Goal];

    #[test]
    fn switches_of_the_panel_are_those_of_the_drawing() {
        let mut store = GizmoConfigStore::default();
        store.insert(GizmoConfig::default(), SteeringGizmos::default());
        let mut app = App::new();
        app.insert_resource(store)
            .insert_resource(Overlays {
                tiers: true,
                ..default()
            })
            .add_systems(Update, switch_layers);
        app.update();
        let (_, gizmos) = app
            .world()
            .resource::<GizmoConfigStore>()
            .config::<SteeringGizmos>();
        for layer in DebugLayer::ALL {
            let is_of_a_tier = TIERS.map(DebugLayer::of_tier).contains(&layer);
            assert_eq!(gizmos.color(layer).is_some(), is_of_a_tier, "{layer:?}");
        }
    }

    #[test]
    fn only_the_picked_agent_is_watched() {
        let mut app = App::new();
        app.init_resource::<InspectedAgent>()
            .add_systems(Update, watch_picked);
        let [first, second] = [(); 2].map(|()| app.world_mut().spawn_empty().id());
        let watched = |app: &mut App| -> Vec<Entity> {
            app.update();
            let mut marked = app
                .world_mut()
                .query_filtered::<Entity, With<WatchSteering>>();
            marked.iter(app.world()).collect()
        };
        assert_eq!(watched(&mut app), []);
        for picked in [first, second] {
            app.insert_resource(InspectedAgent(Some(picked)));
            assert_eq!(watched(&mut app), [picked]);
        }
        app.insert_resource(InspectedAgent(None));
        assert_eq!(watched(&mut app), []);
    }
}
