//! Behaviors among neighbors: flocking, views, groups, and the maximum number of neighbors.

use super::*;

/// The force on an agent at the origin, with its heading along +x, from one flockmate.
fn beside_mate(mate: Vec2, behavior: impl Bundle) -> Option<Vec2> {
    let mut app = app();
    let observer = spawn(&mut app, (agent(), moving(1.0, 0.0), behavior));
    spawn(&mut app, (agent(), at(mate.x, mate.y), moving(0.0, 2.0)));
    app.update();
    has_contribution(&app, observer).then(|| force(&app, observer))
}

#[test]
fn the_rules_of_a_flock_are_inactive_for_a_single_agent() {
    assert_eq!(
        first_force(Vec2::X, (Flock::default(), AvoidAgents::default())),
        None
    );
}

#[test]
fn separation_pushes_within_its_distance_only() {
    let separation = || Separation {
        view: View::all(Length::World(2.0)),
        weight: 1.0,
    };
    assert_eq!(beside_mate(Vec2::new(2.01, 0.0), separation()), None);
    // (1 - 1.5 / 2)^2 of the maximum force.
    let push = beside_mate(Vec2::new(1.5, 0.0), separation()).unwrap();
    assert_close(push, Vec2::new(-15.0 / 16.0, 0.0), 1e-4);
    let push = beside_mate(Vec2::new(0.0, -1.0), separation()).unwrap();
    assert_close(push, Vec2::new(0.0, 15.0 / 4.0), 1e-4);
}

#[test]
fn cohesion_pulls_toward_the_center_of_the_flockmates() {
    let mut app = app();
    let cohesion = Cohesion {
        view: View::all(Length::World(10.0)),
        weight: 1.0,
    };
    let observer = spawn(&mut app, (agent(), cohesion));
    for (x, y) in [(4.0, 0.0), (4.0, 4.0), (-2.0, 5.0), (30.0, 0.0)] {
        spawn(&mut app, (agent(), at(x, y)));
    }
    app.update();
    // The center of the three in view is (2, 3). That is 0.2 and 0.3 of the range.
    assert_close(force(&app, observer), Vec2::new(3.0, 4.5), 1e-4);
}

#[test]
fn alignment_turns_toward_the_mean_velocity_of_the_flockmates() {
    let mut app = app();
    let alignment = Alignment {
        view: View::all(Length::World(10.0)),
        weight: 1.0,
    };
    let observer = spawn(&mut app, (agent(), moving(1.0, 0.0), alignment));
    spawn(&mut app, (agent(), at(4.0, 0.0), moving(3.0, 2.0)));
    spawn(&mut app, (agent(), at(-4.0, 3.0), moving(0.0, 4.0)));
    spawn(&mut app, (agent(), at(-40.0, 3.0), moving(0.0, -4.0)));
    app.update();
    // The mean (1.5, 3) less the own velocity (1, 0), over the speed 5, times the force 15.
    assert_close(force(&app, observer), Vec2::new(1.5, 9.0), 1e-4);
}

#[test]
fn a_flock_equals_its_three_rules_as_components() {
    let with_flock = beside_mate(Vec2::new(1.2, 0.7), Flock::default()).unwrap();
    let with_rules = beside_mate(
        Vec2::new(1.2, 0.7),
        (
            Separation::default(),
            Alignment::default(),
            Cohesion::default(),
        ),
    )
    .unwrap();
    assert_eq!(with_flock, with_rules);
    let loner = Cohesion {
        weight: 0.0,
        ..default()
    };
    let flock = Flock {
        cohesion: loner,
        ..default()
    };
    assert_eq!(
        beside_mate(Vec2::new(1.2, 0.7), (Flock::default(), loner)),
        beside_mate(Vec2::new(1.2, 0.7), flock)
    );
}

#[test]
fn named_views_have_their_documented_angles() {
    let range = Length::World(3.0);
    // Which of these bearings each view contains: 44, 46, 90, 134 and 180 degrees, on both sides.
    let views = [
        (
            "narrow",
            View::narrow(range),
            [true, false, false, false, false],
        ),
        (
            "limited",
            View::limited(range),
            [true, true, true, false, false],
        ),
        ("wide", View::wide(range), [true, true, true, true, false]),
        ("all", View::all(range), [true, true, true, true, true]),
    ];
    for (name, view, seen) in views {
        for (degrees, seen) in [44.0_f32, 46.0, 90.0, 134.0, 180.0].into_iter().zip(seen) {
            for side in [-1.0, 1.0] {
                let mate = if degrees == 90.0 {
                    Vec2::new(0.0, 2.0 * side)
                } else {
                    Vec2::from_angle(side * degrees.to_radians()) * 2.0
                };
                let separation = Separation { view, weight: 1.0 };
                let saw = beside_mate(mate, separation).is_some();
                assert_eq!(saw, seen, "{name} at {degrees} x {side}");
            }
        }
    }
    let custom = Separation {
        view: View::custom(range, 0.2),
        weight: 1.0,
    };
    assert!(beside_mate(Vec2::from_angle(0.19) * 2.0, custom).is_some());
    assert!(beside_mate(Vec2::from_angle(0.21) * 2.0, custom).is_none());
}

