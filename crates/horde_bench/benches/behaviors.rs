//! What each behaviour costs by itself: a whole tick of an app whose agents have nothing else.
//!
//! `cargo bench -p horde_bench --bench behaviors`. `rest` is what every agent costs anyway. One thread, ten thousand agents.
//! The machine's clock wanders: compare rows of one run.

use clap::ValueEnum;
use core::time::Duration;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use horde_bench::crowd::{Crowd, Duty, Ground, MeasuredApp};
use std::time::Instant;

/// Agents of every crowd.
const AGENTS: usize = 10_000;
/// `Perception::max_neighbors` where all in view should count.
const ALL_COUNT: u32 = 64;
/// Ticks before the first one that counts.
const WARM_UP: usize = 5;
/// A crowd is new after so many ticks: left to itself it gathers, and there are more and more neighbours.
const TICKS_OF_A_CROWD: u64 = 30;

fn run(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, crowd: &Crowd) {
    group.throughput(Throughput::Elements(crowd.agents as u64));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|ticks| {
            let (mut passed, mut left) = (Duration::ZERO, ticks);
            while left > 0 {
                let mut app = MeasuredApp::new(crowd, 1);
                for _ in 0..WARM_UP {
                    app.tick();
                }
                let ticks = left.min(TICKS_OF_A_CROWD);
                let start = Instant::now();
                for _ in 0..ticks {
                    app.tick();
                }
                passed += start.elapsed();
                left -= ticks;
            }
            passed
        });
    });
}

/// Every duty, with eight neighbours in view.
fn alone(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("alone");
    for duty in Duty::value_variants() {
        if let Some(name) = duty.to_possible_value() {
            let crowd = Crowd::new(*duty, AGENTS, 8.0, ALL_COUNT);
            run(&mut group, name.get_name(), &crowd);
        }
    }
    group.finish();
}

/// What costs more the more there are.
fn many(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("many");
    let flock = |neighbors: f32| Crowd::new(Duty::Flock, AGENTS, neighbors, ALL_COUNT);
    run(&mut group, "flock among 30", &flock(30.0));
    for (duty, name) in [
        (Duty::AvoidAgents, "avoid-agents among 30"),
        (Duty::ClosestApproach, "closest-approach among 30"),
    ] {
        run(&mut group, name, &Crowd::new(duty, AGENTS, 30.0, ALL_COUNT));
    }
    for (ground, name) in [(Ground::Circles, "circles"), (Ground::Polygons, "polygons")] {
        for obstacles in [64, 1_000] {
            let crowd = Crowd::new(Duty::AvoidObstacles, AGENTS, 8.0, ALL_COUNT);
            let name = format!("avoid-obstacles, {obstacles} {name}");
            run(&mut group, &name, &crowd.among(obstacles, ground));
        }
    }
    group.finish();
}

fn settings() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
}

criterion_group!(name = benches; config = settings(); targets = alone, many);
criterion_main!(benches);
