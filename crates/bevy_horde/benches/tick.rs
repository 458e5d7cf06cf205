//! What a tick costs, in a headless app, from reading `Transform` to writing it.
//!
//! `cargo bench -p bevy_horde`. The machine's clock wanders: compare rows of one run.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Body radius, world units.
const BODY_RADIUS: f32 = 12.0;
/// Ground for each agent, square units: about eight neighbours within 108 units.
const AREA_PER_AGENT: f32 = 4600.0;
/// Agents for each obstacle.
const AGENTS_PER_OBSTACLE: usize = 150;

/// What the agents of a bench do.
#[derive(Clone, Copy)]
enum Duty {
    Seek,
    Flock,
    Zombie,
}

impl Duty {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Seek, "seek"),
        (Self::Flock, "flock"),
        (Self::Zombie, "zombie"),
    ];
}

fn crowd(duty: Duty, agents: usize) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::default()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let half = (agents as f32 * AREA_PER_AGENT).sqrt() / 2.0;
    let mut place = || {
        Vec3::new(
            random.random_range(-half..half),
            random.random_range(-half..half),
            0.0,
        )
    };
    let world = app.world_mut();
    for _ in 0..agents {
        let body = (
            Transform::from_translation(place()),
            SteeringAgent::new(BODY_RADIUS, 70.0),
        );
        let goal = Seek::new(place());
        match duty {
            Duty::Seek => world.spawn((body, goal)),
            Duty::Flock => world.spawn((body, Flock::default())),
            Duty::Zombie => world.spawn((
                body,
                goal,
                Flock::default(),
                AvoidObstacles::default(),
                AvoidAgents::default(),
            )),
        };
    }
    for _ in 0..agents / AGENTS_PER_OBSTACLE {
        world.spawn((Transform::from_translation(place()), Obstacle::circle(40.0)));
    }
    for _ in 0..10 {
        app.update();
    }
    app
}

fn ticks(criterion: &mut Criterion) {
    for (duty, name) in Duty::ALL {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        for agents in [1_000, 10_000] {
            group.throughput(Throughput::Elements(agents as u64));
            group.bench_with_input(
                BenchmarkId::from_parameter(agents),
                &agents,
                |bencher, agents| {
                    let mut app = crowd(duty, *agents);
                    bencher.iter(|| app.update());
                },
            );
        }
        group.finish();
    }
}

criterion_group!(benches, ticks);
criterion_main!(benches);
