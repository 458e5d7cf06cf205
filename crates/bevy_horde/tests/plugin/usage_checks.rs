//! The plugin warns once about use that does nothing, or not what was meant.

use crate::harness::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;
use core::time::Duration;

/// The entities with a report about this component and field.
fn named(app: &App, component: &str, field: &str) -> Vec<Entity> {
    let reports = app.world().resource::<SteeringWarnings>().reported();
    let reports = reports.into_iter();
    let reports = reports.filter(|it| it.component == component && it.field == field);
    reports.map(|it| it.entity).collect()
}

/// Asserts that nothing is reported.
fn assert_silent(app: &App) {
    let reports = app.world().resource::<SteeringWarnings>().reported();
    assert!(reports.is_empty(), "{reports:?}");
}

#[test]
fn right_use_is_not_named() {
    let mut app = app();
    let target = app.world_mut().spawn(at(9.0, 0.0)).id();
    for id in [3, 1, 2] {
        let agent = (SteeringAgent::default(), AgentId(id), Seek::new(target));
        app.world_mut().spawn(agent);
    }
    let root = app.world_mut().spawn(Transform::IDENTITY).id();
    let child = (SteeringAgent::default(), at(5.0, 0.0), ChildOf(root));
    app.world_mut().spawn(child);
    let sprite = app.world_mut().spawn(SteeringAgent::default()).id();
    let picture = (Transform::from_scale(Vec3::splat(3.0)), ChildOf(sprite));
    app.world_mut().spawn(picture);
    run(&mut app, 3);
    app.world_mut().despawn(sprite);
    run(&mut app, 3);
    assert_silent(&app);
}

#[test]
fn a_behavior_without_an_agent_is_named() {
    fn is_named(behavior: impl Bundle + Clone) {
        let mut app = app();
        let later = app.world_mut().spawn(behavior.clone()).id();
        app.world_mut()
            .entity_mut(later)
            .insert(SteeringAgent::default());
        let never = app.world_mut().spawn(behavior).id();
        run(&mut app, 2);
        assert_eq!(named(&app, "SteeringAgent", ""), [never]);
    }
    is_named(Wander::default());
    is_named(AvoidObstacles::default());
    is_named(AvoidAgents::default());
    is_named(Flock::default());
    is_named(Separation::default());
    is_named(Alignment::default());
    is_named(Cohesion::default());
    is_named(SteeringContributions::default());
}

#[test]
fn the_second_plugin_is_left_out() {
    let second = SteeringPlugin::new(Forgotten).in_space(MovementSpace::Xz);
    let mut app = app_with((SteeringPlugin::default(), second), 60.0);
    let agent = (SteeringAgent::new(0.5, 5.0), moving(5.0, 0.0));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 60);
    // 5 units per second for one second, once.
    assert_close(place(&app, agent), Vec2::new(5.0, 0.0), 0.1);
    let space = app.world().resource::<MovementSpace>();
    assert_eq!(*space, MovementSpace::Xy);
}

#[test]
fn an_agent_that_is_its_own_target_is_named() {
    for is_sighted in [false, true] {
        let mut app = app();
        let other = app.world_mut().spawn(at(9.0, 0.0)).id();
        let own = app.world_mut().spawn(SteeringAgent::default()).id();
        app.world_mut().entity_mut(own).insert(Seek::new(own));
        let usual = (SteeringAgent::default(), at(3.0, 0.0), Seek::new(other));
        let usual = app.world_mut().spawn(usual).id();
        if is_sighted {
            for agent in [own, usual] {
                app.world_mut()
                    .entity_mut(agent)
                    .insert(LineOfSight::default());
            }
        }
        run(&mut app, 2);
        assert_eq!(named(&app, "Seek", "target"), [own]);
        assert!(velocity(&app, usual).x > 0.0);
    }
}

#[test]
fn an_agent_whose_parents_move_it_is_named_when_either_comes_later() {
    for is_child_first in [false, true] {
        let mut app = app();
        let root = app.world_mut().spawn(at(3.0, 0.0)).id();
        let middle = app
            .world_mut()
            .spawn((Transform::IDENTITY, ChildOf(root)))
            .id();
        let agent = app.world_mut().spawn_empty().id();
        let mut entity = app.world_mut().entity_mut(agent);
        if is_child_first {
            entity.insert(ChildOf(middle));
            entity.insert(SteeringAgent::default());
        } else {
            entity.insert(SteeringAgent::default());
            entity.insert(ChildOf(middle));
        }
        run(&mut app, 1);
        assert_eq!(named(&app, "Transform", ""), [root]);
    }
}

