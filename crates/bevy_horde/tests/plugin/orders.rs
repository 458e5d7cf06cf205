//! Each order is reported once, also where the agent stands already.

use crate::events::{Seen, record_events};
use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::JourneyState;
use bevy_horde::prelude::*;

fn watched(hertz: f64) -> App {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    record_events(&mut app);
    app
}

/// The events of an agent since the last call.
fn news(app: &mut App, agent: Entity) -> Vec<&'static str> {
    let mut seen = app.world_mut().resource_mut::<Seen>();
    let own = seen.0.extract_if(.., |(_, entity)| *entity == agent);
    own.map(|(name, _)| name).collect()
}

fn traveler(app: &mut App, x: f32, y: f32) -> Entity {
    let body = (at(x, y), SteeringAgent::default(), Journey::default());
    app.world_mut().spawn(body).id()
}

/// Inserts a component.
type Order = Box<dyn Fn(&mut EntityWorldMut)>;

fn order(order: impl Component + Clone) -> Order {
    Box::new(move |agent| {
        agent.insert(order.clone());
    })
}

#[test]
fn an_agent_that_stands_on_its_goal_arrives_there_once() {
    for hertz in [30.0, 60.0, 144.0] {
        for solid in [true, false] {
            let mut app = watched(hertz);
            let goal = |y: f32| vec2(4.0, y);
            let middle = Interpose::new(goal(0.0), goal(60.0));
            let orders = [
                (0.0, order(Seek::new(goal(0.0)))),
                (10.0, order(Pursue::new(goal(10.0)))),
                (30.0, order(middle)),
            ];
            let agents = orders.map(|(y, order)| {
                let agent = traveler(&mut app, 1.0, y);
                let mut entity = app.world_mut().entity_mut(agent);
                entity.get_mut::<SteeringAgent>().expect("a body").solid = solid;
                order(&mut entity);
                (agent, y)
            });
            run(&mut app, (60.0 * hertz) as usize);
            for (agent, y) in agents {
                assert_close(place(&app, agent), goal(y), 0.01);
                assert_eq!(news(&mut app, agent), ["arrived"], "{y}, {hertz} Hz");
            }
        }
    }
}

/// One order of every kind, each for an agent at a place of its own, and that place.
fn orders(app: &mut App) -> Vec<(Vec2, Order)> {
    let world = app.world_mut();
    let place = |number: u8| vec2(0.0, 20.0 * f32::from(number));
    let goal = |number: u8| place(number) + vec2(6.0, 0.0);
    let path = Path::new([place(5), goal(5)]);
    let path = world.spawn(path).id();
    let area = Rect::from_center_half_size(place(6), Vec2::splat(9.0));
    let field = world.spawn(FlowField::new(area).to(goal(6))).id();
    let wall = place(7) + vec2(6.0, 0.0);
    world.spawn((at(wall.x, wall.y), Obstacle::circle(2.0)));
    let hide = Hide::new(place(7) - vec2(9.0, 0.0));
    let leader = world.spawn(at(8.0, place(8).y)).id();
    let orders = [
        order(Arrive::new(goal(0))),
        order(Gather::new(goal(1))),
        order(Seek::new(goal(2))),
        order(Pursue::new(goal(3))),
        order(OffsetPursue::new(goal(4), Vec2::ZERO)),
        order(FollowPath::along(path)),
        order(FollowField::new(field)),
        order(hide),
        order(FollowLeader::new(leader)),
        order(Interpose::new(goal(9), goal(9))),
    ];
    let orders = orders.into_iter().enumerate();
    orders
        .map(|(number, order)| (place(number as u8), order))
        .collect()
}

#[test]
fn the_same_order_again_is_a_new_order() {
    let mut app = watched(60.0);
    let mut units = Vec::new();
    for (number, (place, order)) in orders(&mut app).into_iter().enumerate() {
        let agent = traveler(&mut app, place.x, place.y);
        let mut entity = app.world_mut().entity_mut(agent);
        entity.insert(AvoidObstacles::default());
        order(&mut entity);
        units.push((number, agent, order));
    }
    run(&mut app, 900);
    for (number, agent, _) in &units {
        let names = news(&mut app, *agent);
        assert_eq!(
            names.iter().filter(|it| **it == "arrived").count(),
            1,
            "{number}"
        );
    }
    for by_journey in [false, true, false] {
        let before: Vec<_> = (units.iter())
            .map(|(_, agent, order)| {
                let mut entity = app.world_mut().entity_mut(*agent);
                match by_journey {
                    true => self::order(Journey::default())(&mut entity),
                    false => order(&mut entity),
                }
                get::<JourneyState>(&app, *agent).has_settled
            })
            .collect();
        assert!(before.iter().all(|has_settled| !has_settled));
        run(&mut app, 300);
        for (number, agent, _) in &units {
            let is_settled = get::<Settled>(&app, *agent).is_settled;
            let expected: &[_] = match is_settled {
                true => &["arrived", "settled"],
                false => &["arrived"],
            };
            assert_eq!(news(&mut app, *agent), expected, "{number}");
        }
    }
}

