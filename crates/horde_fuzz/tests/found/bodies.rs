//! Bodies at obstacles.

use crate::*;

fn triangle() -> Obstacle {
    Obstacle::polygon([Vec2::ZERO, Vec2::Y, Vec2::X])
}

#[test]
fn a_body_without_a_radius_stays_in_its_room() {
    let room = [
        Vec2::new(1.0, 0.0),
        Vec2::new(0.0, 1.0),
        Vec2::new(-0.1, -0.2),
    ];
    let body = SteeringAgent::new(0.0, 200.0).with_max_force(700.0);
    holds(vec![
        obstacle(0, Place::at(0.0, 0.0), Obstacle::closed_polyline(room)),
        agent(1, Vec2::new(0.2, 0.2), body, vec![seek(0.0, -4.0)]),
        Act::Tick(60),
    ]);
}

#[test]
fn a_body_without_a_radius_is_stopped_by_a_slanting_wall() {
    let body = SteeringAgent::new(0.0, 10.0).with_max_force(1e5);
    holds(vec![
        obstacle(
            0,
            Place::at(6.0, -0.867_453),
            Obstacle::closed_polyline([Vec2::new(5.0, 0.5), Vec2::ZERO]),
        ),
        agent(1, Vec2::new(6.0, -1.5), body, vec![seek(100.0, 40.0)]),
        Act::Tick(60),
    ]);
}

#[test]
fn a_body_that_goes_thousands_of_units_a_tick_stays_in_its_room() {
    let room = [
        Vec2::new(-2000.0, 800.0),
        Vec2::ZERO,
        Vec2::new(1000.0, -2000.0),
    ];
    let place = Place {
        at: Vec2::new(0.0, 1.0),
        angle: 0.8,
        scale: Vec2::new(1.0, 0.6),
    };
    let body = SteeringAgent::new(0.0, 300_000.0)
        .with_max_force(90_000.0)
        .with_max_turn_rate(1.0);
    let velocity = Velocity(Vec3::new(100_000.0, -300_000.0, 0.0));
    let wander = Wander {
        rate: 1.0,
        spread: 0.7,
        weight: 1.0,
    };
    let id = Part::AgentId(AgentId(0));
    let parts = vec![id, Part::Velocity(velocity), Part::Wander(wander)];
    let script = Script {
        stage: Stage {
            clock: Clock::Frames,
            seed: 67,
            ..Stage::default()
        },
        acts: vec![
            obstacle(0, place, Obstacle::closed_polyline(room)),
            agent(5, Vec2::new(1.0, -400.0), body, parts),
            Act::Tick(60),
        ],
    };
    assert_eq!(replay(&script), Ok(()));
}

#[test]
fn a_body_in_a_crease_does_not_depend_on_the_order_of_obstacles() {
    let corners = [
        Vec2::new(2.0, 1.0),
        Vec2::new(-0.3, -2.0),
        Vec2::new(-2.0, 1.0),
    ];
    let place = Place {
        scale: Vec2::new(1.0, 0.5),
        ..Place::at(4.0, 1.0)
    };
    let body = SteeringAgent::new(0.2, 8.0).with_max_force(20.0);
    let script = script(vec![
        obstacle(5, place, Obstacle::polygon(corners)),
        obstacle(6, Place::at(0.0, 0.0), Obstacle::circle(1.0)),
        obstacle(8, Place::at(4.0, -1.0), Obstacle::rectangle(2.0, 2.0)),
        obstacle(10, Place::at(7.0, -0.9), Obstacle::circle(2.0)),
        obstacle(16, Place::at(0.0, 0.0), Obstacle::rectangle(2.0, 2.0)),
        agent(27, Vec2::new(10.0, 2.0), body, vec![seek(1.0, -1.0)]),
        Act::Tick(120),
    ]);
    for seed in 0..30 {
        for comparison in [Comparison::Order, Comparison::Layout, Comparison::History] {
            assert_eq!(compare(&script, comparison, seed).failures, []);
        }
    }
}

