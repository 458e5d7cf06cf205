//! Grouping of agents.

use super::app;
use crate::catalog::Catalog;
use crate::editing::{AGENTS_PER_FRAME, ScanCache, Summary};
use crate::groups::groups_of;
use crate::{InspectedAgent, InspectorGroup, agent_groups, set_behavior};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

fn sizes(world: &World) -> Vec<(String, usize)> {
    let groups = agent_groups(world).into_iter();
    groups
        .map(|group| (group.title, group.members.len()))
        .collect()
}

#[test]
fn agents_are_grouped_by_name_or_by_behaviors() {
    let mut app = app();
    let world = app.world_mut();
    world.spawn_batch((0..5).map(|_| (SteeringAgent::default(), Seek::default())));
    world.spawn_batch(
        (0..3).map(|_| (SteeringAgent::default(), Seek::default(), Wander::default())),
    );
    // A component of the game does not split the group.
    world.spawn((SteeringAgent::default(), Seek::default(), Name::new("one")));
    let wolves = || InspectorGroup("wolves".into());
    world.spawn((SteeringAgent::default(), Seek::default(), wolves()));
    world.spawn((SteeringAgent::default(), Wander::default(), wolves()));
    world.spawn(Transform::default());
    world.spawn((SteeringAgent::default(), Seek::default(), Disabled));
    let expected = [("wolves", 2), ("Seek", 6), ("Seek, Wander", 3)];
    assert_eq!(
        sizes(world),
        expected.map(|(title, size)| (title.into(), size))
    );
}

#[test]
fn switching_a_behavior_off_keeps_the_group_together() {
    let mut app = app();
    let world = app.world_mut();
    world.spawn_batch(
        (0..3).map(|_| (SteeringAgent::default(), Seek::default(), Wander::default())),
    );
    world.spawn((SteeringAgent::default(), Seek::default()));
    let before = agent_groups(world);
    set_behavior(world, &before[1].members, "Wander", false);
    let after = agent_groups(world);
    assert_eq!(
        sizes(world),
        [("Seek".into(), 1), ("Seek, Wander".into(), 3)]
    );
    assert_eq!(before[1].key, after[1].key);
}

#[test]
fn a_large_group_is_read_in_parts_and_correct_after_one_pass() {
    let mut app = app();
    let world = app.world_mut();
    world.spawn_batch((0..10_000).map(|_| (SteeringAgent::default(), Seek::default())));
    let catalog = Catalog::read(world);
    let groups = groups_of(world, &catalog);
    let (Some(entry), [group]) = (catalog.find("Seek"), groups.as_slice()) else {
        panic!("there is one group of seekers");
    };
    let mut scans = ScanCache::default();
    let mut is_mixed = |world: &World| {
        let scan = scans.scan(world, &catalog, entry, group);
        scan.summaries.iter().any(Summary::is_mixed)
    };
    assert!(!is_mixed(world));
    if let Some(mut seek) = world.get_mut::<Seek>(group.members[9_999]) {
        seek.weight = 3.0;
    }
    for _ in 1..10_000usize.div_ceil(AGENTS_PER_FRAME) {
        assert!(!is_mixed(world));
    }
    assert!(is_mixed(world));
}

#[test]
fn inspecting_one_after_another_reaches_all() {
    let mut app = app();
    let world = app.world_mut();
    let mut agents = [(); 4].map(|()| world.spawn(SteeringAgent::default()).id());
    let mut reached: Vec<Entity> = Vec::new();
    for _ in 0..5 {
        let group = agent_groups(world).remove(0);
        let next = crate::panel::next_of(&group, world);
        let next = next.expect("the group has members");
        // As for the plots, the agent gets a trace, which moves it to another archetype.
        if let Some(last) = reached.last() {
            world.entity_mut(*last).remove::<SteeringTrace>();
        }
        world.entity_mut(next).insert(SteeringTrace::default());
        world.insert_resource(InspectedAgent(Some(next)));
        reached.push(next);
    }
    agents.sort();
    assert_eq!(reached[..4], agents);
    assert_eq!(reached[4], agents[0]);
}
