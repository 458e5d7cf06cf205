//! Flow fields lead round agents that stand, or are slow.

mod determinism;

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;

/// 40 by 30 units.
const AREA: Rect = Rect {
    min: vec2(-20.0, -15.0),
    max: vec2(20.0, 15.0),
};
/// Slow bodies within 60 radii of 0.2 from the goal do not count: from `x = 3` to the right.
const GOAL: Vec2 = vec2(15.0, 0.0);
/// From here, the straight way to the goal leads through the middle of the crowd.
const START: Vec2 = vec2(-12.0, 0.4);

fn fine() -> FlowField {
    let fine = FlowField::new(AREA).with_cell_size(0.5);
    fine.with_body_radii([0.2]).to(GOAL)
}

fn field(app: &mut App, field: FlowField) -> Entity {
    app.world_mut().spawn(field).id()
}

/// 5 by 5 agents that stand about a place. Body radius 0.5.
fn stand(app: &mut App, middle: Vec2) -> Vec<Entity> {
    let place = |number: u8| {
        let offset = vec2(f32::from(number / 5), f32::from(number % 5)) - 2.0;
        middle + offset * 1.1
    };
    let places = (0..25).map(place);
    let spawn = |place: Vec2| {
        let body = (at(place.x, place.y), SteeringAgent::default());
        app.world_mut().spawn(body).id()
    };
    places.map(spawn).collect()
}

fn cost(app: &App, field: Entity, position: Vec2) -> f32 {
    let cost = get::<FlowFieldState>(app, field).cost(position, 0.5);
    cost.expect("a way leads to the goal")
}

/// The bits of the costs and directions of all places of a lattice.
fn answers(app: &App, field: Entity) -> Vec<u32> {
    let state = get::<FlowFieldState>(app, field);
    let places = (0..40).flat_map(|x| (0..30).map(move |y| vec2(x as f32, y as f32)));
    let places = places.map(|place| AREA.min + place + 0.3);
    let answer = |place: Vec2| {
        let cost = state.cost(place, 0.5).unwrap_or(-1.0);
        let direction = state.direction(place, 0.5).unwrap_or(Vec2::ZERO);
        [cost, direction.x, direction.y].map(f32::to_bits)
    };
    places.flat_map(answer).collect()
}

/// The angle between the direction of the field and the straight line to the goal, radians.
fn turn(app: &App, field: Entity, position: Vec2) -> f32 {
    let direction = get::<FlowFieldState>(app, field).direction(position, 0.5);
    direction
        .expect("a way leads to the goal")
        .angle_to(GOAL - position)
        .abs()
}

#[test]
fn ways_lead_round_agents_that_stand() {
    let mut app = app();
    let field = field(&mut app, fine());
    run(&mut app, 4);
    let free = answers(&app, field);
    let (length, beside) = (cost(&app, field, START), vec2(-4.5, 0.7));
    assert!(turn(&app, field, beside) < 0.1);
    let crowd = stand(&mut app, vec2(-1.0, 0.0));
    run(&mut app, 180);
    // The way leads round a square with sides of 5.4 units, or through it at up to eight times the
    // cost.
    let longer = cost(&app, field, START) - length;
    assert!((0.3..4.0).contains(&longer), "{longer}");
    let turned = turn(&app, field, beside);
    assert!(turned > 0.4, "{turned}");
    // Behind the crowd nothing changes.
    let behind = vec2(4.0, 3.0);
    assert_near(cost(&app, field, behind), behind.distance(GOAL), 0.3);
    crowd.into_iter().for_each(|agent| {
        app.world_mut().despawn(agent);
    });
    run(&mut app, 180);
    assert!(answers(&app, field) == free);
}

#[test]
fn slow_agents_count_where_an_obstacle_never_rests() {
    let mut app = app();
    let cart = Obstacle::segment(Vec2::ZERO, vec2(0.0, 1.0));
    let cart = app.world_mut().spawn((at(-19.0, 13.0), cart)).id();
    let field = field(&mut app, fine());
    let run_with_cart = |app: &mut App| {
        for tick in 0..240 {
            let place = at(-19.0 + 0.01 * tick as f32, 13.0);
            app.world_mut().entity_mut(cart).insert(place);
            app.update();
        }
    };
    let crowd = stand(&mut app, vec2(-1.0, 0.0));
    run_with_cart(&mut app);
    let beside = vec2(-4.5, 0.7);
    let turned = turn(&app, field, beside);
    assert!(turned > 0.4, "{turned}");
    crowd.into_iter().for_each(|agent| {
        app.world_mut().despawn(agent);
    });
    run_with_cart(&mut app);
    assert!(turn(&app, field, beside) < 0.1);
}

