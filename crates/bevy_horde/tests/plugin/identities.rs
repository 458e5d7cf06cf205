//! The order of agents in the index: by id, then by entity, independent of their tables.

use crate::harness::*;
use bevy::ecs::entity::EntityCloner;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::agent_id::NextAgentId;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;

/// Spawns an agent with this id at `(place, 0)`.
fn spawn(app: &mut App, id: u64, place: f32) -> Entity {
    let agent = (SteeringAgent::default(), AgentId(id), at(place, 0.0));
    app.world_mut().spawn(agent).id()
}

fn in_order(app: &mut App) -> Vec<Entity> {
    app.update();
    app.world().resource::<AgentIndex>().entities().to_vec()
}

#[test]
fn a_new_agent_with_the_id_of_a_despawned_one_takes_its_position_in_the_order() {
    let mut app = app();
    let [first, second] = [3, 4].map(|id| spawn(&mut app, id, id as f32 * 10.0));
    assert_eq!(in_order(&mut app), [first, second]);
    app.world_mut().despawn(second);
    let other = spawn(&mut app, 4, 70.0);
    assert_eq!(in_order(&mut app), [first, other]);
}

#[test]
fn an_agent_that_changes_its_id_changes_its_position_in_the_order() {
    let mut app = app();
    let [first, second] = [3, 4].map(|id| spawn(&mut app, id, id as f32 * 10.0));
    assert_eq!(in_order(&mut app), [first, second]);
    *app.world_mut().get_mut::<AgentId>(first).unwrap() = AgentId(9);
    assert_eq!(in_order(&mut app), [second, first]);
}

#[test]
fn an_agent_of_many_that_changes_its_id_changes_its_position_in_the_order() {
    for row in [0, 62, 63, 64, 65, 127, 128, 199] {
        let mut app = app();
        let agents: Vec<Entity> = (0..200).map(|id| spawn(&mut app, id, id as f32)).collect();
        assert_eq!(in_order(&mut app), agents);
        *app.world_mut().get_mut::<AgentId>(agents[row]).unwrap() = AgentId(1_000);
        let mut expected = agents.clone();
        expected.remove(row);
        expected.push(agents[row]);
        assert_eq!(in_order(&mut app), expected, "{row}");
    }
}

#[test]
fn agents_with_the_same_id_are_in_the_order_of_their_entities() {
    for fills_gap in [false, true] {
        let mut app = app();
        let [gone, one, other] = [0.0, 10.0, 20.0].map(|place| spawn(&mut app, 7, place));
        if fills_gap {
            // The last row moves into the gap, so `other` precedes `one` in the table.
            app.world_mut().despawn(gone);
        }
        let mut expected = if fills_gap {
            vec![one, other]
        } else {
            vec![gone, one, other]
        };
        expected.sort_unstable();
        assert_eq!(in_order(&mut app), expected, "fills a gap: {fills_gap}");
    }
}

#[test]
fn many_agents_with_the_same_id_are_in_the_order_of_their_entities() {
    for gap in [0, 62, 63, 64, 127] {
        let mut app = app();
        let agents: Vec<Entity> = (0..200).map(|row| spawn(&mut app, 7, row as f32)).collect();
        app.world_mut().despawn(agents[gap]);
        let mut expected = agents.clone();
        expected.remove(gap);
        expected.sort_unstable();
        assert_eq!(in_order(&mut app), expected, "{gap}");
    }
}

#[test]
fn agents_are_sorted_wherever_the_order_of_rows_breaks() {
    const COUNT: u64 = 200;
    for first in [0, 1, 63, 64, 65, 128, 199] {
        let mut app = app();
        // The ids are in order, except that the last ids come before the first ids.
        let agents: Vec<Entity> = (0..COUNT)
            .map(|row| spawn(&mut app, (row + COUNT - first) % COUNT, row as f32 * 3.0))
            .collect();
        let (later, sooner) = agents.split_at(first as usize);
        assert_eq!(in_order(&mut app), [sooner, later].concat(), "{first}");
    }
}

#[test]
fn a_clone_gets_a_new_id() {
    let mut app = app();
    let first = spawn(&mut app, 7, 0.0);
    run(&mut app, 3);
    let clones: Vec<Entity> = (0..3)
        .map(|_| app.world_mut().entity_mut(first).clone_and_spawn())
        .collect();
    let ids = clones.iter().map(|clone| get::<AgentId>(&app, *clone).0);
    assert_eq!(ids.collect::<Vec<_>>(), [8, 9, 10]);
    assert_eq!(*get::<AgentId>(&app, first), AgentId(7));
    let next = app.world_mut().spawn(SteeringAgent::default()).id();
    assert_eq!(*get::<AgentId>(&app, next), AgentId(11));
    let expected = [first, clones[0], clones[1], clones[2], next];
    assert_eq!(in_order(&mut app), expected);
}

