//! All contributions combine into one truncated force.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};

/// The contributions that a behavior of the game adds in every tick.
#[derive(Component, Clone)]
#[require(SteeringContributions)]
struct GameForces(Vec<(Tier, Vec3)>);

fn add_game_forces(mut agents: Query<(&GameForces, &mut SteeringContributions)>) {
    for (forces, mut contributions) in &mut agents {
        for (tier, force) in &forces.0 {
            contributions.add(*tier, *force);
        }
    }
}

fn app_with_game_forces() -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, add_game_forces.in_set(SteeringSystems::Behave));
    app
}

fn force_for(combine: Combine, forces: &[(Tier, Vec3)]) -> Vec2 {
    let mut app = app_with_game_forces();
    let agent = SteeringAgent::new(0.5, 5.0)
        .with_max_force(10.0)
        .with_combine(combine);
    let agent = app
        .world_mut()
        .spawn((agent, GameForces(forces.to_vec())))
        .id();
    app.update();
    force(&app, agent)
}

#[test]
fn a_weighted_sum_adds_all_and_truncates_once() {
    let sum = force_for(
        Combine::WeightedSum,
        &[
            (Tier::Avoidance, Vec3::new(3.0, 0.0, 0.0)),
            (Tier::Flocking, Vec3::new(0.0, 2.0, 0.0)),
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
    // The sum of length 30 becomes 10 long, in the same direction.
    assert_close(truncated, Vec2::new(6.0, 8.0), 1e-5);
}

#[test]
fn priorities_fill_the_budget_from_the_top() {
    let forces = [
        (Tier::Goal, Vec3::new(8.0, 0.0, 0.0)),
        (Tier::Avoidance, Vec3::new(0.0, 7.0, 0.0)),
    ];
    assert_close(
        force_for(Combine::Prioritized, &forces),
        Vec2::new(3.0, 7.0),
        1e-5,
    );
    let forces = [
        (Tier::Goal, Vec3::new(8.0, 0.0, 0.0)),
        (Tier::Avoidance, Vec3::new(0.0, 70.0, 0.0)),
    ];
    assert_close(
        force_for(Combine::Prioritized, &forces),
        Vec2::new(0.0, 10.0),
        1e-5,
    );
    let forces = [
        (Tier::Goal, Vec3::new(-8.0, 0.0, 0.0)),
        (Tier::Flocking, Vec3::new(4.0, 0.0, 0.0)),
        (Tier::Avoidance, Vec3::new(0.0, 5.0, 0.0)),
    ];
    // Avoidance takes 5, flocking 4, and the goal 1.
    assert_close(
        force_for(Combine::Prioritized, &forces),
        Vec2::new(3.0, 5.0),
        1e-5,
    );
}

#[test]
fn behaviors_of_the_game_add_to_those_of_the_plugin() {
    let mut app = app_with_game_forces();
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
                filters: 0,
                ..default()
            },
        ))
        .id();
    let blown = world
        .spawn((
            seeker,
            at(0.0, 9.0),
            GameForces(vec![(Tier::Goal, Vec3::new(0.0, 3.0, 0.0))]),
        ))
        .id();
    world.entity_mut(blown).insert(Seek {
        target: Vec2::new(50.0, 9.0).into(),
        weight: 0.5,
    });
    app.update();
    assert_close(force(&app, plain), Vec2::new(7.5, 0.0), 1e-4);
    assert_close(force(&app, blown), Vec2::new(7.5, 3.0), 1e-4);
    // The plugin clears the contributions, so the force of the game does not grow from tick to
    // tick.
    assert_eq!(
        *get::<SteeringContributions>(&app, blown),
        SteeringContributions::default()
    );
}

#[test]
fn the_part_of_a_contribution_outside_the_plane_is_ignored() {
    let mut app = app_with_game_forces();
    let forces = GameForces(vec![(Tier::Goal, Vec3::new(1.0, 0.0, 50.0))]);
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), forces))
        .id();
    app.update();
    assert_eq!(get::<Steering>(&app, agent).force, Vec3::X);
}

#[test]
fn an_agent_without_contributions_differs_from_one_with_a_zero_force() {
    let mut app = app_with_game_forces();
    let silent = app
        .world_mut()
        .spawn((SteeringAgent::default(), GameForces(vec![])))
        .id();
    let zero = GameForces(vec![(Tier::Goal, Vec3::ZERO)]);
    let content = app
        .world_mut()
        .spawn((SteeringAgent::default(), at(9.0, 0.0), zero))
        .id();
    app.update();
    assert!(!has_contribution(&app, silent));
    assert!(has_contribution(&app, content));
}