#[test]
fn agents_on_their_way_do_not_count() {
    let mut app = app();
    let field = field(&mut app, fine());
    let walkers = stand(&mut app, vec2(-17.0, 0.0));
    for agent in &walkers {
        // At its largest speed an agent does not count.
        app.world_mut().entity_mut(*agent).insert(moving(5.0, 0.0));
    }
    run(&mut app, 4);
    let free = answers(&app, field);
    for tick in 0..180 {
        app.update();
        assert!(answers(&app, field) == free, "{tick}");
    }
    assert!(place(&app, walkers[0]).x > -10.0);
}

#[test]
fn a_cost_of_zero_switches_it_off() {
    let mut app = app();
    let off = field(&mut app, fine().with_crowd_cost(0.0));
    let on = field(&mut app, fine());
    let cheap = field(&mut app, fine().with_crowd_cost(0.1));
    run(&mut app, 4);
    let free = answers(&app, off);
    assert!(answers(&app, on) == free);
    stand(&mut app, vec2(-1.0, 0.0));
    run(&mut app, 180);
    assert!(answers(&app, off) == free);
    let costs = [off, cheap, on].map(|field| cost(&app, field, START));
    assert!(
        costs.is_sorted_by(|one, other| one + 0.1 < *other),
        "{costs:?}"
    );
}

#[test]
fn agents_that_have_settled_do_not_count_unless_they_are_disabled() {
    let mut app = app();
    let field = field(&mut app, fine());
    let crowd = stand(&mut app, vec2(-1.0, 0.0));
    for agent in &crowd {
        let spot = place(&app, *agent);
        app.world_mut().entity_mut(*agent).insert(Arrive::new(spot));
    }
    run(&mut app, 4);
    assert!(
        crowd
            .iter()
            .all(|agent| get::<Settled>(&app, *agent).is_settled)
    );
    let free = answers(&app, field);
    run(&mut app, 180);
    assert!(answers(&app, field) == free);
    // Disabled agents make no way.
    for agent in &crowd {
        app.world_mut().entity_mut(*agent).insert(SteeringDisabled);
    }
    run(&mut app, 180);
    assert!(
        crowd
            .iter()
            .all(|agent| get::<Settled>(&app, *agent).is_settled)
    );
    assert!(turn(&app, field, vec2(-4.5, 0.7)) > 0.4);
}

#[test]
fn the_first_that_opts_out_does_not_switch_off_the_others() {
    let mut app = app();
    let off = field(&mut app, fine().with_crowd_cost(0.0));
    let without_goals = field(
        &mut app,
        FlowField {
            goals: Vec::new(),
            ..fine()
        },
    );
    let on = field(&mut app, fine());
    // The first agent has settled, the second has no valid position yet, and the others stand.
    let settled = app
        .world_mut()
        .spawn((at(-9.0, 9.0), SteeringAgent::default()))
        .id();
    app.world_mut()
        .entity_mut(settled)
        .insert(Arrive::new(vec2(-9.0, 9.0)));
    app.world_mut()
        .spawn((at(f32::NAN, 0.0), SteeringAgent::default()));
    stand(&mut app, vec2(-1.0, 0.0));
    run(&mut app, 180);
    let beside = vec2(-4.5, 0.7);
    assert!(turn(&app, off, beside) < 0.1 && turn(&app, on, beside) > 0.4);
    assert_eq!(
        get::<FlowFieldState>(&app, without_goals).cost(START, 0.5),
        None
    );
    let far = vec2(-9.0, 9.0);
    assert_near(cost(&app, on, far), cost(&app, off, far), 1.5);
}

#[test]
fn agents_near_a_goal_in_sight_do_not_count() {
    let mut app = app();
    let near = field(&mut app, fine());
    run(&mut app, 4);
    let free = answers(&app, near);
    // Blocks within 12 + 0.5 units of the goal do not count.
    stand(&mut app, vec2(6.5, 0.0));
    run(&mut app, 180);
    assert!(answers(&app, near) == free);
    // Another goal, behind a wall, is near a second crowd, but no way leads to that goal.
    let wall = Obstacle::polyline([
        vec2(-6.0, 15.0),
        vec2(-6.0, 6.0),
        vec2(8.0, 6.0),
        vec2(8.0, 15.0),
    ]);
    app.world_mut().spawn(wall);
    stand(&mut app, vec2(-8.0, -2.0));
    let walled = field(&mut app, fine().to(vec2(-3.0, 9.0)));
    run(&mut app, 180);
    assert!(turn(&app, walled, vec2(-11.5, -1.4)) > 0.4);
}