#[test]
fn a_body_without_a_radius_leaves_the_center_of_round_shapes() {
    let half = Vec2::new(3.0, 1.0);
    for obstacle_there in [Obstacle::circle(1.0), Obstacle::capsule(-half, half, 1.0)] {
        holds(vec![
            obstacle(0, Place::at(0.0, 0.0), obstacle_there),
            agent(1, Vec2::ZERO, SteeringAgent::new(0.0, 1.0), vec![]),
            Act::Tick(70),
        ]);
    }
}

#[test]
fn an_agent_that_carries_an_obstacle_stays_where_it_is() {
    for carried in [
        Obstacle::circle(1.0),
        Obstacle::rectangle(2.0, 2.0),
        triangle(),
    ] {
        holds(vec![
            agent(0, Vec2::ZERO, SteeringAgent::new(1.0, 1.0), vec![]),
            Act::Insert {
                thing: 0,
                part: Part::Obstacle(carried),
            },
            Act::Tick(30),
        ]);
    }
}

#[test]
fn an_obstacle_that_is_shown_again_keeps_bodies_out() {
    let body = SteeringAgent::new(1.0, 8.0);
    let wall = Obstacle::polyline([Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0)]);
    holds(vec![
        obstacle(0, Place::at(0.0, 0.0), wall),
        obstacle(1, Place::at(50.0, 0.0), Obstacle::circle(1.0)),
        agent(2, Vec2::new(0.0, -10.0), body, vec![seek(0.0, 10.0)]),
        Act::Hide(0),
        Act::Tick(3),
        Act::Show(0),
        Act::Tick(120),
    ]);
}

#[test]
fn an_obstacle_that_is_shown_again_is_the_same_in_every_history() {
    let script = script(vec![
        obstacle(0, Place::at(0.0, 0.0), Obstacle::circle(1.0)),
        agent(
            1,
            Vec2::ZERO,
            SteeringAgent::new(1.0, 1.0),
            vec![seek(0.0, 0.0)],
        ),
        Act::Tick(1),
        Act::Hide(0),
        Act::Tick(1),
        Act::Show(0),
        Act::Tick(10),
    ]);
    for seed in 0..8 {
        assert_eq!(compare(&script, Comparison::History, seed).failures, []);
        assert_eq!(compare(&script, Comparison::Save, seed).failures, []);
    }
}

#[test]
fn a_body_comes_out_of_a_jagged_polygon() {
    let points = [
        [1.0, 0.5],
        [0.6, 0.2],
        [0.8, 0.5],
        [1.0, 1.0],
        [0.0, 0.0],
        [0.1, 1.0],
        [0.0, 1.0],
        [-0.021, 0.33],
        [-0.17, 0.8],
        [-0.3, 0.62],
        [-0.32, 0.2],
        [-0.59, 0.32],
        [-3.1, 1.3],
        [-0.3, 0.064],
        [-0.21, -0.042],
        [-0.35, -0.085],
        [-3.2, -2.1],
        [-0.37, -0.27],
        [2.0, -1.3],
        [0.35, -0.17],
    ];
    let place = Place {
        at: Vec2::ZERO,
        angle: -5.5,
        scale: Vec2::new(1.1, 1.4),
    };
    let polygon = Obstacle::polygon(points.map(Vec2::from_array));
    holds(vec![
        obstacle(0, place, polygon),
        agent(
            1,
            Vec2::new(0.01, 0.47),
            SteeringAgent::new(0.49, 5.0),
            vec![],
        ),
        Act::Tick(70),
    ]);
}

#[test]
fn a_body_comes_out_of_a_heap_of_circles() {
    let mut acts: Vec<_> = (0..100_u32)
        .map(|thing| {
            let at = Vec2::from_angle(thing as f32 * 2.4) * 0.6 * (thing as f32).sqrt();
            obstacle(thing, Place::at(at.x, at.y), Obstacle::circle(1.2))
        })
        .collect();
    acts.push(agent(
        100,
        Vec2::new(0.1, 0.2),
        SteeringAgent::new(0.3, 5.0),
        vec![],
    ));
    acts.push(Act::Tick(70));
    holds(acts);
}

