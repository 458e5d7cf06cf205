//! The stages in a schedule: their order, their company, and no ambiguity.

use crate::harness::*;
use bevy::diagnostic::{Diagnostic, DiagnosticsStore};
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::behaviors::PassingSide;
use bevy_horde::diagnostics::{StageTimes, SteeringDiagnosticsPlugin};
use bevy_horde::perception::AgentState;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Simulation;

#[derive(Resource, Default)]
struct Log(Vec<&'static str>);

/// What a game's own behaviour may do: read its own state, ask who is where, and say what it wants.
fn crowd_shyness(
    query: SteeringQuery,
    mut agents: Query<(Entity, &AgentState, &mut SteeringContributions)>,
) {
    for (entity, state, mut contributions) in &mut agents {
        for hit in query.agents_within(state.position(), 2.0) {
            if hit.entity != entity {
                contributions.add(Tier::Society, Vec3::X);
            }
        }
    }
}

/// A goal of a game's own.
fn set_goal(mut agents: Query<(&AgentState, &mut SteeringGoal)>) {
    for (state, mut goal) in &mut agents {
        goal.set(Goal::seek(state, 0.02, Vec2::ONE));
    }
}

#[derive(Component, TypePath)]
struct Own;

impl TargetBehavior for Own {
    fn target(&self) -> Target {
        Target::default()
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        agent.add(Tier::Goal, target.position);
    }
}

fn read_result(agents: Query<(&Steering, &SteeringAgent, Option<&PassingSide>)>) {
    for (steering, _, _) in &agents {
        assert!(steering.force.is_finite());
    }
}

fn simulation_app(detection: LogLevel) -> App {
    let mut app = App::new();
    app.init_schedule(Simulation);
    app.edit_schedule(Simulation, |schedule| {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: detection,
            ..default()
        });
    });
    app.add_plugins((MinimalPlugins, SteeringPlugin::new(Simulation)));
    app.insert_resource(Time::<()>::default());
    app
}

fn step(app: &mut App) {
    app.world_mut()
        .resource_mut::<Time>()
        .advance_by(core::time::Duration::from_millis(20));
    app.world_mut().run_schedule(Simulation);
}

#[test]
fn no_two_systems_are_ambiguous() {
    let mut app = simulation_app(LogLevel::Error);
    app.add_plugins((
        bevy::diagnostic::DiagnosticsPlugin,
        SteeringDiagnosticsPlugin::new(Simulation),
    ));
    app.add_systems(
        Simulation,
        (
            crowd_shyness.in_set(SteeringSystems::Behave),
            (set_goal, steer_for_target::<Own>).in_set(SteeringSystems::Goals),
            read_result
                .after(SteeringSystems::Arbitrate)
                .before(SteeringSystems::Locomote),
        ),
    );
    let goals = (SteeringGoal::default(), Own);
    app.world_mut()
        .spawn((SteeringAgent::default(), Flock::default(), goals));
    step(&mut app);
    step(&mut app);
    assert_eq!(app.world().resource::<StageTimes>().ticks, 2);
}

#[test]
fn what_the_stages_deal_with_is_counted() {
    let mut app = simulation_app(LogLevel::Ignore);
    app.add_plugins((
        bevy::diagnostic::DiagnosticsPlugin,
        SteeringDiagnosticsPlugin::new(Simulation),
    ));
    // With wider ones several look together.
    app.insert_resource(Instructions::Plain);
    let count = |app: &App, path| {
        let diagnostics = app.world().resource::<DiagnosticsStore>();
        diagnostics.get(&path).and_then(Diagnostic::value)
    };
    let counts = |app: &App| {
        [
            count(app, SteeringDiagnosticsPlugin::AGENTS),
            count(app, SteeringDiagnosticsPlugin::OBSTACLES),
            count(app, SteeringDiagnosticsPlugin::LOOKED_AT),
            count(app, SteeringDiagnosticsPlugin::TOUCHING),
        ]
    };
    step(&mut app);
    assert_eq!(counts(&app), [Some(0.0); 4]);
    // Two that overlap, and one far away that looks round as well.
    for x in [0.0, 0.6, 500.0] {
        app.world_mut()
            .spawn((at(x, 0.0), SteeringAgent::default(), Flock::default()));
    }
    app.world_mut()
        .spawn((at(50.0, 0.0), Obstacle::circle(2.0)));
    step(&mut app);
    // Each of the two looks at both; the third at nobody but itself.
    assert_eq!(counts(&app), [Some(3.0), Some(1.0), Some(5.0), Some(2.0)]);
    // When nobody moves by itself, nobody is put apart.
    let agents: Vec<_> = app
        .world_mut()
        .query_filtered::<Entity, With<SteeringAgent>>()
        .iter(app.world())
        .collect();
    for agent in agents {
        app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    }
    step(&mut app);
    assert_eq!(counts(&app), [Some(3.0), Some(1.0), Some(0.0), Some(0.0)]);
}

#[test]
#[should_panic(expected = "ambigu")]
fn the_detector_of_ambiguities_detects() {
    let mut app = simulation_app(LogLevel::Error);
    app.add_systems(Simulation, |mut velocities: Query<&mut Velocity>| {
        for mut velocity in &mut velocities {
            velocity.0.x += 1.0;
        }
    });
    step(&mut app);
}

#[test]
fn a_schedule_of_the_games_own_works() {
    let mut app = simulation_app(LogLevel::Ignore);
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), moving(2.0, 0.0)))
        .id();
    for _ in 0..50 {
        step(&mut app);
    }
    assert_near(place(&app, agent).x, 2.0, 1e-4);
    assert_eq!(*app.world().resource::<SteeringTick>(), SteeringTick(50));
}

#[test]
fn the_stages_run_in_their_order() {
    let mut app = app();
    app.init_resource::<Log>();
    let note = |name: &'static str| move |mut log: ResMut<Log>| log.0.push(name);
    app.add_systems(
        FixedUpdate,
        (
            note("locomote").in_set(SteeringSystems::Locomote),
            note("behave").in_set(SteeringSystems::Behave),
            note("arbitrate").in_set(SteeringSystems::Arbitrate),
            note("perceive").in_set(SteeringSystems::Perceive),
        ),
    );
    app.update();
    let log = &app.world().resource::<Log>().0;
    assert_eq!(log[..], ["perceive", "behave", "arbitrate", "locomote"]);
}

#[test]
fn behaviors_see_the_start_of_the_tick() {
    // Two that chase each other do the same whichever of them comes first.
    let mut app = app();
    let a = app
        .world_mut()
        .spawn((at(-3.0, 0.0), SteeringAgent::default()))
        .id();
    let b = app
        .world_mut()
        .spawn((at(3.0, 0.0), SteeringAgent::default()))
        .id();
    app.world_mut().entity_mut(a).insert(Pursue::new(b));
    app.world_mut().entity_mut(b).insert(Pursue::new(a));
    run(&mut app, 40);
    assert_eq!(place(&app, a), -place(&app, b));
    assert_eq!(velocity(&app, a), -velocity(&app, b));
}

#[test]
fn the_tick_counts_ticks_and_not_frames() {
    let mut app = app();
    let before = app.world().resource::<SteeringTick>().0;
    app.insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(3));
    run(&mut app, 4);
    assert_eq!(app.world().resource::<SteeringTick>().0, before + 12);
}