#[test]
fn a_parent_is_named_when_it_moves_later() {
    let mut app = app();
    let root = app.world_mut().spawn(Transform::IDENTITY).id();
    for _ in 0..20 {
        app.world_mut().spawn(SteeringAgent::default());
    }
    for _ in 0..2 {
        let child = (SteeringAgent::default(), ChildOf(root));
        app.world_mut().spawn(child);
    }
    run(&mut app, 2);
    assert_silent(&app);
    *app.world_mut().get_mut::<Transform>(root).unwrap() = at(3.0, 0.0);
    // 16 of the 22 agents are checked in one tick, and the rest in the next.
    run(&mut app, 2);
    assert_eq!(named(&app, "Transform", ""), [root]);
}

#[test]
fn an_obstacle_that_is_a_child_of_an_agent_is_named_when_any_of_them_comes_last() {
    for last in 0..3 {
        let mut app = app();
        // The first has a parent that is no agent, and the second is an agent itself.
        let root = app.world_mut().spawn(Transform::IDENTITY).id();
        let disc = || (Transform::IDENTITY, Obstacle::circle(1.0));
        app.world_mut().spawn((disc(), ChildOf(root)));
        app.world_mut().spawn((disc(), SteeringAgent::default()));
        let agent = app.world_mut().spawn(Transform::IDENTITY).id();
        let middle = app.world_mut().spawn(Transform::IDENTITY).id();
        let shield = app
            .world_mut()
            .spawn((Transform::IDENTITY, ChildOf(middle)))
            .id();
        let steps: [fn(&mut World, [Entity; 3]); 3] = [
            |world, [agent, ..]| {
                world.entity_mut(agent).insert(SteeringAgent::default());
            },
            |world, [agent, middle, _]| {
                world.entity_mut(middle).insert(ChildOf(agent));
            },
            |world, [.., shield]| {
                world.entity_mut(shield).insert(Obstacle::circle(1.0));
            },
        ];
        for step in (0..3).filter(|step| *step != last).chain([last]) {
            assert_eq!(named(&app, "ChildOf", "0"), [], "{last}");
            steps[step](app.world_mut(), [agent, middle, shield]);
        }
        assert_eq!(named(&app, "ChildOf", "0"), [shield], "{last}");
    }
}

#[test]
fn the_first_scaled_agent_and_the_first_point_are_named() {
    let mut app = app();
    let agents = [0, 1].map(|_| app.world_mut().spawn(SteeringAgent::default()).id());
    let scale = |app: &mut App, agent: Entity, scale: f32| {
        let mut transform = app.world_mut().get_mut::<Transform>(agent).unwrap();
        transform.scale = Vec3::new(scale, 1.0, 1.0);
    };
    // A mirrored picture, and a picture that grows.
    scale(&mut app, agents[0], -1.0);
    for tick in 0..9 {
        scale(&mut app, agents[1], 0.1 * tick as f32);
        run(&mut app, 1);
    }
    assert_silent(&app);
    for agent in agents {
        let mut agent = app.world_mut().entity_mut(agent);
        agent.get_mut::<Transform>().unwrap().scale = Vec3::splat(2.0);
        agent.get_mut::<SteeringAgent>().unwrap().body_radius = 0.0;
    }
    run(&mut app, 4);
    let scaled = named(&app, "Transform", "scale");
    assert!(scaled == agents[..1] || scaled == agents[1..]);
    assert_eq!(named(&app, "SteeringAgent", "body_radius"), agents[..1]);
}

