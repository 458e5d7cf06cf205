//! Contributions become one truncated force.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::{BadInput, InputWarnings};

/// What a game's behaviour adds in every tick.
#[derive(Component, Clone)]
struct Asks(Vec<(Tier, Vec3)>);

fn ask(mut agents: Query<(&Asks, &mut SteeringContributions)>) {
    for (asks, mut contributions) in &mut agents {
        for (tier, force) in &asks.0 {
            contributions.add(*tier, *force);
        }
    }
}

fn app_that_asks() -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, ask.in_set(SteeringSystems::Behave));
    app
}

fn force_for(combine: Combine, asks: &[(Tier, Vec3)]) -> Vec2 {
    let mut app = app_that_asks();
    let agent = SteeringAgent::new(0.5, 5.0)
        .with_max_force(10.0)
        .with_combine(combine);
    let agent = app.world_mut().spawn((agent, Asks(asks.to_vec()))).id();
    app.update();
    force(&app, agent)
}

#[test]
fn a_weighted_sum_adds_all_and_truncates_once() {
    let sum = force_for(
        Combine::WeightedSum,
        &[
            (Tier::Avoidance, Vec3::new(3.0, 0.0, 0.0)),
            (Tier::Society, Vec3::new(0.0, 2.0, 0.0)),
            (Tier::Goal, Vec3::new(1.0, 2.0, 0.0)),
        ],
    );
    assert_close(sum, Vec2::new(4.0, 4.0), 1e-6);
    let truncated = force_for(
        Combine::WeightedSum,
        &[
            (Tier::Avoidance, Vec3::new(18.0, 0.0, 0.0)),
            (Tier::Goal, Vec3::new(0.0, 24.0, 0.0)),
        ],
    );
    // 30 long, cut to 10 in its own direction.
    assert_close(truncated, Vec2::new(6.0, 8.0), 1e-5);
}

#[test]
fn priorities_fill_the_budget_from_the_top() {
    let asks = [
        (Tier::Goal, Vec3::new(8.0, 0.0, 0.0)),
        (Tier::Avoidance, Vec3::new(0.0, 7.0, 0.0)),
    ];
    assert_close(
        force_for(Combine::Prioritised, &asks),
        Vec2::new(3.0, 7.0),
        1e-5,
    );
    let asks = [
        (Tier::Goal, Vec3::new(8.0, 0.0, 0.0)),
        (Tier::Avoidance, Vec3::new(0.0, 70.0, 0.0)),
    ];
    assert_close(
        force_for(Combine::Prioritised, &asks),
        Vec2::new(0.0, 10.0),
        1e-5,
    );
    let asks = [
        (Tier::Goal, Vec3::new(-8.0, 0.0, 0.0)),
        (Tier::Society, Vec3::new(4.0, 0.0, 0.0)),
        (Tier::Avoidance, Vec3::new(0.0, 5.0, 0.0)),
    ];
    // 5 for avoidance, 4 for society, 1 for the goal.
    assert_close(
        force_for(Combine::Prioritised, &asks),
        Vec2::new(3.0, 5.0),
        1e-5,
    );
}

#[test]
fn a_games_behavior_adds_to_the_plugins() {
    let mut app = app_that_asks();
    let world = app.world_mut();
    let seeker = (
        SteeringAgent::new(0.5, 5.0),
        Seek {
            target: Vec2::new(50.0, 0.0).into(),
            weight: 0.5,
        },
    );
    let plain = world
        .spawn((
            seeker,
            Perception {
                perceives: 0,
                ..default()
            },
        ))
        .id();
    let blown = world
        .spawn((
            seeker,
            at(0.0, 9.0),
            Asks(vec![(Tier::Goal, Vec3::new(0.0, 3.0, 0.0))]),
        ))
        .id();
    world.entity_mut(blown).insert(Seek {
        target: Vec2::new(50.0, 9.0).into(),
        weight: 0.5,
    });
    app.update();
    assert_close(force(&app, plain), Vec2::new(7.5, 0.0), 1e-4);
    assert_close(force(&app, blown), Vec2::new(7.5, 3.0), 1e-4);
    // The accumulator is emptied, or the wind would grow from tick to tick.
    assert_eq!(
        *get::<SteeringContributions>(&app, blown),
        SteeringContributions::default()
    );
}

#[test]
fn what_the_game_asks_for_outside_the_plane_is_not_heard() {
    let mut app = app_that_asks();
    let asks = Asks(vec![(Tier::Goal, Vec3::new(1.0, 0.0, 50.0))]);
    let agent = app.world_mut().spawn((SteeringAgent::default(), asks)).id();
    app.update();
    assert_eq!(get::<Steering>(&app, agent).force, Vec3::X);
}

#[test]
fn no_opinion_is_not_a_zero_force() {
    let mut app = app_that_asks();
    let silent = app
        .world_mut()
        .spawn((SteeringAgent::default(), Asks(vec![])))
        .id();
    let zero = Asks(vec![(Tier::Goal, Vec3::ZERO)]);
    let content = app
        .world_mut()
        .spawn((SteeringAgent::default(), at(9.0, 0.0), zero))
        .id();
    app.update();
    assert!(!has_opinion(&app, silent));
    assert!(has_opinion(&app, content));
}

