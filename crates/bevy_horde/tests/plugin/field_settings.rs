//! Settings of flow fields that a game edits, and what a game asks a field.

use crate::harness::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

const AREA: Rect = Rect {
    min: vec2(-20.0, -15.0),
    max: vec2(20.0, 15.0),
};
const GOAL: Vec2 = vec2(15.0, 0.0);

fn fine() -> FlowField {
    FlowField::new(AREA).with_cell_size(0.5).to(GOAL)
}

fn swamp(x: f32, cost: f32) -> SlowArea {
    SlowArea {
        area: Rect::new(x, -6.0, x + 4.0, 6.0),
        cost,
    }
}

fn cost(app: &App, field: Entity, position: Vec2) -> Option<f32> {
    get::<FlowFieldState>(app, field).cost(position, 0.5)
}

/// The bits of the costs of all places of a lattice.
fn costs(app: &App, field: Entity) -> Vec<u32> {
    let places = (0..80).flat_map(|x| (0..60).map(move |y| vec2(x as f32, y as f32)));
    let places = places.map(|place| AREA.min + place * 0.5 + 0.2);
    let costs = places.map(|place| cost(app, field, place).unwrap_or(-1.0).to_bits());
    costs.collect()
}

fn settings(app: &mut App, field: Entity) -> Mut<'_, FlowField> {
    let settings = app.world_mut().get_mut::<FlowField>(field);
    settings.expect("a field")
}

fn is_ready(app: &App, field: Entity) -> bool {
    get::<FlowFieldState>(app, field).is_ready()
}

/// A field with a wall and a crowd that stands, and 100 cells in each tick.
fn slow_field(app: &mut App) -> Entity {
    let wall = Obstacle::segment(vec2(5.0, -15.0), vec2(5.0, 8.0));
    app.world_mut().spawn(wall);
    for number in 0..12_u8 {
        let place = at(-6.0, f32::from(number) - 6.0);
        app.world_mut().spawn((place, SteeringAgent::default()));
    }
    let slow = FlowField {
        cells_per_tick: 100,
        ..fine()
    };
    let field = app.world_mut().spawn(slow).id();
    run(app, 600);
    field
}

#[test]
fn an_edited_field_serves_until_the_new_one_is_ready() {
    let mut app = app();
    let field = slow_field(&mut app);
    let edits: [fn(&mut FlowField); 7] = [
        |field| field.slow_areas = vec![swamp(-2.0, 3.0), swamp(0.0, 5.0)],
        |field| field.slow_areas[1].cost = f32::INFINITY,
        |field| field.crowd_cost = 2.0,
        |field| field.area.max.x = 24.0,
        |field| field.body_radii = vec![0.5, 0.7],
        |field| field.cell_size = 0.4,
        |field| field.slow_areas.clear(),
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        let before = costs(&app, field);
        edit(&mut settings(&mut app, field));
        let mut ticks = 0;
        loop {
            app.update();
            ticks += 1;
            assert!(ticks < 2_000, "{number}");
            if is_ready(&app, field) {
                break;
            }
            // Only in closed ground ways end at once.
            let without_way = |costs: &[u32]| {
                let costs = costs.iter();
                costs.filter(|cost| f32::from_bits(**cost) < 0.0).count()
            };
            let lost = without_way(&costs(&app, field)).saturating_sub(without_way(&before));
            assert!(10 * lost < before.len(), "{number}: {lost} after {ticks}");
        }
        assert!(ticks > 1 && costs(&app, field) != before, "{number}");
        // Until the crowd is taken up.
        run(&mut app, 1_500);
        let new = settings(&mut app, field).clone();
        let new = app.world_mut().spawn(new).id();
        run(&mut app, 1_500);
        assert!(costs(&app, field) == costs(&app, new), "{number}");
        app.world_mut().despawn(new);
    }
}

#[test]
fn edits_of_the_pace_take_effect_at_once_and_compute_nothing() {
    let mut app = app();
    let field = slow_field(&mut app);
    settings(&mut app, field).cells_per_tick = 50;
    app.update();
    assert!(is_ready(&app, field));
    settings(&mut app, field).area.max.x = 22.0;
    run(&mut app, 3);
    assert!(!is_ready(&app, field));
    settings(&mut app, field).cells_per_tick = 1_000_000;
    app.update();
    assert!(is_ready(&app, field));
    assert!(cost(&app, field, vec2(21.0, 0.0)).is_some());
}

