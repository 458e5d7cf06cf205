//! What becomes of a target that an obstacle hides: it is gone on to, looked for where it was last seen, or given up.

use super::*;
use bevy_horde::perception::{LastSeen, SeenTarget};

/// A behaviour with a target, and its memory.
struct Case {
    name: &'static str,
    add: fn(&mut World, Entity, Target),
    memory: fn(&LastSeen) -> Option<&SeenTarget>,
    /// The memory of a target.
    seen: fn(Entity, Vec2) -> SeenTarget,
}

const CASES: [Case; 5] = [
    Case {
        name: "Seek",
        add: |world, agent, target| {
            world.entity_mut(agent).insert(Seek::new(target));
        },
        memory: LastSeen::of::<Seek>,
        seen: SeenTarget::of::<Seek>,
    },
    Case {
        name: "Arrive",
        add: |world, agent, target| {
            world.entity_mut(agent).insert(Arrive::new(target));
        },
        memory: LastSeen::of::<Arrive>,
        seen: SeenTarget::of::<Arrive>,
    },
    Case {
        name: "Pursue",
        add: |world, agent, target| {
            world.entity_mut(agent).insert(Pursue::new(target));
        },
        memory: LastSeen::of::<Pursue>,
        seen: SeenTarget::of::<Pursue>,
    },
    Case {
        name: "Flee",
        add: |world, agent, target| {
            world.entity_mut(agent).insert(Flee::new(target));
        },
        memory: LastSeen::of::<Flee>,
        seen: SeenTarget::of::<Flee>,
    },
    Case {
        name: "Evade",
        add: |world, agent, target| {
            world.entity_mut(agent).insert(Evade::new(target));
        },
        memory: LastSeen::of::<Evade>,
        seen: SeenTarget::of::<Evade>,
    },
];

const MODES: [HiddenTarget; 3] = [
    HiddenTarget::GoOn,
    HiddenTarget::LastSeen,
    HiddenTarget::GiveUp,
];

/// An agent at the origin that stands still, a target, and a wall that comes between them when it is put up.
struct Scene {
    app: App,
    agent: Entity,
    target: Entity,
}

impl Scene {
    fn new(case: &Case, sight: Option<LineOfSight>) -> Self {
        let mut app = app();
        // The game holds it where it is, so that one force can be compared with another.
        let body = (SteeringAgent::default(), ExternalLocomotion);
        let agent = spawn(&mut app, body);
        let target = spawn(&mut app, (at(6.0, 1.0), moving(0.0, 2.0)));
        (case.add)(app.world_mut(), agent, target.into());
        if let Some(sight) = sight {
            app.world_mut().entity_mut(agent).insert(sight);
        }
        Self { app, agent, target }
    }

    /// What the agent asks for with its target at `(x, y)`.
    fn with_target_at(&mut self, x: f32, y: f32) -> Option<Vec2> {
        self.app
            .world_mut()
            .entity_mut(self.target)
            .insert(at(x, y));
        self.tick()
    }

    fn tick(&mut self) -> Option<Vec2> {
        self.app.update();
        opinion(&self.app, self.agent)
    }

    fn put_up_wall(&mut self) -> Entity {
        wall_at(&mut self.app, 3.0)
    }

    fn memory(&self, case: &Case) -> Option<SeenTarget> {
        (case.memory)(get::<LastSeen>(&self.app, self.agent)).cloned()
    }
}

/// What the behaviour asks for when it stands at the origin, and what it is after stands still, open, at `(x, y)`.
fn toward(case: &Case, x: f32, y: f32) -> Option<Vec2> {
    let mut scene = Scene::new(case, None);
    (case.add)(scene.app.world_mut(), scene.agent, Vec2::new(x, y).into());
    scene.tick()
}

#[test]
fn in_sight_nothing_is_different() {
    for case in &CASES {
        let expected = Scene::new(case, None).tick();
        assert!(expected.is_some(), "{}", case.name);
        for mode in MODES {
            let mut scene = Scene::new(case, Some(sees(mode)));
            assert_eq!(scene.tick(), expected, "{} {mode:?}", case.name);
            let seen = (case.seen)(scene.target, Vec2::new(6.0, 1.0));
            let memory = scene.memory(case);
            assert_eq!(memory, Some(seen), "{} {mode:?}", case.name);
        }
    }
}

#[test]
fn who_goes_on_and_who_does_not_ask_are_not_stopped_by_a_wall() {
    for case in &CASES {
        let mut open = Scene::new(case, None);
        let expected = [open.tick(), open.with_target_at(5.0, -4.0)];
        for sight in [None, Some(sees(HiddenTarget::GoOn))] {
            let mut scene = Scene::new(case, sight);
            scene.put_up_wall();
            let asked = [scene.tick(), scene.with_target_at(5.0, -4.0)];
            assert_eq!(asked, expected, "{} {sight:?}", case.name);
        }
    }
}