#[test]
fn a_field_that_follows_a_crowd_has_the_bits_of_a_new_one() {
    let mut app = app();
    app.world_mut()
        .spawn(Obstacle::segment(vec2(-9.0, -15.0), vec2(-9.0, 4.0)));
    let swamp = SlowArea {
        area: Rect::new(-8.0, -3.0, -2.0, 5.0),
        cost: 999.0,
    };
    let settings = FlowField {
        slow_areas: vec![swamp],
        ..fine().with_crowd_cost(100.0)
    };
    let old = field(&mut app, settings.clone());
    let crowd = stand(&mut app, vec2(-12.0, 5.0));
    run(&mut app, 100);
    for (number, agent) in crowd.into_iter().enumerate() {
        let (row, column) = (number / 5, number % 5);
        let place = at(-7.0 + 1.7 * row as f32, 1.6 * column as f32 - 2.0);
        app.world_mut().entity_mut(agent).insert(place);
        run(&mut app, 7);
    }
    let new = field(&mut app, settings);
    run(&mut app, 240);
    let expected = answers(&app, new);
    assert!(answers(&app, old) == expected);
    // No crowd closes ground.
    let closed = (-1.0_f32).to_bits();
    let costs = expected.iter().step_by(3);
    assert!(costs.filter(|cost| **cost == closed).count() < 40);
}

#[test]
fn a_crowd_that_is_taken_up_does_not_make_a_field_unready() {
    let mut app = app();
    let slow = FlowField {
        cells_per_tick: 200,
        ..fine()
    };
    let slow = field(&mut app, slow);
    let is_ready = |app: &App| get::<FlowFieldState>(app, slow).is_ready();
    run(&mut app, 75);
    assert!(is_ready(&app));
    stand(&mut app, vec2(-1.0, 0.0));
    let mut seen = vec![answers(&app, slow)];
    for tick in 0..150 {
        app.update();
        assert!(is_ready(&app), "{tick}");
        let answers = answers(&app, slow);
        if Some(&answers) != seen.last() {
            seen.push(answers);
        }
    }
    assert!(seen.len() > 2, "{}", seen.len());
    // A wall makes the field unready at once, even while the field takes up a crowd, until the
    // field includes the wall.
    stand(&mut app, vec2(-7.0, 5.0));
    run(&mut app, 18);
    let before = cost(&app, slow, START);
    let wall = Obstacle::segment(vec2(-3.0, -15.0), vec2(-3.0, 13.0));
    app.world_mut().spawn(wall);
    app.update();
    assert!(!is_ready(&app));
    assert_near(cost(&app, slow, START), before, 6.0);
    let mut ticks = 0;
    while !is_ready(&app) {
        app.update();
        ticks += 1;
    }
    assert!((10..200).contains(&ticks), "{ticks}");
    assert!(cost(&app, slow, START) > before + 8.0);
}

#[test]
fn costs_of_crowds_that_are_not_legal_are_named() {
    let mut app = app();
    let named = [-1.0, f32::NAN, f32::INFINITY, 100.5];
    let fields = named.map(|cost| field(&mut app, fine().with_crowd_cost(cost)));
    let legal = [0.0, -0.0, 1e-30, 100.0].map(|cost| field(&mut app, fine().with_crowd_cost(cost)));
    stand(&mut app, vec2(-1.0, 0.0));
    run(&mut app, 60);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let is_named = |entity| {
        let mut all = reported.iter();
        all.any(|known| (known.entity, known.field) == (entity, "crowd_cost"))
    };
    assert!(fields.into_iter().all(is_named), "{reported:?}");
    assert!(!legal.into_iter().any(is_named), "{reported:?}");
    // The plugin uses 7 for illegal costs, and 100 for larger ones.
    let default = field(&mut app, fine());
    run(&mut app, 300);
    let expected = answers(&app, default);
    assert!(
        fields[..3]
            .iter()
            .all(|field| answers(&app, *field) == expected)
    );
    assert!(answers(&app, fields[3]) == answers(&app, legal[3]));
}

/// How many of 80 agents have passed the end of a wall after 30 s.
fn passed(crowd_cost: f32) -> usize {
    let mut app = app();
    for [start, end] in [
        [vec2(0.0, -15.0), vec2(0.0, 10.0)],
        [vec2(-20.0, 15.0), vec2(20.0, 15.0)],
        [vec2(-20.0, -15.0), vec2(20.0, -15.0)],
        [vec2(-20.0, -15.0), vec2(-20.0, 15.0)],
    ] {
        app.world_mut().spawn(Obstacle::segment(start, end));
    }
    let guide = FlowField::new(AREA)
        .with_cell_size(0.4)
        .with_body_radii([0.3])
        .with_crowd_cost(crowd_cost)
        .to(vec2(16.0, -12.0));
    let guide = field(&mut app, guide);
    let agents: Vec<Entity> = (0..80)
        .map(|number| {
            let place = at(-1.5 - (number % 5) as f32, (number / 5) as f32 * 1.2 - 13.0);
            let body = SteeringAgent::new(0.3, 1.3);
            let follow = (FollowField::new(guide), AvoidAgents::default());
            app.world_mut().spawn((place, body, follow)).id()
        })
        .collect();
    run(&mut app, 1_800);
    agents
        .iter()
        .filter(|agent| place(&app, **agent).x > 0.5)
        .count()
}

#[test]
fn a_crowd_passes_the_end_of_a_wall_side_by_side() {
    let (aware, unaware) = (passed(7.0), passed(0.0));
    assert!(aware > 2 * unaware, "{aware} {unaware}");
}
