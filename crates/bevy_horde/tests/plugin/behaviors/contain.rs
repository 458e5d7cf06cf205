//! Contain: agents stay inside, return from outside, and move freely along the border.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;

/// Body radius 0.5, speed 5, force 15; the margin is 0.175.
const RADIUS: f32 = 0.5;

/// The shape of an L: concave.
const BENT: [(f32, f32); 6] = [
    (-9.0, -9.0),
    (9.0, -9.0),
    (9.0, 0.0),
    (0.0, 0.0),
    (0.0, 9.0),
    (-9.0, 9.0),
];

fn bent() -> Vec<Vec2> {
    BENT.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

/// Regions, each with a hand-written signed distance to its border, positive inside.
fn regions() -> [(Contain, fn(Vec2) -> f32); 3] {
    [
        (
            Contain::rectangle(Vec2::new(1.0, 2.0), Vec2::new(16.0, 12.0)),
            |place| {
                let inside = Vec2::new(8.0, 6.0) - (place - Vec2::new(1.0, 2.0)).abs();
                inside.min_element()
            },
        ),
        (Contain::circle(Vec2::new(-1.0, 0.0), 7.0), |place| {
            7.0 - place.distance(Vec2::new(-1.0, 0.0))
        }),
        (Contain::polygon(bent()), |place| {
            // A square of 18 without its upper right quarter.
            let square = (9.0 - place.abs()).min_element();
            let quarter = place.max(Vec2::ZERO);
            let to_quarter = if quarter == place {
                -place.min_element()
            } else {
                quarter.distance(place)
            };
            square.min(to_quarter)
        }),
    ]
}

/// The least distance between the body and the border; negative outside.
fn least_gap(
    contain: &Contain,
    inside: fn(Vec2) -> f32,
    combine: Combine,
    hertz: f64,
    goal: impl Bundle,
) -> f32 {
    let mut app = app_with(SteeringPlugin::default().with_seed(5), hertz);
    let agent = SteeringAgent::default().with_combine(combine);
    let agent = (
        at(-4.0, -2.0),
        agent,
        moving(3.0, -4.0),
        contain.clone(),
        goal,
    );
    let agent = app.world_mut().spawn(agent).id();
    (0..(10.0 * hertz) as usize)
        .map(|_| {
            app.update();
            inside(place(&app, agent)) - RADIUS
        })
        .fold(f32::INFINITY, f32::min)
}

#[test]
fn agents_stay_inside() {
    for (contain, inside) in regions() {
        for combine in [Combine::Prioritized, Combine::WeightedSum] {
            for hertz in [30.0, 60.0, 240.0] {
                let mut least = vec![least_gap(
                    &contain,
                    inside,
                    combine,
                    hertz,
                    Wander::default(),
                )];
                for outward in [(40.0, 3.0), (-9.0, 30.0), (6.0, 6.0), (30.0, -30.0)] {
                    let seek = Seek::new(Vec2::from(outward));
                    least.push(least_gap(&contain, inside, combine, hertz, seek));
                }
                assert!(least.iter().all(|gap| *gap >= 0.0), "{least:?}");
                // Against the maximum force outward, the agent keeps about 0.14: all but a fifth of
                // the margin of 0.175.
                assert!(least.iter().all(|gap| *gap > 0.12), "{least:?}");
            }
        }
    }
}

#[test]
fn an_agent_outside_returns() {
    for (contain, inside) in regions() {
        for start in [(-30.0, 1.0), (12.0, -20.0), (3.0, 3.0), (20.0, 20.0)] {
            for hertz in [30.0, 60.0, 240.0] {
                let mut app = app_with(SteeringPlugin::default(), hertz);
                let outward = Seek::new(Vec2::from(start) * 3.0);
                let agent = (
                    at(start.0, start.1),
                    SteeringAgent::default(),
                    contain.clone(),
                );
                let alone = app.world_mut().spawn((agent.clone(), AgentId(1))).id();
                let drawn = app.world_mut().spawn((agent, outward, AgentId(2))).id();
                let ghost = SteeringAgent::default().non_solid();
                for entity in [alone, drawn] {
                    app.world_mut().entity_mut(entity).insert(ghost);
                }
                run(&mut app, (15.0 * hertz) as usize);
                for entity in [alone, drawn] {
                    let gap = inside(place(&app, entity)) - RADIUS;
                    assert!(gap > 0.12, "{start:?} at {hertz}: {gap}");
                }
            }
        }
    }
}

fn first_force(contain: Contain, place: Vec2, velocity: Vec2) -> Option<Vec2> {
    let mut app = app();
    let agent = (
        at(place.x, place.y),
        SteeringAgent::default(),
        moving(velocity.x, velocity.y),
        contain,
    );
    let agent = app.world_mut().spawn(agent).id();
    app.update();
    has_contribution(&app, agent).then(|| force(&app, agent))
}

#[test]
fn contain_acts_when_the_way_ahead_leads_into_the_margin() {
    let square = || Contain::rectangle(Vec2::ZERO, Vec2::splat(40.0));
    let force = |x: f32, velocity: Vec2| first_force(square(), Vec2::new(x, 0.0), velocity);
    // The center may go up to 20 - 0.5 - 0.175 = 19.325. One second at (5, 0) leads to 19.3.
    assert_eq!(force(14.3, Vec2::new(5.0, 0.0)), None);
    assert_eq!(force(19.3, Vec2::new(-5.0, 0.0)), None);
    assert_eq!(force(19.3, Vec2::new(0.0, 5.0)), None);
    // 0.1 too far: the velocity changes by 0.1, with the weight 5 and the rate of 3 per second.
    assert_close(
        force(14.425, Vec2::new(5.0, 0.0)).unwrap(),
        Vec2::new(-0.1 * 15.0, 0.0),
        1e-3,
    );
    // No force acts along the border.
    let slanting = force(18.0, Vec2::new(3.0, 4.0)).unwrap();
    assert!(slanting.x < -14.9 && slanting.y == 0.0, "{slanting}");
    // In the corner both borders act.
    let corner = first_force(square(), Vec2::splat(19.0), Vec2::new(3.0, 3.0)).unwrap();
    assert!(
        corner.x < -1.0 && (corner.x - corner.y).abs() < 1e-4,
        "{corner}"
    );
    // Outside, the maximum force points straight back.
    let outside = first_force(square(), Vec2::new(23.0, 24.0), Vec2::ZERO).unwrap();
    assert_close(outside, Vec2::new(-9.0, -12.0), 1e-3);
}

#[test]
fn an_agent_keeps_its_speed_along_the_border() {
    let mut app = app();
    let contain = Contain::rectangle(Vec2::ZERO, Vec2::splat(60.0));
    let agent = (
        at(-20.0, 27.0),
        SteeringAgent::default(),
        moving(4.0, 3.0),
        contain,
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 300);
    assert_near(velocity(&app, agent).x, 4.0, 1e-4);
    assert!(velocity(&app, agent).y < 0.1);
}

#[test]
fn an_agent_that_seeks_a_goal_outside_comes_to_rest_at_the_border() {
    for combine in [Combine::Prioritized, Combine::WeightedSum] {
        let mut app = app();
        let agent = (
            SteeringAgent::default().with_combine(combine),
            Contain::circle(Vec2::ZERO, 10.0),
            Seek::new(Vec2::new(50.0, 0.0)),
        );
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 600);
        let before = place(&app, agent);
        for _ in 0..120 {
            app.update();
            assert_close(place(&app, agent), before, 0.01);
        }
    }
}