#[test]
fn the_last_seen_place_stands_for_a_hidden_target_until_it_is_seen_again() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let in_sight = scene.tick();
        let wall = scene.put_up_wall();
        // The target goes elsewhere behind the wall; what counts is the place, at rest.
        let remembered = toward(case, 6.0, 1.0);
        assert_eq!(scene.with_target_at(5.0, -4.0), remembered, "{}", case.name);
        assert_eq!(scene.with_target_at(9.0, 8.0), remembered, "{}", case.name);
        let memory = scene.memory(case).map(|seen| seen.position);
        assert_eq!(memory, Some(Vec2::new(6.0, 1.0)), "{}", case.name);
        scene.app.world_mut().despawn(wall);
        let again = scene.with_target_at(6.0, 1.0);
        assert_eq!(again, in_sight, "{}", case.name);
        // And from the new place on when it is hidden once more.
        scene.with_target_at(5.0, -4.0);
        scene.put_up_wall();
        let remembered = toward(case, 5.0, -4.0);
        assert_eq!(scene.with_target_at(6.0, 1.0), remembered, "{}", case.name);
    }
}

#[test]
fn what_was_never_seen_is_no_opinion() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let wall = scene.put_up_wall();
        assert_eq!(scene.tick(), None, "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);
        scene.app.world_mut().despawn(wall);
        assert!(scene.tick().is_some(), "{}", case.name);
    }
}

#[test]
fn who_gives_up_forgets_and_follows_again_what_comes_into_sight() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::GiveUp)));
        let in_sight = scene.tick();
        let wall = scene.put_up_wall();
        assert_eq!(scene.tick(), None, "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);
        // A change of mind does not bring it back.
        let mind = sees(HiddenTarget::LastSeen);
        scene.app.world_mut().entity_mut(scene.agent).insert(mind);
        assert_eq!(scene.tick(), None, "{}", case.name);
        scene.app.world_mut().despawn(wall);
        assert_eq!(scene.tick(), in_sight, "{}", case.name);
    }
}

#[test]
fn one_place_is_remembered_for_one_target() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        scene.put_up_wall();
        let other = spawn(&mut scene.app, at(7.0, 2.0));
        (case.add)(scene.app.world_mut(), scene.agent, other.into());
        assert_eq!(scene.tick(), None, "{}", case.name);
        // And it is gone for the first one too.
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
fn a_place_is_known_and_not_seen() {
    for case in &CASES {
        for mode in MODES {
            for target in [
                Target::from(Vec2::new(6.0, 1.0)),
                Target::from(Vec3::new(6.0, 1.0, 0.0)),
            ] {
                let mut scene = Scene::new(case, Some(sees(mode)));
                (case.add)(scene.app.world_mut(), scene.agent, target);
                scene.put_up_wall();
                let expected = toward(case, 6.0, 1.0);
                assert_eq!(scene.tick(), expected, "{} {mode:?}", case.name);
                assert_eq!(scene.memory(case), None, "{} {mode:?}", case.name);
            }
        }
    }
}

