//! Agents that think every so many ticks: the same share in every tick, and nearly the same motion.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::diagnostics::SteeringDiagnosticsPlugin;
use bevy_horde::prelude::*;
use bevy_horde::think_interval::ThinkMemory;
use bevy_horde::trace::SteeringTrace;
use bevy_horde::validation::{BadInput, InputWarnings};

fn every(ticks: u8) -> ThinkInterval {
    ThinkInterval { ticks }
}

/// Where an agent with `behavior` is in every one of so many ticks, and how fast.
fn track(behavior: impl Bundle, ticks: usize) -> Vec<(Vec2, Vec2)> {
    let mut app = app();
    // In the way of those who look out for it.
    app.world_mut()
        .spawn((at(13.0, 4.0), Obstacle::circle(2.0)));
    let agent = SteeringAgent::new(0.5, 5.0).without_solidity();
    let body = (agent, moving(0.0, -3.0));
    let agent = app.world_mut().spawn((body, behavior)).id();
    (0..ticks)
        .map(|_| {
            app.update();
            (place(&app, agent), velocity(&app, agent))
        })
        .collect()
}

/// How far two tracks are apart at most.
fn apart(first: &[(Vec2, Vec2)], second: &[(Vec2, Vec2)]) -> f32 {
    let pairs = first.iter().zip(second);
    pairs
        .map(|(one, other)| one.0.distance(other.0))
        .fold(0.0, f32::max)
}

/// The largest acceleration in a track.
fn hardest(track: &[(Vec2, Vec2)]) -> f32 {
    let changes = track
        .windows(2)
        .map(|pair| pair[0].1.distance(pair[1].1) * HERTZ);
    changes.fold(0.0, f32::max)
}

#[test]
fn every_tick_has_the_same_share_of_thinkers() {
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
    let mut turns = vec![0; agents.len()];
    for _ in 0..8 {
        app.update();
        let mut thinkers = 0;
        for (turns, agent) in turns.iter_mut().zip(&agents) {
            let thinks = get::<AgentState>(&app, *agent).is_thinking();
            // Who thinks says where it goes, and nobody else.
            assert_eq!(get::<SteeringTrace>(&app, *agent).goal.is_some(), thinks);
            *turns += usize::from(thinks);
            thinkers += usize::from(thinks);
        }
        assert_eq!(thinkers, 3);
    }
    assert_eq!(turns, vec![2; agents.len()]);
}

#[test]
fn an_interval_of_one_is_none() {
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let plain = track((seek, AvoidObstacles::default()), 120);
    for interval in [ThinkInterval::default(), every(1), every(0)] {
        let other = track((seek, AvoidObstacles::default(), interval), 120);
        assert_eq!(plain, other, "{interval:?}");
    }
}

#[test]
fn one_that_cannot_remember_thinks_in_every_tick() {
    let mut app = app();
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let agent = (SteeringAgent::default(), seek, every(5));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 7);
    app.world_mut().entity_mut(agent).remove::<ThinkMemory>();
    for _ in 0..10 {
        app.update();
        assert!(get::<AgentState>(&app, agent).is_thinking());
    }
    app.world_mut()
        .entity_mut(agent)
        .insert(ThinkMemory::default());
    let thinks = (0..10).filter(|_| {
        app.update();
        get::<AgentState>(&app, agent).is_thinking()
    });
    assert_eq!(thinks.count(), 2);
}

#[test]
fn an_interval_of_zero_is_reported_once() {
    let mut app = app();
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), every(0)))
        .id();
    run(&mut app, 3);
    let expected = BadInput {
        entity: agent,
        component: "ThinkInterval",
        field: "ticks",
    };
    let warnings = app.world().resource::<InputWarnings>();
    assert_eq!(warnings.reported(), vec![expected]);
}

#[test]
fn a_goal_is_approached_on_nearly_the_same_way() {
    let goal = Vec2::new(40.0, 9.0);
    let avoid = AvoidObstacles::default();
    for ticks in [2, 4, 8] {
        let late = f32::from(ticks) / HERTZ;
        for (plain, sliced) in [
            (
                track(Seek::new(goal), 420),
                track((Seek::new(goal), every(ticks)), 420),
            ),
            (
                track(Arrive::new(goal), 720),
                track((Arrive::new(goal), every(ticks)), 720),
            ),
            (
                track((Arrive::new(goal), avoid), 720),
                track((Arrive::new(goal), avoid, every(ticks)), 720),
            ),
        ] {
            let apart = apart(&plain, &sliced);
            // What it goes at full speed in two intervals.
            assert!(apart < 2.0 * 5.0 * late, "{apart} every {ticks} ticks");
            // No jerks: its force moves it, and nothing else does.
            assert!(hardest(&sliced) < 15.0 * 1.001, "{}", hardest(&sliced));
        }
    }
}

