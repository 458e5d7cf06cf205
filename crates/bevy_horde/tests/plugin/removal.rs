//! Agents, targets, obstacles and components that come and go in mid-run.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;

fn updates(app: &App) -> u64 {
    app.world().resource::<ObstacleIndex>().update_count()
}

fn indexed(app: &App) -> usize {
    app.world().resource::<ObstacleIndex>().obstacles().len()
}

#[test]
fn agents_that_are_despawned_in_mid_chase_leave_the_others_as_they_are() {
    let mut app = app();
    let target = app.world_mut().spawn(at(500.0, 0.0)).id();
    let agents: Vec<_> = (0..40)
        .map(|number| {
            app.world_mut()
                .spawn((
                    at(0.0, 40.0 * number as f32),
                    SteeringAgent::default(),
                    Seek::entity(target),
                    Flock::default(),
                    AvoidAgents::default(),
                ))
                .id()
        })
        .collect();
    run(&mut app, 20);
    for agent in agents.iter().step_by(3) {
        app.world_mut().despawn(*agent);
    }
    run(&mut app, 40);
    assert_eq!(app.world().resource::<AgentIndex>().len(), 26);
    for (number, agent) in agents.iter().enumerate() {
        if number % 3 != 0 {
            assert!(velocity(&app, *agent).length() > 4.5);
        }
    }
}

#[test]
fn a_flock_whose_members_vanish_one_by_one_runs_to_the_last() {
    let mut app = app();
    let mut agents: Vec<_> = (0..60)
        .map(|number| {
            let start = Vec2::from_angle(number as f32) * (0.1 * number as f32);
            app.world_mut()
                .spawn((
                    at(start.x, start.y),
                    SteeringAgent::default(),
                    Flock::default(),
                    AvoidAgents::default(),
                    Wander::default(),
                ))
                .id()
        })
        .collect();
    while let Some(agent) = agents.pop() {
        app.update();
        app.world_mut().despawn(agent);
        for agent in &agents {
            assert!(place(&app, *agent).is_finite());
        }
    }
    app.update();
    assert!(app.world().resource::<AgentIndex>().is_empty());
}

#[test]
fn agents_that_are_spawned_in_mid_run_join_at_once() {
    let mut app = app();
    let first = app
        .world_mut()
        .spawn((SteeringAgent::default(), Separation::default()))
        .id();
    run(&mut app, 5);
    assert!(!has_opinion(&app, first));
    app.world_mut()
        .spawn((at(1.0, 0.0), SteeringAgent::default()));
    app.update();
    assert!(force(&app, first).x < 0.0);
}

#[test]
fn static_obstacles_are_indexed_once() {
    let mut app = app();
    for number in 0..10 {
        app.world_mut()
            .spawn((at(10.0 * number as f32, 0.0), Obstacle::circle(1.0)));
    }
    app.world_mut()
        .spawn((at(0.0, 30.0), moving(1.0, 0.0), SteeringAgent::default()));
    app.update();
    let count = updates(&app);
    run(&mut app, 50);
    assert_eq!(updates(&app), count);
    assert_eq!(indexed(&app), 10);
}

#[test]
fn an_obstacle_that_changes_costs_its_own_update_alone() {
    let mut app = app();
    let obstacles: Vec<_> = (0..10)
        .map(|number| {
            let place = at(10.0 * number as f32, 0.0);
            app.world_mut().spawn((place, Obstacle::circle(1.0))).id()
        })
        .collect();
    app.update();
    assert_eq!(updates(&app), 10);
    let mut expected = 10;
    let mut costs_one = |app: &mut App, change: &str| {
        expected += 1;
        app.update();
        assert_eq!(updates(app), expected, "{change}");
        app.update();
        assert_eq!(updates(app), expected, "after one that {change}");
    };
    let transform = |app: &mut App, change: fn(&mut Transform)| {
        let moved = app.world_mut().get_mut::<Transform>(obstacles[4]);
        change(&mut moved.unwrap());
    };
    transform(&mut app, |transform| transform.translation.y = 3.0);
    costs_one(&mut app, "moved");
    transform(&mut app, |transform| transform.rotate_z(1.0));
    costs_one(&mut app, "turned");
    transform(&mut app, |transform| transform.scale *= 2.0);
    costs_one(&mut app, "grew");
    app.world_mut()
        .get_mut::<Obstacle>(obstacles[4])
        .unwrap()
        .opaque = false;
    costs_one(&mut app, "changed");
    app.world_mut().entity_mut(obstacles[2]).despawn();
    costs_one(&mut app, "went");
    app.world_mut()
        .entity_mut(obstacles[3])
        .remove::<Obstacle>();
    costs_one(&mut app, "is none any more");
    app.world_mut().spawn(Obstacle::circle(f32::NAN));
    costs_one(&mut app, "came and is unusable");
    assert_eq!(indexed(&app), 8);
}

