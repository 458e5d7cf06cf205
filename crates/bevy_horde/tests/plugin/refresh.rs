//! Queries before the first tick, and right after a game has spawned entities.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

/// The nearest agent and the nearest obstacle: their places.
fn nearest(query: SteeringQuery) -> (Option<Vec2>, Option<Vec2>) {
    let agent = query.nearest_agent(Vec2::ZERO);
    let obstacle = query.nearest_obstacle(Vec2::ZERO);
    (agent.map(|hit| hit.position), obstacle.map(|it| it.point))
}

fn found(app: &mut App) -> (Option<Vec2>, Option<Vec2>) {
    app.world_mut()
        .run_system_once(nearest)
        .expect("the system runs")
}

fn ticks(app: &App) -> u64 {
    app.world().resource::<SteeringTick>().0
}

fn body() -> SteeringAgent {
    SteeringAgent::default().non_solid()
}

const NOTHING: (Option<Vec2>, Option<Vec2>) = (None, None);
const BOTH: (Option<Vec2>, Option<Vec2>) = (Some(Vec2::new(3.0, 0.0)), Some(Vec2::new(4.0, 0.0)));

fn spawn_both(mut commands: Commands) {
    // The first agent has no place, and the second, nearer one is hidden.
    commands.spawn((at(f32::NAN, 0.0), body()));
    commands.spawn((at(1.0, 0.0), body(), Disabled));
    commands.spawn((at(3.0, 0.0), body()));
    commands.spawn((at(f32::NAN, 0.0), Obstacle::circle(1.0)));
    let root = commands.spawn(at(5.0, 3.0)).id();
    commands.spawn((at(0.0, -3.0), Obstacle::circle(1.0), ChildOf(root)));
}

#[derive(Resource, Default)]
struct Answers(Vec<(Option<Vec2>, Option<Vec2>)>);

fn note(query: SteeringQuery, mut answers: ResMut<Answers>) {
    answers.0.push(nearest(query));
}

#[test]
fn queries_of_the_first_frame_find_what_startup_has_spawned() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::default()))
        .init_resource::<Answers>()
        .add_systems(Startup, spawn_both)
        .add_systems(Update, note);
    app.update();
    assert_eq!(ticks(&app), 0);
    assert_eq!(app.world().resource::<Answers>().0, [BOTH]);
    // As long as no tick runs, each frame finds what is new.
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app.update();
    app.world_mut().spawn((at(0.0, 2.0), body()));
    app.update();
    let answers = &app.world().resource::<Answers>().0;
    assert_eq!(answers[1..], [BOTH, (Some(Vec2::new(0.0, 2.0)), BOTH.1)]);
    assert_eq!(ticks(&app), 0);
}

#[test]
fn a_refresh_finds_what_was_spawned_in_the_same_schedule() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::default()))
        .init_resource::<Answers>()
        .add_systems(
            Startup,
            (note, spawn_both, refresh_steering_query, note).chain(),
        );
    app.update();
    assert_eq!(app.world().resource::<Answers>().0, [NOTHING, BOTH]);
}

#[test]
fn a_refresh_between_ticks_shows_the_present_until_the_next_tick() {
    let mut app = app();
    let [first, second] = [3.0, 7.0].map(|x| app.world_mut().spawn((at(x, 0.0), body())).id());
    run(&mut app, 3);
    let before = (Some(Vec2::new(3.0, 0.0)), None);
    app.world_mut().despawn(first);
    app.world_mut().entity_mut(second).insert(at(8.0, 0.0));
    app.world_mut().spawn((at(0.0, 9.0), Obstacle::circle(1.0)));
    assert_eq!(found(&mut app), (Some(Vec2::new(7.0, 0.0)), None));
    refresh_steering_query(app.world_mut());
    let now = (Some(Vec2::new(8.0, 0.0)), Some(Vec2::new(0.0, 8.0)));
    assert_eq!(found(&mut app), now);
    assert_ne!(now, before);
    // Another move is not seen until the next tick.
    app.world_mut().entity_mut(second).insert(at(6.0, 0.0));
    assert_eq!(found(&mut app), now);
    run(&mut app, 1);
    assert_eq!(found(&mut app), (Some(Vec2::new(6.0, 0.0)), now.1));
}

#[test]
fn a_refresh_knows_groups_and_the_order_of_ids() {
    let mut app = app();
    // The lowest id is neither the first nor the last to be spawned.
    let [late, early, _] = [9, 4, 6].map(AgentId).map(|id| {
        let agent = (at(2.0, 0.0), body(), id);
        app.world_mut().spawn(agent).id()
    });
    let groups = Perception {
        memberships: 0b10,
        ..default()
    };
    app.world_mut().entity_mut(late).insert(groups);
    refresh_steering_query(app.world_mut());
    let nearest = |query: SteeringQuery| {
        let any = query.nearest_agent(Vec2::ZERO);
        let member = query.in_groups(0b10).nearest_agent(Vec2::ZERO);
        [any, member].map(|hit| hit.map(|hit| hit.entity))
    };
    let found = app.world_mut().run_system_once(nearest).unwrap();
    assert_eq!(found, [Some(early), Some(late)]);
}

#[test]
fn a_refresh_changes_no_agent() {
    let bits_of_a_run = |is_refreshed: bool| {
        let mut app = app();
        let agents: Vec<Entity> = (0..20_u8)
            .map(|number| {
                let place = at(f32::from(number % 5) * 1.1, f32::from(number / 5) * 1.1);
                let flock = (
                    SteeringAgent::default(),
                    Flock::default(),
                    Wander::default(),
                );
                let avoid = (AvoidAgents::default(), AvoidObstacles::default());
                app.world_mut().spawn((place, flock, avoid)).id()
            })
            .collect();
        app.world_mut().spawn((at(4.0, 2.0), Obstacle::circle(1.0)));
        for _ in 0..60 {
            if is_refreshed {
                refresh_steering_query(app.world_mut());
            }
            app.update();
        }
        let index = app.world().resource::<AgentIndex>();
        assert_eq!(index.len(), 20);
        agents
            .iter()
            .map(|agent| bits(&app, *agent))
            .collect::<Vec<_>>()
    };
    assert_eq!(bits_of_a_run(true), bits_of_a_run(false));
}

#[test]
fn a_refresh_without_the_plugin_does_nothing() {
    let mut world = World::new();
    refresh_steering_query(&mut world);
    assert!(world.get_resource::<AgentIndex>().is_none());
}

#[test]
fn after_a_load_answers_are_those_of_the_saved_game_and_not_of_an_earlier_refresh() {
    let mut app = app();
    let agent = (at(3.0, 0.0), body(), moving(1.0, 0.0));
    let group = Perception {
        memberships: 0b10,
        ..default()
    };
    let agent = app.world_mut().spawn((agent, group)).id();
    run(&mut app, 2);
    let of_tick = found(&mut app);
    app.world_mut().entity_mut(agent).insert(at(8.0, 0.0));
    refresh_steering_query(app.world_mut());
    assert_ne!(found(&mut app), of_tick);
    // A load sets the tick last.
    app.world_mut().resource_mut::<SteeringTick>().0 += 5;
    assert_eq!(found(&mut app), of_tick);
    let members = |query: SteeringQuery| {
        [0b01, 0b10].map(|groups| query.in_groups(groups).nearest_agent(Vec2::ZERO).is_some())
    };
    let members = app.world_mut().run_system_once(members);
    assert_eq!(members.unwrap(), [false, true]);
    refresh_steering_query(app.world_mut());
    assert_eq!(found(&mut app), (Some(Vec2::new(8.0, 0.0)), None));
}