/// The entities of a game and their ids, put back as `bevy_ggrs` does it: one component after the
/// other, and the resource first or last.
#[test]
fn agents_that_are_put_back_component_by_component_draw_no_numbers() {
    for (resource_first, in_new_app) in [(true, false), (false, false), (false, true)] {
        let mut app = app();
        let agents: Vec<Entity> = (0..5).map(|id| spawn(&mut app, id, id as f32)).collect();
        run(&mut app, 3);
        let saved = *app.world().resource::<NextAgentId>();
        assert_eq!(saved, NextAgentId(5));
        // What the game goes back on: two more agents.
        app.world_mut().spawn(SteeringAgent::default());
        app.world_mut().spawn(SteeringAgent::default());
        run(&mut app, 2);
        for agent in &agents {
            app.world_mut().despawn(*agent);
        }
        if in_new_app {
            app = crate::harness::app();
        }
        if resource_first {
            app.insert_resource(saved);
        }
        let agents: Vec<Entity> = (0..5).map(|_| app.world_mut().spawn_empty().id()).collect();
        for agent in &agents {
            app.world_mut()
                .entity_mut(*agent)
                .insert(SteeringAgent::default());
        }
        if !resource_first && !in_new_app {
            app.insert_resource(saved);
        }
        for (id, agent) in (0..).zip(&agents) {
            app.world_mut().entity_mut(*agent).insert(AgentId(id));
        }
        // An agent that spawns before the next tick has the number that it had then.
        let next = app.world_mut().spawn(SteeringAgent::default()).id();
        assert_eq!(*get::<AgentId>(&app, next), AgentId(5));
        app.update();
        assert_eq!(*app.world().resource::<NextAgentId>(), NextAgentId(6));
    }
}

#[test]
fn after_the_highest_id_agents_get_the_lowest_free_ids() {
    let mut app = app();
    let draw = |app: &mut App| {
        let agent = app.world_mut().spawn(SteeringAgent::default()).id();
        get::<AgentId>(app, agent).0
    };
    assert_eq!(draw(&mut app), 0);
    spawn(&mut app, 2, 0.0);
    let hidden = spawn(&mut app, 4, 10.0);
    app.world_mut().entity_mut(hidden).insert(Disabled);
    spawn(&mut app, u64::MAX - 2, 20.0);
    assert_eq!(draw(&mut app), u64::MAX - 1);
    let drawn: Vec<u64> = (0..4).map(|_| draw(&mut app)).collect();
    assert_eq!(drawn, [1, 3, 5, 6]);
    // An id that the game assigns in between is not free either.
    let given = spawn(&mut app, 7, 30.0);
    let clone = app.world_mut().entity_mut(given).clone_and_spawn();
    assert_eq!(*get::<AgentId>(&app, clone), AgentId(8));
    // A batch, as commands and scenes spawn it.
    let many = (0..3).map(|_| SteeringAgent::default());
    let many: Vec<Entity> = app.world_mut().spawn_batch(many).collect();
    let ids = many.iter().map(|agent| get::<AgentId>(&app, *agent).0);
    assert_eq!(ids.collect::<Vec<_>>(), [9, 10, 11]);
}

#[test]
fn clones_wander_independently() {
    let mut app = app();
    let first = (SteeringAgent::default().non_solid(), Wander::default());
    let first = app.world_mut().spawn(first).id();
    let clone = app.world_mut().entity_mut(first).clone_and_spawn();
    run(&mut app, 120);
    assert!(place(&app, first).distance(place(&app, clone)) > 0.1);
}

#[test]
fn a_clone_that_appears_within_a_tick_moves_from_the_next_tick_on() {
    let mut app = app();
    let first = (SteeringAgent::default(), Seek::new(vec2(90.0, 0.0)));
    let first = app.world_mut().spawn(first).id();
    run(&mut app, 30);
    #[derive(Resource)]
    struct Clone(Entity);
    app.insert_resource(Clone(first)).add_systems(
        FixedUpdate,
        (|world: &mut World| {
            if let Some(Clone(first)) = world.remove_resource() {
                let mut clone = world.entity_mut(first);
                let clone = clone.clone_and_spawn();
                world.entity_mut(clone).insert(at(0.0, 50.0));
            }
        })
        .after(SteeringSystems::Perceive)
        .before(SteeringSystems::Behave),
    );
    let speed = velocity(&app, first).x;
    run(&mut app, 1);
    let mut agents = app.world_mut().query::<(Entity, &AgentId)>();
    let mut agents: Vec<_> = agents.iter(app.world()).collect();
    agents.sort_by_key(|(_, id)| **id);
    let clone = agents[1].0;
    assert_eq!(place(&app, clone), vec2(0.0, 50.0));
    run(&mut app, 1);
    assert!(place(&app, clone).x > 0.9 * speed / HERTZ);
}

#[test]
fn an_agent_that_moves_to_another_entity_keeps_its_id() {
    let mut app = app();
    let first = spawn(&mut app, 7, 0.0);
    let other = app.world_mut().spawn_empty().id();
    let mut cloner = EntityCloner::build_opt_out(app.world_mut());
    cloner.move_components(true);
    cloner.finish().clone_entity(app.world_mut(), first, other);
    assert_eq!(*get::<AgentId>(&app, other), AgentId(7));
    assert!(app.world().get::<AgentId>(first).is_none());
}
