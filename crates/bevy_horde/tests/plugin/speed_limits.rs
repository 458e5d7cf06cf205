//! No agent is ever faster than its `max_speed`, not by the last bit, at any size of the numbers.

use crate::harness::*;
use crate::random_scenes::Dice;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Speeds from the smallest number to the largest.
const LIMITS: [f32; 16] = [
    1e-45,
    1e-40,
    1e-30,
    1e-20,
    3e-13,
    1e-7,
    1e-3,
    0.3,
    1.0,
    5.0,
    61.7,
    1e6,
    1e18,
    1e25,
    1e38,
    f32::MAX,
];

/// Spawns an agent with 0, 0.3, 1, 1.000001 or 3 times its maximum speed.
fn spawn_any(app: &mut App, dice: &mut Dice, max_speed: f32, radius: f32, half: f32) -> Entity {
    let space = *app.world().resource::<MovementSpace>();
    let start = Transform::from_translation(space.to_world(dice.point(half)));
    let part = [0.0_f64, 0.3, 1.0, 1.0 + 1e-6, 3.0][dice.whole(5)];
    let heading = dice.direction();
    let velocity = heading.as_dvec2() * part * f64::from(max_speed);
    let largest = Vec2::splat(f32::MAX);
    let velocity = velocity.as_vec2().clamp(-largest, largest);
    let body = SteeringAgent {
        max_force: (3.0 * max_speed).min(f32::MAX),
        solid: !dice.one_in(3),
        max_turn_rate: if dice.one_in(3) { 2.0 } else { f32::INFINITY },
        ..SteeringAgent::new(radius, max_speed)
    };
    let body = (body, start, Velocity(space.to_world(velocity)));
    let goal = Seek::new(dice.point(20.0));
    let mut agent = app.world_mut().spawn((body, AvoidObstacles::default()));
    match dice.whole(4) {
        0 => agent.insert((Wander::default(), Flock::default())),
        1 => agent.insert((goal, AvoidAgents::default(), Flock::default())),
        2 => agent.insert((Arrive::new(goal.target), Separation::default())),
        _ => agent.insert((goal, UpdateInterval { ticks: 3 })),
    };
    agent.id()
}

/// Asserts that no agent is too fast in any of the next `ticks`.
fn check(app: &mut App, agents: &[Entity], ticks: usize) {
    for tick in 0..ticks {
        app.update();
        for agent in agents {
            let limit = f64::from(get::<SteeringAgent>(app, *agent).max_speed);
            let velocity = get::<Velocity>(app, *agent).0.as_dvec3();
            let wanted = get::<Steering>(app, *agent).desired_velocity.as_dvec3();
            for (name, velocity) in [("velocity", velocity), ("wanted", wanted)] {
                assert!(
                    velocity.length() <= limit,
                    "tick {tick}, {agent}: {name} {velocity}, {} times {limit}",
                    velocity.length() / limit
                );
            }
            assert!(get::<Transform>(app, *agent).translation.is_finite());
        }
    }
}

#[test]
fn agents_of_any_speed_stay_within_their_maximum() {
    for (space, simd_level) in [
        (MovementSpace::Xy, SimdLevel::Auto),
        (MovementSpace::Xz, SimdLevel::Scalar),
    ] {
        for (seed, limit) in LIMITS.into_iter().enumerate() {
            let mut dice = Dice::new(seed as u64);
            let plugin = SteeringPlugin::default()
                .in_space(space)
                .with_simd_level(simd_level);
            let mut app = app_with(plugin, 60.0);
            let agents: Vec<Entity> = (0..40)
                .map(|_| spawn_any(&mut app, &mut dice, limit, 0.5, 6.0))
                .collect();
            check(&mut app, &agents, 120);
        }
    }
}

#[test]
fn sliding_and_pushed_agents_stay_within_their_maximum() {
    for (seed, limit) in [1e-3, 0.3, 5.0, 61.7, 400.0].into_iter().enumerate() {
        let mut dice = Dice::new(77 + seed as u64);
        let mut app = app();
        for _ in 0..12 {
            let place = dice.point(9.0);
            app.world_mut().spawn((
                at(place.x, place.y),
                Obstacle::circle(dice.number(0.5, 2.0)),
            ));
        }
        let corners = [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)];
        let walls = corners.map(|(x, y)| Vec2::new(x, y));
        app.world_mut().spawn(Obstacle::closed_polyline(walls));
        let agents: Vec<Entity> = (0..60)
            .map(|_| spawn_any(&mut app, &mut dice, limit, 0.4, 8.0))
            .collect();
        check(&mut app, &agents, 300);
    }
}

#[test]
fn a_lower_limit_acts_in_the_same_tick() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::new(0.5, 5.0), moving(3.0, 4.0)))
        .id();
    app.update();
    assert_eq!(velocity(&app, agent), Vec2::new(3.0, 4.0));
    app.world_mut()
        .get_mut::<SteeringAgent>(agent)
        .unwrap()
        .max_speed = 2.5;
    app.update();
    assert_close(velocity(&app, agent), Vec2::new(1.5, 2.0), 1e-6);
}

#[test]
fn an_overflowing_velocity_keeps_its_direction() {
    for solid in [true, false] {
        // In a tick of 0.2 s, the force adds a fifth of the speed.
        let mut app = app_with(SteeringPlugin::default(), 5.0);
        let push = |mut agents: Query<&mut SteeringContributions>| {
            for mut contributions in &mut agents {
                contributions.add(Tier::Goal, Vec3::new(3e38, 0.0, 0.0));
            }
        };
        app.add_systems(FixedUpdate, push.in_set(SteeringSystems::Behave));
        let body = SteeringAgent {
            max_force: f32::MAX,
            solid,
            ..SteeringAgent::new(0.5, f32::MAX)
        };
        let body = (body, SteeringContributions::default());
        let agent = app.world_mut().spawn((body, moving(3e38, 1e38))).id();
        app.update();
        let found = velocity(&app, agent);
        assert!(found.x > 3.1e38 && found.y > 1e37, "{found}");
    }
}

#[test]
fn the_state_of_an_agent_tells_its_largest_speed() {
    let mut app = app();
    let speeds = [f32::NAN, 7.5].map(|speed| {
        let agent = app.world_mut().spawn(SteeringAgent::new(0.5, speed)).id();
        app.update();
        get::<AgentState>(&app, agent).max_speed()
    });
    assert_eq!(speeds, [0.0, 7.5]);
}
