//! Agents settle in a crowd at their goal, make way, and move up.

use super::*;

const RADIUS: f32 = 0.3;
const SECOND: usize = 60;

fn body() -> (SteeringAgent, AvoidAgents) {
    (SteeringAgent::new(RADIUS, 1.3), AvoidAgents::default())
}

/// Agents evenly on a circle of 4 units about the origin.
fn ring(app: &mut App, count: usize, behavior: impl Bundle + Copy) -> Vec<Entity> {
    (0..count)
        .map(|number| {
            let angle = core::f32::consts::TAU * number as f32 / count as f32;
            let place = Vec2::from_angle(angle) * 4.0;
            spawn(app, (body(), at(place.x, place.y), behavior))
        })
        .collect()
}

fn is_settled(app: &App, agent: Entity) -> bool {
    get::<Settled>(app, agent).is_settled
}

fn assert_all_stand(app: &App, agents: &[Entity]) {
    for agent in agents {
        assert!(is_settled(app, *agent), "{:?}", get::<Settled>(app, *agent));
        assert!(velocity(app, *agent).length() < 0.01);
    }
}

/// The radius of the disc that bodies fill at a packing of 0.6.
fn disc(count: usize) -> f32 {
    RADIUS * (count as f32 / 0.6).sqrt()
}

fn farthest(app: &App, agents: &[Entity]) -> f32 {
    let distances = agents.iter().map(|agent| place(app, *agent).length());
    distances.fold(0.0, f32::max)
}

#[test]
fn a_crowd_settles_at_one_point_without_circling() {
    for count in [2, 6, 13] {
        for behavior in 0..2 {
            let mut app = app();
            let agents = match behavior {
                0 => ring(&mut app, count, Arrive::default()),
                _ => ring(&mut app, count, Gather::default()),
            };
            let mut turned = vec![0.0; count];
            for _ in 0..30 * SECOND {
                let before: Vec<Vec2> = agents.iter().map(|agent| place(&app, *agent)).collect();
                app.update();
                for ((agent, before), turned) in agents.iter().zip(before).zip(&mut turned) {
                    if before.length() > 0.1 {
                        *turned += before.angle_to(place(&app, *agent));
                    }
                }
            }
            assert_all_stand(&app, &agents);
            let most = 1.25 * disc(count).max(2.0 * RADIUS);
            assert!(farthest(&app, &agents) < most, "{count}");
            let turns = turned
                .iter()
                .map(|angle| angle.abs() / core::f32::consts::TAU);
            assert!(turns.fold(0.0, f32::max) < 1.0, "{count}: {turned:?}");
        }
    }
}

#[test]
fn settled_agents_follow_a_goal_that_moves_and_settle_again() {
    let mut app = app();
    let agents = ring(&mut app, 4, Gather::default());
    run(&mut app, 15 * SECOND);
    assert_all_stand(&app, &agents);
    let goal = Vec2::new(6.0, 2.0);
    for agent in &agents {
        app.world_mut().entity_mut(*agent).insert(Gather::new(goal));
    }
    run(&mut app, 1);
    assert!(agents.iter().all(|agent| !is_settled(&app, *agent)));
    run(&mut app, 20 * SECOND);
    assert_all_stand(&app, &agents);
    for agent in &agents {
        assert!(place(&app, *agent).distance(goal) < 4.0 * RADIUS);
    }
}

#[test]
fn a_crowd_settles_at_a_goal_that_creeps() {
    let mut app = app();
    let goal = spawn(&mut app, at(0.0, 0.0));
    let agents = ring(&mut app, 9, Gather::new(goal));
    for step in 0..40 * SECOND {
        let x = 1e-5 * step as f32;
        app.world_mut().entity_mut(goal).insert(at(x, 0.0));
        app.update();
    }
    let settled = agents.iter().filter(|agent| is_settled(&app, **agent));
    assert_eq!(settled.count(), agents.len());
    assert!(
        farthest(&app, &agents) < 1.5 * disc(9),
        "{}",
        farthest(&app, &agents)
    );
}

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
    // A hole beside the middle.
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

