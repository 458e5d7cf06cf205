//! Agents far from the origin, where the coordinates of a `Transform` are coarse.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

const RADIUS: f32 = 0.2;

/// Ten agents cross a ring about `middle` in 10 s. Returns the sum of all changes of velocity, and
/// the largest distance to a goal at the end.
fn cross_ring(middle: Vec2) -> (f32, f32) {
    let mut app = app();
    let mut spawn = |number: usize| {
        let offset = Vec2::from_angle(number as f32 * 0.628) * 4.0;
        let (start, goal) = (middle + offset, middle - offset);
        let agent = SteeringAgent {
            body_radius: RADIUS,
            max_speed: 1.3,
            max_force: 4.0,
            ..default()
        };
        let arrive = Arrive {
            target: Target::Point(goal.extend(0.0)),
            ..default()
        };
        let bundle = (agent, at(start.x, start.y), arrive, AvoidAgents::default());
        (app.world_mut().spawn(bundle).id(), goal)
    };
    let agents: Vec<(Entity, Vec2)> = (0..10).map(&mut spawn).collect();
    let mut velocities = vec![Vec2::ZERO; agents.len()];
    let mut changes = 0.0;
    for _ in 0..600 {
        app.update();
        for ((agent, _), before) in agents.iter().zip(&mut velocities) {
            let now = velocity(&app, *agent);
            changes += now.distance(*before);
            *before = now;
        }
    }
    let left = agents
        .iter()
        .map(|(agent, goal)| place(&app, *agent).distance(*goal));
    (changes, left.fold(0.0, f32::max))
}

#[test]
fn forty_thousand_radii_out_agents_move_as_at_the_origin() {
    let (changes, left) = cross_ring(Vec2::ZERO);
    let (far_changes, far_left) = cross_ring(Vec2::splat(40_000.0 * RADIUS));
    assert!(left < 0.01 && far_left < 0.01, "{left} {far_left}");
    // Each meeting may go another way, so the sums differ by some hundredths.
    assert!(far_changes < 1.1 * changes, "{far_changes} {changes}");
}

#[test]
fn four_hundred_thousand_radii_out_agents_arrive() {
    let (_, left) = cross_ring(Vec2::splat(400_000.0 * RADIUS));
    // Coordinates are whole multiples of 0.0078 there.
    assert!(left < 0.02, "{left}");
}

#[test]
fn a_narrow_door_behind_an_agent_lets_it_out_here_and_far_out() {
    // The door is in the upper wall, 2.2 radii wide. From the door the goal lies beyond the right
    // wall, which is out of the sight of 25 radii.
    for offset in [
        Vec2::ZERO,
        Vec2::new(1000.0, -2000.0),
        Vec2::new(9900.0, 7000.0),
    ] {
        let mut app = app();
        let corners = [
            (-7.7, 8.0),
            (12.0, 8.0),
            (12.0, -8.0),
            (-12.0, -8.0),
            (-12.0, 8.0),
            (-8.36, 8.0),
        ];
        let room = Obstacle::polyline(corners.map(Vec2::from));
        app.world_mut().spawn((at(offset.x, offset.y), room));
        let goal = offset + Vec2::new(18.0, 0.5);
        let agent = SteeringAgent {
            max_force: 4.0,
            ..SteeringAgent::new(0.3, 1.3)
        };
        let bundle = (
            agent,
            at(offset.x + 6.0, offset.y),
            Arrive::new(goal.extend(0.0)),
            AvoidObstacles::default(),
        );
        let agent = app.world_mut().spawn(bundle).id();
        // To the door 16 m, along the wall 20 m, and 9 m to the goal: 35 s.
        run(&mut app, 60 * 39);
        let left = place(&app, agent).distance(goal);
        assert!(left < 0.1, "{left} at {offset}");
    }
}

/// The distance from an agent to the place where it should stand in the end. The agent is in a room
/// like an L with its outer corner at `middle`, turned by `angle`. The goal is outside, round the
/// inner corner.
fn miss_in_closed_room(middle: Vec2, angle: f32) -> f32 {
    let turned = |(x, y): (f32, f32)| middle + Vec2::from_angle(angle).rotate(Vec2::new(x, y));
    let mut app = app();
    let corners = [
        (0.0, 0.0),
        (8.0, 0.0),
        (8.0, 3.0),
        (3.0, 3.0),
        (3.0, 8.0),
        (0.0, 8.0),
        (0.0, 0.0),
    ];
    let room = Obstacle::polyline(corners.map(turned));
    app.world_mut().spawn((at(0.0, 0.0), room));
    let (from, goal) = (turned((1.5, 6.5)), turned((10.0, 1.5)));
    let agent = (
        SteeringAgent::new(0.3, 1.3),
        at(from.x, from.y),
        Arrive::new(goal),
        AvoidObstacles::default(),
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 60 * 20);
    place(&app, agent).distance(turned((7.7, 1.5)))
}

#[test]
fn an_agent_in_a_closed_room_finds_the_same_place_here_and_far_out() {
    for middle in [
        Vec2::ZERO,
        Vec2::new(3000.0, 0.0),
        Vec2::new(9900.0, -3000.0),
    ] {
        for turn in 0..8 {
            let miss = miss_in_closed_room(middle, 0.3 + 0.7 * turn as f32);
            // The agent keeps its margin of 0.35 radii from the wall.
            assert!(miss < 0.15, "{miss} at {middle}, turn {turn}");
        }
    }
}
