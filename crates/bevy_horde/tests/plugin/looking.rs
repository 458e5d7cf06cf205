//! Agents that look at a target of their own: see [`LookAt`].

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;

/// Where an agent looks.
fn looks(app: &App, agent: Entity) -> Vec2 {
    get::<Heading>(app, agent).0.truncate()
}

/// The direction from an agent to a place.
fn toward(app: &App, agent: Entity, to: Vec2) -> Vec2 {
    (to - place(app, agent)).normalize()
}

/// An agent at the origin that goes along +x and looks at a target.
fn guard(app: &mut App, body: SteeringAgent, target: impl Into<Target>) -> Entity {
    let goal = Seek::new(vec2(500.0, 0.0));
    let guard = (at(0.0, 0.0), body, goal, LookAt::new(target));
    app.world_mut().spawn(guard).id()
}

#[test]
fn an_agent_looks_at_its_target_while_it_moves_elsewhere() {
    let mut app = app();
    let tower = vec2(5.0, 20.0);
    let agent = guard(&mut app, SteeringAgent::default(), tower);
    for _ in 0..120 {
        app.update();
        assert_close(looks(&app, agent), toward(&app, agent, tower), 1e-4);
    }
    assert_close(velocity(&app, agent), vec2(5.0, 0.0), 0.05);
    // The picture follows as `Facing` says: 0.1 s behind a slow turn.
    let drawn = get::<Transform>(&app, agent).rotation * Vec3::X;
    assert_close(drawn.truncate(), looks(&app, agent), 0.1);
    assert_eq!(get::<LookAt>(&app, agent).place, Some(tower));
    app.world_mut().entity_mut(agent).remove::<LookAt>();
    app.update();
    assert_eq!(looks(&app, agent), Vec2::X);
}

#[test]
fn the_turn_rate_limits_the_turn_and_not_the_motion() {
    let body = SteeringAgent::default().with_max_turn_rate(1.5);
    let mut app = app();
    let tower = vec2(0.0, 300.0);
    let agent = guard(&mut app, body, tower);
    app.world_mut()
        .entity_mut(agent)
        .insert(Heading(Vec3::NEG_X));
    let free = guard(&mut app, SteeringAgent::default().non_solid(), tower);
    app.world_mut().entity_mut(free).remove::<LookAt>();
    let step = 1.5 / HERTZ;
    for _ in 0..20 {
        let before = looks(&app, agent);
        app.update();
        let turned = before.angle_to(looks(&app, agent)).abs();
        assert_near(turned, step, 1e-4);
        // As fast as an agent that may turn at any rate.
        assert_eq!(velocity(&app, agent), velocity(&app, free));
    }
    run(&mut app, 60);
    assert_close(looks(&app, agent), toward(&app, agent, tower), 1e-4);
}

#[test]
fn an_agent_that_holds_its_decision_looks_on() {
    let mut app = app();
    let player = app.world_mut().spawn(at(0.0, 10.0)).id();
    let agent = guard(&mut app, SteeringAgent::default(), player);
    let seldom = UpdateInterval { ticks: 8 };
    app.world_mut().entity_mut(agent).insert(seldom);
    for tick in 0..40 {
        let to = Vec2::from_angle(0.1 * tick as f32) * 30.0;
        app.world_mut().entity_mut(player).insert(at(to.x, to.y));
        app.update();
        assert_close(looks(&app, agent), toward(&app, agent, to), 1e-4);
    }
}

#[test]
fn the_view_of_targets_turns_with_the_look() {
    // The game may insert the component in every tick.
    for (looks_up, again) in [(false, false), (true, false), (true, true)] {
        let mut app = app();
        let player = app.world_mut().spawn(at(0.0, 20.0)).id();
        let agent = guard(&mut app, SteeringAgent::default(), player);
        let eyes = LineOfSight::default().within(100.0, 0.5);
        let noted = Pursue {
            weight: 1e-6,
            ..Pursue::new(player)
        };
        // A slow agent would see where its heading points.
        run(&mut app, 60);
        app.world_mut().entity_mut(agent).insert((eyes, noted));
        if !looks_up {
            app.world_mut().entity_mut(agent).remove::<LookAt>();
        }
        for _ in 0..90 {
            if again {
                app.world_mut()
                    .entity_mut(agent)
                    .insert(LookAt::new(player));
            }
            app.update();
        }
        let seen = get::<LastSeen>(&app, agent).of::<Pursue>();
        assert_eq!(seen.is_some(), looks_up, "inserted again: {again}");
    }
}

