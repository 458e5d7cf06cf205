//! What the panel says about an agent that stands.

use super::app;
use crate::panel::{reasons, remembered_reasons};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::behaviors::{DetourState, FormationSlot, YieldState};
use bevy_horde::prelude::*;
use bevy_horde::trace::{ApproachLimit, SteeringTrace};
use core::time::Duration;

/// What the panel says about an agent with these components after some ticks.
fn reasons_of(app: &mut App, components: impl Bundle) -> Vec<String> {
    let traced = (
        components,
        SteeringAgent::new(0.5, 2.0),
        SteeringTrace::default(),
    );
    let agent = app.world_mut().spawn(traced).id();
    for _ in 0..5 {
        app.update();
    }
    let world = app.world();
    let trace = world.get::<SteeringTrace>(agent).expect("a trace");
    reasons(trace, |entity| {
        let name = world.get::<Name>(entity);
        name.map_or_else(|| "another agent".into(), Name::to_string)
    })
}

#[test]
fn an_agent_that_stands_says_why() {
    let mut app = app();
    let app = &mut app;
    let tick = Duration::from_millis(20);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(tick));
    let reasons = reasons_of(app, Transform::from_xyz(90.0, 0.0, 0.0));
    assert_eq!(reasons, ["No behavior adds a force."]);
    let goal = Seek::new(Vec3::ZERO);
    let reasons = reasons_of(app, (goal, SteeringDisabled));
    assert_eq!(reasons[0], "SteeringDisabled stops it.");

    let crate_ahead = (
        Name::new("crate"),
        Obstacle::rectangle(2.0, 2.0),
        Transform::from_xyz(0.0, 50.0, 0.0),
    );
    app.world_mut().spawn(crate_ahead);
    let before_it = Transform::from_xyz(-1.5, 50.0, 0.0);
    let reasons = reasons_of(app, (before_it, Seek::new(Vec3::new(9.0, 50.0, 0.0))));
    assert!(
        reasons[0].starts_with("It slides along crate"),
        "{reasons:?}"
    );
}

#[test]
fn the_neighbor_that_slows_an_agent_is_named_with_both_speeds() {
    let [one, other] = [1, 2].map(|row| Entity::from_raw_u32(row).expect("a row"));
    let limit = |neighbor, max_speed| ApproachLimit {
        neighbor,
        toward: Vec2::X,
        max_speed,
        unlimited_speed: 2.0,
        speed: max_speed,
    };
    let trace = SteeringTrace {
        approach_limits: vec![limit(one, 1.5), limit(other, 0.25)],
        overlap_correction: Vec2::new(0.0, 0.5),
        waits_for: Some(one),
        is_holding: true,
        is_squeezed: true,
        ..default()
    };
    let name = |entity| if entity == other { "other" } else { "one" }.to_owned();
    let expected = [
        "UpdateInterval lets it keep its last decision.",
        "AvoidAgents lets it approach other with 0.25 u/s, not 2.00.",
        "It waits for one.",
        "Other bodies push it by 0.500 u.",
        "It overlaps a solid obstacle, and is not out.",
    ];
    assert_eq!(reasons(&trace, name), expected);
}

#[test]
fn what_an_agent_remembers_is_a_reason() {
    let mut world = World::new();
    let settled = Settled {
        is_settled: true,
        ..default()
    };
    let no_way = DetourState {
        unreachable_goal: Some(Vec2::X),
        ..default()
    };
    let slot = FormationSlot {
        slot: Some(3),
        lag: 1.25,
        ..default()
    };
    let yields = YieldState {
        along: Vec2::X,
        ..default()
    };
    let agent = world.spawn((settled, no_way, slot, yields)).id();
    let expected = [
        "It has settled in the crowd at its goal.",
        "AvoidObstacles sees no way to its goal: it waits near by.",
        "It keeps slot 3, which is 1.25 u away.",
        "It makes room for agents that go first.",
    ];
    assert_eq!(remembered_reasons(&world, agent), expected);
    let fresh = (
        Settled::default(),
        DetourState::default(),
        YieldState::default(),
    );
    let agent = world.spawn(fresh).id();
    assert!(remembered_reasons(&world, agent).is_empty());
}
