//! Targets behind obstacles: tracked anyway, sought where last seen, or given up.

use super::*;
use bevy_horde::perception::{LastSeen, SeenTarget};

/// A behavior with a target, and its memory.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) add: fn(&mut World, Entity, Target),
    pub(super) memory: fn(&LastSeen) -> Option<&SeenTarget>,
    /// The memory of a target.
    pub(super) seen: fn(Entity, Vec2) -> SeenTarget,
}

pub(super) const CASES: [Case; 5] = [
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

pub(super) const MODES: [HiddenTarget; 3] = [
    HiddenTarget::KeepTracking,
    HiddenTarget::LastSeen,
    HiddenTarget::GiveUp,
];

/// A standing agent at the origin and a target. [`Scene::add_wall`] puts a wall between them.
pub(super) struct Scene {
    pub(super) app: App,
    pub(super) agent: Entity,
    pub(super) target: Entity,
}

impl Scene {
    pub(super) fn new(case: &Case, sight: Option<LineOfSight>) -> Self {
        let mut app = app();
        // The game keeps the agent at the origin, so that forces can be compared.
        let body = (SteeringAgent::default(), ExternalLocomotion);
        let agent = spawn(&mut app, body);
        let target = spawn(&mut app, (at(6.0, 1.0), moving(0.0, 2.0)));
        (case.add)(app.world_mut(), agent, target.into());
        if let Some(sight) = sight {
            app.world_mut().entity_mut(agent).insert(sight);
        }
        Self { app, agent, target }
    }

    /// The force on the agent with its target at `(x, y)`.
    pub(super) fn with_target_at(&mut self, x: f32, y: f32) -> Option<Vec2> {
        self.app
            .world_mut()
            .entity_mut(self.target)
            .insert(at(x, y));
        self.tick()
    }

    pub(super) fn tick(&mut self) -> Option<Vec2> {
        self.app.update();
        steering_force(&self.app, self.agent)
    }

    pub(super) fn add_wall(&mut self) -> Entity {
        wall_at(&mut self.app, 3.0)
    }

    pub(super) fn memory(&self, case: &Case) -> Option<SeenTarget> {
        (case.memory)(get::<LastSeen>(&self.app, self.agent)).cloned()
    }
}

/// The force of the behavior at the origin toward a standing, visible target at `(x, y)`.
pub(super) fn toward(case: &Case, x: f32, y: f32) -> Option<Vec2> {
    let mut scene = Scene::new(case, None);
    (case.add)(scene.app.world_mut(), scene.agent, Vec2::new(x, y).into());
    scene.tick()
}

#[test]
fn a_target_in_sight_is_sought_as_without_line_of_sight() {
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
fn an_agent_that_keeps_tracking_or_lacks_line_of_sight_ignores_walls() {
    for case in &CASES {
        let mut open = Scene::new(case, None);
        let expected = [open.tick(), open.with_target_at(5.0, -4.0)];
        for sight in [None, Some(sees(HiddenTarget::KeepTracking))] {
            let mut scene = Scene::new(case, sight);
            scene.add_wall();
            let forces = [scene.tick(), scene.with_target_at(5.0, -4.0)];
            assert_eq!(forces, expected, "{} {sight:?}", case.name);
        }
    }
}

#[test]
fn the_last_seen_position_replaces_a_hidden_target_until_it_is_in_sight_again() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let in_sight = scene.tick();
        let wall = scene.add_wall();
        // The target moves behind the wall. The agent treats the old position as a target at rest.
        let remembered = toward(case, 6.0, 1.0);
        assert_eq!(scene.with_target_at(5.0, -4.0), remembered, "{}", case.name);
        assert_eq!(scene.with_target_at(9.0, 8.0), remembered, "{}", case.name);
        let memory = scene.memory(case).map(|seen| seen.position);
        assert_eq!(memory, Some(Vec2::new(6.0, 1.0)), "{}", case.name);
        scene.app.world_mut().despawn(wall);
        let again = scene.with_target_at(6.0, 1.0);
        assert_eq!(again, in_sight, "{}", case.name);
        // Hidden again, the target is sought at its new last seen position.
        scene.with_target_at(5.0, -4.0);
        scene.add_wall();
        let remembered = toward(case, 5.0, -4.0);
        assert_eq!(scene.with_target_at(6.0, 1.0), remembered, "{}", case.name);
    }
}

#[test]
fn a_target_that_was_never_in_sight_is_not_sought() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::LastSeen)));
        let wall = scene.add_wall();
        assert_eq!(scene.tick(), None, "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);
        scene.app.world_mut().despawn(wall);
        assert!(scene.tick().is_some(), "{}", case.name);
    }
}

#[test]
fn an_agent_that_gives_up_forgets_its_target_until_it_is_in_sight_again() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::GiveUp)));
        let in_sight = scene.tick();
        let wall = scene.add_wall();
        assert_eq!(scene.tick(), None, "{}", case.name);
        assert_eq!(scene.memory(case), None, "{}", case.name);
        // A change of the setting does not restore the memory.
        let setting = sees(HiddenTarget::LastSeen);
        scene
            .app
            .world_mut()
            .entity_mut(scene.agent)
            .insert(setting);
        assert_eq!(scene.tick(), None, "{}", case.name);
        scene.app.world_mut().despawn(wall);
        assert_eq!(scene.tick(), in_sight, "{}", case.name);
    }
}

#[test]
fn the_second_agent_tests_its_sight_to_the_target_if_the_first_does_not() {
    for case in &CASES {
        for first_sight in [
            None,
            Some(sees(HiddenTarget::KeepTracking)),
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
            assert!(has_contribution(&app, second), "{}", case.name);
            wall_at(&mut app, 3.0);
            app.update();
            assert!(!has_contribution(&app, second), "{}", case.name);
        }
    }
}

#[test]
fn an_obstacle_on_the_target_or_the_agent_does_not_hide_the_target() {
    for case in &CASES {
        let mut scene = Scene::new(case, Some(sees(HiddenTarget::GiveUp)));
        let world = scene.app.world_mut();
        world.entity_mut(scene.target).insert(Obstacle::circle(2.0));
        world.entity_mut(scene.agent).insert(Obstacle::circle(0.5));
        assert!(scene.tick().is_some(), "{}", case.name);
        // Another obstacle hides the target.
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
fn the_trace_holds_every_tested_line_of_sight() {
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
                // An agent that keeps tracking tests no line.
                let expected = if mode == HiddenTarget::KeepTracking {
                    vec![]
                } else {
                    vec![line]
                };
                assert_eq!(lines, expected, "{} {mode:?}", case.name);
                scene.add_wall();
            }
        }
    }
}