#[test]
fn a_crate_pushes_no_body_through_the_wall_of_its_room() {
    let room = [Vec2::new(4.0, 0.0), Vec2::new(0.0, 2.0), Vec2::ZERO];
    let place = Place {
        at: Vec2::new(1.0, -0.7),
        angle: 5.1,
        scale: Vec2::new(-1.4, 1.0),
    };
    holds(vec![
        obstacle(0, Place::at(0.0, 0.0), Obstacle::closed_polyline(room)),
        obstacle(1, place, Obstacle::rectangle(2.0, 4.0)),
        agent(2, Vec2::new(1.0, 0.0), SteeringAgent::new(0.4, 0.0), vec![]),
        Act::Tick(1),
        Act::Shift {
            thing: 1,
            by: Vec2::new(-1.0, 0.0),
        },
        Act::Tick(10),
    ]);
}

#[test]
fn a_crate_that_nears_a_wall_slowly_pushes_no_body_through_it() {
    let room = [
        Vec2::new(-5.0, -5.0),
        Vec2::new(5.0, -5.0),
        Vec2::new(5.0, 5.0),
        Vec2::new(-5.0, 5.0),
    ];
    let mut acts = vec![
        obstacle(0, Place::at(0.0, 0.0), Obstacle::closed_polyline(room)),
        obstacle(1, Place::at(2.5, 0.0), Obstacle::rectangle(2.0, 2.0)),
        agent(2, Vec2::new(4.3, 0.0), SteeringAgent::new(0.5, 2.0), vec![]),
    ];
    for _ in 0..150 {
        let by = Vec2::new(0.01, 0.0);
        acts.extend([Act::Shift { thing: 1, by }, Act::Tick(1)]);
    }
    holds(acts);
}

#[test]
fn a_squeezed_body_does_not_sink_deeper_by_rounding() {
    let points = [[0.0, 0.0], [-0.17, 1.17], [-0.8, 1.09], [1.0, -0.7]];
    let wall = Place {
        angle: 2.33,
        ..Place::at(74037.086, -3122.5962)
    };
    holds(vec![
        obstacle(
            4,
            Place::at(74035.99, -3122.7327),
            Obstacle::rectangle(1.28, 1.2),
        ),
        obstacle(10, wall, Obstacle::polyline(points.map(Vec2::from_array))),
        agent(
            17,
            Vec2::new(74036.56, -3123.5295),
            SteeringAgent::new(0.16, 1.0).with_max_force(4.0),
            vec![seek(74036.78, -3122.3062)],
        ),
        Act::Tick(60),
    ]);
}

#[test]
fn a_body_leaves_a_fan_of_many_walls_by_the_one_open_side() {
    // The coordinates of its corners.
    let fan = [
        0.0, 1.0, 0.0, 0.0, 0.0, 1.0, -0.65, 0.0, 0.0, 1.0, -0.7, 0.0, 0.0, 0.0, -0.8, 1.0, 0.0,
        0.0, -0.9, 1.0, 0.0, 0.0, -1.1, 1.2, 0.0, 0.0, -0.9, 1.0, 0.0, 0.0, -1.3, 1.0, -2.0, 1.0,
        -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -2.0,
        0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0,
        0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0,
    ];
    let fan = fan.chunks(2).map(Vec2::from_slice);
    let there = Place {
        scale: Vec2::new(1.5, 0.5),
        ..Place::at(4.0, -5.0)
    };
    let body = SteeringAgent::new(0.5, 0.0).with_max_force(0.0);
    holds(vec![
        obstacle(1, Place::at(1.0, -3.0), Obstacle::circle(1.0)),
        obstacle(3, there, Obstacle::closed_polyline(fan)),
        agent(25, Vec2::new(2.4, -4.54), body, vec![]),
        Act::Tick(60),
    ]);
}
