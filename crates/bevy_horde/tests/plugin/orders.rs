//! Each order is reported once, also where the agent stands already.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The names of the events, each with its agent.
#[derive(Resource, Default)]
struct Seen(Vec<(&'static str, Entity)>);

fn watched(hertz: f64) -> App {
    let mut app = app_with(SteeringPlugin::default(), hertz);
    app.init_resource::<Seen>();
    app.add_observer(|it: On<Arrived>, mut seen: ResMut<Seen>| {
        seen.0.push(("arrived", it.entity));
    });
    app.add_observer(|it: On<HasSettled>, mut seen: ResMut<Seen>| {
        seen.0.push(("settled", it.entity));
    });
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
