//! The cost of queries of outlines, without Bevy's ECS.
//!
//! `cargo bench -p horde_bench --bench outlines`.

use bevy::math::Vec2;
use bevy_horde::obstacle::Outline;
use core::f32::consts::TAU;
use core::hint::black_box;
use core::time::Duration;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use horde_bench::crowd::{Crowd, Workload, members};

fn positions(agents: usize, neighbors: f32) -> Vec<Vec2> {
    let crowd = Crowd::new(Workload::Flock, agents, neighbors, 64);
    members(&crowd).map(|member| member.position).collect()
}

/// A disc and a star of sixteen edges, each queried from a thousand positions around it.
fn outlines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("outline, from 1 000 positions");
    let positions = positions(1_000, 8.0);
    let corners: Vec<Vec2> = (0..16_u8)
        .map(|corner| {
            let radius = if corner % 2 == 0 { 10.0 } else { 8.0 };
            Vec2::from_angle(f32::from(corner) * TAU / 16.0) * radius
        })
        .collect();
    let star = Outline::polygon(&corners).expect("it does not touch itself");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (name, outline) in [("disc", Outline::disc(Vec2::ZERO, 10.0)), ("star", star)] {
        group.bench_function(BenchmarkId::new("distance", name), |bencher| {
            bencher.iter(|| {
                let positions = black_box(&positions).iter();
                positions
                    .map(|position| outline.signed_distance(*position))
                    .sum::<f32>()
            });
        });
        group.bench_function(BenchmarkId::new("cast", name), |bencher| {
            bencher.iter(|| {
                let positions = black_box(&positions).iter();
                let hits = positions.filter(|position| {
                    let heading = -position.normalize_or_zero();
                    outline.cast(**position, heading, 30.0, 0.5).is_some()
                });
                hits.count()
            });
        });
    }
    group.finish();
}

fn settings() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

criterion_group!(name = benches; config = settings(); targets = outlines);
criterion_main!(benches);
