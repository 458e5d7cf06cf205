//! Time slicing: an agent with an update interval decides only every few ticks. In between it keeps
//! to the velocity that it decided on.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use bevy_horde::update_interval::HeldDecision;
use bevy_horde::validation::{InvalidSetting, SteeringWarnings};

/// Updates every `ticks` ticks.
pub fn every(ticks: u8) -> UpdateInterval {
    UpdateInterval { ticks }
}

#[test]
fn every_tick_updates_the_same_share_of_agents() {
    let mut app = app();
    let agents: Vec<_> = (0..12)
        .map(|number| {
            let body = (
                at(0.0, 20.0 * number as f32),
                SteeringAgent::default(),
                every(4),
            );
            let seek = Seek::new(Vec2::new(900.0, 0.0));
            app.world_mut()
                .spawn((body, seek, SteeringTrace::default()))
                .id()
        })
        .collect();
    let mut updates = vec![0; agents.len()];
    for _ in 0..8 {
        app.update();
        let mut updating = 0;
        for (updates, agent) in updates.iter_mut().zip(&agents) {
            let updates_now = get::<AgentState>(&app, *agent).is_updating();
            // Exactly the updating agents record a goal.
            assert_eq!(
                get::<SteeringTrace>(&app, *agent).goal.is_some(),
                updates_now
            );
            *updates += usize::from(updates_now);
            updating += usize::from(updates_now);
        }
        assert_eq!(updating, 3);
    }
    assert_eq!(updates, vec![2; agents.len()]);
}

#[test]
fn an_agent_without_a_held_decision_updates_in_every_tick() {
    let mut app = app();
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let agent = (SteeringAgent::default(), seek, every(5));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 7);
    app.world_mut().entity_mut(agent).remove::<HeldDecision>();
    for _ in 0..10 {
        app.update();
        assert!(get::<AgentState>(&app, agent).is_updating());
    }
    app.world_mut()
        .entity_mut(agent)
        .insert(HeldDecision::default());
    let updates = (0..10).filter(|_| {
        app.update();
        get::<AgentState>(&app, agent).is_updating()
    });
    assert_eq!(updates.count(), 2);
}

#[test]
fn an_interval_of_zero_is_reported_once() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), every(0)))
        .id();
    run(&mut app, 3);
    let expected = InvalidSetting {
        entity: agent,
        component: "UpdateInterval",
        field: "ticks",
    };
    let warnings = app.world().resource::<SteeringWarnings>();
    assert_eq!(warnings.reported(), vec![expected]);
}

#[test]
fn an_agent_without_its_interval_updates_in_every_tick_again() {
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let force_after = |interval: Option<u8>| {
        let mut app = app();
        let agent = app.world_mut().spawn((SteeringAgent::default(), seek)).id();
        if let Some(ticks) = interval {
            app.world_mut().entity_mut(agent).insert(every(ticks));
            // Its id is 0, so it holds in both ticks.
            run(&mut app, 2);
            app.world_mut().entity_mut(agent).remove::<UpdateInterval>();
        }
        app.update();
        assert!(get::<AgentState>(&app, agent).is_updating());
        (
            force(&app, agent),
            get::<AgentState>(&app, agent).update_time(1.0),
        )
    };
    assert_eq!(force_after(Some(50)), force_after(None));
}

#[test]
fn agents_reach_the_desired_velocity_in_every_tick() {
    let mut app = app();
    let body = (SteeringAgent::default().non_solid(), moving(0.0, 3.0));
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let agent = app.world_mut().spawn((body, seek, every(4))).id();
    for _ in 0..20 {
        app.update();
        let desired = get::<Steering>(&app, agent).desired_velocity.truncate();
        assert_close(velocity(&app, agent), desired, 1e-5);
    }
}

#[test]
fn a_disabled_agent_with_an_interval_stands_in_every_tick() {
    let mut app = app();
    let seek = Seek::new(Vec2::new(40.0, 0.0));
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), seek, every(3)))
        .id();
    run(&mut app, 20);
    app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    let stopped = place(&app, agent);
    run(&mut app, 7);
    assert_eq!(place(&app, agent), stopped);
    assert_eq!(get::<Steering>(&app, agent).force, Vec3::ZERO);
}

#[test]
fn an_agent_that_loses_its_interval_while_holding_keeps_its_velocity_for_that_tick() {
    let mut app = app();
    let agent = (SteeringAgent::new(0.5, 5.0), Seek::new(Vec2::X * 90.0));
    let agent = app.world_mut().spawn((agent, every(4))).id();
    app.add_systems(
        FixedUpdate,
        (|agents: Query<(Entity, &AgentState), With<UpdateInterval>>, mut commands: Commands| {
            for (agent, state) in &agents {
                if !state.is_updating() && state.velocity() != Vec2::ZERO {
                    commands.entity(agent).remove::<UpdateInterval>();
                }
            }
        })
        .in_set(SteeringSystems::Behave),
    );
    let mut last = (Vec2::ZERO, Vec2::ZERO);
    for _ in 0..8 {
        if app.world().get::<UpdateInterval>(agent).is_some() {
            last = (velocity(&app, agent), force(&app, agent));
            app.update();
        }
    }
    assert!(app.world().get::<UpdateInterval>(agent).is_none());
    // The agent has no decision in this tick, neither a new one nor one that it holds.
    assert_ne!(last.1, Vec2::ZERO);
    assert_eq!(force(&app, agent), Vec2::ZERO);
    assert_eq!(velocity(&app, agent), last.0);
}

#[test]
fn contributions_to_a_holding_agent_are_dropped() {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        (|mut agents: Query<&mut SteeringContributions>| {
            for mut contributions in &mut agents {
                contributions.add(Tier::Goal, Vec3::X);
            }
        })
        .in_set(SteeringSystems::Behave),
    );
    let body = (SteeringAgent::default(), SteeringContributions::default());
    let agent = app.world_mut().spawn((body, every(3))).id();
    for _ in 0..9 {
        app.update();
        assert!(!get::<SteeringContributions>(&app, agent).has_contribution());
        assert!(force(&app, agent).x <= 1.0 + 1e-6);
    }
    assert_near(force(&app, agent).x, 1.0, 1e-6);
}

/// Updating agents search together, also with holding agents between them.
#[test]
fn holding_agents_do_not_search_for_neighbors() {
    let candidates = |ticks: Option<u8>| {
        let mut app = counting_app(60.0);
        for number in 0..1500 {
            let place =
                Vec2::from_angle(number as f32 * 2.399_963) * (1.1 * (number as f32).sqrt());
            let mut agent = app.world_mut().spawn((
                at(place.x, place.y),
                SteeringAgent::new(0.5, 2.0),
                Flock::default(),
            ));
            if let Some(ticks) = ticks {
                agent.insert(UpdateInterval { ticks });
            }
        }
        let mut sum = 0.0;
        for _ in 0..12 {
            app.update();
            sum += count(&app, &SteeringDiagnosticsPlugin::CANDIDATES);
        }
        sum
    };
    let always = candidates(None);
    // The updating agents are farther apart and share less. So the count is above a half and a
    // fourth, and far below all.
    assert!(candidates(Some(2)) < 0.85 * always);
    assert!(candidates(Some(4)) < 0.65 * always);
}
