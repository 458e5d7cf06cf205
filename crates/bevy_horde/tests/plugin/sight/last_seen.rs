//! The last-seen memory: its lifetime, its reset, and arrival at the last seen position.

use super::hidden_targets::{CASES, MODES, Scene, toward};
use super::*;
use bevy_horde::perception::LastSeen;

#[test]
fn a_new_target_replaces_the_memory_of_the_old_one() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        scene.add_wall();
        let other = spawn(&mut scene.app, at(7.0, 2.0));
        (case.add)(scene.app.world_mut(), scene.agent, other.into());
        assert_eq!(scene.tick(), None, "{}", case.name);
        // The memory of the first target is gone too.
        (case.add)(scene.app.world_mut(), scene.agent, scene.target.into());
        assert_eq!(scene.tick(), None, "{}", case.name);
    }
}

#[test]
fn each_behavior_remembers_its_own_target() {
    let mut app = app();
    let agent = (SteeringAgent::default(), ExternalLocomotion);
    let agent = spawn(&mut app, (agent, LineOfSight::default()));
    for (number, case) in (0_u16..).zip(&CASES) {
        let target = spawn(&mut app, at(4.0, f32::from(number)));
        (case.add)(app.world_mut(), agent, target.into());
    }
    app.update();
    wall_at(&mut app, 3.0);
    app.update();
    let memory = get::<LastSeen>(&app, agent);
    for (number, case) in (0_u16..).zip(&CASES) {
        let place = (case.memory)(memory).map(|seen| seen.position);
        assert_eq!(
            place,
            Some(Vec2::new(4.0, f32::from(number))),
            "{}",
            case.name
        );
    }
}

#[test]
fn a_point_target_needs_no_line_of_sight() {
    for case in &CASES {
        for mode in MODES {
            for target in [
                Target::from(Vec2::new(6.0, 1.0)),
                Target::from(Vec3::new(6.0, 1.0, 0.0)),
            ] {
                let mut scene = Scene::new(case, Some(sees(mode)));
                (case.add)(scene.app.world_mut(), scene.agent, target);
                scene.add_wall();
                let expected = toward(case, 6.0, 1.0);
                assert_eq!(scene.tick(), expected, "{} {mode:?}", case.name);
                assert_eq!(scene.memory(case), None, "{} {mode:?}", case.name);
            }
        }
    }
}

#[test]
fn a_despawned_target_is_forgotten() {
    for case in &CASES {
        for is_hidden in [false, true] {
            for mode in MODES {
                let mut scene = Scene::new(case, Some(sees(mode)));
                scene.tick();
                if is_hidden {
                    scene.add_wall();
                    scene.tick();
                }
                scene.app.world_mut().despawn(scene.target);
                assert_eq!(scene.tick(), None, "{} {mode:?}", case.name);
                assert_eq!(scene.memory(case), None, "{} {mode:?}", case.name);
            }
        }
    }
}

#[test]
fn removing_line_of_sight_clears_the_memory() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        scene.add_wall();
        let world = scene.app.world_mut();
        world.entity_mut(scene.agent).remove::<LineOfSight>();
        assert!(scene.tick().is_some(), "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);
    }
}

#[test]
fn without_a_memory_component_a_hidden_target_is_not_sought() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let world = scene.app.world_mut();
        world.entity_mut(scene.agent).remove::<LastSeen>();
        assert!(scene.tick().is_some(), "{}", case.name);
        scene.add_wall();
        assert_eq!(scene.tick(), None, "{}", case.name);
    }
}

#[test]
fn positions_and_memories_that_are_not_finite_are_forgotten() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        assert_eq!(scene.with_target_at(f32::NAN, 0.0), None, "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);

        scene.with_target_at(6.0, 1.0);
        scene.add_wall();
        let position = Vec2::new(f32::NAN, f32::INFINITY);
        let broken = LastSeen {
            targets: vec![(case.seen)(scene.target, position)],
        };
        scene.app.world_mut().entity_mut(scene.agent).insert(broken);
        for _ in 0..3 {
            assert_eq!(scene.tick(), None, "{}", case.name);
        }
        assert_eq!(scene.memory(case), None, "{}", case.name);
        let warnings = scene
            .app
            .world()
            .resource::<bevy_horde::validation::SteeringWarnings>();
        let named: Vec<_> = (warnings.reported().iter())
            .map(|input| (input.component, input.field.to_owned()))
            .collect();
        let memory = ("LastSeen", case.name.to_owned());
        assert!(named.contains(&memory), "{named:?}");
        let is_of_target = |name: &&(&str, String)| name.0 == case.name;
        assert_eq!(named.iter().filter(is_of_target).count(), 1, "{named:?}");
        assert_eq!(named.len(), 2, "{named:?}");
    }
}

