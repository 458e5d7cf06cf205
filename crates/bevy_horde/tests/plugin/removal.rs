//! Agents, targets and components that come and go in mid-run.

mod mid_tick;
mod obstacles;
mod steering;

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;

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
fn a_flock_with_vanishing_members_runs_to_the_last() {
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
    assert!(!has_contribution(&app, first));
    app.world_mut()
        .spawn((at(1.0, 0.0), SteeringAgent::default()));
    app.update();
    assert!(force(&app, first).x < 0.0);
}

#[test]
fn a_removed_behavior_stops_and_an_added_behavior_acts() {
    let mut app = app();
    let agent = app.world_mut().spawn(SteeringAgent::default()).id();
    app.update();
    assert!(!has_contribution(&app, agent));
    app.world_mut()
        .entity_mut(agent)
        .insert(Seek::new(Vec2::new(9.0, 0.0)));
    app.update();
    assert!(has_contribution(&app, agent));
    app.world_mut().entity_mut(agent).remove::<Seek>();
    app.update();
    assert!(!has_contribution(&app, agent));
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
    // The hunter heads for the place of the other agent, or ahead of that place while the other
    // moves.
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

/// An agent without the component gets no force, is no neighbor, and comes back with it.
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
    // The plugin must not take agents that come later for the former agent.
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
fn a_former_agent_may_be_moved_by_the_game() {
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
fn a_hidden_agent_is_an_agent_again_when_it_is_shown() {
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
    // The settings of this agent change while it is hidden.
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
    // The force is that of the slower agent, so full speed takes seconds.
    run(&mut app, 300);
    assert_near(velocity(&app, never_seen).x, 2.0, 0.05);
    assert_near(velocity(&app, seen).x, 4.0, 0.05);
}
