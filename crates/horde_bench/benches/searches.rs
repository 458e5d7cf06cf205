//! The cost of a game's queries: single searches of `SteeringQuery`, among ten thousand agents and
//! a thousand obstacles.
//!
//! `cargo bench -p horde_bench --bench searches`.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy_horde::prelude::SteeringQuery;
use core::hint::black_box;
use core::time::Duration;
use criterion::{Criterion, criterion_group, criterion_main};
use horde_bench::crowd::{Crowd, Ground, MeasuredApp, Workload};

/// Number of query positions, used in turn.
const POSITIONS: usize = 256;
/// Length of a cast, world units.
const CAST: f32 = 30.0;

/// Repeats the same query at one position after another.
fn ask<Answer>(
    criterion: &mut Criterion,
    ground: Ground,
    name: &str,
    question: impl Fn(&SteeringQuery, Vec2) -> Answer,
) {
    let crowd = Crowd::new(Workload::Solid, 10_000, 8.0, 64).among(1_000, ground);
    let mut app = MeasuredApp::new(&crowd, 1);
    app.tick();
    let positions: Vec<Vec2> = app.positions().into_iter().take(POSITIONS).collect();
    let world = app.world_mut();
    let mut state = SystemState::<SteeringQuery>::new(world);
    let Ok(query) = state.get(world) else {
        panic!("the plugin has made what the query reads");
    };
    let mut positions = positions.iter().cycle();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let position = positions.next().copied().unwrap_or_default();
            black_box(question(&query, black_box(position)))
        });
    });
}

fn agents(criterion: &mut Criterion) {
    let ground = Ground::Circles;
    ask(
        criterion,
        ground,
        "agents within 5 (8 of them)",
        |query, position| query.agents_within(position, 5.0),
    );
    ask(
        criterion,
        ground,
        "agents within 20 (128 of them)",
        |query, position| query.agents_within(position, 20.0),
    );
    ask(criterion, ground, "nearest 10 agents", |query, position| {
        query.nearest_agents(position, 10)
    });
}

fn obstacles(criterion: &mut Criterion) {
    for (ground, name) in [(Ground::Circles, "circles"), (Ground::Polygons, "polygons")] {
        let name = |question: &str| format!("{question}, 1 000 {name}");
        ask(
            criterion,
            ground,
            &name("first obstacle in 30"),
            |query, position| query.first_obstacle(position, position + Vec2::X * CAST),
        );
        ask(
            criterion,
            ground,
            &name("nearest obstacle"),
            |query, position| query.nearest_obstacle(position),
        );
        ask(
            criterion,
            ground,
            &name("line of sight over 30"),
            |query, position| query.line_of_sight(position, position + Vec2::X * CAST),
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