#[test]
fn only_the_nearest_neighbors_count_up_to_the_maximum() {
    let mut app = app();
    let separation = Separation {
        view: View::all(Length::World(10.0)),
        weight: 1.0,
    };
    let perception = Perception {
        max_neighbors: 2,
        ..default()
    };
    let observer = spawn(&mut app, (agent(), separation, perception));
    // Spawned from far to near. The two nearest are on another side than the rest.
    for distance in [9.0, 8.0, 7.0, 6.0, 5.0, 4.0] {
        spawn(&mut app, (agent(), at(distance, 0.0)));
    }
    spawn(&mut app, (agent(), at(0.0, 3.0)));
    spawn(&mut app, (agent(), at(0.0, 2.0)));
    app.update();
    let push = force(&app, observer);
    assert_near(push.x, 0.0, 1e-5);
    assert!(push.y < -1.0, "{push}");
}

#[test]
fn memberships_and_filters_decide_which_agents_are_perceived() {
    let sees = |own: Perception, other: Perception| {
        let mut app = app();
        let observer = spawn(&mut app, (agent(), own, Separation::default()));
        spawn(&mut app, (agent(), at(1.2, 0.0), other));
        app.update();
        has_contribution(&app, observer)
    };
    let member = |memberships: u32, filters: u32| Perception {
        memberships,
        filters,
        ..default()
    };
    assert!(sees(Perception::default(), Perception::default()));
    assert!(sees(member(1, 0b10), member(0b10, 0)));
    assert!(sees(member(1, 0b110), member(0b1100, 0)));
    assert!(!sees(member(1, 0b01), member(0b10, 0)));
    assert!(!sees(member(1, 0), member(0b10, 0)));
    assert!(!sees(member(1, u32::MAX), member(0, 0)));
    let no_neighbors = Perception {
        max_neighbors: 0,
        ..default()
    };
    assert!(!sees(no_neighbors, Perception::default()));
}

#[test]
fn flockmates_limit_alignment_and_cohesion_and_not_separation() {
    let beside = |flockmates: u32, distance: f32| {
        let mut app = app();
        let flock = Flock {
            flockmates,
            ..default()
        };
        let observer = spawn(&mut app, (agent(), flock));
        let stranger = Perception {
            memberships: 0b10,
            ..default()
        };
        spawn(&mut app, (agent(), at(distance, 0.0), stranger));
        app.update();
        has_contribution(&app, observer).then(|| force(&app, observer).x)
    };
    // At 3, beyond the separation distance of 2 and within the view of 5.
    assert!(beside(0b10, 3.0).unwrap() > 0.0);
    assert_eq!(beside(0b01, 3.0), None);
    assert!(beside(0b01, 1.2).unwrap() < 0.0);
}

#[test]
fn coincident_agents_separate_in_opposite_directions() {
    for behaves_by_separation in [true, false] {
        let mut app = app();
        let ghosts: Vec<_> = (0..2)
            .map(|_| {
                let ghost = agent().non_solid();
                if behaves_by_separation {
                    spawn(&mut app, (ghost, Separation::default()))
                } else {
                    spawn(&mut app, (ghost, AvoidAgents::default()))
                }
            })
            .collect();
        app.update();
        let (a, b) = (force(&app, ghosts[0]), force(&app, ghosts[1]));
        assert!(a.length() > 1.0, "{a}");
        assert_close(a, -b, 1e-5);
        run(&mut app, 60);
        let apart = place(&app, ghosts[0]).distance(place(&app, ghosts[1]));
        assert!(apart > 1.0, "{apart}");
    }
}

#[test]
fn a_scattered_flock_gathers_aligns_and_keeps_its_distance() {
    let mut app = app();
    let mates: Vec<_> = (0..30)
        .map(|number| {
            let place = Vec2::from_angle(number as f32 * 2.4) * (0.9 * number as f32).sqrt() * 1.6;
            let way = Vec2::from_angle(number as f32 * 1.7) * 4.0;
            let body = (agent(), at(place.x, place.y), moving(way.x, way.y));
            spawn(&mut app, (body, Flock::default()))
        })
        .collect();
    run(&mut app, 900);
    let headings: Vec2 = mates
        .iter()
        .map(|mate| velocity(&app, *mate).normalize_or_zero())
        .sum();
    assert!(headings.length() / 30.0 > 0.7, "{headings}");
    let mut alone = 0;
    for mate in &mates {
        let nearest = mates
            .iter()
            .filter(|other| *other != mate)
            .map(|other| place(&app, *mate).distance(place(&app, *other)))
            .fold(f32::INFINITY, f32::min);
        assert!(nearest > 0.99, "{nearest}");
        alone += usize::from(nearest > 5.0);
    }
    assert!(alone <= 3, "{alone} agents lost the flock");
}
