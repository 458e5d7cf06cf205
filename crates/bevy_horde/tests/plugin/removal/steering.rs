//! One call takes steering off an entity.

use crate::harness::*;
use bevy::ecs::component::ComponentId;
use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use bevy_horde::validation::SteeringWarnings;

#[derive(Component)]
struct Name(u32);

/// Components that are parts of no agent, and those that Bevy keeps up to date.
const LEFT_OUT: [&str; 6] = [
    "FlowField",
    "FlowFieldState",
    "FormationMembers",
    "InFormation",
    "Obstacle",
    "ObstacleState",
];

/// Inserts every component of the plugin that is registered, with its default.
fn insert_all(world: &mut World, agent: Entity) {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let mut count = 0;
    for registration in registry.iter() {
        let table = registration.type_info().type_path_table();
        let is_own = table.path().starts_with("bevy_horde::");
        let default = registration.data::<ReflectDefault>();
        let component = registration.data::<ReflectComponent>();
        if let (true, Some(default), Some(component)) = (is_own, default, component)
            && !LEFT_OUT.contains(&table.short_path())
        {
            let value = default.default();
            let mut agent = world.entity_mut(agent);
            component.insert(&mut agent, value.as_partial_reflect(), &registry);
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

fn components(app: &App, entity: Entity) -> Vec<ComponentId> {
    let entity = app.world().entity(entity);
    let mut ids = entity.archetype().components().to_vec();
    ids.sort();
    ids
}

fn remove(app: &mut App, entity: Entity) {
    let world = app.world_mut();
    world.commands().entity(entity).queue(remove_steering);
    world.flush();
}

#[test]
fn nothing_of_an_agent_is_left_but_what_is_no_part_of_it() {
    let mut app = app();
    let body = || {
        (
            at(3.0, 4.0),
            Name(7),
            Obstacle::circle(2.0),
            FlowField::default(),
        )
    };
    let plain = app.world_mut().spawn(body()).id();
    let agent = app
        .world_mut()
        .spawn((body(), SteeringAgent::default()))
        .id();
    let leader = app
        .world_mut()
        .spawn((SteeringAgent::default(), Formation::default()));
    let leader = leader.id();
    insert_all(app.world_mut(), agent);
    let hunter = (at(90.0, 4.0), SteeringAgent::default(), Seek::entity(agent));
    let hunter = app.world_mut().spawn(hunter).id();
    run(&mut app, 2);
    app.world_mut()
        .entity_mut(agent)
        .insert((SteeringTrace::default(), InFormation(leader)));
    let member = (SteeringAgent::default(), InFormation(agent));
    let member = app.world_mut().spawn(member).id();
    run(&mut app, 3);
    let warnings = |app: &App| app.world().resource::<SteeringWarnings>().reported().len();
    let before = warnings(&app);
    remove(&mut app, agent);
    assert_eq!(components(&app, agent), components(&app, plain));
    assert_eq!(get::<Name>(&app, agent).0, 7);
    assert!(app.world().get::<InFormation>(member).is_none());
    let near = app.world_mut().run_system_cached(|query: SteeringQuery| {
        let near = query.agents_within(vec2(3.0, 4.0), 1.0);
        near.iter().map(|hit| hit.entity).collect::<Vec<_>>()
    });
    assert!(!near.unwrap().contains(&agent));
    run(&mut app, 5);
    assert_eq!(place(&app, agent), vec2(3.0, 4.0));
    assert_eq!(warnings(&app), before);
    assert!(velocity(&app, hunter).x < 0.0);
    assert_eq!(components(&app, agent), components(&app, plain));
    // A plain entity, and one without anything, stay as they are.
    remove(&mut app, plain);
    assert_eq!(components(&app, agent), components(&app, plain));
    let empty = app.world_mut().spawn_empty().id();
    remove(&mut app, empty);
    assert_eq!(components(&app, empty), []);
    // It may steer again.
    app.world_mut()
        .entity_mut(agent)
        .insert((SteeringAgent::default(), Seek::new(vec2(9.0, 4.0))));
    run(&mut app, 2);
    assert!(get::<Steering>(&app, agent).has_contribution);
}
