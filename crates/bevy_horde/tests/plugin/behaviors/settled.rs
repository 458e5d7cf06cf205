//! Settled agents stand, make way, and move up.

use super::settling::{RADIUS, SECOND, assert_all_stand, body, is_settled, ring};
use super::*;

#[test]
fn a_settled_agent_moves_up_when_room_opens() {
    let mut app = app();
    let agents = ring(&mut app, 4, Gather::default());
    run(&mut app, 15 * SECOND);
    let nearest = |app: &App, agents: &[Entity]| {
        let near = |agent: &Entity| place(app, *agent).length();
        agents.iter().map(near).fold(f32::INFINITY, f32::min)
    };
    assert!(nearest(&app, &agents) < 0.1 * RADIUS);
    let (gone, left): (Vec<Entity>, Vec<Entity>) = agents
        .iter()
        .partition(|agent| place(&app, **agent).length() < RADIUS);
    app.world_mut().despawn(gone[0]);
    run(&mut app, 10 * SECOND);
    assert_eq!(left.len(), 3);
    assert!(nearest(&app, &left) < 0.1 * RADIUS);
    assert_all_stand(&app, &left);
}

#[test]
fn settled_agents_move_up_straight_and_stay_settled() {
    let mut app = app();
    let mut agents = ring(&mut app, 30, Gather::default());
    run(&mut app, 30 * SECOND);
    assert_all_stand(&app, &agents);
    // Make a hole beside the middle.
    let radii = |app: &App, agent: Entity| place(app, agent).length() / RADIUS;
    agents.sort_by(|first, second| {
        let beside = |agent: &Entity| place(&app, *agent).distance(Vec2::new(4.0 * RADIUS, 0.0));
        beside(first).total_cmp(&beside(second))
    });
    for agent in agents.drain(..4) {
        app.world_mut().despawn(agent);
    }
    let before: f32 = agents.iter().map(|agent| radii(&app, *agent)).sum();
    for _ in 0..10 * SECOND {
        app.update();
        assert!(agents.iter().all(|agent| is_settled(&app, *agent)));
    }
    let after: f32 = agents.iter().map(|agent| radii(&app, *agent)).sum();
    assert!(before - after > 0.5, "{before} {after}");
    assert_all_stand(&app, &agents);
}

#[test]
fn a_body_that_is_not_solid_holds_no_free_goal() {
    // The agents lack `AvoidAgents`, which avoids a body that is not solid, too.
    let mut app = app();
    let settled = |body: SteeringAgent, spot: Vec2| {
        let settled = Settled {
            is_settled: true,
            spot,
            ..Settled::default()
        };
        (body, at(spot.x, spot.y), Gather::default(), settled)
    };
    let solid = SteeringAgent::new(RADIUS, 1.3);
    // The nearest of all is not solid, so the goal is free for the nearest solid body.
    let ghost = settled(solid.non_solid(), Vec2::new(0.0, 0.14));
    spawn(&mut app, ghost);
    let nearest = spawn(&mut app, settled(solid, Vec2::new(0.5, 0.0)));
    let other = spawn(&mut app, settled(solid, Vec2::new(-0.6, 0.3)));
    run(&mut app, 5 * SECOND);
    let distance = place(&app, nearest).length();
    assert!(distance < RADIUS, "{distance}");
    assert_all_stand(&app, &[nearest, other]);
}

#[test]
fn settled_agents_let_a_walker_through_and_come_back() {
    let mut app = app();
    let agents = ring(&mut app, 13, Gather::default());
    run(&mut app, 30 * SECOND);
    assert_all_stand(&app, &agents);
    let spots: Vec<Vec2> = agents.iter().map(|agent| place(&app, *agent)).collect();
    let way = Arrive::new(Vec2::new(6.0, 0.0));
    let walker = spawn(&mut app, (body(), at(-6.0, 0.0), way));
    let (mut time, mut moved) = (0.0, 0.0_f32);
    while place(&app, walker).x < 5.5 && time < 60.0 {
        app.update();
        time += 1.0 / SECOND as f32;
        for (agent, spot) in agents.iter().zip(&spots) {
            moved = moved.max(place(&app, *agent).distance(*spot));
        }
    }
    let straight = 11.5 / 1.3;
    assert!(time < 1.6 * straight, "{time} s");
    assert!(moved > 0.3 * RADIUS, "{moved}");
    run(&mut app, 10 * SECOND);
    for (agent, spot) in agents.iter().zip(&spots) {
        assert_close(place(&app, *agent), *spot, 1.5 * RADIUS);
    }
    assert_all_stand(&app, &agents);
}

/// An agent that starts at its goal and settles there.
fn standing(app: &mut App, spot: Vec2) -> Entity {
    let behavior = Arrive::new(spot);
    spawn(app, (body(), at(spot.x, spot.y), behavior))
}

#[test]
fn a_sparse_crowd_makes_way_for_an_agent_that_it_blocks() {
    // Six agents round the goal, with gaps of one radius.
    let mut app = app();
    let ring: Vec<Vec2> = (0..6)
        .map(|number| {
            let angle = core::f32::consts::TAU * (number as f32 + 0.5) / 6.0;
            Vec2::from_angle(angle) * 3.0 * RADIUS
        })
        .collect();
    let agents: Vec<Entity> = ring.iter().map(|spot| standing(&mut app, *spot)).collect();
    run(&mut app, SECOND);
    assert_all_stand(&app, &agents);
    let late = spawn(&mut app, (body(), at(-3.0, 0.0), Arrive::default()));
    let mut ticks = 0;
    while place(&app, late).length() > 0.5 * RADIUS && ticks < 60 * SECOND {
        app.update();
        ticks += 1;
    }
    assert!(ticks < 5 * SECOND, "{ticks}");
    run(&mut app, 5 * SECOND);
    for (agent, spot) in agents.iter().zip(ring) {
        assert_close(place(&app, *agent), spot, 0.1 * RADIUS);
    }
}

