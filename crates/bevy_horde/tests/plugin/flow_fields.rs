//! Crowds go by flow fields: through mazes, gates that open and close, and to several goals.

use crate::harness::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

const AREA: Rect = Rect {
    min: vec2(-20.0, -15.0),
    max: vec2(20.0, 15.0),
};
const GOAL: Vec2 = vec2(15.0, 0.0);

fn field(app: &mut App, field: FlowField) -> Entity {
    app.world_mut().spawn(field).id()
}

fn fine() -> FlowField {
    FlowField::new(AREA).with_cell_size(0.5)
}

fn wall(app: &mut App, start: Vec2, end: Vec2) -> Entity {
    app.world_mut().spawn(Obstacle::segment(start, end)).id()
}

/// Body radius 0.5, speed 5, force 15.
fn follower(app: &mut App, start: Vec2, field: Entity) -> Entity {
    let body = (at(start.x, start.y), SteeringAgent::default());
    app.world_mut().spawn((body, FollowField::new(field))).id()
}

fn cost(app: &App, field: Entity, position: Vec2) -> Option<f32> {
    get::<FlowFieldState>(app, field).cost(position, 0.5)
}

/// The bits of the costs of all places of a lattice up to this x, as one number.
fn costs(app: &App, field: Entity, to: f32) -> u64 {
    let places = (0..80).flat_map(|x| (0..60).map(move |y| vec2(x as f32, y as f32)));
    let places = places.map(|place| AREA.min + place * 0.5 + 0.2);
    let mut hasher = DefaultHasher::new();
    for place in places.filter(|place| place.x < to) {
        cost(app, field, place).map(f32::to_bits).hash(&mut hasher);
    }
    hasher.finish()
}

/// Two walls across the area with gaps at opposite ends. Returns the first.
fn two_walls(app: &mut App) -> Entity {
    let first = wall(app, vec2(-5.0, -15.0), vec2(-5.0, 11.0));
    wall(app, vec2(5.0, -11.0), vec2(5.0, 15.0));
    first
}

#[test]
fn costs_are_the_lengths_of_the_shortest_ways() {
    let mut app = app();
    let open = field(&mut app, fine().to(GOAL));
    run(&mut app, 2);
    assert!(get::<FlowFieldState>(&app, open).is_ready());
    for place in [vec2(-15.0, 0.0), vec2(3.0, 11.0), vec2(14.0, -1.0)] {
        let expected = place.distance(GOAL);
        assert_near(cost(&app, open, place).unwrap(), expected, 0.03 * expected);
    }
    two_walls(&mut app);
    run(&mut app, 4);
    let start = vec2(-15.0, 0.0);
    // Round the ends of the walls, and a body radius off them.
    let ends = [start, vec2(-5.0, 11.5), vec2(5.0, -11.5), GOAL];
    let expected: f32 = ends.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let found = cost(&app, open, start).unwrap();
    assert!(
        (0.99..1.04).contains(&(found / expected)),
        "{found} {expected}"
    );
}

#[test]
fn a_crowd_goes_through_a_maze_and_settles_at_the_goal() {
    for hertz in [20.0, 60.0] {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        two_walls(&mut app);
        let field = field(&mut app, fine().to(GOAL));
        let agents: Vec<Entity> = (0..25_u8)
            .map(|number| {
                let (row, column) = (f32::from(number / 5), f32::from(number % 5));
                let start = vec2(-17.0 + 1.3 * column, -6.0 + 1.3 * row);
                let agent = follower(&mut app, start, field);
                app.world_mut()
                    .entity_mut(agent)
                    .insert(AvoidAgents::default());
                agent
            })
            .collect();
        run(&mut app, (45.0 * hertz) as usize);
        for agent in &agents {
            let (place, settled) = (place(&app, *agent), get::<Settled>(&app, *agent));
            assert!(settled.is_settled, "{place} at {hertz}: {settled:?}");
            assert!(
                place.distance(GOAL) < 5.2,
                "{place} at {hertz}: {settled:?}"
            );
        }
    }
}

