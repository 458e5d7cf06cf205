//! The stages in a schedule: their order, other systems beside them, and no ambiguity.

use crate::harness::*;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::behaviors::DetourState;
use bevy_horde::diagnostics::{StageTimes, SteeringDiagnosticsPlugin};
use bevy_horde::perception::AgentState;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Simulation;

#[derive(Resource, Default)]
struct Log(Vec<&'static str>);

/// A behavior of the game: it reads its own state, queries the index, and adds a contribution.
fn crowd_shyness(
    query: SteeringQuery,
    mut agents: Query<(Entity, &AgentState, &mut SteeringContributions)>,
) {
    for (entity, state, mut contributions) in &mut agents {
        for hit in query.agents_within(state.position(), 2.0) {
            if hit.entity != entity {
                contributions.add(Tier::Flocking, Vec3::X);
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
#[require(BehaviorForces, SteeringContributions)]
struct Own;

impl TargetBehavior for Own {
    fn target(&self) -> Target {
        Target::default()
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        agent.add(Tier::Goal, target.position);
    }
}

impl GoalRefiner for Own {
    type Inputs = ();
    type Data = &'static Own;

    fn refine(agent: &mut RefinedAgent, _: &Own, (): &()) -> Option<Refinement> {
        Some(Refinement::new(agent.goal()?, "keeps its goal"))
    }
}

impl NeighborRule for Own {
    type Sum = ();
    type Inputs = ();

    fn view(&self) -> View {
        View::all(Length::Radii(4.0))
    }

    fn add(&self, (): &mut (), _: &AgentState, _: &Neighbor, (): &()) {}

    fn force(&self, (): (), _: &AgentState, _: f32) -> Option<Vec2> {
        None
    }
}

fn read_result(agents: Query<(&Steering, &SteeringAgent, Option<&DetourState>)>) {
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
            refine_goals::<Own>.in_set(SteeringSystems::Refine),
            steer_among_neighbors::<Own>.in_set(SteeringSystems::Rules),
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
fn diagnostics_count_agents_obstacles_candidates_and_overlaps() {
    let mut app = simulation_app(LogLevel::Ignore);
    app.add_plugins((
        bevy::diagnostic::DiagnosticsPlugin,
        SteeringDiagnosticsPlugin::new(Simulation),
    ));
    // The width of the vector instructions changes the number of candidates.
    app.insert_resource(SimdLevel::Scalar);
    let counts = |app: &App| {
        [
            &SteeringDiagnosticsPlugin::AGENTS,
            &SteeringDiagnosticsPlugin::OBSTACLES,
            &SteeringDiagnosticsPlugin::CANDIDATES,
            &SteeringDiagnosticsPlugin::OVERLAPS,
        ]
        .map(|path| count(app, path))
    };
    step(&mut app);
    assert_eq!(counts(&app), [0.0; 4]);
    // Two agents overlap, and one is far away.
    for x in [0.0, 0.6, 500.0] {
        app.world_mut()
            .spawn((at(x, 0.0), SteeringAgent::default(), Flock::default()));
    }
    app.world_mut()
        .spawn((at(50.0, 0.0), Obstacle::circle(2.0)));
    step(&mut app);
    // Each of the two examines both, and the third examines itself only.
    assert_eq!(counts(&app), [3.0, 1.0, 5.0, 2.0]);
    // Without an agent that the plugin moves, no pair separates.
    let agents: Vec<_> = app
        .world_mut()
        .query_filtered::<Entity, With<SteeringAgent>>()
        .iter(app.world())
        .collect();
    for agent in agents {
        app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    }
    step(&mut app);
    assert_eq!(counts(&app), [3.0, 1.0, 0.0, 0.0]);
}

#[test]
#[should_panic(expected = "ambigu")]
fn the_ambiguity_detection_works() {
    let mut app = simulation_app(LogLevel::Error);
    app.add_systems(Simulation, |mut velocities: Query<&mut Velocity>| {
        for mut velocity in &mut velocities {
            velocity.0.x += 1.0;
        }
    });
    step(&mut app);
}

#[test]
fn the_plugin_works_in_a_schedule_of_the_game() {
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
fn the_stages_run_in_order() {
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
fn behaviors_read_the_state_at_the_start_of_the_tick() {
    // Two agents that pursue each other do the same, independent of their order.
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
fn the_tick_counter_counts_ticks_and_not_frames() {
    let mut app = app();
    let before = app.world().resource::<SteeringTick>().0;
    app.insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(3));
    run(&mut app, 4);
    assert_eq!(app.world().resource::<SteeringTick>().0, before + 12);
}
