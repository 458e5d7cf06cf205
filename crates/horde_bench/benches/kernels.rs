//! What the arithmetic costs without Bevy's ECS.
//!
//! `cargo bench -p horde_bench --bench kernels`.

use bevy::math::Vec2;
use bevy_horde::kernel::grid::CellGrid;
use bevy_horde::obstacle::Outline;
use core::f32::consts::TAU;
use core::hint::black_box;
use core::time::Duration;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use horde_bench::crowd::{Crowd, Duty, members};
use horde_bench::rivals::Tree;

/// Radius of a search, and side of a cell.
const RANGE: f32 = Duty::Flock.view_range();

fn places(agents: usize, neighbors: f32) -> Vec<Vec2> {
    let crowd = Crowd::new(Duty::Flock, agents, neighbors, 64);
    members(&crowd).map(|member| member.position).collect()
}

fn rebuild(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rebuild");
    for agents in [1_000, 10_000, 100_000] {
        let places = places(agents, 8.0);
        group.throughput(Throughput::Elements(agents as u64));
        group.bench_with_input(
            BenchmarkId::new("grid", agents),
            &places,
            |bencher, places| {
                let mut grid = CellGrid::default();
                bencher.iter(|| grid.rebuild(black_box(places), RANGE));
            },
        );
        group.bench_with_input(
            BenchmarkId::new("k-d tree", agents),
            &places,
            |bencher, places| {
                bencher.iter(|| Tree::new(black_box(places).iter().copied()));
            },
        );
    }
    group.finish();
}

/// Looks for the neighbours of all, in the order of the cells as the plugin does.
fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search of all 10 000");
    for neighbors in [8_u8, 30] {
        let places = places(10_000, neighbors.into());
        group.throughput(Throughput::Elements(places.len() as u64));
        let mut grid = CellGrid::default();
        grid.rebuild(&places, RANGE);
        let sorted: Vec<Vec2> = grid
            .order()
            .iter()
            .map(|place| places[*place as usize])
            .collect();
        group.bench_function(BenchmarkId::new("grid", neighbors), |bencher| {
            bencher.iter(|| {
                let mut found = 0_usize;
                for place in &sorted {
                    grid.visit_runs(*place, RANGE, |run| {
                        let near = sorted[run]
                            .iter()
                            .filter(|other| other.distance_squared(*place) <= RANGE * RANGE);
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
                for place in &sorted {
                    tree.visit_within(*place, RANGE, |_| found += 1);
                }
                found
            });
        });
    }
    group.finish();
}

/// A disc and a star of sixteen edges, each asked from a thousand places round it.
fn outlines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("outline, from 1 000 places");
    let places = places(1_000, 8.0);
    let corners: Vec<Vec2> = (0..16_u8)
        .map(|corner| {
            let radius = if corner % 2 == 0 { 10.0 } else { 8.0 };
            Vec2::from_angle(f32::from(corner) * TAU / 16.0) * radius
        })
        .collect();
    let star = Outline::polygon(&corners).expect("it does not touch itself");
    group.throughput(Throughput::Elements(places.len() as u64));
    for (name, outline) in [("disc", Outline::disc(Vec2::ZERO, 10.0)), ("star", star)] {
        group.bench_function(BenchmarkId::new("distance", name), |bencher| {
            bencher.iter(|| {
                let places = black_box(&places).iter();
                places
                    .map(|place| outline.signed_distance(*place))
                    .sum::<f32>()
            });
        });
        group.bench_function(BenchmarkId::new("cast", name), |bencher| {
            bencher.iter(|| {
                let places = black_box(&places).iter();
                let hits = places.filter(|place| {
                    let heading = -place.normalize_or_zero();
                    outline.cast(**place, heading, 30.0, 0.5).is_some()
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
