//! The drawn gizmos, without a renderer.

use bevy::asset::AssetPlugin;
use bevy::gizmos::config::{GizmoConfig, GizmoConfigStore};
use bevy::gizmos::{AppGizmoBuilder, GizmoAsset, GizmoHandles};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::debug::DebugLayer;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use bevy_horde::validation::SteeringWarnings;
use bevy_horde_gizmos::{
    SteeringDebugPlugin, SteeringDebugSystems, SteeringGizmos, WatchSteering, WatchedAgents,
};
use core::any::TypeId;

/// The agents drawn in the last update.
#[derive(Resource, Default)]
struct Watched(Vec<Entity>);

/// An app in which every update is one tick, with a group that the game has configured.
fn app_with(gizmos: SteeringGizmos) -> App {
    let mut app = bare_app();
    app.insert_gizmo_config(gizmos, GizmoConfig::default());
    start(&mut app);
    app
}

/// An app with only these layers on.
fn app(layers: &[DebugLayer]) -> App {
    let mut gizmos = SteeringGizmos::NONE;
    for layer in layers {
        gizmos.show(*layer);
    }
    app_with(gizmos)
}

fn bare_app() -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        AssetPlugin::default(),
        SteeringPlugin::default(),
    ))
    .init_asset::<GizmoAsset>()
    .insert_resource(Time::<Fixed>::from_hz(60.0))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

fn start(app: &mut App) {
    app.add_plugins(SteeringDebugPlugin)
        .init_resource::<Watched>()
        .add_systems(PostUpdate, list_watched.after(SteeringDebugSystems::Draw));
    app.finish();
    app.cleanup();
    app.update();
}

fn list_watched(watched: WatchedAgents, mut list: ResMut<Watched>) {
    list.0 = watched.list();
}

/// Every point drawn in the last update, with its color.
fn drawn(app: &App) -> Vec<(Vec3, LinearRgba)> {
    let handles = app.world().resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<SteeringGizmos>()) else {
        return Vec::new();
    };
    let assets = app.world().resource::<Assets<GizmoAsset>>();
    let buffer = assets.get(handle).expect("what was drawn").buffer();
    let lines = buffer.list_positions.iter().zip(&buffer.list_colors);
    let strips = buffer.strip_positions.iter().zip(&buffer.strip_colors);
    lines
        .chain(strips)
        .map(|(place, color)| (*place, *color))
        // A point that is not finite separates two strips.
        .filter(|(place, _)| place.is_finite())
        .collect()
}

fn linear(layer: DebugLayer) -> LinearRgba {
    SteeringGizmos::default_color(layer).to_linear()
}

fn change(app: &mut App, change: impl FnOnce(&mut GizmoConfig, &mut SteeringGizmos)) {
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    let (config, gizmos) = store.config_mut::<SteeringGizmos>();
    change(config, gizmos);
}

/// An agent of radius 1 that stands at this position and has a goal to the right.
fn spawn_agent(app: &mut App, place: Vec3) -> Entity {
    app.world_mut()
        .spawn((
            Transform::from_translation(place),
            SteeringAgent::new(1.0, 6.0),
            Seek::new(Vec3::new(1000.0, place.y, 0.0)),
        ))
        .id()
}

fn has_trace(app: &App, entity: Entity) -> bool {
    app.world().get::<SteeringTrace>(entity).is_some()
}

#[test]
fn obstacles_and_forces_are_drawn_in_their_colors_where_they_are() {
    let mut app = app(&[DebugLayer::Obstacles, DebugLayer::Force]);
    app.world_mut()
        .spawn((Obstacle::circle(3.0), Transform::from_xyz(50.0, 20.0, 2.0)));
    spawn_agent(&mut app, Vec3::new(0.0, 0.0, 5.0));
    app.update();
    let drawn = drawn(&app);
    let (obstacle, rest): (Vec<_>, Vec<_>) = drawn
        .iter()
        .partition(|(_, color)| *color == linear(DebugLayer::Obstacles));
    assert!(obstacle.len() > 20);
    for (place, _) in obstacle {
        let distance = place.distance(Vec3::new(50.0, 20.0, 2.0));
        assert!((distance - 3.0).abs() < 1e-4, "{place}");
    }
    // The two ends of the shaft and the three corners of the head, at the agent's height.
    assert_eq!(rest.len(), 5);
    let farthest = rest
        .iter()
        .map(|(place, color)| {
            assert_eq!(*color, linear(DebugLayer::Force));
            assert_eq!(place.z, 5.0);
            place.x
        })
        .fold(f32::NEG_INFINITY, f32::max);
    // From rest the agent uses its full force, so the arrow is four body radii long. It starts at
    // the position after the tick: an acceleration of 18 has moved the agent 18 / 60 / 60 to the
    // right.
    assert!((farthest - 4.005).abs() < 1e-3, "{farthest}");
}