#[test]
fn a_repaired_field_has_the_bits_of_a_new_one() {
    let mut app = app();
    let old = field(&mut app, fine().to(GOAL));
    let gate = two_walls(&mut app);
    run(&mut app, 4);
    let before = costs(&app, old, 20.0);
    // The first wall moves, a box comes, and another wall goes.
    let gone = wall(&mut app, vec2(10.0, 3.0), vec2(12.0, 9.0));
    run(&mut app, 4);
    app.world_mut().despawn(gone);
    app.world_mut().entity_mut(gate).insert(at(0.0, -3.0));
    app.world_mut()
        .spawn((at(12.0, 2.0), Obstacle::rectangle(3.0, 2.0)));
    run(&mut app, 4);
    let repaired = costs(&app, old, 20.0);
    assert_ne!(before, repaired);
    let new = field(&mut app, fine().to(GOAL));
    run(&mut app, 4);
    assert_eq!(repaired, costs(&app, new, 20.0));
}

#[test]
fn agents_go_by_the_old_field_until_the_new_one_is_ready() {
    let mut app = app();
    let slow = FlowField {
        cells_per_tick: 100,
        crowd_cost: 0.0,
        ..fine().to(GOAL)
    };
    let slow = field(&mut app, slow);
    let agent = follower(&mut app, vec2(-15.0, 0.0), slow);
    run(&mut app, 20);
    assert!(!get::<FlowFieldState>(&app, slow).is_ready());
    assert!(!has_contribution(&app, agent));
    // The plugin rasterizes 4 800 cells, and computes 4 800. Memory and the goal add half.
    run(&mut app, 125);
    assert!(get::<FlowFieldState>(&app, slow).is_ready());
    assert!(has_contribution(&app, agent));
    let before = costs(&app, slow, 6.0);
    wall(&mut app, vec2(8.0, -10.0), vec2(8.0, 10.0));
    run(&mut app, 2);
    assert!(!get::<FlowFieldState>(&app, slow).is_ready());
    assert_eq!(before, costs(&app, slow, 6.0));
    run(&mut app, 500);
    assert!(get::<FlowFieldState>(&app, slow).is_ready());
    assert_ne!(before, costs(&app, slow, 6.0));
}

#[test]
fn obstacles_out_of_reach_do_not_disturb_a_field() {
    let mut app = app();
    let far = wall(&mut app, vec2(40.0, 0.0), vec2(40.0, 9.0));
    let slow = FlowField {
        cells_per_tick: 1,
        ..FlowField::new(Rect::new(-3.0, -3.0, 3.0, 3.0)).to(Vec2::ZERO)
    };
    let slow = field(&mut app, slow.with_body_radii([0.3, 0.5]));
    run(&mut app, 900);
    let is_ready = |app: &App| get::<FlowFieldState>(app, slow).is_ready();
    assert!(is_ready(&app));
    for x in 0..9 {
        app.world_mut()
            .entity_mut(far)
            .insert(at(x as f32 - 30.0, 0.0));
        run(&mut app, 1);
        assert!(is_ready(&app), "{x}");
    }
    app.world_mut().entity_mut(far).insert(at(-40.0, 0.0));
    run(&mut app, 1);
    assert!(!is_ready(&app));
}

#[test]
fn a_field_is_ready_from_time_to_time_while_obstacles_never_rest() {
    let mut app = app();
    let slow = FlowField {
        cells_per_tick: 500,
        ..fine().to(GOAL)
    };
    let slow = field(&mut app, slow);
    let cart = wall(&mut app, vec2(0.0, -5.0), vec2(0.0, 5.0));
    let mut costs_seen = Vec::new();
    for tick in 0..200 {
        let place = at(-9.0 + 0.05 * tick as f32, 0.0);
        app.world_mut().entity_mut(cart).insert(place);
        app.update();
        costs_seen.push(costs(&app, slow, 20.0));
    }
    costs_seen.dedup();
    assert!(costs_seen.len() > 5, "{}", costs_seen.len());
}

