//! The cost of each behavior by itself: a whole tick of an app without other behaviors.
//!
//! `cargo bench -p horde_bench --bench behaviors`. `rest` is the cost of an agent without
//! behaviors. One thread, ten thousand agents. The clock of the machine varies: compare rows of one
//! run.

use clap::ValueEnum;
use core::time::Duration;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use horde_bench::crowd::{Crowd, Ground, MeasuredApp, Workload};
use std::time::Instant;

/// Agents of each crowd.
const AGENTS: usize = 10_000;
/// A `Perception::max_neighbors` with which all neighbors in view count.
const ALL_COUNT: u32 = 64;
/// Ticks before the first measured one.
const WARM_UP: usize = 5;
/// A crowd is respawned after this many ticks: agents gather, and the number of neighbors grows.
const TICKS_PER_CROWD: u64 = 30;

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
                let ticks = left.min(TICKS_PER_CROWD);
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

/// Every workload, with eight neighbors in view.
fn behaviors(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("behavior");
    for workload in Workload::value_variants() {
        if let Some(name) = workload.to_possible_value() {
            let crowd = Crowd::new(*workload, AGENTS, 8.0, ALL_COUNT);
            run(&mut group, name.get_name(), &crowd);
        }
    }
    group.finish();
}

/// Workloads with many neighbors or obstacles.
fn many(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("many");
    let flock = |neighbors: f32| Crowd::new(Workload::Flock, AGENTS, neighbors, ALL_COUNT);
    run(&mut group, "flock among 30", &flock(30.0));
    for (workload, name) in [
        (Workload::AvoidAgents, "avoid-agents among 30"),
        (Workload::StepsAside, "steps-aside among 30"),
    ] {
        run(
            &mut group,
            name,
            &Crowd::new(workload, AGENTS, 30.0, ALL_COUNT),
        );
    }
    for (ground, name) in [(Ground::Circles, "circles"), (Ground::Polygons, "polygons")] {
        for obstacles in [64, 1_000] {
            let crowd = Crowd::new(Workload::AvoidObstacles, AGENTS, 8.0, ALL_COUNT);
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

criterion_group!(name = benches; config = settings(); targets = behaviors, many);
criterion_main!(benches);