#[test]
fn an_agent_that_loses_a_part_is_named() {
    fn is_named_without<Part: Component>(part: &str) {
        let mut app = app();
        let agents = [0, 1].map(|_| app.world_mut().spawn(SteeringAgent::default()).id());
        app.world_mut().entity_mut(agents[1]).remove::<Part>();
        app.world_mut().despawn(agents[0]);
        run(&mut app, 1);
        assert_eq!(named(&app, part, ""), agents[1..], "{part}");
    }
    is_named_without::<Velocity>("Velocity");
    is_named_without::<Heading>("Heading");
    is_named_without::<Transform>("Transform");
    is_named_without::<Perception>("Perception");
    is_named_without::<AgentId>("AgentId");
    is_named_without::<AgentState>("AgentState");
}

#[test]
fn the_second_agent_with_an_id_is_named() {
    let mut app = app();
    let agents = [7, 8, 7].map(|id| {
        let agent = (SteeringAgent::default(), AgentId(id));
        app.world_mut().spawn(agent).id()
    });
    run(&mut app, 1);
    // The order of entities decides which of the two gets the warning.
    let shared = named(&app, "AgentId", "0");
    assert!(shared == agents[..1] || shared == agents[2..]);
    // A clone gets an id of its own.
    let clone = app.world_mut().entity_mut(agents[1]).clone_and_spawn();
    run(&mut app, 1);
    assert_eq!(named(&app, "AgentId", "0"), shared);
    assert!(app.world().get::<AgentId>(clone).is_some());
}

/// A schedule that no app runs.
#[derive(bevy::ecs::schedule::ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Forgotten;

#[test]
fn a_schedule_that_never_runs_is_named_after_five_seconds() {
    let mut app = app_with(SteeringPlugin::new(Forgotten), 60.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
    app.update();
    let agent = app.world_mut().spawn(SteeringAgent::default()).id();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    run(&mut app, 9);
    assert_silent(&app);
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    run(&mut app, 5);
    assert_silent(&app);
    run(&mut app, 1);
    assert_eq!(named(&app, "SteeringAgent", ""), [agent]);
}

#[test]
fn sets_that_a_run_condition_stops_are_named_as_such() {
    let mut app = app();
    app.configure_sets(FixedUpdate, SteeringSystems::Perceive.run_if(|| false));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
    let agent = app.world_mut().spawn(SteeringAgent::default()).id();
    app.world_mut()
        .resource_mut::<Time<Virtual>>()
        .set_relative_speed(0.0);
    run(&mut app, 9);
    assert_silent(&app);
    app.world_mut()
        .resource_mut::<Time<Virtual>>()
        .set_relative_speed(1.0);
    run(&mut app, 7);
    assert_eq!(named(&app, "SteeringAgent", ""), [agent]);
    let warnings = app.world().resource::<SteeringWarnings>();
    let text = warnings.text(&warnings.reported()[0]).unwrap();
    assert!(text.contains("runs without SteeringSystems"), "{text}");
}

#[test]
fn cleared_warnings_come_back_while_the_cause_lasts() {
    let mut app = app();
    let seek = |weight| Seek {
        weight,
        ..Seek::new(Vec2::X)
    };
    let agents = [-1.0, 1.0].map(|weight| {
        let agent = (SteeringAgent::default(), seek(weight));
        app.world_mut().spawn(agent).id()
    });
    run(&mut app, 1);
    assert_eq!(named(&app, "Seek", "weight"), agents[..1]);
    app.world_mut().resource_mut::<SteeringWarnings>().clear();
    assert_silent(&app);
    run(&mut app, 1);
    assert_eq!(named(&app, "Seek", "weight"), agents[..1]);
    app.world_mut().entity_mut(agents[0]).insert(seek(1.0));
    app.world_mut().resource_mut::<SteeringWarnings>().clear();
    run(&mut app, 1);
    assert_silent(&app);
}

#[test]
fn a_target_that_is_no_agent_and_has_no_finite_place_is_named() {
    let mut app = app();
    let [lost, good] = [f32::NAN, 1.0].map(|x| app.world_mut().spawn(at(x, 0.0)).id());
    let agents = [good, lost, lost].map(|target| {
        let agent = (SteeringAgent::default(), Seek::new(target));
        app.world_mut().spawn(agent).id()
    });
    run(&mut app, 2);
    // One report serves all.
    let reported = named(&app, "Seek", "target");
    assert!(
        reported == agents[1..2] || reported == agents[2..],
        "{reported:?}"
    );
}

#[test]
fn contributions_of_what_is_no_agent_are_not_named_as_early() {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        (|mut all: Query<&mut SteeringContributions>| {
            for mut contributions in &mut all {
                contributions.add(Tier::Goal, Vec3::X);
            }
        })
        .in_set(SteeringSystems::Behave),
    );
    app.world_mut().spawn(SteeringContributions::default());
    app.world_mut()
        .spawn((SteeringAgent::default(), SteeringContributions::default()));
    run(&mut app, 5);
    assert_eq!(named(&app, "SteeringContributions", "add"), []);
}