#[test]
fn a_closed_gate_makes_the_goal_unreachable_until_it_opens() {
    let mut app = app();
    let field = field(&mut app, fine().to(GOAL));
    wall(&mut app, vec2(0.0, -15.0), vec2(0.0, -2.0));
    wall(&mut app, vec2(0.0, 2.0), vec2(0.0, 15.0));
    let gate = wall(&mut app, vec2(0.0, -2.0), vec2(0.0, 2.0));
    // Walls also close the ways outside of the area.
    for end in [vec2(0.0, -15.0), vec2(0.0, 15.0)] {
        wall(&mut app, end, vec2(-30.0, end.y));
    }
    wall(&mut app, vec2(-30.0, -15.0), vec2(-30.0, 15.0));
    let agent = follower(&mut app, vec2(-9.0, 0.0), field);
    // Without a way the agent stops; the wall is 9 units off.
    app.world_mut().entity_mut(agent).insert(moving(5.0, 0.0));
    let avoiding = follower(&mut app, vec2(-9.0, -6.0), field);
    // The wall is beyond the sight of this agent: 18 units, or 36 radii, off.
    let far = follower(&mut app, vec2(-18.0, 3.0), field);
    for agent in [avoiding, far] {
        app.world_mut()
            .entity_mut(agent)
            .insert(AvoidObstacles::default());
    }
    // The goal of `Seek` goes first.
    let seeker = follower(&mut app, vec2(-9.0, 9.0), field);
    app.world_mut()
        .entity_mut(seeker)
        .insert(Seek::new(vec2(-19.0, 9.0)));
    let other = follower(&mut app, vec2(9.0, 6.0), field);
    run(&mut app, 240);
    // The seeker covers 10 units at up to 5 a second.
    assert!(place(&app, seeker).x < -17.0);
    app.world_mut().entity_mut(seeker).remove::<Seek>();
    assert_eq!(cost(&app, field, vec2(-9.0, 0.0)), None);
    let stopped = place(&app, agent);
    assert!((-9.0..-7.0).contains(&stopped.x), "{stopped}");
    run(&mut app, 600);
    assert_close(place(&app, agent), stopped, 0.01);
    // The place nearest to the goal is at the gate, half a body and a gap before the wall.
    assert_close(place(&app, avoiding), vec2(-0.6, 0.0), 0.4);
    assert_close(place(&app, far), vec2(-0.6, 0.0), 1.6);
    app.world_mut().despawn(gate);
    run(&mut app, 480);
    for walker in [agent, avoiding, far, other] {
        assert_close(place(&app, walker), GOAL, 1.5);
    }
}

#[test]
fn a_goal_in_sight_needs_no_way_of_the_field() {
    let mut app = app();
    // The cells beside a gap of 1.04 are closed for a body of radius 0.5; the body itself fits. The
    // gap lies between rows of cells, at y = 0 and y = 2.
    let goal = vec2(15.0, 1.0);
    let coarse = FlowField::new(AREA).with_cell_size(2.0).to(goal);
    let field = field(&mut app, coarse);
    wall(&mut app, vec2(8.0, -15.0), vec2(8.0, 0.48));
    wall(&mut app, vec2(8.0, 1.52), vec2(8.0, 15.0));
    let agent = follower(&mut app, vec2(5.0, 1.0), field);
    let aside = follower(&mut app, vec2(5.0, 6.0), field);
    run(&mut app, 240);
    assert_eq!(cost(&app, field, vec2(5.0, 1.0)), None);
    assert_close(place(&app, agent), goal, 0.1);
    assert_eq!(place(&app, aside), vec2(5.0, 6.0));
}

#[test]
fn each_agent_goes_to_the_goal_with_the_shortest_way() {
    let mut app = app();
    let bait = app.world_mut().spawn(at(-15.0, 10.0)).id();
    let area = Rect::from_center_half_size(vec2(15.0, -10.0), vec2(3.0, 2.0));
    let goals = fine().to(bait);
    let goals = FlowField {
        goals: [goals.goals, vec![FieldGoal::Rectangle(area)]].concat(),
        ..fine()
    };
    let field = field(&mut app, goals);
    let left = follower(&mut app, vec2(-12.0, -5.0), field);
    let right = follower(&mut app, vec2(12.0, 5.0), field);
    let outside = follower(&mut app, vec2(50.0, 0.0), field);
    run(&mut app, 420);
    assert_close(place(&app, left), vec2(-15.0, 10.0), 0.3);
    // The agent stops where it enters the area.
    assert!(area.inflate(0.6).contains(place(&app, right)));
    // The agent starts 30 units outside of the area and goes straight in.
    assert!(AREA.contains(place(&app, outside)));
    // The bait moves, and the field with it.
    app.world_mut().entity_mut(bait).insert(at(-15.0, -10.0));
    run(&mut app, 420);
    assert_close(place(&app, left), vec2(-15.0, -10.0), 0.3);
}

