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

/// What stands in the way of a bench's agents.
#[derive(Clone, Copy)]
enum Ground {
    Circles,
    /// Of sixteen edges, with eight points.
    Stars,
}

impl Ground {
    const ALL: [(Self, &'static str); 2] = [(Self::Circles, "circles"), (Self::Stars, "polygons")];

    fn obstacle(self, radius: f32) -> Obstacle {
        match self {
            Self::Circles => Obstacle::circle(radius),
            Self::Stars => Obstacle::polygon((0_u8..16).map(|corner| {
                let out = if corner % 2 == 0 {
                    radius
                } else {
                    0.8 * radius
                };
                Vec2::from_angle(f32::from(corner) * core::f32::consts::TAU / 16.0) * out
            })),
        }
    }
}

fn crowd(duty: Duty, agents: usize, ground: Ground, obstacles: usize) -> App {
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
    for _ in 0..obstacles {
        world.spawn((Transform::from_translation(place()), ground.obstacle(40.0)));
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
                    let obstacles = agents / AGENTS_PER_OBSTACLE;
                    let mut app = crowd(duty, *agents, Ground::Circles, obstacles);
                    bencher.iter(|| app.update());
                },
            );
        }
        group.finish();
    }
}

/// A thousand circles against a thousand polygons of sixteen edges, under 10 000 zombies.
fn shapes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a thousand obstacles");
    group.sample_size(20);
    for (ground, name) in Ground::ALL {
        group.bench_function(name, |bencher| {
            let mut app = crowd(Duty::Zombie, 10_000, ground, 1_000);
            bencher.iter(|| app.update());
        });
    }
    group.finish();
}

criterion_group!(benches, ticks, shapes);
criterion_main!(benches);
