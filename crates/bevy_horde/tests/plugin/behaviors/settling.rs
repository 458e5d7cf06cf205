//! Agents settle in a crowd at their goal.

use super::*;

pub(super) const RADIUS: f32 = 0.3;
pub(super) const SECOND: usize = 60;

pub(super) fn body() -> (SteeringAgent, AvoidAgents) {
    (SteeringAgent::new(RADIUS, 1.3), AvoidAgents::default())
}

/// Agents evenly on a circle of radius 4 about the origin.
pub(super) fn ring(app: &mut App, count: usize, behavior: impl Bundle + Copy) -> Vec<Entity> {
    (0..count)
        .map(|number| {
            let angle = core::f32::consts::TAU * number as f32 / count as f32;
            let place = Vec2::from_angle(angle) * 4.0;
            spawn(app, (body(), at(place.x, place.y), behavior))
        })
        .collect()
}

pub(super) fn is_settled(app: &App, agent: Entity) -> bool {
    get::<Settled>(app, agent).is_settled
}

pub(super) fn assert_all_stand(app: &App, agents: &[Entity]) {
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
fn a_slow_or_small_agent_settles_beside_a_settled_one() {
    // The middles of bodies in touch are farther apart than the agent walks in 1.5 s.
    for (first, radius, speed) in [(0.5, 0.5, 0.6), (3.0, 0.5, 2.0)] {
        let mut app = app();
        let agent = |body: SteeringAgent, x: f32| {
            let gather = Gather::new(Vec2::ZERO);
            (body, AvoidAgents::default(), at(x, 0.0), gather)
        };
        // The first is so heavy that it does not move off the goal.
        let heavy = SteeringAgent::new(first, 2.0).with_mass(1e6);
        spawn(&mut app, agent(heavy, 0.0));
        let comes = SteeringAgent::new(radius, speed);
        let comes = spawn(&mut app, agent(comes, first + radius + 1.0));
        run(&mut app, 15 * SECOND);
        assert_all_stand(&app, &[comes]);
    }
}

#[test]
fn bodies_without_a_size_settle() {
    let point = SteeringAgent::new(0.0, 1.3);
    for crowd in [0, 9] {
        let mut app = app();
        ring(&mut app, crowd, Gather::default());
        run(&mut app, 15 * SECOND);
        let agents: Vec<Entity> = (0..9_u8)
            .map(|number| {
                let start = at(4.0, f32::from(number));
                let gather = (AvoidAgents::default(), Gather::default());
                spawn(&mut app, (point, start, gather))
            })
            .collect();
        run(&mut app, 30 * SECOND);
        assert_all_stand(&app, &agents);
        let most = if crowd == 0 { 0.1 } else { 1.25 * disc(crowd) };
        assert!(farthest(&app, &agents) < most, "{crowd}");
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
    // 2.5 times the radius of the disc that the crowd fills.
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
    // Counts the turns of more than 90 degrees between successive displacements. Displacements are
    // taken every tenth of a second, and add up until they reach a millimeter.
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
    // agents settle within 6.96. The first agent touches the crowd, and the second touches only the
    // first agent.
    let goes_round = agent(Vec2::new(7.02, 0.0), Settled::default());
    let behind = agent(Vec2::new(7.67, 0.0), Settled::default());
    run(&mut app, 3);
    for agent in [goes_round, behind] {
        let settled = get::<Settled>(&app, agent);
        assert!(!settled.is_settled && settled.room_for > 0.0, "{settled:?}");
    }
}
