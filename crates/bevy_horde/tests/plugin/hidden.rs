//! Entities that Bevy hides from queries and shows again. The plugin follows from the next tick on.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::obstacle::{ObstacleIndex, entity_of};
use bevy_horde::prelude::*;
use proptest::prelude::*;

/// A component of the game that hides entities from queries.
#[derive(Component, Clone, Copy)]
struct Pooled;

fn pooling_app() -> App {
    let mut app = app();
    app.world_mut().register_disabling_component::<Pooled>();
    app
}

/// The discs in the index: entity, position, radius, and solidity.
fn indexed(app: &App) -> Vec<(Entity, Vec2, f32, bool)> {
    let index = app.world().resource::<ObstacleIndex>();
    let discs = index.obstacles().iter().map(|obstacle| {
        let bounds = obstacle.shape.bounds();
        let center = 0.5 * (bounds.min + bounds.max);
        let radius = 0.5 * (bounds.max.x - bounds.min.x);
        (entity_of(obstacle.id), center, radius, obstacle.solid)
    });
    let mut discs: Vec<_> = discs.collect();
    discs.sort_by_key(|disc| disc.0);
    discs
}

fn disc(entity: Entity, x: f32, radius: f32) -> (Entity, Vec2, f32, bool) {
    (entity, Vec2::new(x, 0.0), radius, true)
}

fn spawn_disc(app: &mut App, x: f32, radius: f32) -> Entity {
    let disc = (at(x, 0.0), Obstacle::circle(radius));
    app.world_mut().spawn(disc).id()
}

fn hide(app: &mut App, entity: Entity) {
    app.world_mut().entity_mut(entity).insert(Disabled);
}

fn show(app: &mut App, entity: Entity) {
    app.world_mut().entity_mut(entity).remove::<Disabled>();
}

#[test]
fn an_obstacle_that_is_enabled_again_has_its_old_position() {
    let mut app = app();
    let door = spawn_disc(&mut app, 3.0, 1.0);
    run(&mut app, 3);
    assert_eq!(indexed(&app), [disc(door, 3.0, 1.0)]);
    hide(&mut app, door);
    run(&mut app, 3);
    assert_eq!(indexed(&app), []);
    show(&mut app, door);
    run(&mut app, 1);
    assert_eq!(indexed(&app), [disc(door, 3.0, 1.0)]);
}

#[test]
fn a_walker_stops_at_an_obstacle_that_is_enabled_again() {
    let mut app = app();
    spawn_disc(&mut app, 90.0, 1.0);
    let door = app
        .world_mut()
        .spawn(Obstacle::segment(vec2(3.0, -9.0), vec2(3.0, 9.0)))
        .id();
    hide(&mut app, door);
    run(&mut app, 3);
    show(&mut app, door);
    let walker = (SteeringAgent::default(), Seek::new(vec2(9.0, 0.0)));
    let walker = app.world_mut().spawn(walker).id();
    run(&mut app, 300);
    assert!(place(&app, walker).x < 2.51);
}

#[test]
fn an_obstacle_that_was_spawned_disabled_acts_once_it_is_enabled() {
    let mut app = app();
    let bundle = (at(3.0, 0.0), Obstacle::circle(1.0), Disabled);
    let door = app.world_mut().spawn(bundle).id();
    let other = spawn_disc(&mut app, 9.0, 1.0);
    run(&mut app, 3);
    assert_eq!(indexed(&app), [disc(other, 9.0, 1.0)]);
    show(&mut app, door);
    run(&mut app, 1);
    let mut expected = [disc(door, 3.0, 1.0), disc(other, 9.0, 1.0)];
    expected.sort_by_key(|disc| disc.0);
    assert_eq!(indexed(&app), expected);
}

#[test]
fn hiding_one_obstacle_while_showing_another_updates_the_index() {
    let mut app = app();
    let [one, other] = [3.0, 9.0].map(|x| spawn_disc(&mut app, x, 1.0));
    hide(&mut app, other);
    for _ in 0..3 {
        run(&mut app, 2);
        assert_eq!(indexed(&app), [disc(one, 3.0, 1.0)]);
        hide(&mut app, one);
        show(&mut app, other);
        run(&mut app, 2);
        assert_eq!(indexed(&app), [disc(other, 9.0, 1.0)]);
        hide(&mut app, other);
        show(&mut app, one);
    }
}

#[test]
fn changes_of_a_hidden_obstacle_act_once_it_is_shown() {
    let mut app = app();
    let door = spawn_disc(&mut app, 3.0, 1.0);
    run(&mut app, 2);
    hide(&mut app, door);
    run(&mut app, 2);
    app.world_mut()
        .get_mut::<Transform>(door)
        .unwrap()
        .translation
        .x = 7.0;
    run(&mut app, 2);
    *app.world_mut().get_mut::<Obstacle>(door).unwrap() = Obstacle::circle(2.0);
    run(&mut app, 2);
    show(&mut app, door);
    run(&mut app, 1);
    assert_eq!(indexed(&app), [disc(door, 7.0, 2.0)]);
}