#[test]
fn an_agent_that_looks_elsewhere_does_not_slow_in_turns_for_its_turn_rate() {
    let corners = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0)].map(Vec2::from);
    let mut app = app();
    let walkers = [0.5, f32::INFINITY].map(|rate| {
        let body = SteeringAgent::default().non_solid();
        let walk = (Path::new(corners).with_width(4.0), FollowPath::default());
        let look = LookAt::new(vec2(300.0, 0.0));
        let body = body.with_max_turn_rate(rate);
        app.world_mut().spawn((at(0.0, 0.0), body, walk, look)).id()
    });
    for _ in 0..480 {
        app.update();
        let [one, other] = walkers.map(|walker| place(&app, walker));
        assert_eq!(one, other);
    }
    assert!(place(&app, walkers[0]).y > 10.0);
}

#[test]
fn without_its_target_an_agent_looks_along_its_motion() {
    let mut app = app();
    let player = app.world_mut().spawn(at(0.0, 10.0)).id();
    let [one, other] = [0, 1].map(|_| guard(&mut app, SteeringAgent::default(), player));
    let own = app
        .world_mut()
        .spawn((moving(0.0, 3.0), SteeringAgent::default()))
        .id();
    app.world_mut().entity_mut(own).insert(LookAt::new(own));
    run(&mut app, 60);
    assert_eq!(looks(&app, own), Vec2::Y);
    app.world_mut().despawn(player);
    run(&mut app, 60);
    for agent in [one, other] {
        assert_close(looks(&app, agent), Vec2::X, 0.01);
        assert_eq!(get::<LookAt>(&app, agent).place, None);
    }
    // One report for both, and one for the agent that looks at itself.
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let fields = reported.iter().map(|it| (it.component, it.field));
    assert_eq!(fields.collect::<Vec<_>>(), [("LookAt", "target"); 2]);
}

#[test]
fn an_agent_keeps_its_look_while_it_is_thrown_disabled_or_moved_by_the_game() {
    let mut app = app();
    let player = app.world_mut().spawn(at(0.0, 10.0)).id();
    let agents = [0, 1, 2].map(|_| guard(&mut app, SteeringAgent::default(), player));
    run(&mut app, 30);
    let before = agents.map(|agent| looks(&app, agent));
    let [thrown, disabled, moved] = agents;
    let throw = Impulse::new(Vec3::new(0.0, -8.0, 0.0), 60.0);
    app.world_mut().entity_mut(thrown).insert(throw);
    app.world_mut()
        .entity_mut(disabled)
        .insert(SteeringDisabled);
    app.world_mut().entity_mut(moved).insert(ExternalLocomotion);
    app.world_mut().entity_mut(player).insert(at(-90.0, 0.0));
    run(&mut app, 30);
    for (agent, before) in agents.into_iter().zip(before) {
        assert_close(looks(&app, agent), before, 1e-6);
    }
    let places = agents.map(|agent| get::<LookAt>(&app, agent).place);
    assert_eq!(places, [None, None, Some(vec2(-90.0, 0.0))]);
    app.world_mut()
        .entity_mut(thrown)
        .insert(Impulse::default());
    run(&mut app, 2);
    let there = toward(&app, thrown, vec2(-90.0, 0.0));
    assert_close(looks(&app, thrown), there, 1e-4);
}

#[test]
fn the_nearest_of_a_group_is_looked_at() {
    const HUMANS: u32 = 1 << 3;
    let mut app = app();
    let human = Perception {
        memberships: HUMANS,
        ..default()
    };
    for y in [30.0, -12.0] {
        let human = (at(0.0, y), SteeringAgent::default(), human);
        app.world_mut().spawn(human);
    }
    let body = (at(0.0, 0.0), SteeringAgent::default());
    let agent = app
        .world_mut()
        .spawn((body, LookAt::new(Target::NearestOf(HUMANS))))
        .id();
    run(&mut app, 3);
    assert_close(looks(&app, agent), Vec2::NEG_Y, 1e-6);
}