#[test]
fn an_agent_goes_to_its_place_when_that_is_free_and_the_way_is_not() {
    let mut app = app();
    let spot = Vec2::new(-4.0 * RADIUS, 0.0);
    let settled = Settled {
        is_settled: true,
        spot,
        ..default()
    };
    let agent = spawn(
        &mut app,
        (body(), at(spot.x, spot.y), Arrive::default(), settled),
    );
    // Two bodies, too near to each other for the agent to go between them.
    for side in [-1.0, 1.0] {
        standing(&mut app, Vec2::new(-2.5 * RADIUS, 1.5 * side * RADIUS));
    }
    run(&mut app, 2);
    assert!(get::<Settled>(&app, agent).is_settled);
    run(&mut app, 5 * SECOND);
    assert_close(place(&app, agent), Vec2::ZERO, 0.1 * RADIUS);
    assert!(get::<Settled>(&app, agent).is_settled);
}

#[test]
fn a_settled_agent_stays_where_its_spot_is_taken() {
    let mut app = app();
    let agents = ring(&mut app, 6, Gather::default());
    run(&mut app, 20 * SECOND);
    assert_all_stand(&app, &agents);
    let outermost = |agent: &&Entity| place(&app, **agent).length();
    let pushed = *agents
        .iter()
        .max_by(|a, b| outermost(a).total_cmp(&outermost(b)))
        .expect("there are six");
    let spot = place(&app, pushed);
    let outward = spot.normalize();
    let beside = spot + outward * (2.1 * RADIUS);
    let mut moved = app.world_mut().entity_mut(pushed);
    let mut transform = moved.get_mut::<Transform>().expect("it has a place");
    transform.translation = beside.extend(0.0);
    let wall = Obstacle::circle(0.9 * RADIUS);
    spawn(&mut app, (wall, at(spot.x, spot.y)));
    run(&mut app, 5 * SECOND);
    assert_all_stand(&app, &[pushed]);
    let known = *get::<Settled>(&app, pushed);
    assert_close(place(&app, pushed), known.spot, 0.1 * RADIUS);
}

#[test]
fn settled_agents_do_not_press_for_spots_that_overlap() {
    let mut app = app();
    // Walls on one side, and before the goal.
    let walls = [
        (Vec2::new(-RADIUS, 3.0), Vec2::new(-RADIUS, -0.42)),
        (Vec2::new(-RADIUS, -0.42), Vec2::new(3.0, -0.42)),
    ];
    for (from, to) in walls {
        spawn(&mut app, Obstacle::segment(from, to));
    }
    let goal = Vec2::new(0.0, -2.0);
    standing(&mut app, goal);
    let [first, second] = [
        // The distance of the spots is 0.596, the sum of the radii 0.6.
        (Vec2::new(0.0, 0.005), Vec2::new(0.0, 0.022)),
        (Vec2::new(0.583, -0.119), Vec2::new(0.583, -0.119)),
    ]
    .map(|(spot, place)| {
        let settled = Settled {
            is_settled: true,
            goal,
            spot,
            ..default()
        };
        let agent = (body(), Arrive::new(goal), settled);
        spawn(&mut app, (agent, at(place.x, place.y)))
    });
    let spot = get::<Settled>(&app, first).spot;
    let before = place(&app, first).distance(spot);
    let mut nearest = before;
    for _ in 0..4 * SECOND {
        app.update();
        nearest = nearest.min(place(&app, first).distance(spot));
    }
    assert!(nearest > 0.99 * before, "{nearest}, {before} before");
    assert_all_stand(&app, &[first, second]);
    // After 2 s the spot of the first agent is where the agent stands.
    let now = place(&app, first);
    assert!(get::<Settled>(&app, first).spot.distance(now) < before);
    assert!(now.distance(spot) < 0.1 * RADIUS, "{now}");
}

#[test]
fn a_settled_agent_comes_back_to_a_spot_where_a_body_is_not_solid() {
    let mut app = app();
    let agents = ring(&mut app, 4, Gather::default());
    run(&mut app, 15 * SECOND);
    let outermost = |agent: &&Entity| place(&app, **agent).length();
    let pushed = *agents
        .iter()
        .max_by(|a, b| outermost(a).total_cmp(&outermost(b)))
        .expect("there are four");
    let spot = place(&app, pushed);
    // Without avoidance the agent does not go round the body.
    app.world_mut().entity_mut(pushed).remove::<AvoidAgents>();
    let ghost = SteeringAgent::new(RADIUS, 1.3).non_solid();
    spawn(&mut app, (ghost, at(spot.x, spot.y)));
    let aside = spot + spot.normalize() * (0.3 * RADIUS);
    let mut moved = app.world_mut().entity_mut(pushed);
    let mut transform = moved.get_mut::<Transform>().expect("it has a place");
    transform.translation = aside.extend(0.0);
    run(&mut app, 4 * SECOND);
    assert_close(place(&app, pushed), spot, 0.1 * RADIUS);
    assert_all_stand(&app, &[pushed]);
}