#[test]
fn a_setting_that_changes_in_place_is_no_order() {
    let mut app = watched(60.0);
    let agent = traveler(&mut app, 0.0, 0.0);
    let goal = Gather::new(vec2(6.0, 0.0));
    app.world_mut().entity_mut(agent).insert(goal);
    run(&mut app, 600);
    assert_eq!(news(&mut app, agent), ["arrived", "settled"]);
    for weight in [2.0, 1.0] {
        let mut goal = app.world_mut().get_mut::<Gather>(agent).expect("it goes");
        goal.weight = weight;
        app.world_mut()
            .entity_mut(agent)
            .insert(AvoidAgents::default());
        run(&mut app, 60);
        assert_eq!(news(&mut app, agent), [""; 0]);
    }
}

#[test]
fn an_order_in_every_frame_is_one_order() {
    for hertz in [30.0, 60.0, 144.0] {
        let mut app = watched(hertz);
        app.add_observer(|it: On<Stuck>, mut seen: ResMut<Seen>| {
            seen.0.push(("stuck", it.entity));
        });
        let (free, caught) = (traveler(&mut app, 0.0, 0.0), traveler(&mut app, 0.0, 20.0));
        let cage = [(-2.0, 18.0), (2.0, 18.0), (2.0, 22.0), (-2.0, 22.0)].map(Vec2::from);
        app.world_mut().spawn(Obstacle::closed_polyline(cage));
        for _ in 0..(12.0 * hertz) as usize {
            for (agent, y) in [(free, 0.0), (caught, 20.0)] {
                let order = Seek::new(vec2(6.0, y));
                app.world_mut().entity_mut(agent).insert(order);
            }
            app.update();
        }
        assert_eq!(news(&mut app, free), ["arrived"], "{hertz} Hz");
        assert_eq!(news(&mut app, caught), ["stuck"], "{hertz} Hz");
    }
}

#[test]
fn an_order_after_an_unreachable_one_is_reachable() {
    let mut app = watched(60.0);
    let fence = [(5.0, -2.0), (9.0, -2.0), (9.0, 2.0), (5.0, 2.0)].map(Vec2::from);
    app.world_mut().spawn(Obstacle::closed_polyline(fence));
    let agent = traveler(&mut app, 0.0, 0.0);
    let send = |app: &mut App, goal: Vec2| {
        let order = (Arrive::new(goal), AvoidObstacles::default());
        app.world_mut().entity_mut(agent).insert(order);
        run(app, 600);
        news(app, agent)
    };
    let closed = vec2(7.0, 0.0);
    assert_eq!(send(&mut app, closed), ["unreachable", "settled"]);
    // The agent stands already.
    assert_eq!(send(&mut app, closed), ["settled", "unreachable"]);
    assert_eq!(send(&mut app, vec2(0.0, 9.0)), ["arrived", "settled"]);
}

#[test]
fn a_memory_that_a_game_puts_back_is_no_order() {
    let mut app = watched(60.0);
    let agent = traveler(&mut app, 0.0, 0.0);
    let goal = Gather::new(vec2(6.0, 0.0));
    app.world_mut().entity_mut(agent).insert(goal);
    run(&mut app, 600);
    assert_eq!(news(&mut app, agent), ["arrived", "settled"]);
    // A rollback puts components back in any order.
    for memory_first in [true, false] {
        let memory = *get::<JourneyState>(&app, agent);
        let mut entity = app.world_mut().entity_mut(agent);
        match memory_first {
            true => entity.insert(memory).insert(goal),
            false => entity.insert(goal).insert(memory),
        };
        run(&mut app, 60);
        assert_eq!(news(&mut app, agent), [""; 0], "{memory_first}");
    }
}

#[test]
fn an_order_counts_after_a_shift_of_the_origin() {
    let mut app = watched(60.0);
    let agent = traveler(&mut app, 0.0, 0.0);
    let goal = Gather::new(vec2(6.0, 0.0));
    app.world_mut().entity_mut(agent).insert(goal);
    run(&mut app, 600);
    assert_eq!(news(&mut app, agent), ["arrived", "settled"]);
    let by = vec3(-4.0, 0.0, 0.0);
    let mut transform = app.world_mut().get_mut::<Transform>(agent).expect("there");
    transform.translation += by;
    app.world_mut().commands().queue(ShiftOrigin(by));
    app.world_mut().flush();
    let goal = Gather::new(vec2(2.0, 0.0));
    app.world_mut().entity_mut(agent).insert(goal);
    run(&mut app, 60);
    assert_eq!(news(&mut app, agent), ["arrived", "settled"]);
}
