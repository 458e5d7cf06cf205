//! Avoidance of other agents.

use super::*;

/// The least gap between two agents that swap places. Asserts that both arrive.
fn head_on(offset: f32, speeds: (f32, f32), radii: (f32, f32)) -> f32 {
    let mut app = app();
    let walker = |radius: f32, speed: f32, x: f32, y: f32| {
        let goal = Vec2::new(-x, 0.0);
        let way = moving(-x.signum() * speed, 0.0);
        let body = SteeringAgent::new(radius, speed);
        (
            body,
            at(x, y),
            way,
            Arrive::new(goal),
            AvoidAgents::default(),
        )
    };
    let a = spawn(&mut app, walker(radii.0, speeds.0, -4.0, 0.0));
    let b = spawn(&mut app, walker(radii.1, speeds.1, 4.0, offset));
    let mut least = f32::INFINITY;
    for _ in 0..1200 {
        app.update();
        least = least.min(place(&app, a).distance(place(&app, b)));
    }
    assert_close(place(&app, a), Vec2::new(4.0, 0.0), 0.1);
    assert_close(place(&app, b), Vec2::new(-4.0, 0.0), 0.1);
    least - radii.0 - radii.1
}

#[test]
fn head_on_pairs_pass_with_hardly_any_overlap() {
    for offset in [0.0, 1e-6, 1e-3, -1e-3, 0.1, -0.1, 0.3] {
        for speeds in [(1.34, 1.34), (1.34, 0.9)] {
            for radii in [(0.2, 0.2), (0.2, 0.39)] {
                let gap = head_on(offset, speeds, radii);
                assert!(
                    gap > -0.01,
                    "offset {offset}, {speeds:?}, {radii:?}: gap {gap}"
                );
            }
        }
    }
}

#[test]
fn crossing_agents_pass_with_hardly_any_overlap() {
    for lead in [-0.5, -0.2, 0.0, 0.2, 0.5] {
        let mut app = app();
        let body = SteeringAgent::new(0.3, 1.5);
        let a = spawn(
            &mut app,
            (
                body,
                at(-5.0, 0.0),
                moving(1.5, 0.0),
                Arrive::new(Vec2::new(5.0, 0.0)),
                AvoidAgents::default(),
            ),
        );
        let b = spawn(
            &mut app,
            (
                body,
                at(0.0, -5.0 + lead),
                moving(0.0, 1.5),
                Arrive::new(Vec2::new(0.0, 5.0)),
                AvoidAgents::default(),
            ),
        );
        let mut least = f32::INFINITY;
        for _ in 0..900 {
            app.update();
            least = least.min(place(&app, a).distance(place(&app, b)) - 0.6);
        }
        assert!(least > -0.01, "lead {lead}: {least}");
        assert_close(place(&app, a), Vec2::new(5.0, 0.0), 0.1);
        assert_close(place(&app, b), Vec2::new(0.0, 5.0), 0.1);
    }
}

/// The forces on two agents that approach each other with a slight offset.
fn approach(a: impl Bundle, b: impl Bundle) -> (Vec2, Vec2) {
    let mut app = app();
    let a = spawn(&mut app, (agent(), at(-2.0, 0.0), moving(4.0, 0.0), a));
    let b = spawn(&mut app, (agent(), at(2.0, 0.3), moving(-4.0, 0.0), b));
    app.update();
    (force(&app, a), force(&app, b))
}

/// Avoidance without limits on the speed: the share of each agent shows in its force.
fn only_steps_aside() -> AvoidAgents {
    AvoidAgents {
        braking_time: 0.0,
        ..default()
    }
}

#[test]
fn two_avoiding_agents_take_half_each_and_a_single_one_takes_all() {
    let (a, b) = approach(only_steps_aside(), only_steps_aside());
    assert!(a.y < -0.5, "{a}");
    assert_close(a, -b, 1e-4);
    let (alone, none) = approach(only_steps_aside(), ());
    assert_close(alone, a * 2.0, 1e-4);
    assert_eq!(none, Vec2::ZERO);
}

