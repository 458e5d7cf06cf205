//! The rows of the bar, and those that they are made of.

use super::bar::Bar;
use super::row::{Figure, Row, RowKey};
use super::size::Size;
use crate::crowd::{Crowd, Duty, Executor};
use crate::measurement::{Effort, Subject, Task};

/// `Perception::max_neighbors` where all in view should count.
pub(super) const ALL_COUNT: u32 = Duty::Flock.usual_cap();
/// The default of `Perception::max_neighbors`.
pub(super) const USUAL_CAP: u32 = Duty::Zombie.usual_cap();
/// The numbers of threads.
pub(super) const THREADS: [usize; 2] = [1, 2];

/// What the crowd of a row does, and how it is called.
const FLOCK: (Duty, &str, u32) = (Duty::Flock, "flock", ALL_COUNT);
const ZOMBIE: (Duty, &str, u32) = (Duty::Zombie, "zombie", USUAL_CAP);

/// The rows, in the order of the bar.
pub(super) fn bar_rows(size: Size) -> Vec<Row> {
    let mut rows = whole_crowds(size);
    rows.extend(large_over_small(size));
    rows.extend(packed_over_spread(size));
    rows.extend(thousand(size));
    rows.extend(gathered(size));
    rows.extend(waves(size));
    rows.extend(allocations(size));
    rows.extend(memory(size));
    rows
}

fn whole_crowds(size: Size) -> Vec<Row> {
    let per_agent = |name: &str, threads: usize, words: &str, duty: Duty, neighbors: f32, most| {
        let crowd = Crowd::new(duty, size.usual(), neighbors, most);
        Row::new(
            name,
            threads,
            words,
            Figure::TickPerAgent(size.plugin(crowd, threads)),
        )
    };
    let flock = |name: &str, threads, neighbors| {
        per_agent(name, threads, "flock", Duty::Flock, neighbors, ALL_COUNT)
    };
    let zombie = |threads| {
        let words = "seek, flock, 64 obstacles, avoidance, solidity";
        per_agent("zombie-8", threads, words, Duty::Zombie, 8.0, USUAL_CAP)
    };
    vec![
        flock("flock-8", 1, 8.0).held_to(Bar::at_most(110.0, 60.0)),
        flock("flock-8", 2, 8.0),
        speed_up("flock-8").held_to(Bar::at_least(1.7, 1.9)),
        flock("flock-30", 1, 30.0).held_to(Bar::at_most(200.0, 110.0)),
        flock("flock-30", 2, 30.0),
        speed_up("flock-30").held_to(Bar::at_least(1.7, 1.9)),
        zombie(1),
        zombie(2).held_to(Bar::at_most(167.0, 100.0)),
        speed_up("zombie-8"),
    ]
}

/// One thread's time over two threads'.
fn speed_up(name: &str) -> Row {
    let figure = Figure::Ratio {
        over: RowKey::new(name, 1),
        under: RowKey::new(name, 2),
    };
    let words = "1 thread over 2";
    Row::new(format!("{name}-speed-up"), 2, words, figure)
}

fn large_over_small(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (duty, word, most) in [FLOCK, ZOMBIE] {
        let name = format!("{word}-8");
        let [small, large] = ["small", "large"].map(|end| format!("{name}-{end}"));
        for threads in THREADS {
            for (name, agents) in [(&small, size.small()), (&large, size.large())] {
                let task = size.plugin(Crowd::new(duty, agents, 8.0, most), threads);
                rows.push(Row::new(name, threads, word, Figure::TickPerAgent(task)));
            }
            let words = "cost of an agent, large crowd over small";
            let ratio_name = format!("{name}-large-over-small");
            rows.push(
                Row::ratio(&ratio_name, threads, words, &large, &small)
                    .held_to(Bar::at_most(1.3, 1.1)),
            );
        }
    }
    rows
}

fn packed_over_spread(size: Size) -> Vec<Row> {
    let agents = size.small();
    let mut rows = Vec::new();
    for threads in THREADS {
        let row = |name: &str, words: &str, neighbors: f32| {
            let crowd = Crowd::new(Duty::Flock, agents, neighbors, USUAL_CAP);
            let mut task = size.plugin(crowd, threads);
            // A packed crowd bursts: there is not much time.
            task.effort = Effort {
                warm_up: 3,
                ticks: task.effort.ticks.min(12),
                ..task.effort
            };
            Row::new(name, threads, words, Figure::TickPerAgent(task))
        };
        rows.push(row(
            "flock-packed",
            "in one small area, nearest 16 count",
            300.0,
        ));
        rows.push(row("flock-spread", "spread out, nearest 16 count", 16.0));
        let words = "cost of an agent, packed over spread out";
        rows.push(
            Row::ratio(
                "flock-packed-over-spread",
                threads,
                words,
                "flock-packed",
                "flock-spread",
            )
            .held_to(Bar::at_most(3.0, 1.5)),
        );
    }
    rows
}

