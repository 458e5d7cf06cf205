//! Agents behind walls are not neighbors.

use super::*;

/// The name of a neighbor rule, and a function that adds it.
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

/// The first force of `rule` on an agent at the origin.
///
/// Another agent ahead moves toward the first one. `obstacle` may hide the other agent.
fn force_of(
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
    steering_force(&app, agent)
}

fn wall() -> (Transform, Obstacle) {
    let ends = [Vec2::new(0.0, -9.0), Vec2::new(0.0, 9.0)];
    (at(1.5, 0.0), Obstacle::segment(ends[0], ends[1]))
}

#[test]
fn every_rule_considers_agents_in_sight_and_none_behind_a_wall() {
    for rule in &RULES {
        let open = force_of(rule, Some(LineOfSight::default()), None);
        assert!(open.is_some(), "{}", rule.0);
        assert_eq!(open, force_of(rule, None, None), "{}", rule.0);
        let hidden = force_of(rule, Some(LineOfSight::default()), Some(wall()));
        assert_eq!(hidden, None, "{}", rule.0);
    }
}

#[test]
fn an_agent_without_line_of_sight_perceives_through_walls() {
    let blind_to_walls = LineOfSight {
        neighbors: false,
        ..default()
    };
    for rule in &RULES {
        let open = force_of(rule, None, None);
        assert_eq!(force_of(rule, None, Some(wall())), open, "{}", rule.0);
        let ignoring_walls = force_of(rule, Some(blind_to_walls), Some(wall()));
        assert_eq!(ignoring_walls, open, "{}", rule.0);
    }
}

#[test]
fn a_transparent_obstacle_hides_no_agent_and_a_passable_one_does() {
    let (place, wall) = wall();
    for rule in &RULES {
        let sight = Some(LineOfSight::default());
        let open = force_of(rule, sight, None);
        let window = (place, wall.clone().transparent());
        assert_eq!(force_of(rule, sight, Some(window)), open, "{}", rule.0);
        let curtain = (place, wall.clone().passable());
        assert_eq!(force_of(rule, sight, Some(curtain)), None, "{}", rule.0);
    }
}

#[test]
fn every_shape_hides_agents() {
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
        assert_eq!(force_of(&RULES[0], sight, Some(between)), None, "{name}");
        let aside = (at(1.5, 7.0), shape);
        assert!(force_of(&RULES[0], sight, Some(aside)).is_some(), "{name}");
    }
}

#[test]
fn a_line_of_sight_that_touches_a_corner_is_blocked() {
    // The line from (0, 0) to (6, 8) touches (3, 4). Its unit vector is not exact in floating
    // point.
    let sees_past = |wall: Obstacle, height: f32| {
        let mut app = app();
        let view = View::all(Length::World(20.0));
        let separation = Separation { view, weight: 1.0 };
        let agent = (SteeringAgent::default(), separation, LineOfSight::default());
        let agent = spawn(&mut app, agent);
        spawn(&mut app, (at(6.0, 8.0), SteeringAgent::default()));
        spawn(&mut app, (at(0.0, height), wall));
        app.update();
        has_contribution(&app, agent)
    };
    let corner = Vec2::new(3.0, 4.0);
    // To the left of the line: (-4, 3) is perpendicular to it.
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
    // Two walls that meet on the line leave no gap.
    let bent = Obstacle::polyline([Vec2::new(0.0, 9.0), corner, Vec2::new(7.0, -1.0)]);
    assert!(!sees_past(bent, 0.0));
}

#[test]
fn no_line_of_sight_passes_through_a_corner_of_a_wall() {
    // From many positions, straight through the corner between two edges of a wall.
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
fn the_nearest_neighbors_in_sight_count_even_if_hidden_ones_are_nearer() {
    // Agents at 1, -4, -5 and -6 are in sight, and those at 2 and 3 are behind a wall at 1.5. With
    // a maximum of two neighbors, those at 1 and -4 count.
    let asked = |others: &[f32], walled: bool, max_neighbors: u32| {
        let mut app = app();
        let view = View::all(Length::World(10.0));
        let agent = (
            SteeringAgent::default().non_solid(),
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
                (at(*x, 0.0), SteeringAgent::default().non_solid()),
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
        (steering_force(&app, agent), lines)
    };
    let (force, lines) = asked(&[2.0, -5.0, 1.0, -6.0, 3.0, -4.0], true, 2);
    // The push of a neighbor at d is (1 - d/10)^2: 0.81 to the left, 0.36 to the right, times the
    // force 15.
    assert_near(
        force.expect("two are in sight").x,
        -15.0 * (0.81 - 0.36),
        1e-4,
    );
    // The search tests the nearest first, and stops at two in sight.
    let expected = [(1.0, true), (2.0, false), (3.0, false), (-4.0, true)];
    assert_eq!(lines, expected);
    // With a maximum of three, the agent at -5 counts too, with a push of 0.25.
    let (force, lines) = asked(&[2.0, -5.0, 1.0, -6.0, 3.0, -4.0], true, 3);
    assert_near(
        force.expect("three are in sight").x,
        -15.0 * (0.81 - 0.36 - 0.25),
        1e-4,
    );
    assert_eq!(lines.len(), 5);
    // Without a wall, the search tests no more than the maximum.
    let (_, lines) = asked(&[2.0, -5.0, 1.0, -6.0, 3.0, -4.0], false, 2);
    assert_eq!(lines, [(1.0, true), (2.0, true)]);
    // If all are hidden, the search tests all, and the rule is inactive.
    let (force, lines) = asked(&[2.0, 3.0, 4.0], true, 2);
    assert_eq!((force, lines.len()), (None, 3));
}

#[test]
fn only_perceived_agents_in_view_are_tested() {
    let mut app = app();
    let view = View::limited(Length::World(4.0));
    let agent = (
        moving(1.0, 0.0),
        SteeringAgent::default(),
        Separation { view, weight: 1.0 },
        LineOfSight::default(),
        Perception {
            filters: 1,
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
    // Each tick clears the trace.
    app.update();
    assert_eq!(get::<SteeringTrace>(&app, agent).sight_lines.len(), 1);
}

#[test]
fn two_crowds_with_a_wall_between_do_not_affect_each_other() {
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
fn the_second_agent_tests_its_sight_if_the_first_does_not() {
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
                filters: 2,
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
        assert!(has_contribution(&app, first));
        assert!(!has_contribution(&app, second));
    }
}

#[test]
fn no_line_of_sight_starts_or_ends_inside_an_opaque_obstacle() {
    for rule in &RULES {
        for x in [0.0, 3.0] {
            let house = (at(x, 0.0), Obstacle::rectangle(2.0, 2.0).passable());
            let force = force_of(rule, Some(LineOfSight::default()), Some(house));
            assert_eq!(force, None, "{} {x}", rule.0);
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
    assert!(has_contribution(&app, agent));
}

#[test]
fn agents_and_obstacles_without_a_finite_position_affect_no_agent() {
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
    assert!(!has_contribution(&app, lost));
    assert!(has_contribution(&app, agent));
    assert!(place(&app, agent).is_finite());
}
