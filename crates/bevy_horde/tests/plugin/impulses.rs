//! Impulses throw agents: exactly, whatever the tick, and never through a wall.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::JourneyState;
use bevy_horde::prelude::*;

/// Body radius 0.5, speed 5, force 15.
fn agent() -> SteeringAgent {
    SteeringAgent::default()
}

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// The knock-back of these tests: from 12 units a second, 0.5 s.
fn knock_back() -> Impulse {
    Impulse::new(Vec3::new(12.0, 0.0, 0.0), 0.5).with_damping(4.0)
}

#[test]
fn a_thrown_agent_moves_by_the_integral_at_any_tick_rate() {
    // 12 (1 - exp(-4 * 0.5)) / 4 = 2.594.
    let expected = 12.0 * (1.0 - (-2.0_f32).exp()) / 4.0;
    for hertz in [7.0, 20.0, 30.0, 60.0, 64.0, 144.0, 240.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let slow = SteeringAgent::new(0.5, 0.0)
            .with_mass(3.0)
            .with_max_turn_rate(0.1);
        for body in [slow, slow.non_solid()] {
            let thrown = spawn(&mut app, (at(0.0, 5.0), body, knock_back()));
            run(&mut app, (0.5 * hertz).ceil() as usize);
            assert_close(place(&app, thrown), vec2(expected, 5.0), 2e-4);
            assert_eq!(velocity(&app, thrown), Vec2::ZERO, "at {hertz}");
            let impulse = *get::<Impulse>(&app, thrown);
            assert_eq!((impulse.time, impulse.velocity), (0.0, Vec3::ZERO));
            run(&mut app, 10);
            assert_close(place(&app, thrown), vec2(expected, 5.0), 2e-4);
            app.world_mut().despawn(thrown);
        }
    }
}

#[test]
fn behaviors_rest_and_go_on() {
    let mut app = app();
    let seeker = (
        at(0.0, 0.0),
        agent(),
        Seek::new(vec2(-50.0, 0.0)),
        Journey::default(),
    );
    let seeker = spawn(&mut app, seeker);
    run(&mut app, 60);
    let (journey, start) = (*get::<JourneyState>(&app, seeker), place(&app, seeker));
    let dash = Impulse::new(Vec3::new(20.0, 0.0, 0.0), 0.25);
    app.world_mut().entity_mut(seeker).insert(dash);
    for tick in 1..=15 {
        app.update();
        assert!(!has_contribution(&app, seeker));
        assert!(get::<AgentState>(&app, seeker).is_thrown());
        // It keeps looking at its goal.
        assert_eq!(get::<Heading>(&app, seeker).0, Vec3::NEG_X);
        let way = 20.0 * tick as f32 / 60.0;
        assert_close(place(&app, seeker), start + vec2(way, 0.0), 1e-3);
        assert_eq!(*get::<JourneyState>(&app, seeker), journey);
    }
    app.update();
    // It steers again, from its largest speed.
    assert!(has_contribution(&app, seeker));
    assert!(velocity(&app, seeker).x < 5.0);
    run(&mut app, 240);
    assert_close(velocity(&app, seeker), vec2(-5.0, 0.0), 0.01);
}

#[test]
fn walls_and_bodies_stop_a_thrown_agent() {
    for fast in [12.0, 500.0, 1e6] {
        let mut app = app();
        let wall = Obstacle::segment(vec2(3.0, -50.0), vec2(3.0, 50.0));
        spawn(&mut app, (at(0.0, 0.0), wall));
        let impulse = Impulse::new(Vec3::new(fast, 0.5, 0.0), 1.0).with_damping(0.5);
        let thrown = spawn(&mut app, (at(0.0, 0.0), agent(), impulse));
        run(&mut app, 40);
        let end = place(&app, thrown);
        assert_near(end.x, 2.5, 0.01);
        // What the wall has taken stays lost, and what is along the wall goes on.
        assert_near(velocity(&app, thrown).x, 0.0, 1e-3);
        assert!(velocity(&app, thrown).y > 0.3);
        assert!(get::<Impulse>(&app, thrown).velocity.x.abs() < 1e-3);
    }
    // Twenty at once against one that stands.
    let mut app = app();
    let standing = spawn(
        &mut app,
        (at(4.0, 0.0), agent(), Arrive::new(vec2(4.0, 0.0))),
    );
    let thrown = [0, 1, 2].map(|number| {
        let place = at(-2.0, 1.2 * (number as f32 - 1.0));
        spawn(&mut app, (place, agent(), knock_back()))
    });
    run(&mut app, 30);
    for agent in thrown {
        let gap = place(&app, agent).distance(place(&app, standing));
        assert!(gap > 0.99, "{gap}");
    }
}

