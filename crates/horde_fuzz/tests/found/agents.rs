//! Agents with goals among others.

use crate::*;

#[test]
fn an_agent_with_a_target_that_comes_later_keeps_its_place_in_the_order() {
    // The target is not spawned yet; in another order it would be.
    let arrive = Part::Arrive(Arrive::new(thing(2)));
    let body = SteeringAgent::new(0.0, 1.0);
    let script = script(vec![
        agent(1, Vec2::ZERO, body, vec![arrive]),
        Act::Spawn {
            thing: 2,
            place: Place::at(1.0, 0.0),
            parts: vec![],
        },
        Act::Tick(1),
    ]);
    for seed in 0..8 {
        assert_eq!(compare(&script, Comparison::Order, seed).failures, []);
    }
}

#[test]
fn two_obstacles_that_are_the_same_count_in_any_order_as_one() {
    let kite = [(1.0, -2.0), (-10.0, 0.0), (0.0, 1.0), (20.0, 0.0)].map(Vec2::from);
    let body = SteeringAgent {
        mass: 0.0,
        max_turn_rate: 1.0,
        ..SteeringAgent::new(1.0, 1.0).with_max_force(1.0)
    };
    let velocity = Part::Velocity(Velocity(Vec3::NEG_Y));
    let script = script(vec![
        obstacle(0, Place::at(0.0, 0.0), Obstacle::closed_polyline(kite)),
        obstacle(1, Place::at(0.0, 0.0), Obstacle::rectangle(2.0, 2.0)),
        agent(7, Vec2::ONE, body, vec![velocity, near_sighted(1.0)]),
        Act::Duplicate { thing: 0, copy: 8 },
        Act::Tick(3),
    ]);
    for seed in 0..16 {
        assert_eq!(compare(&script, Comparison::Order, seed).failures, []);
    }
}

/// Goes by the obstacles that are in touch with the body.
fn near_sighted(look_ahead: f32) -> Part {
    Part::AvoidObstacles(AvoidObstacles {
        sight: Length::Radii(1.0),
        look_ahead,
        min_look_ahead: Length::Radii(0.0),
        margin: Length::Radii(0.0),
        weight: 1.0,
    })
}

/// Arrives at full speed.
fn arrive_at(x: f32, y: f32) -> Part {
    Part::Arrive(Arrive {
        deceleration: 0.0,
        slowing_distance: Length::World(0.0),
        tolerance: Length::Radii(0.0),
        ..Arrive::new(Vec2::new(x, y))
    })
}

/// The same as [`holds`], on the stage on which the fuzzer found it.
#[track_caller]
fn makes_way(acts: Vec<Act>) {
    let stage = Stage {
        space: MovementSpace::Xz,
        clock: Clock::Frames,
        seed: 32,
        asks: false,
    };
    assert_eq!(replay(&Script { stage, acts }), Ok(()));
}

#[test]
fn an_agent_that_makes_way_into_an_obstacle_stays_arrived() {
    let points = [(0.0, 0.0), (0.0, -0.5), (1.0, 0.0)].map(Vec2::from);
    let obstacle_there = Obstacle {
        solid: false,
        ..Obstacle::closed_polyline(points)
    };
    let body = SteeringAgent::new(0.5, 5.0).with_max_force(15.0);
    let slow_to_turn = SteeringAgent {
        max_turn_rate: 0.0,
        ..body
    };
    let goal = vec![arrive_at(0.0, 0.0), near_sighted(0.0)];
    let passer = vec![arrive_at(4.0, 0.0)];
    makes_way(vec![
        obstacle(0, Place::at(0.0, 0.8), obstacle_there),
        agent(15, Vec2::new(0.0, -1.15), slow_to_turn, goal),
        agent(22, Vec2::new(-2.0, -0.9), body.with_max_force(20.0), passer),
        Act::Tick(60),
    ]);
    let points = [(-0.7, -1.0), (1.0, 0.0), (0.0, -0.8)].map(Vec2::from);
    let gather = Part::Gather(Gather {
        gap: Length::Radii(0.0),
        make_way: 1.0,
        ..Gather::new(Vec2::new(3.0, 0.0))
    });
    let avoid = Part::AvoidAgents(AvoidAgents {
        horizon: 0.0,
        margin: Length::Radii(0.0),
        idle_responsibility: 0.0,
        assertiveness: 0.0,
        ..AvoidAgents::default()
    });
    let body = SteeringAgent::new(0.5, 5.0).with_max_force(20.0);
    let turning = SteeringAgent {
        max_turn_rate: 1.0,
        ..body
    };
    let large = SteeringAgent::new(1.0, 5.0).with_max_force(20.0);
    let still = |radius: f32| SteeringAgent::new(radius, 0.0).with_max_force(0.0);
    makes_way(vec![
        obstacle(3, Place::at(3.0, 1.3), Obstacle::polygon(points)),
        agent(
            6,
            Vec2::new(0.0, -2.0),
            turning,
            vec![gather, near_sighted(0.0)],
        ),
        agent(
            15,
            Vec2::new(1.0, -2.0),
            body,
            vec![arrive_at(1.0, 0.0), avoid],
        ),
        agent(18, Vec2::new(-1.0, -0.8), still(1.0), vec![]),
        agent(27, Vec2::new(1.0, 0.0), still(0.0), vec![]),
        agent(28, Vec2::new(0.0, 1.0), large, vec![seek(3.0, 0.0)]),
        Act::Tick(90),
    ]);
}

#[test]
fn an_agent_at_the_obstacle_that_covers_its_goal_arrives_once_when_a_way_opens() {
    let flag = [(1.0, 1.0), (0.0, 1.3), (0.0, 0.7), (-1.0, 2.0), (0.0, 0.0)].map(Vec2::from);
    let place = |x: f32, y: f32, angle: f32| Place {
        angle,
        ..Place::at(x, y)
    };
    let body = SteeringAgent {
        max_turn_rate: 1.0,
        solid: false,
        ..SteeringAgent::new(1.0, 1.0).with_max_force(1.0)
    };
    let avoid = Part::AvoidObstacles(AvoidObstacles {
        sight: Length::Radii(20.0),
        look_ahead: 0.0,
        min_look_ahead: Length::Radii(0.0),
        margin: Length::Radii(1.0),
        weight: 1.0,
    });
    let goal = vec![arrive_at(90.2, 25.6), avoid];
    holds(vec![
        obstacle(
            2,
            place(91.8, 28.8, -1.7),
            Obstacle::polygon(flag).passable(),
        ),
        obstacle(3, place(92.0, 26.6, 5.0), Obstacle::rectangle(2.0, 4.08)),
        agent(4, Vec2::new(94.0, 30.0), body, goal),
        Act::Tick(140),
    ]);
}

#[test]
fn a_thrown_agent_is_as_fast_as_the_numbers_of_its_impulse_in_the_plane() {
    let body = SteeringAgent::new(0.0, 0.0).with_max_force(0.0);
    let impulse = Impulse {
        velocity: Vec3::new(0.0, 1.0, f32::NAN),
        damping: 0.0,
        time: 1.0,
    };
    holds(vec![
        agent(1, Vec2::ZERO, body, vec![Part::Impulse(impulse)]),
        Act::Tick(1),
    ]);
}
