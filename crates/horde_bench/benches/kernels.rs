//! The cost of the arithmetic without Bevy's ECS.
//!
//! `cargo bench -p horde_bench --bench kernels`.

use bevy::math::Vec2;
use bevy_horde::math::grid::CellGrid;
use bevy_horde::obstacle::Outline;
use core::f32::consts::TAU;
use core::hint::black_box;
use core::time::Duration;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use horde_bench::baselines::Tree;
use horde_bench::crowd::{Crowd, Workload, members};

/// Radius of a search and side of a cell.
const RANGE: f32 = Workload::Flock.view_range();

fn positions(agents: usize, neighbors: f32) -> Vec<Vec2> {
    let crowd = Crowd::new(Workload::Flock, agents, neighbors, 64);
    members(&crowd).map(|member| member.position).collect()
}

fn rebuild(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rebuild");
    for agents in [1_000, 10_000, 100_000] {
        let positions = positions(agents, 8.0);
        group.throughput(Throughput::Elements(agents as u64));
        group.bench_with_input(
            BenchmarkId::new("grid", agents),
            &positions,
            |bencher, positions| {
                let mut grid = CellGrid::default();
                bencher.iter(|| grid.rebuild(black_box(positions), RANGE));
            },
        );
        group.bench_with_input(
            BenchmarkId::new("k-d tree", agents),
            &positions,
            |bencher, positions| {
                bencher.iter(|| Tree::new(black_box(positions).iter().copied()));
            },
        );
    }
    group.finish();
}

/// Searches the neighbors of all agents, in cell order like the plugin.
fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search of all 10 000");
    for neighbors in [8_u8, 30] {
        let positions = positions(10_000, neighbors.into());
        group.throughput(Throughput::Elements(positions.len() as u64));
        let mut grid = CellGrid::default();
        grid.rebuild(&positions, RANGE);
        let sorted: Vec<Vec2> = grid
            .order()
            .iter()
            .map(|position| positions[*position as usize])
            .collect();
        group.bench_function(BenchmarkId::new("grid", neighbors), |bencher| {
            bencher.iter(|| {
                let mut found = 0_usize;
                for position in &sorted {
                    grid.visit_runs(*position, RANGE, |run| {
                        let near = sorted[run]
                            .iter()
                            .filter(|other| other.distance_squared(*position) <= RANGE * RANGE);
                        found += near.count();
                    });
                }
                found
            });
        });
        let tree = Tree::new(sorted.iter().copied());
        group.bench_function(BenchmarkId::new("k-d tree", neighbors), |bencher| {
            bencher.iter(|| {
                let mut found = 0_usize;
                for position in &sorted {
                    tree.visit_within(*position, RANGE, |_| found += 1);
                }
                found
            });
        });
    }
    group.finish();
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

criterion_group!(name = benches; config = settings(); targets = rebuild, search, outlines);
criterion_main!(benches);
