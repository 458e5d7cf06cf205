//! The rows with targets, and the rows that ratios need.

use super::row::{Figure, Row, RowKey};
use super::size::Size;
use super::target::Target;
use crate::crowd::{Crowd, Executor, Workload};
use crate::fields::FieldWork;
use crate::measurement::{Effort, Subject, Task};

/// A `Perception::max_neighbors` with which all neighbors in view count.
pub(super) const ALL_COUNT: u32 = Workload::Flock.default_max_neighbors();
/// The default of `Perception::max_neighbors`.
pub(super) const DEFAULT_MAX_NEIGHBORS: u32 = Workload::Zombie.default_max_neighbors();
/// The measured numbers of threads.
pub(super) const THREADS: [usize; 2] = [1, 2];

/// Workload, name and neighbor limit of a row.
const FLOCK: (Workload, &str, u32) = (Workload::Flock, "flock", ALL_COUNT);
const ZOMBIE: (Workload, &str, u32) = (Workload::Zombie, "zombie", DEFAULT_MAX_NEIGHBORS);

/// The rows, in the order of the table.
pub(super) fn target_rows(size: Size) -> Vec<Row> {
    let mut rows = whole_crowds(size);
    rows.extend(large_over_small(size));
    rows.extend(packed_over_spread(size));
    rows.extend(thousand(size));
    rows.extend(gathered(size));
    rows.extend(waves(size));
    rows.extend(fields(size));
    rows.extend(allocations(size));
    rows.extend(memory(size));
    rows
}

fn whole_crowds(size: Size) -> Vec<Row> {
    let per_agent = |name: &str,
                     threads: usize,
                     description: &str,
                     workload: Workload,
                     neighbors: f32,
                     max_neighbors| {
        let crowd = Crowd::new(workload, size.usual(), neighbors, max_neighbors);
        Row::new(
            name,
            threads,
            description,
            Figure::TickPerAgent(size.plugin(crowd, threads)),
        )
    };
    let flock = |name: &str, threads, neighbors| {
        per_agent(
            name,
            threads,
            "flock",
            Workload::Flock,
            neighbors,
            ALL_COUNT,
        )
    };
    let zombie = |threads| {
        let description = "seek, flock, 64 obstacles, avoidance, solidity";
        per_agent(
            "zombie-8",
            threads,
            description,
            Workload::Zombie,
            8.0,
            DEFAULT_MAX_NEIGHBORS,
        )
    };
    vec![
        flock("flock-8", 1, 8.0).with_target(Target::at_most(110.0, 60.0)),
        flock("flock-8", 2, 8.0),
        speed_up("flock-8").with_target(Target::at_least(1.7, 1.9)),
        flock("flock-30", 1, 30.0).with_target(Target::at_most(200.0, 110.0)),
        flock("flock-30", 2, 30.0),
        speed_up("flock-30").with_target(Target::at_least(1.7, 1.9)),
        zombie(1),
        zombie(2).with_target(Target::at_most(167.0, 100.0)),
        speed_up("zombie-8"),
    ]
}

/// The time of one thread relative to that of two.
fn speed_up(name: &str) -> Row {
    let figure = Figure::Ratio {
        over: RowKey::new(name, 1),
        under: RowKey::new(name, 2),
    };
    let description = "1 thread over 2";
    Row::new(format!("{name}-speed-up"), 2, description, figure)
}

fn large_over_small(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (workload, word, max_neighbors) in [FLOCK, ZOMBIE] {
        let name = format!("{word}-8");
        let [small, large] = ["small", "large"].map(|end| format!("{name}-{end}"));
        for threads in THREADS {
            for (name, agents) in [(&small, size.small()), (&large, size.large())] {
                let task = size.plugin(Crowd::new(workload, agents, 8.0, max_neighbors), threads);
                rows.push(Row::new(name, threads, word, Figure::TickPerAgent(task)));
            }
            let description = "cost of an agent, large crowd over small";
            let ratio_name = format!("{name}-large-over-small");
            rows.push(
                Row::ratio(&ratio_name, threads, description, &large, &small)
                    .with_target(Target::at_most(1.3, 1.1)),
            );
        }
    }
    rows
}