#[test]
fn a_stun_holds_an_agent_and_a_disabled_agent_waits_with_its_impulse() {
    let mut app = app();
    let seek = Seek::new(vec2(50.0, 0.0));
    let stun = Impulse::new(Vec3::ZERO, 0.5);
    let stunned = spawn(&mut app, (at(0.0, 0.0), agent(), seek, stun));
    let disabled = (at(0.0, 9.0), agent(), knock_back(), SteeringDisabled);
    let disabled = spawn(&mut app, disabled);
    run(&mut app, 30);
    assert_eq!(place(&app, stunned), Vec2::ZERO);
    assert_eq!(*get::<Impulse>(&app, disabled), knock_back());
    app.world_mut()
        .entity_mut(disabled)
        .remove::<SteeringDisabled>();
    run(&mut app, 30);
    assert!(place(&app, stunned).x > 1.0);
    assert_near(place(&app, disabled).x, 2.594, 0.01);
}

#[test]
fn a_game_that_moves_bodies_reads_the_impulse() {
    let mut app = app();
    let external = (
        at(0.0, 0.0),
        agent(),
        Seek::new(vec2(0.0, 9.0)),
        ExternalLocomotion,
    );
    let external = spawn(&mut app, (external, knock_back()));
    let mut way = Vec3::ZERO;
    for _ in 0..30 {
        app.update();
        let steering = *get::<Steering>(&app, external);
        assert_eq!(steering.force, Vec3::ZERO);
        way += steering.desired_velocity / 60.0;
    }
    assert_near(way.x, 2.594, 0.001);
    assert_eq!(place(&app, external), Vec2::ZERO);
    app.update();
    assert!(has_contribution(&app, external));
}

#[test]
fn an_impulse_wins_over_the_velocity_that_a_game_sets() {
    let mut app = app();
    let player = spawn(&mut app, (at(0.0, 0.0), agent(), knock_back()));
    for _ in 0..30 {
        app.world_mut().entity_mut(player).insert(moving(-3.0, 0.0));
        app.update();
    }
    assert_near(place(&app, player).x, 2.594, 0.001);
}

#[test]
fn others_do_not_expect_a_thrown_agent_to_avoid_them() {
    let mut app = app();
    let avoids = AvoidAgents::default();
    let walker = (at(-8.0, 0.05), agent(), Seek::new(vec2(50.0, 0.0)), avoids);
    let walker = spawn(&mut app, walker);
    let dash = Impulse::new(Vec3::new(-6.0, 0.0, 0.0), 3.0);
    let thrown = spawn(&mut app, (at(8.0, 0.0), agent(), avoids, dash));
    let mut nearest = f32::INFINITY;
    for _ in 0..150 {
        app.update();
        nearest = nearest.min(place(&app, walker).distance(place(&app, thrown)));
    }
    assert!(nearest > 1.0, "{nearest}");
}

#[test]
fn bad_numbers_in_an_impulse_count_as_zero() {
    let mut app = app();
    let velocity = Vec3::new(f32::NAN, 1.0, 0.0);
    let odd = [
        Impulse::new(velocity, 0.1),
        Impulse::new(Vec3::X, f32::NAN),
        Impulse::new(Vec3::X, -1.0),
        Impulse::new(Vec3::X, 0.1).with_damping(f32::NAN),
        Impulse::new(Vec3::splat(f32::MAX), f32::INFINITY).with_damping(f32::MAX),
    ];
    let odd = odd.map(|impulse| {
        let thrown = spawn(&mut app, (at(0.0, 0.0), agent().non_solid(), impulse));
        (thrown, impulse)
    });
    run(&mut app, 30);
    let places = odd.map(|(thrown, _)| place(&app, thrown));
    let [nowhere, no_time, less_time, undamped, wild] = places;
    assert_eq!([nowhere, no_time, less_time], [Vec2::ZERO; 3]);
    // After 0.1 s at 1 it coasts.
    assert_close(undamped, vec2(0.5, 0.0), 0.01);
    assert!(wild.is_finite());
}

