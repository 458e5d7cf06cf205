//! What the panel says about an agent that stands.

use super::app;
use crate::panel::sentence;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;
use bevy_horde::trace::{Reason, SteeringTrace};
use core::time::Duration;
use std::collections::HashSet;

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
    let name = |entity| {
        let name = world.get::<Name>(entity);
        name.map_or_else(|| "another agent".into(), Name::to_string)
    };
    let reasons = trace.reasons.iter();
    reasons.map(|reason| sentence(*reason, name)).collect()
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
fn every_reason_is_a_sentence_of_its_own() {
    let one = Entity::from_raw_u32(1).expect("a row");
    let place = vec2(1.0, -2.5);
    let reasons = [
        Reason::Disabled,
        Reason::Thrown,
        Reason::Holding,
        Reason::NoBehavior,
        Reason::Settled { place },
        Reason::PassesOn { place },
        Reason::NoWay {
            nearest: Some(place),
        },
        Reason::NoWay { nearest: None },
        Reason::WaitsForField { field: one },
        Reason::OffItsSlot { slot: 3, lag: 1.25 },
        Reason::NoSlot,
        Reason::KeepsPace { max_speed: 0.5 },
        Reason::Queues { behind: one },
        Reason::MakesRoom { agent: Some(one) },
        Reason::MakesRoom { agent: None },
        Reason::HeldUp {
            by: one,
            max_speed: 0.25,
            unlimited_speed: 2.0,
        },
        Reason::Slides {
            obstacle: one,
            removed: 0.125,
        },
        Reason::Pushed { distance: 0.5 },
        Reason::Squeezed,
    ];
    let sentences = reasons.map(|reason| sentence(reason, |_| "one".into()));
    let distinct: HashSet<&String> = sentences.iter().collect();
    assert_eq!(distinct.len(), sentences.len());
    for expected in [
        "It has settled in the crowd at its goal, at (1.0, -2.5).",
        "No way leads to its goal: it waits at (1.0, -2.5).",
        "Its slot 3 in the formation is 1.25 u away.",
        "AvoidAgents lets it approach one with 0.25 u/s, not 2.00.",
        "It slides along one, which takes 0.125 u from its way.",
    ] {
        assert!(sentences.iter().any(|it| it == expected), "{sentences:?}");
    }
}