#[test]
fn an_event_is_marked_and_without_a_journey_nothing_is_missing() {
    let mut app = app(&[DebugLayer::Events]);
    let agent = spawn_agent(&mut app, Vec3::ZERO);
    for _ in 0..400 {
        app.update();
    }
    // Longer than it takes to warn about observers that wait in vain.
    let warnings = app.world().resource::<SteeringWarnings>();
    assert_eq!(warnings.reported(), []);
    assert_eq!(drawn(&app), []);
    let goal = Arrive::new(Vec3::new(50.0, 0.0, 0.0));
    app.world_mut().entity_mut(agent).remove::<Seek>();
    app.world_mut()
        .entity_mut(agent)
        .insert((goal, Journey::default()));
    let is_marked = |_| {
        app.update();
        !drawn(&app).is_empty()
    };
    assert!((0..1200).any(is_marked));
}

#[test]
fn no_layer_and_a_group_that_is_switched_off_draw_nothing() {
    let mut app = app(&[]);
    app.world_mut().spawn(Obstacle::circle(3.0));
    spawn_agent(&mut app, Vec3::ZERO);
    app.update();
    assert_eq!(drawn(&app), []);
    change(&mut app, |_, gizmos| gizmos.show(DebugLayer::Obstacles));
    app.update();
    assert_ne!(drawn(&app), []);
    change(&mut app, |config, _| config.enabled = false);
    app.update();
    assert_eq!(drawn(&app), []);
}

#[test]
fn agents_have_a_trace_while_a_layer_needs_it_and_keep_a_trace_of_the_game() {
    let mut app = app(&[DebugLayer::Force]);
    let plain = spawn_agent(&mut app, Vec3::ZERO);
    let traced = spawn_agent(&mut app, Vec3::new(0.0, 50.0, 0.0));
    app.world_mut()
        .entity_mut(traced)
        .insert(SteeringTrace::default());
    app.update();
    assert!(!has_trace(&app, plain));

    change(&mut app, |_, gizmos| gizmos.show(DebugLayer::GoalForce));
    app.update();
    app.update();
    assert!(has_trace(&app, plain) && has_trace(&app, traced));
    let of_goal = |app: &App| {
        let drawn = drawn(app);
        let color = linear(DebugLayer::GoalForce);
        drawn.iter().filter(|(_, drawn)| *drawn == color).count()
    };
    assert_eq!(of_goal(&app), 10, "two arrows of five points");

    change(&mut app, |_, gizmos| gizmos.hide(DebugLayer::GoalForce));
    app.update();
    assert!(!has_trace(&app, plain) && has_trace(&app, traced));
    assert_eq!(of_goal(&app), 0);

    change(&mut app, |_, gizmos| gizmos.show(DebugLayer::GoalForce));
    app.update();
    assert!(has_trace(&app, plain));
    change(&mut app, |config, _| config.enabled = false);
    app.update();
    assert!(!has_trace(&app, plain) && has_trace(&app, traced));
}