#[test]
fn rectangles_of_regions_and_obstacles_are_given_by_whole_sizes() {
    let size = Vec2::new(16.0, 12.0);
    let half_size = Vec2::new(8.0, 6.0);
    let region = Region::Rectangle {
        center: Vec2::ONE,
        half_size,
    };
    assert_eq!(Contain::rectangle(Vec2::ONE, size).region, region);
    let shape = ObstacleShape::Rectangle { half_size };
    assert_eq!(Obstacle::rectangle(size.x, size.y).shape, shape);
}

#[test]
fn contain_has_its_documented_defaults() {
    let contain = Contain {
        region: Region::Rectangle {
            center: Vec2::ZERO,
            half_size: Vec2::splat(500.0),
        },
        margin: Length::Radii(0.35),
        look_ahead: 1.0,
        weight: 5.0,
    };
    assert_eq!(Contain::default(), contain);
    let region = Region::Circle {
        center: Vec2::X,
        radius: 3.0,
    };
    assert_eq!(Contain::circle(Vec2::X, 3.0), Contain { region, ..contain });
}

#[test]
fn an_agent_without_weight_does_not_affect_the_next() {
    let mut app = app();
    let contain = Contain::circle(Vec2::ZERO, 3.0);
    let off = Contain {
        weight: 0.0,
        ..contain.clone()
    };
    let first = app
        .world_mut()
        .spawn((at(9.0, 0.0), SteeringAgent::default(), off))
        .id();
    let second = app
        .world_mut()
        .spawn((at(-9.0, 0.0), SteeringAgent::default(), contain))
        .id();
    app.update();
    assert!(!has_contribution(&app, first));
    assert_close(force(&app, second), Vec2::new(15.0, 0.0), 1e-4);
}

