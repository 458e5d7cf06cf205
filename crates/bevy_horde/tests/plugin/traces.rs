//! "Why did it stop?": what a trace tells about one agent among others.

use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, Slide, SteeringTrace};

/// Goes away from its target, with a constant force of the game's own.
#[derive(Component, TypePath, Clone)]
#[require(BehaviorForces)]
struct Shy(Target);

impl TargetBehavior for Shy {
    const APPROACHES: bool = false;

    fn target(&self) -> Target {
        self.0
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let away = (agent.state.position() - target.position).normalize();
        agent.add(Tier::Flocking, away * 2.0);
        agent.head_for(Goal::arrive(agent.state, agent.tick, away, Vec2::ZERO));
    }
}

/// An app with the game's behaviors: one with a target, a goal and a force in every tick.
fn app_with_own_behaviors() -> App {
    let mut app = app();
    let set_goal = |time: Res<Time>, mut agents: Query<(&AgentState, &mut SteeringGoal)>| {
        for (state, mut goal) in &mut agents {
            goal.set(Goal::seek(state, time.delta_secs(), Vec2::new(30.0, 1.0)));
        }
    };
    let blow = |mut agents: Query<&mut SteeringContributions, With<SteeringGoal>>| {
        for mut contributions in &mut agents {
            contributions.add(Tier::Goal, Vec3::new(0.0, 3.0, 0.0));
            contributions.add(Tier::Avoidance, Vec3::new(1.0, 0.0, 0.0));
        }
    };
    app.add_systems(
        FixedUpdate,
        (
            (steer_for_target::<Shy>, set_goal).in_set(SteeringSystems::Goals),
            blow.in_set(SteeringSystems::Behave),
        ),
    );
    app
}

/// The components of an agent with most behaviors.
fn busy_agent(prey: Entity) -> impl Bundle {
    (
        (
            SteeringAgent::default(),
            moving(3.0, 0.5),
            Perception::default(),
        ),
        (
            Seek::entity(prey),
            Arrive::new(Vec2::new(20.0, 3.0)),
            Pursue::new(prey),
            Flee::new(Vec2::new(-3.0, 1.0)),
            Evade::new(prey),
            Wander::default(),
            Shy(Target::PlanePoint(Vec2::new(2.0, -4.0))),
            (SteeringGoal::default(), SteeringContributions::default()),
        ),
        (
            Flock::default(),
            AvoidAgents::default(),
            AvoidObstacles::default(),
            Whiskers::default(),
            FollowWall::default(),
            Contain::new(Region::Rectangle {
                center: Vec2::new(0.0, 5.0),
                half_size: Vec2::new(4.0, 6.0),
            }),
        ),
    )
}

/// A first agent without a trace, a second with one and a third as their prey, all beside a wall.
fn busy_scene(app: &mut App, extra: impl Bundle) -> [Entity; 2] {
    let world = app.world_mut();
    let wall = Obstacle::rectangle(1.0, 6.0);
    world.spawn((at(3.2, 0.0), wall));
    let prey = (at(1.0, 1.6), moving(-1.0, 0.0), SteeringAgent::default());
    let prey = world.spawn(prey).id();
    let first = world.spawn((at(0.4, -1.2), busy_agent(prey))).id();
    let traced = (at(0.0, 0.3), busy_agent(prey), SteeringTrace::default());
    [first, world.spawn((traced, extra)).id()]
}

/// Asserts that the forces of each tier add up to its sum.
#[track_caller]
fn assert_adds_up(trace: &SteeringTrace) {
    for tier in [Tier::Avoidance, Tier::Flocking, Tier::Goal] {
        let added = trace.contributions.iter();
        let added = added.filter(|added| added.tier == tier);
        let sum: Vec2 = added.map(|added| added.force).sum();
        assert_close(sum, trace.tier(tier), 1e-3);
    }
}

#[test]
fn the_forces_by_name_add_up_to_the_tiers() {
    for is_looking in [false, true] {
        let mut app = app_with_own_behaviors();
        let [first, traced] = busy_scene(&mut app, ());
        if is_looking {
            let sight = LineOfSight {
                hidden_target: HiddenTarget::KeepTracking,
                ..default()
            };
            app.world_mut().entity_mut(traced).insert(sight);
        }
        let mut names = std::collections::BTreeSet::new();
        for _ in 0..20 {
            app.update();
            let trace = get::<SteeringTrace>(&app, traced);
            assert_adds_up(trace);
            names.extend(trace.contributions.iter().map(|added| added.behavior));
        }
        let expected = [
            "Alignment",
            "Arrive",
            "Cohesion",
            "Evade",
            "Flee",
            "FollowWall",
            "Pursue",
            "Seek",
            "Separation",
            "Shy",
            "SteeringContributions",
            "SteeringGoal",
            "Wander",
        ];
        for name in expected {
            assert!(names.contains(name), "{name}, looking: {is_looking}");
        }
        assert!(app.world().get::<SteeringTrace>(first).is_none());
    }
}

