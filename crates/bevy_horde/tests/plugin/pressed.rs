//! Bodies that an obstacle presses against a wall come out at the nearest free place.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use proptest::prelude::*;

/// A wall along x = 0, a body beside it, and a box that comes from the right until the gap is
/// narrower than the body.
#[derive(Clone, Debug)]
struct Press {
    radius: f32,
    /// The place of the body along the wall, in parts of half the height of the box.
    beside: f32,
    wide: f32,
    half_height: f32,
    /// The way of the box in each tick.
    step: f32,
    /// The gap at the end, in widths of the body.
    gap: f32,
}

fn press() -> impl Strategy<Value = Press> {
    (
        0.2_f32..1.5,
        -0.9_f32..0.9,
        1.0_f32..30.0,
        1.0_f32..60.0,
        0.01_f32..0.5,
        0.2_f32..0.9,
    )
        .prop_map(|(radius, beside, wide, half_height, step, gap)| Press {
            radius,
            beside,
            wide,
            half_height,
            step,
            gap,
        })
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn a_pressed_body_comes_out_at_the_nearest_free_place(press in press()) {
        let Press { radius, beside, wide, half_height, step, gap } = press;
        let mut app = app();
        app.world_mut()
            .spawn(Obstacle::segment(vec2(0.0, -200.0), vec2(0.0, 200.0)));
        let agent = (SteeringAgent::new(radius, 5.0), SteeringTrace::default());
        let start = vec2(1.01 * radius, beside * half_height);
        let agent = app.world_mut().spawn((at(start.x, start.y), agent)).id();
        let mut left = 2.5 * radius;
        let size = (at(left + 0.5 * wide, 0.0), Obstacle::rectangle(wide, 2.0 * half_height));
        let press = app.world_mut().spawn(size).id();
        run(&mut app, 2);
        while left > 2.0 * radius * gap {
            left = (left - step).max(2.0 * radius * gap);
            let before = place(&app, agent);
            app.world_mut().entity_mut(press).insert(at(left + 0.5 * wide, 0.0));
            app.update();
            let now = place(&app, agent);
            prop_assert!(now.x >= radius, "through the wall at {now}");
            // Behind the box, or beyond one of its ends.
            let behind = (left + wide + radius - before.x).max(0.0);
            let beyond = half_height + radius - before.y.abs();
            let nearest = behind.min(beyond.max(0.0)) + step + 0.02 * radius;
            let gone = before.distance(now);
            prop_assert!(gone <= nearest, "{gone} where {nearest} is enough, from {before} to {now}");
        }
        let now = place(&app, agent) - vec2(left + 0.5 * wide, 0.0);
        let outside = (now.abs() - 0.5 * vec2(wide, 2.0 * half_height)).max(Vec2::ZERO).length();
        prop_assert!(outside >= radius, "in the box at {now}");
        prop_assert!(!get::<SteeringTrace>(&app, agent).is_squeezed);
    }
}

#[test]
fn a_body_between_an_old_wall_and_a_full_room_is_squeezed() {
    // Behind the box an older wall leaves no room, and a house fills both ends of the gap.
    let mut app = app();
    for (x, y, wide, high) in [
        (-1.0, 0.0, 2.0, 40.0),
        (8.0, 0.0, 2.0, 40.0),
        (3.5, 12.0, 7.0, 16.0),
        (3.5, -12.0, 7.0, 16.0),
    ] {
        let house = Obstacle::rectangle(wide, high);
        app.world_mut().spawn((at(x, y), house));
    }
    let agent = (SteeringAgent::new(0.5, 5.0), SteeringTrace::default());
    let agent = app.world_mut().spawn((at(0.51, 0.0), agent)).id();
    let crate_ = (at(4.2, 0.0), Obstacle::rectangle(6.0, 8.0));
    let crate_ = app.world_mut().spawn(crate_).id();
    run(&mut app, 2);
    for step in 1..=8 {
        let x = 4.2 - 0.1 * step as f32;
        app.world_mut().entity_mut(crate_).insert(at(x, 0.0));
        app.update();
        let now = place(&app, agent);
        assert!(now.x > 0.0 && now.x < 7.0 && now.y.abs() < 4.0, "{now}");
    }
    assert!(get::<SteeringTrace>(&app, agent).is_squeezed);
}