fn packed_over_spread(size: Size) -> Vec<Row> {
    let agents = size.small();
    let mut rows = Vec::new();
    for threads in THREADS {
        let row = |name: &str, description: &str, neighbors: f32| {
            let crowd = Crowd::new(Workload::Flock, agents, neighbors, DEFAULT_MAX_NEIGHBORS);
            let mut task = size.plugin(crowd, threads);
            // A packed crowd spreads quickly, so few ticks are measured.
            task.effort = Effort {
                warm_up: 3,
                ticks: task.effort.ticks.min(12),
                ..task.effort
            };
            Row::new(name, threads, description, Figure::TickPerAgent(task))
        };
        rows.push(row(
            "flock-packed",
            "in one small area, nearest 16 count",
            300.0,
        ));
        rows.push(row("flock-spread", "spread out, nearest 16 count", 16.0));
        let description = "cost of an agent, packed over spread out";
        rows.push(
            Row::ratio(
                "flock-packed-over-spread",
                threads,
                description,
                "flock-packed",
                "flock-spread",
            )
            .with_target(Target::at_most(3.0, 1.5)),
        );
    }
    rows
}

fn thousand(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (workload, word, max_neighbors) in [FLOCK, ZOMBIE] {
        let crowd = Crowd::new(workload, 1_000, 8.0, max_neighbors);
        let whole = |name: String, threads, description: &str, task| {
            let figure = Figure::WholeTick(task);
            Row::new(name, threads, description, figure).with_target(Target::at_most(0.15, 0.08))
        };
        let name = format!("{word}-thousand");
        for threads in THREADS {
            let task = size.plugin(crowd, threads);
            rows.push(whole(name.clone(), threads, "whole tick", task));
        }
        let description = "whole tick, single-threaded executor";
        let task = size.task(Subject::Plugin(Executor::SingleThreaded), crowd, 1);
        rows.push(whole(
            format!("{name}-single-threaded-executor"),
            1,
            description,
            task,
        ));
    }
    rows
}

/// A horde that has gathered at its goal.
fn gathered(size: Size) -> Vec<Row> {
    let crowd = Crowd::new(
        Workload::Zombie,
        size.either(5_000, 1_000),
        8.0,
        DEFAULT_MAX_NEIGHBORS,
    );
    let rows = THREADS.map(|threads| {
        let mut task = size.plugin(crowd, threads);
        task.effort.warm_up = size.either(1_200, 100);
        task.effort.rounds = 1;
        let description = "zombies that have gathered around their goal";
        Row::new(
            "zombie-gathered",
            threads,
            description,
            Figure::TickPerAgent(task),
        )
    });
    rows.into()
}

/// The first ticks of a wave that spawns on one point, and the same crowd spread out.
fn waves(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (workload, word) in [(Workload::Solid, "solid"), (Workload::Zombie, "zombie")] {
        let crowd = Crowd::new(workload, size.small(), 8.0, DEFAULT_MAX_NEIGHBORS);
        let row = |name: &str, description: &str, crowd| {
            let mut task = size.plugin(crowd, 1);
            task.effort = Effort {
                warm_up: 1,
                ticks: 30,
                ..task.effort
            };
            Row::new(name, 1, description, Figure::TickPerAgent(task))
        };
        let [wave, spread] = ["wave", "wave-spread"].map(|end| format!("{word}-{end}"));
        let description = "spawned on one point, the first half second";
        rows.push(row(&wave, description, crowd.on_one_point()));
        rows.push(row(&spread, "the same, spread out", crowd));
        let description = "cost of an agent, on one point over spread out";
        rows.push(
            Row::ratio(
                &format!("{wave}-over-spread"),
                1,
                description,
                wave.as_str(),
                spread.as_str(),
            )
            .with_target(Target::at_most(10.0, 5.0)),
        );
    }
    rows
}

