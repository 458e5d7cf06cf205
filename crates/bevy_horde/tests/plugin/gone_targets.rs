//! Despawned targets: the agents that sought them keep their velocity, and one is reported.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};

#[test]
fn an_agent_with_a_despawned_target_keeps_its_velocity_and_is_reported() {
    type Chase = fn(&mut EntityWorldMut, Entity);
    let behaviors: [(&str, Chase); 3] = [
        ("Seek", |agent, target| {
            agent.insert(Seek::entity(target));
        }),
        ("Pursue", |agent, target| {
            agent.insert(Pursue::new(target));
        }),
        ("Arrive", |agent, target| {
            agent.insert(Arrive::new(target));
        }),
    ];
    for (component, chase) in behaviors {
        let mut app = app();
        let target = app.world_mut().spawn(at(20.0, 0.0)).id();
        let mut agent = app.world_mut().spawn(SteeringAgent::default());
        chase(&mut agent, target);
        let agent = agent.id();
        run(&mut app, 30);
        assert!(has_contribution(&app, agent));
        assert_eq!(reported(&app), []);
        app.world_mut().despawn(target);
        let before = velocity(&app, agent);
        run(&mut app, 30);
        assert!(!has_contribution(&app, agent));
        assert_eq!(velocity(&app, agent), before);
        let gone = InvalidSetting {
            entity: agent,
            component,
            field: "target",
        };
        assert_eq!(reported(&app), [gone]);
    }
}

fn reported(app: &App) -> Vec<InvalidSetting> {
    app.world().resource::<SteeringWarnings>().reported()
}

#[test]
fn one_agent_of_a_horde_with_a_despawned_target_is_reported() {
    let mut app = app();
    let bait = app.world_mut().spawn(at(20.0, 0.0)).id();
    let spawn = |place: f32| (at(place, 0.0), SteeringAgent::default(), Seek::entity(bait));
    for number in 0..100_u8 {
        app.world_mut().spawn(spawn(-3.0 * f32::from(number)));
    }
    app.world_mut().despawn(bait);
    run(&mut app, 10);
    assert_eq!(reported(&app).len(), 1);
}

#[test]
fn one_agent_of_a_horde_with_line_of_sight_and_a_despawned_target_is_reported() {
    let mut app = app();
    let bait = app.world_mut().spawn(at(20.0, 0.0)).id();
    for number in 0..100_u8 {
        let agent = (SteeringAgent::default(), LineOfSight::default());
        let place = at(-3.0 * f32::from(number), 0.0);
        app.world_mut().spawn((place, agent, Seek::entity(bait)));
    }
    run(&mut app, 3);
    app.world_mut().despawn(bait);
    run(&mut app, 10);
    assert_eq!(reported(&app).len(), 1);
}

#[test]
fn another_despawned_target_is_reported_too() {
    let mut app = app();
    let mut seek = |target: Entity| {
        let agent = (SteeringAgent::default(), LineOfSight::default());
        app.world_mut().spawn((agent, Seek::entity(target))).id()
    };
    let missing = Entity::PLACEHOLDER;
    let first = seek(missing);
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    let mut seek = |target: Entity| {
        let agent = (SteeringAgent::default(), LineOfSight::default());
        app.world_mut().spawn((agent, Seek::entity(target))).id()
    };
    let second = seek(gone);
    run(&mut app, 3);
    let named: Vec<Entity> = reported(&app).iter().map(|input| input.entity).collect();
    let mut expected = [first, second];
    expected.sort();
    assert_eq!(named, expected);
}

#[test]
fn despawning_an_agent_removes_its_warnings() {
    let mut app = app();
    let bad = || SteeringAgent::new(f32::NAN, -1.0);
    let stays = app.world_mut().spawn(bad()).id();
    let hidden = app.world_mut().spawn(bad()).id();
    let goes = app.world_mut().spawn(bad()).id();
    run(&mut app, 2);
    let of = |app: &App, entity| reported(app).iter().any(|input| input.entity == entity);
    assert!([stays, hidden, goes].iter().all(|entity| of(&app, *entity)));
    app.world_mut().despawn(goes);
    app.world_mut()
        .entity_mut(hidden)
        .insert(bevy::ecs::entity_disabling::Disabled);
    run(&mut app, 1);
    assert!(of(&app, stays) && of(&app, hidden) && !of(&app, goes));
}

#[test]
fn despawned_agents_leave_no_warnings_behind() {
    let mut app = app();
    let mut most = 0;
    for _ in 0..60 {
        let agents: Vec<Entity> = (0..100)
            .map(|_| {
                app.world_mut()
                    .spawn(SteeringAgent::new(f32::NAN, -1.0))
                    .id()
            })
            .collect();
        run(&mut app, 1);
        most = most.max(reported(&app).len());
        for agent in agents {
            app.world_mut().despawn(agent);
        }
    }
    // At most three warnings about each existing agent, as many about despawned agents, and 256
    // more.
    assert!(most <= 600 + 256, "{most}");
    run(&mut app, 5);
    assert_eq!(reported(&app), []);
}