#[test]
fn invalid_settings_are_reported_and_harmless() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
        let good = || Contain::circle(Vec2::ZERO, 6.0);
        let margin = Length::World(bad);
        let points = vec![Vec2::ZERO, Vec2::new(bad, 0.0), Vec2::new(bad, 4.0)];
        let mut bads = vec![
            ("region", Contain::circle(Vec2::ZERO, bad)),
            (
                "region",
                Contain::rectangle(Vec2::ZERO, Vec2::new(6.0, bad)),
            ),
            ("margin", Contain { margin, ..good() }),
            (
                "look_ahead",
                Contain {
                    look_ahead: bad,
                    ..good()
                },
            ),
            (
                "weight",
                Contain {
                    weight: bad,
                    ..good()
                },
            ),
        ];
        if !bad.is_finite() {
            bads.push(("region", Contain::polygon(points)));
            bads.push(("region", Contain::circle(Vec2::splat(bad), 6.0)));
        }
        for (field, contain) in bads {
            assert_reported(field, contain);
        }
    }
    let bow_tie = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)].map(Vec2::from);
    let line = [(0.0, 0.0), (4.0, 4.0), (8.0, 8.0)].map(Vec2::from);
    for polygon in [&bow_tie[..], &line, &line[..2], &[]] {
        assert_reported("region", Contain::polygon(polygon.iter().copied()));
    }
}

#[track_caller]
fn assert_reported(field: &str, contain: Contain) {
    let mut app = app();
    let agent = (
        at(2.0, 1.0),
        SteeringAgent::default(),
        moving(5.0, 0.0),
        contain,
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 30);
    assert!(place(&app, agent).is_finite() && velocity(&app, agent).is_finite());
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let fields: Vec<_> = reported
        .iter()
        .map(|input| (input.component, input.field))
        .collect();
    assert_eq!(fields, [("Contain", field)]);
}

#[test]
fn a_changed_region_acts_from_the_next_tick_on() {
    let mut app = app();
    let agent = (SteeringAgent::default(), Contain::circle(Vec2::ZERO, 20.0));
    let agent = app.world_mut().spawn((agent, at(9.0, 0.0))).id();
    app.update();
    assert!(!has_contribution(&app, agent));
    let smaller = Contain::circle(Vec2::ZERO, 6.0);
    *app.world_mut().get_mut::<Contain>(agent).unwrap() = smaller;
    run(&mut app, 300);
    assert!(place(&app, agent).length() < 6.0 - RADIUS);
}

#[test]
fn the_path_depends_neither_on_the_tick_nor_on_the_rotation_of_the_scene() {
    let walk = |hertz: f64, angle: f32, mirror: f32| {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let placed = |point: Vec2| Vec2::from_angle(angle).rotate(point * Vec2::new(1.0, mirror));
        let region = Contain::polygon(bent().into_iter().map(placed));
        let [start, velocity, goal] =
            [(-4.0, 3.0), (3.0, 2.0), (30.0, -4.0)].map(|point| placed(Vec2::from(point)));
        let agent = (
            at(start.x, start.y),
            moving(velocity.x, velocity.y),
            SteeringAgent::default(),
            region,
            Seek::new(goal),
        );
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, (3.0 * hertz) as usize);
        let back = Vec2::from_angle(-angle).rotate(place(&app, agent));
        (back * Vec2::new(1.0, mirror), bits(&app, agent))
    };
    let plain = walk(60.0, 0.0, 1.0);
    assert_eq!(plain.1, walk(60.0, 0.0, 1.0).1);
    assert_close(walk(60.0, 0.7, 1.0).0, plain.0, 1e-2);
    assert_close(walk(60.0, 0.0, -1.0).0, plain.0, 1e-2);
    for hertz in [30.0, 240.0] {
        assert_close(walk(hertz, 0.0, 1.0).0, plain.0, 0.15);
    }
}