#[test]
fn disabled_and_despawned_agents_are_not_drawn() {
    let mut app = app(&[DebugLayer::SeparationView, DebugLayer::Feelers]);
    let [disabled, able] = [0.0, 50.0].map(|y| {
        let agent = spawn_agent(&mut app, Vec3::new(0.0, y, 0.0));
        let rules = (Separation::default(), Whiskers::default());
        app.world_mut().entity_mut(agent).insert(rules);
        agent
    });
    app.update();
    app.update();
    app.world_mut()
        .entity_mut(disabled)
        .insert(SteeringDisabled);
    app.update();
    assert_eq!(app.world().resource::<Watched>().0, [able]);
    assert!(!has_trace(&app, disabled) && has_trace(&app, able));
    assert!(drawn(&app).iter().all(|(place, _)| place.y > 25.0));
    app.world_mut().despawn(able);
    app.update();
    assert_eq!(drawn(&app), []);
    app.world_mut()
        .entity_mut(disabled)
        .remove::<SteeringDisabled>();
    app.update();
    assert_ne!(drawn(&app), []);
}

#[test]
fn of_many_agents_the_same_few_are_drawn_evenly_spread_over_their_ids() {
    let mut app = app_with(SteeringGizmos {
        max_agents: 4,
        ..default()
    });
    let agents: Vec<Entity> = (0..10)
        .map(|number| spawn_agent(&mut app, Vec3::new(0.0, 10.0 * number as f32, 0.0)))
        .collect();
    let expected = [agents[0], agents[3], agents[6], agents[9]];
    for _ in 0..3 {
        app.update();
        assert_eq!(app.world().resource::<Watched>().0, expected);
        for (number, agent) in agents.iter().enumerate() {
            assert_eq!(has_trace(&app, *agent), number % 3 == 0, "{number}");
        }
    }
    app.world_mut().entity_mut(agents[5]).insert(WatchSteering);
    app.update();
    assert_eq!(app.world().resource::<Watched>().0, [agents[5]]);
    assert!(has_trace(&app, agents[5]) && !has_trace(&app, agents[0]));
    change(&mut app, |_, gizmos| gizmos.max_agents = 0);
    app.update();
    assert!(app.world().resource::<Watched>().0.is_empty());
}

#[test]
fn obstacles_are_inflated_for_the_widest_agent_that_is_drawn() {
    let mut app = app(&[DebugLayer::InflatedObstacles]);
    app.world_mut()
        .spawn((Obstacle::circle(10.0), Transform::from_xyz(500.0, 0.0, 0.0)));
    app.update();
    assert_eq!(drawn(&app), [], "without agents nothing is inflated");
    let slim = spawn_agent(&mut app, Vec3::ZERO);
    let wide = spawn_agent(&mut app, Vec3::new(0.0, 50.0, 0.0));
    app.world_mut()
        .entity_mut(wide)
        .insert((SteeringAgent::new(2.0, 6.0), AvoidObstacles::default()));
    let radius = |app: &App| drawn(app)[0].0.distance(Vec3::new(500.0, 0.0, 0.0));
    app.update();
    // The obstacle's 10, the body's 2, and a margin of 0.35 radii.
    assert!((radius(&app) - 12.7).abs() < 1e-3, "{}", radius(&app));
    app.world_mut().entity_mut(slim).insert(WatchSteering);
    app.update();
    assert!((radius(&app) - 11.0).abs() < 1e-3, "{}", radius(&app));
}

#[test]
fn every_layer_has_a_color_of_its_own_and_a_switch() {
    let mut gizmos = SteeringGizmos::NONE;
    let mut colors = Vec::new();
    for layer in DebugLayer::ALL {
        assert_eq!(gizmos.color(layer), None, "{layer:?}");
        gizmos.show(layer);
        let color = SteeringGizmos::default_color(layer);
        assert_eq!(gizmos.color(layer), Some(color), "{layer:?}");
        assert!(!colors.contains(&color), "{layer:?}");
        colors.push(color);
        *gizmos.color_mut(layer) = Some(Color::BLACK);
        gizmos.show(layer);
        assert_eq!(gizmos.color(layer), Some(Color::BLACK), "{layer:?}");
    }
    for layer in DebugLayer::ALL {
        gizmos.hide(layer);
    }
    assert_eq!(gizmos, SteeringGizmos::NONE);
}