/// Two agents that avoid each other take half each. At this distance no constraint brakes them.
#[test]
fn two_agents_with_velocity_constraints_sidestep_by_half_of_the_missing_clearance() {
    let steps = |both: bool| {
        let mut app = app();
        let a = spawn(
            &mut app,
            (
                agent(),
                at(-2.9, 0.0),
                moving(4.0, 0.0),
                AvoidAgents::default(),
            ),
        );
        let b = spawn(&mut app, (agent(), at(2.9, 0.3), moving(-4.0, 0.0)));
        if both {
            app.world_mut().entity_mut(b).insert(AvoidAgents::default());
        }
        app.update();
        (force(&app, a), force(&app, b))
    };
    // The clearance is 0.5 + 0.5 + 0.05 = 1.05. The other is 5.8 ahead, at a relative speed of 8.
    // After 0.725 s it passes 0.3 to the left. The bodies come within the clearance sqrt(1.05^2 -
    // 0.3^2) = 1.0062 earlier, after 0.5992 s. That is less than half of the horizon, so the
    // sidestep is (1.05 - 0.3) / 0.725 = 1.0345. Half of it is the agent's. A change by 5, full
    // speed, takes the force 15, so this takes 1.5517.
    let (a, b) = steps(true);
    assert_close(a, Vec2::new(0.0, -1.5517), 2e-3);
    assert_close(b, Vec2::new(0.0, 1.5517), 2e-3);
    let (alone, none) = steps(false);
    assert_close(alone, a * 2.0, 2e-3);
    assert_eq!(none, Vec2::ZERO);
}

/// An agent stops before standing agents, a twentieth of its radius away, even while it seeks.
#[test]
fn no_agent_approaches_faster_than_the_gap_allows() {
    let mut app = app();
    let walker = spawn(
        &mut app,
        (
            agent(),
            at(-4.0, 0.0),
            Seek::new(Vec2::new(9.0, 0.0)),
            AvoidAgents::default(),
        ),
    );
    let wall: Vec<_> = [-0.9, 0.0, 0.9]
        .map(|y| spawn(&mut app, (agent(), at(0.0, y), SteeringDisabled)))
        .to_vec();
    for _ in 0..240 {
        let from = place(&app, walker);
        let before = velocity(&app, walker);
        let ways: Vec<_> = wall
            .iter()
            .map(|other| place(&app, *other) - from)
            .collect();
        app.update();
        for way in ways {
            let (contact, distance, toward) = (1.0 + 0.025, way.length(), way.normalize());
            let gap = distance - contact;
            let closing = velocity(&app, walker).dot(toward);
            // The agent closes the gap in half a second, or passes beside the other at the edge of
            // the collision cone. A disabled agent takes no share.
            let free = (distance * distance - contact * contact).max(0.0).sqrt();
            let passing = toward.perp_dot(before).abs() * free / contact;
            let most = (gap / 0.5).max(passing);
            assert!(
                closing <= most + 1e-2,
                "approach speed {closing} at a gap of {gap}, passing speed {passing}"
            );
        }
    }
    for (stander, y) in wall.iter().zip([-0.9, 0.0, 0.9]) {
        assert_close(place(&app, *stander), Vec2::new(0.0, y), 1e-6);
    }
}

#[test]
fn the_passing_side_decides_a_head_on_pass() {
    for (passing_side, turn) in [(PassingSide::Right, -1.0), (PassingSide::Left, 1.0)] {
        for braking_time in [0.5, 0.0] {
            let mut app = app();
            app.insert_resource(passing_side);
            let avoid = AvoidAgents {
                braking_time,
                ..default()
            };
            let a = spawn(&mut app, (agent(), at(-2.5, 0.0), moving(4.0, 0.0), avoid));
            spawn(&mut app, (agent(), at(2.5, 0.0), moving(-4.0, 0.0), avoid));
            app.update();
            assert!(
                force(&app, a).y * turn > 0.1,
                "{passing_side:?} {braking_time}: {}",
                force(&app, a)
            );
        }
    }
}

#[test]
fn an_agent_takes_all_of_the_avoidance_of_an_agent_that_does_not_avoid() {
    let (alone, _) = approach(AvoidAgents::default(), ());
    let blind = Perception {
        filters: 0,
        ..default()
    };
    let (a, _) = approach(AvoidAgents::default(), (AvoidAgents::default(), blind));
    assert_close(a, alone, 1e-4);
    let idle = AvoidAgents {
        weight: 0.0,
        ..default()
    };
    let (a, _) = approach(AvoidAgents::default(), idle);
    assert_close(a, alone, 1e-4);
}

