//! The last ticks of the inspected agent and of the crowd.

use super::app;
use super::screen::Screen;
use crate::plots::force_series;
use crate::{AgentHistory, CrowdHistory, HistoryPlugin, InspectedAgent, panel_ui};
use bevy::diagnostic::DiagnosticsPlugin;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::behaviors::JourneyState;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use core::time::Duration;

fn recording_app() -> App {
    let mut app = app();
    app.add_plugins((
        DiagnosticsPlugin,
        SteeringDiagnosticsPlugin::new(Update),
        HistoryPlugin::new(Update),
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
        20,
    )));
    app
}

fn inspect(app: &mut App, agent: Option<Entity>) {
    app.insert_resource(InspectedAgent(agent));
}

fn is_traced(app: &App, agent: Entity) -> bool {
    app.world().get::<SteeringTrace>(agent).is_some()
}

#[test]
fn the_inspected_agent_is_recorded_by_behavior() {
    let mut app = recording_app();
    let seek = Seek::new(Vec2::new(1000.0, 0.0));
    let body = SteeringAgent::new(1.0, 10.0);
    let [agent, other] = [(); 2].map(|()| app.world_mut().spawn((body, seek)).id());
    inspect(&mut app, Some(agent));
    for _ in 0..12 {
        app.update();
    }
    assert!(is_traced(&app, agent) && !is_traced(&app, other));
    let history = app.world().resource::<AgentHistory>();
    let speeds: Vec<f32> = history.samples().map(|sample| sample.speed).collect();
    assert!(speeds.len() >= 10, "{speeds:?}");
    assert!(speeds.is_sorted() && speeds[9] > speeds[0], "{speeds:?}");
    assert!(history.behaviors().contains(&"Seek"));
    let trace = app.world().get::<SteeringTrace>(agent);
    let force = trace.map_or(0.0, |trace| trace.force_of("Seek").length());
    assert!(force > 0.0);
    let series = force_series(history);
    let seek = series.iter().find(|(name, _)| name == "Seek");
    assert_eq!(seek.map(|(_, forces)| forces.len()), Some(speeds.len()));
    assert!(seek.is_some_and(|(_, forces)| forces.iter().all(|force| *force > 0.0)));

    // A paused clock adds no tick, and the history of another agent starts empty.
    let ticks = |app: &App| app.world().resource::<AgentHistory>().samples().len();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app.update();
    let before = ticks(&app);
    app.update();
    assert_eq!(ticks(&app), before);
    inspect(&mut app, Some(other));
    app.update();
    assert_eq!(ticks(&app), 0);
    assert!(!is_traced(&app, agent) && is_traced(&app, other));
    inspect(&mut app, None);
    app.update();
    assert!(!is_traced(&app, other));
}

#[test]
fn a_trace_of_the_game_stays() {
    let mut app = recording_app();
    let traced = (SteeringAgent::default(), SteeringTrace::default());
    let agent = app.world_mut().spawn(traced).id();
    inspect(&mut app, Some(agent));
    app.update();
    inspect(&mut app, None);
    app.update();
    assert!(is_traced(&app, agent));
}

#[test]
fn overlaps_and_stuck_agents_are_counted() {
    let mut app = recording_app();
    let last = |app: &App| {
        let history = app.world().resource::<CrowdHistory>();
        history.samples().last().copied().unwrap_or_default()
    };
    for x in [0.0, 0.5] {
        let place = Transform::from_xyz(x, 0.0, 0.0);
        app.world_mut()
            .spawn((place, SteeringAgent::new(1.0, 10.0)));
    }
    for _ in 0..4 {
        app.update();
    }
    assert!(last(&app).overlaps.is_some());
    let history = app.world().resource::<CrowdHistory>();
    let most = history.samples().filter_map(|sample| sample.overlaps);
    assert_eq!(most.fold(0.0, f64::max), 2.0);
    assert_eq!(last(&app).stuck, None);
    // Two forces cancel each other.
    let journey = Journey { stuck_after: 0.1 };
    let forces = (Seek::new(Vec2::X * 100.0), Flee::new(Vec2::X * 100.0));
    let place = Transform::from_xyz(50.0, 0.0, 0.0);
    let stuck = (place, SteeringAgent::new(1.0, 10.0), forces, journey);
    app.world_mut().spawn(stuck);
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(last(&app).stuck, Some(1));
    // It moves on. The plot still shows that it was stuck.
    let mut agents = app.world_mut().query_filtered::<Entity, With<Flee>>();
    let agent = agents.single(app.world()).expect("one agent flees");
    let patient = Journey {
        stuck_after: f32::INFINITY,
    };
    app.world_mut()
        .entity_mut(agent)
        .remove::<Flee>()
        .insert(patient);
    for _ in 0..40 {
        app.update();
    }
    let journey = app.world().get::<JourneyState>(agent);
    assert!(journey.is_some_and(|journey| !journey.is_stuck));
    assert_eq!(last(&app).stuck, Some(1));
    for _ in 0..120 {
        app.update();
    }
    assert_eq!(last(&app).stuck, Some(0));
    assert_eq!(last(&app).squeezed, Some(0.0));
    let world = app.world_mut();
    for _ in 0..400 {
        world.run_schedule(Update);
    }
    Screen::new(world, panel_ui);
}