#[test]
fn an_agent_whose_scale_changes_hides_no_other() {
    let mut app = app();
    let agents = [0, 1].map(|_| app.world_mut().spawn(SteeringAgent::default()).id());
    let scale = |app: &mut App, agent: Entity, scale: f32| {
        let mut transform = app.world_mut().get_mut::<Transform>(agent).unwrap();
        transform.scale = Vec3::splat(scale);
    };
    // Each agent pulses once while the other is unscaled, so the order of checks does not matter.
    for pulsing in [0, 1] {
        scale(&mut app, agents[1 - pulsing], 1.000_001);
        for tick in 0..9 {
            scale(&mut app, agents[pulsing], 1.5 + 0.1 * tick as f32);
            run(&mut app, 1);
        }
    }
    assert_silent(&app);
    scale(&mut app, agents[0], 5.0);
    for tick in 0..9 {
        scale(&mut app, agents[1], 1.5 + 0.1 * tick as f32);
        run(&mut app, 1);
    }
    assert_eq!(named(&app, "Transform", "scale"), agents[..1]);
}

#[test]
fn a_target_counts_where_its_parents_put_it() {
    let mut app = app();
    let root = app.world_mut().spawn(at(0.0, 9.0)).id();
    let turned = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    let middle = app.world_mut().spawn((turned, ChildOf(root))).id();
    // Turned by 90 degrees, 4 along x is 4 along y: (0, 13).
    let target = app.world_mut().spawn((at(4.0, 0.0), ChildOf(middle))).id();
    let arrive = (SteeringAgent::new(0.5, 5.0), Arrive::new(target));
    let agent = app.world_mut().spawn(arrive).id();
    run(&mut app, 60 * 8);
    assert_close(place(&app, agent), Vec2::new(0.0, 13.0), 0.1);
}

#[test]
fn an_obstacle_stands_where_its_parents_put_it_and_follows_them() {
    let mut app = app();
    let root = app.world_mut().spawn(at(5.0, 0.0)).id();
    let wall = Obstacle::segment(Vec2::new(0.0, -9.0), Vec2::new(0.0, 9.0));
    app.world_mut().spawn((wall, at(1.0, 0.0), ChildOf(root)));
    let agent = (SteeringAgent::new(0.5, 5.0), moving(5.0, 0.0));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 60 * 3);
    let x = place(&app, agent).x;
    assert!((5.4..5.5).contains(&x), "{x}");
    app.world_mut()
        .get_mut::<Transform>(root)
        .unwrap()
        .translation
        .x = 15.0;
    app.world_mut().get_mut::<Velocity>(agent).unwrap().0 = Vec3::new(5.0, 0.0, 0.0);
    run(&mut app, 60 * 4);
    let x = place(&app, agent).x;
    assert!((15.4..15.5).contains(&x), "{x}");
}

#[test]
fn an_obstacle_follows_when_its_parent_gets_a_parent() {
    let mut app = app();
    let ship = app.world_mut().spawn(at(10.0, 0.0)).id();
    let cart = app.world_mut().spawn(at(2.0, 0.0)).id();
    app.world_mut()
        .spawn((Obstacle::circle(1.0), at(3.0, 0.0), ChildOf(cart)));
    let distance = |app: &mut App| {
        run(app, 1);
        let index = app.world().resource::<ObstacleIndex>();
        let nearest = index.nearest(Vec2::ZERO, f32::INFINITY, |_| true);
        nearest.expect("an obstacle").distance
    };
    // 2 + 3 - 1.
    assert!((distance(&mut app) - 4.0).abs() < 1e-4);
    app.world_mut().entity_mut(cart).insert(ChildOf(ship));
    assert!((distance(&mut app) - 14.0).abs() < 1e-4);
}