#[test]
fn at_the_last_seen_position_a_seeker_forgets_and_an_arrival_stays() {
    for (case, stays) in [(&CASES[0], false), (&CASES[1], true), (&CASES[2], false)] {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let world = scene.app.world_mut();
        world.entity_mut(scene.agent).remove::<ExternalLocomotion>();
        scene.tick();
        // A wall at 7 hides the target. The way to (6, 1) is free.
        wall_at(&mut scene.app, 7.0);
        let mut nearest = f32::INFINITY;
        for _ in 0..240 {
            let before = place(&scene.app, scene.agent);
            let force = scene.with_target_at(9.0, -3.0);
            let distance = before.distance(Vec2::new(6.0, 1.0));
            nearest = nearest.min(distance);
            if !stays {
                // The seeker forgets within two body radii, of 0.5 each.
                assert_eq!(
                    force.is_some(),
                    nearest > 1.0,
                    "{} at {distance}",
                    case.name
                );
            }
        }
        assert!(nearest <= 1.0, "{}", case.name);
        assert_eq!(scene.memory(case).is_some(), stays, "{}", case.name);
        if stays {
            assert_close(place(&scene.app, scene.agent), Vec2::new(6.0, 1.0), 1e-3);
            assert_eq!(velocity(&scene.app, scene.agent), Vec2::ZERO);
        }
    }
}

#[test]
fn a_fast_agent_without_radius_reaches_the_last_seen_position_in_long_ticks() {
    let mut app = app_with(SteeringPlugin::default(), 4.0);
    let target = spawn(&mut app, at(20.0, 0.0));
    let agent = (
        SteeringAgent::new(0.0, 30.0).with_max_force(600.0),
        Seek::entity(target),
        LineOfSight::default(),
    );
    let agent = spawn(&mut app, agent);
    app.update();
    wall_at(&mut app, 40.0);
    app.world_mut().entity_mut(target).insert(at(60.0, 0.0));
    run(&mut app, 8);
    assert!(!has_contribution(&app, agent), "{}", place(&app, agent));
    assert_eq!(*get::<LastSeen>(&app, agent), LastSeen::default());
}

#[test]
fn the_panic_distance_of_a_hidden_threat_counts_from_its_last_seen_position() {
    for (name, fear) in [("flee", 0), ("evade", 1)] {
        let mut app = app();
        let threat = spawn(&mut app, at(4.0, 0.0));
        let agent = (SteeringAgent::default(), LineOfSight::default());
        let agent = spawn(&mut app, agent);
        match fear {
            0 => app
                .world_mut()
                .entity_mut(agent)
                .insert(Flee::new(threat).within(6.0)),
            _ => app
                .world_mut()
                .entity_mut(agent)
                .insert(Evade::new(threat).within(6.0)),
        };
        app.update();
        wall_at(&mut app, 3.0);
        app.world_mut().entity_mut(threat).insert(at(3.5, 0.0));
        while place(&app, agent).x > -1.9 {
            app.update();
            assert!(has_contribution(&app, agent), "{name}");
        }
        run(&mut app, 10);
        assert!(
            !has_contribution(&app, agent),
            "{name} at {}",
            place(&app, agent)
        );
    }
}

#[test]
fn a_memory_ends_with_its_behavior() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        assert!(scene.memory(case).is_some(), "{}", case.name);
        let world = scene.app.world_mut();
        let mut agent = world.entity_mut(scene.agent);
        agent.remove::<(Seek, Arrive, Pursue, Flee, Evade)>();
        run(&mut scene.app, 1);
        assert_eq!(scene.memory(case), None, "{}", case.name);
    }
}