#[test]
fn whoever_arrives_stays_there() {
    for ticks in [1, 3, 8, 20] {
        let track = track((Arrive::new(Vec2::new(20.0, -3.0)), every(ticks)), 900);
        let mut overshoot: f32 = 0.0;
        for (place, _) in &track {
            overshoot = overshoot.max(place.x - 20.0);
        }
        // Its tolerance is a twentieth of its radius.
        assert!(overshoot < 0.025, "{overshoot} every {ticks} ticks");
        let (place, velocity) = track[track.len() - 1];
        assert_close(place, Vec2::new(20.0, -3.0), 0.02);
        assert!(velocity.length() < 0.01, "{velocity} every {ticks} ticks");
    }
}

#[test]
fn at_full_speed_toward_its_goal_it_does_not_swing() {
    for ticks in [4, 16, 60] {
        let track = track((Seek::new(Vec2::new(500.0, 0.0)), every(ticks)), 1200);
        for (_, velocity) in &track[400..] {
            assert_close(*velocity, Vec2::new(5.0, 0.0), 0.05);
        }
    }
}

/// A crowd that gathers round one place: the deepest overlap of two bodies in any tick, and the mean distance at the end.
fn gathering(interval: ThinkInterval, avoids: bool) -> (f32, f32) {
    let mut app = app();
    let agents: Vec<_> = (0..60)
        .map(|number| {
            let spread = number as f32;
            let place = Vec2::from_angle(spread * 2.4) * (4.0 + 1.6 * spread.sqrt());
            let body = (at(place.x, place.y), SteeringAgent::new(0.5, 5.0), interval);
            let mut agent = app.world_mut().spawn((body, Arrive::new(Vec2::ZERO)));
            if avoids {
                agent.insert(AvoidAgents::default());
            }
            agent.id()
        })
        .collect();
    let mut deepest: f32 = 0.0;
    for _ in 0..360 {
        app.update();
        let places: Vec<_> = agents.iter().map(|agent| place(&app, *agent)).collect();
        for (number, own) in places.iter().enumerate() {
            for other in &places[..number] {
                deepest = deepest.max(1.0 - own.distance(*other));
            }
        }
    }
    let distances = agents.iter().map(|agent| place(&app, *agent).length());
    (deepest, distances.sum::<f32>() / agents.len() as f32)
}

#[test]
fn bodies_stay_apart_and_gather_alike() {
    // Who avoids gathers less closely: in between its turns it goes on toward where somebody else is by now.
    for (avoids, most) in [(false, 1.1), (true, 1.4)] {
        let (plain_overlap, plain_distance) = gathering(every(1), avoids);
        let (overlap, distance) = gathering(every(4), avoids);
        assert!(
            overlap < plain_overlap + 0.05,
            "{overlap} after {plain_overlap}"
        );
        assert!(
            distance < most * plain_distance && distance > 0.9 * plain_distance,
            "{distance} after {plain_distance}"
        );
    }
}

/// The mean direction, its length telling how well all agree, and the spread of a flock after six seconds.
fn flocking(interval: ThinkInterval) -> (f32, f32) {
    let mut app = app();
    let agents: Vec<_> = (0..40)
        .map(|number| {
            let spread = number as f32;
            let place = Vec2::from_angle(spread * 2.4) * (1.2 * spread.sqrt());
            let way = Vec2::from_angle(0.3 * spread.sin()) * 4.0;
            let body = (at(place.x, place.y), moving(way.x, way.y), interval);
            let agent = (SteeringAgent::new(0.5, 5.0), Flock::default());
            app.world_mut().spawn((body, agent)).id()
        })
        .collect();
    run(&mut app, 360);
    let count = agents.len() as f32;
    let directions = agents
        .iter()
        .map(|agent| velocity(&app, *agent).normalize_or_zero());
    let agreement = (directions.sum::<Vec2>() / count).length();
    let middle = agents.iter().map(|agent| place(&app, *agent)).sum::<Vec2>() / count;
    let distances = agents
        .iter()
        .map(|agent| place(&app, *agent).distance(middle));
    (agreement, distances.sum::<f32>() / count)
}

#[test]
fn a_flock_flies_alike() {
    let (plain_agreement, plain_spread) = flocking(every(1));
    let (agreement, spread) = flocking(every(4));
    assert!(
        agreement > plain_agreement - 0.05,
        "{agreement} after {plain_agreement}"
    );
    assert!(
        (spread / plain_spread - 1.0).abs() < 0.15,
        "{spread} after {plain_spread}"
    );
}