#[test]
fn a_target_that_is_gone_is_forgotten() {
    for case in &CASES {
        for is_hidden in [false, true] {
            for mode in MODES {
                let mut scene = Scene::new(case, Some(sees(mode)));
                scene.tick();
                if is_hidden {
                    scene.put_up_wall();
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
fn without_sight_nothing_is_remembered_any_more() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        scene.put_up_wall();
        let world = scene.app.world_mut();
        world.entity_mut(scene.agent).remove::<LineOfSight>();
        assert!(scene.tick().is_some(), "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);
    }
}

#[test]
fn without_a_memory_a_hidden_target_is_no_opinion() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let world = scene.app.world_mut();
        world.entity_mut(scene.agent).remove::<LastSeen>();
        assert!(scene.tick().is_some(), "{}", case.name);
        scene.put_up_wall();
        assert_eq!(scene.tick(), None, "{}", case.name);
    }
}

#[test]
fn places_and_memories_that_are_not_finite_are_forgotten() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        scene.tick();
        assert_eq!(scene.with_target_at(f32::NAN, 0.0), None, "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);

        scene.with_target_at(6.0, 1.0);
        scene.put_up_wall();
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
            .resource::<bevy_horde::validation::InputWarnings>();
        let named: Vec<_> = (warnings.reported().iter())
            .map(|input| (input.component, input.field.to_owned()))
            .collect();
        assert_eq!(named, [("LastSeen", case.name.to_owned())]);
    }
}

#[test]
fn the_second_looks_for_its_target_although_the_first_does_not() {
    for case in &CASES {
        for first_sight in [
            None,
            Some(sees(HiddenTarget::GoOn)),
            Some(LineOfSight::default()),
        ] {
            let mut app = app();
            let target = spawn(&mut app, at(6.0, 1.0));
            let first = spawn(&mut app, SteeringAgent::default());
            (case.add)(app.world_mut(), first, target.into());
            let mut first = app.world_mut().entity_mut(first);
            match first_sight {
                Some(sight) if sight == LineOfSight::default() => {
                    first.insert((sight, SteeringDisabled));
                }
                Some(sight) => {
                    first.insert(sight);
                }
                None => {}
            }
            let second = (
                SteeringAgent::default(),
                sees(HiddenTarget::GiveUp),
                at(0.0, -3.0),
            );
            let second = spawn(&mut app, second);
            (case.add)(app.world_mut(), second, target.into());
            app.update();
            assert!(has_opinion(&app, second), "{}", case.name);
            wall_at(&mut app, 3.0);
            app.update();
            assert!(!has_opinion(&app, second), "{}", case.name);
        }
    }
}

#[test]
fn at_the_last_seen_place_a_seeker_forgets_and_an_arrival_stays() {
    for (case, stays) in [(&CASES[0], false), (&CASES[1], true), (&CASES[2], false)] {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let world = scene.app.world_mut();
        world.entity_mut(scene.agent).remove::<ExternalLocomotion>();
        scene.tick();
        // Behind a wall at 7, the target is hidden while the way to (6, 1) is free.
        wall_at(&mut scene.app, 7.0);
        let mut nearest = f32::INFINITY;
        for _ in 0..240 {
            let before = place(&scene.app, scene.agent);
            let asked = scene.with_target_at(9.0, -3.0);
            let distance = before.distance(Vec2::new(6.0, 1.0));
            nearest = nearest.min(distance);
            if !stays {
                // Two body radii of 0.5 each.
                assert_eq!(
                    asked.is_some(),
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
fn a_point_that_is_fast_in_long_ticks_gets_to_the_last_seen_place_too() {
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
    assert!(!has_opinion(&app, agent), "{}", place(&app, agent));
    assert_eq!(*get::<LastSeen>(&app, agent), LastSeen::default());
}

#[test]
fn who_fears_a_hidden_threat_heeds_its_panic_distance_from_the_place() {
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
            assert!(has_opinion(&app, agent), "{name}");
        }
        run(&mut app, 10);
        assert!(
            !has_opinion(&app, agent),
            "{name} at {}",
            place(&app, agent)
        );
    }
}

#[test]
fn an_obstacle_that_is_the_target_or_the_agent_does_not_hide_it() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::GiveUp)));
        let world = scene.app.world_mut();
        world.entity_mut(scene.target).insert(Obstacle::circle(2.0));
        world.entity_mut(scene.agent).insert(Obstacle::circle(0.5));
        assert!(scene.tick().is_some(), "{}", case.name);
        // Another one does.
        spawn(&mut scene.app, (at(3.0, 0.0), Obstacle::circle(1.0)));
        assert_eq!(scene.tick(), None, "{}", case.name);
    }
}

#[test]
fn only_opaque_obstacles_hide_a_target() {
    for case in &CASES {
        for (obstacle, hides) in [
            (Obstacle::circle(1.0), true),
            (Obstacle::circle(1.0).passable(), true),
            (Obstacle::circle(1.0).transparent(), false),
        ] {
            let mut scene = Scene::new(case, Some(sees(HiddenTarget::GiveUp)));
            spawn(&mut scene.app, (at(3.0, 0.0), obstacle));
            assert_eq!(scene.tick().is_none(), hides, "{}", case.name);
        }
    }
}

#[test]
fn every_line_that_was_tested_is_in_the_trace() {
    for case in &CASES {
        for mode in MODES {
            let mut scene = Scene::new(case, Some(sees(mode)));
            let world = scene.app.world_mut();
            world
                .entity_mut(scene.agent)
                .insert(SteeringTrace::default());
            for is_clear in [true, false] {
                scene.tick();
                let lines: Vec<_> = get::<SteeringTrace>(&scene.app, scene.agent)
                    .sight_lines
                    .iter()
                    .map(|line| (line.from, line.to, line.is_clear))
                    .collect();
                let line = (Vec2::ZERO, Vec2::new(6.0, 1.0), is_clear);
                // Who goes on whatever it sees tests nothing.
                let expected = if mode == HiddenTarget::GoOn {
                    vec![]
                } else {
                    vec![line]
                };
                assert_eq!(lines, expected, "{} {mode:?}", case.name);
                scene.put_up_wall();
            }
        }
    }
}