#[test]
fn priority_is_right_of_way() {
    let vip = || AvoidAgents {
        priority: 1,
        ..default()
    };
    let (a, b) = approach(AvoidAgents::default(), vip());
    let (alone, _) = approach(AvoidAgents::default(), ());
    assert_close(a, alone, 1e-4);
    assert_eq!(b, Vec2::ZERO);
}

#[test]
fn idle_agents_take_a_smaller_share_than_moving_agents() {
    let mut app = app();
    let avoid = only_steps_aside;
    let walker = spawn(
        &mut app,
        (agent(), at(-2.0, 0.0), moving(4.0, 0.0), avoid()),
    );
    let stander = spawn(&mut app, (agent(), at(1.0, 0.3), avoid()));
    app.update();
    let (walks, stands) = (force(&app, walker).length(), force(&app, stander).length());
    assert_near(walks / stands, 10.0, 0.01);
}

#[test]
fn agents_that_leave_pass_or_are_too_far_away_are_not_avoided() {
    let alone_against = |place: Vec2, way: Vec2| {
        let mut app = app();
        let a = spawn(
            &mut app,
            (agent(), moving(4.0, 0.0), AvoidAgents::default()),
        );
        spawn(
            &mut app,
            (agent(), at(place.x, place.y), moving(way.x, way.y)),
        );
        app.update();
        has_contribution(&app, a)
    };
    assert!(alone_against(Vec2::new(3.0, 0.0), Vec2::ZERO));
    assert!(
        !alone_against(Vec2::new(3.0, 0.0), Vec2::new(4.5, 0.0)),
        "the other moves away"
    );
    assert!(
        !alone_against(Vec2::new(-3.0, 0.0), Vec2::ZERO),
        "the other is behind"
    );
    assert!(
        !alone_against(Vec2::new(3.0, 1.3), Vec2::ZERO),
        "the other is beside the way"
    );
    assert!(
        !alone_against(Vec2::new(6.1, 0.0), Vec2::ZERO),
        "the other is out of range"
    );
    assert!(
        !alone_against(Vec2::new(4.9, 0.0), Vec2::new(3.0, 0.0)),
        "the collision is beyond the horizon"
    );
}

#[test]
fn ten_agents_on_a_ring_that_swap_places_do_not_deadlock() {
    let mut app = app();
    let walkers: Vec<_> = (0..10)
        .map(|number| {
            let from = Vec2::from_angle(number as f32 * core::f32::consts::TAU / 10.0) * 4.0;
            let body = SteeringAgent::new(0.18, 1.3);
            let mind = (Arrive::new(-from), AvoidAgents::default());
            (spawn(&mut app, (body, at(from.x, from.y), mind)), -from)
        })
        .collect();
    run(&mut app, 60 * 20);
    for (walker, goal) in walkers {
        assert_close(place(&app, walker), goal, 0.2);
    }
}

/// The least gap between an idle agent that avoids and an agent that moves straight toward it.
fn least_gap_to_approaching_agent(careless: AvoidAgents) -> f32 {
    let mut app = app();
    // Without solidity, only avoidance keeps the two apart.
    let body = SteeringAgent::new(0.3, 2.0).non_solid();
    let stands = spawn(&mut app, (body, at(0.0, 0.0), AvoidAgents::default()));
    let comes = spawn(
        &mut app,
        (
            SteeringAgent::new(0.3, 1.0).non_solid(),
            at(-4.0, 0.0),
            moving(1.0, 0.0),
            Seek::new(Vec2::new(30.0, 0.0)),
            careless,
        ),
    );
    let mut least = f32::INFINITY;
    for _ in 0..600 {
        app.update();
        least = least.min(place(&app, stands).distance(place(&app, comes)) - 0.6);
    }
    least
}

#[test]
fn an_idle_agent_gives_way_to_an_agent_that_only_steps_aside() {
    let quiet = AvoidAgents {
        braking_time: 0.0,
        weight: 1e-6,
        ..default()
    };
    let blind = AvoidAgents {
        range: Length::Radii(0.0),
        ..default()
    };
    for careless in [quiet, blind] {
        let gap = least_gap_to_approaching_agent(careless);
        assert!(gap > -0.03, "{careless:?}: {gap}");
    }
}