#[test]
fn whoever_loses_its_interval_thinks_as_ever() {
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let force_after = |interval: Option<u8>| {
        let mut app = app();
        let agent = app.world_mut().spawn((SteeringAgent::default(), seek)).id();
        if let Some(ticks) = interval {
            app.world_mut().entity_mut(agent).insert(every(ticks));
            // Its id is 0: neither of these is its turn.
            run(&mut app, 2);
            app.world_mut().entity_mut(agent).remove::<ThinkInterval>();
        }
        app.update();
        assert!(get::<AgentState>(&app, agent).is_thinking());
        (
            force(&app, agent),
            get::<AgentState>(&app, agent).think_time(1.0),
        )
    };
    assert_eq!(force_after(Some(50)), force_after(None));
}

#[test]
fn the_desired_velocity_is_one_tick_away_in_every_tick() {
    let mut app = app();
    let body = (
        SteeringAgent::default().without_solidity(),
        moving(0.0, 3.0),
    );
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let agent = app.world_mut().spawn((body, seek, every(4))).id();
    for _ in 0..20 {
        app.update();
        let desired = get::<Steering>(&app, agent).desired_velocity.truncate();
        assert_close(velocity(&app, agent), desired, 1e-5);
    }
}

#[test]
fn a_disabled_one_stands_in_every_tick() {
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
fn whoever_loses_its_interval_between_its_turns_goes_on_for_that_tick() {
    let mut app = app();
    let agent = (SteeringAgent::new(0.5, 5.0), Seek::new(Vec2::X * 90.0));
    let agent = app.world_mut().spawn((agent, every(4))).id();
    app.add_systems(
        FixedUpdate,
        (|agents: Query<(Entity, &AgentState), With<ThinkInterval>>, mut commands: Commands| {
            for (agent, state) in &agents {
                if !state.is_thinking() && state.velocity() != Vec2::ZERO {
                    commands.entity(agent).remove::<ThinkInterval>();
                }
            }
        })
        .in_set(SteeringSystems::Behave),
    );
    let mut last = Steering::default();
    for _ in 0..8 {
        if app.world().get::<ThinkInterval>(agent).is_some() {
            last = *get::<Steering>(&app, agent);
            app.update();
        }
    }
    assert!(app.world().get::<ThinkInterval>(agent).is_none());
    // Nobody has worked out what it would do in this tick: it does what it did.
    assert!(last.has_opinion && last.force != Vec3::ZERO);
    assert_eq!(*get::<Steering>(&app, agent), last);
}

#[test]
fn what_a_game_adds_between_its_turns_is_dropped() {
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
    let agent = app
        .world_mut()
        .spawn((SteeringAgent::default(), every(3)))
        .id();
    for _ in 0..9 {
        app.update();
        assert!(!get::<SteeringContributions>(&app, agent).has_opinion());
        assert!(force(&app, agent).x <= 1.0 + 1e-6);
    }
    assert_near(force(&app, agent).x, 1.0, 1e-6);
}

/// Those whose turn it is look round together, however many lie between them whose turn it is not.
#[test]
fn those_whose_turn_it_is_not_are_not_looked_round_for() {
    let looked_at = |ticks: Option<u8>| {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            SteeringPlugin::default(),
            bevy::diagnostic::DiagnosticsPlugin,
            SteeringDiagnosticsPlugin::new(FixedUpdate),
        ))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(1));
        app.update();
        for number in 0..1500 {
            let place =
                Vec2::from_angle(number as f32 * 2.399_963) * (1.1 * (number as f32).sqrt());
            let mut agent = app.world_mut().spawn((
                at(place.x, place.y),
                SteeringAgent::new(0.5, 2.0),
                Flock::default(),
            ));
            if let Some(ticks) = ticks {
                agent.insert(ThinkInterval { ticks });
            }
        }
        let mut sum = 0.0;
        for _ in 0..12 {
            app.update();
            let diagnostics = app.world().resource::<bevy::diagnostic::DiagnosticsStore>();
            let count = diagnostics.get(&SteeringDiagnosticsPlugin::LOOKED_AT);
            sum += count.and_then(|count| count.value()).unwrap();
        }
        sum
    };
    let always = looked_at(None);
    // Wider apart they share less: more than a half and a fourth of it, and far less than all.
    assert!(looked_at(Some(2)) < 0.85 * always);
    assert!(looked_at(Some(4)) < 0.65 * always);
}
