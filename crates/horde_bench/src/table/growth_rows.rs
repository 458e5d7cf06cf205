//! How cost grows: with agents, neighbours, obstacles and threads; and how it falls where agents do not think in every tick.

use super::bar_rows::{ALL_COUNT, THREADS, USUAL_CAP};
use super::row::{Figure, Group, Row};
use super::size::Size;
use crate::crowd::{Crowd, Duty, Ground};

/// What grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sweep {
    /// The number of agents.
    Agents,
    /// The number of neighbours in view.
    Neighbors,
    /// The number of obstacles.
    Obstacles,
    /// The number of threads.
    Threads,
    /// In one of how many ticks agents think.
    ThinkTicks,
}

impl Sweep {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Agents,
        Self::Neighbors,
        Self::Obstacles,
        Self::Threads,
        Self::ThinkTicks,
    ];

    /// What the names of its rows begin with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Agents => "by-agents",
            Self::Neighbors => "by-neighbours",
            Self::Obstacles => "by-obstacles",
            Self::Threads => "by-threads",
            Self::ThinkTicks => "by-think-ticks",
        }
    }
}

/// A row for every point of every curve.
pub(super) fn growth_rows(size: Size, cores: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |sweep: Sweep, curve: &str, point: usize, crowd: Crowd, threads: usize| {
        let name = format!("{}-{curve}-{point}", sweep.prefix());
        let figure = Figure::TickPerAgent(size.plugin(crowd, threads));
        rows.push(Row::new(name, threads, curve, figure).in_group(Group::Growth));
    };
    let duties = [
        (Duty::Flock, "flock", ALL_COUNT),
        (Duty::Zombie, "zombie", USUAL_CAP),
    ];
    let large = size.large();
    for agents in [300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, large] {
        if agents > large {
            continue;
        }
        for (duty, curve, most) in duties {
            for threads in THREADS {
                let crowd = Crowd::new(duty, agents, 8.0, most);
                add(Sweep::Agents, curve, agents, crowd, threads);
            }
        }
    }
    let agents = size.either(30_000, 5_000);
    for neighbors in [2_u16, 4, 8, 16, 30, 60, 120] {
        for (duty, curve, most) in [
            (Duty::Flock, "flock", u32::MAX),
            (Duty::Flock, "flock-nearest-16", USUAL_CAP),
            (Duty::Zombie, "zombie", USUAL_CAP),
        ] {
            // Solid bodies of half a unit leave no room for more.
            if duty == Duty::Zombie && neighbors > 60 {
                continue;
            }
            let crowd = Crowd::new(duty, agents, f32::from(neighbors), most);
            add(Sweep::Neighbors, curve, neighbors.into(), crowd, 1);
        }
    }
    for obstacles in [0, 16, 64, 256, 1_024] {
        for (ground, curve) in [
            (Ground::Circles, "zombie-circles"),
            (Ground::Polygons, "zombie-polygons"),
        ] {
            let crowd = Crowd::new(Duty::Zombie, agents, 8.0, USUAL_CAP).among(obstacles, ground);
            add(Sweep::Obstacles, curve, obstacles, crowd, 1);
        }
    }
    let mut threads = 1;
    while threads <= cores.max(1) {
        for (duty, curve, most) in duties {
            let crowd = Crowd::new(duty, size.usual(), 8.0, most);
            add(Sweep::Threads, curve, threads, crowd, threads);
        }
        threads *= 2;
    }
    for ticks in [1, 2, 4, 8] {
        for (duty, curve, most) in duties {
            let crowd = Crowd::new(duty, agents, 8.0, most).thinking_every(ticks);
            add(Sweep::ThinkTicks, curve, ticks.into(), crowd, 1);
        }
    }
    rows
}