#[test]
fn a_force_has_the_name_and_the_amount_of_its_behavior() {
    let mut app = app_with_own_behaviors();
    let agent = SteeringAgent::new(0.5, 5.0).with_max_force(10.0);
    let shy = (agent, Shy(Target::PlanePoint(Vec2::new(0.0, 3.0))));
    app.world_mut().spawn((at(9.0, 9.0), shy.clone()));
    let traced = (shy, Seek::new(Vec2::X * 50.0), SteeringTrace::default());
    let traced = app.world_mut().spawn(traced).id();
    app.update();
    let trace = get::<SteeringTrace>(&app, traced);
    // From rest, the whole force of 10 leads to the target.
    assert_close(trace.force_of("Seek"), Vec2::new(10.0, 0.0), 1e-4);
    let own: Vec<_> = trace
        .contributions
        .iter()
        .filter(|added| added.behavior == "Shy")
        .map(|added| (added.tier, added.force))
        .collect();
    assert_eq!(own[0], (Tier::Flocking, Vec2::new(0.0, -2.0)));
    assert_eq!((own[1].0, own.len()), (Tier::Goal, 2));
    assert_eq!(trace.force_of("Flee"), Vec2::ZERO);
}

#[test]
fn the_neighbor_in_front_limits_an_agent() {
    let mut app = app();
    let walker = (
        SteeringAgent::default(),
        Seek::new(Vec2::X * 1000.0),
        AvoidAgents::default(),
    );
    let stander = |app: &mut App, x, y| {
        let stander = (at(x, y), SteeringAgent::default());
        app.world_mut().spawn(stander).id()
    };
    let untraced = (at(0.0, 20.0), moving(5.0, 0.0), walker);
    app.world_mut().spawn(untraced);
    stander(&mut app, 0.0, 1.2);
    let traced = (moving(5.0, 0.0), walker, SteeringTrace::default());
    let traced = app.world_mut().spawn(traced).id();
    let front = stander(&mut app, 1.5, 0.0);
    stander(&mut app, -1.2, 0.0);
    app.update();
    let trace = get::<SteeringTrace>(&app, traced);
    assert_eq!(trace.limiting_neighbor(), Some(front), "{trace:?}");
    let limits = trace.approach_limits.iter();
    let limit = limits.clone().find(|limit| limit.neighbor == front);
    let limit = limit.expect("the neighbor in front sets a limit");
    assert_close(limit.toward, Vec2::X, 1e-6);
    assert_adds_up(trace);
    assert!(limit.unlimited_speed > 4.5 && limit.speed < limit.unlimited_speed);
    assert!(limits.clone().count() >= 2, "{limits:?}");
    // Nothing limits an agent without a neighbor near by.
    app.world_mut().entity_mut(traced).insert(at(0.0, -20.0));
    run(&mut app, 2);
    let trace = get::<SteeringTrace>(&app, traced);
    assert_eq!(trace.limiting_neighbor(), None);
}

#[test]
fn the_obstacle_in_the_way_turns_the_goal() {
    let mut app = app();
    let body = || (SteeringAgent::default(), moving(4.0, 0.0));
    let mind = || (Seek::new(Vec2::X * 30.0), AvoidObstacles::default());
    app.world_mut().spawn((at(8.0, 1.5), Obstacle::circle(0.3)));
    let wall = (at(5.0, 0.2), Obstacle::rectangle(1.0, 4.0));
    let wall = app.world_mut().spawn(wall).id();
    app.world_mut().spawn((at(0.0, 20.0), body(), mind()));
    let traced = (body(), mind(), SteeringTrace::default());
    let traced = app.world_mut().spawn(traced).id();
    app.update();
    let trace = get::<SteeringTrace>(&app, traced);
    assert_eq!(trace.obstacle, Some(wall));
    assert_adds_up(trace);
    // The goal pulls ahead. The detour below the wall turns this pull to the right.
    assert!(trace.force_of("Seek").y.abs() < 1e-3);
    assert!(trace.force_of("AvoidObstacles").y < -1.0);
    app.world_mut().entity_mut(wall).despawn();
    app.update();
    let trace = get::<SteeringTrace>(&app, traced);
    assert_eq!((trace.obstacle, trace.bearing), (None, None));
}