#[test]
fn obstacles_that_come_move_change_and_go_are_followed() {
    let mut app = app();
    let agent = app.world_mut().spawn(SteeringAgent::default()).id();
    let heads_into_it = |app: &mut App| {
        // From rest, straight at x = 3, for half a second.
        *app.world_mut().get_mut::<Transform>(agent).unwrap() = at(0.0, 0.0);
        app.world_mut().entity_mut(agent).insert(moving(5.0, 0.0));
        run(app, 60);
        place(app, agent).x < 3.0
    };
    assert!(!heads_into_it(&mut app), "nothing is there yet");
    let obstacle = app
        .world_mut()
        .spawn((at(3.0, 0.0), Obstacle::circle(1.0)))
        .id();
    assert!(heads_into_it(&mut app), "it came");
    app.world_mut().entity_mut(obstacle).insert(at(3.0, 9.0));
    assert!(!heads_into_it(&mut app), "it moved away");
    app.world_mut()
        .get_mut::<Transform>(obstacle)
        .unwrap()
        .translation
        .y = 0.0;
    assert!(heads_into_it(&mut app), "it moved back");
    app.world_mut().get_mut::<Obstacle>(obstacle).unwrap().solid = false;
    assert!(!heads_into_it(&mut app), "it became passable");
    app.world_mut()
        .entity_mut(obstacle)
        .insert(Obstacle::circle(1.5));
    assert!(heads_into_it(&mut app), "it became another");
    app.world_mut().entity_mut(obstacle).remove::<Obstacle>();
    assert!(!heads_into_it(&mut app), "it is no obstacle any more");
    app.world_mut()
        .entity_mut(obstacle)
        .insert(Obstacle::circle(1.0));
    assert!(heads_into_it(&mut app), "it is one again");
    app.world_mut().despawn(obstacle);
    assert!(!heads_into_it(&mut app), "it went");
    assert_eq!(indexed(&app), 0);
}

#[test]
fn one_obstacle_that_goes_while_another_comes_is_noticed() {
    let mut app = app();
    let first = app
        .world_mut()
        .spawn((at(3.0, 0.0), Obstacle::circle(1.0)))
        .id();
    app.update();
    app.world_mut().despawn(first);
    let second = app
        .world_mut()
        .spawn((at(50.0, 0.0), Obstacle::circle(1.0)))
        .id();
    app.update();
    let index = app.world().resource::<ObstacleIndex>();
    assert_eq!(index.obstacles().len(), 1);
    assert_eq!(index.obstacles()[0].entity, second);
}

#[test]
fn a_behavior_that_is_removed_stops_and_one_that_is_added_acts() {
    let mut app = app();
    let agent = app.world_mut().spawn(SteeringAgent::default()).id();
    app.update();
    assert!(!has_opinion(&app, agent));
    app.world_mut()
        .entity_mut(agent)
        .insert(Seek::new(Vec2::new(9.0, 0.0)));
    app.update();
    assert!(has_opinion(&app, agent));
    app.world_mut().entity_mut(agent).remove::<Seek>();
    app.update();
    assert!(!has_opinion(&app, agent));
}

#[test]
fn a_disabled_agent_stands_and_goes_on_when_it_is_enabled() {
    let mut app = app();
    let seeker = (SteeringAgent::default(), Seek::new(Vec2::new(90.0, 0.0)));
    let agent = app.world_mut().spawn(seeker).id();
    run(&mut app, 30);
    app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    let before = bits(&app, agent);
    run(&mut app, 30);
    assert_eq!(bits(&app, agent), before);
    assert_eq!(force(&app, agent), Vec2::ZERO);
    app.world_mut()
        .entity_mut(agent)
        .remove::<SteeringDisabled>();
    let from = place(&app, agent).x;
    run(&mut app, 30);
    assert!(place(&app, agent).x > from + 2.0);
}

