//! Tests widgets with a simulated pointer.

use super::screen::{Screen, WIDTH, button};
use super::{app, key, pass, release, spawn_context, spawn_with_everything};
use crate::catalog::Catalog;
use crate::documentation::Role;
use crate::editing::fields_of;
use crate::plugin::{keep_context, show_panel};
use crate::{InspectedAgent, InspectorSettings, StageHistory, agent_groups_ui, panel_ui};
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy_egui::{EguiGlobalSettings, PrimaryEguiContext, egui};
use bevy_horde::diagnostics::StageTimes;
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};

#[test]
fn every_field_is_on_the_screen() {
    let mut app = app();
    let world = app.world_mut();
    spawn_with_everything(world);
    let mut screen = Screen::new(world, agent_groups_ui);
    let catalog = Catalog::read(world);
    for entry in &catalog.entries {
        if !matches!(entry.role, Role::Body | Role::Behavior) {
            continue;
        }
        screen.click(world, entry.name);
        let default = entry.default.default();
        for field in fields_of(default.as_partial_reflect(), &catalog.documentation) {
            let shown = screen.shows(&field.name);
            assert!(shown, "{}.{} is not shown", entry.name, field.path);
        }
        for (text, rect) in &screen.texts {
            let fits = text.is_empty() || rect.max.x <= WIDTH;
            assert!(fits, "{text} of {} does not fit", entry.name);
        }
        screen.click(world, entry.name);
    }
}

#[test]
fn dragging_the_mean_scales_every_agent() {
    let mut app = app();
    let world = app.world_mut();
    let agents = [20.0, 60.0].map(|speed| world.spawn(SteeringAgent::new(8.0, speed)).id());
    let speeds = |world: &World| {
        agents.map(|agent| {
            let agent = world.get::<SteeringAgent>(agent);
            agent.map_or(0.0, |agent| agent.max_speed)
        })
    };
    let mut screen = Screen::new(world, agent_groups_ui);
    screen.click(world, "SteeringAgent");
    screen.drag(world, "40.0", 50.0);
    let [slow, fast] = speeds(world);
    assert!(slow > 20.0, "nothing was dragged");
    assert!((fast / slow - 3.0).abs() < 1e-3, "{slow} and {fast}");
    // A uniform number stays uniform.
    screen.drag(world, "8.00", -40.0);
    for agent in agents {
        let radius = world
            .get::<SteeringAgent>(agent)
            .map(|agent| agent.body_radius);
        assert!(
            radius.is_some_and(|radius| (1.0..8.0).contains(&radius)),
            "{radius:?}"
        );
    }
    // Two agents differ in their speeds and therefore in their forces; the first button is that of
    // the speeds.
    screen.click(world, "=");
    let [slow, fast] = speeds(world);
    assert_eq!(slow, fast);
}

#[test]
fn buttons_reset_switch_and_name_views() {
    let mut app = app();
    let world = app.world_mut();
    let cohesion = Cohesion {
        weight: 4.0,
        ..default()
    };
    let agent = world.spawn((SteeringAgent::default(), cohesion)).id();
    let mut screen = Screen::new(world, agent_groups_ui);
    screen.click(world, "Cohesion");
    screen.click(world, "narrow");
    let view = |world: &World| world.get::<Cohesion>(agent).map(|cohesion| cohesion.view);
    assert_eq!(view(world), Some(View::narrow(Length::Radii(10.0))));
    screen.click(world, "units");
    assert_eq!(view(world), Some(View::narrow(Length::World(5.0))));
    let last_reset = screen
        .texts
        .iter()
        .filter(|(text, _)| text == "reset")
        .map(|(_, rect)| rect.center())
        .max_by(|a, b| a.y.total_cmp(&b.y));
    let Some(position) = last_reset else {
        panic!("there is a reset button");
    };
    screen.frame(world, vec![egui::Event::PointerMoved(position)]);
    screen.frame(world, vec![button(position, true)]);
    screen.frame(world, vec![button(position, false)]);
    assert_eq!(world.get::<Cohesion>(agent), Some(&Cohesion::default()));
}

#[test]
fn the_whole_panel_shows_itself_in_any_world() {
    let mut empty = World::new();
    Screen::new(&mut empty, panel_ui);

    let mut app = app();
    let world = app.world_mut();
    let agent = spawn_with_everything(world);
    world.insert_resource(InspectedAgent(Some(agent)));
    let mut history = StageHistory::default();
    for ticks in 1..400 {
        history.record(&StageTimes { ticks, ..default() });
    }
    world.insert_resource(history);
    let input = InvalidSetting {
        entity: agent,
        component: "Seek",
        field: "weight",
    };
    world.resource::<SteeringWarnings>().report(input, "is bad");
    let mut screen = Screen::new(world, panel_ui);
    for text in ["Crowd", "seed", "Presets", "Warnings"] {
        assert!(screen.shows(text), "{text} is not shown");
    }
    screen.click(world, "plugin state");
    assert!(screen.shows("Velocity"));
    world.despawn(agent);
    screen.frame(world, Vec::new());
}

#[test]
fn a_key_shows_and_hides_the_panel() {
    let mut app = app();
    let world = app.world_mut();
    world.init_resource::<InspectorSettings>();
    let (_, egui_context) = spawn_context(world);
    let width = |world: &mut World, events: Vec<egui::Event>| {
        let shown = pass(&egui_context, events, || show_panel(world));
        assert!(shown.is_ok());
        let panel = egui::Id::new("bevy_horde_inspector panel");
        egui::PanelState::load(&egui_context, panel).map(|state| state.outer_rect.width())
    };
    let press = key(egui::Key::F1, egui::Modifiers::NONE);
    assert!(width(world, Vec::new()).is_some());
    width(world, vec![press.clone(), release(egui::Key::F1)]);
    assert!(!world.resource::<InspectorSettings>().open);
    width(world, vec![press]);
    assert!(world.resource::<InspectorSettings>().open);
}

#[test]
fn the_panel_moves_to_another_camera_when_its_own_is_gone() {
    let mut app = App::new();
    app.init_resource::<EguiGlobalSettings>()
        .add_systems(Update, keep_context);
    let shows = |app: &mut App| {
        app.update();
        let mut shown = app
            .world_mut()
            .query_filtered::<Entity, With<PrimaryEguiContext>>();
        shown.iter(app.world()).collect::<Vec<_>>()
    };
    let camera = |app: &mut App| app.world_mut().spawn(Camera::default()).id();
    let first = camera(&mut app);
    // Choosing the first camera is left to `bevy_egui`.
    assert_eq!(shows(&mut app), []);
    app.world_mut().entity_mut(first).insert(PrimaryEguiContext);
    assert_eq!(shows(&mut app), [first]);
    app.world_mut().despawn(first);
    let minimap = camera(&mut app);
    let image = RenderTarget::Image(Handle::<Image>::default().into());
    app.world_mut().entity_mut(minimap).insert(image);
    assert_eq!(shows(&mut app), []);
    let second = camera(&mut app);
    assert_eq!(shows(&mut app), [second]);
    app.world_mut().despawn(second);
    let mut settings = app.world_mut().resource_mut::<EguiGlobalSettings>();
    settings.auto_create_primary_context = false;
    camera(&mut app);
    assert_eq!(shows(&mut app), []);
}