/// Flow fields by themselves, and a horde that follows a field compared with the same horde with
/// `Seek`.
fn fields(size: Size) -> Vec<Row> {
    let field = |work, agents| {
        let crowd = Crowd::new(Workload::Rest, agents, 8.0, ALL_COUNT);
        let mut task = size.task(Subject::Field(work), crowd, 1);
        task.effort.warm_up = 2;
        task.effort.ticks = task.effort.ticks.min(20);
        task
    };
    let row = |name, description, figure, target| {
        Row::new(name, 1, description, figure).with_target(target)
    };
    let mut rows = vec![
        row(
            "field-build",
            "a million cells, all ticks together",
            Figure::WholeTick(field(FieldWork::Build, 0)),
            Target::at_most(120.0, 60.0),
        ),
        row(
            "field-gate",
            "a gate of an outer room of that field closes or opens",
            Figure::WholeTick(field(FieldWork::Gate, 0)),
            Target::at_most(2.0, 1.0),
        ),
        row(
            "field-middle-gate",
            "a gate that many ways lead through, the same",
            Figure::WholeTick(field(FieldWork::MiddleGate, 0)),
            Target::at_most(2.0, 1.0),
        ),
        row(
            "field-sample",
            "a direction of that field at a random place",
            Figure::TickPerAgent(field(FieldWork::Sample, size.usual())),
            Target::at_most(15.0, 10.0),
        ),
    ];
    for (name, workload, description) in [
        (
            "maze-seek",
            Workload::Maze,
            "zombies in a maze of 200 walls",
        ),
        (
            "maze-field",
            Workload::MazeField,
            "the same by a flow field",
        ),
    ] {
        let agents = size.small();
        let crowd = Crowd::new(workload, agents, 8.0, DEFAULT_MAX_NEIGHBORS);
        let mut task = size.plugin(crowd, 1);
        // Until the field is ready and the horde on its way.
        task.effort.warm_up = size.either(300, 60);
        rows.push(Row::new(name, 1, description, Figure::TickPerAgent(task)));
    }
    rows.push(
        Row::ratio(
            "maze-field-over-seek",
            1,
            "cost of a zombie, by a flow field over `Seek`",
            "maze-field",
            "maze-seek",
        )
        .with_target(Target::at_most(1.3, 1.0)),
    );
    rows
}

/// A crowd after a long warm-up: all buffers have their final size.
fn warm(size: Size, executor: Executor, crowd: Crowd, threads: usize) -> Task {
    Task {
        effort: Effort {
            warm_up: size.either(150, 60),
            ticks: size.either(60, 20),
            seconds: None,
            rounds: 1,
        },
        ..size.task(Subject::Plugin(executor), crowd, threads)
    }
}

fn allocations(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (workload, word, max_neighbors) in [FLOCK, ZOMBIE] {
        let crowd = Crowd::new(workload, size.small(), 8.0, max_neighbors);
        let name = format!("{word}-allocations");
        let task = warm(size, Executor::SingleThreaded, crowd, 1);
        let description = "warm tick, single-threaded executor";
        rows.push(
            Row::new(&name, 1, description, Figure::Allocations(task)).with_target(Target::ZERO),
        );
        let task = warm(size, Executor::Default, crowd, 2);
        let description = "warm tick, with Bevy's tasks";
        rows.push(Row::new(&name, 2, description, Figure::Allocations(task)));
    }
    let no_agents = Crowd::new(Workload::Flock, 0, 8.0, ALL_COUNT);
    for (threads, executor, description) in [
        (
            1,
            Executor::SingleThreaded,
            "no agents, single-threaded executor",
        ),
        (2, Executor::Default, "no agents, with Bevy's tasks"),
    ] {
        let figure = Figure::Allocations(warm(size, executor, no_agents, threads));
        rows.push(Row::new("empty-allocations", threads, description, figure));
    }
    rows
}

fn memory(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    let targets = [Target::at_most(400.0, 300.0), Target::at_most(550.0, 400.0)];
    for ((workload, word, max_neighbors), target) in [FLOCK, ZOMBIE].into_iter().zip(targets) {
        for (end, agents) in [("", size.usual()), ("-large", size.large())] {
            let task = size.plugin(Crowd::new(workload, agents, 8.0, max_neighbors), 2);
            let description = "an agent's components and the memory beside them";
            let figure = Figure::BytesPerAgent(task);
            rows.push(
                Row::new(format!("{word}-memory{end}"), 2, description, figure).with_target(target),
            );
        }
    }
    let crowd = size.plugin(
        Crowd::new(Workload::Zombie, size.large(), 8.0, DEFAULT_MAX_NEIGHBORS),
        2,
    );
    let no_agents =
        Crowd::new(Workload::Zombie, 0, 8.0, DEFAULT_MAX_NEIGHBORS).among(0, crowd.crowd.ground);
    let empty = size.plugin(no_agents, 2);
    let description = "peak resident for an agent, with components";
    let figure = Figure::PeakPerAgent { crowd, empty };
    rows.push(Row::new("zombie-peak-large", 2, description, figure));
    rows
}
