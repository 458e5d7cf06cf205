//! Avoidance of other agents.

use super::*;

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

/// Light enough that no force reaches the limit, where shares can no longer be told.
fn light() -> AvoidAgents {
    AvoidAgents {
        weight: 0.5,
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
        !alone_against(Vec2::new(6.0, 0.0), Vec2::ZERO),
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