#[test]
fn a_field_that_is_edited_for_ever_is_never_lost() {
    let mut app = app();
    let field = slow_field(&mut app);
    let mut seen = vec![];
    for tick in 0..1_200 {
        if tick % 30 == 0 {
            let mut settings = settings(&mut app, field);
            settings.slow_areas = vec![swamp(-8.0 + 0.01 * tick as f32, 4.0)];
            settings.area.max.x = 20.0 + 0.01 * tick as f32;
        }
        app.update();
        let now = cost(&app, field, vec2(-15.0, 0.0));
        assert!(now.is_some(), "{tick}");
        seen.push(now);
    }
    seen.dedup();
    assert!(seen.len() > 4, "{}", seen.len());
}

#[test]
fn a_repair_of_one_slow_area_touches_what_depends_on_it() {
    let mut app = app();
    let slow_areas = (0..400_u16).map(|number| SlowArea {
        area: Rect::from_center_half_size(
            AREA.min + vec2(f32::from(number % 40), f32::from(number / 40) * 3.0),
            vec2(0.5, 1.0),
        ),
        cost: 1.0 + f32::from(number % 7),
    });
    let field = FlowField {
        cells_per_tick: 300,
        crowd_cost: 0.0,
        slow_areas: slow_areas.collect(),
        ..fine()
    };
    let field = app.world_mut().spawn(field).id();
    let ticks_until_ready = |app: &mut App| {
        let mut ticks = 0;
        loop {
            app.update();
            ticks += 1;
            if is_ready(app, field) {
                return ticks;
            }
        }
    };
    let new = ticks_until_ready(&mut app);
    // Far from the goal, so few ways lead by.
    settings(&mut app, field).slow_areas[3].cost = 20.0;
    let repaired = ticks_until_ready(&mut app);
    assert!(10 * repaired < new, "{repaired} {new}");
}

#[test]
fn slow_areas_slow_agents_if_a_field_says_so() {
    let reached = |slows_agents: bool, cost: f32| {
        let mut app = app();
        let field = FlowField {
            slow_areas: vec![SlowArea {
                area: Rect::new(-20.0, -15.0, 20.0, 15.0),
                cost,
            }],
            slows_agents,
            ..fine()
        };
        let field = app.world_mut().spawn(field).id();
        let body = (at(-18.0, 0.0), SteeringAgent::default());
        let agent = app.world_mut().spawn((body, FollowField::new(field))).id();
        run(&mut app, 240);
        get::<Velocity>(&app, agent).0.length()
    };
    // The largest speed is 5.
    assert_near(reached(false, 4.0), 5.0, 0.05);
    assert_near(reached(true, 4.0), 1.25, 0.05);
    // No ground makes an agent faster.
    assert_near(reached(true, 0.5), 5.0, 0.05);
}

/// A map of random walls, and a field over it.
fn map(app: &mut App, random: &mut SplitMix64) -> Entity {
    let mut place = || {
        vec2(
            random.random_range(-20.0..20.0),
            random.random_range(-15.0..15.0),
        )
    };
    for _ in 0..14 {
        let (start, end) = (place(), place());
        let end = start + (end - start).clamp_length_max(14.0);
        app.world_mut().spawn(Obstacle::segment(start, end));
    }
    let field = FlowField {
        crowd_cost: 0.0,
        ..fine()
    };
    let field = app.world_mut().spawn(field).id();
    run(app, 6);
    field
}

#[test]
fn the_answer_about_an_obstacle_is_what_the_field_says_once_it_stands() {
    let mut random = SplitMix64::seed_from_u64(7);
    let mut answers = [0; 2];
    for _ in 0..12 {
        let mut app = app();
        let field = map(&mut app, &mut random);
        for _ in 0..12 {
            let mut place = || {
                vec2(
                    random.random_range(-19.0..19.0),
                    random.random_range(-14.0..14.0),
                )
            };
            let (middle, start) = (place(), place());
            let size = place().abs() + 0.5;
            if (middle - GOAL).abs().cmple(0.5 * size + 1.0).all() {
                continue;
            }
            let obstacle = Obstacle::rectangle(size.x, size.y);
            let transform = at(middle.x, middle.y);
            let state = get::<FlowFieldState>(&app, field);
            let had_way = state.cost(start, 0.5).is_some();
            let answer = state.would_close(&obstacle, &transform, MovementSpace::Xy, [start], 0.5);
            let tower = app.world_mut().spawn((transform, obstacle)).id();
            run(&mut app, 6);
            let has_way = cost(&app, field, start).is_some();
            let closes = had_way && !has_way;
            assert_eq!(answer, Some(closes), "{start} {middle} {size}");
            answers[usize::from(closes)] += 1;
            app.world_mut().despawn(tower);
            run(&mut app, 6);
        }
    }
    assert!(answers.iter().all(|count| *count > 5), "{answers:?}");
}