#[test]
fn a_disabled_agent_keeps_its_velocity_and_is_at_rest_for_others() {
    let mut app = app();
    let agent = (at(0.0, 0.0), SteeringAgent::default(), moving(3.0, 0.0));
    let agent = app.world_mut().spawn(agent).id();
    // To where the other is, and ahead of it while it moves.
    let hunter = (at(0.0, -40.0), SteeringAgent::default(), Pursue::new(agent));
    let hunter = app.world_mut().spawn(hunter).id();
    run(&mut app, 1);
    assert!(force(&app, hunter).x > 1.0);
    app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    run(&mut app, 1);
    let to_agent = place(&app, agent) - place(&app, hunter);
    run(&mut app, 30);
    assert_eq!(velocity(&app, agent), vec2(3.0, 0.0));
    assert!(to_agent.x.abs() < 0.2 && velocity(&app, hunter).x < 1.0);
    let before = place(&app, agent);
    app.world_mut()
        .entity_mut(agent)
        .remove::<SteeringDisabled>();
    run(&mut app, 1);
    assert_eq!(velocity(&app, agent), vec2(3.0, 0.0));
    assert_near(place(&app, agent).x - before.x, 3.0 / HERTZ, 1e-5);
}

#[test]
fn a_lower_speed_limit_acts_within_one_tick_whatever_the_force() {
    let mut app = app();
    let body = SteeringAgent::new(0.5, 50.0).with_max_force(0.1);
    let agent = app.world_mut().spawn((body, moving(30.0, 40.0))).id();
    run(&mut app, 1);
    assert_near(velocity(&app, agent).length(), 50.0, 1e-3);
    app.world_mut()
        .get_mut::<SteeringAgent>(agent)
        .unwrap()
        .max_speed = 5.0;
    run(&mut app, 1);
    assert_close(velocity(&app, agent), vec2(3.0, 4.0), 1e-4);
}

/// An agent that lost `removed` is left alone, is nobody's neighbour, and comes back with it.
fn leaves_without<B: Bundle>(restore: impl Fn() -> B, name: &str) {
    let mut app = app();
    let crowd = (
        SteeringAgent::default(),
        Flock::default(),
        AvoidAgents::default(),
        Wander::default(),
    );
    let witness = app.world_mut().spawn((crowd, at(0.0, 1.2))).id();
    let agent = app.world_mut().spawn((crowd, at(0.0, 0.0))).id();
    run(&mut app, 5);
    app.world_mut().entity_mut(agent).remove::<B>();
    run(&mut app, 5);
    assert_eq!(
        app.world().resource::<AgentIndex>().len(),
        1,
        "without {name}"
    );
    assert_eq!(force(&app, agent), Vec2::ZERO, "without {name}");
    // Agents that come later must not be mistaken for it.
    app.world_mut().spawn((crowd, at(0.0, 3.0)));
    run(&mut app, 5);
    assert_eq!(
        app.world().resource::<AgentIndex>().len(),
        2,
        "without {name}"
    );
    assert!(place(&app, witness).is_finite());
    app.world_mut().entity_mut(agent).insert(restore());
    run(&mut app, 5);
    assert_eq!(
        app.world().resource::<AgentIndex>().len(),
        3,
        "with {name} again"
    );
    assert!(force(&app, agent).length() > 0.0, "with {name} again");
}

#[test]
fn an_agent_without_one_of_its_components_is_no_agent() {
    leaves_without(SteeringAgent::default, "SteeringAgent");
    leaves_without(Velocity::default, "Velocity");
    leaves_without(Transform::default, "Transform");
    leaves_without(Heading::default, "Heading");
    leaves_without(Perception::default, "Perception");
    leaves_without(AgentId::default, "AgentId");
}

#[test]
fn what_was_an_agent_may_be_moved_by_the_game() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((
            SteeringAgent::default(),
            moving(3.0, 0.0),
            Wander::default(),
        ))
        .id();
    run(&mut app, 5);
    app.world_mut().entity_mut(agent).remove::<SteeringAgent>();
    app.world_mut().entity_mut(agent).insert(at(70.0, 7.0));
    run(&mut app, 5);
    assert_eq!(place(&app, agent), Vec2::new(70.0, 7.0));
}

#[test]
fn settings_that_change_in_mid_run_count_from_the_next_tick() {
    let mut app = app();
    let seeker = (
        SteeringAgent::new(0.5, 5.0),
        Seek::new(Vec2::new(900.0, 0.0)),
    );
    let agent = app.world_mut().spawn(seeker).id();
    run(&mut app, 120);
    assert_near(velocity(&app, agent).x, 5.0, 2e-2);
    app.world_mut()
        .get_mut::<SteeringAgent>(agent)
        .unwrap()
        .max_speed = 2.0;
    app.update();
    assert_near(velocity(&app, agent).x, 2.0, 1e-5);
}

