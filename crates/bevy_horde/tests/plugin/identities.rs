//! Who is who in the index: by id and then by entity, wherever agents lie in their tables.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::perception::AgentIndex;
use bevy_horde::prelude::*;

/// An agent with this id, in a place of its own.
fn spawn(app: &mut App, id: u64, place: f32) -> Entity {
    let agent = (SteeringAgent::default(), AgentId(id), at(place, 0.0));
    app.world_mut().spawn(agent).id()
}

fn in_order(app: &mut App) -> Vec<Entity> {
    app.update();
    app.world().resource::<AgentIndex>().entities().to_vec()
}

#[test]
fn who_comes_under_the_id_of_another_takes_its_place() {
    let mut app = app();
    let [first, second] = [3, 4].map(|id| spawn(&mut app, id, id as f32 * 10.0));
    assert_eq!(in_order(&mut app), [first, second]);
    app.world_mut().despawn(second);
    let other = spawn(&mut app, 4, 70.0);
    assert_eq!(in_order(&mut app), [first, other]);
}

#[test]
fn who_changes_its_id_changes_its_place() {
    let mut app = app();
    let [first, second] = [3, 4].map(|id| spawn(&mut app, id, id as f32 * 10.0));
    assert_eq!(in_order(&mut app), [first, second]);
    *app.world_mut().get_mut::<AgentId>(first).unwrap() = AgentId(9);
    assert_eq!(in_order(&mut app), [second, first]);
}

#[test]
fn one_who_changes_its_id_among_many_changes_its_place() {
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
            // The last one comes to lie before the one that was before it.
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
fn an_order_that_breaks_at_any_row_is_seen() {
    const COUNT: u64 = 200;
    for first in [0, 1, 63, 64, 65, 128, 199] {
        let mut app = app();
        // In order, but that the last ones lie before the first ones.
        let agents: Vec<Entity> = (0..COUNT)
            .map(|row| spawn(&mut app, (row + COUNT - first) % COUNT, row as f32 * 3.0))
            .collect();
        let (later, sooner) = agents.split_at(first as usize);
        assert_eq!(in_order(&mut app), [sooner, later].concat(), "{first}");
    }
}