#[test]
fn entities_hidden_by_a_component_of_the_game_come_back_too() {
    let mut app = pooling_app();
    let door = spawn_disc(&mut app, 3.0, 1.0);
    let body = (at(0.0, 50.0), SteeringAgent::new(0.5, 2.0));
    let held = Contain::circle(vec2(0.0, 50.0), 5.0);
    let agent = (body, Seek::new(vec2(100.0, 50.0)), held);
    let agent = app.world_mut().spawn(agent).id();
    let friend = app
        .world_mut()
        .spawn((at(0.0, 90.0), SteeringAgent::default()))
        .id();
    let stranger = app
        .world_mut()
        .spawn((
            at(2.0, 90.0),
            SteeringAgent::default(),
            Separation::default(),
        ))
        .id();
    app.world_mut().entity_mut(stranger).remove::<Separation>();
    run(&mut app, 2);
    let hidden = [door, agent, stranger];
    for entity in hidden {
        app.world_mut().entity_mut(entity).insert(Pooled);
    }
    run(&mut app, 2);
    assert_eq!(indexed(&app), []);
    let world = app.world_mut();
    world.get_mut::<Transform>(door).unwrap().translation.x = 7.0;
    world.get_mut::<SteeringAgent>(agent).unwrap().max_speed = 4.0;
    *world.get_mut::<Contain>(agent).unwrap() = Contain::circle(vec2(0.0, 50.0), 60.0);
    world.entity_mut(stranger).insert(Separation {
        view: View::all(Length::World(9.0)),
        weight: 1.0,
    });
    run(&mut app, 2);
    for entity in hidden {
        app.world_mut().entity_mut(entity).remove::<Pooled>();
    }
    run(&mut app, 1);
    assert_eq!(indexed(&app), [disc(door, 7.0, 1.0)]);
    assert!(force(&app, stranger).x > 0.0, "the new rule does not act");
    run(&mut app, 300);
    assert_near(velocity(&app, agent).x, 4.0, 0.05);
    assert!(place(&app, agent).x > 10.0);
    assert!(place(&app, friend).is_finite());
}

#[test]
fn a_region_that_changes_while_its_agent_is_hidden_acts_once_it_is_shown() {
    let mut app = app();
    let body = (SteeringAgent::new(0.5, 4.0), Seek::new(vec2(100.0, 0.0)));
    let agent = app
        .world_mut()
        .spawn((body, Contain::circle(Vec2::ZERO, 50.0)))
        .id();
    let other = app
        .world_mut()
        .spawn((body, at(0.0, 300.0), Contain::default()))
        .id();
    run(&mut app, 2);
    hide(&mut app, agent);
    run(&mut app, 2);
    *app.world_mut().get_mut::<Contain>(agent).unwrap() = Contain::circle(Vec2::ZERO, 5.0);
    run(&mut app, 2);
    show(&mut app, agent);
    run(&mut app, 600);
    assert!(place(&app, agent).x < 5.0, "{}", place(&app, agent));
    assert!(place(&app, other).x > 5.0);
}

#[test]
fn changes_between_two_ticks_are_in_the_index_at_the_next() {
    let mut app = app();
    let [one, other, third] = [3.0, 9.0, 20.0].map(|x| spawn_disc(&mut app, x, 1.0));
    run(&mut app, 2);
    // Frames without a tick: Bevy drops the messages about changes before the next tick runs.
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    for frame in 0..20 {
        hide(&mut app, one);
        if frame % 2 == 0 {
            app.world_mut().entity_mut(other).remove::<Obstacle>();
        } else {
            let wider = Obstacle::circle(2.0 + frame as f32);
            app.world_mut().entity_mut(other).insert(wider);
        }
        app.world_mut().entity_mut(third).remove::<Transform>();
        app.world_mut().entity_mut(third).insert(at(30.0, 0.0));
        run(&mut app, 3);
        show(&mut app, one);
        run(&mut app, 3);
    }
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    run(&mut app, 1);
    let mut expected = [
        disc(one, 3.0, 1.0),
        disc(other, 9.0, 21.0),
        disc(third, 30.0, 1.0),
    ];
    expected.sort_by_key(|disc| disc.0);
    assert_eq!(indexed(&app), expected);
}