#[test]
fn a_swamp_is_gone_round() {
    let length = |slow_cost: Option<f32>| {
        let mut app = app();
        let slow = slow_cost.map(|cost| SlowArea {
            area: Rect::new(-3.0, -4.0, 3.0, 4.0),
            cost,
        });
        let wanted = FlowField {
            slow_areas: slow.into_iter().collect(),
            ..fine().to(GOAL)
        };
        let field = field(&mut app, wanted);
        run(&mut app, 2);
        cost(&app, field, vec2(-15.0, 0.0)).unwrap()
    };
    let (free, swamp, closed) = (length(None), length(Some(1.2)), length(Some(f32::INFINITY)));
    // 6 of 30 units cost 1.2 each; the way round the area is longer.
    assert_near(free, 30.0, 0.5);
    assert_near(swamp, 31.2, 0.7);
    assert!(closed > swamp);
    assert!((0.97..1.04).contains(&(length(Some(50.0)) / closed)));
}

#[test]
fn what_is_wrong_with_a_field_is_named() {
    let mut app = app();
    let gone = app.world_mut().spawn(at(0.0, 0.0)).id();
    app.world_mut().despawn(gone);
    let center = GOAL;
    let disc = |radius| FieldGoal::Circle { center, radius };
    let named = [
        (fine().with_cell_size(0.0).to(GOAL), "cell_size"),
        (FlowField::new(Rect::new(0.0, 0.0, f32::NAN, 1.0)), "area"),
        (fine().with_body_radii([-1.0]).to(GOAL), "body_radii"),
        (fine().with_body_radii([]).to(GOAL), "body_radii"),
        (fine().to(disc(f32::NAN)), "goals"),
        (fine().to(disc(-1.0)), "goals"),
        (fine().to(gone), "goals"),
    ];
    let fields: Vec<Entity> = named
        .iter()
        .map(|(wanted, _)| field(&mut app, wanted.clone()))
        .collect();
    let lost = follower(&mut app, Vec2::ZERO, gone);
    let slow = FlowField {
        cells_per_tick: 0,
        ..fine().to(GOAL)
    };
    let slow = field(&mut app, slow);
    let radii = (1..=9).map(|number| 0.1 * number as f32);
    let many = field(&mut app, fine().with_body_radii(radii).to(GOAL));
    run(&mut app, 4);
    let reported = app.world().resource::<SteeringWarnings>().reported();
    let is_named = |entity, name| {
        let mut all = reported.iter();
        all.any(|known| (known.entity, known.field) == (entity, name))
    };
    for (entity, (_, name)) in fields.iter().zip(&named) {
        assert!(is_named(*entity, *name), "{name}: {reported:?}");
        assert_eq!(cost(&app, *entity, vec2(1.0, 1.0)), None);
    }
    assert!(is_named(lost, "field"));
    assert!(is_named(slow, "cells_per_tick") && is_named(many, "body_radii"));
}

#[test]
fn a_field_that_changed_while_it_was_hidden_begins_anew() {
    let mut app = app();
    let hidden = field(&mut app, fine().to(GOAL));
    run(&mut app, 2);
    app.world_mut().entity_mut(hidden).insert(Disabled);
    run(&mut app, 1);
    app.world_mut()
        .get_mut::<FlowField>(hidden)
        .unwrap()
        .area
        .max = vec2(30.0, 15.0);
    run(&mut app, 2);
    app.world_mut().entity_mut(hidden).remove::<Disabled>();
    run(&mut app, 4);
    assert!(cost(&app, hidden, vec2(25.0, 0.0)).is_some());
}

#[test]
fn an_entity_as_goal_counts_where_its_parents_put_it() {
    let mut app = app();
    let root = app.world_mut().spawn(at(9.0, 1.0)).id();
    let goal = app.world_mut().spawn((at(3.0, -1.0), ChildOf(root))).id();
    let child = field(&mut app, fine().to(goal));
    for x in [9.0, -6.0] {
        app.world_mut().entity_mut(root).insert(at(x, 1.0));
        let place = field(&mut app, fine().to(vec2(x + 3.0, 0.0)));
        run(&mut app, 30);
        assert!(cost(&app, place, vec2(-10.0, 3.0)).is_some());
        assert_eq!(costs(&app, child, 20.0), costs(&app, place, 20.0), "{x}");
    }
}