#[test]
fn an_obstacle_that_is_unusable_or_far_closes_nothing() {
    let mut app = app();
    let field = app.world_mut().spawn(fine()).id();
    let ask = |app: &App, radius: f32, x: f32| {
        let state = get::<FlowFieldState>(app, field);
        let obstacle = Obstacle::circle(radius);
        let from = [vec2(-10.0, 0.0), vec2(f32::NAN, 0.0), vec2(99.0, 0.0)];
        state.would_close(&obstacle, &at(x, 0.0), MovementSpace::Xy, from, 0.5)
    };
    assert_eq!(ask(&app, 40.0, 0.0), None, "the field is not ready");
    run(&mut app, 4);
    assert_eq!(ask(&app, 40.0, 0.0), Some(true));
    for (radius, x) in [(3.0, 0.0), (40.0, 500.0)] {
        assert_eq!(ask(&app, radius, x), Some(false));
    }
    for (radius, x) in [(f32::NAN, 0.0), (1.0, f32::INFINITY)] {
        assert_eq!(ask(&app, radius, x), None, "the shape is not usable");
    }
}

/// The free place nearest to a point for a body of this radius.
fn free_place(app: &mut App, place: Vec2, radius: f32, range: f32) -> Option<Vec2> {
    app.world_mut()
        .run_system_once(move |query: SteeringQuery| query.nearest_free_place(place, radius, range))
        .expect("the system runs")
}

#[test]
fn the_nearest_free_place_touches_no_obstacle_and_no_body() {
    let mut app = app();
    app.world_mut().spawn(Obstacle::circle(3.0));
    app.world_mut()
        .spawn((at(0.0, 20.0), Obstacle::circle(3.0).passable()));
    app.world_mut()
        .spawn((at(4.0, 0.0), SteeringAgent::default()));
    app.world_mut()
        .spawn((at(-9.0, 0.0), SteeringAgent::default().non_solid()));
    app.update();
    // Free places are their own answer, and so are those among what is not solid.
    for place in [vec2(9.0, 9.0), vec2(0.0, 20.0), vec2(-9.0, 0.0)] {
        assert_eq!(free_place(&mut app, place, 0.5, 9.0), Some(place));
    }
    let found = free_place(&mut app, vec2(-1.0, 0.0), 0.5, 9.0).expect("a place");
    assert_close(found, vec2(-3.5, 0.0), 0.02);
    // The agent stands in the way out to the right.
    let found = free_place(&mut app, vec2(2.0, 0.0), 0.5, 9.0).expect("a place");
    assert_near(found.length(), 3.5, 0.02);
    assert_near(found.distance(vec2(4.0, 0.0)), 1.0, 0.02);
    assert_eq!(free_place(&mut app, vec2(-1.0, 0.0), 0.5, 2.0), None);
    for (radius, range) in [(0.0, 9.0), (f32::NAN, 9.0), (0.5, f32::NAN), (0.5, -1.0)] {
        assert_eq!(free_place(&mut app, Vec2::ZERO, radius, range), None);
    }
    assert_eq!(free_place(&mut app, Vec2::NAN, 0.5, 9.0), None);
}

#[test]
fn the_nearest_free_place_in_a_crowd_is_at_its_border() {
    let mut app = app();
    for number in 0..900_u16 {
        let place = at(f32::from(number % 30) - 14.5, f32::from(number / 30) - 14.5);
        app.world_mut().spawn((place, SteeringAgent::default()));
    }
    app.update();
    let found = free_place(&mut app, vec2(3.2, 1.1), 0.5, 40.0).expect("a place");
    // The crowd ends at 15, a body beside it is at 15.5.
    assert!((15.3..16.3).contains(&found.abs().max_element()), "{found}");
    assert_eq!(free_place(&mut app, vec2(3.2, 1.1), 0.5, 9.0), None);
}