#[test]
fn a_blast_throws_all_agents_within_its_radius() {
    const FOES: u32 = 1 << 4;
    let mut app = app();
    let foe = Perception {
        memberships: FOES,
        ..default()
    };
    let bomber = spawn(&mut app, (at(0.0, 0.0), agent().non_solid(), foe));
    let near = spawn(&mut app, (at(0.0, 2.0), agent().non_solid(), foe));
    let on_center = spawn(&mut app, (at(0.0, 0.0), agent().non_solid(), foe));
    let edge = spawn(&mut app, (at(-8.0, 0.0), agent().non_solid(), foe));
    let far = spawn(&mut app, (at(8.1, 0.0), agent().non_solid(), foe));
    let friend = spawn(&mut app, (at(3.0, 0.0), agent().non_solid()));
    let disabled = (at(2.0, 0.0), agent().non_solid(), foe, SteeringDisabled);
    let disabled = spawn(&mut app, disabled);
    app.update();
    let blast = Blast::new(Vec3::ZERO, 8.0, 10.0)
        .in_groups(FOES)
        .without(bomber);
    app.world_mut().commands().queue(blast);
    app.world_mut().flush();
    for stays in [bomber, far, friend, disabled] {
        assert!(app.world().get::<Impulse>(stays).is_none());
    }
    // At a quarter of the radius an eighth is missing, and half of it at the edge.
    assert_eq!(
        get::<Impulse>(&app, near).velocity,
        Vec3::new(0.0, 8.75, 0.0)
    );
    assert_eq!(
        get::<Impulse>(&app, edge).velocity,
        Vec3::new(-5.0, 0.0, 0.0)
    );
    assert_near(
        get::<Impulse>(&app, on_center).velocity.length(),
        10.0,
        1e-4,
    );
    run(&mut app, 30);
    assert!(place(&app, edge).x < -9.0 && place(&app, near).y > 3.5);
}

#[test]
fn a_blast_spares_the_agents_that_are_disabled_when_it_comes() {
    let mut app = app();
    let [disabled, enabled] = [1.0, -1.0].map(|x| spawn(&mut app, (at(x, 0.0), agent())));
    app.world_mut().entity_mut(enabled).insert(SteeringDisabled);
    app.update();
    app.world_mut()
        .entity_mut(disabled)
        .insert(SteeringDisabled);
    app.world_mut()
        .entity_mut(enabled)
        .remove::<SteeringDisabled>();
    let blast = Blast::new(Vec3::ZERO, 8.0, 10.0);
    app.world_mut().commands().queue(blast);
    app.world_mut().flush();
    assert!(app.world().get::<Impulse>(disabled).is_none());
    assert!(app.world().get::<Impulse>(enabled).is_some());
}

#[test]
fn an_impulse_that_a_game_sets_within_a_tick_begins_with_the_next() {
    let mut app = app();
    let thrown = spawn(&mut app, (at(0.0, 0.0), agent(), knock_back()));
    run(&mut app, 3);
    let back = Impulse::new(Vec3::new(0.0, 9.0, 0.0), 0.3);
    let replace = move |mut impulses: Query<&mut Impulse>| *impulses.single_mut().unwrap() = back;
    app.add_systems(
        FixedUpdate,
        replace
            .after(SteeringSystems::Perceive)
            .before(SteeringSystems::Locomote),
    );
    app.update();
    assert_eq!(*get::<Impulse>(&app, thrown), back);
}

#[test]
fn a_blast_in_a_world_without_the_plugin_does_nothing() {
    let mut world = World::new();
    world.commands().queue(Blast::new(Vec3::ZERO, 8.0, 10.0));
    world.flush();
}
