//! Hiding places among very many obstacles.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::HideState;
use bevy_horde::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The place that an agent at the origin takes among `count` discs, with this sight.
fn place_of(seed: u64, count: usize, sight: f32) -> Option<Vec2> {
    let mut app = app();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let half = 3.0 * (count as f32).sqrt();
    let mut draw = |half: f32| random.random_range(-half..half);
    let threat = at(draw(half), draw(half));
    for _ in 0..count {
        let place = Vec2::new(draw(half), draw(half));
        if place.length() > 2.0 {
            let disc = Obstacle::circle(0.6 + 0.1 * draw(5.0).abs());
            app.world_mut().spawn((disc, at(place.x, place.y)));
        }
    }
    let threat = app.world_mut().spawn(threat).id();
    let hide = Hide {
        sight: Length::World(sight),
        ..Hide::new(threat)
    };
    let agent = (
        at(0.0, 0.0),
        SteeringAgent::default(),
        ExternalLocomotion,
        hide,
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 1);
    get::<HideState>(&app, agent).place
}

#[test]
fn a_longer_sight_never_finds_a_farther_place() {
    let mut found = 0;
    for seed in 0..12 {
        let all = place_of(seed, 150, 1e6);
        let mut nearest = f32::INFINITY;
        for sight in [3.0, 6.0, 12.0, 25.0, 50.0] {
            let Some(place) = place_of(seed, 150, sight) else {
                continue;
            };
            assert!(place.length() <= nearest, "seed {seed}, sight {sight}");
            nearest = place.length();
            found += 1;
        }
        // The place behind the nearest obstacles is the same, however far the agent sees.
        if nearest < f32::INFINITY {
            let all = all.expect("a place").length();
            assert!(all <= nearest, "seed {seed}: {all} and {nearest}");
            if nearest < 40.0 {
                assert_eq!(all, nearest, "seed {seed}");
            }
        }
    }
    assert!(found > 20, "{found}");
}
