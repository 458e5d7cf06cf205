//! Time slicing hardly changes the motion of agents.

use crate::harness::*;
use crate::update_interval::every;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The positions and velocities of an agent with `behavior`, tick by tick.
fn track(behavior: impl Bundle, ticks: usize) -> Vec<(Vec2, Vec2)> {
    let mut app = app();
    // An obstacle in the way, for behaviors that avoid it.
    app.world_mut()
        .spawn((at(13.0, 4.0), Obstacle::circle(2.0)));
    let agent = SteeringAgent::new(0.5, 5.0).non_solid();
    let body = (agent, moving(0.0, -3.0));
    let agent = app.world_mut().spawn((body, behavior)).id();
    (0..ticks)
        .map(|_| {
            app.update();
            (place(&app, agent), velocity(&app, agent))
        })
        .collect()
}

/// The largest distance between two tracks.
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
fn an_interval_of_one_tick_changes_nothing() {
    let seek = Seek::new(Vec2::new(40.0, 9.0));
    let plain = track((seek, AvoidObstacles::default()), 120);
    for interval in [UpdateInterval::default(), every(1), every(0)] {
        let other = track((seek, AvoidObstacles::default(), interval), 120);
        assert_eq!(plain, other, "{interval:?}");
    }
}

#[test]
fn an_agent_with_an_interval_takes_nearly_the_same_path_to_its_goal() {
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
            // The way at full speed in two intervals.
            assert!(apart < 2.0 * 5.0 * late, "{apart} every {ticks} ticks");
            // Only the force moves the agent, so its acceleration is limited.
            assert!(hardest(&sliced) < 15.0 * 1.001, "{}", hardest(&sliced));
        }
    }
}

#[test]
fn an_agent_with_an_interval_arrives_and_stays() {
    for ticks in [1, 3, 8, 20] {
        let track = track((Arrive::new(Vec2::new(20.0, -3.0)), every(ticks)), 900);
        let mut overshoot: f32 = 0.0;
        for (place, _) in &track {
            overshoot = overshoot.max(place.x - 20.0);
        }
        // The test allows a twentieth of the radius of 0.5.
        assert!(overshoot < 0.025, "{overshoot} every {ticks} ticks");
        let (place, velocity) = track[track.len() - 1];
        assert_close(place, Vec2::new(20.0, -3.0), 0.02);
        assert!(velocity.length() < 0.01, "{velocity} every {ticks} ticks");
    }
}

#[test]
fn an_agent_at_full_speed_does_not_oscillate() {
    for ticks in [4, 16, 60] {
        let track = track((Seek::new(Vec2::new(500.0, 0.0)), every(ticks)), 1200);
        for (_, velocity) in &track[400..] {
            assert_close(*velocity, Vec2::new(5.0, 0.0), 0.05);
        }
    }
}

/// The deepest overlap and the final mean distance of a crowd that arrives at one point.
fn gathering(interval: UpdateInterval, avoids: bool) -> (f32, f32) {
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
fn a_crowd_with_an_interval_gathers_as_closely_without_more_overlap() {
    // With avoidance the crowd is less dense, because holding agents move toward outdated gaps.
    for (avoids, most) in [(false, 1.1), (true, 1.4)] {
        let (plain_overlap, plain_distance) = gathering(every(1), avoids);
        let (overlap, distance) = gathering(every(4), avoids);
        assert!(
            overlap < plain_overlap + 0.05,
            "{overlap} instead of {plain_overlap}"
        );
        assert!(
            distance < most * plain_distance && distance > 0.85 * plain_distance,
            "{distance} instead of {plain_distance}"
        );
    }
}

/// The alignment of a flock after six seconds, 0 to 1, and its spread.
fn flocking(interval: UpdateInterval) -> (f32, f32) {
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
    let alignment = (directions.sum::<Vec2>() / count).length();
    let middle = agents.iter().map(|agent| place(&app, *agent)).sum::<Vec2>() / count;
    let distances = agents
        .iter()
        .map(|agent| place(&app, *agent).distance(middle));
    (alignment, distances.sum::<f32>() / count)
}

#[test]
fn a_flock_with_an_interval_aligns_and_spreads_as_without() {
    let (plain_alignment, plain_spread) = flocking(every(1));
    let (alignment, spread) = flocking(every(4));
    assert!(
        alignment > plain_alignment - 0.05,
        "{alignment} instead of {plain_alignment}"
    );
    assert!(
        (spread / plain_spread - 1.0).abs() < 0.15,
        "{spread} instead of {plain_spread}"
    );
}