#[test]
fn a_force_that_is_not_finite_is_dropped_with_one_warning() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut app = app_with_game_forces();
        let forces = GameForces(vec![
            (Tier::Goal, Vec3::new(bad, 0.0, 0.0)),
            (Tier::Avoidance, Vec3::new(0.0, 2.0, 0.0)),
        ]);
        let seeker = (SteeringAgent::default(), Seek::new(Vec2::new(0.0, -90.0)));
        let agent = app.world_mut().spawn((seeker, forces)).id();
        run(&mut app, 5);
        // The plugin's own contribution still counts.
        assert!(force(&app, agent).y < -1.0);
        assert!(place(&app, agent).y < 0.0);
        let warning = InvalidSetting {
            entity: agent,
            component: "SteeringContributions",
            field: "tiers",
        };
        assert_eq!(
            app.world().resource::<SteeringWarnings>().reported(),
            [warning]
        );
    }
}

#[test]
fn force_is_mass_times_acceleration() {
    let mut app = app_with_game_forces();
    let push = GameForces(vec![(Tier::Goal, Vec3::new(6.0, 0.0, 0.0))]);
    let agent = SteeringAgent::new(0.5, 50.0).with_mass(3.0);
    let agent = app.world_mut().spawn((agent, push)).id();
    run(&mut app, 60);
    // An acceleration of 2 for one second.
    assert_near(velocity(&app, agent).x, 2.0, 1e-4);
    // Semi-implicit: every tick moves with its final velocity.
    assert_near(
        place(&app, agent).x,
        2.0 / 3600.0 * (60.0 * 61.0 / 2.0),
        1e-4,
    );
}

#[test]
fn the_desired_velocity_is_the_velocity_after_the_force() {
    let mut app = app_with_game_forces();
    let push = GameForces(vec![(Tier::Goal, Vec3::new(0.0, 60.0, 0.0))]);
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
    // Only the game moves this agent.
    run(&mut app, 5);
    assert_eq!(place(&app, agent), Vec2::ZERO);
    assert_eq!(velocity(&app, agent), Vec2::new(4.0, 0.0));
}

#[test]
fn no_speed_exceeds_the_maximum() {
    let mut app = app_with_game_forces();
    let push = GameForces(vec![(Tier::Goal, Vec3::new(1e6, 1e6, 0.0))]);
    let agent = SteeringAgent::new(0.5, 5.0).with_max_force(f32::MAX);
    let agent = app.world_mut().spawn((agent, moving(0.0, 5.0), push)).id();
    for _ in 0..20 {
        app.update();
        assert!(velocity(&app, agent).length() <= 5.0 * 1.000_001);
    }
}

#[test]
fn a_maximum_turn_rate_limits_the_turns_of_the_heading() {
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

/// The number of warnings of an app to which `add` adds [`add_game_forces`].
fn warnings_when_added(add: impl FnOnce(&mut App)) -> usize {
    let mut app = app();
    add(&mut app);
    let push = GameForces(vec![(Tier::Goal, Vec3::new(6.0, 0.0, 0.0))]);
    for place in 0..100_u8 {
        let place = at(9.0 * f32::from(place), 0.0);
        app.world_mut()
            .spawn((place, SteeringAgent::default(), push.clone()));
    }
    run(&mut app, 5);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    assert!(
        reported
            .iter()
            .all(|input| { input.component == "SteeringContributions" && input.field == "add" })
    );
    reported.len()
}

#[test]
fn contributions_outside_of_their_stage_are_reported_once() {
    let elsewhere = warnings_when_added(|app| {
        app.add_systems(Update, add_game_forces);
    });
    assert_eq!(elsewhere, 1);
    let too_late = warnings_when_added(|app| {
        app.add_systems(
            FixedUpdate,
            add_game_forces.after(SteeringSystems::Locomote),
        );
    });
    assert_eq!(too_late, 1);
    let in_time = warnings_when_added(|app| {
        app.add_systems(FixedUpdate, add_game_forces.in_set(SteeringSystems::Behave));
    });
    assert_eq!(in_time, 0);
}
