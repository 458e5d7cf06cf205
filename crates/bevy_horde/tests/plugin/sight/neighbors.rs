//! Neighbours behind walls do not count.

use super::*;

/// A rule about neighbours, and the force of its first tick.
type Rule = (&'static str, fn(&mut World, Entity));

const RULES: [Rule; 5] = [
    ("Separation", |world, agent| {
        let view = View::all(Length::World(8.0));
        let separation = Separation { view, weight: 1.0 };
        world.entity_mut(agent).insert(separation);
    }),
    ("Alignment", |world, agent| {
        let view = View::all(Length::World(8.0));
        let alignment = Alignment { view, weight: 1.0 };
        world.entity_mut(agent).insert(alignment);
    }),
    ("Cohesion", |world, agent| {
        let view = View::all(Length::World(8.0));
        let cohesion = Cohesion { view, weight: 1.0 };
        world.entity_mut(agent).insert(cohesion);
    }),
    ("Flock", |world, agent| {
        world.entity_mut(agent).insert(Flock::default());
    }),
    ("AvoidAgents", |world, agent| {
        world.entity_mut(agent).insert(AvoidAgents::default());
    }),
];

/// What `rule` asks of an agent at the origin, with another ahead that comes its way past `obstacle`.
fn asked(
    rule: &Rule,
    sight: Option<LineOfSight>,
    obstacle: Option<(Transform, Obstacle)>,
) -> Option<Vec2> {
    let mut app = app();
    let agent = spawn(&mut app, (SteeringAgent::default(), moving(1.0, 0.0)));
    rule.1(app.world_mut(), agent);
    if let Some(sight) = sight {
        app.world_mut().entity_mut(agent).insert(sight);
    }
    let other = (at(3.0, 0.1), moving(-1.0, 0.4), SteeringAgent::default());
    spawn(&mut app, other);
    if let Some(obstacle) = obstacle {
        spawn(&mut app, obstacle);
    }
    app.update();
    opinion(&app, agent)
}

fn wall() -> (Transform, Obstacle) {
    let ends = [Vec2::new(0.0, -9.0), Vec2::new(0.0, 9.0)];
    (at(1.5, 0.0), Obstacle::segment(ends[0], ends[1]))
}

#[test]
fn every_rule_heeds_those_in_sight_and_nobody_behind_a_wall() {
    for rule in &RULES {
        let open = asked(rule, Some(LineOfSight::default()), None);
        assert!(open.is_some(), "{}", rule.0);
        assert_eq!(open, asked(rule, None, None), "{}", rule.0);
        let hidden = asked(rule, Some(LineOfSight::default()), Some(wall()));
        assert_eq!(hidden, None, "{}", rule.0);
    }
}

#[test]
fn one_who_does_not_ask_sees_through_everything() {
    let blind_to_walls = LineOfSight {
        neighbors: false,
        ..default()
    };
    for rule in &RULES {
        let open = asked(rule, None, None);
        assert_eq!(asked(rule, None, Some(wall())), open, "{}", rule.0);
        let told = asked(rule, Some(blind_to_walls), Some(wall()));
        assert_eq!(told, open, "{}", rule.0);
    }
}

#[test]
fn a_transparent_obstacle_hides_nobody_and_a_passable_one_does() {
    let (place, wall) = wall();
    for rule in &RULES {
        let sight = Some(LineOfSight::default());
        let open = asked(rule, sight, None);
        let window = (place, wall.clone().transparent());
        assert_eq!(asked(rule, sight, Some(window)), open, "{}", rule.0);
        let curtain = (place, wall.clone().passable());
        assert_eq!(asked(rule, sight, Some(curtain)), None, "{}", rule.0);
    }
}

#[test]
fn every_shape_hides() {
    let (left, right) = (Vec2::new(-0.3, 0.0), Vec2::new(0.3, 0.0));
    let ahead = Vec2::new(0.0, 5.0);
    let shapes = [
        Obstacle::circle(0.4),
        Obstacle::segment(-ahead, ahead),
        Obstacle::polyline([right - ahead, left, right + ahead]),
        Obstacle::closed_polyline([left, right - ahead, right + ahead]),
        Obstacle::rectangle(0.3, 6.0),
        Obstacle::polygon([left - ahead, right, left + ahead]),
        Obstacle::polygon([
            left - ahead,
            right - ahead,
            Vec2::ZERO,
            right + ahead,
            left + ahead,
        ]),
        Obstacle::capsule(-ahead, ahead, 0.2),
    ];
    for shape in shapes {
        let sight = Some(LineOfSight::default());
        let name = format!("{:?}", shape.shape);
        let between = (at(1.5, 0.05), shape.clone());
        assert_eq!(asked(&RULES[0], sight, Some(between)), None, "{name}");
        let aside = (at(1.5, 7.0), shape);
        assert!(asked(&RULES[0], sight, Some(aside)).is_some(), "{name}");
    }
}

#[test]
fn touching_a_corner_is_enough() {
    // The line from (0, 0) to (6, 8) touches (3, 4): a direction that floats cannot hold exactly.
    let sees_past = |wall: Obstacle, height: f32| {
        let mut app = app();
        let view = View::all(Length::World(20.0));
        let separation = Separation { view, weight: 1.0 };
        let agent = (SteeringAgent::default(), separation, LineOfSight::default());
        let agent = spawn(&mut app, agent);
        spawn(&mut app, (at(6.0, 8.0), SteeringAgent::default()));
        spawn(&mut app, (at(0.0, height), wall));
        app.update();
        has_opinion(&app, agent)
    };
    let corner = Vec2::new(3.0, 4.0);
    // Away from the line, to its left: (-4, 3) is across it.
    let away = Vec2::new(-1.0, 2.0);
    let walls = [
        Obstacle::segment(corner, away),
        Obstacle::polyline([away, corner, Vec2::new(-1.0, 9.0)]),
        Obstacle::polygon([corner, Vec2::new(-1.0, 9.0), away]),
    ];
    for wall in walls {
        assert!(!sees_past(wall.clone(), 0.0), "{:?}", wall.shape);
        assert!(sees_past(wall.clone(), 1e-3), "{:?}", wall.shape);
        assert!(!sees_past(wall.clone(), -1e-3), "{:?}", wall.shape);
    }
    // Two walls that meet on the line leave no crack.
    let bent = Obstacle::polyline([Vec2::new(0.0, 9.0), corner, Vec2::new(7.0, -1.0)]);
    assert!(!sees_past(bent, 0.0));
}

#[test]
fn a_line_of_sight_slips_through_no_corner_of_a_wall() {
    // Where two edges of a wall meet, seen from many places, straight through the corner.
    let mut world = app();
    let corner = Vec2::new(0.7, 0.3);
    let ends = [Vec2::new(-3.1, 4.7), Vec2::new(-2.3, -5.9)];
    spawn(&mut world, Obstacle::polyline([ends[0], corner, ends[1]]));
    world.update();
    let index = world
        .world()
        .resource::<bevy_horde::obstacle::ObstacleIndex>();
    for number in 0..2000_u16 {
        let way = Vec2::from_angle(-0.7 + 0.0007 * f32::from(number));
        let (from, to) = (corner + way * 7.3, corner - way * 2.1);
        assert!(
            !index.line_of_sight_past(from, to, |_| false),
            "{from} {to}"
        );
        assert!(
            !index.line_of_sight_past(to, from, |_| false),
            "{to} {from}"
        );
    }
}

#[test]
fn the_nearest_in_sight_count_however_many_hidden_ones_are_nearer() {
    // Neighbours at 1, 2 (behind the wall), 3 (too), 4, 5 and 6 to the other side; two count: those at 1 and 4.
    let asked = |others: &[f32], walled: bool, max_neighbors: u32| {
        let mut app = app();
        let view = View::all(Length::World(10.0));
        let agent = (
            SteeringAgent::default().without_solidity(),
            Separation { view, weight: 1.0 },
            LineOfSight::default(),
            Perception {
                max_neighbors,
                ..default()
            },
            SteeringTrace::default(),
        );
        let agent = spawn(&mut app, agent);
        for x in others {
            spawn(
                &mut app,
                (at(*x, 0.0), SteeringAgent::default().without_solidity()),
            );
        }
        if walled {
            wall_at(&mut app, 1.5);
        }
        app.update();
        let lines = get::<SteeringTrace>(&app, agent).sight_lines.clone();
        let lines: Vec<_> = lines
            .iter()
            .map(|line| (line.to.x, line.is_clear))
            .collect();
        (opinion(&app, agent), lines)
    };
    let (force, lines) = asked(&[2.0, -5.0, 1.0, -6.0, 3.0, -4.0], true, 2);
    // The push of a neighbour at d is (1 - d/10)^2: 0.81 to the left, 0.36 to the right; times a force of 15.
    assert_near(
        force.expect("two are in sight").x,
        -15.0 * (0.81 - 0.36),
        1e-4,
    );
    // Nearest first, and nobody once there are two.
    let expected = [(1.0, true), (2.0, false), (3.0, false), (-4.0, true)];
    assert_eq!(lines, expected);
    // Three count: now the one at -5 too, whose push is 0.25.
    let (force, lines) = asked(&[2.0, -5.0, 1.0, -6.0, 3.0, -4.0], true, 3);
    assert_near(
        force.expect("three are in sight").x,
        -15.0 * (0.81 - 0.36 - 0.25),
        1e-4,
    );
    assert_eq!(lines.len(), 5);
    // None hidden, none beyond the cap asked for.
    let (_, lines) = asked(&[2.0, -5.0, 1.0, -6.0, 3.0, -4.0], false, 2);
    assert_eq!(lines, [(1.0, true), (2.0, true)]);
    // All hidden: all asked for, and no opinion.
    let (force, lines) = asked(&[2.0, 3.0, 4.0], true, 2);
    assert_eq!((force, lines.len()), (None, 3));
}

#[test]
fn only_those_in_view_and_perceived_are_looked_for() {
    let mut app = app();
    let view = View::limited(Length::World(4.0));
    let agent = (
        moving(1.0, 0.0),
        SteeringAgent::default(),
        Separation { view, weight: 1.0 },
        LineOfSight::default(),
        Perception {
            perceives: 1,
            ..default()
        },
        SteeringTrace::default(),
    );
    let agent = spawn(&mut app, agent);
    let stranger = Perception {
        memberships: 2,
        ..default()
    };
    spawn(&mut app, (at(2.0, 0.5), SteeringAgent::default()));
    spawn(
        &mut app,
        (at(2.0, -0.6), SteeringAgent::default(), stranger),
    );
    spawn(&mut app, (at(-2.0, 0.0), SteeringAgent::default()));
    spawn(&mut app, (at(5.0, 0.0), SteeringAgent::default()));
    app.update();
    let lines = &get::<SteeringTrace>(&app, agent).sight_lines;
    let ends: Vec<_> = lines.iter().map(|line| (line.from, line.to)).collect();
    assert_eq!(ends, [(Vec2::ZERO, Vec2::new(2.0, 0.5))]);
    // Emptied and filled anew in every tick.
    app.update();
    assert_eq!(get::<SteeringTrace>(&app, agent).sight_lines.len(), 1);
}

#[test]
fn two_crowds_with_a_wall_between_are_none_the_wiser() {
    let crowd = |app: &mut App, side: f32| -> Vec<Entity> {
        (0..12_u16)
            .map(|number| {
                let (column, row) = (f32::from(number % 3), f32::from(number / 3));
                let agent = (
                    AgentId(u64::from(number) * 2 + u64::from(side > 0.0)),
                    at(side * (1.0 + 1.3 * column), 1.4 * row - 2.0),
                    moving(0.0, 1.0),
                    SteeringAgent::default(),
                    (Flock::default(), AvoidAgents::default()),
                    LineOfSight::default(),
                );
                app.world_mut().spawn(agent).id()
            })
            .collect()
    };
    let mut alone = app();
    let left = crowd(&mut alone, -1.0);
    let long_wall = || Obstacle::segment(Vec2::new(0.0, -900.0), Vec2::new(0.0, 900.0));
    spawn(&mut alone, long_wall());
    let mut beside = app();
    let same_left = crowd(&mut beside, -1.0);
    let right = crowd(&mut beside, 1.0);
    spawn(&mut beside, long_wall());
    for _ in 0..120 {
        alone.update();
        beside.update();
    }
    for (one, same) in left.iter().zip(&same_left) {
        assert_eq!(bits(&alone, *one), bits(&beside, *same));
        assert_ne!(velocity(&beside, *same), Vec2::new(0.0, 1.0));
    }
    assert!(right.iter().all(|agent| place(&beside, *agent).x > 0.0));
}

#[test]
fn the_second_looks_round_although_the_first_does_not() {
    for first_sees in [None, Some(LineOfSight::default())] {
        let mut app = app();
        let rule = (Flock::default(), AvoidAgents::default());
        let first = spawn(&mut app, (at(-1.0, 0.0), SteeringAgent::default(), rule));
        let second = (
            at(-1.0, 1.5),
            SteeringAgent::default(),
            rule,
            LineOfSight::default(),
            Perception {
                perceives: 2,
                ..default()
            },
        );
        let second = spawn(&mut app, second);
        if let Some(sight) = first_sees {
            let off = LineOfSight {
                neighbors: false,
                ..sight
            };
            app.world_mut().entity_mut(first).insert(off);
        }
        let behind = Perception {
            memberships: 3,
            ..default()
        };
        spawn(&mut app, (at(0.5, 0.4), SteeringAgent::default(), behind));
        wall_at(&mut app, -0.2);
        app.update();
        assert!(has_opinion(&app, first));
        assert!(!has_opinion(&app, second));
    }
}

#[test]
fn inside_of_an_opaque_obstacle_nobody_is_seen_and_nobody_in_there() {
    for rule in &RULES {
        for x in [0.0, 3.0] {
            let house = (at(x, 0.0), Obstacle::rectangle(2.0, 2.0).passable());
            let asked = asked(rule, Some(LineOfSight::default()), Some(house));
            assert_eq!(asked, None, "{} {x}", rule.0);
        }
    }
}

#[test]
fn an_agent_that_is_an_obstacle_does_not_hide_itself() {
    let mut app = app();
    let cart = || (SteeringAgent::default(), Obstacle::circle(0.5));
    let rule = (AvoidAgents::default(), LineOfSight::default());
    let agent = spawn(&mut app, (cart(), rule, moving(3.0, 0.0)));
    spawn(&mut app, (cart(), at(3.0, 0.1)));
    app.update();
    assert!(has_opinion(&app, agent));
}

#[test]
fn neighbours_in_no_finite_place_hide_and_blind_nobody() {
    let mut app = app();
    let rule = (Flock::default(), LineOfSight::default());
    let lost = spawn(
        &mut app,
        (at(f32::NAN, 0.0), SteeringAgent::default(), rule),
    );
    let agent = spawn(&mut app, (SteeringAgent::default(), rule));
    spawn(&mut app, (at(1.5, 0.0), SteeringAgent::default()));
    spawn(&mut app, (at(f32::NAN, 0.0), Obstacle::circle(3.0)));
    spawn(&mut app, (at(1.0, 0.0), Obstacle::circle(f32::NAN)));
    run(&mut app, 3);
    assert!(!has_opinion(&app, lost));
    assert!(has_opinion(&app, agent));
    assert!(place(&app, agent).is_finite());
}