#[test]
fn a_force_that_is_no_number_is_dropped_with_one_warning() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut app = app_that_asks();
        let asks = Asks(vec![
            (Tier::Goal, Vec3::new(bad, 0.0, 0.0)),
            (Tier::Avoidance, Vec3::new(0.0, 2.0, 0.0)),
        ]);
        let seeker = (SteeringAgent::default(), Seek::new(Vec2::new(0.0, -90.0)));
        let agent = app.world_mut().spawn((seeker, asks)).id();
        run(&mut app, 5);
        // The plugin's own contribution still counts.
        assert!(force(&app, agent).y < -1.0);
        assert!(place(&app, agent).y < 0.0);
        let warning = BadInput {
            entity: agent,
            component: "SteeringContributions",
            field: "tiers",
        };
        assert_eq!(
            app.world().resource::<InputWarnings>().reported(),
            [warning]
        );
    }
}

#[test]
fn force_is_mass_times_acceleration() {
    let mut app = app_that_asks();
    let push = Asks(vec![(Tier::Goal, Vec3::new(6.0, 0.0, 0.0))]);
    let agent = SteeringAgent::new(0.5, 50.0).with_mass(3.0);
    let agent = app.world_mut().spawn((agent, push)).id();
    run(&mut app, 60);
    // 2 units/s^2 for a second.
    assert_near(velocity(&app, agent).x, 2.0, 1e-4);
    // Semi-implicit: every tick moves with the velocity that it ends with.
    assert_near(
        place(&app, agent).x,
        2.0 / 3600.0 * (60.0 * 61.0 / 2.0),
        1e-4,
    );
}

#[test]
fn the_desired_velocity_is_where_the_force_leads() {
    let mut app = app_that_asks();
    let push = Asks(vec![(Tier::Goal, Vec3::new(0.0, 60.0, 0.0))]);
    let agent = SteeringAgent::new(0.5, 5.0).with_max_force(30.0);
    let body = (moving(4.0, 0.0), ExternalLocomotion);
    let agent = app.world_mut().spawn((agent, push, body)).id();
    app.update();
    let steering = *get::<Steering>(&app, agent);
    assert_close(steering.force.truncate(), Vec2::new(0.0, 30.0), 1e-4);
    assert_close(
        steering.desired_velocity.truncate(),
        Vec2::new(4.0, 0.5),
        1e-4,
    );
    // The game moves it, or does not.
    run(&mut app, 5);
    assert_eq!(place(&app, agent), Vec2::ZERO);
    assert_eq!(velocity(&app, agent), Vec2::new(4.0, 0.0));
}

#[test]
fn no_speed_exceeds_the_largest() {
    let mut app = app_that_asks();
    let push = Asks(vec![(Tier::Goal, Vec3::new(1e6, 1e6, 0.0))]);
    let agent = SteeringAgent::new(0.5, 5.0).with_max_force(f32::MAX);
    let agent = app.world_mut().spawn((agent, moving(0.0, 5.0), push)).id();
    for _ in 0..20 {
        app.update();
        assert!(velocity(&app, agent).length() <= 5.0 * 1.000_001);
    }
}

#[test]
fn a_turn_rate_limits_how_fast_the_way_bends() {
    let mut app = app();
    let agent = SteeringAgent::new(0.5, 5.0).with_max_turn_rate(1.0);
    let agent = app
        .world_mut()
        .spawn((agent, moving(5.0, 0.0), Seek::new(Vec2::new(-100.0, 20.0))))
        .id();
    let mut last = Vec2::X;
    for _ in 0..240 {
        app.update();
        let heading = get::<Heading>(&app, agent).0.truncate();
        let turned = last.angle_to(heading).abs();
        assert!(turned <= 1.0 / HERTZ + 1e-4, "{turned}");
        last = heading;
    }
    assert!(last.x < -0.9, "{last}");
}

/// What is reported of an app in which `ask` runs as `add` says.
fn reported_when_asked(add: impl FnOnce(&mut App)) -> usize {
    let mut app = app();
    add(&mut app);
    let push = Asks(vec![(Tier::Goal, Vec3::new(6.0, 0.0, 0.0))]);
    for place in 0..100_u8 {
        let place = at(9.0 * f32::from(place), 0.0);
        app.world_mut()
            .spawn((place, SteeringAgent::default(), push.clone()));
    }
    run(&mut app, 5);
    let reported = app.world().resource::<InputWarnings>().reported();
    assert!(
        reported
            .iter()
            .all(|input| { input.component == "SteeringContributions" && input.field == "add" })
    );
    reported.len()
}

#[test]
fn what_is_asked_outside_of_the_stage_for_it_is_named_once() {
    let elsewhere = reported_when_asked(|app| {
        app.add_systems(Update, ask);
    });
    assert_eq!(elsewhere, 1);
    let too_late = reported_when_asked(|app| {
        app.add_systems(FixedUpdate, ask.after(SteeringSystems::Locomote));
    });
    assert_eq!(too_late, 1);
    let in_time = reported_when_asked(|app| {
        app.add_systems(FixedUpdate, ask.in_set(SteeringSystems::Behave));
    });
    assert_eq!(in_time, 0);
}
