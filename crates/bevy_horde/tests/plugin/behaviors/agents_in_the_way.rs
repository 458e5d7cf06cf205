//! Avoidance of other agents.

use super::*;
use crate::slow_rules::passing_speed;

/// Whether two that walk toward each other's place get there, and their least distance on the way.
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
fn head_on_pairs_pass_and_brush_at_most() {
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
fn crossing_agents_brush_at_most() {
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

/// The forces on two that approach each other with a slight offset.
fn approach(a: impl Bundle, b: impl Bundle) -> (Vec2, Vec2) {
    let mut app = app();
    let a = spawn(&mut app, (agent(), at(-2.0, 0.0), moving(4.0, 0.0), a));
    let b = spawn(&mut app, (agent(), at(2.0, 0.3), moving(-4.0, 0.0), b));
    app.update();
    (force(&app, a), force(&app, b))
}

/// Light enough that no force reaches the limit, where shares can no longer be told; and without limits of velocity.
fn light() -> AvoidAgents {
    AvoidAgents {
        model: AvoidanceModel::ClosestApproach,
        weight: 0.17,
        ..default()
    }
}

#[test]
fn two_that_avoid_take_half_each_and_one_alone_takes_all() {
    let (a, b) = approach(light(), light());
    assert!(a.y < -0.5, "{a}");
    assert_close(a, -b, 1e-4);
    let (alone, none) = approach(light(), ());
    assert_close(alone, a * 2.0, 1e-4);
    assert_eq!(none, Vec2::ZERO);
}

/// Two that step aside for each other do half of it each, and nothing brakes them while they are far apart.
#[test]
fn two_that_keep_clear_step_aside_by_half_of_what_is_missing() {
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
    // Clearance 0.5 + 0.5 + 0.05 = 1.05, and 5.8 ahead at 8: after 0.725 s the other passes 0.3 to the left, first touched
    // sqrt(1.05^2 - 0.3^2) = 1.0062 before that, after 0.5992 s. That is sooner than half of the horizon: of
    // (1.05 - 0.3) / 0.725 = 1.0345 half is mine, and full speed, 5, takes the largest force, 15: 1.5517.
    let (a, b) = steps(true);
    assert_close(a, Vec2::new(0.0, -1.5517), 2e-3);
    assert_close(b, Vec2::new(0.0, 1.5517), 2e-3);
    let (alone, none) = steps(false);
    assert_close(alone, a * 2.0, 2e-3);
    assert_eq!(none, Vec2::ZERO);
}

/// Whatever drives it, nobody runs into one that stands; it stops a twentieth of its radius short.
#[test]
fn nobody_closes_in_faster_than_the_gap_allows() {
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
            // In half a second, or as fast as it just misses. One that is taken out does not share, nor fall back.
            let passing = passing_speed(distance, contact, toward.perp_dot(before));
            let most = (gap / 0.5).max(passing);
            assert!(
                closing <= most + 1e-2,
                "{closing} with {gap} left, {passing} to pass"
            );
        }
    }
    for (stander, y) in wall.iter().zip([-0.9, 0.0, 0.9]) {
        assert_close(place(&app, *stander), Vec2::new(0.0, y), 1e-6);
    }
}

#[test]
fn the_hand_decides_a_head_on_pass() {
    for (hand, turn) in [(PassingHand::Right, -1.0), (PassingHand::Left, 1.0)] {
        for model in [
            AvoidanceModel::VelocityLimits,
            AvoidanceModel::ClosestApproach,
        ] {
            let mut app = app();
            app.insert_resource(hand);
            let avoid = AvoidAgents { model, ..default() };
            let a = spawn(&mut app, (agent(), at(-2.5, 0.0), moving(4.0, 0.0), avoid));
            spawn(&mut app, (agent(), at(2.5, 0.0), moving(-4.0, 0.0), avoid));
            app.update();
            assert!(
                force(&app, a).y * turn > 0.1,
                "{hand:?} {model:?}: {}",
                force(&app, a)
            );
        }
    }
}

#[test]
fn one_that_does_not_heed_me_leaves_me_all_the_work() {
    let (alone, _) = approach(AvoidAgents::default(), ());
    let blind = Perception {
        perceives: 0,
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
fn those_that_stand_leave_the_work_to_those_that_walk() {
    let mut app = app();
    let avoid = light;
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
fn nothing_is_avoided_that_leaves_passes_or_is_too_far() {
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
        has_opinion(&app, a)
    };
    assert!(alone_against(Vec2::new(3.0, 0.0), Vec2::ZERO));
    assert!(
        !alone_against(Vec2::new(3.0, 0.0), Vec2::new(4.5, 0.0)),
        "it leaves"
    );
    assert!(
        !alone_against(Vec2::new(-3.0, 0.0), Vec2::ZERO),
        "it lies behind"
    );
    assert!(
        !alone_against(Vec2::new(3.0, 1.3), Vec2::ZERO),
        "it is passed"
    );
    assert!(
        !alone_against(Vec2::new(6.1, 0.0), Vec2::ZERO),
        "it is out of range"
    );
    assert!(
        !alone_against(Vec2::new(4.9, 0.0), Vec2::new(3.0, 0.0)),
        "it takes too long"
    );
}

#[test]
fn a_ring_of_ten_that_swap_places_does_not_lock() {
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

/// The least gap between one that stands and heeds others, and one that comes straight at it.
fn least_gap_to_one_that_comes(careless: AvoidAgents) -> f32 {
    let mut app = app();
    // Nothing but the rule keeps them apart.
    let body = SteeringAgent::new(0.3, 2.0).without_solidity();
    let stands = spawn(&mut app, (body, at(0.0, 0.0), AvoidAgents::default()));
    let comes = spawn(
        &mut app,
        (
            SteeringAgent::new(0.3, 1.0).without_solidity(),
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
fn who_comes_without_limits_of_its_own_is_given_way_to() {
    let quiet = AvoidAgents {
        model: AvoidanceModel::ClosestApproach,
        weight: 1e-6,
        ..default()
    };
    let blind = AvoidAgents {
        range: Length::Radii(0.0),
        ..default()
    };
    for careless in [quiet, blind] {
        let gap = least_gap_to_one_that_comes(careless);
        assert!(gap > -0.03, "{careless:?}: {gap}");
    }
}
