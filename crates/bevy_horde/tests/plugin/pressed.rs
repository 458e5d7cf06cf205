//! Bodies that an obstacle presses against a wall come out at the nearest free place.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};
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

impl Press {
    /// An app with the wall, the body and the box.
    fn app(&self) -> (App, Entity, Entity) {
        let mut app = app();
        app.world_mut()
            .spawn(Obstacle::segment(vec2(0.0, -200.0), vec2(0.0, 200.0)));
        let agent = (
            SteeringAgent::new(self.radius, 5.0),
            SteeringTrace::default(),
        );
        let start = vec2(1.01 * self.radius, self.beside * self.half_height);
        let agent = app.world_mut().spawn((at(start.x, start.y), agent)).id();
        let size = Obstacle::rectangle(self.wide, 2.0 * self.half_height);
        let press = app
            .world_mut()
            .spawn((self.at(2.5 * self.radius), size))
            .id();
        run(&mut app, 2);
        (app, agent, press)
    }

    /// The place of the box with its left side here.
    fn at(&self, left: f32) -> Transform {
        at(left + 0.5 * self.wide, 0.0)
    }

    /// The lefts of the box, tick by tick.
    fn lefts(&self) -> Vec<f32> {
        let end = 2.0 * self.radius * self.gap;
        let steps = ((2.5 * self.radius - end) / self.step).ceil() as usize;
        let left = |step| (2.5 * self.radius - step as f32 * self.step).max(end);
        (1..=steps).map(left).collect()
    }

    /// The distance of a place from the box with its left side at `left`.
    fn outside(&self, place: Vec2, left: f32) -> f32 {
        let place = place - vec2(left + 0.5 * self.wide, 0.0);
        let beyond = place.abs() - vec2(0.5 * self.wide, self.half_height);
        beyond.max(Vec2::ZERO).length()
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn a_pressed_body_comes_out_at_the_nearest_free_place(press in press()) {
        let Press { radius, wide, half_height, step, .. } = press;
        let (mut app, agent, box_) = press.app();
        let mut end = 0.0;
        for left in press.lefts() {
            end = left;
            let before = place(&app, agent);
            app.world_mut().entity_mut(box_).insert(press.at(left));
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
        let now = place(&app, agent);
        prop_assert!(press.outside(now, end) >= radius, "in the box at {now}");
        prop_assert!(!get::<SteeringTrace>(&app, agent).reasons.contains(&Reason::Squeezed));
    }

    #[test]
    fn a_limited_push_brings_a_pressed_body_out_in_several_ticks(
        press in press(),
        max_speed in 2.0_f32..40.0,
    ) {
        let (mut app, agent, box_) = press.app();
        app.insert_resource(PushOut { max_speed });
        let step = max_speed / HERTZ;
        let lefts = press.lefts();
        let end = lefts[lefts.len() - 1];
        // No way behind the box is longer.
        let ticks = ((press.wide + 4.0 * press.radius) / step) as usize + 2;
        for left in lefts.into_iter().chain(core::iter::repeat_n(end, ticks)) {
            let before = place(&app, agent);
            app.world_mut().entity_mut(box_).insert(press.at(left));
            app.update();
            let now = place(&app, agent);
            prop_assert!(now.x > 0.0, "through the wall at {now}");
            let gone = before.distance(now);
            prop_assert!(gone <= 1.001 * step + 1e-4, "{gone} from {before} to {now}");
            let is_out = press.outside(now, left) >= press.radius && now.x >= press.radius;
            let trace = get::<SteeringTrace>(&app, agent);
            prop_assert!(is_out || trace.reasons.contains(&Reason::Squeezed), "at {now}");
        }
        let now = place(&app, agent);
        prop_assert!(press.outside(now, end) >= press.radius, "in the box at {now}");
        prop_assert!(now.x >= press.radius, "in the wall at {now}");
        prop_assert!(!get::<SteeringTrace>(&app, agent).reasons.contains(&Reason::Squeezed));
    }
}

/// A tomb appears on an agent that seeks a place on the other side.
fn covered(max_speed: f32) -> (App, Entity) {
    let mut app = app();
    app.insert_resource(PushOut { max_speed });
    app.world_mut().spawn(Obstacle::circle(5.0));
    let agent = (SteeringAgent::new(0.5, 5.0), SteeringTrace::default());
    let goal = Seek::new(Vec2::new(-20.0, 0.0));
    let agent = app.world_mut().spawn((at(1.0, 0.0), agent, goal)).id();
    (app, agent)
}

#[test]
fn a_body_moves_at_the_limit_until_it_is_out_and_then_by_itself() {
    let (mut app, agent) = covered(2.0);
    // The way is 4.5 long, and takes 135 ticks.
    for tick in 1..135 {
        app.update();
        let there = vec2(1.0 + tick as f32 * 2.0 / HERTZ, 0.0);
        assert_close(place(&app, agent), there, 1e-4);
        assert!(
            get::<SteeringTrace>(&app, agent)
                .reasons
                .contains(&Reason::Squeezed)
        );
    }
    run(&mut app, 3);
    assert!(
        !get::<SteeringTrace>(&app, agent)
            .reasons
            .contains(&Reason::Squeezed)
    );
    let now = place(&app, agent);
    assert!((5.5..5.6).contains(&now.length()), "{now}");
}

#[test]
fn a_push_of_zero_leaves_bodies_where_they_are() {
    let (mut app, agent) = covered(0.0);
    app.world_mut().entity_mut(agent).remove::<Seek>();
    run(&mut app, 60);
    assert_eq!(place(&app, agent), vec2(1.0, 0.0));
    assert!(
        get::<SteeringTrace>(&app, agent)
            .reasons
            .contains(&Reason::Squeezed)
    );
}

#[test]
fn old_obstacles_let_no_body_through_at_a_limited_push() {
    let mut app = app();
    app.insert_resource(PushOut { max_speed: 8.0 });
    for x in [-1.1, 1.1] {
        let house = Obstacle::rectangle(1.0, 40.0);
        app.world_mut().spawn((at(x, 0.0), house));
    }
    let body = (SteeringAgent::new(0.5, 5.0), SteeringTrace::default());
    let agent = app.world_mut().spawn((at(0.0, 0.0), body)).id();
    run(&mut app, 600);
    let mut body = app.world_mut().get_mut::<SteeringAgent>(agent).unwrap();
    body.body_radius = 0.8;
    for _ in 0..600 {
        app.update();
        let now = place(&app, agent);
        assert!(
            now.x.abs() < 0.6 || now.y.abs() > 20.0,
            "in a house at {now}"
        );
    }
}

#[test]
fn an_illegal_push_is_reported_once_and_counts_as_infinite() {
    for max_speed in [f32::NAN, -1.0] {
        let (mut app, agent) = covered(max_speed);
        app.update();
        let now = place(&app, agent);
        assert!((5.5..5.6).contains(&now.length()), "{now}");
        run(&mut app, 3);
        let reported = app.world().resource::<SteeringWarnings>().reported();
        let [
            InvalidSetting {
                component, field, ..
            },
        ] = reported[..]
        else {
            panic!("{reported:?}");
        };
        assert_eq!((component, field), ("PushOut", "max_speed"));
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
    assert!(
        get::<SteeringTrace>(&app, agent)
            .reasons
            .contains(&Reason::Squeezed)
    );
}