#[test]
fn contributions_to_an_agent_that_is_hidden_are_dropped() {
    let mut app = app();
    fn contribute_and_hide(
        agents: Query<(Entity, &mut SteeringContributions)>,
        mut commands: Commands,
    ) {
        for (agent, mut contributions) in agents {
            contributions.add(Tier::Goal, Vec3::new(1.0, 0.0, 0.0));
            commands.entity(agent).insert(Disabled);
        }
    }
    #[derive(Resource)]
    struct Contributes;
    app.add_systems(
        FixedUpdate,
        contribute_and_hide
            .run_if(resource_exists::<Contributes>)
            .in_set(SteeringSystems::Behave),
    );
    let agent = (
        SteeringAgent::default(),
        Seek::new(vec2(100.0, 0.0)),
        SteeringContributions::default(),
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 1);
    app.insert_resource(Contributes);
    run(&mut app, 1);
    app.world_mut().remove_resource::<Contributes>();
    run(&mut app, 3);
    show(&mut app, agent);
    // A zero force makes the agent active, and does not move it.
    app.world_mut()
        .get_mut::<SteeringContributions>(agent)
        .unwrap()
        .add(Tier::Goal, Vec3::ZERO);
    *app.world_mut().get_mut::<Velocity>(agent).unwrap() = Velocity::default();
    app.world_mut().entity_mut(agent).remove::<Seek>();
    run(&mut app, 1);
    assert_eq!(force(&app, agent), Vec2::ZERO);
}

/// A change of an entity, or a step of time.
#[derive(Clone, Copy, Debug)]
enum Act {
    Hide(bool),
    Show,
    Move(f32),
    Reshape(f32),
    TakeObstacle,
    TakeTransform,
    Split(bool),
    Despawn,
    Tick(u8),
    Pause(u8),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        any::<bool>().prop_map(Act::Hide),
        Just(Act::Show),
        Just(Act::Show),
        (-50.0_f32..50.0).prop_map(Act::Move),
        (0.5_f32..5.0).prop_map(Act::Reshape),
        Just(Act::TakeObstacle),
        Just(Act::TakeTransform),
        any::<bool>().prop_map(Act::Split),
        Just(Act::Despawn),
        (1_u8..4).prop_map(Act::Tick),
        (1_u8..3).prop_map(Act::Pause),
    ]
}

/// Moves entities to another table.
#[derive(Component)]
struct Mark;

proptest! {
    #![proptest_config(cases(120))]
    #[test]
    fn the_index_holds_exactly_the_visible_obstacles(
        acts in prop::collection::vec((0_usize..5, act()), 1..40),
    ) {
        let mut app = pooling_app();
        let mut entities: [Entity; 5] =
            core::array::from_fn(|number| spawn_disc(&mut app, number as f32, 1.0));
        for (number, act) in acts.into_iter().chain([(0, Act::Tick(1))]) {
            let mut entity = app.world_mut().entity_mut(entities[number]);
            match act {
                Act::Hide(true) => { entity.insert(Disabled); }
                Act::Hide(false) => { entity.insert(Pooled); }
                Act::Show => { entity.remove::<(Disabled, Pooled)>(); }
                Act::Move(x) => { entity.insert(at(x, 0.0)); }
                Act::Reshape(radius) => { entity.insert(Obstacle::circle(radius)); }
                Act::TakeObstacle => { entity.remove::<Obstacle>(); }
                Act::TakeTransform => { entity.remove::<Transform>(); }
                Act::Split(true) => { entity.insert(Mark); }
                Act::Split(false) => { entity.remove::<Mark>(); }
                Act::Despawn => {
                    entity.despawn();
                    entities[number] = spawn_disc(&mut app, 70.0, 1.0);
                }
                Act::Tick(count) => run(&mut app, count.into()),
                Act::Pause(count) => {
                    app.world_mut().resource_mut::<Time<Virtual>>().pause();
                    run(&mut app, count.into());
                    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
                }
            }
            if !matches!(act, Act::Tick(_)) {
                continue;
            }
            let mut query = app
                .world_mut()
                .query::<(Entity, &Obstacle, &Transform)>();
            let mut expected: Vec<_> = query
                .iter(app.world())
                .map(|(entity, obstacle, transform)| {
                    let ObstacleShape::Circle { radius } = obstacle.shape else {
                        unreachable!("all are discs");
                    };
                    (entity, transform.translation.x, radius)
                })
                .collect();
            expected.sort_by_key(|disc| disc.0);
            let found = indexed(&app);
            prop_assert_eq!(found.len(), expected.len());
            for (found, expected) in found.into_iter().zip(expected) {
                prop_assert_eq!(found.0, expected.0);
                prop_assert!((found.1.x - expected.1).abs() < 1e-4);
                prop_assert!((found.2 - expected.2).abs() < 1e-4);
            }
        }
    }
}
