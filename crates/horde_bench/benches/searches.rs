//! What a game's own questions cost: one search each of `SteeringQuery`, among ten thousand agents and a thousand obstacles.
//!
//! `cargo bench -p horde_bench --bench searches`.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy_horde::prelude::SteeringQuery;
use core::hint::black_box;
use core::time::Duration;
use criterion::{Criterion, criterion_group, criterion_main};
use horde_bench::crowd::{Crowd, Duty, Ground, MeasuredApp};

/// Places that are asked about, one after the other.
const PLACES: usize = 256;
/// How far a cast goes, world units.
const CAST: f32 = 30.0;

/// Asks the same question at one place after the other.
fn ask<Answer>(
    criterion: &mut Criterion,
    ground: Ground,
    name: &str,
    question: impl Fn(&SteeringQuery, Vec2) -> Answer,
) {
    let crowd = Crowd::new(Duty::Solid, 10_000, 8.0, 64).among(1_000, ground);
    let mut app = MeasuredApp::new(&crowd, 1);
    app.tick();
    let places: Vec<Vec2> = app.positions().into_iter().take(PLACES).collect();
    let world = app.world_mut();
    let mut state = SystemState::<SteeringQuery>::new(world);
    let Ok(query) = state.get(world) else {
        panic!("the plugin has made what the query reads");
    };
    let mut places = places.iter().cycle();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let place = places.next().copied().unwrap_or_default();
            black_box(question(&query, black_box(place)))
        });
    });
}

fn agents(criterion: &mut Criterion) {
    let ground = Ground::Circles;
    ask(
        criterion,
        ground,
        "agents within 5 (8 of them)",
        |query, place| query.agents_within(place, 5.0),
    );
    ask(
        criterion,
        ground,
        "agents within 20 (128 of them)",
        |query, place| query.agents_within(place, 20.0),
    );
    ask(criterion, ground, "nearest 10 agents", |query, place| {
        query.nearest_agents(place, 10)
    });
}

fn obstacles(criterion: &mut Criterion) {
    for (ground, name) in [(Ground::Circles, "circles"), (Ground::Polygons, "polygons")] {
        let name = |question: &str| format!("{question}, 1 000 {name}");
        ask(
            criterion,
            ground,
            &name("first obstacle in 30"),
            |query, place| query.first_obstacle(place, place + Vec2::X * CAST),
        );
        ask(
            criterion,
            ground,
            &name("nearest obstacle"),
            |query, place| query.nearest_obstacle(place),
        );
        ask(
            criterion,
            ground,
            &name("line of sight over 30"),
            |query, place| query.line_of_sight(place, place + Vec2::X * CAST),
        );
    }
}

fn settings() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

criterion_group!(name = benches; config = settings(); targets = agents, obstacles);
criterion_main!(benches);