#[test]
fn a_slide_names_the_obstacle_and_the_lost_way() {
    let mut app = app();
    // The top of the wall is at 0, and the body begins 0.01 above it.
    let wall = (at(0.0, -1.0), Obstacle::rectangle(40.0, 2.0));
    let far = (at(0.0, 30.0), Obstacle::rectangle(40.0, 2.0));
    app.world_mut().spawn(far);
    let wall = app.world_mut().spawn(wall).id();
    let agent = SteeringAgent::new(0.5, 5.0);
    app.world_mut()
        .spawn((at(-9.0, 0.51), moving(3.0, -3.0), agent));
    let traced = (at(0.0, 0.51), moving(3.0, -3.0), agent);
    let traced = (traced, SteeringTrace::default());
    let traced = app.world_mut().spawn(traced).id();
    let before = place(&app, traced);
    app.update();
    let moved_by = place(&app, traced) - before;
    let trace = get::<SteeringTrace>(&app, traced);
    let Some(Slide { obstacle, removed }) = trace.slide else {
        panic!("it slides: {trace:?}");
    };
    assert_eq!(obstacle, wall);
    assert_close(moved_by + removed, Vec2::new(3.0, -3.0) / HERTZ, 1e-6);
    // Of the 0.05 down, about 0.01 is free.
    assert_close(removed, Vec2::new(0.0, -0.04), 1e-3);
    // High above the wall, the body touches nothing.
    app.world_mut().entity_mut(traced).insert(at(0.0, 5.0));
    app.update();
    assert_eq!(get::<SteeringTrace>(&app, traced).slide, None);
}

#[test]
fn an_overlap_correction_is_how_far_the_body_moved_apart() {
    let mut app = app();
    let agent = SteeringAgent::new(0.5, 5.0);
    let other = app.world_mut().spawn((at(0.6, 0.0), agent)).id();
    let traced = (agent, SteeringTrace::default());
    let traced = app.world_mut().spawn(traced).id();
    app.update();
    let correction = get::<SteeringTrace>(&app, traced).overlap_correction;
    // Both stood, so they moved by their corrections alone.
    assert_close(correction, place(&app, traced), 1e-6);
    assert!(correction.x < -0.1, "{correction}");
    app.world_mut().entity_mut(other).despawn();
    run(&mut app, 2);
    let correction = get::<SteeringTrace>(&app, traced).overlap_correction;
    assert_eq!(correction, Vec2::ZERO);
}

#[test]
fn a_disabled_agent_and_one_that_holds_are_told_apart() {
    let mut app = app();
    let agent = (SteeringAgent::default(), Seek::new(Vec2::X * 100.0));
    app.world_mut().spawn((at(9.0, 9.0), agent));
    let spawn = |app: &mut App, y| {
        let traced = (at(0.0, y), agent, SteeringTrace::default());
        app.world_mut().spawn(traced).id()
    };
    let disabled = spawn(&mut app, 0.0);
    app.world_mut()
        .entity_mut(disabled)
        .insert(SteeringDisabled);
    let rare = spawn(&mut app, 20.0);
    app.world_mut()
        .entity_mut(rare)
        .insert(UpdateInterval { ticks: 3 });
    let usual = spawn(&mut app, 40.0);
    let mut holds = 0;
    for _ in 0..6 {
        app.update();
        let trace = get::<SteeringTrace>(&app, disabled);
        assert_eq!(trace.reasons, [Reason::Disabled]);
        assert!(trace.contributions.is_empty());
        let trace = get::<SteeringTrace>(&app, usual);
        assert_eq!(trace.reasons, []);
        let trace = get::<SteeringTrace>(&app, rare);
        let is_holding = trace.reasons == [Reason::Holding];
        assert!(is_holding || trace.reasons.is_empty());
        assert_eq!(is_holding, trace.contributions.is_empty());
        holds += u32::from(is_holding);
    }
    assert_eq!(holds, 4);
}

#[test]
fn a_trace_changes_no_bit() {
    let bits_after = |is_traced: bool| {
        let mut app = app_with_own_behaviors();
        let [first, traced] = busy_scene(&mut app, ());
        if !is_traced {
            app.world_mut().entity_mut(traced).remove::<SteeringTrace>();
        }
        run(&mut app, 120);
        [bits(&app, first), bits(&app, traced)]
    };
    assert_eq!(bits_after(true), bits_after(false));
}