fn thousand(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (duty, word, most) in [FLOCK, ZOMBIE] {
        let crowd = Crowd::new(duty, 1_000, 8.0, most);
        let whole = |name: String, threads, words: &str, task| {
            let figure = Figure::WholeTick(task);
            Row::new(name, threads, words, figure).held_to(Bar::at_most(0.15, 0.08))
        };
        let name = format!("{word}-thousand");
        for threads in THREADS {
            let task = size.plugin(crowd, threads);
            rows.push(whole(name.clone(), threads, "whole tick", task));
        }
        let words = "whole tick, systems one after the other";
        let task = size.task(Subject::Plugin(Executor::SingleThreaded), crowd, 1);
        rows.push(whole(format!("{name}-in-turn"), 1, words, task));
    }
    rows
}

/// What becomes of a horde: everybody is where everybody wants to be.
fn gathered(size: Size) -> Vec<Row> {
    let crowd = Crowd::new(Duty::Zombie, size.either(5_000, 1_000), 8.0, USUAL_CAP);
    let rows = THREADS.map(|threads| {
        let mut task = size.plugin(crowd, threads);
        task.effort.warm_up = size.either(1_200, 100);
        task.effort.rounds = 1;
        let words = "zombies that have gathered round their goal";
        Row::new(
            "zombie-gathered",
            threads,
            words,
            Figure::TickPerAgent(task),
        )
    });
    rows.into()
}

/// The first ticks of a wave that is spawned on one point, beside the same crowd spread out.
fn waves(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (duty, word) in [(Duty::Solid, "solid"), (Duty::Zombie, "zombie")] {
        let crowd = Crowd::new(duty, size.small(), 8.0, USUAL_CAP);
        let row = |name: &str, words: &str, crowd| {
            let mut task = size.plugin(crowd, 1);
            task.effort = Effort {
                warm_up: 1,
                ticks: 30,
                ..task.effort
            };
            Row::new(name, 1, words, Figure::TickPerAgent(task))
        };
        let [wave, spread] = ["wave", "wave-spread"].map(|end| format!("{word}-{end}"));
        let words = "spawned on one point, the first half second";
        rows.push(row(&wave, words, crowd.on_one_point()));
        rows.push(row(&spread, "the same, spread out", crowd));
        let words = "cost of an agent, on one point over spread out";
        rows.push(
            Row::ratio(
                &format!("{wave}-over-spread"),
                1,
                words,
                wave.as_str(),
                spread.as_str(),
            )
            .held_to(Bar::at_most(10.0, 5.0)),
        );
    }
    rows
}

/// A crowd that has met everything it is going to meet: buffers have their size.
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
    for (duty, word, most) in [FLOCK, ZOMBIE] {
        let crowd = Crowd::new(duty, size.small(), 8.0, most);
        let name = format!("{word}-allocations");
        let task = warm(size, Executor::SingleThreaded, crowd, 1);
        let words = "warm tick, systems one after the other";
        rows.push(Row::new(&name, 1, words, Figure::Allocations(task)).held_to(Bar::NONE_AT_ALL));
        let task = warm(size, Executor::Usual, crowd, 2);
        let words = "warm tick, with Bevy's own tasks";
        rows.push(Row::new(&name, 2, words, Figure::Allocations(task)));
    }
    let nobody = Crowd::new(Duty::Flock, 0, 8.0, ALL_COUNT);
    for (threads, executor, words) in [
        (
            1,
            Executor::SingleThreaded,
            "no agents, systems one after the other",
        ),
        (2, Executor::Usual, "no agents, with Bevy's own tasks"),
    ] {
        let figure = Figure::Allocations(warm(size, executor, nobody, threads));
        rows.push(Row::new("empty-allocations", threads, words, figure));
    }
    rows
}

fn memory(size: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (duty, word, most) in [FLOCK, ZOMBIE] {
        for (end, agents) in [("", size.usual()), ("-large", size.large())] {
            let task = size.plugin(Crowd::new(duty, agents, 8.0, most), 2);
            let words = "held for an agent beyond its components";
            let figure = Figure::HeldPerAgent(task);
            rows.push(
                Row::new(format!("{word}-memory{end}"), 2, words, figure)
                    .held_to(Bar::at_most(128.0, 64.0)),
            );
        }
    }
    let crowd = size.plugin(Crowd::new(Duty::Zombie, size.large(), 8.0, USUAL_CAP), 2);
    let nobody = Crowd::new(Duty::Zombie, 0, 8.0, USUAL_CAP).among(0, crowd.crowd.ground);
    let empty = size.plugin(nobody, 2);
    let words = "peak resident for an agent, with components";
    let figure = Figure::PeakPerAgent { crowd, empty };
    rows.push(Row::new("zombie-peak-large", 2, words, figure));
    rows
}