#[test]
fn one_that_the_world_hides_is_an_agent_again_when_it_is_shown() {
    let mut app = app();
    let spawn = |app: &mut App, hidden: bool| {
        let body = (at(0.0, 0.0), SteeringAgent::new(0.5, 2.0));
        let agent = app
            .world_mut()
            .spawn((body, Seek::new(vec2(100.0, 0.0))))
            .id();
        if hidden {
            app.world_mut().entity_mut(agent).insert(Disabled);
        }
        agent
    };
    let never_seen = spawn(&mut app, true);
    let seen = spawn(&mut app, false);
    run(&mut app, 10);
    assert_eq!(place(&app, never_seen), Vec2::ZERO);
    let before = place(&app, seen);
    assert!(before.x > 0.0);
    // Its settings change while nobody sees it.
    app.world_mut().entity_mut(seen).insert(Disabled);
    run(&mut app, 5);
    assert_eq!(place(&app, seen), before);
    app.world_mut()
        .get_mut::<SteeringAgent>(seen)
        .unwrap()
        .max_speed = 4.0;
    run(&mut app, 5);
    for agent in [never_seen, seen] {
        app.world_mut().entity_mut(agent).remove::<Disabled>();
    }
    // The force is that of the slower one: full speed takes seconds.
    run(&mut app, 300);
    assert_near(velocity(&app, never_seen).x, 2.0, 0.05);
    assert_near(velocity(&app, seen).x, 4.0, 0.05);
}

/// What commands do between the stages of a tick.
#[derive(Resource, Default)]
struct Interlude(Option<fn(&mut World)>);

fn app_with_interlude() -> App {
    let mut app = app();
    app.init_resource::<Interlude>().add_systems(
        FixedUpdate,
        (|world: &mut World| {
            if let Some(act) = world.resource_mut::<Interlude>().0.take() {
                act(world);
            }
        })
        .after(SteeringSystems::Perceive)
        .before(SteeringSystems::Behave),
    );
    app
}

/// One that is taken out of a pool while agents are thinking.
#[test]
fn one_that_is_shown_in_mid_tick_is_an_agent_from_the_next_tick_on() {
    for rules in [
        Flock::default(),
        Flock {
            flockmates: 2,
            ..default()
        },
    ] {
        let mut app = app_with_interlude();
        let body = SteeringAgent::new(0.5, 2.0);
        let agents: Vec<Entity> = (0..4)
            .map(|number| {
                let place = at(2.0 * number as f32, 0.0);
                let goal = Seek::new(vec2(100.0, 0.0));
                let agent = (place, body, goal, rules, AvoidAgents::default());
                app.world_mut().spawn(agent).id()
            })
            .collect();
        run(&mut app, 3);
        // It keeps the last slot of four, and one agent is left.
        app.world_mut().entity_mut(agents[3]).insert(Disabled);
        run(&mut app, 1);
        for agent in &agents[1..3] {
            app.world_mut().despawn(*agent);
        }
        run(&mut app, 1);
        app.world_mut().resource_mut::<Interlude>().0 = Some(|world| {
            let hidden: Vec<Entity> = world
                .query_filtered::<Entity, With<Disabled>>()
                .iter(world)
                .filter(|entity| world.get::<SteeringAgent>(*entity).is_some())
                .collect();
            assert_eq!(hidden.len(), 1);
            for entity in hidden {
                let mut shown = world.entity_mut(entity);
                shown.remove::<Disabled>();
                shown.get_mut::<Transform>().unwrap().translation = Vec3::new(7.0, 30.0, 0.0);
            }
        });
        run(&mut app, 1);
        assert_eq!(place(&app, agents[3]), Vec2::new(7.0, 30.0));
        let before = place(&app, agents[0]);
        run(&mut app, 60);
        assert!(place(&app, agents[3]).x > 7.5);
        assert!(place(&app, agents[0]).x > before.x + 0.5);
    }
}

#[test]
fn a_cap_that_is_raised_in_mid_tick_counts_from_the_next_tick_on() {
    let mut app = app_with_interlude();
    for number in 0..12 {
        let blind = Perception {
            max_neighbors: 0,
            ..default()
        };
        let place = at(1.2 * (number % 4) as f32, 1.2 * (number / 4) as f32);
        let agent = (place, SteeringAgent::new(0.5, 2.0), blind);
        let rules = (Seek::new(vec2(2.0, 1.0)), AvoidAgents::default());
        app.world_mut().spawn((agent, rules));
    }
    run(&mut app, 3);
    app.world_mut().resource_mut::<Interlude>().0 = Some(|world| {
        for mut perception in world.query::<&mut Perception>().iter_mut(world) {
            perception.max_neighbors = 5;
        }
    });
    run(&mut app, 3);
    let mut agents = app.world_mut().query::<(&SteeringAgent, &Transform)>();
    assert!(
        agents
            .iter(app.world())
            .all(|(_, transform)| transform.is_finite())
    );
}
