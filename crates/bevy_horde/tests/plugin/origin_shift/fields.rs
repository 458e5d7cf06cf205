//! Flow fields keep their costs until those of the shifted area are ready.

use super::{shift, spawn};
use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, PartialReflect};
use bevy_horde::prelude::*;

const START: Vec2 = vec2(-30.0, 2.0);

/// A field of 9 600 cells that takes 20 ticks, and a wall in it.
fn scene() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, (at(3.25, 4.75), Obstacle::rectangle(1.0, 40.0)));
    let field = FlowField {
        cells_per_tick: 500,
        ..FlowField::new(Rect::new(-60.0, -20.0, 60.0, 20.0))
            .with_cell_size(0.7)
            .to(vec2(45.2, 3.1))
    };
    let field = spawn(&mut app, field);
    run(&mut app, 60);
    assert!(get::<FlowFieldState>(&app, field).is_ready());
    (app, field)
}

fn places() -> impl Iterator<Item = Vec2> {
    (0..300).map(|number| {
        vec2(
            (number % 25) as f32 * 4.9 - 58.0,
            (number / 25) as f32 * 3.1 - 18.0,
        )
    })
}

/// The costs of both fields, of which the second is shifted.
fn compare(one: &FlowFieldState, other: &FlowFieldState, by: Vec2, most: f32) {
    for place in places() {
        let costs = [one.cost(place, 0.5), other.cost(place + by, 0.5)];
        match costs {
            [Some(one), Some(other)] => assert_near(one, other, most),
            [None, None] => {}
            _ => panic!("{place}: {costs:?}"),
        }
    }
}

#[test]
fn the_old_costs_serve_at_their_new_place() {
    let (mut app, field) = scene();
    let before = get::<FlowFieldState>(&app, field).clone();
    let mut by = Vec2::ZERO;
    for step in [vec2(-413.7, 51.9), vec2(7.3, -1.1)] {
        by += step;
        shift(&mut app, step.extend(0.0));
        let mut ticks = 0;
        loop {
            let state = get::<FlowFieldState>(&app, field);
            compare(&before, state, by, 0.02);
            let tower = (Obstacle::rectangle(1.0, 12.0), at(3.3 + by.x, -19.0 + by.y));
            let gate = |high: f32| {
                let tower = at(tower.1.translation.x, tower.1.translation.y);
                let obstacle = Obstacle::rectangle(1.0, high);
                state.would_close(&obstacle, &tower, MovementSpace::Xy, [START + by], 0.5)
            };
            assert_eq!([12.0, 1.0].map(gate), [Some(true), Some(false)], "{ticks}");
            if ticks > 0 && state.is_ready() {
                break;
            }
            ticks += 1;
            run(&mut app, 1);
        }
        // Computed anew, and not in one tick.
        assert!((15..60).contains(&ticks), "{ticks}");
    }
    // A second shift before the costs are ready.
    for step in [vec2(40.0, 0.0), vec2(0.0, 31.3), vec2(-40.0, -31.3)] {
        by += step;
        shift(&mut app, step.extend(0.0));
        run(&mut app, 7);
        compare(&before, get::<FlowFieldState>(&app, field), by, 0.02);
    }
    run(&mut app, 100);
    assert!(get::<FlowFieldState>(&app, field).is_ready());
    compare(&before, get::<FlowFieldState>(&app, field), by, 0.02);
}

#[test]
fn a_shift_that_is_taken_back_computes_nothing() {
    let (mut app, field) = scene();
    let before = get::<FlowFieldState>(&app, field).clone();
    let by = vec3(64.0, -32.0, 0.0);
    shift(&mut app, by);
    shift(&mut app, -by);
    run(&mut app, 1);
    let state = get::<FlowFieldState>(&app, field);
    assert!(state.is_ready());
    compare(&before, state, Vec2::ZERO, 0.0);
}

#[test]
fn agents_go_on_by_the_field() {
    let (mut app, field) = scene();
    let agent = |app: &mut App| {
        let body = (SteeringAgent::default(), FollowField::new(field));
        spawn(app, (at(START.x, START.y), body))
    };
    let agent = agent(&mut app);
    let (mut stays, other) = scene();
    let body = (SteeringAgent::default(), FollowField::new(other));
    let twin = spawn(&mut stays, (at(START.x, START.y), body));
    let mut by = Vec2::ZERO;
    for tick in 0..1200 {
        if tick % 200 == 10 {
            let step = vec2(-77.7 * tick as f32, 333.3);
            by += step;
            shift(&mut app, step.extend(0.0));
        }
        app.update();
        stays.update();
        let off = (place(&app, agent) - by).distance(place(&stays, twin));
        assert!(off < 0.3, "{tick}: {off}");
    }
    assert_close(place(&stays, twin), vec2(45.2, 3.1), 0.1);
}

#[test]
fn a_game_that_is_saved_before_the_new_costs_are_ready_goes_on_alike() {
    let (mut app, field) = scene();
    shift(&mut app, vec3(-413.7, 51.9, 0.0));
    run(&mut app, 9);
    let saved = get::<FlowFieldState>(&app, field).to_dynamic();
    let saved = FlowFieldState::from_reflect(&*saved).expect("a field");
    let settings = get::<FlowField>(&app, field).clone();
    let mut loaded = crate::harness::app();
    let mut walls = app.world_mut().query::<(&Transform, &Obstacle)>();
    for (transform, obstacle) in walls.iter(app.world()) {
        loaded.world_mut().spawn((*transform, obstacle.clone()));
    }
    let copy = spawn(&mut loaded, (settings, saved));
    for _ in 0..60 {
        let of = |app: &App, field: Entity| {
            let state = get::<FlowFieldState>(app, field);
            let costs = places().map(|place| state.cost(place + vec2(-413.7, 51.9), 0.5));
            let bits = costs.map(|cost| cost.map(f32::to_bits));
            (state.is_ready(), bits.collect::<Vec<_>>())
        };
        assert!(of(&app, field) == of(&loaded, copy));
        run(&mut app, 1);
        run(&mut loaded, 1);
    }
}