/// An agent that has settled at its goal.
fn standing(app: &mut App, spot: Vec2) -> Entity {
    let behavior = Arrive::new(spot);
    spawn(app, (body(), at(spot.x, spot.y), behavior))
}

#[test]
fn a_sparse_crowd_makes_way_for_an_agent_that_it_blocks() {
    // Six round the goal, with gaps of one radius.
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
    // Too near to each other to go between them.
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
fn an_agent_that_seeks_ends_at_a_settled_crowd() {
    let mut app = app();
    let agents = ring(&mut app, 3, Arrive::default());
    run(&mut app, 10 * SECOND);
    let late = spawn(&mut app, (body(), at(-5.0, 0.2), Seek::default()));
    run(&mut app, 10 * SECOND);
    assert_all_stand(&app, &agents);
    assert_all_stand(&app, &[late]);
}

#[test]
fn an_agent_does_not_settle_at_a_target_that_moves() {
    let mut app = app();
    let bait = spawn(&mut app, (at(0.0, 0.0), moving(0.3, 0.0)));
    let agents = ring(&mut app, 3, Arrive::entity(bait));
    for _ in 0..10 * SECOND {
        app.update();
        let mut moved = app.world_mut().entity_mut(bait);
        let mut transform = moved.get_mut::<Transform>().expect("it has a place");
        transform.translation.x += 0.3 / SECOND as f32;
        assert!(agents.iter().all(|agent| !is_settled(&app, *agent)));
    }
}

#[test]
fn agents_round_an_agent_at_rest_settle_in_touch_with_it() {
    let mut app = app();
    let host = spawn(&mut app, (SteeringAgent::new(0.5, 1.0), at(0.0, 0.0)));
    let guests = ring(&mut app, 4, Gather::entity(host));
    run(&mut app, 15 * SECOND);
    assert_all_stand(&app, &guests);
    for guest in &guests {
        let gap = place(&app, *guest).distance(place(&app, host)) - 0.5 - RADIUS;
        assert!((-0.01..0.5 * RADIUS).contains(&gap), "{gap}");
    }
}

#[test]
fn a_crowd_settles_in_a_corner_without_pressing() {
    let mut app = app();
    spawn(
        &mut app,
        Obstacle::segment(Vec2::ZERO, Vec2::new(30.0, 0.0)),
    );
    spawn(
        &mut app,
        Obstacle::segment(Vec2::ZERO, Vec2::new(0.0, 30.0)),
    );
    let goal = Gather::new(Vec2::splat(0.5));
    let agents: Vec<Entity> = (0..60)
        .map(|number| {
            let place = Vec2::new(6.0 + (number % 8) as f32, 6.0 + (number / 8) as f32);
            spawn(
                &mut app,
                (
                    body(),
                    AvoidObstacles::default(),
                    at(place.x, place.y),
                    goal,
                ),
            )
        })
        .collect();
    run(&mut app, 40 * SECOND);
    assert_all_stand(&app, &agents);
    for (number, agent) in agents.iter().enumerate() {
        for other in &agents[number + 1..] {
            let gap = place(&app, *agent).distance(place(&app, *other)) - 2.0 * RADIUS;
            assert!(gap > -0.02 * RADIUS, "{gap}");
        }
    }
}

#[test]
fn a_crowd_from_one_side_closes_round_its_goal() {
    let mut app = app();
    let agents: Vec<Entity> = (0..20)
        .map(|number| {
            let (column, row) = ((number % 4) as f32, (number / 4) as f32);
            spawn(
                &mut app,
                (
                    body(),
                    at(-10.0 + 1.2 * column, 1.25 * row - 2.5),
                    Gather::default(),
                ),
            )
        })
        .collect();
    run(&mut app, 45 * SECOND);
    assert_all_stand(&app, &agents);
    let sum: Vec2 = agents.iter().map(|agent| place(&app, *agent)).sum();
    assert!((sum / 20.0).length() < RADIUS, "{sum}");
    assert!(farthest(&app, &agents) < 1.25 * disc(20));
}

#[test]
fn a_wall_out_of_reach_does_not_let_a_crowd_settle_on_one_side() {
    let mut app = app();
    let count = 100;
    // 2.5 times the disc that the crowd fills.
    let wall = 2.5 * disc(count);
    spawn(
        &mut app,
        Obstacle::segment(Vec2::new(wall, -20.0), Vec2::new(wall, 20.0)),
    );
    let agents: Vec<Entity> = (0..count)
        .map(|number| {
            let (column, row) = ((number % 20) as f32, (number / 20) as f32);
            let start = at(-28.0 + 1.2 * column, 1.25 * row - 2.5);
            spawn(&mut app, (body(), start, Gather::default()))
        })
        .collect();
    run(&mut app, 90 * SECOND);
    assert_all_stand(&app, &agents);
    let farthest = farthest(&app, &agents) / disc(count);
    assert!(farthest < 1.25, "{farthest}");
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
    // After 2 s its spot is where it stands.
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
    // It would go round a body that it avoids.
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

#[test]
fn agents_that_go_round_a_crowd_do_not_turn_back_and_forth() {
    let mut app = app();
    let agents: Vec<Entity> = (0..150)
        .map(|number| {
            let (column, row) = ((number % 10) as f32, ((number / 10) % 8) as f32);
            let offset = Vec2::new(column, row) * 0.9;
            let start = match number < 75 {
                true => Vec2::new(-20.0, -3.5) + offset,
                false => Vec2::new(-3.5, 10.0) + offset,
            };
            spawn(&mut app, (body(), at(start.x, start.y), Gather::default()))
        })
        .collect();
    // Displacements in a tenth of a second, each against the last of a millimeter or more.
    let mut places: Vec<Vec2> = agents.iter().map(|agent| place(&app, *agent)).collect();
    let mut steps = vec![Vec2::ZERO; agents.len()];
    let mut turns = vec![0; agents.len()];
    for _ in 0..600 {
        run(&mut app, SECOND / 10);
        for (number, agent) in agents.iter().enumerate() {
            let step = place(&app, *agent) - places[number];
            if step.length() < 1e-3 {
                continue;
            }
            if step.dot(steps[number]) < 0.0 {
                turns[number] += 1;
            }
            (places[number], steps[number]) = (place(&app, *agent), step);
        }
    }
    // Agents that turn to the goal where they lose touch turn back more often.
    assert!(turns.iter().all(|turns| *turns <= 16), "{turns:?}");
    assert_all_stand(&app, &agents);
    assert!(farthest(&app, &agents) < 1.25 * disc(150));
}

#[test]
fn an_agent_beside_one_that_goes_round_a_large_crowd_goes_round_too() {
    let mut app = app();
    let mut agent = |place: Vec2, settled: Settled| {
        let goal = Gather::default();
        spawn(&mut app, (body(), at(place.x, place.y), goal, settled))
    };
    // 271 bodies that nearly touch: a hexagon with ten on each side.
    for row in -9_i32..=9 {
        for column in 0..19 - row.abs() {
            let across = column as f32 - 0.5 * (18 - row.abs()) as f32;
            let spot = Vec2::new(across, row as f32 * 0.75_f32.sqrt()) * 0.68;
            let settled = Settled {
                is_settled: true,
                spot,
                ..default()
            };
            agent(spot, settled);
        }
    }
    // The crowd reaches 6.12 units to the right. With the first agent it fills a disc of 6.39, and
    // agents settle within 6.96. The first agent touches the crowd, the second one only the first.
    let goes_round = agent(Vec2::new(7.02, 0.0), Settled::default());
    let behind = agent(Vec2::new(7.67, 0.0), Settled::default());
    run(&mut app, 3);
    for agent in [goes_round, behind] {
        let settled = get::<Settled>(&app, agent);
        assert!(!settled.is_settled && settled.room_for > 0.0, "{settled:?}");
    }
}
