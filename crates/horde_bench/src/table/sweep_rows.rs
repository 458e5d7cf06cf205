//! Rows of sweeps: how the cost depends on agents, neighbors, obstacles, threads and the update
//! interval.

use super::row::{Figure, Group, Row};
use super::size::Size;
use super::target_rows::{ALL_COUNT, DEFAULT_MAX_NEIGHBORS, THREADS};
use crate::crowd::{Crowd, Ground, Workload};

/// The number that a sweep varies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sweep {
    /// The number of agents.
    Agents,
    /// The number of neighbors in view.
    Neighbors,
    /// The number of obstacles.
    Obstacles,
    /// The number of threads.
    Threads,
    /// The update interval.
    UpdateInterval,
}

impl Sweep {
    /// All sweeps.
    pub const ALL: [Self; 5] = [
        Self::Agents,
        Self::Neighbors,
        Self::Obstacles,
        Self::Threads,
        Self::UpdateInterval,
    ];

    /// Prefix of the names of its rows.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Agents => "by-agents",
            Self::Neighbors => "by-neighbors",
            Self::Obstacles => "by-obstacles",
            Self::Threads => "by-threads",
            Self::UpdateInterval => "by-update-interval",
        }
    }
}

/// One row per point of every curve.
pub(super) fn sweep_rows(size: Size, cores: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |sweep: Sweep, curve: &str, point: usize, crowd: Crowd, threads: usize| {
        let name = format!("{}-{curve}-{point}", sweep.prefix());
        let figure = Figure::TickPerAgent(size.plugin(crowd, threads));
        rows.push(Row::new(name, threads, curve, figure).in_group(Group::Sweeps));
    };
    let workloads = [
        (Workload::Flock, "flock", ALL_COUNT),
        (Workload::Zombie, "zombie", DEFAULT_MAX_NEIGHBORS),
    ];
    let large = size.large();
    for agents in [300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, large] {
        if agents > large {
            continue;
        }
        for (workload, curve, max_neighbors) in workloads {
            for threads in THREADS {
                let crowd = Crowd::new(workload, agents, 8.0, max_neighbors);
                add(Sweep::Agents, curve, agents, crowd, threads);
            }
        }
    }
    let agents = size.either(30_000, 5_000);
    for neighbors in [2_u16, 4, 8, 16, 30, 60, 120] {
        for (workload, curve, max_neighbors) in [
            (Workload::Flock, "flock", u32::MAX),
            (Workload::Flock, "flock-nearest-16", DEFAULT_MAX_NEIGHBORS),
            (Workload::Zombie, "zombie", DEFAULT_MAX_NEIGHBORS),
        ] {
            // Solid bodies of half a unit cannot be denser.
            if workload == Workload::Zombie && neighbors > 60 {
                continue;
            }
            let crowd = Crowd::new(workload, agents, f32::from(neighbors), max_neighbors);
            add(Sweep::Neighbors, curve, neighbors.into(), crowd, 1);
        }
    }
    for obstacles in [0, 16, 64, 256, 1_024] {
        for (ground, curve) in [
            (Ground::Circles, "zombie-circles"),
            (Ground::Polygons, "zombie-polygons"),
        ] {
            let crowd = Crowd::new(Workload::Zombie, agents, 8.0, DEFAULT_MAX_NEIGHBORS)
                .among(obstacles, ground);
            add(Sweep::Obstacles, curve, obstacles, crowd, 1);
        }
    }
    let mut threads = 1;
    while threads <= cores.max(1) {
        for (workload, curve, max_neighbors) in workloads {
            let crowd = Crowd::new(workload, size.usual(), 8.0, max_neighbors);
            add(Sweep::Threads, curve, threads, crowd, threads);
        }
        threads *= 2;
    }
    for ticks in [1, 2, 4, 8] {
        for (workload, curve, max_neighbors) in workloads {
            let crowd = Crowd::new(workload, agents, 8.0, max_neighbors).updating_every(ticks);
            add(Sweep::UpdateInterval, curve, ticks.into(), crowd, 1);
        }
    }
    rows
}
