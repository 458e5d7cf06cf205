//! Set-ups in which ticks may be dear, against the same agents in the open.

mod set_ups;

use crate::crowd::{Executor, MeasuredApp};
use crate::report::drawn;
use bevy::prelude::*;
use core::time::Duration;
use std::time::Instant;

/// How often each set-up runs. A tick counts with its least time.
const RUNS: usize = 3;

/// The names of the set-ups.
pub fn names() -> Vec<&'static str> {
    let names = set_ups::all().into_iter().map(|set_up| set_up.name);
    names.collect()
}

/// The times of all set-ups whose names begin with one of these, on one thread, as a table. Without
/// beginnings, of all.
pub fn table(beginnings: &[String]) -> String {
    let headings = [
        "set-up",
        "first tick, ms",
        "worst later",
        "median",
        "to the open",
    ];
    let is_chosen = |set_up: &SetUp| {
        let begins = |beginning: &String| set_up.name.starts_with(beginning.as_str());
        beginnings.is_empty() || beginnings.iter().any(begins)
    };
    let set_ups = set_ups::all().into_iter().filter(is_chosen);
    drawn(&headings, 1, set_ups.map(|set_up| set_up.row()))
}

/// Agents, and what makes them dear.
struct SetUp {
    name: &'static str,
    ticks: usize,
    /// Spawns the agents; with what makes them dear, or in the open.
    spawn: fn(&mut World, is_dear: bool),
    /// What the game does before a tick, by its number.
    act: fn(&mut World, tick: usize),
    has_open: bool,
}

impl SetUp {
    fn new(name: &'static str, ticks: usize, spawn: fn(&mut World, bool)) -> Self {
        Self {
            name,
            ticks,
            spawn,
            act: |_, _| (),
            has_open: true,
        }
    }

    fn acting(mut self, act: fn(&mut World, usize)) -> Self {
        self.act = act;
        self
    }

    fn alone(mut self) -> Self {
        self.has_open = false;
        self
    }

    /// The least time of each tick.
    fn times(&self, is_dear: bool) -> Vec<Duration> {
        let mut least = vec![Duration::MAX; self.ticks];
        for _ in 0..RUNS {
            let mut app = MeasuredApp::empty(1, Executor::SingleThreaded);
            (self.spawn)(app.world_mut(), is_dear);
            for (tick, least) in least.iter_mut().enumerate() {
                if is_dear {
                    (self.act)(app.world_mut(), tick);
                }
                let started = Instant::now();
                app.tick();
                *least = started.elapsed().min(*least);
            }
        }
        least
    }

    fn row(&self) -> [String; 5] {
        let times = self.times(true);
        let milliseconds = |time: Duration| format!("{:.2}", 1e3 * time.as_secs_f64());
        let (first, later) = times.split_at(1);
        let mut sorted = later.to_vec();
        sorted.sort();
        let ratio = self.has_open.then(|| {
            let open: Duration = self.times(false).iter().sum();
            times.iter().sum::<Duration>().as_secs_f64() / open.as_secs_f64()
        });
        [
            self.name.into(),
            milliseconds(first[0]),
            sorted
                .last()
                .copied()
                .map_or_else(String::new, milliseconds),
            milliseconds(sorted[sorted.len() / 2]),
            ratio.map_or_else(String::new, |ratio| format!("{ratio:.1}")),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::set_ups::all;
    use super::*;
    use bevy_horde::prelude::SteeringAgent;

    #[test]
    fn every_set_up_runs_with_the_same_agents_in_the_open() {
        // The copies of a path would take 1.6 GB.
        let is_small = |set_up: &SetUp| set_up.has_open && !set_up.name.starts_with("path");
        for set_up in all().into_iter().filter(is_small) {
            let count = |is_dear: bool| {
                let mut app = MeasuredApp::empty(1, Executor::SingleThreaded);
                (set_up.spawn)(app.world_mut(), is_dear);
                app.positions().len()
            };
            assert_eq!(count(true), count(false), "{}", set_up.name);
        }
    }

    #[test]
    fn a_game_acts_before_the_tick_that_is_measured() {
        let one = |world: &mut World, _: bool| {
            world.spawn((Transform::default(), SteeringAgent::default()));
        };
        let set_up = SetUp::new("one", 2, one).acting(|world, tick| {
            let mut agents = world.query_filtered::<Entity, With<SteeringAgent>>();
            assert_eq!(agents.iter(world).count(), 1 + tick);
            world.spawn((Transform::default(), SteeringAgent::default()));
        });
        assert_eq!(set_up.times(true).len(), 2);
        let row = set_up.row();
        assert_eq!(row[0], "one");
        assert!(
            row[4].parse::<f32>().is_ok_and(|ratio| ratio > 0.0),
            "{row:?}"
        );
    }
}