#[test]
fn defaults_are_as_they_are_documented() {
    let gizmos = SteeringGizmos::default();
    let on: Vec<DebugLayer> = DebugLayer::ALL
        .into_iter()
        .filter(|layer| gizmos.color(*layer).is_some())
        .collect();
    assert_eq!(
        on,
        [
            DebugLayer::Obstacles,
            DebugLayer::Feelers,
            DebugLayer::Hits,
            DebugLayer::ChosenBearing,
            DebugLayer::Velocity,
            DebugLayer::Force,
        ]
    );
    assert_eq!(gizmos.arrow_length, Length::Radii(4.0));
    assert_eq!(gizmos.max_agents, 200);
    let mut app = bare_app();
    start(&mut app);
    change(&mut app, |config, group| {
        assert_eq!(*group, gizmos);
        assert_eq!(config.line.width, 1.5);
    });
    // A group that the game has configured before stays.
    let mut app = app_with(SteeringGizmos::NONE);
    change(&mut app, |config, group| {
        assert_eq!(*group, SteeringGizmos::NONE);
        assert_eq!(config.line.width, GizmoConfig::default().line.width);
    });
}

#[test]
fn paths_and_fields_are_drawn_without_an_agent() {
    let mut app = app(&[DebugLayer::Paths, DebugLayer::FlowFields]);
    let path = Path::new([Vec2::new(0.0, 30.0), Vec2::new(9.0, 30.0)]);
    app.world_mut()
        .spawn((path, Transform::from_xyz(0.0, 0.0, 4.0)));
    let area = Rect::from_center_size(Vec2::ZERO, Vec2::new(8.0, 4.0));
    app.world_mut().spawn(FlowField::new(area).to(Vec2::ZERO));
    for _ in 0..3 {
        app.update();
    }
    let (paths, fields): (Vec<_>, Vec<_>) = drawn(&app)
        .into_iter()
        .partition(|(_, color)| *color == linear(DebugLayer::Paths));
    let paths: Vec<_> = paths.into_iter().map(|(place, _)| place).collect();
    assert_eq!(
        paths,
        [Vec3::new(0.0, 30.0, 4.0), Vec3::new(9.0, 30.0, 4.0)]
    );
    // An arrow of five corners in every other cell.
    assert_eq!(fields.len(), 5 * 4 * 2);
    for (place, color) in fields {
        assert_eq!(color, linear(DebugLayer::FlowFields));
        assert!(area.contains(place.truncate()), "{place}");
    }
}

#[test]
fn each_member_of_a_formation_has_a_line_to_its_slot() {
    let mut app = app(&[DebugLayer::Formations]);
    let leader = Formation::default().on_marching_point(1.0, 6.0);
    let leader = (leader, Transform::default());
    let leader = app.world_mut().spawn(leader).id();
    let starts = [-3.0, -6.0].map(|x| Vec3::new(x, 4.0, 5.0));
    for start in starts {
        let member = spawn_agent(&mut app, start);
        let mut member = app.world_mut().entity_mut(member);
        member.remove::<Seek>().insert(InFormation(leader));
        member.insert(SteeringAgent::new(1.0, 0.1));
    }
    app.update();
    app.update();
    let drawn = drawn(&app);
    for start in starts {
        let is_near = |place: &Vec3| place.distance(start) < 0.1;
        let count = drawn.iter().filter(|(place, _)| is_near(place)).count();
        assert_eq!(count, 1, "{start}");
    }
    let color = linear(DebugLayer::Formations);
    assert!(drawn.len() > 100 && drawn.iter().all(|(_, own)| *own == color));
}

#[test]
fn the_mark_of_an_event_grows_for_a_second() {
    let mut app = app(&[DebugLayer::Events]);
    let agent = spawn_agent(&mut app, Vec3::ZERO);
    app.world_mut()
        .entity_mut(agent)
        .insert((SteeringDisabled, Journey::default()));
    let reach = |app: &mut App| {
        app.update();
        let distances = drawn(app).into_iter().map(|(place, _)| place.length());
        distances.fold(0.0, f32::max)
    };
    assert_eq!(reach(&mut app), 0.0);
    let by = StuckBy::Nothing;
    app.world_mut().trigger(Stuck { entity: agent, by });
    let first = reach(&mut app);
    let later: Vec<f32> = (0..62).map(|_| reach(&mut app)).collect();
    assert!(first > 1.0 && later[20] > first && later[56] < 2.1 * first);
    assert!(later[56] > 0.0, "a second is not over");
    assert_eq!(later[61], 0.0, "a second is over");
}
